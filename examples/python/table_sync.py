"""The table data source with callbacks: table_sync.py INDEX TEXT

What a window's toolkit would do: text and keys go in, the state is drawn whenever it is told, the place comes out.
"""

import sys
import threading

import places


class Window(places.TableDelegate):
    """Callbacks run on the client's thread; a toolkit would post them to its own."""

    def __init__(self) -> None:
        self.rows = threading.Event()
        self.picked = threading.Event()

    def did_update(self, state: places.TableState) -> None:
        if state.is_picking or not state.is_open:
            return
        if state.phase is places.TablePhase.NOTHING_FOUND:
            print("nothing found")
        for row in state.rows:
            mark = ">" if row.index == state.highlighted else " "
            name = places.highlight(row.primary, row.primary_matches)
            print(f"{mark} {name} - {row.secondary} ({row.icon.name.lower()})")
        for line in state.attributions:
            print(line)
        if state.is_current and not state.is_loading:
            self.rows.set()

    def did_autocomplete(self, place: places.Place, typed: str) -> None:
        print(f"{typed}: {place.display_name}, {place.formatted_address}")
        self.picked.set()

    def did_fail(self, error: places.PlacesError) -> None:
        print(error)


window = Window()
with places.Client(sys.argv[1]) as client, client.table(window) as table:
    table.set_language("en")  # else the user's locale
    table.set_text(sys.argv[2])
    window.rows.wait(timeout=5)
    window.rows.clear()
    if table.key(places.Key.DOWN):
        window.rows.wait(timeout=5)
        table.key(places.Key.ENTER)
        window.picked.wait(timeout=5)
