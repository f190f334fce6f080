"""Fetcher and table for asyncio."""

from __future__ import annotations

import asyncio
import warnings
import weakref
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar

from . import _ffi, _native, _typing_callbacks
from ._typing import TypingBase, TypingHandle
from .errors import PlacesError, RequestCancelledError, Status
from .fetcher import DidAutocomplete, DidFail, DidStart, FetcherBase, FetcherDelegate
from .state import Row, RowKind, TableState, read_state
from .table import Callbacks, RowLike, TableBase, TableDelegate
from .types import FieldsLike, Filter, Place, Suggestions, Token

if TYPE_CHECKING:
    from .aio import AsyncClient

T = TypeVar("T")


class Newest(AsyncIterator[T]):
    """Gives each consumer the newest value: what came before while it was busy is left out."""

    def __init__(self, owner: object, feed: Feed[T]) -> None:
        self._owner = owner  # must not be collected while somebody waits for it
        self._feed = feed
        self._values: list[T] = []
        self._waiter: asyncio.Future[None] | None = None

    async def __anext__(self) -> T:
        if self._waiter is not None:
            raise RuntimeError("another task is waiting at this iterator")
        while not self._values:
            if self._feed.is_ended:
                raise StopAsyncIteration
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        self._feed.seen = True
        return self._values.pop()

    def _put(self, value: T) -> None:
        self._values[:] = [value]
        self._wake()

    def _wake(self) -> None:
        waiter = self._waiter
        if waiter is not None:
            _on_loop_of(waiter, _settle, waiter, None)


class Feed(Generic[T]):
    """The iterators over one fetcher or table."""

    def __init__(self) -> None:
        self.is_ended = False
        #: What was told last, and whether somebody was given it: a new iterator begins with what nobody has seen.
        self.last: list[T] = []
        self.seen = False
        self._iterators: weakref.WeakSet[Newest[T]] = weakref.WeakSet()

    def put(self, value: T) -> None:
        self.last = [value]
        self.seen = False
        for iterator in list(self._iterators):
            iterator._put(value)

    def end(self) -> None:
        self.is_ended = True
        self.last = []
        for iterator in list(self._iterators):
            iterator._values.clear()
            iterator._wake()

    def iterate(self, owner: object) -> Newest[T]:
        iterator = Newest(owner, self)
        if not self.seen:
            iterator._values[:] = self.last
        self._iterators.add(iterator)
        return iterator


def _on_loop_of(future: asyncio.Future[Any], function: Callable[..., None], *arguments: Any) -> None:
    """Calls on the future's loop: at once where that runs here, soon where it does not."""
    loop = future.get_loop()
    if loop.is_closed():
        return  # nobody can await there any more
    if asyncio._get_running_loop() is loop:
        function(*arguments)
        return
    # A RuntimeError says that it was closed meanwhile.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)


def _settle(future: asyncio.Future[Any], answer: object, failure: BaseException | None = None) -> None:
    if future.done():
        return  # cancelled
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(answer)


class _OnLoop(TypingBase):
    """What the two share: each call sees to it that the running loop watches the client."""

    _client: AsyncClient

    def _use(self) -> TypingHandle:
        native = super()._use()
        if not self._client.closed:
            self._client._attach()
        return native


@dataclass(frozen=True)
class FetchResult:
    """What a fetcher found for the newest text, or why it found nothing."""

    #: What was asked: compare it with the field where the answer is used late.
    text: str
    suggestions: Suggestions
    #: The request failed; typing on, or trying again, may help (``error.retryable``).
    error: PlacesError | None = None


