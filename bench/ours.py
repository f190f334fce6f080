"""Adapter of libplaces for a bench of place search that gives every peer the same places and keystrokes.

The bench names the class `Adapter` that this one is a kind of (`adapters.base`). `make build` first: the command builds
the index, and the timing program (bench/speed.c, on places.h alone) is compiled here when it is needed. One process of
it answers all sets, so that what it says of its memory is what opening and all sets brought.

OURS_DELIVERY=thread measures the delivery on the library's thread instead of the pumped one.
"""

from __future__ import annotations

import csv
import math
import os
import subprocess
import time
from pathlib import Path
from typing import Any

from adapters.base import Adapter  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
DELIVERY = os.environ.get("OURS_DELIVERY", "pumped")


def timing_program() -> Path:
    """build/bench/speed, compiled where a source is newer."""
    program = BUILD / "bench" / "speed"
    sources = [ROOT / "bench" / "speed.c", ROOT / "bench" / "keys.c"]
    inputs = [*sources, ROOT / "bench" / "keys.h", ROOT / "include" / "places.h"]
    if not program.exists() or any(path.stat().st_mtime > program.stat().st_mtime for path in inputs):
        program.parent.mkdir(parents=True, exist_ok=True)
        command = ["cc", "-O2", f"-I{ROOT / 'include'}", "-o", str(program), *map(str, sources)]
        command += [f"-L{BUILD}", "-lplaces", "-lpthread", "-Wl,-rpath,$ORIGIN/.."]
        subprocess.run(command, check=True)
    return program


class Ours(Adapter):  # type: ignore[misc]
    """libplaces through places.h: one index file for prefixes, words, infixes, typing errors and nearness."""

    name = f"libplaces ({DELIVERY})"
    rss_kb: int | None = None
    process: subprocess.Popen[str] | None = None

    def build(self, places: list[tuple[int, str, str, float, float, str, int]]) -> None:
        table = os.path.join(self.dir, "places.csv")
        with open(table, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "name", "lat", "lon", "importance", "country", "primary_type"])
            for number, name, _, latitude, longitude, country, people in places:
                importance = f"{math.log10(people + 1):.4f}"
                writer.writerow([f"n:{number}", name, latitude, longitude, importance, country, "locality"])
        start = time.monotonic()
        command = [str(BUILD / "places"), "index", "build", "-o", self.path(), f"csv:{table}"]
        subprocess.run(command, check=True, capture_output=True)
        self.build_s = time.monotonic() - start
        os.remove(table)

    def path(self) -> str:
        return os.path.join(self.dir, "places.places")

    def open(self) -> None:
        command = [str(timing_program()), self.path(), "-", DELIVERY]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")

    def run_batch(self, keys: list[tuple[str, Any]], k: int, deadline: float) -> list[tuple[list[int], int]]:
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise RuntimeError("not open")
        for text, bias in keys:
            where = f"{bias[0]}\t{bias[1]}" if bias else "\t"
            process.stdin.write(f"{where}\t{text}\t\t\n")
        process.stdin.write("\n")
        process.stdin.flush()
        answers: list[tuple[list[int], int]] = []
        while line := process.stdout.readline().strip():
            first, *found = line.split()
            if first == "memory":
                # What opening and all sets so far brought, the keystrokes that the program keeps included.
                self.rss_kb = int(found[0])
            else:
                answers.append(([int(number) for number in found[:k]], int(first)))
        if len(answers) != len(keys):
            raise RuntimeError(f"{len(answers)} answers to {len(keys)} keystrokes")
        return answers

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()
