#!/usr/bin/env python3
"""How latency, build and size grow with the number of places: libplaces and SQLite FTS5, the same keystrokes each time.

  bench/growth.py [--sizes cities,real,10000000] [--postcodes FOLDER] [--streets FILE] [--draw docs/growth.svg]

Sets of places, each with all cities of the default data in it, whose names are typed (bench/keystrokes.py):

  cities   the 235 thousand cities
  real     and regions, districts, airports, the streets and sights of the default extracts, and postal codes where
           --postcodes names the unpacked package countrystatecity-postal-codes 2.0.1 (PyPI, ODbL 1.0; those without
           coordinates are put where the city of their name is)
  NUMBER   synthetic: real street names (of the default extracts, and of --streets, one a line) crossed with the real
           cities, as many as bring the number up to this

libplaces is measured in all sizes in turn, the fastest of all of each keystroke: the clock of a busy machine changes from
minute to minute, and what grows is told by the ratio. FTS5, whose files take minutes to build, is measured once.

What is built goes to --folder and is deleted at the end, but for the results: growth.json, growth.md.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from draw import draw_growth
from keystrokes import City, Target, fold, make_sets, read_cities
from run import BUILD, Measured, measure, percentile

STREET_IMPORTANCE = 1.0
# Of all sizes, after the first time.
TURNS = 3


class Record(NamedTuple):
    name: str
    latitude: float
    longitude: float
    importance: float
    country: str
    locality: str
    type: str
    # The city's number, or -1.
    city: int


def of_cities(cities: list[City]) -> Iterator[Record]:
    for number, city in enumerate(cities):
        importance = math.log10(city.population + 1)
        yield Record(city.name, city.latitude, city.longitude, importance, city.country, "", "locality", number)


def of_areas(path: Path) -> Iterator[Record]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            column = line.rstrip("\n").split("\t")
            yield Record(column[1], float(column[4]), float(column[5]), 2.5, column[8], "", "political", -1)


def of_airports(path: Path) -> Iterator[Record]:
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            point = float(row["lat"]), float(row["lon"])
            yield Record(row["name"], *point, float(row["importance"]), row["country"], row["locality"], "airport", -1)


def of_extract(path: Path, country: str, locality: str) -> Iterator[Record]:
    """What has a name in an OpenStreetMap extract, at its first point."""
    command = ["osmium", "export", "-f", "geojsonseq", "-x", "print_record_separator=false", str(path)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for line in lines:
        feature = json.loads(line)
        properties = feature["properties"]
        name = properties.get("name")
        point = feature["geometry"]["coordinates"]
        while isinstance(point[0], list):
            point = point[0]
        if name:
            kind = "route" if "highway" in properties else "premise"
            yield Record(name, point[1], point[0], STREET_IMPORTANCE, country, locality, kind, -1)


def of_postcodes(folder: Path, cities: list[City]) -> Iterator[Record]:
    places = {(city.country, city.folded): city for city in reversed(cities)}
    largest = {city.country: city for city in reversed(cities)}
    for path in sorted(folder.glob("**/by-country/*/postcodes.json")):
        with open(path, encoding="utf-8") as file:
            for row in json.load(file):
                country, locality = row["countryCode"], row.get("localityName") or ""
                city = places.get((country, fold(locality))) or largest.get(country)
                latitude, longitude = row.get("latitude"), row.get("longitude")
                if latitude is None or longitude is None:
                    if city is None:
                        continue
                    latitude, longitude = city.latitude, city.longitude
                name = f"{row['code']} {locality}".strip()
                yield Record(name, float(latitude), float(longitude), 0.5, country, "", "postal_code", -1)


def synthetic(cities: list[City], streets: list[str], count: int) -> Iterator[Record]:
    each = count // len(cities) + 1
    if each > len(streets):
        sys.exit(f"growth: {len(streets)} street names do for {len(streets) * len(cities):,} places; name --streets")
    left = count
    rng = random.Random(7)
    for number, city in enumerate(cities):
        first = number * each
        for turn in range(min(each, left)):
            street = streets[(first + turn) % len(streets)]
            latitude = max(-90.0, min(90.0, city.latitude + rng.uniform(-0.03, 0.03)))
            longitude = (city.longitude + rng.uniform(-0.03, 0.03) + 540) % 360 - 180
            yield Record(street, latitude, longitude, STREET_IMPORTANCE, city.country, city.name, "route", -1)
        left -= min(each, left)


def ranked(records: Iterator[Record], more: Iterator[Record]) -> Iterator[Record]:
    """The most important first; `more` is large, all of one importance, and goes where that is."""
    known = sorted(records, key=lambda record: -record.importance)
    above = [record for record in known if record.importance >= STREET_IMPORTANCE]
    yield from above
    yield from more
    yield from known[len(above) :]


def write_tables(records: Iterator[Record], folder: Path) -> tuple[int, dict[int, int]]:
    """The same records for both; returns how many, and the numbers that the cities got."""
    numbers: dict[int, int] = {}
    count = 0
    with (
        open(folder / "places.csv", "w", encoding="utf-8", newline="") as ours,
        open(folder / "places.tsv", "w", encoding="utf-8") as fts5,
    ):
        writer = csv.writer(ours)
        writer.writerow(["id", "name", "lat", "lon", "importance", "country", "locality", "primary_type"])
        for r in records:
            point = f"{r.latitude:.5f}", f"{r.longitude:.5f}"
            writer.writerow([f"n:{count}", r.name, *point, f"{r.importance:.4f}", r.country, r.locality, r.type])
            text = fold(f"{r.name} {r.locality}" if r.locality else r.name)
            fts5.write(f"{count}\t\t{text}\t{point[0]}\t{point[1]}\n")
            if r.city >= 0:
                numbers[r.city] = count
            count += 1
    return count, numbers


class Cost(NamedTuple):
    seconds: float
    memory_mb: float


class Step(NamedTuple):
    """A size that is built."""

    command: list[str]
    index: Path
    targets: dict[str, list[Target]]
    result: dict[str, Any]
    measured: dict[str, Measured]


def run_measured(command: list[str]) -> Cost:
    """Seconds, and the most memory that the program had at once. (What the kernel says of a child that has ended counts
    what its parent had when it was started.)"""
    start = time.monotonic()
    most = 0
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        while process.poll() is None:
            most = max(most, memory_of(process.pid))
            time.sleep(0.02)
        errors.seek(0)
        if process.returncode:
            sys.exit(f"growth: {command[0]} failed: {errors.read().decode()[-500:]}")
    return Cost(time.monotonic() - start, most / 1024)


def memory_of(pid: int) -> int:
    """The most that a process had so far, in kB."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def step(
    name: str,
    records: Iterator[Record],
    sets: dict[str, list[Target]],
    folder: Path,
    options: argparse.Namespace,
    save: Callable[[dict[str, Any]], None],
) -> Step | None:
    """Builds and measures one peer after the other; `save` gets what is known after each. Returns what libplaces is
    measured with once more."""
    count, numbers = write_tables(records, folder)
    index, database, table = folder / f"{name}.places", folder / "places.db", folder / "places.tsv"
    step = None
    renumbered = {
        kind: [Target(numbers[target.number], target.bias, target.texts) for target in targets]
        for kind, targets in sets.items()
    }
    peers = {
        "libplaces": (
            [str(BUILD / "places"), "index", "build", "-o", str(index), f"csv:{folder / 'places.csv'}"],
            ["speed", str(index), "KEYS", "pumped", options.times],
            index,
        ),
        "FTS5": (
            [str(BUILD / "bench" / "fts5"), "build", str(database), str(table)],
            ["fts5", "time", str(database), "KEYS", options.times],
            database,
        ),
    }
    result: dict[str, Any] = {"name": name, "places": count, "build": {}, "bytes": {}, "notes": {}, "sets": {}}
    for peer in options.peers.split(","):
        build, command, file = peers[peer]
        cost = run_measured(build)
        result["build"][peer] = cost._asdict()
        result["bytes"][peer] = file.stat().st_size
        what = f"growth: {name}: {peer}"
        print(f"{what}: {count:,} places, built in {cost.seconds:.1f} s, {cost.memory_mb:,.0f} MB", flush=True)
        if peer == "libplaces":
            step = Step(command, index, renumbered, result, {})
        for kind, targets in renumbered.items():
            measured, note = measure(command, targets, folder)
            if step and peer == "libplaces":
                step.measured[kind] = measured
            figures = figures_of(measured)
            result["sets"].setdefault(kind, {})[peer] = figures
            result["notes"][peer] = note.strip()
            print(f"{what}: {kind}: {figures['p50']:.1f} / {figures['p99']:.1f} us", flush=True)
        if peer != "libplaces":
            os.remove(file)
        save(result)
    os.remove(folder / "places.csv")
    os.remove(table)
    return step


