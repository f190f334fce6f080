"""What fetchers and tables share: the text that goes in, the session, the pace."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection
from contextlib import ExitStack, nullcontext
from typing import Any

from . import _callbacks, _ffi, _native, _typing_callbacks
from ._client import NativeClient
from ._handle import Handle, SharedHandle
from .errors import InvalidRequestError, Status
from .types import Filter, Token


class TypingMode(enum.IntEnum):
    """When a text is asked for."""

    #: A letter after a pause asks at once; those that follow within the interval ask once, at its end.
    THROTTLE = 0
    #: Asks when nothing was typed for an interval.
    DEBOUNCE = 1


class SessionPolicy(enum.IntEnum):
    """Where session tokens come from."""

    #: One is made for each session that was given none.
    AUTOMATIC = 0
    #: Only tokens that were given are sent; without one, requests are billed one by one.
    GIVEN = 1


class TypingHandle(SharedHandle):
    """A ``places_fetcher`` or a ``places_table``."""

    _EXIT_ORDER = 1

    def __init__(self, kind: str, client: NativeClient, end: Any, heard: Collection[str]) -> None:
        super().__init__(kind)
        every: dict[str, Any]
        struct: Callable[[dict[str, Any]], Any]
        # What nobody hears is NULL in C, which then need not make it.
        if kind == "fetcher":
            every, struct = _typing_callbacks.FETCHER_TRAMPOLINES, _ffi.fetcher_callbacks
            new, self._free_function = _ffi.fetcher_new, _ffi.fetcher_free
        else:
            every, struct = _typing_callbacks.TABLE_TRAMPOLINES, _ffi.table_delegate
            new, self._free_function = _ffi.table_new, _ffi.table_free
        callbacks = struct({name: every[name] for name in heard})
        self._registration = _callbacks.Registration(_typing_callbacks.Entry(end))
        out = _ffi.out_pointer()
        with client as address:
            new(address, callbacks, self._registration.key, out)
        self._address = out.value

    def _release(self, address: int) -> None:
        # The last callback, activity off, runs on this thread.
        with nullcontext() if _callbacks.inside() else _callbacks.Escapes():
            self._free_function(address)


class TypingBase(Handle):
    """Text in, what belongs to the newest text out."""

    #: The functions' names in C: places_KIND_...
    _KIND = ""

    _native: TypingHandle | None = None

    def __init__(self, client: Any, heard: Collection[str]) -> None:
        """``heard``: the callbacks that somebody wants."""
        # The client lives for as long as somebody types.
        self._client = client
        self._native = TypingHandle(self._KIND, client._open(), self, heard)

    def _use(self) -> TypingHandle:
        """The pointer's holder, for ``with``."""
        if self._native is None:
            raise RuntimeError(f"the {self._KIND} is closed")
        return self._native

    def _call(self, name: str, *arguments: Any) -> Any:
        with self._use() as address:
            return getattr(_ffi, f"{self._KIND}_{name}")(address, *arguments)

    # Text -----------------------------------------------------------------------------------------------------------

    def set_text(self, text: str, caret: int | None = None) -> None:
        """The text of the field has changed; ``caret`` in characters from its start, at the end without it.

        A request for an older text is cancelled at once. A text that differs in white space at its ends alone, or one
        that this session has asked already, costs no request.
        """
        encoded = _encode(text)
        self._call("set_text", encoded, len(encoded), -1 if caret is None else _caret(caret))

    def set_composing(self, composing: bool) -> None:
        """While an input method composes, texts are kept and not asked; False asks the last one."""
        self._call("set_composing", composing)

    def clear(self) -> None:
        """As a blank text."""
        self._call("clear")

    def flush(self) -> None:
        """Asks now what waits for the interval."""
        self._call("flush")

    # Settings -------------------------------------------------------------------------------------------------------

    def set_filter(self, filter: Filter | None) -> None:
        """Asks the present text again, within the rules of the mode. The session stays."""
        with ExitStack() as stack:
            self._call("set_filter", _native.make_filter(stack, filter))

    def set_token(self, token: Token | None) -> None:
        """The token of the present session, or of the next where none has begun. None: the session ends, and the next
        gets a token by the policy."""
        with ExitStack() as stack:
            self._call("set_token", _native.make_token(stack, token))

    def set_session_policy(self, policy: SessionPolicy) -> None:
        self._call("set_session_policy", int(policy))

    def set_mode(self, mode: TypingMode, interval: float | None = None) -> None:
        """``interval``: 0 to 60 seconds; without it 0.1 where a service or a provider is asked, 0 for an index."""
        milliseconds = _ffi.INTERVAL_DEFAULT if interval is None else _native.exact_milliseconds(interval, "interval")
        self._call("set_mode", int(mode), milliseconds)

    def set_min_length(self, characters: int) -> None:
        """Shorter texts ask nothing: 1 to 100 characters without white space at the ends. Default 1."""
        self._call("set_min_length", _native.as_uint32(characters, "min_length"))

    def set_limit(self, limit: int) -> None:
        """Suggestions at most: 1 to 5. Default 5."""
        self._call("set_limit", _native.as_int32(limit, "limit"))

    def set_timeout(self, timeout: float | None) -> None:
        """Seconds until a request that is made from now on fails with DeadlineError. None: only a service's own limit.

        Default: 15 where a service or a provider is asked, none for an index.
        """
        self._call("set_deadline", _native.milliseconds(timeout))

    def set_session_timeout(self, timeout: float | None) -> None:
        """A session in which nothing happened for so long is over: 1 second to a day; None: never. Default 180."""
        milliseconds = 0 if timeout is None else max(1, _native.exact_milliseconds(timeout, "session_timeout"))
        self._call("set_session_timeout", milliseconds)

    @property
    def token(self) -> Token | None:
        """The session's token; begins a session where there is none. None where the policy gives none."""
        out = _ffi.out_pointer()
        self._call("token", out)
        try:
            return _native.read_token(out.value)
        finally:
            _ffi.token_free(out)

    # The end --------------------------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        return self._native is None or self._native.is_closed

    def close(self) -> None:
        """Cancels what is under way, and returns when no callback runs or will run; inside a callback it returns at
        once. Closing twice is fine."""
        if self._native is not None:
            self._native.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()


def chosen(keyword: Any, delegate: object, base: type, name: str) -> Any:
    """The callback of this name: the keyword, else what the delegate overrides, else None."""
    if keyword is not None or delegate is None:
        return keyword
    if not isinstance(delegate, base):
        raise TypeError(f"delegate must be a places.{base.__name__}, not {type(delegate).__name__}")
    method = getattr(delegate, name)
    return None if getattr(method, "__func__", None) is getattr(base, name) else method


def _encode(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    # Lone surrogates and NULs go through, for the library to refuse with its own words.
    return text.encode("utf-8", "surrogatepass")


def _caret(caret: int) -> int:
    # -1 means the end in C; somebody who counts wrongly is told, with the number that was given.
    number = _native.as_int32(caret, "caret")
    if number < 0:
        raise InvalidRequestError(f"caret: {number} is outside the text", status=Status.INVALID_REQUEST, field="caret")
    return number
