"""Your own source of places behind the same interface: a company's service, a test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from . import _callbacks, _ffi
from ._handle import Handle
from .errors import Status

P = TypeVar("P", bound="Provider")


class Responder:
    """Takes the answer to one request: exactly one finish() or fail(), on any thread."""

    __slots__ = ("_fail", "_pointers")

    def __init__(self, address: int) -> None:
        # A list, because pop() is atomic: of two threads one gets the pointer.
        self._pointers: list[int] = [address]
        self._fail = _ffi.responder_fail  # module globals may be gone when __del__ runs at exit

    def finish(self, body: str | bytes | Mapping[str, Any]) -> None:
        """Answers with the body of Google's response (AutocompletePlaces, or a Place), as JSON or as a dict."""
        if isinstance(body, Mapping):
            body = json.dumps(body, ensure_ascii=False)
        encoded = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
        _ffi.responder_finish_json(self._take(), encoded, len(encoded))

    def fail(self, status: int = Status.INTERNAL_ERROR, message: str | None = None) -> None:
        """Answers with a failure; without a message it has the status's own sentence."""
        text = message.replace("\0", "").encode("utf-8", "replace") if message else None
        self._fail(self._take(), int(status), text)

    @property
    def is_answered(self) -> bool:
        return not self._pointers

    def _take(self) -> int:
        try:
            return self._pointers.pop()
        except IndexError:
            raise RuntimeError("this request has been answered already") from None

    def __del__(self) -> None:
        # A provider that forgets must not leave its caller waiting for ever.
        if self._pointers:
            self._fail(self._pointers.pop(), int(Status.INTERNAL_ERROR), b"the provider dropped the request unanswered")


class ProviderRequest:
    """What an autocomplete request asks for."""

    __slots__ = ("json", "query")

    def __init__(self, query: str, body: str | None) -> None:
        #: The text typed so far.
        self.query = query
        #: The whole request, as the body of Google's AutocompletePlaces request.
        self.json: Mapping[str, Any] = json.loads(body) if body else {}


class Provider(Handle):
    """Base class: override what you offer; the rest is answered with UnsupportedError.

    The methods run on the submitting thread or on a client's thread and must not block: keep the responder and answer
    later, from any thread. What they raise reaches the caller as InternalError, and is logged.
    """

    _address: int | None = None

    def __init__(self) -> None:
        self._free = _ffi.provider_free
        key = _callbacks.register(_callbacks.ProviderEntry(self))
        self._address = _ffi.provider_new(key, _callbacks.provider_destroy_trampoline)
        if type(self).autocomplete is not Provider.autocomplete:
            _ffi.provider_set_autocomplete(self._address, _callbacks.provider_autocomplete_trampoline)
        if type(self).fetch_place is not Provider.fetch_place:
            _ffi.provider_set_fetch_place(self._address, _callbacks.provider_fetch_place_trampoline)
        _ffi.provider_set_cancel(self._address, _callbacks.provider_cancel_trampoline)

    def autocomplete(self, number: int, request: ProviderRequest, responder: Responder) -> None:
        """Answers a request for suggestions, now or later."""
        raise NotImplementedError

    def fetch_place(self, number: int, place_id: str, responder: Responder) -> None:
        """Answers a request for details, now or later."""
        raise NotImplementedError

    def cancel(self, number: int) -> None:
        """The answer to this request is no longer wanted."""

    @property
    def address(self) -> int:
        """The ``places_provider *``, for clients."""
        if self._address is None:
            raise ValueError("the provider is closed")
        return self._address

    def close(self) -> None:
        """Lets go of it; clients that use it keep what they need."""
        address, self._address = self._address, None
        if address is not None:
            self._free(address)

    def __enter__(self: P) -> P:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    # Called by the trampolines --------------------------------------------------------------------------------------

    def _autocomplete(self, number: int, request: int, responder: int) -> None:
        answer = Responder(responder)
        try:
            query = str(_ffi.request_query(request, None))
            self.autocomplete(number, ProviderRequest(query, _ffi.request_to_json(request)), answer)
        except BaseException as exception:
            _failed(answer, exception)

    def _fetch_place(self, number: int, request: int, responder: int) -> None:
        answer = Responder(responder)
        try:
            self.fetch_place(number, str(_ffi.place_request_place_id(request)), answer)
        except BaseException as exception:
            _failed(answer, exception)


def _failed(responder: Responder, exception: BaseException) -> None:
    _callbacks.logger.error("exception in a provider", exc_info=exception)
    if not responder.is_answered:
        # The type only: the text of an exception may hold what the person typed.
        responder.fail(Status.INTERNAL_ERROR, f"the provider raised {type(exception).__name__}")
