#!/usr/bin/env python3
"""Keystroke by keystroke, side by side in one run: libplaces through its C header, SQLite FTS5 (rowid = rank), and
tantivy, which forgives typing errors (bench/tantivy_peer.py), where its Python package is there.

  bench/run.py [--cities FILE] [--out FILE] [--seed N] [--times N]

Times are the median and the 99th percentile of single keystrokes, warm, one thread; of each keystroke the fastest of
--times, for every peer, so that a busy machine shows less. Quality beside them: letters typed
until the place is among the five (never: one more than all), the mean reciprocal rank at a number of letters, and how
often the place is among the five at the last letter. A name that several places have counts only for the very place.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import fmean

from filters import make_filter_sets
from keystrokes import City, Target, fold, make_sets, read_cities

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
FILTER_BAR = 200


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    result = subprocess.run([str(BUILD / "bench" / program), *arguments], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"bench: {program} failed: {result.stderr.strip()}")
    return result


def build_ours(cities: list[City], folder: Path, name: str = "cities", part: slice = slice(None)) -> tuple[float, Path]:
    table = folder / f"{name}.csv"
    with open(table, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "name", "lat", "lon", "importance", "country", "primary_type"])
        for number, city in list(enumerate(cities))[part]:
            importance = f"{math.log10(city.population + 1):.4f}"
            writer.writerow(
                [f"n:{number}", city.name, city.latitude, city.longitude, importance, city.country, "locality"]
            )
    index = folder / f"{name}.places"
    start = time.monotonic()
    subprocess.run(
        [str(BUILD / "places"), "index", "build", "-o", str(index), f"csv:{table}"], check=True, capture_output=True
    )
    return time.monotonic() - start, index


def build_fts5(cities: list[City], folder: Path) -> tuple[float, Path]:
    table = folder / "cities.tsv"
    with open(table, "w", encoding="utf-8") as file:
        for number, city in enumerate(cities):
            name = city.name.replace("\t", " ")
            file.write(f"{number}\t{name}\t{city.folded}\t{city.latitude}\t{city.longitude}\n")
    database = folder / "cities.db"
    return float(run("fts5", "build", str(database), str(table)).stderr.split()[1]), database


def build_tantivy(folder: Path) -> tuple[float, list[str]] | None:
    """Seconds, and the command that asks it; None where `make bench` has not installed it."""
    python = BUILD / "bench-venv" / "bin" / "python"
    if (
        not python.exists()
        or subprocess.run([python, "-c", "import tantivy"], capture_output=True, check=False).returncode
    ):
        return None
    command = [str(python), str(ROOT / "bench" / "tantivy_peer.py")]
    index = str(folder / "tantivy")
    seconds = float(run(*command, "build", index, str(folder / "cities.tsv")).stderr.split()[1])
    return seconds, [*command, "time", index]


def percentile(values: list[float], share: float) -> float:
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


ROUNDS = 3


class Measured:
    """One peer's answers to one set."""

    def __init__(self, targets: list[Target], lines: list[list[int]]):
        self.microseconds = [line[0] / 1e3 for line in lines]
        self.keys: list[int] = []
        self.last: list[bool] = []
        self.ranks: dict[int, list[float]] = {3: [], 5: []}
        at = 0
        for target in targets:
            answers = [line[1:] for line in lines[at : at + len(target.texts)]]
            at += len(target.texts)
            hits = [len(text) for text, found in zip(target.texts, answers) if target.number in found]
            self.keys.append(hits[0] if hits else len(target.texts[-1]) + 1)
            self.last.append(target.number in answers[-1])
            for text, found in zip(target.texts, answers):
                if len(text) in self.ranks:
                    rank = 1 / (found.index(target.number) + 1) if target.number in found else 0.0
                    self.ranks[len(text)].append(rank)

    def keep_fastest(self, other: Measured) -> None:
        self.microseconds = [min(pair) for pair in zip(self.microseconds, other.microseconds)]

    def row(self) -> list[str]:
        ranks = [f"{fmean(self.ranks[n]):.3f}" if self.ranks[n] else "-" for n in (3, 5)]
        p50, p99 = percentile(self.microseconds, 0.5), percentile(self.microseconds, 0.99)
        return [f"{p50:.1f}", f"{p99:.1f}", f"{fmean(self.keys):.2f}", *ranks, f"{fmean(self.last):.3f}"]


def measure(command: list[str], targets: list[Target], folder: Path) -> tuple[Measured, str]:
    """`command` is the program and its arguments; KEYS among them stands for the file of keystrokes."""
    keystrokes = folder / "keystrokes.tsv"
    write_set(targets, keystrokes)
    result = run(*(str(keystrokes) if argument == "KEYS" else argument for argument in command))
    return Measured(targets, [[int(n) for n in line.split()] for line in result.stdout.splitlines()]), result.stderr


def write_set(targets: list[Target], path: Path) -> None:
    with open(path, "w", encoding="utf-8") as file:
        for target in targets:
            place = f"{target.bias[0]:.5f}\t{target.bias[1]:.5f}" if target.bias else "\t"
            for text in target.texts:
                file.write(f"{place}\t{text}\t{fold(text)}\n")


def write_all(sets: dict[str, list[Target]], path: Path) -> None:
    """Keystrokes of all sets in turn, as people with different wishes mix them."""
    texts = [(target, text) for targets in sets.values() for target in targets for text in target.texts]
    random.Random(1).shuffle(texts)
    with open(path, "w", encoding="utf-8") as file:
        for target, text in texts:
            place = f"{target.bias[0]:.5f}\t{target.bias[1]:.5f}" if target.bias else "\t"
            file.write(f"{place}\t{text}\t{fold(text)}\n")


