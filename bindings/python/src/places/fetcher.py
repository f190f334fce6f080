"""Text in, suggestions of the newest text out."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Callable

from . import _callbacks, _ffi, _native
from ._typing import TypingBase, chosen
from .errors import PlacesError
from .types import FieldsLike, Place, Suggestions

if TYPE_CHECKING:
    from .client import Callback, Client, RequestFuture

DidStart = Callable[[], object]
DidAutocomplete = Callable[[str, Suggestions], object]
DidFail = Callable[[PlacesError], object]


class FetcherDelegate:
    """What a fetcher tells; override what you want to hear. What a method raises is logged, and typing goes on."""

    def did_start(self) -> None:
        """A request was sent."""

    def did_autocomplete(self, text: str, suggestions: Suggestions) -> None:
        """The answer to ``text``, which is the newest; empty when nothing was found and when the text is blank or
        shorter than the minimum."""

    def did_fail(self, error: PlacesError) -> None:
        """The newest text's request failed. Every failure is told, those that trying again may mend too."""


class FetcherBase(TypingBase):
    """What the two fetchers share."""

    _KIND = "fetcher"

    def __init__(
        self,
        client: Any,
        delegate: FetcherDelegate | None,
        did_start: DidStart | None,
        did_autocomplete: DidAutocomplete | None,
        did_fail: DidFail | None,
        always: Collection[str] = (),
    ) -> None:
        """``always``: what this class itself hears."""
        self._start: DidStart | None = chosen(did_start, delegate, FetcherDelegate, "did_start")
        self._answer: DidAutocomplete | None = chosen(did_autocomplete, delegate, FetcherDelegate, "did_autocomplete")
        self._fail: DidFail | None = chosen(did_fail, delegate, FetcherDelegate, "did_fail")
        heard = {"did_start": self._start, "did_autocomplete": self._answer, "did_fail": self._fail}
        super().__init__(client, [name for name, call in heard.items() if call is not None or name in always])

    def end_session(self) -> None:
        """Nothing was picked: ends the session."""
        self._call("end_session")

    # Called by the trampolines --------------------------------------------------------------------------------------

    def _did_start(self) -> None:
        if self._start is not None:
            self._start()

    def _did_autocomplete(self, text: bytes, result: int) -> None:
        if self._answer is not None:
            self._answer(text.decode(), _native.read_result(result))

    def _did_fail(self, error: int) -> None:
        if self._fail is not None:
            self._fail(_ffi.read_error(_ffi.error_status(error), error))


class Fetcher(FetcherBase):
    """Text goes in as it is typed, suggestions of the newest text come out; made by ``client.fetcher()``.

    It decides when to ask, drops what is older, and keeps the session: one token on every request of a search and on
    its one details call. Callbacks run on the client's thread, one at a time. From any thread.

    It keeps its client alive. When that is closed first, calls that would ask something raise RequestCancelledError.
    """

    def __init__(
        self,
        client: Client,
        delegate: FetcherDelegate | None = None,
        *,
        did_start: DidStart | None = None,
        did_autocomplete: DidAutocomplete | None = None,
        did_fail: DidFail | None = None,
    ) -> None:
        """Callbacks are the methods of a FetcherDelegate, or keywords of their names."""
        super().__init__(client, delegate, did_start, did_autocomplete, did_fail)

    def fetch_place(
        self,
        place_id: str,
        callback: Callback[Place] | None = None,
        *,
        fields: FieldsLike,
        language: str | None = None,
        region: str | None = None,
        timeout: float | None = None,
    ) -> RequestFuture[Place]:
        """The one details call of the session, with its token: as Client.submit_place. Ends the session."""
        client: Client = self._client
        with ExitStack() as stack:
            request = _native.make_place_request(stack, place_id, fields, None, language, region, timeout)
            return client._start_on(
                self._use(),
                _ffi.fetcher_fetch_place,
                _callbacks.place_trampoline,
                (request,),
                _native.read_place,
                callback,
            )

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()  # first: where warnings are errors, what follows raises
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)
