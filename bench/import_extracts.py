#!/usr/bin/env python3
"""Turn tables of OpenStreetMap extracts and of Wikidata sights into sources of `places index build`.

    python3 bench/import_extracts.py DIR OUT

DIR holds what the quality cases were made from: folders osm/NAME with pois.tsv, streets.tsv and addresses.tsv (the last
two may be missing), and wikidata_sights.tsv. OUT gets a source file each, osm-NAME.csv and wikidata-sights.csv, with
the columns of docs/sources.md, ready for

    places index build -o osm-london.places \
        "csv:OUT/osm-london.csv?source=osm&attribution=©%20OpenStreetMap%20contributors"

OpenStreetMap data keeps its own files, since an index made from it is under the ODbL.
Types and importance come from the same table as for extracts that osmium reads.
"""

from __future__ import annotations

import argparse
import collections
import csv
import pathlib
import sys
import unicodedata
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = ROOT / "Sources" / "PlacesImport" / "Tables" / "osm-types.tsv"
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
    "locality",
    "street",
    "house_number",
    "postcode",
    "names:fr",
)
# Country and city of the known extracts: their rows name the city only here and there.
WHERE = {
    "london": ("GB", "London"),
    "munich": ("DE", "München"),
    "liechtenstein": ("LI", ""),
    "melbourne2013": ("AU", "Melbourne"),
    "newyork2013": ("US", "New York"),
}


class Types:
    """Reads the table of tags; `find` gives primary type, types and importance of a feature."""

    def __init__(self, path: pathlib.Path) -> None:
        rows = (
            line.split("\t")
            for line in path.read_text(encoding="utf-8").splitlines()
            if line and not line.startswith("#")
        )
        self._rows = [row for row in rows if not row[4].startswith("+")]

    def find(self, tags: dict[str, str]) -> tuple[str, str, str] | None:
        def holds(tag: str) -> bool:
            key, _, value = tag.partition("=")
            values = [part.strip() for part in tags.get(key, "").split(";") if part.strip()]
            return bool(values) and (value == "*" or value in values)

        for tag, second, primary, types, importance in self._rows:
            if holds(tag) and (second == "-" or holds(second)):
                return primary, types, importance
        return None


def read_table(path: pathlib.Path) -> Iterator[dict[str, str]]:
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def slug(text: str) -> str:
    """The name in a form that can stand in an ID, readable and the same on every run."""
    return "".join(
        character if character.isalnum() else "-" for character in unicodedata.normalize("NFC", text.casefold())
    )


def poi_rows(folder: pathlib.Path, types: Types, country: str, city: str) -> Iterator[dict[str, str]]:
    for row in read_table(folder / "pois.tsv"):
        key, _, value = row["kind"].partition("=")
        found = types.find({key: value, "cuisine": row["cuisine"]}) or (
            "point_of_interest",
            "point_of_interest|establishment",
            "1.0",
        )
        brand = row["brand"] if row["brand"] != row["name"] else ""
        yield {
            "id": f"osm:{row['osm_id']}",
            "name": row["name"],
            "alt_names": "|".join(name for name in (row["alt_names"], brand) if name),
            "lat": row["lat"],
            "lon": row["lon"],
            "primary_type": found[0],
            "types": found[1],
            "importance": found[2],
            "country": country,
            "locality": row["city"] or city,
            "street": row["street"],
            "house_number": row["housenumber"],
            "postcode": row["postcode"],
        }


def street_rows(folder: pathlib.Path, types: Types, country: str, city: str) -> Iterator[dict[str, str]]:
    count: collections.Counter[str] = collections.Counter()
    for row in read_table(folder / "streets.tsv"):
        found = types.find({"highway": row["highway"]}) or ("route", "route", "1.2")
        # The rows carry no OSM id: one is made from the name, and the namesakes (in other villages) are counted.
        name = slug(row["name"])
        count[name] += 1
        yield {
            "id": f"osm:street-{folder.name}-{name}-{count[name]}",
            "name": row["name"],
            "lat": row["lat"],
            "lon": row["lon"],
            "primary_type": found[0],
            "types": found[1],
            "importance": found[2],
            "country": country,
            "locality": city,
        }


def address_rows(folder: pathlib.Path, country: str, city: str) -> Iterator[dict[str, str]]:
    for row in read_table(folder / "addresses.tsv"):
        if row["street"] and row["housenumber"]:
            # People of these countries write the number first, the others last.
            parts = [row["street"], row["housenumber"]]
            name = " ".join(reversed(parts) if country in ("GB", "US", "AU") else parts)
            yield {
                "id": f"osm:{row['osm_id']}",
                "name": name,
                "lat": row["lat"],
                "lon": row["lon"],
                "primary_type": "street_address",
                "types": "street_address",
                "importance": "0.5",
                "country": country,
                "locality": row["city"] or city,
                "street": row["street"],
                "house_number": row["housenumber"],
                "postcode": row["postcode"],
            }


def sight_rows(path: pathlib.Path) -> Iterator[dict[str, str]]:
    """A museum may be in the table twice, as itself and with its French name among the sights."""
    places: dict[str, dict[str, str]] = {}
    for row in read_table(path):
        primary = "museum" if row["kind"] == "museum" else "tourist_attraction"
        place = places.setdefault(
            row["wikidata"],
            {
                "id": f"wikidata:{row['wikidata']}",
                "name": row["name"],
                "lat": row["lat"],
                "lon": row["lon"],
                "primary_type": primary,
                "types": f"{primary}|point_of_interest|establishment",
                "importance": "3.2",
            },
        )
        if row["lang"] == "fr":
            place["names:fr"] = row["name"]
    yield from places.values()


def write(path: pathlib.Path, rows: Iterator[dict[str, str]]) -> int:
    seen: set[str] = set()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            if row["name"] and row["id"] not in seen:  # a feature can be a named place and an address
                seen.add(row["id"])
                writer.writerow(row)
    return len(seen)


def main() -> int:
    parser = argparse.ArgumentParser(description="Turn the quality data's extracts into CSV sources.")
    parser.add_argument("directory", type=pathlib.Path, metavar="DIR")
    parser.add_argument("out", type=pathlib.Path, metavar="OUT")
    arguments = parser.parse_args()
    types = Types(TYPES)
    arguments.out.mkdir(parents=True, exist_ok=True)
    folders = sorted(path.parent for path in arguments.directory.glob("osm/*/pois.tsv"))
    sights = arguments.directory / "wikidata_sights.tsv"
    if not folders and not sights.exists():
        print(
            f"import_extracts: no osm/*/pois.tsv and no wikidata_sights.tsv in {arguments.directory}", file=sys.stderr
        )
        return 1
    for folder in folders:
        country, city = WHERE.get(folder.name, ("", ""))
        rows = [
            *poi_rows(folder, types, country, city),
            *street_rows(folder, types, country, city),
            *address_rows(folder, country, city),
        ]
        path = arguments.out / f"osm-{folder.name}.csv"
        print(f"{path}: {write(path, iter(rows)):,} places")
    if sights.exists():
        path = arguments.out / "wikidata-sights.csv"
        print(f"{path}: {write(path, sight_rows(sights)):,} places")
    return 0


if __name__ == "__main__":
    sys.exit(main())
