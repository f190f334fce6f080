"""The table data source: rows and state for a control, keyboard, picking, retry, attribution."""

from __future__ import annotations

import enum
import operator
import warnings
from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Callable, Union

from . import _ffi, _native
from ._typing import TypingBase, chosen
from .errors import PlacesError
from .state import Row, TableState, read_state, take_state
from .store import Store
from .types import CoordinateLike, FieldsLike, Filter, Place, Rectangle, Token

if TYPE_CHECKING:
    from .client import Client


class Pick(enum.IntEnum):
    """What a pick gives."""

    #: The details, then did_autocomplete.
    DETAILS = 0
    #: The suggestion and the session's token: did_pick.
    SUGGESTION = 1


class Units(enum.IntEnum):
    """How distances are written."""

    #: By the region of the filter or the locale.
    BY_REGION = 0
    METRIC = 1
    #: Miles and feet.
    US = 2
    #: Miles and yards.
    UK = 3


class BillingPolicy(enum.IntEnum):
    """Which way a table's searches are billed."""

    #: Session tokens, and details for a pick.
    SESSIONS = 0
    #: By what the client's meter has seen: no token, and geocoding for the pick, where only address and location are
    #: wanted and users pick within four requests; else sessions.
    CHEAPEST = 1


class Key(enum.IntEnum):
    """Keys of the ARIA combobox pattern."""

    DOWN = 0
    UP = 1
    ENTER = 2
    ESCAPE = 3
    HOME = 4
    END = 5


@dataclass(frozen=True)
class Callbacks:
    """The methods of TableDelegate that somebody wants to hear."""

    did_request: Callable[[TableState], object] | None = None
    did_update: Callable[[TableState], object] | None = None
    did_select_prediction: Callable[[Row], bool | None] | None = None
    did_autocomplete: Callable[[Place, str], object] | None = None
    did_pick: Callable[[Row, Token | None], object] | None = None
    did_enter_text: Callable[[str], object] | None = None
    did_fail: Callable[[PlacesError], object] | None = None
    was_cancelled: Callable[[], object] | None = None
    activity: Callable[[bool], object] | None = None

    @classmethod
    def of(cls, delegate: TableDelegate | None, **keywords: Any) -> Callbacks:
        """Keywords go before the delegate's methods."""
        return cls(**{name: chosen(call, delegate, TableDelegate, name) for name, call in keywords.items()})


class TableDelegate:
    """What a table tells; override what you want to hear. What a method raises is logged, and typing goes on."""

    def did_request(self, state: TableState) -> None:
        """Rows were asked for: draw again."""

    def did_update(self, state: TableState) -> None:
        """Rows came or went, or the state changed otherwise: draw again."""

    def did_select_prediction(self, row: Row) -> bool | None:
        """A row was picked; False (or an exception) suppresses the details call and what follows."""
        return True

    def did_autocomplete(self, place: Place, typed: str) -> None:
        """The picked place, and what had been typed."""

    def did_pick(self, row: Row, token: Token | None) -> None:
        """Pick.SUGGESTION: the picked row and the session's token, which is yours now for its one details call."""

    def did_enter_text(self, text: str) -> None:
        """Enter without a marked row: the text as it is."""

    def did_fail(self, error: PlacesError) -> None:
        """Failures that trying again cannot mend; the others are in the state."""

    def was_cancelled(self) -> None:
        """Escape on a closed list with a search to give up, or cancel()."""

    def activity(self, active: bool) -> None:
        """Network activity: on and off always in pairs, the last one off."""


RowLike = Union[Row, int]


def _index(row: RowLike) -> int:
    if isinstance(row, Row):
        return row.index
    # True is an int to Python, and no row to anybody.
    if isinstance(row, bool) or not hasattr(row, "__index__"):
        raise TypeError(f"row must be a places.Row or its index, not {type(row).__name__}")
    return _native.as_uint31(operator.index(row), "row")


