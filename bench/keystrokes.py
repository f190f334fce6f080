"""Keystrokes of people who look for cities, made from the cities of the default data by fixed rules and a fixed seed.

Five sets, each a list of targets with the texts typed on the way to them:

  prefix  2,000 places, the populous more often; 2 to 10 letters of the name
  word      500 places; 2 to 10 letters of the second word
  typo    1,000 places; one edit in letters 2 to 6, the keystrokes after it
  bias    1,000 places picked evenly (most are small), the person within about 10 km
  infix     300 places; 3 to 7 letters from the third one of the first word
"""

from __future__ import annotations

import math
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SPECIAL = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ł": "l", "Ł": "l", "ı": "i", "œ": "oe"}
)
SEPARATORS = str.maketrans(dict.fromkeys("-'/,.()`\"&;:–_’‘ʻ", " "))


def fold(text: str) -> str:
    """Lower case, no accents, one space between words: the same text for every peer."""
    text = unicodedata.normalize("NFKD", text.translate(SPECIAL))
    text = "".join(c for c in text if not unicodedata.combining(c)).lower().translate(SEPARATORS)
    return " ".join(text.split()) + (" " if text.endswith(" ") else "")


class City(NamedTuple):
    name: str
    folded: str
    latitude: float
    longitude: float
    country: str
    population: int


class Target(NamedTuple):
    number: int
    bias: tuple[float, float] | None
    texts: list[str]


def read_cities(path: Path) -> list[City]:
    """The cities of a GeoNames dump, the most populous first; a city's number is its place in this list."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            column = line.rstrip("\n").split("\t")
            if column[1].strip():
                rows.append((int(column[14] or 0), int(column[0]), column))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return [City(c[1], fold(c[1]), float(c[4]), float(c[5]), c[8], population) for population, _, c in rows]


def mistype(rng: random.Random, text: str) -> tuple[str, int]:
    """One edit in letters 2 to 6, and where it is."""
    at = rng.randrange(1, min(len(text), 6))
    kind = rng.choice(["replace", "delete", "insert", "swap"])
    if kind == "delete":
        return text[:at] + text[at + 1 :], at
    if kind == "insert":
        return text[:at] + rng.choice(LETTERS) + text[at:], at
    if kind == "swap" and at + 1 < len(text) and text[at] != text[at + 1]:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :], at
    other = rng.choice([letter for letter in LETTERS if letter != text[at]])
    return text[:at] + other + text[at + 1 :], at


def typed(text: str, first: int, last: int) -> list[str]:
    return [text[:length] for length in range(first, min(last, len(text)) + 1)]


def make_sets(cities: list[City], seed: int) -> dict[str, list[Target]]:
    rng = random.Random(seed)
    weights: list[int] = []
    total = 0
    for city in cities:
        total += city.population
        weights.append(total)
    numbers = range(len(cities))

    def pick(count: int, fits: Callable[[City], bool], even: bool = False) -> list[int]:
        chosen: dict[int, None] = {}
        while len(chosen) < count:
            number = rng.randrange(len(cities)) if even else rng.choices(numbers, cum_weights=weights)[0]
            if fits(cities[number]):
                chosen[number] = None
        return list(chosen)

    def second_word(city: City) -> str:
        return (city.folded.split() + ["", ""])[1]

    sets: dict[str, list[Target]] = {name: [] for name in ("prefix", "word", "typo", "bias", "infix")}
    for number in pick(2000, lambda city: len(city.folded) >= 3):
        sets["prefix"].append(Target(number, None, typed(cities[number].name, 2, 10)))
    for number in pick(500, lambda city: len(second_word(city)) >= 3):
        sets["word"].append(Target(number, None, typed(second_word(cities[number]), 2, 10)))
    for number in pick(1000, lambda city: len(city.folded) >= 6):
        text, at = mistype(rng, cities[number].folded)
        sets["typo"].append(Target(number, None, typed(text, max(4, at + 2), 10)))
    for number in pick(1000, lambda city: len(city.folded) >= 4, even=True):
        city = cities[number]
        distance, angle = rng.uniform(0, 0.09), rng.uniform(0, 2 * math.pi)
        width = max(0.2, math.cos(math.radians(city.latitude)))
        bias = (city.latitude + distance * math.sin(angle), city.longitude + distance * math.cos(angle) / width)
        sets["bias"].append(
            Target(number, (max(-90.0, min(90.0, bias[0])), (bias[1] + 540) % 360 - 180), typed(city.name, 2, 8))
        )
    for number in pick(300, lambda city: len(city.folded.split()[0]) >= 7):
        sets["infix"].append(Target(number, None, typed(cities[number].folded.split()[0][2:], 3, 7)))
    return {name: [target for target in targets if target.texts] for name, targets in sets.items()}
