"""Keystrokes under filters, narrow and wide, made from the default data (build/data/world.places) by a fixed seed.

An exact filter must not cost completeness, and must be fast where few places pass it and where nearly all do:

  village       a circle of 200 m around a village, whose name is typed; or another name, which is not there
  city          a circle of 5 km
  continent     a rectangle around Europe, the Americas, or the south and east of Asia
  countries     one of at most 60 places; the 15 largest
  types         one of a few hundred places, one of some thousands, five that nearly all places have
"""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import NamedTuple

from keystrokes import City, fold, typed

CONTINENTS = [(34.0, -25.0, 72.0, 45.0), (-56.0, -170.0, 72.0, -34.0), (-11.0, 60.0, 54.0, 150.0)]
LARGE = "us cn in br de fr gb mx ru jp id it es tr ng"
FIVE_TYPES = "locality administrative_area_level_1 country airport airstrip"


class Keystrokes(NamedTuple):
    filter: str
    texts: list[str]


def names_of_type(airports: Path, wanted: str) -> list[str]:
    with open(airports, encoding="utf-8", newline="") as file:
        return [row["name"] for row in csv.DictReader(file) if row["primary_type"] == wanted]


def make_filter_sets(cities: list[City], sources: Path, seed: int) -> dict[str, list[Keystrokes]]:
    rng = random.Random(seed)
    weights = [city.population + 1 for city in cities]
    named = [city for city in cities if len(city.folded) >= 4]
    villages = [city for city in named if city.population < 1000]
    by_country: dict[str, list[City]] = {}
    for city in named:
        by_country.setdefault(city.country.lower(), []).append(city)
    small = [code for code, places in by_country.items() if code and len(places) <= 60]
    famous = rng.choices(cities, weights=weights, k=4000)

    def words(text: str) -> list[str]:
        return typed(text, 2, 10)

    def circle(city: City, meters: int) -> str:
        return f"circle {city.latitude} {city.longitude} {meters}"

    def inside(city: City) -> str | None:
        for south, west, north, east in CONTINENTS:
            if south <= city.latitude <= north and west <= city.longitude <= east:
                return f"rectangle {south} {west} {north} {east}"
        return None

    sets: dict[str, list[Keystrokes]] = {}
    sets["village, 200 m"] = [Keystrokes(circle(c, 200), words(c.name)) for c in rng.sample(villages, 400)]
    sets["village, nothing there"] = [
        Keystrokes(circle(c, 200), words(other.name))
        for c, other in zip(rng.sample(villages, 400), famous, strict=False)
    ]
    sets["city, 5 km"] = [Keystrokes(circle(c, 5000), words(c.name)) for c in famous[:400]]
    sets["continent"] = [Keystrokes(box, words(c.name)) for c in famous[:600] if (box := inside(c))]
    sets["small country"] = [
        Keystrokes(f"countries {code}", words(rng.choice(by_country[code]).name)) for code in rng.choices(small, k=400)
    ]
    sets["15 large countries"] = [Keystrokes(f"countries {LARGE}", words(c.name)) for c in famous[:400]]
    sets["rare type, other names"] = [Keystrokes("types country", words(c.name)) for c in famous[:400]]
    airports = names_of_type(sources / "airports.csv", "airport")
    sets["one type"] = [Keystrokes("types airport", words(name)) for name in rng.sample(airports, 400)]
    sets["one type, other names"] = [Keystrokes("types airport", words(c.name)) for c in famous[400:800]]
    sets["five types"] = [Keystrokes(f"types {FIVE_TYPES}", words(c.name)) for c in famous[:400]]
    return {
        name: [Keystrokes(k.filter, [text for text in k.texts if fold(text).strip()]) for k in keystrokes]
        for name, keystrokes in sets.items()
    }
