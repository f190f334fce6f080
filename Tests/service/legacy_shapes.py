"""The legacy services' answers by their published shapes, filled at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: How often each member must have been as it should be, null, of a wrong kind and absent.
LEAST = 20

TEXTS = ["cafe", "Große Straße", "東京タワー", 'a"b\\c/d', "😀 x", "é", " padded ", "<b>", "\t", "x" * 300, ""]
LINES = ["Ann Lee", "Jörg & Söhne", "東京 太郎"]
#: An attribution, the text to be shown and where it leads.
HTML = {
    '<a href="https://example.org/a?b=1&amp;c=2">Ann &amp; Bob</a>': ("Ann & Bob", "https://example.org/a?b=1&c=2"),
    "<a href='http://maps.example/contrib/1'>東京 太郎</a>": ("東京 太郎", "http://maps.example/contrib/1"),
    '<a href="javascript:alert(1)">X</a> <a href="https://y.example/">Y</a>': ("X Y", "https://y.example/"),
    "Listings by <b>Z</b>": ("Listings by Z", ""),
    "<br>": ("", ""),
}


@dataclass(frozen=True)
class Kind:
    """A scalar: what is right, and the Python types of its JSON kind."""

    values: Sequence[Any]
    json_kind: tuple[type, ...]


@dataclass(frozen=True)
class Many:
    of: Any
    most: int = 2


NUMBER = (int, float)
STRING = Kind(TEXTS, (str,))
LINE = Kind(LINES, (str,))
ID = Kind(["ChIJ_a-1", "p 2", "é"], (str,))
TYPE = Kind(["cafe", "route", "locality", "country", "geocode", "establishment"], (str,))
BOOL = Kind([False, True], (bool,))
INTEGER = Kind([0, 1, 2, 7, 59, 2**31 - 1], NUMBER)
OFFSET = Kind([0, 0, 1, 2, 3, 5, 8, 999, -1], NUMBER)
DECIMAL = Kind([1.0, 4.5, 3.7, 5], NUMBER)
LATITUDE = Kind([0, 48.1371540, -33.8688, 90, -1e-7], NUMBER)
LONGITUDE = Kind([0, 11.5761240, -180, 151.2093, 1e-7], NUMBER)
MARKUP = Kind(list(HTML), (str,))
LINK = Kind(["https://example.org/u", "http://example.org/v", "//lh3.example.org/w"], (str,))
LANGUAGE = Kind(["de", "zh-Hant"], (str,))
DATE = Kind(["2026-11-30", "1999-01-02", "soon"], (str,))
TIME = Kind(["0000", "0930", "2359", "9:30"], (str,))

RANGE = {"offset": OFFSET, "length": OFFSET}
PREDICTION = {
    "description": STRING,
    "place_id": ID,
    "reference": ID,
    "matched_substrings": Many(RANGE, 3),
    "structured_formatting": {
        "main_text": STRING,
        "main_text_matched_substrings": Many(RANGE, 3),
        "secondary_text": STRING,
        "secondary_text_matched_substrings": Many(RANGE, 3),
    },
    "terms": Many({"value": STRING, "offset": OFFSET}, 3),
    "types": Many(TYPE, 3),
    "distance_meters": INTEGER,
}
AUTOCOMPLETE = {
    "predictions": Many(PREDICTION, 7),
    "error_message": STRING,
    "info_messages": Many(STRING),
}
POINT = {"lat": LATITUDE, "lng": LONGITUDE}
HOURS_POINT = {"day": Kind(range(7), NUMBER), "time": TIME, "date": DATE, "truncated": BOOL}
HOURS = {
    "open_now": BOOL,
    "periods": Many({"open": HOURS_POINT, "close": HOURS_POINT}),
    "special_days": Many({"date": DATE, "exceptional_hours": BOOL}),
    "type": Kind(["DRIVE_THROUGH", "BRUNCH"], (str,)),
    "weekday_text": Many(STRING),
}
PLACE = {
    "address_components": Many({"long_name": STRING, "short_name": STRING, "types": Many(TYPE)}, 3),
    "adr_address": STRING,
    "business_status": Kind(["OPERATIONAL", "CLOSED_TEMPORARILY", "CLOSED_PERMANENTLY", "NEWLY_INVENTED"], (str,)),
    "curbside_pickup": BOOL,
    "current_opening_hours": HOURS,
    "delivery": BOOL,
    "dine_in": BOOL,
    "editorial_summary": {"overview": STRING, "language": LANGUAGE},
    "formatted_address": STRING,
    "formatted_phone_number": STRING,
    "geometry": {"location": POINT, "viewport": {"northeast": POINT, "southwest": POINT}},
    "icon": LINK,
    "icon_background_color": Kind(["#FF9E67"], (str,)),
    "icon_mask_base_uri": LINK,
    "international_phone_number": STRING,
    "name": STRING,
    "opening_hours": HOURS,
    "permanently_closed": BOOL,
    "photos": Many({"photo_reference": ID, "height": INTEGER, "width": INTEGER, "html_attributions": Many(MARKUP)}, 3),
    "place_id": ID,
    "plus_code": {"global_code": STRING, "compound_code": STRING},
    "price_level": Kind([0, 1, 2, 3, 4], NUMBER),
    "rating": DECIMAL,
    "reservable": BOOL,
    "reviews": Many(
        {
            "author_name": LINE,
            "author_url": LINK,
            "profile_photo_url": LINK,
            "language": LANGUAGE,
            "original_language": LANGUAGE,
            "rating": Kind([1, 2, 3, 4, 5], NUMBER),
            "relative_time_description": STRING,
            "text": STRING,
            "time": Kind([0, 951_782_400, 1_700_000_001, 4_102_444_800, -5], NUMBER),
            "translated": BOOL,
        }
    ),
    "secondary_opening_hours": Many(HOURS),
    "serves_beer": BOOL,
    "serves_breakfast": BOOL,
    "serves_brunch": BOOL,
    "serves_dinner": BOOL,
    "serves_lunch": BOOL,
    "serves_vegetarian_food": BOOL,
    "serves_wine": BOOL,
    "takeout": BOOL,
    "types": Many(TYPE, 3),
    "url": LINK,
    "user_ratings_total": INTEGER,
    "utc_offset": Kind([0, 60, -570, 765], NUMBER),
    "vicinity": STRING,
    "website": LINK,
    "wheelchair_accessible_entrance": BOOL,
}
DETAILS = {"html_attributions": Many(MARKUP), "result": PLACE, "info_messages": Many(STRING)}

#: One of each kind of JSON, and what a careless server makes of numbers.
ANY = [True, False, 7, -3, 2.5, 1e300, "text", "12", "", [], [5], ["x", None], {}, {"a": 1}, {"text": "x"}]


def is_of(shape: Any, value: Any) -> bool:
    if isinstance(shape, Many):
        return isinstance(value, list)
    if isinstance(shape, dict):
        return isinstance(value, dict)
    return isinstance(value, shape.json_kind) and (isinstance(value, bool) == (shape.json_kind == (bool,)))


class Filler:
    """Fills shapes at random and counts what became of each member."""

    def __init__(self, seed: int, wrong: bool) -> None:
        self.random = random.Random(seed)
        #: Whether members may be null or of a wrong kind, too.
        self.wrong = wrong
        self.counts: dict[str, Counter[str]] = {
            fate: Counter() for fate in ("right", "null", "wrong", "absent", "known")
        }

    def fill(self, shape: dict[str, Any], path: str = "") -> dict[str, Any]:
        result: dict[str, Any] = {}
        # Members in any order.
        for name in self.random.sample(list(shape), len(shape)):
            inner = f"{path}.{name}"
            self.counts["known"][inner] += 1
            fate = self.fate(inner)
            self.counts[fate][inner] += 1
            if fate == "right":
                result[name] = self.value(shape[name], inner)
            elif fate == "null":
                result[name] = None
            elif fate == "wrong":
                result[name] = self.random.choice([each for each in ANY if not is_of(shape[name], each)])
        return result

    def fate(self, path: str) -> str:
        fates = ["right", "absent", "null", "wrong"] if self.wrong else ["right", "absent"]
        # Rare ones first, so that none is left out.
        rare = [fate for fate in fates if self.counts[fate][path] < LEAST]
        if rare and self.random.random() < 0.5:
            return self.random.choice(rare)
        return "right" if self.random.random() < 0.75 else self.random.choice(fates)

    def value(self, shape: Any, path: str) -> Any:
        if isinstance(shape, dict):
            return self.fill(shape, path)
        if isinstance(shape, Many):
            count = self.random.randint(0, shape.most)
            return [self.element(shape.of, path + "[]") for _ in range(count)]
        return self.random.choice(list(shape.values))

    def element(self, shape: Any, path: str) -> Any:
        if self.wrong and self.random.random() < 0.05:
            return self.random.choice([None, 5, "text", [], {}])
        return self.value(shape, path)

    def rare(self, *fates: str) -> dict[str, dict[str, int]]:
        """The members that were too seldom what they should have been at least LEAST times."""
        return {
            fate: {path: self.counts[fate][path] for path in paths}
            for fate in fates
            if (paths := [path for path in self.counts["known"] if self.counts[fate][path] < LEAST])
        }
