"""The values that go in and come out. All are immutable and may be shared between threads.

Coordinates are WGS84 degrees, distances metres. Every rule is checked by the library when a request is made, so that
all languages refuse the same things with the same words.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, NamedTuple, Union, overload


class Coordinate(NamedTuple):
    """A point. A plain pair ``(latitude, longitude)`` is taken wherever one is asked for."""

    latitude: float
    longitude: float


#: A Coordinate or a pair of numbers, latitude first.
CoordinateLike = Union[Coordinate, tuple[float, float]]


@dataclass(frozen=True)
class Circle:
    """A centre and a radius in metres, 0 to 50,000."""

    center: CoordinateLike
    radius: float


@dataclass(frozen=True)
class Rectangle:
    """A rectangle by its south-west (low) and north-east (high) corner, taken literally.

    ``low.longitude`` above ``high.longitude`` crosses the antimeridian. For two corners in any order see
    :meth:`from_corners`.
    """

    low: CoordinateLike
    high: CoordinateLike

    @classmethod
    def from_corners(cls, a: CoordinateLike, b: CoordinateLike) -> Rectangle:
        """The rectangle with these two opposite corners, in any order.

        Of the two ways round the globe it takes the one that spans less than 180 degrees: what ``northEast`` and
        ``southWest`` of the iOS pages' samples mean.
        """
        a, b = Coordinate(*a), Coordinate(*b)
        south, north = sorted((a.latitude, b.latitude))
        west, east = sorted((a.longitude, b.longitude))
        if east - west == 360:
            west = east  # -180 and 180 are one meridian; 180 to -180 would mean an empty rectangle
        elif east - west > 180:
            west, east = east, west
        return cls(Coordinate(south, west), Coordinate(north, east))


#: Where results are preferred (bias) or must lie (restriction).
Area = Union[Circle, Rectangle]


class Mode(enum.IntEnum):
    """Which service's rules hold for types, countries and areas."""

    #: Places API (New): types are primary types, 15 countries, a bias or a restriction.
    NEW = 0
    #: Legacy Places API: any type of a place, 5 countries, the bias ignored beside a restriction.
    LEGACY = 1


class SourceMode(enum.IntEnum):
    """How several sources make one list."""

    #: In the stated order, the first that finds something.
    FIRST = 0
    #: The first; the next where it fails or has not answered in time. Marked as fallback.
    FALLBACK = 1
    #: All at once: rows that are there at once stay where they are, those that come later go below.
    MERGE = 2


class Token:
    """A session token: groups the requests of one search into one billing session.

    A session starts when a person starts typing and ends when a place is picked: the same token goes on every
    suggest() and on the one place(); then make a new one. ``str(token)`` is its text, for other services.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str | None = None) -> None:
        """A new random token, or one of your own: 1 to 36 characters of A-Z a-z 0-9 - _."""
        from . import _native

        self._text = _native.token_text(text)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Token({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


@dataclass(frozen=True)
class Request:
    """One autocomplete request. ``client.suggest(query, **fields)`` makes one; keep one to use it again."""

    #: The text typed so far. Blank text is refused.
    query: str
    #: How many suggestions at most: 1 to 5.
    limit: int = 5
    #: The caret, in characters from the start of the query; at the end without it.
    input_offset: int | None = None
    #: At most five types, or exactly one collection ("(cities)", "(regions)") alone; none for all.
    types: Sequence[str] = ()
    #: At most 15 countries, two letters each; none for all.
    countries: Sequence[str] = ()
    #: Places near the area are preferred, others still come.
    bias: Area | None = None
    #: Only places inside come.
    restriction: Area | None = None
    #: Where distances are measured from; without it suggestions have none.
    origin: CoordinateLike | None = None
    #: The country of the person who asks: formats the texts. Not a restriction.
    region: str | None = None
    #: Language of the answer, a BCP-47 tag; each place's own without it.
    language: str | None = None
    #: Whether businesses come that visit or deliver but receive nobody at an address.
    include_pure_service_area_businesses: bool = False
    #: Whether businesses come that have not opened yet.
    include_future_opening_businesses: bool = False
    #: Whether suggested queries ("pizza near me") may come besides places.
    include_query_predictions: bool = False
    #: Groups this request with others into one session.
    token: Token | None = None
    #: Seconds until the request fails with DeadlineError; without limit if None.
    timeout: float | None = None
    mode: Mode = Mode.NEW

    def __post_init__(self) -> None:
        _keep_tuples(self)


@dataclass(frozen=True)
class Filter:
    """Which suggestions a fetcher or a table asks for. For what each member means see Request."""

    types: Sequence[str] = ()
    countries: Sequence[str] = ()
    bias: Area | None = None
    restriction: Area | None = None
    origin: CoordinateLike | None = None
    region: str | None = None
    language: str | None = None
    include_pure_service_area_businesses: bool = False
    include_future_opening_businesses: bool = False
    mode: Mode = Mode.NEW

    def __post_init__(self) -> None:
        _keep_tuples(self)


def _keep_tuples(value: Request | Filter) -> None:
    """Tuples, so that it stays what it was when the caller's list changes; a str is the classic slip."""
    for name in ("types", "countries"):
        given = getattr(value, name)
        if isinstance(given, str):
            raise TypeError(f"{name} must be a list of texts, not one text: [{given!r}]")
        object.__setattr__(value, name, tuple(given))


