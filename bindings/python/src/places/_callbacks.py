"""How C calls Python.

C gets a function pointer and a ``userdata``. The pointer is one of the few trampolines below, one for each callback
type, made when the module is imported and kept for ever: a function pointer that C may still call must not be
collected. The ``userdata`` is a key into ``_entries``, never a Python object: a key that is no longer there is
harmless, a dangling object would not be. An entry keeps alive whatever its request needs (the user's callback, the
future, the client) until the one call that the library promises.

An exception must not get into C. Each trampoline hands what it catches to its entry, and the entry raises it where
it belongs: from the future that the caller waits for, from the call that builds the index. What belongs to nobody there
(KeyboardInterrupt inside a pumped dispatch) is raised by ``Escapes`` once C has returned.

Plain dict operations and ``itertools.count`` are atomic under the interpreter's lock, so no lock of our own could be
held by another thread at fork().
"""

from __future__ import annotations

import itertools
import logging
import sys
import threading
import weakref
from typing import Any, Callable, Protocol

from . import _ffi
from .errors import Status

logger = logging.getLogger("places")

_keys = itertools.count(1)
_entries: dict[int, Any] = {}
_local = threading.local()


def register(entry: object) -> int:
    """The ``userdata`` for an entry, which stays alive until forget()."""
    key = next(_keys)
    _entries[key] = entry
    return key


def forget(key: int) -> None:
    _entries.pop(key, None)


class Registration:
    """An entry that stays for as long as somebody keeps this."""

    __slots__ = ("_forget", "key")

    def __init__(self, entry: object) -> None:
        self.key = register(entry)
        self._forget = forget  # module globals may be gone when __del__ runs at exit

    def __del__(self) -> None:
        self._forget(self.key)


def entry_count() -> int:
    """For tests: entries that are waiting for their call."""
    return len(_entries)


def inside() -> bool:
    """Whether this thread is in a callback, where nothing may block on the library."""
    return getattr(_local, "depth", 0) > 0


def _keep(exception: BaseException) -> None:
    kept: list[BaseException] = getattr(_local, "kept", [])
    kept.append(exception)
    _local.kept = kept


def raise_kept() -> None:
    """Raises what a callback on this thread could not raise through C."""
    kept: list[BaseException] | None = getattr(_local, "kept", None)
    if kept:
        exception = kept[0]
        kept.clear()
        raise exception


class _Inside:
    """Marks that this thread is in a callback, and keeps what would get into C otherwise."""

    __slots__ = ()

    def __enter__(self) -> None:
        _local.depth = getattr(_local, "depth", 0) + 1

    def __exit__(self, kind: object, exception: BaseException | None, traceback: object) -> bool:
        _local.depth -= 1
        if exception is not None:
            _keep(exception)
        return True


_inside = _Inside()


class Escapes:
    """Around a call in which C calls back on this thread: raises afterwards what no trampoline could catch.

    A signal's Python handler (Ctrl-C) may run, and raise, at the very start of a trampoline, before its ``try``. ctypes
    then tells the interpreter's hook for unraisable exceptions and goes on; so the hook is ours during the call. Only
    the main thread runs signal handlers.
    """

    __slots__ = ("_hook", "exception")

    def __enter__(self) -> Escapes:
        self.exception: BaseException | None = None
        self._hook: Any = None
        if threading.current_thread() is threading.main_thread():
            self._hook = sys.unraisablehook
            sys.unraisablehook = self._catch
            _local.escapes = self
        return self

    def _catch(self, unraisable: Any) -> None:
        is_ours = "ctypes callback function" in (unraisable.err_msg or "")
        if is_ours and unraisable.exc_value is not None and getattr(_local, "escapes", None) is self:
            self.exception = unraisable.exc_value
        else:
            self._hook(unraisable)

    def __exit__(self, *_: object) -> None:
        if self._hook is not None:
            sys.unraisablehook = self._hook
            _local.escapes = None
        if self.exception is not None:
            raise self.exception from None
        raise_kept()


def _has_escaped() -> bool:
    escapes: Escapes | None = getattr(_local, "escapes", None)
    return escapes is not None and escapes.exception is not None


class RequestEntry:
    """What waits for the one callback of a request. ``read`` makes a value of the borrowed C object."""

    __slots__ = ("deliver", "owner", "read")

    def __init__(
        self,
        read: Callable[[Any], Any],
        deliver: Callable[[Any, BaseException | None], None],
        owner: object,
    ) -> None:
        self.read = read
        self.deliver = deliver
        #: The client: it must not be collected while a request is pending.
        self.owner = owner


def _answer(key: int, status: int, value: int | bytes | None, error: int | None) -> None:
    with _inside:
        entry: RequestEntry | None = _entries.pop(key, None)
        if entry is None:
            return
        answer: Any = None
        failure: BaseException | None = None
        try:
            if status == Status.OK and value:
                answer = entry.read(value)
            else:
                failure = _ffi.read_error(status, error)
        except BaseException as exception:
            failure = exception
        entry.deliver(answer, failure)


@_ffi.AutocompleteCallback
def autocomplete_trampoline(key: int, _id: int, status: int, result: int | None, error: int | None) -> None:
    _answer(key, status, result, error)


@_ffi.PlaceCallback
def place_trampoline(key: int, _id: int, status: int, place: int | None, error: int | None) -> None:
    _answer(key, status, place, error)


@_ffi.PlaceListCallback
def place_list_trampoline(key: int, _id: int, status: int, places: int | None, error: int | None) -> None:
    _answer(key, status, places, error)