class AsyncFetcher(_OnLoop, FetcherBase):
    """Text goes in as it is typed, suggestions of the newest text come out; made by ``client.fetcher()``.

    ``async for result in fetcher`` yields each FetchResult; a consumer that is slow gets the newest alone. It ends when
    the fetcher or its client is closed. Callbacks, if you give any, run on the loop.
    """

    def __init__(
        self,
        client: AsyncClient,
        delegate: FetcherDelegate | None,
        did_start: DidStart | None,
        did_autocomplete: DidAutocomplete | None,
        did_fail: DidFail | None,
    ) -> None:
        self._text = ""
        self._feed: Feed[FetchResult] = Feed()
        client._attach()
        always = ("did_autocomplete", "did_fail")
        super().__init__(client, delegate, did_start, did_autocomplete, did_fail, always)
        client._children.add(self)

    def set_text(self, text: str, caret: int | None = None) -> None:
        super().set_text(text, caret)
        self._text = text

    async def fetch_place(
        self,
        place_id: str,
        *,
        fields: FieldsLike,
        language: str | None = None,
        region: str | None = None,
        timeout: float | None = None,
    ) -> Place:
        """The one details call of the session, with its token: as AsyncClient.place. Ends the session."""
        client = self._client
        with ExitStack() as stack:
            request = _native.make_place_request(stack, place_id, fields, None, language, region, timeout)
            future, number = client._start(_ffi.fetcher_fetch_place, (request,), _native.read_place, self._use())
        return await client._answer(future, number)

    def __aiter__(self) -> AsyncIterator[FetchResult]:
        return self._feed.iterate(self)

    def _did_autocomplete(self, text: bytes, result: int) -> None:
        suggestions = _native.read_result(result)
        self._feed.put(FetchResult(text.decode(), suggestions))
        if self._answer is not None:
            self._answer(text.decode(), suggestions)

    def _did_fail(self, error: int) -> None:
        failure = _ffi.read_error(_ffi.error_status(error), error)
        self._feed.put(FetchResult(self._text, Suggestions(), failure))
        if self._fail is not None:
            self._fail(failure)

    def close(self) -> None:
        """Cancels what is under way and ends the iteration. Closing twice is fine."""
        super().close()
        self._feed.end()

    async def __aenter__(self) -> AsyncFetcher:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()  # first: where warnings are errors, what follows raises
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)


@dataclass(frozen=True)
class Picked:
    """A suggestion that was picked."""

    row: Row
    #: The session's token, yours for its one details call; None where the policy gives none.
    token: Token | None


class _Selection:
    """A pick that somebody awaits."""

    def __init__(self, future: asyncio.Future[Place | Picked | None]) -> None:
        self.future = future
        #: Known once the table has asked whether to go on.
        self.kind: RowKind | None = None
        #: A state has said that the pick is over; its place, if there is one, is told next.
        self.is_over = False
        #: Why it is over, where it failed.
        self.failure: PlacesError | None = None

    def settle(self, answer: Place | Picked | None, failure: BaseException | None = None) -> None:
        _on_loop_of(self.future, _settle, self.future, answer, failure)

    def see(self, state: TableState) -> None:
        if self.is_over or state.is_picking or (self.kind is RowKind.SEARCH and state.is_loading):
            return
        self.is_over = True
        self.failure = state.error


