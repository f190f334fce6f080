"""A strict reader of the legacy services' query strings, written from their published parameters: what it does not know
or could take in two ways it refuses. It knows nothing of the library."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes


class QueryError(Exception):
    """What the service would refuse, ignore or take for something else."""


@dataclass(frozen=True)
class Round:
    radius: float
    center: tuple[float, float]


@dataclass(frozen=True)
class Box:
    low: tuple[float, float]
    high: tuple[float, float]


#: Details' field names: `photo` and `type` are singular here.
FIELDS = frozenset(
    """address_components adr_address business_status formatted_address geometry icon icon_mask_base_uri
    icon_background_color name permanently_closed photo place_id plus_code type url utc_offset vicinity
    wheelchair_accessible_entrance current_opening_hours formatted_phone_number international_phone_number
    opening_hours secondary_opening_hours website curbside_pickup delivery dine_in editorial_summary price_level rating
    reservable reviews serves_beer serves_breakfast serves_brunch serves_dinner serves_lunch serves_vegetarian_food
    serves_wine takeout user_ratings_total geometry/location geometry/viewport opening_hours/open_now""".split()
)
#: Collections: one alone, but that these two may be mixed.
TABLE_3 = frozenset(["geocode", "address", "establishment", "(regions)", "(cities)"])
MIXED = frozenset(["geocode", "establishment"])


def check(condition: object, words: str) -> None:
    if not condition:
        raise QueryError(words)


# Values ---------------------------------------------------------------------------------------------------------------


def text(value: str) -> str:
    check(value, "empty")
    return value


def number(value: str) -> float:
    check(re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", value), f"not a plain decimal number: {value}")
    return float(value)


def whole(value: str) -> int:
    check(re.fullmatch(r"0|[1-9][0-9]*", value), f"not a whole number: {value}")
    return int(value)


def flag(value: str) -> bool:
    check(value in ("true", "false"), f"not a truth value: {value}")
    return value == "true"


def point(value: str) -> tuple[float, float]:
    parts = value.split(",")
    check(len(parts) == 2, f"not lat,lng: {value}")
    latitude, longitude = number(parts[0]), number(parts[1])
    check(-90 <= latitude <= 90 and -180 <= longitude <= 180, f"not on the globe: {value}")
    return latitude, longitude


def radius(value: str) -> float:
    metres = number(value)
    check(0 < metres <= 50_000, f"clamped or without effect: {value}")
    return metres


def box(value: str) -> Box:
    corners = value.split("|")
    check(len(corners) == 2, f"not south,west|north,east: {value}")
    low, high = point(corners[0]), point(corners[1])
    check(low[0] <= high[0], f"south above north: {value}")
    return Box(low, high)


def restriction(value: str) -> Round | Box:
    kind, colon, rest = value.partition(":")
    check(colon and kind in ("circle", "rectangle"), f"neither circle: nor rectangle: {value}")
    if kind == "rectangle":
        return box(rest)
    metres, at, center = rest.partition("@")
    check(at, f"no @ in a circle: {value}")
    return Round(radius(metres), point(center))


def bias(value: str) -> Round | Box | str:
    return value if value == "ipbias" else restriction(value)


def names(value: str) -> list[str]:
    found = value.split("|")
    for name in found:
        check(re.fullmatch(r"[A-Za-z0-9_]+|\((regions|cities)\)", name), f"not a name: {name}")
    check(len(set(found)) == len(found), f"a name twice: {value}")
    return found


def types(value: str) -> list[str]:
    found = names(value)
    check(len(found) <= 5, "more than five types")
    check(len(found) == 1 or set(found) == MIXED or not TABLE_3 & set(found), f"a collection among types: {value}")
    return found


def components(value: str) -> list[tuple[str, str]]:
    pairs = []
    for each in value.split("|"):
        name, colon, rest = each.partition(":")
        check(name and colon and rest, f"not component:value: {each}")
        pairs.append((name, rest))
    return pairs


def countries(value: str) -> list[str]:
    pairs = components(value)
    check(len(pairs) <= 5, "more than five countries")
    for name, code in pairs:
        check(name == "country", f"not a country: {name}")
        check(re.fullmatch(r"[a-z]{2}|[A-Z]{2}", code) and code.lower() != "uk", f"not ISO 3166-1 alpha-2: {code}")
    return [code.lower() for _, code in pairs]


def geocoding_components(value: str) -> list[tuple[str, str]]:
    pairs = components(value)
    known = ("postal_code", "country", "route", "locality", "administrative_area")
    check(all(name in known for name, _ in pairs), f"an unknown component: {value}")
    for once in ("postal_code", "country", "route"):
        check(sum(name == once for name, _ in pairs) <= 1, f"{once} is repeated")
    return pairs


def language(value: str) -> str:
    check(re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", value), f"not a language: {value}")
    return value


def domain(value: str) -> str:
    check(re.fullmatch(r"[a-z]{2}", value) and value != "gb", f"not a ccTLD: {value}")
    return value


def fields(value: str) -> list[str]:
    found = value.split(",")
    check(set(found) <= FIELDS, f"unknown fields: {set(found) - FIELDS}")
    check(len(set(found)) == len(found), f"a field twice: {value}")
    return found


def one_of(*allowed: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        check(value in allowed, f"none of {allowed}: {value}")
        return value

    return read


# Endpoints ------------------------------------------------------------------------------------------------------------

PARAMETERS: dict[str, dict[str, Callable[[str], Any]]] = {
    "/place/autocomplete/json": {
        "input": text,
        "sessiontoken": text,
        "components": countries,
        "types": types,
        "location": point,
        "radius": radius,
        "strictbounds": flag,
        "locationbias": bias,
        "locationrestriction": restriction,
        "offset": whole,
        "origin": point,
        "language": language,
        "region": domain,
    },
    "/place/queryautocomplete/json": {
        "input": text,
        "offset": whole,
        "location": point,
        "radius": radius,
        "language": language,
    },
    "/place/details/json": {
        "place_id": text,
        "fields": fields,
        "sessiontoken": text,
        "language": language,
        "region": domain,
        "reviews_sort": one_of("most_relevant", "newest"),
        "reviews_no_translations": flag,
    },
    "/place/findplacefromtext/json": {
        "input": text,
        "inputtype": one_of("textquery", "phonenumber"),
        "fields": fields,
        "locationbias": bias,
        "language": language,
    },
    "/geocode/json": {
        "address": text,
        "components": geocoding_components,
        "bounds": box,
        "latlng": point,
        "place_id": text,
        "result_type": names,
        "location_type": names,
        "language": language,
        "region": domain,
    },
}
REQUIRED = {
    "/place/autocomplete/json": {"input"},
    "/place/queryautocomplete/json": {"input"},
    "/place/details/json": {"place_id"},
    "/place/findplacefromtext/json": {"input", "inputtype"},
    "/geocode/json": set(),
}


def decoded(part: str) -> str:
    """Standard URL encoding. A `+` may be a plus or a space, a bare `|` is no character of a URL: both are refused."""
    check(re.fullmatch(r"(?:[A-Za-z0-9\-._~!$'()*,;:@/?]|%[0-9A-Fa-f]{2})*", part), f"not percent-encoded: {part}")
    try:
        return unquote_to_bytes(part).decode()
    except UnicodeDecodeError as error:
        raise QueryError(f"not UTF-8: {part}") from error


def read(target: str) -> tuple[str, dict[str, Any]]:
    """The endpoint and the parameters' values of a request's target."""
    path, question, query = target.partition("?")
    endpoint = path.removeprefix("/maps/api")
    check(path.startswith("/maps/api/") and endpoint in PARAMETERS, f"no endpoint: {path}")
    check(question and "#" not in query, "no query, or a fragment")
    known = {**PARAMETERS[endpoint], "key": text}
    found: dict[str, Any] = {}
    for pair in query.split("&"):
        name, equals, value = pair.partition("=")
        check(equals and name in known, f"unknown parameter of {endpoint}: {pair}")
        check(name not in found, f"twice: {name}")
        found[name] = known[name](decoded(value))
    check(REQUIRED[endpoint] <= set(found), f"missing: {REQUIRED[endpoint] - set(found)}")
    check_together(endpoint, found)
    return endpoint, found


def check_together(endpoint: str, found: dict[str, Any]) -> None:
    check(("location" in found) == ("radius" in found), "a location without a radius is ignored")
    check("strictbounds" not in found or "radius" in found, "strictbounds without an area")
    check(not {"locationbias", "locationrestriction"} <= set(found), "the bias is ignored beside a restriction")
    if endpoint == "/geocode/json":
        check({"address", "components", "latlng", "place_id"} & set(found), "nothing to geocode")
    if found.get("inputtype") == "phonenumber":
        check(re.fullmatch(r"\+[1-9][0-9]{1,14}", found["input"]), "not E.164")
