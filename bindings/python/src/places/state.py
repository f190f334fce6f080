"""What a control draws, as data."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from . import _ffi
from .errors import PlacesError
from .types import Match


class TablePhase(enum.IntEnum):
    """What a table has to show."""

    #: Blank text, nothing to show.
    IDLE = 0
    #: The first rows are on their way.
    LOADING = 1
    #: There are rows. They may belong to an older text while the next are on their way.
    ROWS = 2
    NOTHING_FOUND = 3
    #: ``error`` says why, ``can_retry`` whether "try again" is to be offered.
    FAILED = 4


class RowKind(enum.IntEnum):
    """What a row stands for."""

    PLACE = 0
    #: A suggested query: picking it searches.
    QUERY = 1
    #: From the store.
    RECENT = 2
    FAVOURITE = 3
    CURRENT_LOCATION = 4
    #: Coordinates or a Plus Code that were typed.
    POINT = 5
    #: The way on: searches for the text as it is. Its primary text is that text.
    SEARCH = 6
    #: A place that such a search has found.
    FOUND = 7


class Icon(enum.IntEnum):
    """Which picture goes with a row."""

    PLACE = 0
    CITY = 1
    REGION = 2
    STREET = 3
    ADDRESS = 4
    FOOD = 5
    SHOP = 6
    LODGING = 7
    TRANSIT = 8
    AIRPORT = 9
    NATURE = 10
    CULTURE = 11
    HEALTH = 12
    EDUCATION = 13
    RECENT = 14
    FAVOURITE = 15
    CURRENT_LOCATION = 16
    SEARCH = 17


class ChangeKind(enum.IntEnum):
    REMOVE = 0
    INSERT = 1
    UPDATE = 2


class Change(NamedTuple):
    """One step from the rows of one state to those of another."""

    kind: ChangeKind
    row: int


class StateHandle:
    """A kept ``places_table_state``."""

    __slots__ = ("_release", "address")

    def __init__(self, address: int) -> None:
        self.address = address
        self._release = _ffi.table_state_release  # module globals may be gone when __del__ runs at exit

    def __del__(self) -> None:
        self._release(self.address)


@dataclass(frozen=True)
class Row:
    """One row of a table."""

    #: Its place among the rows of its state.
    index: int
    kind: RowKind
    icon: Icon
    #: "" where it stands for no place that is known.
    place_id: str
    #: The whole text in one line. A rendering of its own: do not take it apart.
    text: str
    #: The name ...
    primary: str
    #: ... and what tells it from others of the name (city, region); may be "".
    secondary: str
    #: What was typed, in ``text``, ``primary`` and ``secondary``.
    matches: tuple[Match, ...] = ()
    primary_matches: tuple[Match, ...] = ()
    secondary_matches: tuple[Match, ...] = ()
    #: The primary type first.
    types: tuple[str, ...] = ()
    #: None without an origin.
    distance_meters: int | None = None
    #: "850 m", "3,4 km", "0.3 mi"; "" without a distance.
    distance_text: str = ""
    #: For assistive technology: no two rows sound alike.
    label: str = ""
    #: The source's name, "" where there is but one.
    source: str = ""
    #: The state that it belongs to, for Table.select().
    _handle: StateHandle | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> Any:
        return (_make_row, (_values(self),))


@dataclass(frozen=True)
class TableState:
    """All that a control shows at one moment. Immutable; any thread."""

    #: What was typed.
    text: str = ""
    phase: TablePhase = TablePhase.IDLE
    #: Whether rows are on their way.
    is_loading: bool = False
    #: Whether the details of a picked row are on their way.
    is_picking: bool = False
    #: Whether the list is to be shown.
    is_open: bool = False
    #: Whether the rows answer ``text``, and not an older one.
    is_current: bool = False
    #: Whether the rows come from a source that stands in for one that failed or was too slow.
    is_fallback: bool = False
    #: The marked row's index.
    highlighted: int | None = None
    rows: tuple[Row, ...] = ()
    #: Lines that must be shown with the list.
    attributions: tuple[str, ...] = ()
    #: Why the phase is FAILED, or why the details of a picked row failed.
    error: PlacesError | None = field(default=None, compare=False)
    can_retry: bool = False
    #: The library's own object.
    _handle: StateHandle | None = field(default=None, repr=False, compare=False)

    @property
    def highlighted_row(self) -> Row | None:
        """The marked row."""
        return None if self.highlighted is None else self.rows[self.highlighted]

    def changes_from(self, old: TableState | None) -> tuple[Change, ...]:
        """What makes the rows of ``old`` these, one change after the other: removes from the last row up, then inserts
        from the first down, then updates by their final row. For lists that animate and keep their cursor.
        """
        if self._handle is None or (old is not None and old._handle is None):
            raise ValueError("a state that was made by hand or unpickled has no changes to tell")
        before = None if old is None or old._handle is None else old._handle.address
        # Each row is removed, inserted or updated at most once.
        capacity = len(self.rows) + (0 if old is None else len(old.rows))
        changes = _ffi.changes(before, self._handle.address, capacity)
        return tuple(Change(ChangeKind(kind), row) for kind, row in changes)

    def to_json(self) -> str:
        """All of it. Holds what was typed."""
        return "{}" if self._handle is None else str(_ffi.table_state_to_json(self._handle.address))

    def __reduce__(self) -> Any:
        # The library's object cannot be pickled, and neither can an exception with keywords; the rest can.
        return (_make_state, ({**_values(self), "error": None},))


def _values(value: Row | TableState) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(value) if each.name != "_handle"}


def _make_row(values: dict[str, Any]) -> Row:
    return Row(**values)


def _make_state(values: dict[str, Any]) -> TableState:
    return TableState(**values)


_PHASES = {phase.name.lower(): phase for phase in TablePhase}


def _matches(ranges: Any) -> tuple[Match, ...]:
    return tuple(Match(start, end) for start, end in ranges)


def _kind(number: int) -> RowKind:
    """A newer library may have more."""
    return RowKind(number) if number in RowKind._value2member_map_ else RowKind.PLACE


def _icon(number: int) -> Icon:
    return Icon(number) if number in Icon._value2member_map_ else Icon.PLACE


def _read_row(index: int, value: Mapping[str, Any], handle: StateHandle) -> Row:
    return Row(
        index=index,
        kind=_kind(value["kind"]),
        icon=_icon(value["icon"]),
        place_id=value["placeId"],
        text=value["text"],
        primary=value["primary"],
        secondary=value["secondary"],
        matches=_matches(value["matches"]),
        primary_matches=_matches(value["primaryMatches"]),
        secondary_matches=_matches(value["secondaryMatches"]),
        types=tuple(value["types"]),
        distance_meters=value.get("distanceMeters"),
        distance_text=value.get("distance", ""),
        label=value["label"],
        source=value.get("source", ""),
        _handle=handle,
    )


def read_state(state: int) -> TableState:
    """A borrowed ``places_table_state`` as a value, in one crossing."""
    return _read(StateHandle(_ffi.table_state_retain(state)))


def take_state(state: int) -> TableState:
    """The same for one that is ours to release."""
    return _read(StateHandle(state))


def _read(handle: StateHandle) -> TableState:
    value: Mapping[str, Any] = json.loads(_ffi.table_state_to_json(handle.address))
    highlighted = value["highlighted"]
    error: PlacesError | None = None
    if "error" in value:
        # Rare, and told with all that is known.
        address = _ffi.table_state_error(handle.address)
        error = _ffi.read_error(_ffi.error_status(address), address)
    return TableState(
        text=value["text"],
        phase=_PHASES.get(value["phase"], TablePhase.IDLE),
        is_loading=value["isLoading"],
        is_picking=value["isPicking"],
        is_open=value["isOpen"],
        is_current=value["isCurrent"],
        is_fallback=value["isFallback"],
        highlighted=highlighted if highlighted >= 0 else None,
        rows=tuple(_read_row(index, row, handle) for index, row in enumerate(value["rows"])),
        attributions=tuple(value["attributions"]),
        error=error,
        can_retry=value["canRetry"],
        _handle=handle,
    )