class AsyncTable(_OnLoop, TableBase):
    """What a control for place search draws and does, as data; made by ``client.table()``.

        table = client.table()
        table.set_text("par")
        async for state in table:
            draw(state)

    The iteration yields each new state; a consumer that is slow gets the newest alone. It ends when the table or its
    client is closed. Callbacks, if you give any, run on the loop.
    """

    _HEARD = ("did_request", "did_update", "did_select_prediction", "did_autocomplete", "did_pick", "was_cancelled")

    def __init__(
        self,
        client: AsyncClient,
        delegate: TableDelegate | None,
        filter: Filter | None,
        callbacks: Mapping[str, Any],
    ) -> None:
        names = dict.fromkeys(Callbacks.__dataclass_fields__)
        unknown = callbacks.keys() - names.keys()
        if unknown:
            raise TypeError(f"table() got an unexpected keyword argument {sorted(unknown)[0]!r}")
        self._feed: Feed[TableState] = Feed()
        self._selection: _Selection | None = None
        client._attach()
        super().__init__(client, filter, Callbacks.of(delegate, **{**names, **callbacks}), self._HEARD)
        client._children.add(self)

    # Picking --------------------------------------------------------------------------------------------------------

    async def select(self, row: RowLike) -> Place | Picked | None:
        """Picks a row, and gives the place; with Pick.SUGGESTION the row and the token.

        None where no place comes of it: did_select_prediction said no, the pick was given up (cancel(),
        set_value()), or the row asked for another search, whose rows come. Refused (InvalidRequestError): a row past
        the end, one that is gone since, a pick while another is under way. Failures of the details call are raised;
        ``retry()`` may mend them, and the place then comes to did_autocomplete.

        Cancelling the task that awaits cancels the table's pick, as cancel() does.
        """
        future: asyncio.Future[Place | Picked | None] = asyncio.get_running_loop().create_future()
        selection = _Selection(future)
        if self._selection is not None and self._selection.is_over:
            self._conclude(self._selection)
        before, self._selection = self._selection, selection
        try:
            self._select(row)
        except BaseException:
            self._selection = before
            raise
        if before is not None:
            before.settle(None)  # the search that it began ends
        try:
            return await future
        except asyncio.CancelledError:
            if self._selection is selection and not self.closed:
                self._selection = None
                self.cancel()
            raise
        finally:
            if self._selection is selection:
                self._selection = None

    def _settle(self, answer: Place | Picked | None, failure: BaseException | None = None) -> None:
        selection, self._selection = self._selection, None
        if selection is not None:
            selection.settle(answer, failure)

    def _conclude(self, selection: _Selection) -> None:
        """Ends a pick that is over, once what is still to be told of it, its place, has been told."""
        if self._selection is selection:
            self._client._dispatch()
        if self._selection is selection:
            self._settle(None, selection.failure)

    def _leave_search(self) -> None:
        """Another text ends the search that a pick began."""
        if self._selection is not None and self._selection.kind is RowKind.SEARCH:
            self._settle(None)

    def set_text(self, text: str, caret: int | None = None) -> None:
        super().set_text(text, caret)
        self._leave_search()

    def set_value(self, text: str) -> None:
        super().set_value(text)
        self._settle(None)

    def clear(self) -> None:
        super().clear()
        self._leave_search()

    def __aiter__(self) -> AsyncIterator[TableState]:
        return self._feed.iterate(self)

    # Called by the trampolines --------------------------------------------------------------------------------------

    def _did_request(self, state: int) -> None:
        value = read_state(state)
        self._feed.put(value)
        if self._callbacks.did_request is not None:
            self._callbacks.did_request(value)

    def _did_update(self, state: int) -> None:
        value = read_state(state)
        self._feed.put(value)
        selection = self._selection
        if selection is not None and not selection.is_over:
            selection.see(value)
            if selection.is_over:
                with suppress(RuntimeError):  # the loop is closed: nobody can await there any more
                    selection.future.get_loop().call_soon_threadsafe(self._conclude, selection)
        if self._callbacks.did_update is not None:
            self._callbacks.did_update(value)

    def _did_select_prediction(self, state: int, row: int) -> bool:
        rows = read_state(state).rows
        if row >= len(rows):
            return False  # set_value() has given the pick up before anybody was asked
        picked = rows[row]
        call = self._callbacks.did_select_prediction
        # What raises has not agreed.
        goes_on = True if call is None else _typing_callbacks.guarded(lambda: call(picked) is not False) is True
        if self._selection is not None:
            self._selection.kind = picked.kind
            if not goes_on or picked.kind is RowKind.QUERY:
                self._settle(None)
        return goes_on

    def _did_autocomplete(self, place: int, typed: bytes) -> None:
        value = _native.read_place(place)
        self._settle(value)
        if self._callbacks.did_autocomplete is not None:
            self._callbacks.did_autocomplete(value, typed.decode())

    def _did_pick(self, state: int, row: int, token: int | None) -> None:
        picked = Picked(read_state(state).rows[row], _native.read_token(token))
        self._settle(picked)
        if self._callbacks.did_pick is not None:
            self._callbacks.did_pick(picked.row, picked.token)

    def _was_cancelled(self) -> None:
        self._settle(None)
        super()._was_cancelled()

    # The end --------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Cancels what is under way and ends the iteration; who awaits a pick gets RequestCancelledError. Closing twice
        is fine."""
        super().close()
        self._feed.end()
        self._settle(None, RequestCancelledError("the table was closed", status=Status.CANCELLED))

    async def __aenter__(self) -> AsyncTable:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()  # first: where warnings are errors, what follows raises
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)