def measure_several(cities: list[City], sets: dict[str, list[Target]], folder: Path, times: str) -> list[str]:
    """Two files, each with every other city, open at once; beside each of them alone, and the sum."""
    files = [build_ours(cities, folder, f"part{first}", slice(first, None, 2))[1] for first in (0, 1)]
    lines = [
        "",
        "Two index files, each with half of the cities: one client with both, beside a client with each.",
        "",
        "| set | both p50 / p99 us | one | the other | sum | both / sum | keys to top 5 | found at end |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, targets in sets.items():
        cost = []
        for index in [",".join(map(str, files)), *map(str, files)]:
            measured, _ = measure(["speed", index, "KEYS", "pumped", times], targets, folder)
            cost.append([percentile(measured.microseconds, share) for share in (0.5, 0.99)])
            if len(cost) == 1:
                both = measured
        cost.append([cost[1][i] + cost[2][i] for i in (0, 1)])
        columns = [f"{p50:.1f} / {p99:.1f}" for p50, p99 in cost]
        columns.append(", ".join(f"{cost[0][i] / cost[3][i]:.2f}" for i in (0, 1)))
        lines.append(f"| {name} | {' | '.join(columns)} | {fmean(both.keys):.2f} | {fmean(both.last):.3f} |")
    return lines


def measure_filters(cities: list[City], sources: Path, index: Path, folder: Path, seed: int, times: str) -> list[str]:
    """A table of its own: the default data, whose places have types."""
    lines = [
        "",
        f"Filters on the default data ({index.name}); the bar is {FILTER_BAR} us at p99.",
        "",
        "| filter | keystrokes | found | p50 us | p99 us | over the bar |",
        "|---|---|---|---|---|---|",
    ]
    for name, sets in make_filter_sets(cities, sources, seed).items():
        keystrokes = folder / "keystrokes.tsv"
        with open(keystrokes, "w", encoding="utf-8") as file:
            for keys in sets:
                file.writelines(f"\t\t{text}\t\t{keys.filter}\n" for text in keys.texts)
        result = run("speed", str(index), str(keystrokes), "pumped", times)
        answers = [line.split() for line in result.stdout.splitlines()]
        microseconds = [int(answer[0]) / 1e3 for answer in answers]
        p99 = percentile(microseconds, 0.99)
        found = fmean(len(answer) > 1 for answer in answers)
        lines.append(
            f"| {name} | {len(answers):,} | {found:.2f} | {percentile(microseconds, 0.5):.1f} | {p99:.1f} "
            f"| {'yes' if p99 > FILTER_BAR else ''} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cities", type=Path, default=BUILD / "sources" / "cities.tsv")
    parser.add_argument("--out", type=Path, default=BUILD / "bench" / "results.md")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--times", type=int, default=2)
    arguments = parser.parse_args()
    times = str(arguments.times)
    folder = BUILD / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    cities = read_cities(arguments.cities)
    sets = make_sets(cities, arguments.seed)
    ours_s, index = build_ours(cities, folder)
    fts5_s, database = build_fts5(cities, folder)
    peers = {
        "libplaces": ["speed", str(index), "KEYS", "pumped", times],
        "libplaces, thread": ["speed", str(index), "KEYS", "thread", times],
        "SQLite FTS5": ["fts5", "time", str(database), "KEYS", times],
    }
    tantivy = build_tantivy(folder)
    if tantivy:
        peers["tantivy"] = [*tantivy[1], "KEYS", times]
    lines = [
        f"{len(cities):,} places. Build: libplaces {ours_s:.1f} s, {index.stat().st_size / 1e6:.1f} MB;"
        f" FTS5 {fts5_s:.1f} s, {database.stat().st_size / 1e6:.1f} MB;"
        + (f" tantivy {tantivy[0]:.1f} s." if tantivy else " tantivy is not installed: make bench installs it."),
        "",
        "| set | peer | p50 us | p99 us | keys to top 5 | MRR@5 at 3 | MRR@5 at 5 | found at end "
        "| p50, p99 / those of libplaces |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    notes = {}
    for name, targets in sets.items():
        results: dict[str, Measured] = {}
        # In turn: cores whose clock changes from minute to minute would favour one of them.
        for _ in range(ROUNDS):
            for peer, mode in peers.items():
                result, notes[peer] = measure(mode, targets, folder)
                if peer in results:
                    results[peer].keep_fastest(result)
                else:
                    results[peer] = result
        base = results["libplaces"].microseconds
        for peer, result in results.items():
            ratios = [percentile(result.microseconds, s) / percentile(base, s) for s in (0.5, 0.99)]
            lines.append(f"| {name} | {peer} | {' | '.join(result.row())} | {ratios[0]:.1f}, {ratios[1]:.1f} |")
    lines += ["", *(f"{peer}: {note.strip()}" for peer, note in notes.items())]
    lines += measure_several(cities, sets, folder, times)
    write_all(sets, folder / "keystrokes.tsv")
    lines += ["", run("threads", str(index), str(folder / "keystrokes.tsv")).stdout.strip()]
    world = BUILD / "data" / "world.places"
    if world.exists():
        lines += measure_filters(cities, arguments.cities.parent, world, folder, arguments.seed, times)
    print("\n".join(lines))
    arguments.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