@_ffi.URICallback
def uri_trampoline(key: int, _id: int, status: int, uri: bytes | None, error: int | None) -> None:
    _answer(key, status, uri, error)


def trampoline_of(function: object) -> Any:
    """The trampoline for a function that submits a request."""
    if function is _ffi.client_autocomplete:
        return autocomplete_trampoline
    if function in (_ffi.client_fetch_place, _ffi.fetcher_fetch_place):
        return place_trampoline
    if function is _ffi.client_fetch_photo_uri:
        return uri_trampoline
    return place_list_trampoline


class BearerEntry:
    """Gives access tokens. C copies the text when the trampoline returns; until the next call it stays here."""

    __slots__ = ("bearer", "text")

    def __init__(self, bearer: Callable[[bool], str | None]) -> None:
        self.bearer = bearer
        self.text: Any = None


@_ffi.BearerCallback
def bearer_trampoline(key: int, renew: bool) -> int | None:
    entry: BearerEntry | None = _entries.get(key)
    if entry is None:
        return None
    try:
        token = entry.bearer(renew)
        if token is None:
            return None
        entry.text = _ffi.text_buffer(token.encode())
        return _ffi.address_of(entry.text)
    except BaseException:
        report_unraisable(entry.bearer)
        return None


class BuildEntry:
    """The callbacks of one index build. The first exception stops the build and is raised by it."""

    __slots__ = ("bad_row", "exception", "progress")

    def __init__(
        self,
        progress: Callable[[str, float, int], bool | None] | None,
        bad_row: Callable[[str, int, str], None] | None,
    ) -> None:
        self.progress = progress
        self.bad_row = bad_row
        self.exception: BaseException | None = None


def _decode(text: bytes | None) -> str:
    return (text or b"").decode("utf-8", "replace")


@_ffi.ProgressCallback
def progress_trampoline(key: int, source: bytes | None, fraction: float, places: int) -> bool:
    entry: BuildEntry | None = _entries.get(key)
    if entry is None:
        return True
    try:
        if entry.exception is not None or _has_escaped():
            return False
        if entry.progress is not None:
            # None, what a function without a return statement gives, goes on; only False stops.
            return entry.progress(_decode(source), fraction, places) is not False
    except BaseException as exception:
        entry.exception = exception
        return False
    return True


@_ffi.BadRowCallback
def bad_row_trampoline(key: int, source: bytes | None, line: int, reason: bytes | None) -> None:
    entry: BuildEntry | None = _entries.get(key)
    if entry is None or entry.bad_row is None or entry.exception is not None:
        return
    try:
        entry.bad_row(_decode(source), line, _decode(reason))
    except BaseException as exception:
        # C has no way to stop here; the next progress call stops.
        entry.exception = exception


@_ffi.LogCallback
def log_trampoline(key: int, level: int, message: bytes | None) -> None:
    log: Callable[[int, str], None] | None = _entries.get(key)
    if log is None:
        return
    try:
        log(level, _decode(message))
    except BaseException:
        # Nobody waits for a log line: the interpreter's own hook reports it.
        report_unraisable(log)


def report_unraisable(source: object) -> None:
    """Reports the exception at hand as the interpreter reports one from __del__."""
    kind, value, traceback = sys.exc_info()
    sys.unraisablehook(
        _Unraisable(kind, value, traceback, "Exception ignored in a callback of libplaces", source)  # type: ignore[arg-type]
    )


class _Unraisable:
    """sys.UnraisableHookArgs cannot be made from Python; the hook reads attributes only."""

    def __init__(self, kind: Any, value: Any, traceback: Any, message: str, source: object) -> None:
        self.exc_type = kind
        self.exc_value = value
        self.exc_traceback = traceback
        self.err_msg = message
        self.object = source


class ProviderFunctions(Protocol):
    """What a provider offers to the trampolines: numbers and pointers, as C gives them."""

    def _autocomplete(self, number: int, request: int, responder: int) -> None: ...

    def _fetch_place(self, number: int, request: int, responder: int) -> None: ...

    def cancel(self, number: int) -> None: ...


class ProviderEntry:
    """Where a provider is found. Weakly: C holds the entry for as long as the provider holds its C object, so anything
    stronger would keep the two alive for ever. Clients that use the provider keep it (NativeClient).
    """

    __slots__ = ("provider",)

    def __init__(self, provider: ProviderFunctions) -> None:
        self.provider = weakref.ref(provider)


def _provider(key: int) -> ProviderFunctions | None:
    entry: ProviderEntry | None = _entries.get(key)
    return None if entry is None else entry.provider()


@_ffi.ProviderAutocomplete
def provider_autocomplete_trampoline(key: int, number: int, request: int, responder: int) -> None:
    with _inside:
        provider = _provider(key)
        if provider is None:
            _ffi.responder_fail(responder, Status.INTERNAL_ERROR, b"the Python provider is gone")
        else:
            provider._autocomplete(number, request, responder)


@_ffi.ProviderFetchPlace
def provider_fetch_place_trampoline(key: int, number: int, request: int, responder: int) -> None:
    with _inside:
        provider = _provider(key)
        if provider is None:
            _ffi.responder_fail(responder, Status.INTERNAL_ERROR, b"the Python provider is gone")
        else:
            provider._fetch_place(number, request, responder)


@_ffi.ProviderCancel
def provider_cancel_trampoline(key: int, number: int) -> None:
    with _inside:
        provider = _provider(key)
        if provider is None:
            return
        try:
            provider.cancel(number)
        except BaseException:
            report_unraisable(provider)


@_ffi.DestroyCallback
def provider_destroy_trampoline(key: int) -> None:
    forget(key)