class Match(NamedTuple):
    """A part of a text that the person typed, in characters of the str: ``text[match.start:match.end]``."""

    start: int
    end: int


def segments(text: str, matches: Sequence[Match]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it was typed: what a row with bold parts is drawn from."""
    position = 0
    for start, end in matches:
        if start > position:
            yield text[position:start], False
        yield text[start:end], True
        position = end
    if position < len(text):
        yield text[position:], False


def highlight(text: str, matches: Sequence[Match], before: str = "[", after: str = "]") -> str:
    """The text with its matched parts between two marks. Escape nothing: for HTML use segments()."""
    return "".join(before + piece + after if matched else piece for piece, matched in segments(text, matches))


def utf16_ranges(text: str, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The same ranges in 16-bit units of UTF-16: what JavaScript, Java, C# and NSString count in."""
    return tuple(Match(_utf16_length(text[:start]), _utf16_length(text[:end])) for start, end in matches)


def utf8_ranges(text: str, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The same ranges in bytes of UTF-8."""
    return tuple(Match(len(text[:start].encode()), len(text[:end].encode())) for start, end in matches)


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass(frozen=True)
class Suggestion:
    """One row: a place, or a suggested query where those were asked for."""

    #: "" for a query, which has no place.
    place_id: str
    #: The whole text in one line. A rendering of its own: do not take it apart.
    full_text: str
    #: The name ...
    primary_text: str
    #: ... and what tells it from others of the name (city, region); may be "".
    secondary_text: str
    full_matches: tuple[Match, ...] = ()
    primary_matches: tuple[Match, ...] = ()
    secondary_matches: tuple[Match, ...] = ()
    #: The primary type first.
    types: tuple[str, ...] = ()
    #: None without an origin.
    distance_meters: int | None = None
    is_query: bool = False
    #: What must be shown with this row; None where nothing must be.
    attribution: str | None = None
    #: The name of the source that gave it; "" where the client has but one.
    source: str = ""

    @property
    def primary_type(self) -> str | None:
        return self.types[0] if self.types else None

    def __str__(self) -> str:
        return self.full_text


@dataclass(frozen=True)
class Suggestions(Sequence[Suggestion]):
    """Suggestions, the most relevant first: a sequence. Nothing found is an empty one."""

    rows: tuple[Suggestion, ...] = ()
    #: What must be shown with them, without doubles.
    attributions: tuple[str, ...] = ()
    #: Whether they come from a source that stands in for one that failed or was too slow.
    is_fallback: bool = False
    #: The library's own object, for to_json().
    _handle: _HasJSON | None = field(default=None, repr=False, compare=False)

    @overload
    def __getitem__(self, index: int) -> Suggestion: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Suggestion, ...]: ...

    def __getitem__(self, index: int | slice) -> Suggestion | tuple[Suggestion, ...]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.rows)

    def to_json(self) -> str:
        """The body of Google's AutocompletePlaces response."""
        return self._handle.to_json() if self._handle is not None else "{}"

    def __reduce__(self) -> Any:
        # The library's object cannot be pickled; the rows can.
        return (Suggestions, (self.rows, self.attributions, self.is_fallback))


class _HasJSON:
    """What Suggestions keeps of the library: see _native.ResultHandle."""

    __slots__ = ()

    def to_json(self) -> str:
        raise NotImplementedError


class CreditKind(enum.IntEnum):
    """Who is named by a Credit."""

    SERVICE = 0
    PROVIDER = 1
    PHOTO_AUTHOR = 2
    REVIEW_AUTHOR = 3


@dataclass(frozen=True)
class Credit:
    """Something that must be shown: plain text, and the http or https address that it links to ("" for none)."""

    kind: CreditKind
    text: str
    uri: str = ""
    #: The photo's or the review's; -1 for the place as a whole.
    index: int = -1


@dataclass(frozen=True)
class Place:
    """A place's details, cut to the fields that were asked for; what is absent is None or empty."""

    id: str | None = None
    display_name: str | None = None
    formatted_address: str | None = None
    location: Coordinate | None = None
    viewport: Rectangle | None = None
    primary_type: str | None = None
    types: tuple[str, ...] = ()
    #: What must be shown with the place; "" where nothing must be.
    attribution: str = ""
    #: Google's Place resource, as its JSON has it. To be read, not changed.
    resource: Mapping[str, Any] = field(default_factory=dict, repr=False, hash=False)
    #: What must be shown, one by one.
    credits: tuple[Credit, ...] = ()
    #: The ID that was asked for; ``id`` is the one to keep. "" in lists and from an index.
    requested_id: str = ""
    #: The library's own object, for is_open().
    _handle: _HasHours | None = field(default=None, repr=False, compare=False)

    def get(self, path: str, default: Any = None) -> Any:
        """Any field by its path in Google's Place resource: ``place.get("addressComponents.0.longText")``."""
        value: Any = self.resource
        for step in path.split("."):
            if isinstance(value, Mapping) and step in value:
                value = value[step]
            elif isinstance(value, list) and re.fullmatch(r"[0-9]+", step) and int(step) < len(value):
                value = value[int(step)]
            else:
                return default
        return value

    def address_part(self, type_: str, *, short: bool = False) -> str | None:
        """The text of the first part of the address with a type ("route", "postal_code", "country").

        "city" is made up: the locality, else the postal town, else the sublocality; "unit" is the subpremise.
        """
        return None if self._handle is None else self._handle.address_part(type_, short)

    def is_open(self, at: datetime | None = None) -> bool | None:
        """Whether it is open at a time (default: now; one without a zone is local time), in its own time zone.

        None where its hours or its zone are not known. Needs the fields regularOpeningHours and timeZone.
        """
        if self._handle is None:
            return None
        return self._handle.is_open(int((at or datetime.now()).timestamp()))

    @property
    def photo_names(self) -> tuple[str, ...]:
        """For photo_uri(). Not to be kept: names expire."""
        photos = self.resource.get("photos")
        names = [each.get("name") for each in photos if isinstance(each, dict)] if isinstance(photos, list) else []
        return tuple(name for name in names if isinstance(name, str))

    def __reduce__(self) -> Any:
        # The library's object cannot be pickled; the values can.
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "_handle"}
        return (_make_place, (values,))


def _make_place(values: dict[str, Any]) -> Place:
    return Place(**values)


class _HasHours:
    """What Place keeps of the library: see _native.PlaceHandle."""

    __slots__ = ()

    def address_part(self, type_: str, short: bool) -> str | None:
        raise NotImplementedError

    def is_open(self, unix_seconds: int) -> bool | None:
        raise NotImplementedError


@dataclass(frozen=True)
class Places(Sequence[Place]):
    """Places that a search or a geocoding request found, the best first: a sequence."""

    rows: tuple[Place, ...] = ()
    #: For TextSearch.page_token; "" where there is no further page.
    next_page_token: str = ""

    @overload
    def __getitem__(self, index: int) -> Place: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Place, ...]: ...

    def __getitem__(self, index: int | slice) -> Place | tuple[Place, ...]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Place]:
        return iter(self.rows)


