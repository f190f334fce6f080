"""The blocking client."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar, cast

from . import _callbacks, _ffi, _native
from ._client import Answering, Combining, IndexLike, LogCallback, LogLevel, NativeClient, as_request
from ._handle import Handle, SharedHandle
from .errors import DeadlineError, PlacesError, Status, WrongThreadError
from .fetcher import Fetcher, FetcherDelegate
from .meter import Meter
from .provider import Provider
from .service import Service
from .source import Source
from .table import Table, TableDelegate
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

#: Seconds that a call may wait in C, where nothing can interrupt it.
_PATIENCE = 0.05


@dataclass(frozen=True)
class _Kind:
    """The functions of C for one kind of request."""

    submit: Callable[..., None]
    wait: Callable[..., None]
    trampoline: Any
    release: Callable[..., None]


_SUGGEST = _Kind(
    _ffi.client_autocomplete,
    _ffi.client_autocomplete_wait,
    _callbacks.autocomplete_trampoline,
    _ffi.result_release,
)
_PLACE = _Kind(
    _ffi.client_fetch_place,
    _ffi.client_fetch_place_wait,
    _callbacks.place_trampoline,
    _ffi.place_release,
)
_SEARCH = _Kind(
    _ffi.client_search_text,
    _ffi.client_search_text_wait,
    _callbacks.place_list_trampoline,
    _ffi.place_list_release,
)
_GEOCODE = _Kind(
    _ffi.client_geocode,
    _ffi.client_geocode_wait,
    _callbacks.place_list_trampoline,
    _ffi.place_list_release,
)
_PHOTO = _Kind(
    _ffi.client_fetch_photo_uri,
    _ffi.client_fetch_photo_uri_wait,
    _callbacks.uri_trampoline,
    _ffi.string_release,
)

#: Called once when a request ends, on the library's thread: with the answer and None, or with None and the error.
Callback = Callable[[Optional[T], Optional[PlacesError]], object]


class RequestFuture(Future[T]):
    """The answer to come. Cancelling it cancels the request."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        #: The request's number; 0 until it is submitted.
        self.request_id = 0

    def cancel(self) -> bool:
        if not super().cancel():
            return False
        self._client._cancel(self.request_id)
        return True


