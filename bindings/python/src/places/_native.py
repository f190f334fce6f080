"""Values to C objects and back. Every handle that is made here is freed here."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Callable

from . import _ffi, errors
from .types import (
    BillingTier,
    Circle,
    Coordinate,
    CoordinateLike,
    Credit,
    CreditKind,
    Fields,
    FieldsLike,
    Filter,
    Match,
    Place,
    Places,
    Rectangle,
    Request,
    Suggestion,
    Suggestions,
    TextSearch,
    Token,
    _HasHours,
    _HasJSON,
)

#: An absent message of the JSON.
_NOTHING: Mapping[str, Any] = {}

#: The largest deadline that the C type holds, in milliseconds.
_LONGEST = 0xFFFF_FFFF


def encode(text: str, field: str) -> bytes:
    """UTF-8 for a NUL-terminated argument. Lone surrogates go through, for the library to refuse with its own words."""
    if not isinstance(text, str):
        raise TypeError(f"{field} must be a str, not {type(text).__name__}")
    if "\0" in text:
        raise errors.InvalidRequestError(f"{field} holds a NUL", status=errors.Status.INVALID_REQUEST, field=field)
    return text.encode("utf-8", "surrogatepass")


def encode_optional(text: str | None, field: str) -> bytes | None:
    return None if text is None else encode(text, field)


def milliseconds(seconds: float | None) -> int:
    """A deadline for C: 0 is none there, so the shortest one is 1 ms."""
    if seconds is None:
        return 0
    if not seconds >= 0:
        raise errors.InvalidRequestError(
            f"timeout must be 0 or more seconds, not {seconds}", status=errors.Status.INVALID_REQUEST, field="timeout"
        )
    return max(1, int(min(seconds * 1000, _LONGEST)))


def exact_milliseconds(seconds: float, field: str) -> int:
    """A time of which 0 means what it says."""
    if not seconds >= 0:
        raise errors.InvalidRequestError(
            f"{field} must be 0 or more seconds, not {seconds}", status=errors.Status.INVALID_REQUEST, field=field
        )
    # Beyond what C takes, for the library to refuse with its own words; 0xFFFFFFFF means something else there.
    return round(min(seconds * 1000, _LONGEST - 1))


def token_text(text: str | None) -> str:
    """The text of a new random token, or the given one once it is checked."""
    out = _ffi.out_pointer()
    if text is None:
        _ffi.token_new(out)
    else:
        _ffi.token_from_text(encode(text, "text"), out)
    try:
        return str(_ffi.token_text(out))
    finally:
        _ffi.token_free(out)


def make_token(stack: ExitStack, token: Token | None) -> int | None:
    """A ``places_token``; freed with the stack."""
    if token is None:
        return None
    if not isinstance(token, Token):
        raise TypeError(f"token must be a places.Token, not {type(token).__name__}")
    out = _ffi.out_pointer()
    _ffi.token_from_text(encode(str(token), "sessionToken"), out)
    stack.callback(_ffi.token_free, out)
    return out.value


def read_token(token: int | None) -> Token | None:
    """A borrowed ``places_token``."""
    return Token(str(_ffi.token_text(token))) if token else None


def _set_token(stack: ExitStack, setter: Callable[..., None], request: int, token: Token | None) -> None:
    if token is not None:
        setter(request, make_token(stack, token))


def as_point(value: CoordinateLike, field: str) -> Coordinate:
    try:
        latitude, longitude = value
        return Coordinate(float(latitude), float(longitude))
    except (TypeError, ValueError):
        raise TypeError(f"{field} must be a Coordinate or a pair (latitude, longitude), not {value!r}") from None


def _set_area(filter_: int, area: object, name: str) -> None:
    if isinstance(area, Circle):
        set_circle = _ffi.filter_set_bias_circle if name == "bias" else _ffi.filter_set_restriction_circle
        try:
            radius = float(area.radius)
        except (TypeError, ValueError):
            raise TypeError(f"{name}.radius must be a number of meters, not {area.radius!r}") from None
        set_circle(filter_, *as_point(area.center, f"{name}.center"), radius)
    elif isinstance(area, Rectangle):
        set_rectangle = _ffi.filter_set_bias_rectangle if name == "bias" else _ffi.filter_set_restriction_rectangle
        set_rectangle(filter_, *as_point(area.low, f"{name}.low"), *as_point(area.high, f"{name}.high"))
    else:
        raise TypeError(f"{name} must be a Circle or a Rectangle, not {type(area).__name__}")


def _texts(values: Sequence[str], name: str) -> tuple[Any, int]:
    encoded = tuple(encode(value, f"{name}[{position}]") for position, value in enumerate(values))
    return _ffi.texts(encoded), len(encoded)


def make_filter(stack: ExitStack, filter_: Filter | None) -> int | None:
    """A ``places_filter``; freed with the stack."""
    if filter_ is None:
        return None
    if not isinstance(filter_, Filter):
        raise TypeError(f"filter must be a places.Filter, not {type(filter_).__name__}")
    handle: int = _ffi.filter_new()
    stack.callback(_ffi.filter_free, handle)
    _fill_filter(handle, filter_)
    return handle


def _fill_filter(filter_: int, request: Request | Filter) -> None:
    if request.mode:
        _ffi.filter_set_mode(filter_, int(request.mode))
    if request.types:
        _ffi.filter_set_types(filter_, *_texts(request.types, "types"))
    if request.countries:
        _ffi.filter_set_countries(filter_, *_texts(request.countries, "countries"))
    if request.bias is not None:
        _set_area(filter_, request.bias, "bias")
    if request.restriction is not None:
        _set_area(filter_, request.restriction, "restriction")
    if request.origin is not None:
        _ffi.filter_set_origin(filter_, *as_point(request.origin, "origin"))
    if request.region is not None:
        _ffi.filter_set_region(filter_, encode(request.region, "region"))
    if request.language is not None:
        _ffi.filter_set_language(filter_, encode(request.language, "language"))
    if request.include_pure_service_area_businesses:
        _ffi.filter_set_include_pure_service_area_businesses(filter_, True)
    if request.include_future_opening_businesses:
        _ffi.filter_set_include_future_opening_businesses(filter_, True)


def make_request(stack: ExitStack, request: Request) -> int:
    """A ``places_request``; freed with the stack."""
    handle: int = _ffi.request_new()
    stack.callback(_ffi.request_free, handle)
    if not isinstance(request.query, str):
        raise TypeError(f"query must be a str, not {type(request.query).__name__}")
    query = request.query.encode("utf-8", "surrogatepass")
    _ffi.request_set_query(handle, query, len(query))
    if request.input_offset is not None:
        _ffi.request_set_input_offset(handle, as_int32(as_int(request.input_offset, "input_offset"), "offset"))
    if request.limit != 5:
        _ffi.request_set_limit(handle, as_int32(request.limit, "limit"))
    filter_: int = _ffi.filter_new()
    stack.callback(_ffi.filter_free, filter_)
    _fill_filter(filter_, request)
    _ffi.request_set_filter(handle, filter_)
    _set_token(stack, _ffi.request_set_token, handle, request.token)
    if request.include_query_predictions:
        _ffi.request_set_include_query_predictions(handle, True)
    if request.timeout is not None:
        _ffi.request_set_deadline(handle, milliseconds(request.timeout))
    return handle


def as_int(value: int, field: str) -> int:
    """ctypes would refuse another type without saying which argument it was."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{field} must be an int, not {type(value).__name__}") from None


