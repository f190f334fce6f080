"""The table data source, with callbacks.

1. A state read in one crossing is what C's getters say.
2. A pick asks, fetches, tells; or gives the suggestion and the token; refusals and failures come where they belong.
3. Keys, marks, changes, the way on, retry, cancel; activity is balanced.
4. What a callback raises is logged, and typing goes on; closing is safe from everywhere.
"""

from __future__ import annotations

import copy
import gc
import inspect
import logging
import pickle
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields

import pytest
from conftest import ATTRIBUTION, Ear, Slow, Web, body

import places
from places import Key, RowKind, TablePhase, _callbacks, _ffi, _options
from places.table import Callbacks

NAMES = tuple(Callbacks.__dataclass_fields__)


def table_of(client: places.Client, ear: Ear, **more: Callable[..., object]) -> places.Table:
    """One that asks at once for each text and speaks English."""
    table = client.table(**{**ear.of(*NAMES), "did_select_prediction": None, **more})
    table.set_mode(places.TypingMode.THROTTLE, 0)
    table.set_language("en")
    return table


def rows_for(table: places.Table, ear: Ear, text: str) -> places.TableState:
    """The state once the rows for this text are there."""
    table.set_text(text)
    state: places.TableState = ear.until(
        "did_update", lambda state: state.text == text and state.is_current and not state.is_loading
    )
    return state


@pytest.fixture
def table(client: places.Client, ear: Ear) -> Iterator[places.Table]:
    with table_of(client, ear) as table:
        yield table


@pytest.fixture
def asking(web: Web) -> Iterator[places.Client]:
    with places.Client(service=web.service) as client:
        yield client


# ----------------------------------------------------------------------------------------------------------------------
# State


def test_state_is_what_the_getters_say(table: places.Table, ear: Ear) -> None:
    table.set_filter(places.Filter(origin=(0, 0), countries=["us"]))
    state = rows_for(table, ear, "sample piz")
    assert state.phase is TablePhase.ROWS
    assert len(state.rows) > 1
    assert state._handle is not None
    address = state._handle.address
    result = _ffi.table_state_result(address)
    assert (state.text, state.phase) == (_ffi.table_state_text(address), _ffi.table_state_phase(address))
    assert state.is_loading is _ffi.table_state_is_loading(address)
    assert state.is_picking is _ffi.table_state_is_picking(address)
    assert state.is_open is _ffi.table_state_is_open(address)
    assert state.is_current is _ffi.table_state_is_current(address)
    assert state.is_fallback is _ffi.table_state_is_fallback(address)
    assert state.can_retry is _ffi.table_state_can_retry(address)
    assert state.highlighted is None
    assert _ffi.table_state_highlighted(address) == -1
    assert len(state.rows) == _ffi.table_state_row_count(address) == _ffi.result_count(result)
    assert state.attributions == (ATTRIBUTION,) == (_ffi.table_state_attribution(address, 0),)
    assert _ffi.table_state_attribution_count(address) == 1
    suggestions = places._native.read_result(result)
    for row, suggestion in zip(state.rows, suggestions):
        assert row.kind == _ffi.table_state_row_kind(address, row.index) == RowKind.PLACE
        assert row.icon == _ffi.table_state_row_icon(address, row.index)
        assert row.distance_text == _ffi.table_state_row_distance(address, row.index) != ""
        assert row.label == _ffi.table_state_row_label(address, row.index) != ""
        assert row.source == _ffi.table_state_row_source(address, row.index) == ""
        assert (row.place_id, row.types) == (suggestion.place_id, suggestion.types)
        assert row.distance_meters == suggestion.distance_meters is not None
        texts = [(row.text, row.matches), (row.primary, row.primary_matches), (row.secondary, row.secondary_matches)]
        assert texts == [
            (suggestion.full_text, suggestion.full_matches),
            (suggestion.primary_text, suggestion.primary_matches),
            (suggestion.secondary_text, suggestion.secondary_matches),
        ]
    assert '"sample piz"' in state.to_json()