class TableBase(TypingBase):
    """What the two tables share."""

    _KIND = "table"

    def __init__(self, client: Any, filter: Filter | None, callbacks: Callbacks, always: Collection[str] = ()) -> None:
        """``always``: what this class itself hears."""
        self._callbacks = callbacks
        names = [each.name for each in fields(Callbacks)]
        super().__init__(client, [name for name in names if name in always or getattr(callbacks, name) is not None])
        if filter is not None:
            try:
                self.set_filter(filter)
            except BaseException:
                self.close()
                raise

    # Text -----------------------------------------------------------------------------------------------------------

    def set_value(self, text: str) -> None:
        """The program itself fills the field: no request, no rows."""
        encoded = _native.encode(text, "text")
        self._call("set_value", encoded, len(encoded))

    # Settings -------------------------------------------------------------------------------------------------------

    def set_viewport(self, viewport: Rectangle) -> None:
        """The map's viewport is the bias from now on; the session stays. Refused beside a restriction."""
        low = _native.as_point(viewport.low, "viewport.low")
        high = _native.as_point(viewport.high, "viewport.high")
        self._call("set_viewport", *low, *high)

    def set_fields(self, fields: FieldsLike) -> None:
        """Which details a pick fetches. Default "id,displayName,formattedAddress,location,types,viewport", which the
        service bills as Pro."""
        self._call("set_fields", _native.mask(fields))

    def set_pick(self, pick: Pick) -> None:
        self._call("set_pick", int(pick))

    def set_language(self, language: str | None) -> None:
        """None: the user's locale again. A filter's own language goes before it."""
        self._call("set_language", _native.encode_optional(language, "language"))

    def set_units(self, units: Units) -> None:
        self._call("set_units", int(units))

    def set_take_first(self, take_first: bool) -> None:
        """Enter without a marked row picks the first. Default: no."""
        self._call("set_take_first", take_first)

    def set_accepts_text(self, accepts_text: bool) -> None:
        """Enter without a marked row gives the text as it is. Default: yes."""
        self._call("set_accepts_text", accepts_text)

    def set_on_google_map(self, on_google_map: bool) -> None:
        """Declares that a Google map is shown beside the rows, which takes the place of the attribution lines of
        Google's services. Default: no."""
        self._call("set_on_google_map", on_google_map)

    def set_search_row(self, offered: bool, *, always: bool = False) -> None:
        """Offers the way on as last row when nothing was found, and with ``always`` below rows too. Default: when
        nothing was found. Without anything to search (``can_search``) there is no such row."""
        self._call("set_search_row", offered, always)

    def set_store(self, store: Store | None) -> None:
        """Recent places and favourites come from the store, on empty text all, else those that match; picks are noted
        there."""
        if store is None:
            self._call("set_store", None)
            return
        with store._native as address:
            self._call("set_store", address)

    def set_current_location(self, location: CoordinateLike | None, label: str = "") -> None:
        """A first row on empty text, for the place where the user is; picking it gives a place of that location.
        None: no such row."""
        if location is None:
            self._call("clear_current_location")
        else:
            self._call("set_current_location", *_native.as_point(location, "location"), _native.encode(label, "label"))

    def set_billing_policy(self, policy: BillingPolicy) -> None:
        self._call("set_billing_policy", int(policy))

    # Keys and marks -------------------------------------------------------------------------------------------------

    def key(self, key: Key) -> bool:
        """A key of the ARIA combobox pattern; returns whether it is used up (False: it is the field's, or the dialog's
        round it: Escape where there is no list to hide and no search to give up)."""
        return bool(self._call("key", int(key)))

    def highlight(self, row: RowLike | None) -> None:
        """Marks a row, such as under the pointer; None: none."""
        self._call("highlight", -1 if row is None else _index(row))

    def open(self) -> None:
        """Shows the list."""
        self._call("open")

    def shut(self) -> None:
        """Hides the list; close() is the end of the table."""
        self._call("close")

    # Picking --------------------------------------------------------------------------------------------------------

    def _select(self, row: RowLike) -> None:
        handle = row._handle if isinstance(row, Row) else None
        self._call("select", None if handle is None else handle.address, _index(row))

    def search(self) -> None:
        """Searches for the text as it is (the way on); its places become rows, a single one is picked."""
        self._call("search")

    @property
    def can_search(self) -> bool:
        """Whether the client has a service for search(); where not, that raises UnsupportedError."""
        with self._use() as address:
            return bool(_ffi.table_can_search(address))

    def retry(self) -> None:
        """Asks again what failed. Refused where nothing failed."""
        self._call("retry")

    def cancel(self) -> None:
        """Ends requests, the pick under way, rows and session; was_cancelled."""
        self._call("cancel")

    @property
    def state(self) -> TableState:
        """What is to be shown now."""
        with self._use() as address:
            return take_state(_ffi.table_state_now(address))

    # Called by the trampolines --------------------------------------------------------------------------------------

    def _did_request(self, state: int) -> None:
        if self._callbacks.did_request is not None:
            self._callbacks.did_request(read_state(state))

    def _did_update(self, state: int) -> None:
        if self._callbacks.did_update is not None:
            self._callbacks.did_update(read_state(state))

    def _did_select_prediction(self, state: int, row: int) -> bool:
        if self._callbacks.did_select_prediction is None:
            return True
        rows = read_state(state).rows
        if row >= len(rows):
            return False  # set_value() has given the pick up before anybody was asked
        # None, what a function without a return statement gives, goes on.
        return self._callbacks.did_select_prediction(rows[row]) is not False

    def _did_autocomplete(self, place: int, typed: bytes) -> None:
        if self._callbacks.did_autocomplete is not None:
            self._callbacks.did_autocomplete(_native.read_place(place), typed.decode())

    def _did_pick(self, state: int, row: int, token: int | None) -> None:
        if self._callbacks.did_pick is not None:
            self._callbacks.did_pick(read_state(state).rows[row], _native.read_token(token))

    def _did_enter_text(self, text: bytes) -> None:
        if self._callbacks.did_enter_text is not None:
            self._callbacks.did_enter_text(text.decode())

    def _did_fail(self, error: int) -> None:
        if self._callbacks.did_fail is not None:
            self._callbacks.did_fail(_ffi.read_error(_ffi.error_status(error), error))

    def _was_cancelled(self) -> None:
        if self._callbacks.was_cancelled is not None:
            self._callbacks.was_cancelled()

    def _activity(self, active: bool) -> None:
        if self._callbacks.activity is not None:
            self._callbacks.activity(active)


