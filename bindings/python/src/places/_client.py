"""What the two clients share: the native client, its options, and the requests that go in."""

from __future__ import annotations

import enum
import logging
import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Union

from . import _callbacks, _ffi
from ._handle import PathLike, SharedHandle
from ._native import encode, encode_optional, exact_milliseconds
from .errors import NoProviderError, Status
from .index import Index
from .meter import Meter, read_meter
from .provider import Provider
from .service import Service
from .types import Request, SourceMode

if TYPE_CHECKING:
    from .source import Source


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


@dataclass(frozen=True)
class Answering:
    """Who answers: the arguments of a client, and of a source among several."""

    indexes: Sequence[IndexLike] = ()
    provider: Provider | None = None
    service: Service | None = None
    time_zone_bias: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.indexes and self.provider is None and self.service is None

    def fill(self, stack: ExitStack, options: int) -> list[object]:
        """Sets the options. Returns what has to live for as long as C may call it."""
        kept: list[object] = []
        if self.service is not None:
            kept.append(self.service._fill(options))
        if self.provider is not None:
            _ffi.client_options_set_provider(options, self.provider.address)
            kept.append(self.provider)
        for address in _open_indexes(stack, self.indexes):
            _ffi.client_options_add_index(options, address)
        _ffi.client_options_set_time_zone_bias(options, self.time_zone_bias)
        return kept


@dataclass(frozen=True)
class Combining:
    """How several sources make one list: the other arguments of a client."""

    sources: Sequence[Source] = ()
    mode: SourceMode = SourceMode.FIRST
    wait: float = 1.5

    def fill(self, options: int) -> list[object]:
        for source in self.sources:
            with source._native as address:
                _ffi.client_options_add_source(options, address)
        if self.sources:
            _ffi.client_options_set_source_mode(options, int(self.mode), exact_milliseconds(self.wait, "source_wait"))
        return [source._kept for source in self.sources]


class NativeClient(SharedHandle):
    """A ``places_client``."""

    def __init__(
        self,
        delivery: int,
        answering: Answering,
        combining: Combining,
        max_pending: int | None,
        log: LogCallback | logging.Logger | None,
        log_level: LogLevel,
    ) -> None:
        super().__init__("client")
        self._log_key = 0
        self._kept: Sequence[object] = ()  # what C may call
        #: Whether index files answer, so that a request ends as soon as it has been searched.
        self.is_local = answering.provider is None and answering.service is None and not combining.sources
        self._address = self._create(delivery, answering, combining, max_pending, log, log_level)

    def _create(
        self,
        delivery: int,
        answering: Answering,
        combining: Combining,
        max_pending: int | None,
        log: LogCallback | logging.Logger | None,
        log_level: LogLevel,
    ) -> int:
        with ExitStack() as stack:
            options: int = _ffi.client_options_new()
            stack.callback(_ffi.client_options_free, options)
            _ffi.client_options_set_delivery(options, delivery)
            if answering.is_empty and not combining.sources:
                found = find_indexes()
                if not found:
                    raise NoProviderError(_nothing_found(), status=Status.NO_PROVIDER)
                answering = replace(answering, indexes=found)
            self._kept = answering.fill(stack, options) + combining.fill(options)
            if max_pending is not None:
                if not 0 <= max_pending <= 0xFFFF_FFFF:
                    raise ValueError("max_pending must be 1 to 1,000,000")
                _ffi.client_options_set_max_pending(options, max_pending)
            if log is not None:
                self._log_key = _callbacks.register(_log_function(log))
                _ffi.client_options_set_log(options, int(log_level), _callbacks.log_trampoline, self._log_key)
            out = _ffi.out_pointer()
            try:
                _ffi.client_new(options, out)
            except BaseException:
                _callbacks.forget(self._log_key)
                raise
            assert out.value is not None
            return out.value

    def set_indexes(self, indexes: Sequence[IndexLike]) -> None:
        with ExitStack() as stack, self as address:
            opened = _open_indexes(stack, indexes)
            _ffi.client_set_indexes(address, _ffi.handles(opened), len(opened))

    def meter(self) -> Meter:
        with self as address:
            return read_meter(_ffi.client_meter(address))

    def warm_up(self) -> None:
        with self as address:
            _ffi.client_warm_up(address)

    def set_header(self, name: str, value: str | None) -> None:
        with self as address:
            _ffi.client_set_header(address, encode(name, "name"), encode_optional(value, "value"))

    def _release(self, address: int) -> None:
        try:
            _ffi.client_free(address)
        finally:
            _callbacks.forget(self._log_key)
            self._kept = ()


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
