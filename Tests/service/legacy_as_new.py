"""Answers of the legacy services in the shape of Places API (New), by the table of names that the two have in common.
It knows nothing of the library's code."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from legacy_shapes import HTML

# Autocomplete in the New shape ----------------------------------------------------------------------------------------


def tolerant(value: object) -> int | None:
    """A whole number in any of its spellings, brought into 32 bits."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, str):
        if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", value):
            return None
        value = float(value)
    return min(max(math.trunc(value), -(2**31)), 2**31 - 1)


def ranges(text: str, found: object) -> list[tuple[int, int]]:
    """Offsets and lengths in characters as ranges inside the text that ascend and do not overlap."""
    inside = []
    for each in found if isinstance(found, list) else []:
        if not isinstance(each, dict):
            continue
        start = 0 if each.get("offset") is None else tolerant(each["offset"])
        length = tolerant(each.get("length"))
        if start is None or length is None:
            continue
        low, high = min(max(start, 0), len(text)), min(start + length, len(text))
        if low < high:
            inside.append((low, high))
    result: list[tuple[int, int]] = []
    for low, high in sorted(inside):
        if result and result[-1][1] > low:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return result


def formattable(source: dict[str, Any], name: str, matches: str) -> dict[str, Any]:
    """Proto3's JSON leaves out what is empty, and a zero."""
    text = source.get(name)
    if not isinstance(text, str) or not text:
        return {}
    result: dict[str, Any] = {"text": text}
    if found := ranges(text, source.get(matches)):
        result["matches"] = [
            {"endOffset": end} if start == 0 else {"startOffset": start, "endOffset": end} for start, end in found
        ]
    return result


def new_suggestions(body: dict[str, Any], queries: bool, limit: int = 5) -> list[dict[str, Any]]:
    """`suggestions` of the New service's answer. A prediction without a place ID is a query.

    NotUnderstood: the list is of another kind, or has not one prediction among what it holds.
    """
    found = body.get("predictions")
    if found is None:
        return []
    if not isinstance(found, list) or (found and not any(isinstance(each, dict) for each in found)):
        raise NotUnderstood
    rows = []
    for each in found:
        if not isinstance(each, dict):
            continue
        is_query = not isinstance(each.get("place_id"), str)
        if not is_query or queries:
            rows.append({"queryPrediction" if is_query else "placePrediction": new_prediction(each, is_query)})
    return rows[:limit]


def new_prediction(legacy: dict[str, Any], is_query: bool) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if not is_query:
        result |= {"place": "places/" + legacy["place_id"], "placeId": legacy["place_id"]}
    if text := formattable(legacy, "description", "matched_substrings"):
        result["text"] = text
    if isinstance(parts := legacy.get("structured_formatting"), dict):
        result["structuredFormat"] = {
            new: text
            for new, old in (("mainText", "main_text"), ("secondaryText", "secondary_text"))
            if (text := formattable(parts, old, old + "_matched_substrings"))
        }
    if not is_query:
        found = legacy.get("types")
        if types := [each for each in (found if isinstance(found, list) else []) if isinstance(each, str)]:
            result["types"] = types
        if (distance := tolerant(legacy.get("distance_meters"))) and distance > 0:
            result["distanceMeters"] = distance
    return result


# Details in the New shape ---------------------------------------------------------------------------------------------

RENAMED = {
    "place_id": "id",
    "formatted_phone_number": "nationalPhoneNumber",
    "international_phone_number": "internationalPhoneNumber",
    "formatted_address": "formattedAddress",
    "vicinity": "shortFormattedAddress",
    "adr_address": "adrFormatAddress",
    "business_status": "businessStatus",
    "icon_mask_base_uri": "iconMaskBaseUri",
    "icon_background_color": "iconBackgroundColor",
    "url": "googleMapsUri",
    "website": "websiteUri",
    "user_ratings_total": "userRatingCount",
    "utc_offset": "utcOffsetMinutes",
    "curbside_pickup": "curbsidePickup",
    "dine_in": "dineIn",
    "serves_beer": "servesBeer",
    "serves_breakfast": "servesBreakfast",
    "serves_brunch": "servesBrunch",
    "serves_dinner": "servesDinner",
    "serves_lunch": "servesLunch",
    "serves_vegetarian_food": "servesVegetarianFood",
    "serves_wine": "servesWine",
}
#: Without a counterpart, or with one of the same name.
SAME = {"icon", "rating", "reservable", "takeout", "delivery", "types"}