class Table(TableBase):
    """What a control for place search draws and does, as data; made by ``client.table()``.

    Feed it the text and the keys of the field, draw the state it tells, pick rows. Callbacks run on the client's
    thread, one at a time. From any thread.

    It keeps its client alive. When that is closed first, calls that would ask something raise RequestCancelledError.
    """

    def __init__(
        self,
        client: Client,
        delegate: TableDelegate | None = None,
        *,
        filter: Filter | None = None,
        did_request: Callable[[TableState], object] | None = None,
        did_update: Callable[[TableState], object] | None = None,
        did_select_prediction: Callable[[Row], bool | None] | None = None,
        did_autocomplete: Callable[[Place, str], object] | None = None,
        did_pick: Callable[[Row, Token | None], object] | None = None,
        did_enter_text: Callable[[str], object] | None = None,
        did_fail: Callable[[PlacesError], object] | None = None,
        was_cancelled: Callable[[], object] | None = None,
        activity: Callable[[bool], object] | None = None,
    ) -> None:
        """Callbacks are the methods of a TableDelegate, or keywords of their names."""
        callbacks = Callbacks.of(
            delegate,
            did_request=did_request,
            did_update=did_update,
            did_select_prediction=did_select_prediction,
            did_autocomplete=did_autocomplete,
            did_pick=did_pick,
            did_enter_text=did_enter_text,
            did_fail=did_fail,
            was_cancelled=was_cancelled,
            activity=activity,
        )
        super().__init__(client, filter, callbacks)

    def select(self, row: RowLike) -> None:
        """Picks a row: a Row of a state, as the user saw it, or by its index among the present rows.

        Refused (InvalidRequestError): a row past the end, one that is gone since, a pick while another is under way.
        The place comes to did_autocomplete.
        """
        self._select(row)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.closed:
            self.close()  # first: where warnings are errors, what follows raises
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)


def text_is_for_geocoding(text: str) -> bool:
    """Whether a text that nobody picked a row for goes to geocoding (addresses, units as "Stroupežnického 3191/17",
    road segments as "23-30 29th St") and not to a text search."""
    return bool(_ffi.text_is_for_geocoding(_native.encode(text, "text")))