def test_matches_count_characters(odd_path: str, ear: Ear) -> None:
    with places.Client(odd_path) as client, table_of(client, ear) as table:
        [row] = rows_for(table, ear, "dino park").rows
        assert [row.primary[start:end] for start, end in row.primary_matches] == ["Dino Park"]


def test_icons_units_and_labels(table: places.Table, ear: Ear) -> None:
    table.set_filter(places.Filter(origin=(40.73, -73.99), countries=["us"]))
    table.set_units(places.Units.METRIC)
    [row] = [row for row in rows_for(table, ear, "cheeseburger corner").rows if row.primary == "Cheeseburger Corner"]
    assert row.icon is places.Icon.FOOD
    assert row.distance_text.endswith(" m")
    assert row.label.startswith("Cheeseburger Corner, ")
    table.set_units(places.Units.US)
    row = table.state.rows[row.index]
    assert row.distance_text.endswith((" ft", " mi"))


def test_states_are_values(table: places.Table, ear: Ear) -> None:
    state = rows_for(table, ear, "paris")
    again = table.state
    assert state == again
    assert state.rows[0] == again.rows[0]
    copied = pickle.loads(pickle.dumps(state))
    assert copied == state
    assert copied.rows == state.rows
    assert str(copied.rows[0]) == state.rows[0].text
    with pytest.raises(ValueError, match="unpickled"):
        copied.changes_from(state)
    with pytest.raises(AttributeError):
        state.text = "other"  # type: ignore[misc]
    table.close()
    gc.collect()
    # It lives on without the table.
    assert '"paris"' in state.to_json()


def test_changes(table: places.Table, ear: Ear) -> None:
    old, new = rows_for(table, ear, "pizz"), rows_for(table, ear, "pizza s")
    for before, after in ((None, old), (old, new), (new, old), (old, old)):
        rows = [] if before is None else [row.place_id for row in before.rows]
        for change in after.changes_from(before):
            if change.kind is places.ChangeKind.REMOVE:
                del rows[change.row]
            elif change.kind is places.ChangeKind.INSERT:
                rows.insert(change.row, after.rows[change.row].place_id)
        assert rows == [row.place_id for row in after.rows]
    assert old.rows != new.rows
    assert old.changes_from(old) == ()


def test_rows_stay_until_the_next_ones_come(slow: Slow, ear: Ear) -> None:
    with places.Client(provider=slow) as client, table_of(client, ear) as table:
        first = rows_for(table, ear, "now")
        slow.asked.clear()
        table.set_text("later")
        state = ear.until("did_request", lambda state: state.text == "later")
        assert (state.phase, state.is_loading, state.is_current) == (TablePhase.ROWS, True, False)
        assert state.rows == first.rows
        assert slow.asked.wait(5)
        next(iter(slow.kept.values())).finish({})
        state = ear.until("did_update", lambda state: not state.is_loading)
        assert (state.phase, state.rows, state.is_open) == (TablePhase.NOTHING_FOUND, (), True)
        table.clear()
        assert ear.next("did_update").phase is TablePhase.IDLE


# ----------------------------------------------------------------------------------------------------------------------
# Picking


def test_pick(table: places.Table, ear: Ear) -> None:
    state = rows_for(table, ear, "cheesebury sav")
    table.select(state.rows[0])
    place, typed = ear.next("did_autocomplete")
    assert (place.display_name, typed) == ("Cheesebury Savings Bank", "cheesebury sav")
    assert place.location is not None
    assert table.state.rows == ()
    assert not table.state.is_picking


def test_fields_of_a_pick(table: places.Table, ear: Ear) -> None:
    table.set_fields(["id"])
    table.select(rows_for(table, ear, "cheesebury sav").rows[0].index)
    place, _ = ear.next("did_autocomplete")
    assert (place.id, place.display_name) == ("sample:cheesebury-ny", None)
    with pytest.raises(places.InvalidRequestError):
        table.set_fields("noSuchField")


