"""What the two clients share: the native client, its options, and the requests that go in."""

from __future__ import annotations

import atexit
import enum
import logging
import os
import threading
import weakref
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Callable, Union

from . import _callbacks, _ffi
from ._handle import Handle, PathLike
from ._native import encode, encode_optional
from .errors import NoProviderError, Status
from .index import Index
from .provider import Provider
from .service import Service
from .types import Request


class LogLevel(enum.IntEnum):
    """How much a log callback hears."""

    ERROR = 0
    WARNING = 1
    INFO = 2
    DEBUG = 3


#: Hears what the library does, one line each, on any thread. Never a key, never what a person typed.
LogCallback = Callable[[LogLevel, str], None]

_LOGGING_LEVELS = {
    LogLevel.ERROR: logging.ERROR,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.INFO: logging.INFO,
    LogLevel.DEBUG: logging.DEBUG,
}

IndexLike = Union[Index, PathLike]


def find_indexes() -> list[str]:
    """The index files that a client without arguments opens, found as the command line finds them.

    PLACES_INDEX (paths with colons between) if it is set; else ``*.places`` in the folder ``places`` of the person's
    data folder and of the system's (XDG), where a name in an earlier folder stands for the same name in a later one.
    """
    named = os.environ.get("PLACES_INDEX")
    if named:
        return [path for path in named.split(":") if path]
    found: list[str] = []
    seen = set()
    for folder in _data_folders():
        for path in sorted(folder.glob("*.places")) if folder.is_dir() else ():
            if path.name not in seen and not path.name.startswith("."):
                seen.add(path.name)
                found.append(str(path))
    return found


def _data_folders() -> list[Path]:
    home = os.environ.get("XDG_DATA_HOME", "")
    if not home.startswith("/") and os.environ.get("HOME", "").startswith("/"):
        home = os.environ["HOME"] + "/.local/share"
    system = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [Path(base) / "places" for base in [home, *system.split(":")] if base.startswith("/")]


def as_request(query: str | Request, options: Mapping[str, Any]) -> Request:
    """The request that suggest()'s arguments mean. A misspelled keyword is a TypeError."""
    if isinstance(query, Request):
        return replace(query, **options) if options else query
    unknown = options.keys() - _REQUEST_FIELDS
    if unknown:
        raise TypeError(f"suggest() got an unexpected keyword argument {sorted(unknown)[0]!r}")
    return Request(query, **options)


_REQUEST_FIELDS = {field.name for field in fields(Request)} - {"query"}


