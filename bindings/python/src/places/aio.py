"""The client for asyncio."""

from __future__ import annotations

import asyncio
import warnings
import weakref
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Callable, TypeVar, cast

from . import _callbacks, _ffi, _native
from ._aio_typing import AsyncFetcher, AsyncTable, FetchResult, Picked
from ._client import Answering, Combining, IndexLike, LogCallback, LogLevel, NativeClient, as_request
from ._handle import Handle, SharedHandle
from .errors import PlacesError
from .fetcher import FetcherDelegate
from .meter import Meter
from .provider import Provider
from .service import Service
from .source import Source
from .table import TableDelegate
from .types import (
    CoordinateLike,
    FieldsLike,
    Filter,
    Place,
    Places,
    Rectangle,
    Request,
    SourceMode,
    Suggestions,
    TextSearch,
    Token,
)

if TYPE_CHECKING:
    import logging

    from typing_extensions import Unpack

    from ._options import SuggestOptions, TableCallbacks

T = TypeVar("T")


class AsyncClient(Handle):
    """Asks for suggestions and details on an asyncio event loop, with no thread of its own.

    The loop watches the client's descriptor and dispatches what is due; a request that only an index answers is
    searched there. Cancelling the task that awaits cancels the request.

    A client belongs to the loop on which it is first used, until that loop is closed; then to the next. It is not for
    several threads.
    """

    def __init__(
        self,
        *indexes: IndexLike,
        provider: Provider | None = None,
        service: Service | None = None,
        sources: Sequence[Source] = (),
        source_mode: SourceMode = SourceMode.FIRST,
        source_wait: float = 1.5,
        max_pending: int | None = None,
        time_zone_bias: bool = False,
        log: LogCallback | logging.Logger | None = None,
        log_level: LogLevel = LogLevel.INFO,
    ) -> None:
        """See Client."""
        self._loop: asyncio.AbstractEventLoop | None = None
        #: Weak: a table that nobody holds ends.
        self._children: weakref.WeakSet[AsyncFetcher | AsyncTable] = weakref.WeakSet()
        self._fd = -1
        self._native: NativeClient | None = None
        self._native = NativeClient(
            _ffi.DELIVERY_PUMPED,
            Answering(indexes, provider, service, time_zone_bias),
            Combining(sources, source_mode, source_wait),
            max_pending,
            log,
            log_level,
        )

    # Asking ---------------------------------------------------------------------------------------------------------

    async def suggest(self, query: str | Request, /, **options: Unpack[SuggestOptions]) -> Suggestions:
        """Suggestions for what was typed, the most relevant first. For the keywords see Client.suggest."""
        request = as_request(query, options)
        with ExitStack() as stack:
            native = _native.make_request(stack, request)
            future, number = self._start(_ffi.client_autocomplete, (native,), _native.read_result)
        return await self._answer(future, number)

    async def place(
        self,
        place_id: str,
        *,
        fields: FieldsLike,
        token: Token | None = None,
        language: str | None = None,
        region: str | None = None,
        timeout: float | None = None,
    ) -> Place:
        """The details of a place. NotFoundError where no place has this ID. See Client.place."""
        with ExitStack() as stack:
            native = _native.make_place_request(stack, place_id, fields, token, language, region, timeout)
            future, number = self._start(_ffi.client_fetch_place, (native,), _native.read_place)
        return await self._answer(future, number)

    async def suggest_json(self, body: str | bytes, *, timeout: float | None = None) -> str:
        """The same from and to the JSON bodies of Google's AutocompletePlaces."""
        with ExitStack() as stack:
            native = _native.make_request_from_json(stack, body)
            if timeout is not None:
                _ffi.request_set_deadline(native, _native.milliseconds(timeout))
            future, number = self._start(_ffi.client_autocomplete, (native,), _native.read_json)
        return await self._answer(future, number)

    async def search_text(
        self, query: str | TextSearch, *, fields: FieldsLike = "*", timeout: float | None = None
    ) -> Places:
        """Places by a whole text, for when nothing was picked. See Client.search_text."""
        with ExitStack() as stack:
            native = _native.make_search_request(stack, query, fields, timeout)
            future, number = self._start(_ffi.client_search_text, (native,), _native.read_places)
        return await self._answer(future, number)

    async def geocode(
        self,
        address: str | None = None,
        *,
        place_id: str | None = None,
        location: CoordinateLike | None = None,
        components: Mapping[str, str] | None = None,
        bounds: Rectangle | None = None,
        language: str | None = None,
        region: str | None = None,
        result_types: Sequence[str] = (),
        location_types: Sequence[str] = (),
        timeout: float | None = None,
    ) -> Places:
        """Places of an address, of a place ID or at a point. See Client.geocode."""
        with ExitStack() as stack:
            native = _native.make_geocode_request(
                stack,
                address,
                place_id,
                location,
                components or {},
                bounds,
                language,
                region,
                result_types,
                location_types,
                timeout,
            )
            future, number = self._start(_ffi.client_geocode, (native,), _native.read_places)
        return await self._answer(future, number)

    async def photo_uri(self, name: str, *, max_width: int = 0, max_height: int = 0) -> str:
        """The address of the image of a photo. See Client.photo_uri."""
        arguments = _native.photo_arguments(name, max_width, max_height)
        future, number = self._start(_ffi.client_fetch_photo_uri, arguments, _native.read_uri)
        return await self._answer(future, number)

    def meter(self) -> Meter:
        """What its searches have cost so far."""
        return self._open().meter()

    def warm_up(self) -> None:
        """Opens the connection to the service, such as when a text field gets the focus. Returns at once."""
        self._open().warm_up()

    def set_header(self, name: str, value: str | None) -> None:
        """Sets a header of the requests to come; None takes it away."""
        self._open().set_header(name, value)

    # Typing ---------------------------------------------------------------------------------------------------------

    def fetcher(
        self,
        delegate: FetcherDelegate | None = None,
        *,
        did_start: Callable[[], object] | None = None,
        did_autocomplete: Callable[[str, Suggestions], object] | None = None,
        did_fail: Callable[[PlacesError], object] | None = None,
    ) -> AsyncFetcher:
        """Text in as it is typed, suggestions of the newest text out: ``async for result in fetcher``."""
        return AsyncFetcher(self, delegate, did_start, did_autocomplete, did_fail)

    def table(
        self,
        delegate: TableDelegate | None = None,
        *,
        filter: Filter | None = None,
        **callbacks: Unpack[TableCallbacks],
    ) -> AsyncTable:
        """What a control for place search draws and does, as data: ``async for state in table``. ``callbacks`` are the
        methods of TableDelegate."""
        return AsyncTable(self, delegate, filter, callbacks)

    # ----------------------------------------------------------------------------------------------------------------

    def _start(
        self,
        function: Callable[..., None],
        request: tuple[Any, ...],
        read: Callable[[Any], T],
        target: SharedHandle | None = None,
    ) -> tuple[asyncio.Future[T], int]:
        """Submits to the client, or to a fetcher of it."""
        loop = self._attach()
        future: asyncio.Future[T] = loop.create_future()

        def deliver(answer: T | None, failure: BaseException | None) -> None:
            _deliver(loop, future, answer, failure)

        key = _callbacks.register(_callbacks.RequestEntry(read, deliver, self))
        number = _ffi.out_number()
        try:
            with target or self._open() as address:
                function(address, *request, _callbacks.trampoline_of(function), key, number)
        except BaseException:
            # Refused, so the callback never comes.
            _callbacks.forget(key)
            raise
        return future, number.value

    async def _answer(self, future: asyncio.Future[T], number: int) -> T:
        try:
            return await future
        except asyncio.CancelledError:
            native = self._native
            if native is not None and not native.is_closed:
                with native as address:
                    _ffi.client_cancel(address, number)
            raise

    # The loop -------------------------------------------------------------------------------------------------------

    def _attach(self) -> asyncio.AbstractEventLoop:
        """The running loop, which watches the descriptor from now on."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return loop
        if self._loop is not None and not self._loop.is_closed():
            raise RuntimeError("this AsyncClient belongs to another event loop; make one for each loop")
        with self._open() as address:
            fd = int(_ffi.client_fd(address))
        if fd < 0:
            raise _ffi.read_error(fd, None)
        loop.add_reader(fd, self._dispatch)
        self._loop, self._fd = loop, fd
        return loop

    def _dispatch(self) -> None:
        native = self._native
        if native is None or native.is_closed:
            return
        with _callbacks.Escapes(), native as address:
            _ffi.client_dispatch(address)

    def _detach(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None and not loop.is_closed():
            # Before the descriptor is closed: the number may soon be another file's.
            loop.remove_reader(self._fd)

    # The client itself ----------------------------------------------------------------------------------------------

    def _open(self) -> NativeClient:
        if self._native is None:
            raise RuntimeError("the client is closed")
        return self._native

    @property
    def pending_count(self) -> int:
        """Requests whose answer has not been delivered yet."""
        with self._open() as address:
            return int(_ffi.client_pending_count(address))

    def set_indexes(self, *indexes: IndexLike) -> None:
        """Replaces the indexes; requests under way end on the old ones."""
        self._open().set_indexes(indexes)

    @property
    def closed(self) -> bool:
        return self._native is None or self._native.is_closed

    def close(self) -> None:
        """Ends what is pending with RequestCancelledError, and its fetchers and tables. Never waits. Closing twice is
        fine."""
        for child in list(self._children):
            child.close()
        self._detach()
        if self._native is not None:
            self._native.close()

    async def aclose(self) -> None:
        """The same, for contextlib.aclosing and AsyncExitStack."""
        self.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()  # first: where warnings are errors, what follows raises
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)


def _deliver(
    loop: asyncio.AbstractEventLoop,
    future: asyncio.Future[T],
    answer: T | None,
    failure: BaseException | None,
) -> None:
    if loop.is_closed():
        return  # nobody can await there any more
    if asyncio._get_running_loop() is loop:
        _settle(future, answer, failure)
        return
    # Freed on another thread, or while the loop was not running; a RuntimeError says that it was closed meanwhile.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_settle, future, answer, failure)


def _settle(future: asyncio.Future[T], answer: T | None, failure: BaseException | None) -> None:
    if future.done():
        return  # cancelled
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(cast(T, answer))


#: Short names, for ``places.aio.Client``.
Client = AsyncClient
Fetcher = AsyncFetcher
Table = AsyncTable

__all__ = ["AsyncClient", "AsyncFetcher", "AsyncTable", "Client", "FetchResult", "Fetcher", "Picked", "Table"]
