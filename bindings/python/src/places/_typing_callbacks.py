"""How fetchers and tables call Python. For the rules see _callbacks.py.

An entry refers to its fetcher or table weakly: callbacks often hold the table, and the table holds them, so that it can
be collected when nobody types into it any more.

Nobody waits for such a callback: what it raises is logged, and the typing goes on. What ends programs
(KeyboardInterrupt inside a pumped dispatch) is raised once C has returned.
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Protocol

from . import _callbacks, _ffi


class FetcherEnd(Protocol):
    """What a fetcher offers to the trampolines: pointers, as C gives them."""

    def _did_start(self) -> object: ...

    def _did_autocomplete(self, text: bytes, result: int) -> object: ...

    def _did_fail(self, error: int) -> object: ...


class TableEnd(Protocol):
    """The same of a table."""

    def _did_request(self, state: int) -> object: ...

    def _did_update(self, state: int) -> object: ...

    def _did_select_prediction(self, state: int, row: int) -> bool: ...

    def _did_autocomplete(self, place: int, typed: bytes) -> object: ...

    def _did_pick(self, state: int, row: int, token: int | None) -> object: ...

    def _did_enter_text(self, text: bytes) -> object: ...

    def _did_fail(self, error: int) -> object: ...

    def _was_cancelled(self) -> object: ...

    def _activity(self, active: bool) -> object: ...


class Entry:
    """Where a fetcher or a table is found."""

    __slots__ = ("end",)

    def __init__(self, end: FetcherEnd | TableEnd) -> None:
        self.end = weakref.ref(end)


def _tell(key: int, method: str, *arguments: Any) -> Any:
    """What the method returns; None where it raised or its object is gone."""
    with _callbacks._inside:
        entry: Entry | None = _callbacks._entries.get(key)
        end = None if entry is None else entry.end()
        if end is not None:
            return guarded(getattr(end, method), *arguments)
    return None


def guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls what belongs to the user; logs what it raises."""
    try:
        return function(*arguments)
    except BaseException as exception:
        _callbacks.logger.error("exception in a callback of a fetcher or table", exc_info=exception)
        if not isinstance(exception, Exception):
            raise
        return None


@_ffi.FetcherDidStart
def _fetcher_did_start(key: int) -> None:
    _tell(key, "_did_start")


@_ffi.FetcherDidAutocomplete
def _fetcher_did_autocomplete(key: int, text: bytes, result: int) -> None:
    _tell(key, "_did_autocomplete", text, result)


@_ffi.FetcherDidFail
def _fetcher_did_fail(key: int, error: int) -> None:
    _tell(key, "_did_fail", error)


@_ffi.TableDidRequest
def _table_did_request(key: int, state: int) -> None:
    _tell(key, "_did_request", state)


@_ffi.TableDidUpdate
def _table_did_update(key: int, state: int) -> None:
    _tell(key, "_did_update", state)


@_ffi.TableDidSelectPrediction
def _table_did_select_prediction(key: int, state: int, row: int) -> bool:
    # What raised has not agreed: a details call is billed.
    return _tell(key, "_did_select_prediction", state, row) is True


@_ffi.TableDidAutocomplete
def _table_did_autocomplete(key: int, place: int, typed: bytes) -> None:
    _tell(key, "_did_autocomplete", place, typed)


@_ffi.TableDidPick
def _table_did_pick(key: int, state: int, row: int, token: int | None) -> None:
    _tell(key, "_did_pick", state, row, token)


@_ffi.TableDidEnterText
def _table_did_enter_text(key: int, text: bytes) -> None:
    _tell(key, "_did_enter_text", text)


@_ffi.TableDidFail
def _table_did_fail(key: int, error: int) -> None:
    _tell(key, "_did_fail", error)


@_ffi.TableWasCancelled
def _table_was_cancelled(key: int) -> None:
    _tell(key, "_was_cancelled")


@_ffi.TableActivity
def _table_activity(key: int, active: bool) -> None:
    _tell(key, "_activity", active)


FETCHER_TRAMPOLINES = {
    "did_start": _fetcher_did_start,
    "did_autocomplete": _fetcher_did_autocomplete,
    "did_fail": _fetcher_did_fail,
}

TABLE_TRAMPOLINES = {
    "did_request": _table_did_request,
    "did_update": _table_did_update,
    "did_select_prediction": _table_did_select_prediction,
    "did_autocomplete": _table_did_autocomplete,
    "did_pick": _table_did_pick,
    "did_enter_text": _table_did_enter_text,
    "did_fail": _table_did_fail,
    "was_cancelled": _table_was_cancelled,
    "activity": _table_activity,
}
