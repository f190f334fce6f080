"""A fetcher and a table, driven step by step: text and keys in; rows, texts and events out.

On the C interface, through ctypes: what a case finds is then the library's and no binding's.
"""

from __future__ import annotations

import ctypes
import json
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from ctypes import CFUNCTYPE, Structure, byref, c_bool, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64
from ctypes import c_void_p as pointer
from dataclasses import dataclass
from typing import Any, Literal

import places
from places import _ffi, _native

import params
from services import Outcome

# Of its own, with types of its own: the binding's declarations of the same functions are not in the way.
_library = ctypes.CDLL(_ffi.library._name)

DEBOUNCE = 1
KEYS = {"Down": 0, "Up": 1, "Enter": 2, "Escape": 3, "Home": 4, "End": 5}


class _FetcherCallbacks(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("did_start", CFUNCTYPE(None, pointer)),
        ("did_autocomplete", CFUNCTYPE(None, pointer, c_char_p, pointer)),
        ("did_fail", CFUNCTYPE(None, pointer, pointer)),
    ]


class _TableDelegate(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("did_request", CFUNCTYPE(None, pointer, pointer)),
        ("did_update", CFUNCTYPE(None, pointer, pointer)),
        ("did_select_prediction", CFUNCTYPE(c_bool, pointer, pointer, c_size_t)),
        ("did_autocomplete", CFUNCTYPE(None, pointer, pointer, c_char_p)),
        ("did_pick", CFUNCTYPE(None, pointer, pointer, c_size_t, pointer)),
        ("did_enter_text", CFUNCTYPE(None, pointer, c_char_p)),
        ("did_fail", CFUNCTYPE(None, pointer, pointer)),
        ("was_cancelled", CFUNCTYPE(None, pointer)),
        ("activity", CFUNCTYPE(None, pointer, c_bool)),
    ]


_PlaceCallback = CFUNCTYPE(None, pointer, c_uint64, c_int, pointer, pointer)


def _checked(name: str, *arguments: Any) -> None:
    """A function that may refuse: raises what it says."""
    function = getattr(_library, name)
    function.restype = c_int
    error = ctypes.c_void_p()
    status = function(*arguments, byref(error))
    if status:
        raise _ffi.take_error(status, error)


