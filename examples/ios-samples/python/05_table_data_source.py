"""Sample 5. A table data source under one's own search field: request, update, pick, fail, should-select."""

import sys
import threading

import places


class Controller(places.TableDelegate):
    """What it hears on the client's thread, one line each."""

    def __init__(self) -> None:
        self.done = threading.Event()

    def wait(self) -> None:
        self.done.wait(timeout=5)
        self.done.clear()

    def did_request(self, state: places.TableState) -> None:
        print(f"  request: {state.text}")

    def did_update(self, state: places.TableState) -> None:
        if state.is_loading or state.is_picking:
            return
        print(f"  update: {len(state.rows)} rows")
        for row in state.rows:
            print(f"    {row.text}")
        if state.phase is places.TablePhase.ROWS:
            self.done.set()

    def did_select_prediction(self, row: places.Row) -> bool:
        wanted = "store" in row.types
        print(f"  should select {row.primary}: {'yes' if wanted else 'no'}")
        return wanted

    def did_autocomplete(self, place: places.Place, typed: str) -> None:
        print(f"  picked for {typed}: {place.display_name}, {place.formatted_address}")
        self.done.set()

    def did_fail(self, error: places.PlacesError) -> None:
        print(f"  failed: {error}")
        self.done.set()


controller = Controller()
with places.Client(sys.argv[1]) as client, client.table(controller) as table:
    table.set_language("en")
    table.set_filter(places.Filter(countries=["us"]))
    field = "spaghetti s"
    print(f"typed: {field}")
    table.set_text(field)
    controller.wait()
    for row in table.state.rows:
        print(f"tapped: {row.primary}")
        table.select(row)
        controller.wait()
        if not table.state.rows:
            break
    print("a type that the index does not know")
    table.set_filter(places.Filter(types=["sample_type"]))
    table.set_text("pizza")
    controller.wait()