def test_should_select(web: Web, asking: places.Client, ear: Ear, caplog: pytest.LogCaptureFixture) -> None:
    answers: list[Callable[[], bool | None]] = [lambda: False, lambda: [].pop(), lambda: None]
    asked: list[str] = []

    def should_select(row: places.Row) -> bool | None:
        asked.append(row.primary)
        return answers.pop(0)()

    with table_of(asking, ear, did_select_prediction=should_select) as table:
        state = rows_for(table, ear, "ab")
        for _ in range(2):
            table.select(state.rows[1])
            ear.until("did_update", lambda state: not state.is_picking)
        # Neither a no nor an exception has cost a details call, and the rows are still there.
        assert web.of_kind("details") == []
        assert any(record.exc_info for record in caplog.records)
        table.select(state.rows[1])
        assert ear.next("did_autocomplete")[0].id == "w:ab:2"
    assert asked == ["ab 2"] * 3
    assert len(web.of_kind("details")) == 1


def test_one_token_and_one_details_call(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        rows_for(table, ear, "ab")
        table.select(rows_for(table, ear, "abc").rows[0])
        ear.next("did_autocomplete")
        tokens = [request.get("sessionToken") for kind, request in web.asked if kind in ("suggest", "details")]
        assert len(tokens) == 3
        assert len(set(tokens)) == 1
        assert tokens[0]
        rows_for(table, ear, "abcd")
        assert web.of_kind("suggest")[-1]["sessionToken"] != tokens[0]


def test_pick_of_a_suggestion(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        table.set_pick(places.Pick.SUGGESTION)
        table.select(rows_for(table, ear, "ab").rows[0])
        row, token = ear.next("did_pick")
        assert row.place_id == "w:ab:1"
        assert str(token) == web.of_kind("suggest")[0]["sessionToken"]
        assert web.of_kind("details") == []
        assert asking.place(row.place_id, fields="id", token=token).id == "w:ab:1"
    assert asking.meter().tokens_reused == 0


def test_refused_picks(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        old = rows_for(table, ear, "ab")
        new = rows_for(table, ear, "cd")
        with pytest.raises(places.InvalidRequestError, match="gone"):
            table.select(old.rows[0])
        for row in (2, -1, 1 << 31):
            with pytest.raises(places.InvalidRequestError):
                table.select(row)
        release = threading.Event()
        web.details = lambda query: {"id": "x"} if release.wait(5) else {}  # type: ignore[method-assign]
        table.select(new.rows[0])
        with pytest.raises(places.InvalidRequestError, match="already"):
            table.select(new.rows[1])
        ear.until("did_update", lambda state: state.is_picking)
        release.set()
        assert ear.next("did_autocomplete")[0].id == "x"


def test_failed_pick_and_retry(web: Web, asking: places.Client, ear: Ear) -> None:
    web.failures["details"] = [503]
    with table_of(asking, ear) as table:
        table.select(rows_for(table, ear, "ab").rows[0])
        state = ear.until("did_update", lambda state: state.error is not None)
        assert isinstance(state.error, places.ServerError)
        assert state.error.http_status == 503
        assert state.can_retry
        assert len(state.rows) == 2
        assert not state.is_picking
        table.retry()
        assert ear.next("did_autocomplete")[0].id == "w:ab:1"
        with pytest.raises(places.InvalidRequestError):
            table.retry()
    assert "did_fail" not in ear.names


def test_failures_that_trying_again_cannot_mend(web: Web, asking: places.Client, ear: Ear) -> None:
    web.failures["suggest"] = [400, 503]
    with table_of(asking, ear) as table:
        table.set_text("ab")
        error = ear.next("did_fail")
        assert isinstance(error, places.PlacesError)
        assert not error.retryable
        state = table.state
        assert (state.phase, state.can_retry) == (TablePhase.FAILED, False)
        table.set_text("abc")
        state = ear.until("did_update", lambda state: state.error is not None and state.text == "abc")
        assert (state.phase, state.can_retry) == (TablePhase.FAILED, True)
        table.retry()
        state = ear.until("did_update", lambda state: state.phase is TablePhase.ROWS)
        assert state.error is None


# ----------------------------------------------------------------------------------------------------------------------
# Keys and the rest


def test_keys(table: places.Table, ear: Ear) -> None:
    state = rows_for(table, ear, "pizza")
    last = len(state.rows) - 1
    assert state.is_open
    marks = []
    for key in (Key.DOWN, Key.DOWN, Key.UP, Key.UP):
        assert table.key(key)
        marks.append(table.state.highlighted)
    assert marks[:3] == [0, 1, 0]
    table.highlight(last)
    marked = table.state.highlighted_row
    assert marked is not None
    assert marked == table.state.rows[last]
    table.highlight(state.rows[1])
    assert table.state.highlighted == 1
    table.highlight(None)
    assert table.state.highlighted_row is None
    with pytest.raises(places.InvalidRequestError, match=rf"row: {last + 1} is .* \(0 to {last}\)"):
        table.highlight(last + 1)
    with pytest.raises(places.InvalidRequestError, match="row -2 is negative; rows count from 0"):
        table.highlight(-2)
    for wrong in ("x", True, 1.5):
        with pytest.raises(TypeError, match=f"row must be a places.Row or its index, not {type(wrong).__name__}"):
            table.highlight(wrong)  # type: ignore[arg-type]
    assert table.key(Key.ESCAPE)
    assert not table.state.is_open
    table.open()
    assert table.state.is_open
    table.shut()
    assert not table.state.is_open
    table.open()
    table.key(Key.DOWN)
    assert table.key(Key.ENTER)
    place, _ = ear.next("did_autocomplete")
    assert place.id == state.rows[0].place_id


def test_enter_takes_the_text_or_the_first_row(table: places.Table, ear: Ear) -> None:
    rows_for(table, ear, "pizza")
    table.key(Key.ENTER)
    assert ear.next("did_enter_text") == "pizza"
    table.set_accepts_text(False)
    table.set_take_first(True)
    state = rows_for(table, ear, "paris")
    assert table.key(Key.ENTER)
    assert ear.next("did_autocomplete")[0].id == state.rows[0].place_id


def test_cancel(table: places.Table, ear: Ear) -> None:
    rows_for(table, ear, "pizza")
    table.cancel()
    ear.next("was_cancelled")
    assert table.state.rows == ()
    assert table.state.phase is TablePhase.IDLE


def is_balanced(active: list[bool]) -> bool:
    """On and off in turn, the last one off."""
    return active == [True, False] * (len(active) // 2)


def test_activity_is_balanced(slow: Slow, ear: Ear) -> None:
    with places.Client(provider=slow) as client:
        with client.table(**ear.of("activity")) as table:
            table.set_text("never answered")
            assert ear.next("activity") is True
        assert ear.next("activity") is False
        # Closed at any moment: what waits to be told is dropped, or told with its other half.
        for i in range(300):
            active: list[bool] = []
            with client.table(activity=active.append) as table:
                table.set_mode(places.TypingMode.THROTTLE, 0)
                table.set_text("now")
                if i % 2:
                    table.set_text("never answered")
                if i % 3 == 0:
                    client.suggest("now")
            assert is_balanced(active)


def test_the_way_on_geocodes_addresses(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        state = rows_for(table, ear, Web.ADDRESS)
        assert state.phase is TablePhase.NOTHING_FOUND
        [row] = state.rows
        assert (row.kind, row.primary, row.icon) == (RowKind.SEARCH, Web.ADDRESS, places.Icon.SEARCH)
        table.select(row)
        # A single one is picked.
        assert ear.next("did_autocomplete")[0].formatted_address == f"{Web.ADDRESS}, found"
    assert web.of_kind("search") == []


def test_the_way_on_searches_names(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        rows_for(table, ear, "nothing at all")
        assert table.can_search
        table.search()
        state = ear.until("did_update", lambda state: state.phase is TablePhase.ROWS)
        assert [(row.kind, row.primary) for row in state.rows] == [
            (RowKind.FOUND, "nothing at all 1"),
            (RowKind.FOUND, "nothing at all 2"),
        ]
        table.select(state.rows[1])
        assert ear.next("did_autocomplete")[0].id == "s:2"
        table.set_search_row(True, always=True)
        assert rows_for(table, ear, "ab").rows[-1].kind is RowKind.SEARCH
        table.set_search_row(False)
        assert rows_for(table, ear, "nothing").rows == ()


def test_an_index_has_no_way_on(table: places.Table, ear: Ear) -> None:
    table.set_search_row(True, always=True)
    assert rows_for(table, ear, "xyzzy").rows == ()
    assert not table.can_search
    with pytest.raises(places.UnsupportedError):
        table.search()


def test_a_row_is_a_row_or_a_number(table: places.Table, ear: Ear) -> None:
    rows_for(table, ear, "sample piz")
    for wrong in ("x", None, True, 1.5):
        with pytest.raises(TypeError, match=f"row must be a places.Row or its index, not {type(wrong).__name__}"):
            table.select(wrong)  # type: ignore[arg-type]
    with pytest.raises(places.InvalidRequestError, match="row -1 is negative"):
        table.select(-1)


def test_escape_is_the_dialogs_on_an_idle_field(table: places.Table, ear: Ear) -> None:
    assert not table.key(Key.ESCAPE)
    rows_for(table, ear, "sample piz")
    assert table.key(Key.ESCAPE)  # the list
    assert table.key(Key.ESCAPE)  # the search
    ear.next("was_cancelled")
    assert not table.key(Key.ESCAPE)
    table.set_value("Sample Pizza")
    assert not table.key(Key.ESCAPE)


def test_program_fills_the_field(table: places.Table, ear: Ear) -> None:
    table.set_value("Paris")
    state = ear.next("did_update")
    assert (state.text, state.rows, state.is_open) == ("Paris", (), False)
    assert "did_request" not in ear.names


def test_current_location(table: places.Table, ear: Ear) -> None:
    table.set_current_location((48.85, 2.35), "Here")
    table.open()
    [row] = ear.until("did_update", lambda state: state.rows).rows
    assert (row.kind, row.primary) == (RowKind.CURRENT_LOCATION, "Here")
    table.select(row)
    place, _ = ear.next("did_autocomplete")
    assert place.location == (48.85, 2.35)
    table.set_current_location(None)
    assert table.state.rows == ()


def test_viewport_is_a_bias_and_keeps_the_session(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        rows_for(table, ear, "ab")
        table.set_viewport(places.Rectangle((1, 2), (3, 4)))
        rows_for(table, ear, "abc")
        first, *_, last = web.of_kind("suggest")
        assert "rectangle" in str(last["locationBias"])
        assert last["sessionToken"] == first["sessionToken"]
        table.set_filter(places.Filter(restriction=places.Circle((1, 2), 5)))
        with pytest.raises(places.InvalidRequestError):
            table.set_viewport(places.Rectangle((1, 2), (3, 4)))


def test_attribution_is_hidden_on_a_google_map(asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        assert rows_for(table, ear, "ab").attributions == ("Powered by Google",)
        table.set_on_google_map(True)
        assert table.state.attributions == ()


def test_cheapest_billing(web: Web, asking: places.Client, ear: Ear) -> None:
    with table_of(asking, ear) as table:
        table.set_fields("formattedAddress,location")
        table.set_billing_policy(places.BillingPolicy.CHEAPEST)
        # Nothing is known before the first pick: a session.
        table.select(rows_for(table, ear, "ab").rows[0])
        ear.next("did_autocomplete")
        assert web.of_kind("suggest")[0]["sessionToken"]
        # One request for a pick: each is billed by itself, and the pick is geocoded.
        table.select(rows_for(table, ear, "cd").rows[0])
        place, _ = ear.next("did_autocomplete")
        assert place.formatted_address == "w:cd:1, found"
        assert "sessionToken" not in web.of_kind("suggest")[1]
        assert web.of_kind("geocode")[0]["place_id"] == "w:cd:1"
        assert len(web.of_kind("details")) == 1


# ----------------------------------------------------------------------------------------------------------------------
# Sources


def test_sources_make_one_list(index_path: str, web: Web, ear: Ear) -> None:
    with (
        places.Source("here", index_path) as here,
        places.Source("web", service=web.service) as net,
        places.Client(sources=[here, net], source_mode=places.SourceMode.MERGE) as client,
        table_of(client, ear) as table,
    ):
        assert (here.name, repr(net)) == ("here", "Source('web')")
        here.close()
        state = rows_for(table, ear, "paris")
        assert {row.source for row in state.rows} == {"here", "web"}
        assert not state.is_fallback
        [web_row] = [row for row in state.rows if row.place_id == "w:paris:1"]
        table.select(web_row)
        assert ear.next("did_autocomplete")[0].id == "w:paris:1"


def test_fallback_is_marked(index_path: str, web: Web, ear: Ear) -> None:
    web.failures["suggest"] = [503]
    sources = [places.Source("web", service=web.service), places.Source("here", index_path)]
    with (
        places.Client(sources=sources, source_mode=places.SourceMode.FALLBACK) as client,
        table_of(client, ear) as table,
    ):
        state = rows_for(table, ear, "paris")
        assert state.is_fallback
        assert {row.source for row in state.rows} == {"here"}
        found = client.suggest("now")
        assert not found.is_fallback
        assert found[0].source == "web"
        # Nothing on the web is an answer, too.
        assert not client.suggest("12")
    with pytest.raises(RuntimeError, match="the source is closed"):
        sources[0].close()
        places.Client(sources=sources)


def test_typed_points(ear: Ear) -> None:
    with places.Source("points") as points, places.Client(sources=[points]) as client, table_of(client, ear) as table:
        [row] = rows_for(table, ear, "48.8566, 2.3522").rows
        assert row.kind is RowKind.POINT
        table.select(row)
        place, _ = ear.next("did_autocomplete")
        assert place.location == pytest.approx((48.8566, 2.3522))


@pytest.mark.parametrize("name", ["", "x" * 65, "a\0b"])
def test_names_of_sources(name: str) -> None:
    with pytest.raises(places.InvalidRequestError):
        places.Source(name)


def test_source_that_is_closed_before_its_client_keeps_its_callbacks(web: Web) -> None:
    calls: list[bool] = []

    def bearer(renew: bool) -> str:
        calls.append(renew)
        return "access"

    gc.collect()
    before = _callbacks.entry_count()
    service = places.Service(bearer=bearer, base_url=web.service.base_url)
    source = places.Source("web", service=service)
    client = places.Client(sources=[source])
    source.close()
    del source
    gc.collect()
    assert client.suggest("ab")
    assert calls == [False]
    client.close()
    gc.collect()
    assert _callbacks.entry_count() <= before


# ----------------------------------------------------------------------------------------------------------------------
# Callbacks and the end


def test_delegate(client: places.Client) -> None:
    class Delegate(places.TableDelegate):
        def __init__(self) -> None:
            self.place: places.Place | None = None
            self.heard = threading.Event()

        def did_update(self, state: places.TableState) -> None:
            if state.phase is TablePhase.ROWS and not state.is_picking:
                own.select(state.rows[0])

        def did_autocomplete(self, place: places.Place, typed: str) -> None:
            self.place = place
            self.heard.set()

    delegate = Delegate()
    own = client.table(delegate)
    own.set_text("paris")
    assert delegate.heard.wait(5)
    assert delegate.place is not None
    assert delegate.place.display_name == "Paris"
    own.close()
    with pytest.raises(TypeError, match="TableDelegate"):
        client.table(object())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        client.table(did_updat=print)  # type: ignore[call-arg]


def test_callbacks_are_listed_alike() -> None:
    methods = [name for name in vars(places.TableDelegate) if not name.startswith("_")]
    assert list(NAMES) == methods == list(_options.TableCallbacks.__annotations__)
    assert list(NAMES) == [name for name, *_ in _ffi.TableDelegate._fields_[1:]]
    parameters = list(inspect.signature(places.Table.__init__).parameters)
    assert parameters[-len(NAMES) :] == list(NAMES)
    assert {field.name for field in fields(places.Filter)} < {field.name for field in fields(places.Request)}


def test_what_a_callback_raises_is_logged(client: places.Client, ear: Ear, caplog: pytest.LogCaptureFixture) -> None:
    def fail(state: places.TableState) -> None:
        raise ValueError("of the callback")

    with table_of(client, ear, did_request=fail) as table, caplog.at_level(logging.ERROR, "places"):
        assert rows_for(table, ear, "paris").rows
        assert rows_for(table, ear, "berlin").rows
    assert sum("of the callback" in str(record.exc_info) for record in caplog.records) == 2


def test_closing(client: places.Client, ear: Ear) -> None:
    table = table_of(client, ear)
    table.set_text("paris")
    table.close()
    table.close()
    calls: list[Callable[[], object]] = [lambda: table.set_text("x"), lambda: table.state, table.cancel, table.shut]
    for call in calls:
        with pytest.raises(RuntimeError, match="the table is closed"):
            call()
    with pytest.raises(TypeError):
        copy.copy(table)
    assert client.suggest("paris")


def test_client_closed_first(index_path: str, ear: Ear) -> None:
    client = places.Client(index_path)
    table = table_of(client, ear)
    state = rows_for(table, ear, "paris")
    client.close()
    calls: list[Callable[[], object]] = [lambda: table.set_text("berlin"), lambda: table.select(state.rows[0])]
    for call in calls:
        with pytest.raises(places.RequestCancelledError):
            call()
    assert table.state.rows == state.rows
    table.close()


def test_rude_callbacks(client: places.Client) -> None:
    """Text, keys and the end from inside a callback."""
    done = threading.Event()
    texts: list[str] = []

    def update(state: places.TableState) -> None:
        texts.append(state.text)
        if len(texts) > 50:
            own.close()
            own.close()
            client.close()
            done.set()
        elif not done.is_set():
            own.set_text(f"pa{len(texts)}")
            own.key(Key.DOWN)
            with pytest.raises(places.InvalidRequestError):
                own.select(99)
            with pytest.raises(places.WrongThreadError):
                client.suggest("paris")

    own = client.table(did_update=update)
    own.set_text("paris")
    assert done.wait(5)


def test_refused_filter_leaves_nothing(client: places.Client) -> None:
    gc.collect()
    before = _callbacks.entry_count()
    with pytest.raises(places.InvalidRequestError):
        client.table(filter=places.Filter(countries=["xxx"]))
    gc.collect()
    assert _callbacks.entry_count() <= before
    with client.table(filter=places.Filter(countries=["fr"])) as table:
        table.set_text("paris")


def forget_one(client: places.Client) -> None:
    """Leaves a table behind whose callback holds it."""
    own = client.table(did_update=lambda state: own.close())
    own.set_text("never answered")


def test_one_that_nobody_holds_ends(slow: Slow) -> None:
    gc.collect()
    with places.Client(provider=slow) as client:
        before = _callbacks.entry_count()
        with pytest.warns(ResourceWarning, match="unclosed"):
            forget_one(client)
            gc.collect()
        assert client.suggest("now")
        assert _callbacks.entry_count() <= before


def test_many_tables(client: places.Client) -> None:
    ears = [Ear() for _ in range(100)]
    tables = [table_of(client, ear) for ear in ears]
    for i, table in enumerate(tables):
        table.set_text("paris" if i % 2 else "berlin")
    for i, ear in enumerate(ears):
        wanted = "Paris" if i % 2 else "Berlin"
        ear.until("did_update", lambda state, wanted=wanted: state.rows and state.rows[0].primary == wanted)  # type: ignore[misc]
    for table in tables:
        table.close()


@pytest.mark.parametrize(
    ("text", "is_address"),
    [
        (Web.ADDRESS, True),
        ("23-30 29th St, Queens", True),
        ("pizza near me", False),
        ("", False),
    ],
)
def test_text_is_for_geocoding(text: str, is_address: bool) -> None:
    assert places.text_is_for_geocoding(text) is is_address


def test_provider_rows_without_structure(slow: Slow, ear: Ear) -> None:
    with places.Client(provider=slow) as client, table_of(client, ear) as table:
        [row] = rows_for(table, ear, "now").rows
        assert row.text == str(body("now")["suggestions"][0]["placePrediction"]["text"]["text"])  # type: ignore[index]