def as_int32(value: int, field: str) -> int:
    """ctypes would cut a larger number down in silence."""
    value = as_int(value, field)
    if not -0x8000_0000 <= value <= 0x7FFF_FFFF:
        raise errors.InvalidRequestError(
            f"{field} {value} is out of range", status=errors.Status.INVALID_REQUEST, field=field
        )
    return value


def as_uint32(value: int, field: str) -> int:
    """The same for a number that cannot be negative."""
    value = as_int(value, field)
    if not 0 <= value <= 0xFFFF_FFFF:
        raise errors.InvalidRequestError(
            f"{field} {value} is out of range", status=errors.Status.INVALID_REQUEST, field=field
        )
    return value


def as_uint31(value: int, field: str) -> int:
    """A row's index, which goes in as int32_t or size_t: a negative one must not come out at the other end."""
    if value < 0:
        raise errors.InvalidRequestError(
            f"{field} {value} is negative; rows count from 0", status=errors.Status.INVALID_REQUEST, field=field
        )
    return as_int32(value, field)


def make_request_from_json(stack: ExitStack, body: str | bytes) -> int:
    """A ``places_request`` from the body of Google's request; freed with the stack."""
    encoded = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
    out = _ffi.out_pointer()
    _ffi.request_from_json(encoded, len(encoded), out)
    stack.callback(_ffi.request_free, out.value)
    assert out.value is not None
    return out.value