class NotUnderstood(Exception):
    """The value has not the shape that is to be taken apart: it stays, under its own name."""


def members(value: object, names: dict[str, str], **inner: Callable[[Any], Any]) -> dict[str, Any]:
    """An object with other names. A member that is not understood stays as it came."""
    if not isinstance(value, dict):
        raise NotUnderstood
    result = {}
    for name, each in value.items():
        result[names.get(name, name)] = kept(inner[name], each) if name in inner else each
    return result


def kept(convert: Callable[[Any], Any], value: Any) -> Any:
    try:
        return convert(value)
    except NotUnderstood:
        return value


def listed(convert: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    def convert_all(value: object) -> list[Any]:
        if not isinstance(value, list):
            raise NotUnderstood
        return [kept(convert, each) for each in value]

    return convert_all


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def new_point(value: Any) -> dict[str, float]:
    if not isinstance(value, dict) or not is_number(value.get("lat")) or not is_number(value.get("lng")):
        raise NotUnderstood
    return {"latitude": value["lat"], "longitude": value["lng"]}


def new_viewport(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NotUnderstood
    return {"low": new_point(value.get("southwest")), "high": new_point(value.get("northeast"))}


def new_date(value: Any) -> dict[str, int]:
    if not isinstance(value, str) or not (match := re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value)):
        raise NotUnderstood
    return dict(zip(("year", "month", "day"), map(int, match.groups()), strict=True))


def new_hours_point(value: Any) -> dict[str, Any]:
    time = value.get("time") if isinstance(value, dict) else None
    if not isinstance(time, str) or not re.fullmatch("[0-9]{4}", time):
        raise NotUnderstood
    rest = {name: each for name, each in value.items() if name != "time"}
    return members(rest, {}, date=new_date) | {"hour": int(time[:2]), "minute": int(time[2:])}


def new_hours(value: Any) -> dict[str, Any]:
    return members(
        value,
        {
            "open_now": "openNow",
            "weekday_text": "weekdayDescriptions",
            "type": "secondaryHoursType",
            "special_days": "specialDays",
        },
        periods=listed(lambda each: members(each, {}, open=new_hours_point, close=new_hours_point)),
        special_days=listed(lambda each: members(each, {}, date=new_date)),
    )


def new_price_level(value: Any) -> str:
    names = ["FREE", "INEXPENSIVE", "MODERATE", "EXPENSIVE", "VERY_EXPENSIVE"]
    if not is_number(value) or value not in range(len(names)):
        raise NotUnderstood
    return "PRICE_LEVEL_" + names[int(value)]


def credited(found: object, name: str, uri: str) -> list[dict[str, str]]:
    """Attributions in HTML as text and link; those without text are none. Others than texts cannot be shown."""
    result = []
    for each in found if isinstance(found, list) else []:
        # Those that are no attributions of ours are plain texts.
        text, link = HTML.get(each, (each, "")) if isinstance(each, str) else ("", "")
        if text:
            result.append({name: text, uri: link} if link else {name: text})
    return result


def new_photo(value: Any) -> dict[str, Any]:
    result = members(value, {"photo_reference": "name", "width": "widthPx", "height": "heightPx"})
    if not isinstance(result.get("html_attributions"), list):
        return result
    authors = credited(result.pop("html_attributions"), "displayName", "uri")
    return result | ({"authorAttributions": authors} if authors else {})


def new_time(value: Any) -> str:
    if not is_number(value) or value != int(value) or not 0 <= value < 253_402_300_800:
        raise NotUnderstood
    return datetime.fromtimestamp(int(value), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_review(value: Any) -> dict[str, Any]:
    result = members(
        value,
        {"relative_time_description": "relativePublishTimeDescription", "time": "publishTime"},
        time=new_time,
    )
    names = {"author_name": "displayName", "author_url": "uri", "profile_photo_url": "photoUri"}
    if author := {new: result.pop(old) for old, new in names.items() if old in result}:
        result["authorAttribution"] = author
    # The language is the text's.
    if "text" in result:
        language = {"languageCode": result.pop("language")} if "language" in result else {}
        result["text"] = {"text": result["text"]} | language
    return result


def new_name(value: Any) -> dict[str, str]:
    if not isinstance(value, str):
        raise NotUnderstood
    return {"text": value}


TAKEN_APART: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "name": ("displayName", new_name),
    "address_components": (
        "addressComponents",
        listed(lambda each: members(each, {"long_name": "longText", "short_name": "shortText"})),
    ),
    "plus_code": (
        "plusCode",
        lambda value: members(value, {"global_code": "globalCode", "compound_code": "compoundCode"}),
    ),
    "price_level": ("priceLevel", new_price_level),
    "editorial_summary": (
        "editorialSummary",
        lambda value: members(value, {"overview": "text", "language": "languageCode"}),
    ),
    "wheelchair_accessible_entrance": ("accessibilityOptions", lambda value: {"wheelchairAccessibleEntrance": value}),
    "opening_hours": ("regularOpeningHours", new_hours),
    "current_opening_hours": ("currentOpeningHours", new_hours),
    "secondary_opening_hours": ("currentSecondaryOpeningHours", listed(new_hours)),
    "photos": ("photos", listed(new_photo)),
    "reviews": ("reviews", listed(new_review)),
}


def new_place(legacy: dict[str, Any], html_attributions: object) -> dict[str, Any]:
    """A details' `result` as the New service's `Place`. A null counts as absent."""
    result: dict[str, Any] = {}
    place_id = legacy.get("place_id")
    if isinstance(place_id, str):
        result["name"] = "places/" + place_id
    for name, value in legacy.items():
        if value is None:
            continue
        if name in RENAMED:
            result[RENAMED[name]] = value
        elif name in TAKEN_APART:
            new, convert = TAKEN_APART[name]
            try:
                result[new] = convert(value)
            except NotUnderstood:
                # But that the resource's own name goes before.
                result.setdefault(name, value)
        elif name == "geometry":
            result |= new_geometry(value)
        elif name == "permanently_closed":
            # An older word for a status; False says nothing.
            if value is True and legacy.get("business_status") is None:
                result["businessStatus"] = "CLOSED_PERMANENTLY"
            elif not isinstance(value, bool):
                result[name] = value
        else:
            assert name in SAME, f"the judge does not know {name}"
            result[name] = value
    if providers := credited(html_attributions, "provider", "providerUri"):
        result["attributions"] = providers
    return result


def new_geometry(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {"geometry": value}
    result: dict[str, Any] = {}
    rest = {}
    for name, each in value.items():
        try:
            result[name] = {"location": new_point, "viewport": new_viewport}[name](each)
        except NotUnderstood:
            rest[name] = each
    return result | ({"geometry": rest} if rest else {})


def same(a: Any, b: Any) -> bool:
    """Equal, and of the same kind in JSON: True is not 1."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) == isinstance(b, bool) and a == b


# Field masks ----------------------------------------------------------------------------------------------------------

#: The fields of Places API (New) that the legacy service has, by the tables of both.
LEGACY_FIELDS = {
    "id": "place_id",
    "displayName": "name",
    "types": "type",
    "nationalPhoneNumber": "formatted_phone_number",
    "internationalPhoneNumber": "international_phone_number",
    "formattedAddress": "formatted_address",
    "shortFormattedAddress": "vicinity",
    "addressComponents": "address_components",
    "adrFormatAddress": "adr_address",
    "plusCode": "plus_code",
    "location": "geometry/location",
    "viewport": "geometry/viewport",
    "rating": "rating",
    "userRatingCount": "user_ratings_total",
    "googleMapsUri": "url",
    "websiteUri": "website",
    "reviews": "reviews",
    "regularOpeningHours": "opening_hours",
    "currentOpeningHours": "current_opening_hours",
    "currentSecondaryOpeningHours": "secondary_opening_hours",
    "utcOffsetMinutes": "utc_offset",
    "photos": "photo",
    "businessStatus": "business_status",
    "priceLevel": "price_level",
    "iconMaskBaseUri": "icon_mask_base_uri",
    "iconBackgroundColor": "icon_background_color",
    "takeout": "takeout",
    "delivery": "delivery",
    "dineIn": "dine_in",
    "curbsidePickup": "curbside_pickup",
    "reservable": "reservable",
    "servesBreakfast": "serves_breakfast",
    "servesLunch": "serves_lunch",
    "servesDinner": "serves_dinner",
    "servesBeer": "serves_beer",
    "servesWine": "serves_wine",
    "servesBrunch": "serves_brunch",
    "servesVegetarianFood": "serves_vegetarian_food",
    "editorialSummary": "editorial_summary",
    "accessibilityOptions": "wheelchair_accessible_entrance",
}