@dataclass(frozen=True)
class TextSearch:
    """A search for places by a whole text."""

    query: str
    #: One type; preferred, or with ``strict_type`` a condition.
    type: str | None = None
    strict_type: bool = False
    language: str | None = None
    region: str | None = None
    bias: Area | None = None
    #: Not with a bias; at most 180 degrees wide.
    restriction: Rectangle | None = None
    open_now: bool = False
    min_rating: float = 0.0
    #: "PRICE_LEVEL_INEXPENSIVE" to "PRICE_LEVEL_VERY_EXPENSIVE"; empty for all.
    price_levels: Sequence[str] = ()
    #: 1 to 20; 0: as the service likes.
    limit: int = 0
    rank_by_distance: bool = False
    include_pure_service_area_businesses: bool = False
    include_future_opening_businesses: bool = False
    page_token: str | None = None


class BillingTier(enum.IntEnum):
    """What a details request with a mask is billed as."""

    UNKNOWN = 0
    ESSENTIALS_IDS_ONLY = 1
    ESSENTIALS = 2
    PRO = 3
    ENTERPRISE = 4
    ENTERPRISE_ATMOSPHERE = 5


class Fields(enum.IntFlag):
    """The fields of the iOS SDK's GMSPlaceField, to be OR-ed: ``Fields.NAME | Fields.PLACE_ID``."""

    NAME = 1 << 0
    PLACE_ID = 1 << 1
    PLUS_CODE = 1 << 2
    COORDINATE = 1 << 3
    OPENING_HOURS = 1 << 4
    PHONE_NUMBER = 1 << 5
    FORMATTED_ADDRESS = 1 << 6
    RATING = 1 << 7
    PRICE_LEVEL = 1 << 8
    TYPES = 1 << 9
    WEBSITE = 1 << 10
    VIEWPORT = 1 << 11
    ADDRESS_COMPONENTS = 1 << 12
    PHOTOS = 1 << 13
    USER_RATINGS_TOTAL = 1 << 14
    UTC_OFFSET_MINUTES = 1 << 15
    BUSINESS_STATUS = 1 << 16
    ICON_IMAGE_URL = 1 << 17
    ICON_BACKGROUND_COLOR = 1 << 18
    TAKEOUT = 1 << 19
    DELIVERY = 1 << 20
    DINE_IN = 1 << 21
    CURBSIDE_PICKUP = 1 << 22
    RESERVABLE = 1 << 23
    SERVES_BREAKFAST = 1 << 24
    SERVES_LUNCH = 1 << 25
    SERVES_DINNER = 1 << 26
    SERVES_BEER = 1 << 27
    SERVES_WINE = 1 << 28
    SERVES_BRUNCH = 1 << 29
    SERVES_VEGETARIAN_FOOD = 1 << 30
    WHEELCHAIR_ACCESSIBLE_ENTRANCE = 1 << 31
    CURRENT_OPENING_HOURS = 1 << 32
    SECONDARY_OPENING_HOURS = 1 << 33
    EDITORIAL_SUMMARY = 1 << 34


#: Every field, those without a bit too. With a web service you pay for all of them.
ALL_FIELDS = "*"

#: Which details are wanted: names as the service writes them (one text with commas, or several), or Fields.
FieldsLike = Union[str, Sequence[str], Fields]


@dataclass(frozen=True)
class IndexSource:
    """One source that an index was built from."""

    name: str
    place_count: int
    attribution: str


@dataclass(frozen=True)
class IndexInfo:
    """What is known of an index file."""

    path: str
    format_version: int
    place_count: int
    file_bytes: int
    languages: tuple[str, ...]
    sources: tuple[IndexSource, ...]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> IndexInfo:
        """From what places_index_info_json() says."""
        return cls(
            path=str(value["path"]),
            format_version=int(value["formatVersion"]),
            place_count=int(value["placeCount"]),
            file_bytes=int(value["fileBytes"]),
            languages=tuple(value.get("languages", ())),
            sources=tuple(
                IndexSource(str(source["name"]), int(source["placeCount"]), str(source.get("attribution", "")))
                for source in value.get("sources", ())
            ),
        )