def make_place_request(
    stack: ExitStack,
    place_id: str,
    fields: FieldsLike,
    token: Token | None,
    language: str | None,
    region: str | None,
    timeout: float | None,
) -> int:
    """A ``places_place_request``; freed with the stack."""
    handle: int = _ffi.place_request_new()
    stack.callback(_ffi.place_request_free, handle)
    _ffi.place_request_set_place_id(handle, encode(place_id, "placeId"))
    if isinstance(fields, Fields):
        _ffi.place_request_set_field_bits(handle, int(fields))
    else:
        _ffi.place_request_set_fields(handle, mask(fields))
    _set_token(stack, _ffi.place_request_set_token, handle, token)
    if language is not None:
        _ffi.place_request_set_language(handle, encode(language, "language"))
    if region is not None:
        _ffi.place_request_set_region(handle, encode(region, "region"))
    if timeout is not None:
        _ffi.place_request_set_deadline(handle, milliseconds(timeout))
    return handle


def mask(fields: FieldsLike) -> bytes:
    if isinstance(fields, Fields):
        raise TypeError("fields must be names here, not Fields")
    return encode(fields if isinstance(fields, str) else ",".join(fields), "fields")


def make_search_request(stack: ExitStack, search: str | TextSearch, fields: FieldsLike, timeout: float | None) -> int:
    """A ``places_search_request``; freed with the stack."""
    if isinstance(search, str):
        search = TextSearch(search)
    handle: int = _ffi.search_request_new()
    stack.callback(_ffi.search_request_free, handle)
    query = search.query.encode("utf-8", "surrogatepass")
    _ffi.search_request_set_query(handle, query, len(query))
    filter_: int = _ffi.filter_new()
    stack.callback(_ffi.filter_free, filter_)
    _fill_filter(
        filter_,
        Request(
            search.query,
            types=() if search.type is None else (search.type,),
            bias=search.bias,
            restriction=search.restriction,
            language=search.language,
            region=search.region,
            include_pure_service_area_businesses=search.include_pure_service_area_businesses,
            include_future_opening_businesses=search.include_future_opening_businesses,
        ),
    )
    _ffi.search_request_set_filter(handle, filter_)
    _ffi.search_request_set_strict_type(handle, search.strict_type)
    _ffi.search_request_set_open_now(handle, search.open_now)
    _ffi.search_request_set_min_rating(handle, search.min_rating)
    _ffi.search_request_set_price_levels(handle, *_texts(search.price_levels, "price_levels"))
    _ffi.search_request_set_limit(handle, as_int32(search.limit, "limit"))
    _ffi.search_request_set_rank_by_distance(handle, search.rank_by_distance)
    _ffi.search_request_set_page_token(handle, encode_optional(search.page_token, "page_token"))
    _finish_search_request(handle, fields, timeout)
    return handle


def make_search_request_from_json(
    stack: ExitStack, body: str | bytes, fields: FieldsLike, timeout: float | None
) -> int:
    """A ``places_search_request`` from the body of Google's request; freed with the stack."""
    encoded = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
    out = _ffi.out_pointer()
    _ffi.search_request_from_json(encoded, len(encoded), out)
    stack.callback(_ffi.search_request_free, out.value)
    assert out.value is not None
    _finish_search_request(out.value, fields, timeout)
    return out.value


def _finish_search_request(handle: int, fields: FieldsLike, timeout: float | None) -> None:
    _ffi.search_request_set_fields(handle, mask(fields))
    if timeout is not None:
        _ffi.search_request_set_deadline(handle, milliseconds(timeout))


