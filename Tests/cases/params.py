"""The neutral parameters of a case as a request of ours."""

from __future__ import annotations

from typing import Any

import places

from checking import CannotApply

Point = tuple[float, float]


def circle(value: Any) -> places.Circle:
    if isinstance(value, dict):
        center = value.get("center", value)
        return places.Circle(point(center), number(value.get("radius", 0)))
    latitude, longitude, radius = value
    return places.Circle((number(latitude), number(longitude)), number(radius))


def rectangle(value: Any) -> places.Rectangle:
    if isinstance(value, dict):
        low = value.get("low") or value.get("southwest") or value.get("sw")
        high = value.get("high") or value.get("northeast") or value.get("ne")
        return places.Rectangle(point(low), point(high))
    if len(value) == 4:
        south, west, north, east = value
        return places.Rectangle((number(south), number(west)), (number(north), number(east)))
    return places.Rectangle(point(value[0]), point(value[1]))


def point(value: Any) -> Point:
    if isinstance(value, dict):
        latitude = value.get("latitude", value.get("lat"))
        longitude = value.get("longitude", value.get("lng", value.get("lon")))
        return number(latitude), number(longitude)
    latitude, longitude = value
    return number(latitude), number(longitude)


def number(value: Any) -> float:
    """JSON has neither infinity nor NaN: they are written as text."""
    return float(value)


def _texts(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


#: Neutral name: the field of places.Request, and how its value is read.
_READERS: dict[str, tuple[str, Any]] = {
    "input": ("query", str),
    "query": ("query", str),
    "q": ("query", str),
    "text": ("query", str),
    "types": ("types", _texts),
    "countries": ("countries", _texts),
    "country": ("countries", _texts),
    "limit": ("limit", int),
    "offset": ("input_offset", int),
    "input_offset": ("input_offset", int),
    "language": ("language", str),
    "region": ("region", str),
    "origin": ("origin", point),
    "bias_circle": ("bias", circle),
    "bias_rect": ("bias", rectangle),
    "bias_box": ("bias", rectangle),
    "bias_rectangle": ("bias", rectangle),
    "restriction_circle": ("restriction", circle),
    "restriction_rect": ("restriction", rectangle),
    "restriction_box": ("restriction", rectangle),
    "restriction_rectangle": ("restriction", rectangle),
    "token": ("token", places.Token),
    "session_token": ("token", places.Token),
    "include_query_predictions": ("include_query_predictions", bool),
    "include_pure_service_area_businesses": ("include_pure_service_area_businesses", bool),
    "include_future_opening_businesses": ("include_future_opening_businesses", bool),
    "timeout_ms": ("timeout", lambda value: value / 1000),
}


def options(params: dict[str, Any], *, mode: places.Mode = places.Mode.NEW) -> dict[str, Any]:
    """Keywords of places.Request. A value of null is one that is not set."""
    read: dict[str, Any] = {"mode": mode}
    for name, value in params.items():
        if value is None:
            continue
        if name not in _READERS:
            raise CannotApply(f"unknown key {name!r} of a request")
        field, reader = _READERS[name]
        read[field] = reader(value)
    return read


def request(params: dict[str, Any], *, mode: places.Mode = places.Mode.NEW, text: str = "a") -> places.Request:
    return places.Request(**{"query": text, **options(params, mode=mode)})


def mode_of(backend: str) -> places.Mode:
    return places.Mode.LEGACY if backend == "legacy" else places.Mode.NEW