class NativeClient(Handle):
    """A ``places_client`` that one thread may close while others use it.

    C asks that nobody holds the pointer any more when it is freed. So each call is counted, and the last one out frees;
    calls that wait do so in Python, outside of the count.
    """

    def __init__(
        self,
        delivery: int,
        indexes: Sequence[IndexLike],
        provider: Provider | None,
        service: Service | None,
        max_pending: int | None,
        time_zone_bias: bool,
        log: LogCallback | logging.Logger | None,
        log_level: LogLevel,
    ) -> None:
        self._address: int | None = None
        self._lock = threading.Lock()
        self._users = 0
        self._is_closed = False
        self._freed = threading.Event()
        self._log_key = 0
        self._bearer_key = 0
        self._provider = provider  # kept for as long as C may call it
        #: Whether index files answer, so that a request ends as soon as it has been searched.
        self.is_local = provider is None and service is None
        self._address = self._create(delivery, indexes, provider, service, max_pending, time_zone_bias, log, log_level)
        _open_clients.add(self)

    def _create(
        self,
        delivery: int,
        indexes: Sequence[IndexLike],
        provider: Provider | None,
        service: Service | None,
        max_pending: int | None,
        time_zone_bias: bool,
        log: LogCallback | logging.Logger | None,
        log_level: LogLevel,
    ) -> int:
        with ExitStack() as stack:
            options: int = _ffi.client_options_new()
            stack.callback(_ffi.client_options_free, options)
            _ffi.client_options_set_delivery(options, delivery)
            if service is not None:
                self._bearer_key = service._fill(options)
            if provider is not None:
                _ffi.client_options_set_provider(options, provider.address)
            elif not indexes and service is None:
                indexes = find_indexes()
                if not indexes:
                    raise NoProviderError(_nothing_found(), status=Status.NO_PROVIDER)
            for address in _open_indexes(stack, indexes):
                _ffi.client_options_add_index(options, address)
            if max_pending is not None:
                if not 0 <= max_pending <= 0xFFFF_FFFF:
                    raise ValueError("max_pending must be 1 to 1,000,000")
                _ffi.client_options_set_max_pending(options, max_pending)
            _ffi.client_options_set_time_zone_bias(options, time_zone_bias)
            if log is not None:
                self._log_key = _callbacks.register(_log_function(log))
                _ffi.client_options_set_log(options, int(log_level), _callbacks.log_trampoline, self._log_key)
            out = _ffi.out_pointer()
            try:
                _ffi.client_new(options, out)
            except BaseException:
                _callbacks.forget(self._log_key)
                _callbacks.forget(self._bearer_key)
                raise
            assert out.value is not None
            return out.value

    def set_indexes(self, indexes: Sequence[IndexLike]) -> None:
        with ExitStack() as stack, self as address:
            opened = _open_indexes(stack, indexes)
            _ffi.client_set_indexes(address, _ffi.handles(opened), len(opened))

    def warm_up(self) -> None:
        with self as address:
            _ffi.client_warm_up(address)

    def set_header(self, name: str, value: str | None) -> None:
        with self as address:
            _ffi.client_set_header(address, encode(name, "name"), encode_optional(value, "value"))

    def __enter__(self) -> int:
        """The pointer, for one short call."""
        with self._lock:
            if self._is_closed or self._address is None:
                raise RuntimeError("the client is closed")
            self._users += 1
            return self._address

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users = max(0, self._users - 1)
            is_last = self._is_closed and self._users == 0
        if is_last:
            self._free()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        """Frees it: what is pending is cancelled and delivered. Returns when no callback runs or will run, but at once
        inside a callback."""
        with self._lock:
            # Somebody else may be closing: then wait for them.
            is_last = not self._is_closed and self._users == 0
            self._is_closed = True
        if is_last:
            self._free()
        elif not _callbacks.inside():
            self._freed.wait()

    def _free(self) -> None:
        address, self._address = self._address, None
        if address is None:
            return
        try:
            _ffi.client_free(address)
        finally:
            _callbacks.forget(self._log_key)
            _callbacks.forget(self._bearer_key)
            self._provider = None
            self._freed.set()

    def after_fork(self) -> None:
        """In the child: another thread of the parent may have held the lock."""
        self._lock = threading.Lock()
        self._freed = threading.Event()
        if self._is_closed:
            self._freed.set()  # the thread that was closing it is not here
        self._users = 0


def _open_indexes(stack: ExitStack, indexes: Sequence[IndexLike]) -> list[int]:
    """Index pointers; files that are opened here are closed with the stack, since a client keeps what it needs."""
    return [(index if isinstance(index, Index) else stack.enter_context(Index(index))).address for index in indexes]


def _log_function(log: LogCallback | logging.Logger) -> Callable[[int, str], None]:
    if isinstance(log, logging.Logger):
        logger = log
        return lambda level, message: logger.log(_LOGGING_LEVELS.get(_log_level(level), logging.INFO), "%s", message)
    callback = log
    return lambda level, message: callback(_log_level(level), message)


def _log_level(number: int) -> LogLevel:
    return LogLevel(min(max(number, LogLevel.ERROR), LogLevel.DEBUG))


def _nothing_found() -> str:
    if os.environ.get("PLACES_INDEX"):
        return "PLACES_INDEX names no file"
    folders = ", ".join(str(folder) for folder in _data_folders())
    return (
        "no index file was given, PLACES_INDEX is not set, and there is no *.places file in any of these folders: "
        f"{folders}. Give the path of one: places.Client('cities.places')"
    )


# ----------------------------------------------------------------------------------------------------------------------
# The ends of the process

#: Clients that are not closed yet. Weak: being listed keeps none alive.
_open_clients: weakref.WeakSet[NativeClient] = weakref.WeakSet()


def _close_all() -> None:
    """At exit, while Python code still runs: later, a library thread that calls back would find no interpreter."""
    for client in list(_open_clients):
        client.close()


def _after_fork_in_child() -> None:
    for client in list(_open_clients):
        client.after_fork()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_after_fork_in_child)