def make_geocode_request(
    stack: ExitStack,
    address: str | None,
    place_id: str | None,
    location: CoordinateLike | None,
    components: Mapping[str, str],
    bounds: Rectangle | None,
    language: str | None,
    region: str | None,
    result_types: Sequence[str],
    location_types: Sequence[str],
    timeout: float | None,
) -> int:
    """A ``places_geocode_request``; freed with the stack."""
    if (address is not None) + (place_id is not None) + (location is not None) > 1:
        raise TypeError("geocode() takes one of address, place_id and location")
    handle: int = _ffi.geocode_request_new()
    stack.callback(_ffi.geocode_request_free, handle)
    if address is not None:
        text = address.encode("utf-8", "surrogatepass")
        _ffi.geocode_request_set_address(handle, text, len(text))
    if place_id is not None:
        _ffi.geocode_request_set_place_id(handle, encode(place_id, "place_id"))
    if location is not None:
        _ffi.geocode_request_set_location(handle, *as_point(location, "location"))
    for name, value in components.items():
        _ffi.geocode_request_add_component(handle, encode(name, "name"), encode(value, "value"))
    if bounds is not None:
        low, high = as_point(bounds.low, "bounds.low"), as_point(bounds.high, "bounds.high")
        _ffi.geocode_request_set_bounds(handle, *low, *high)
    _ffi.geocode_request_set_language(handle, encode_optional(language, "language"))
    _ffi.geocode_request_set_region(handle, encode_optional(region, "region"))
    _ffi.geocode_request_set_result_types(handle, *_texts(result_types, "result_types"))
    _ffi.geocode_request_set_location_types(handle, *_texts(location_types, "location_types"))
    if timeout is not None:
        _ffi.geocode_request_set_deadline(handle, milliseconds(timeout))
    return handle


def photo_arguments(name: str, max_width: int, max_height: int) -> tuple[bytes, int, int]:
    return encode(name, "photo_name"), as_int32(max_width, "max_width"), as_int32(max_height, "max_height")


def billing_tier(fields: str | Sequence[str]) -> BillingTier:
    """What a details request for these fields is billed as: the dearest field decides."""
    tier = _ffi.out_int()
    _ffi.field_mask_tier(mask(fields), tier)
    return BillingTier(tier.value)


# ----------------------------------------------------------------------------------------------------------------------
# Answers


class PlaceHandle(_HasHours):
    """A kept ``places_place``."""

    __slots__ = ("_address", "_release")

    def __init__(self, address: int) -> None:
        self._address = address
        self._release = _ffi.place_release

    def address_part(self, type_: str, short: bool) -> str | None:
        text = _ffi.place_address_part(self._address, encode(type_, "type"), short)
        return None if text is None else str(text)

    def is_open(self, unix_seconds: int) -> bool | None:
        openness = _ffi.place_openness(self._address, unix_seconds)
        return None if openness == _ffi.OPENNESS_UNKNOWN else bool(openness == _ffi.OPENNESS_OPEN)

    def __del__(self) -> None:
        self._release(self._address)


class ResultHandle(_HasJSON):
    """A kept ``places_result``."""

    __slots__ = ("_address", "_release")

    def __init__(self, address: int) -> None:
        self._address = address
        # Bound here, since module globals may be gone when __del__ runs at the interpreter's exit.
        self._release = _ffi.result_release

    def to_json(self) -> str:
        return str(_ffi.result_to_json(self._address))

    def __del__(self) -> None:
        self._release(self._address)


def _matches(text: Mapping[str, Any]) -> tuple[Match, ...]:
    # proto3's JSON leaves out a zero.
    return tuple(Match(match.get("startOffset", 0), match["endOffset"]) for match in text.get("matches", ()))