def measure_in_turn(steps: list[Step], folder: Path) -> None:
    for _ in range(TURNS):
        for step in steps:
            for kind, targets in step.targets.items():
                step.measured[kind].keep_fastest(measure(step.command, targets, folder)[0])
    for step in steps:
        for kind, measured in step.measured.items():
            figures = step.result["sets"][kind]["libplaces"] = figures_of(measured)
            print(f"growth: {step.result['name']}: in turn: {kind}: {figures['p50']:.1f} / {figures['p99']:.1f} us")
        os.remove(step.index)


def figures_of(measured: Measured) -> dict[str, float]:
    times = measured.microseconds
    return {
        "p50": percentile(times, 0.5),
        "p99": percentile(times, 0.99),
        "keys": sum(measured.keys) / len(measured.keys),
        "found": sum(measured.last) / len(measured.last),
    }


def table(results: list[dict[str, Any]]) -> str:
    lines = [
        "| places | set | libplaces p50 / p99 us | FTS5 p50 / p99 us | keys to top 5 (FTS5) | found at end (FTS5) |",
        "|---|---|---|---|---|---|",
    ]

    def column(peers: dict[str, Any], peer: str, *names: str, digits: int = 1) -> str:
        return " / ".join(f"{peers[peer][name]:.{digits}f}" for name in names) if peer in peers else "-"

    for result in results:
        for kind, peers in result["sets"].items():
            both = [
                f"{column(peers, 'libplaces', name, digits=digits)} ({column(peers, 'FTS5', name, digits=digits)})"
                for name, digits in (("keys", 2), ("found", 3))
            ]
            times = [column(peers, peer, "p50", "p99") for peer in ("libplaces", "FTS5")]
            lines.append(f"| {result['places']:,} | {kind} | {' | '.join(times + both)} |")
    lines += [
        "",
        "| places | peer | build s | places a second | most memory MB | bytes a place |",
        "|---|---|---|---|---|---|",
    ]
    for result in results:
        for peer, cost in result["build"].items():
            speed, size = result["places"] / cost["seconds"], result["bytes"][peer] / result["places"]
            lines.append(
                f"| {result['places']:,} | {peer} | {cost['seconds']:.1f} | {speed:,.0f} "
                f"| {cost['memory_mb']:,.0f} | {size:.0f} |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="cities,real,10000000")
    parser.add_argument("--sources", type=Path, default=BUILD / "sources")
    parser.add_argument("--postcodes", type=Path)
    parser.add_argument("--streets", type=Path)
    parser.add_argument("--folder", type=Path, default=BUILD / "bench" / "growth")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--times", default="3")
    parser.add_argument("--peers", default="libplaces,FTS5")
    parser.add_argument("--draw", type=Path)
    arguments = parser.parse_args()
    sources, folder = arguments.sources, arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    cities = read_cities(sources / "cities.tsv")
    sets = make_sets(cities, arguments.seed)
    extracts = [
        *of_extract(sources / "helsinki.osm.pbf", "FI", "Helsinki"),
        *of_extract(sources / "monaco.osm.pbf", "MC", "Monaco"),
    ]

    def real() -> Iterator[Record]:
        yield from of_cities(cities)
        yield from of_areas(sources / "areas.tsv")
        yield from of_airports(sources / "airports.csv")
        yield from extracts
        if arguments.postcodes:
            yield from of_postcodes(arguments.postcodes, cities)

    names = {record.name for record in extracts if record.type == "route"}
    if arguments.streets:
        names |= set(arguments.streets.read_text(encoding="utf-8").splitlines())
    streets = sorted(name for name in names if name.strip())
    results_file = folder / "growth.json"
    results: list[dict[str, Any]] = json.loads(results_file.read_text()) if results_file.exists() else []
    steps: list[Step] = []
    for size in arguments.sizes.split(","):
        if size in ("cities", "real"):
            records = ranked(of_cities(cities) if size == "cities" else real(), iter(()))
        else:
            records = ranked(of_cities(cities), synthetic(cities, streets, int(size) - len(cities)))

        def save(result: dict[str, Any]) -> None:
            others = [known for known in results if known["name"] != result["name"]]
            results[:] = sorted([*others, result], key=lambda known: known["places"])
            results_file.write_text(json.dumps(results, indent=1))

        built = step(size, records, sets, folder, arguments, save)
        if built:
            steps.append(built)
    measure_in_turn(steps, folder)
    results_file.write_text(json.dumps(results, indent=1))
    text = table(results)
    print(text)
    (folder / "growth.md").write_text(text + "\n", encoding="utf-8")
    if arguments.draw:
        arguments.draw.write_text(draw_growth(results), encoding="utf-8")


if __name__ == "__main__":
    main()