def _plain(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(_library, name)
    function.restype = result
    return function(*arguments)


def filter_of(stack: Any, request: places.Request) -> int:
    handle: int = _ffi.filter_new()
    stack.callback(_ffi.filter_free, handle)
    _native._fill_filter(handle, request)
    return handle


@dataclass
class Delivered:
    """Rows, and the text that they are for."""

    text: str
    rows: places.Suggestions
    at: float


class _Typing:
    """What fetcher and table have in common; `prefix` is what the names of their functions begin with."""

    prefix = ""

    def __init__(self) -> None:
        self.handle: int | None = None
        self._changed = threading.Condition()

    def wait(self, condition: Callable[[], bool], seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(condition, seconds)

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def set_text(self, text: str, caret: int = -1) -> None:
        self.set_raw(text.encode("utf-8", "surrogatepass"), caret)

    def set_raw(self, raw: bytes, caret: int = -1) -> None:
        _checked(f"{self.prefix}_set_text", pointer(self.handle), raw, c_size_t(len(raw)), c_int32(caret))

    def set_debounce(self, milliseconds: int) -> None:
        _checked(f"{self.prefix}_set_mode", pointer(self.handle), c_int(DEBOUNCE), c_uint32(milliseconds))

    def set_throttle(self, milliseconds: int) -> None:
        _checked(f"{self.prefix}_set_mode", pointer(self.handle), c_int(0), c_uint32(milliseconds))

    def set_option(self, name: str, value: Any) -> None:
        if name == "limit":
            _checked(f"{self.prefix}_set_limit", pointer(self.handle), c_int32(value))
        elif name == "debounce_ms":
            self.set_debounce(value)
        elif name == "throttle_ms":
            self.set_throttle(value)
        elif name in ("min_length", "min_chars"):
            _checked(f"{self.prefix}_set_min_length", pointer(self.handle), c_uint32(value))
        elif name in ("timeout_ms", "deadline_ms"):
            _checked(f"{self.prefix}_set_deadline", pointer(self.handle), c_uint32(value))
        elif name == "session_timeout_ms":
            _checked(f"{self.prefix}_set_session_timeout", pointer(self.handle), c_uint32(value))
        elif name in ("token", "session_token"):
            self._set_token(value)
        elif name in ("sessions", "use_session_token", "automatic_token"):
            _checked(f"{self.prefix}_set_session_policy", pointer(self.handle), c_int(0 if value else 1))
        else:
            self._set_filter({name: value})

    def _set_token(self, text: str | None) -> None:
        token = ctypes.c_void_p()
        if text is not None:
            _ffi.token_from_text(text.encode(), token)
        _checked(f"{self.prefix}_set_token", pointer(self.handle), token)
        _ffi.token_free(token)

    def _set_filter(self, params_: dict[str, Any]) -> None:
        with ExitStack() as stack:
            handle = filter_of(stack, params.request(params_))
            _checked(f"{self.prefix}_set_filter", pointer(self.handle), pointer(handle))

    def set_composing(self, composing: bool) -> None:
        _plain(f"{self.prefix}_set_composing", None, pointer(self.handle), c_bool(composing))

    def clear(self) -> None:
        _plain(f"{self.prefix}_clear", None, pointer(self.handle))

    def flush(self) -> None:
        _plain(f"{self.prefix}_flush", None, pointer(self.handle))

    def token(self) -> str | None:
        out = ctypes.c_void_p()
        _checked(f"{self.prefix}_token", pointer(self.handle), byref(out))
        if not out.value:
            return None
        try:
            return str(_ffi.token_text(out))
        finally:
            _ffi.token_free(out)

    def close(self) -> None:
        handle, self.handle = self.handle, None
        if handle is not None:
            _plain(f"{self.prefix}_free", None, pointer(handle))

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Fetcher(_Typing):
    """Keeps all that it was told."""

    prefix = "places_fetcher"

    def __init__(self, client: places.Client, **options: Any) -> None:
        super().__init__()
        self.delivered: list[Delivered] = []
        self.failures: list[BaseException] = []
        #: Outcomes of details calls, in the order of the calls.
        self.details_outcomes: list[Outcome] = []
        self.started = 0
        kinds = dict(_FetcherCallbacks._fields_)
        self._callbacks = _FetcherCallbacks(
            ctypes.sizeof(_FetcherCallbacks),
            kinds["did_start"](self._did_start),
            kinds["did_autocomplete"](self._did_autocomplete),
            kinds["did_fail"](self._did_fail),
        )
        self._kept: list[Any] = []
        out = ctypes.c_void_p()
        with client._open() as address:
            _checked("places_fetcher_new", pointer(address), byref(self._callbacks), None, byref(out))
        self.handle = out.value
        for name, value in options.items():
            self.set_option(name, value)

    def _did_start(self, _: int) -> None:
        self.started += 1
        self._tell()

    def _did_autocomplete(self, _: int, text: bytes, result: int) -> None:
        self.delivered.append(Delivered(text.decode(), _native.read_result(result), time.monotonic()))
        self._tell()

    def _did_fail(self, _: int, error: int) -> None:
        self.failures.append(_ffi.read_error(int(_ffi.error_status(error)), error))
        self._tell()

    def details(self, place_id: str, fields: str = "id,displayName") -> Outcome:
        outcome = Outcome()
        self.details_outcomes.append(outcome)
        started = time.monotonic()

        def callback(_: int, _number: int, status: int, place: int | None, error: int | None) -> None:
            outcome.callbacks += 1
            outcome.elapsed_ms = (time.monotonic() - started) * 1000
            if status == 0 and place:
                outcome.value = _native.read_place(place)
            else:
                outcome.error = _ffi.read_error(status, error)
            self._tell()

        kept = _PlaceCallback(callback)
        self._kept.append(kept)
        request = _ffi.place_request_new()
        try:
            _ffi.place_request_set_place_id(request, place_id.encode())
            _ffi.place_request_set_fields(request, fields.encode())
            _checked("places_fetcher_fetch_place", pointer(self.handle), pointer(request), kept, None, None)
        except places.PlacesError as error:
            outcome.error = error
        finally:
            _ffi.place_request_free(request)
        return outcome

    def end_session(self) -> None:
        _plain("places_fetcher_end_session", None, pointer(self.handle))


@dataclass(frozen=True)
class TableEvent:
    """Something that the table's user is told, apart from what is drawn."""

    kind: Literal["selected", "suggestion", "place", "free_text", "failed", "cancelled"]
    text: str


class Table(_Typing):
    """Keeps its events in order."""

    prefix = "places_table"

    def __init__(self, client: places.Client, pick_details: bool = False, **options: Any) -> None:
        super().__init__()
        self.events: list[TableEvent] = []
        #: Rows of the marked row's text at the moment of a pick, and each state that was drawn.
        self.states: list[dict[str, Any]] = []
        kinds = dict(_TableDelegate._fields_)
        self._delegate = _TableDelegate(
            ctypes.sizeof(_TableDelegate),
            kinds["did_request"](self._draw),
            kinds["did_update"](self._draw),
            kinds["did_select_prediction"](self._did_select),
            kinds["did_autocomplete"](self._did_autocomplete),
            kinds["did_pick"](self._did_pick),
            kinds["did_enter_text"](lambda _, text: self._event("free_text", text.decode())),
            kinds["did_fail"](lambda _, error: self._event("failed", str(_ffi.error_message(error)))),
            kinds["was_cancelled"](lambda _: self._event("cancelled", "")),
            kinds["activity"](lambda _, active: None),
        )
        out = ctypes.c_void_p()
        with client._open() as address:
            _checked("places_table_new", pointer(address), byref(self._delegate), None, byref(out))
        self.handle = out.value
        _plain("places_table_set_search_row", None, pointer(self.handle), c_bool(False), c_bool(False))
        if not pick_details:
            _checked("places_table_set_pick", pointer(self.handle), c_int(1))
        for name, value in options.items():
            self.set_option(name, value)

    def _event(self, kind: Any, text: str) -> None:
        self.events.append(TableEvent(kind, text))
        self._tell()

    def _draw(self, _: int, state: int) -> None:
        self.states.append(_state(state))
        self._tell()

    def _did_select(self, _: int, state: int, row: int) -> bool:
        self._event("selected", _row_text(state, row))
        return True

    def _did_pick(self, _: int, state: int, row: int, token: int | None) -> None:
        self._event("suggestion", _row_text(state, row))

    def _did_autocomplete(self, _: int, place: int, typed: bytes) -> None:
        self.typed = typed.decode()
        self._event("place", str(_ffi.place_display_name(place) or _ffi.place_id(place)))

    def key(self, name: str) -> bool:
        return bool(_plain("places_table_key", c_bool, pointer(self.handle), c_int(KEYS[name])))

    def set_take_first(self, on: bool) -> None:
        _plain("places_table_set_take_first", None, pointer(self.handle), c_bool(on))

    def set_accepts_text(self, on: bool) -> None:
        _plain("places_table_set_accepts_text", None, pointer(self.handle), c_bool(on))

    def set_value(self, text: str) -> None:
        raw = text.encode()
        _checked("places_table_set_value", pointer(self.handle), raw, c_size_t(len(raw)))

    def select(self, row: int) -> None:
        _checked("places_table_select", pointer(self.handle), None, c_size_t(row))

    def highlight(self, row: int) -> None:
        _checked("places_table_highlight", pointer(self.handle), c_int32(row))

    def simple(self, name: Literal["open", "close", "cancel"]) -> None:
        _plain(f"places_table_{name}", None, pointer(self.handle))

    def retry(self) -> None:
        _checked("places_table_retry", pointer(self.handle))

    def now(self) -> dict[str, Any]:
        state = _plain("places_table_state_now", pointer, pointer(self.handle))
        try:
            return _state(state)
        finally:
            _plain("places_table_state_release", None, pointer(state))


def _row_text(state: int, row: int) -> str:
    result = _plain("places_table_state_result", pointer, pointer(state))
    return str(_ffi.result_primary_text(result, row, None))


def _state(state: int) -> dict[str, Any]:
    """What is drawn, as plain values."""
    get = {
        "is_loading": c_bool,
        "is_picking": c_bool,
        "is_open": c_bool,
        "is_current": c_bool,
        "highlighted": c_int32,
        "phase": c_int,
        "row_count": c_size_t,
        "can_retry": c_bool,
    }
    read = {name: _plain(f"places_table_state_{name}", kind, pointer(state)) for name, kind in get.items()}
    text = _plain("places_table_state_text", c_char_p, pointer(state))
    read["text"] = (text or b"").decode()
    result = _plain("places_table_state_result", pointer, pointer(state))
    suggestions = json.loads(_ffi.result_to_json(result)).get("suggestions", [])
    read["rows"] = [_main_text(each) for each in suggestions]
    read["labels"] = [
        (_plain("places_table_state_row_label", c_char_p, pointer(state), c_size_t(row)) or b"").decode()
        for row in range(read["row_count"])
    ]
    return read


def _main_text(suggestion: dict[str, Any]) -> str:
    prediction = next(iter(suggestion.values()))
    structured = prediction.get("structuredFormat", {}).get("mainText", {})
    return str(structured.get("text") or prediction.get("text", {}).get("text", ""))


__all__ = ["Fetcher", "Table", "TableEvent"]