class Client(Handle):
    """Asks for suggestions and details, from any number of threads.

    ``suggest()`` and ``place()`` wait for the answer. ``submit()`` and ``submit_place()`` return a future at once; the
    library's thread fulfils it. Nothing else needs to be known about that thread, but that callbacks run on it, one
    after the other, and that a callback may not wait for an answer of this library (WrongThreadError).

    Without arguments it opens the index files that the command line would (see find_indexes).
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
        """``indexes`` are paths or Index objects; all together answer. ``provider`` or ``service``
        (Service(api_key=...)) stands in their place.

        ``sources`` stand in their place too: several that make one list by ``source_mode``, where the next one is asked
        after ``source_wait`` seconds without an answer (FALLBACK), or what is there is given (MERGE).

        ``max_pending`` bounds the requests that wait (QueueFullError beyond). ``time_zone_bias`` lets the system's time
        zone prefer places mildly when a request has neither bias nor restriction.
        """
        self._native: NativeClient | None = None
        self._native = NativeClient(
            _ffi.DELIVERY_THREAD,
            Answering(indexes, provider, service, time_zone_bias),
            Combining(sources, source_mode, source_wait),
            max_pending,
            log,
            log_level,
        )

    # Asking ---------------------------------------------------------------------------------------------------------

    def suggest(self, query: str | Request, /, **options: Unpack[SuggestOptions]) -> Suggestions:
        """Suggestions for what was typed, the most relevant first.

        ``query`` is the text, or a Request whose fields the keywords replace. Keywords are the fields of Request:
        limit, input_offset, types, countries, bias, restriction, origin, region, language,
        include_pure_service_area_businesses, include_future_opening_businesses, include_query_predictions, token,
        timeout, mode.
        """
        request = as_request(query, options)
        with ExitStack() as stack:
            return self._ask(_SUGGEST, _native.make_request(stack, request), _native.read_result, request.timeout)

    def place(
        self,
        place_id: str,
        *,
        fields: FieldsLike,
        token: Token | None = None,
        language: str | None = None,
        region: str | None = None,
        timeout: float | None = None,
    ) -> Place:
        """The details of a place. NotFoundError where no place has this ID.

        ``fields``: names as the service writes them ("displayName,location"), a list of them, Fields, or "*".
        """
        with ExitStack() as stack:
            request = _native.make_place_request(stack, place_id, fields, token, language, region, timeout)
            return self._ask(_PLACE, request, _native.read_place, timeout)

    def suggest_json(self, body: str | bytes, *, timeout: float | None = None) -> str:
        """The same from and to the JSON bodies of Google's AutocompletePlaces."""
        with ExitStack() as stack:
            request = _native.make_request_from_json(stack, body)
            if timeout is not None:
                _ffi.request_set_deadline(request, _native.milliseconds(timeout))
            return self._ask(_SUGGEST, request, _native.read_json, timeout)

    def search_text(self, query: str | TextSearch, *, fields: FieldsLike = "*", timeout: float | None = None) -> Places:
        """Places by a whole text, for when nothing was picked. Services only. ``fields``: see place()."""
        with ExitStack() as stack:
            request = _native.make_search_request(stack, query, fields, timeout)
            return self._ask(_SEARCH, request, _native.read_places, timeout)

    def search_text_json(self, body: str | bytes, *, fields: FieldsLike = "*", timeout: float | None = None) -> str:
        """The same from and to the JSON bodies of Google's SearchText."""
        with ExitStack() as stack:
            request = _native.make_search_request_from_json(stack, body, fields, timeout)
            return self._ask(_SEARCH, request, _native.read_places_json, timeout)

    def geocode(
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
        """Places of an address, of a place ID or at a point. Services only.

        ``components``: "country" and "postal_code" are conditions; "route", "locality" and "administrative_area" are
        preferences, as ``bounds`` is. ``result_types`` and ``location_types`` are for points.
        """
        with ExitStack() as stack:
            request = _native.make_geocode_request(
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
            return self._ask(_GEOCODE, request, _native.read_places, timeout)

    def photo_uri(self, name: str, *, max_width: int = 0, max_height: int = 0) -> str:
        """The address of the image of a photo (``place.photo_names``), good for a short time."""
        arguments = _native.photo_arguments(name, max_width, max_height)
        return self._ask(_PHOTO, arguments, _native.read_uri, None)

    def meter(self) -> Meter:
        """What its searches have cost so far."""
        return self._open().meter()

    def warm_up(self) -> None:
        """Opens the connection to the service, such as when a text field gets the focus. Returns at once."""
        self._open().warm_up()

    def set_header(self, name: str, value: str | None) -> None:
        """Sets a header of the requests to come; None takes it away."""
        self._open().set_header(name, value)

    def submit(
        self,
        query: str | Request,
        callback: Callback[Suggestions] | None = None,
        /,
        **options: Unpack[SuggestOptions],
    ) -> RequestFuture[Suggestions]:
        """Like suggest(), but returns at once.

        ``callback`` runs once on the library's thread, also when the request is cancelled. What it raises is raised by
        the future's ``result()``, and logged, since nobody may ask.
        """
        with ExitStack() as stack:
            request = _native.make_request(stack, as_request(query, options))
            return self._start(_SUGGEST, request, _native.read_result, callback)

    def submit_place(
        self,
        place_id: str,
        callback: Callback[Place] | None = None,
        *,
        fields: FieldsLike,
        token: Token | None = None,
        language: str | None = None,
        region: str | None = None,
        timeout: float | None = None,
    ) -> RequestFuture[Place]:
        """Like place(), but returns at once. For ``callback`` see submit()."""
        with ExitStack() as stack:
            request = _native.make_place_request(stack, place_id, fields, token, language, region, timeout)
            return self._start(_PLACE, request, _native.read_place, callback)

    # Typing ---------------------------------------------------------------------------------------------------------

    def fetcher(
        self,
        delegate: FetcherDelegate | None = None,
        *,
        did_start: Callable[[], object] | None = None,
        did_autocomplete: Callable[[str, Suggestions], object] | None = None,
        did_fail: Callable[[PlacesError], object] | None = None,
    ) -> Fetcher:
        """Text in as it is typed, suggestions of the newest text out. See Fetcher."""
        return Fetcher(self, delegate, did_start=did_start, did_autocomplete=did_autocomplete, did_fail=did_fail)

    def table(
        self,
        delegate: TableDelegate | None = None,
        *,
        filter: Filter | None = None,
        **callbacks: Unpack[TableCallbacks],
    ) -> Table:
        """What a control for place search draws and does, as data. See Table; ``callbacks`` are the methods of
        TableDelegate."""
        return Table(self, delegate, filter=filter, **callbacks)

    # ----------------------------------------------------------------------------------------------------------------

    def _start(
        self,
        kind: _Kind,
        request: int | tuple[Any, ...],
        read: Callable[[Any], T],
        callback: Callback[T] | None,
    ) -> RequestFuture[T]:
        return self._start_on(self._open(), kind.submit, kind.trampoline, _arguments(request), read, callback)

    def _start_on(
        self,
        target: SharedHandle,
        submit: Callable[..., None],
        trampoline: Any,
        request: tuple[Any, ...],
        read: Callable[[Any], T],
        callback: Callback[T] | None,
    ) -> RequestFuture[T]:
        """Submits to the client, or to a fetcher of it."""
        future: RequestFuture[T] = RequestFuture(self)

        def deliver(answer: T | None, failure: BaseException | None) -> None:
            _fulfil(future, callback, answer, failure)

        # The entry holds the client: an answer comes also to somebody who kept the future alone.
        key = _callbacks.register(_callbacks.RequestEntry(read, deliver, self))
        number = _ffi.out_number()
        try:
            with target as address:
                submit(address, *request, trampoline, key, number)
        except BaseException:
            # Refused, so the callback never comes.
            _callbacks.forget(key)
            raise
        future.request_id = number.value
        return future

    def _ask(self, kind: _Kind, request: int | tuple[Any, ...], read: Callable[[Any], T], timeout: float | None) -> T:
        """Waits for the answer."""
        if _callbacks.inside():
            # It would wait for the thread that the callback keeps busy.
            raise WrongThreadError(
                "a blocking call may not be made inside a callback; use submit()", status=Status.WRONG_THREAD
            )
        native = self._open()
        if native.is_local:
            # An index answers in microseconds: less than it takes to wake this thread through a future. But Ctrl-C
            # cannot end a wait in C, so what takes longer than a person notices is asked for once more, below.
            limit = _PATIENCE if timeout is None else min(_PATIENCE, timeout)
            out = _ffi.out_pointer()
            try:
                with native as address:
                    kind.wait(address, *_arguments(request), _native.milliseconds(limit), out)
            except DeadlineError:
                if timeout is not None and timeout <= _PATIENCE:
                    raise
            else:
                assert out.value is not None
                try:
                    return read(out.value)
                finally:
                    kind.release(out)
        return self._result(self._start(kind, request, read, None), timeout)

    def _result(self, future: RequestFuture[T], timeout: float | None) -> T:
        try:
            # A little longer than the library's own deadline, whose words are better; this one is for a library thread
            # that a callback keeps busy.
            return future.result(None if timeout is None else timeout + 0.1)
        except FutureTimeoutError:
            if future.done():
                raise  # DeadlineError is a TimeoutError too
            raise DeadlineError(
                f"no answer within {timeout} s, the timeout of the call", status=Status.DEADLINE, retryable=True
            ) from None
        finally:
            # Of no effect when it is done; after Ctrl-C or a timeout nobody wants the answer any more.
            future.cancel()

    # The client itself ----------------------------------------------------------------------------------------------

    def _open(self) -> NativeClient:
        if self._native is None:
            raise RuntimeError("the client is closed")
        return self._native

    def _cancel(self, request_id: int) -> None:
        native = self._native
        if native is None or native.is_closed:
            return
        try:
            with native as address:
                _ffi.client_cancel(address, request_id)
        except RuntimeError:
            pass  # closed meanwhile, which cancels too

    @property
    def pending_count(self) -> int:
        """Requests whose callback has not begun yet."""
        with self._open() as address:
            return int(_ffi.client_pending_count(address))

    def set_indexes(self, *indexes: IndexLike) -> None:
        """Replaces the indexes; requests under way end on the old ones."""
        self._open().set_indexes(indexes)

    @property
    def closed(self) -> bool:
        return self._native is None or self._native.is_closed

    def close(self) -> None:
        """Cancels what is pending, and returns when no callback runs or will run; inside a callback it returns at once.

        Closing twice is fine.
        """
        if self._native is not None:
            self._native.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()  # first: where warnings are errors, what follows raises
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)


def _arguments(request: int | tuple[Any, ...]) -> tuple[Any, ...]:
    """Most requests are one object of C."""
    return request if isinstance(request, tuple) else (request,)


def _fulfil(
    future: RequestFuture[T],
    callback: Callback[T] | None,
    answer: T | None,
    failure: BaseException | None,
) -> None:
    """Ends a request on the library's thread: first the callback, then the future."""
    # From here on the future cannot be cancelled; False: it was, and those who wait for several futures are told.
    is_wanted = future.set_running_or_notify_cancel()
    if callback is not None:
        try:
            callback(answer, cast("PlacesError | None", failure))
        except BaseException as exception:
            _callbacks.logger.error("exception in the callback of a request", exc_info=exception)
            failure = exception
    if not is_wanted:
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(cast(T, answer))


__all__: Any = ["Callback", "Client", "RequestFuture"]
