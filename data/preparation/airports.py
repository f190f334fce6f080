"""Airports: the CSV of airportsdata turned into the named columns of docs/sources.md.

id            iata:HEL, or icao:EFXX where there is no IATA code
alt_names     the codes (IATA, ICAO, FAA), the city's IATA code, abbreviations written out
primary_type  airport, airstrip or heliport; a large airport has international_airport among types
importance    on the scale of log10(population): see `importance` below
"""

from __future__ import annotations

import collections
import csv
import io
import math
import pathlib
import re

from . import packages
from .geonames import Place
from .names import clean, folded, unique

COLUMNS = (
    "id",
    "name",
    "alt_names",
    "lat",
    "lon",
    "primary_type",
    "types",
    "importance",
    "country",
    "region",
    "locality",
    "time_zone",
    "iata",
    "icao",
)

# Abbreviations of the data that people write out when they search.
_WRITTEN_OUT = {
    "Afb": "Air Force Base",
    "Arb": "Air Reserve Base",
    "Angb": "Air National Guard Base",
    "Aaf": "Army Airfield",
    "Nas": "Naval Air Station",
    "Nolf": "Naval Outlying Field",
    "Nalf": "Naval Auxiliary Landing Field",
    "Mcas": "Marine Corps Air Station",
    "Cgas": "Coast Guard Air Station",
    "Intl": "International",
    "Mt": "Mount",
    "Ft": "Fort",
}
_ABBREVIATION = re.compile(r"\b(" + "|".join(_WRITTEN_OUT) + r")\b")
_AIRSTRIP = re.compile(
    r"\b(airstrip|strip|landing|ranch|farms?|fazenda|ultralight|flightpark|private)\b", re.IGNORECASE
)
_FAR_KM = 100.0


class Cities:
    """Finds the population of the city that an airport says it serves."""

    def __init__(self, cities: list[Place]) -> None:
        self._by_name: dict[tuple[str, str], list[Place]] = collections.defaultdict(list)
        for city in cities:
            names = {folded(city.name)}
            if city.population >= 15000:
                names.update(folded(name) for name in city.alternate_names if name.isascii())
            for name in names:
                self._by_name[city.country, name].append(city)

    def population(self, country: str, name: str, latitude: float, longitude: float) -> int:
        near = [
            city.population
            for city in self._by_name.get((country, folded(name)), ())
            if kilometres(city, latitude, longitude) <= _FAR_KM
        ]
        return max(near, default=0)


def kilometres(city: Place, latitude: float, longitude: float) -> float:
    """Flat-earth distance, good enough to tell a city from its namesakes."""
    dx = ((longitude - city.longitude + 540) % 360 - 180) * math.cos(math.radians(latitude))
    return 111.2 * math.hypot(latitude - city.latitude, dx)


def importance(*, has_iata: bool, international: bool, airstrip: bool, population: int) -> float:
    """On the scale of log10(population), so that airports and cities can be compared.

    A field without scheduled flights ranks like a hamlet, one with an IATA code like a village
    to a town, by the size of the city it serves, and an international one a step higher. All stay
    below that city: Kennedy gets 5.5, New York 6.9.
    """
    if not has_iata:
        return 1.0 if airstrip else 1.5
    return 2.2 + 0.4 * math.log10(max(population, 1000)) + (0.5 if international else 0.0)


def airport_rows(wheel: pathlib.Path, cities: list[Place]) -> tuple[list[list[str]], int]:
    """The rows below the header, and how many rows of the source were left out."""
    index = Cities(cities)
    groups = collections.defaultdict(list)  # IATA codes of cities with several airports
    for row in csv.DictReader(_open(wheel, "airportsdata/iata_macs.csv")):
        groups[row["Airport Code"]].append(row["City Code"])
    rows, seen, left_out = [], set(), 0
    for airport in csv.DictReader(_open(wheel, "airportsdata/airports.csv")):
        iata, icao, name = airport["iata"], airport["icao"], clean(airport["name"])
        # The column also holds national codes (00AA), and made-up ones (_XXX) where there is none.
        identifier = f"iata:{iata}" if iata else f"icao:{icao}"
        code = "" if icao.startswith("_") else icao
        latitude, longitude = float(airport["lat"]), float(airport["lon"])
        if not name or not (iata or code) or identifier in seen:
            left_out += 1
            continue
        seen.add(identifier)
        written_out = _ABBREVIATION.sub(lambda match: _WRITTEN_OUT[match[0]], name)
        alternates = unique([iata, code, airport["lid"], *groups[iata], written_out], without=name)
        international = bool(iata) and "international" in written_out.lower()
        airstrip = not iata and bool(_AIRSTRIP.search(name))
        primary = "heliport" if "heliport" in name.lower() else "airstrip" if airstrip else "airport"
        types = [primary] + (["international_airport"] if international else [])
        types += ["airport"] if primary == "airstrip" else []
        weight = importance(
            has_iata=bool(iata),
            international=international,
            airstrip=airstrip,
            population=index.population(airport["country"], airport["city"], latitude, longitude),
        )
        rows.append(
            [
                identifier,
                name,
                "|".join(alternates),
                f"{latitude:.6f}",
                f"{longitude:.6f}",
                primary,
                "|".join([*types, "point_of_interest", "establishment"]),
                f"{weight:.2f}",
                airport["country"],
                clean(airport["subd"]),
                clean(airport["city"]),
                airport["tz"],
                iata,
                code if code.isalpha() else "",
            ]
        )
    return rows, left_out


def _open(wheel: pathlib.Path, member: str) -> io.StringIO:
    return io.StringIO(packages.read_wheel(wheel, member).decode("utf-8"), newline="")
