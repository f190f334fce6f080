#!/usr/bin/env python3
"""How often a business, a street or an address of an OpenStreetMap extract comes up, typed as people type it.

    python3 bench/extracts.py DIR [--cases N] [--seed N] [--failures FILE] [--require]

DIR is that of bench/import_extracts.py. Each extract becomes an index in build/quality, and N cases of each kind are
made from its rows by a fixed seed:

  business         the name
  business prefix  60 % of the name, four letters at least
  business, city   the first word of the name (five letters at least), and the city
  business, error  one edit in a name of six letters or more
  street           the name
  street prefix    60 % of it, five letters at least
  number first     "10 High Street"
  number last      "High Street 10"
  number, typing   the number, and 60 % of the street

The person is in the middle of the extract. A case passes when one of the five rows is the very place, or has the name
that was meant (which branch of a chain nobody can tell), for an address its number and street. --require: 95 % of
each group.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import pathlib
import random
import statistics
import subprocess
import sys
from typing import NamedTuple

import import_extracts
from keystrokes import fold, mistype
from quality import ROOT, Places, RunError, suggestions_of

THRESHOLD = 95.0
GROUPS = {
    "businesses": ("business", "business prefix", "business, city", "business, error"),
    "streets": ("street", "street prefix"),
    "addresses": ("number first", "number last", "number, typing"),
}


class Case(NamedTuple):
    kind: str
    query: str
    row: dict[str, str]


def beginning(text: str, least: int) -> str:
    return text[: max(least, round(len(text) * 0.6))].strip()


def make_cases(rows: list[dict[str, str]], count: int, seed: str) -> list[Case]:
    rng = random.Random(seed)
    addresses = [row for row in rows if row["primary_type"] == "street_address"]
    streets = [row for row in rows if "street-" in row["id"]]
    businesses = [row for row in rows if row not in addresses and row not in streets and len(row["name"]) >= 4]

    def pick(some: list[dict[str, str]]) -> list[dict[str, str]]:
        return rng.sample(some, min(count, len(some)))

    cases = [Case("business", row["name"], row) for row in pick(businesses)]
    cases += [Case("business prefix", beginning(row["name"], 4), row) for row in pick(businesses)]
    with_city = [row for row in businesses if row["locality"] and len(fold(row["name"]).split(" ")[0]) >= 5]
    cases += [Case("business, city", f"{row['name'].split()[0]} {row['locality']}", row) for row in pick(with_city)]
    long = [row for row in businesses if len(fold(row["name"])) >= 6]
    cases += [Case("business, error", mistype(rng, fold(row["name"]))[0], row) for row in pick(long)]
    cases += [Case("street", row["name"], row) for row in pick(streets)]
    cases += [Case("street prefix", beginning(row["name"], 5), row) for row in pick(streets)]
    cases += [Case("number first", f"{row['house_number']} {row['street']}", row) for row in pick(addresses)]
    cases += [Case("number last", f"{row['street']} {row['house_number']}", row) for row in pick(addresses)]
    cases += [
        Case("number, typing", f"{row['house_number']} {beginning(row['street'], 4)}", row) for row in pick(addresses)
    ]
    return cases


def is_meant(case: Case, place_id: str, text: str) -> bool:
    if place_id == case.row["id"]:
        return True
    words = fold(text).split()
    if case.kind.startswith("number"):
        wanted = fold(f"{case.row['house_number']} {case.row['street']}").split()
        return sorted(words[: len(wanted)]) == sorted(wanted)
    wanted = fold(case.row["name"]).split()
    if case.kind == "business, city":
        # Any business of the city that begins with that word is what was asked for.
        return words[:1] == wanted[:1]
    return words[: len(wanted)] == wanted


def run(extract: pathlib.Path, places: Places, options: argparse.Namespace) -> list[tuple[Case, list[str], bool]]:
    with extract.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    index = extract.with_suffix(".places")
    command = [options.places, "index", "build", "-o", str(index), f"csv:{extract}?source=osm"]
    subprocess.run(command, check=True, capture_output=True)
    places.index_options = ["--index", str(index)]
    cases = make_cases(rows, options.cases, f"{options.seed} {extract.stem}")
    middle = [statistics.median(float(row[column]) for row in rows) for column in ("lat", "lon")]
    circle = {"center": {"latitude": middle[0], "longitude": middle[1]}, "radius": 10000}
    lines = [json.dumps({"input": case.query, "locationBias": {"circle": circle}}) for case in cases]
    outcomes = []
    for case, answer in zip(cases, places.batch(["suggest"], lines)):
        found = suggestions_of(answer)
        passed = any(is_meant(case, suggestion.place_id, suggestion.text) for suggestion in found)
        outcomes.append((case, [suggestion.text for suggestion in found], passed))
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--places", default=str(ROOT / "build" / "places"), metavar="PROGRAM")
    parser.add_argument("--cases", type=int, default=200, help="of each kind and extract (default: 200)")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--failures", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--require", action="store_true", help=f"exit with 1 when a group is below {THRESHOLD:g} %%")
    options = parser.parse_args()
    folder = ROOT / "build" / "quality"
    sys.argv = ["import_extracts", str(options.directory), str(folder)]
    if import_extracts.main() != 0:
        return 2
    outcomes: list[tuple[str, Case, list[str], bool]] = []
    try:
        places = Places(options.places, [])
        for extract in sorted(folder.glob("osm-*.csv")):
            outcomes += [(extract.stem, *outcome) for outcome in run(extract, places, options)]
    except (RunError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"extracts: {error}", file=sys.stderr)
        return 2
    names = sorted({name for name, *_ in outcomes})
    print(f"{'kind':<18} {'cases':>6} {'found':>7}   " + " ".join(f"{name[4:16]:>12}" for name in names))

    def rate(some: list[bool]) -> str:
        return f"{100 * sum(some) / len(some):.1f}%" if some else "-"

    missed = []
    for group, kinds in GROUPS.items():
        for kind in (*kinds, ""):
            passed = collections.defaultdict(list)
            for name, case, _, is_found in outcomes:
                if case.kind == kind or (not kind and case.kind in kinds):
                    passed[name].append(is_found)
            all_of_them = [is_found for some in passed.values() for is_found in some]
            columns = " ".join(f"{rate(passed[name]):>12}" for name in names)
            print(f"{kind or group.upper():<18} {len(all_of_them):>6} {rate(all_of_them):>7}   {columns}")
            if not kind and all_of_them and 100 * sum(all_of_them) < THRESHOLD * len(all_of_them):
                missed.append(group)
    if options.failures:
        with options.failures.open("w", encoding="utf-8") as file:
            for name, case, found, is_found in outcomes:
                if not is_found:
                    file.write("\t".join([name, case.kind, case.query, case.row["name"], " | ".join(found)]) + "\n")
    for group in missed:
        print(f"extracts: {group}: below {THRESHOLD:g} %", file=sys.stderr)
    return 1 if missed and options.require else 0


if __name__ == "__main__":
    sys.exit(main())