def _read_row(result: int, row: int, value: Mapping[str, Any], source: str) -> Suggestion:
    prediction: Mapping[str, Any] = value["placePrediction" if "placePrediction" in value else "queryPrediction"]
    full = prediction.get("text", _NOTHING)
    structured = prediction.get("structuredFormat", _NOTHING)
    primary = structured.get("mainText", _NOTHING)
    secondary = structured.get("secondaryText", _NOTHING)
    distance = prediction.get("distanceMeters")
    if distance is None:
        # No origin, or 0 m, which the JSON leaves out.
        meters = _ffi.out_int32()
        distance = meters.value if _ffi.result_distance_meters(result, row, meters) else None
    return Suggestion(
        place_id=prediction.get("placeId", ""),
        full_text=full.get("text", ""),
        primary_text=primary.get("text", ""),
        secondary_text=secondary.get("text", ""),
        full_matches=_matches(full),
        primary_matches=_matches(primary),
        secondary_matches=_matches(secondary),
        types=tuple(prediction.get("types", ())),
        distance_meters=distance,
        is_query="queryPrediction" in value,
        attribution=_ffi.result_row_attribution(result, row),
        source=source,
    )


def read_result(result: int) -> Suggestions:
    """A borrowed ``places_result`` as a value.

    Through JSON: one crossing and a parser in C cost a fifth of some sixty calls of getters.
    """
    rows = json.loads(_ffi.result_to_json(result)).get("suggestions", ())
    # One source: no row has a name of one.
    has_sources = bool(_ffi.result_row_source(result, 0))
    return Suggestions(
        rows=tuple(
            _read_row(result, row, value, _ffi.result_row_source(result, row) if has_sources else "")
            for row, value in enumerate(rows)
        ),
        attributions=tuple(_ffi.result_attribution(result, i) for i in range(_ffi.result_attribution_count(result))),
        is_fallback=bool(_ffi.result_is_fallback(result)),
        _handle=ResultHandle(_ffi.result_retain(result)),
    )


def read_json(result: int) -> str:
    """A borrowed ``places_result`` as the body of Google's response."""
    return str(_ffi.result_to_json(result))


def read_uri(uri: Any) -> str:
    """A text of C: its bytes in a callback, its address from a call that waited."""
    return uri.decode() if isinstance(uri, bytes) else _ffi.text_at(uri)


def _text_of(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _coordinate(value: Mapping[str, Any]) -> Coordinate | None:
    """Proto3 leaves out a zero."""
    latitude, longitude = _number(value.get("latitude", 0)), _number(value.get("longitude", 0))
    return None if latitude is None or longitude is None else Coordinate(latitude, longitude)


def _viewport(value: object) -> Rectangle | None:
    if not isinstance(value, dict):
        return None
    corners = [_coordinate(corner) if isinstance(corner, dict) else None for corner in map(value.get, ("low", "high"))]
    low, high = corners
    return None if low is None or high is None else Rectangle(low, high)


def read_place(place: int) -> Place:
    """A borrowed ``places_place`` as a value. A service may send a member of another kind; it counts as absent."""
    resource: dict[str, Any] = json.loads(_ffi.place_to_json(place))
    location, name, types = resource.get("location"), resource.get("displayName"), resource.get("types")
    return Place(
        id=_text_of(resource.get("id")),
        display_name=_text_of(name.get("text")) if isinstance(name, dict) else None,
        formatted_address=_text_of(resource.get("formattedAddress")),
        location=_coordinate(location) if isinstance(location, dict) else None,
        viewport=_viewport(resource.get("viewport")),
        primary_type=_text_of(resource.get("primaryType")),
        types=tuple(each for each in types if isinstance(each, str)) if isinstance(types, list) else (),
        attribution=_ffi.place_attribution(place) or "",
        resource=resource,
        credits=tuple(
            Credit(
                CreditKind(_ffi.place_credit_kind(place, i)),
                _ffi.place_credit_text(place, i),
                _ffi.place_credit_uri(place, i),
                _ffi.place_credit_index(place, i),
            )
            for i in range(_ffi.place_credit_count(place))
        ),
        requested_id=_ffi.place_requested_id(place) or "",
        _handle=PlaceHandle(_ffi.place_retain(place)),
    )


def read_places_json(places: int) -> str:
    """A borrowed ``places_place_list`` as the body of Google's response."""
    return str(_ffi.place_list_to_json(places))


def read_places(places: int) -> Places:
    """A borrowed ``places_place_list`` as a value."""
    return Places(
        rows=tuple(read_place(_ffi.place_list_place(places, i)) for i in range(_ffi.place_list_count(places))),
        next_page_token=_ffi.place_list_next_page_token(places) or "",
    )
