#!/usr/bin/env python3
"""Lets a library that counts (tools/profile.sh) build an index and answer keystrokes: other ones than the bench times.

  bench/profile.py FOLDER

FOLDER/lib has the library, FOLDER/speed is bench/speed.c; the counts go to FOLDER/*.profraw.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from filters import make_filter_sets
from keystrokes import make_sets, read_cities
from run import BUILD, build_ours, write_set

SEED = 4


def main() -> None:
    folder = Path(sys.argv[1])
    cities = read_cities(BUILD / "sources" / "cities.tsv")
    _, index = build_ours(cities, folder)

    def count(name: str, *command: str) -> None:
        environment = dict(
            os.environ,
            LD_LIBRARY_PATH=str((folder / "lib").resolve()),
            LLVM_PROFILE_FILE=str((folder / f"{name}.profraw").resolve()),
        )
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    count(
        "build",
        str(BUILD / "places"),
        "index",
        "build",
        "-o",
        str(folder / "counted.places"),
        f"csv:{folder}/cities.csv",
    )
    speed = str((folder / "speed").resolve())
    for name, targets in make_sets(cities, SEED).items():
        keystrokes = folder / f"{name}.tsv"
        write_set(targets, keystrokes)
        count(f"keys-{name}", speed, str(index), str(keystrokes), "pumped", "2")
    world = BUILD / "data" / "world.places"
    for number, sets in enumerate(make_filter_sets(cities, BUILD / "sources", SEED).values()):
        keystrokes = folder / f"filter-{number}.tsv"
        with open(keystrokes, "w", encoding="utf-8") as file:
            for keys in sets:
                file.writelines(f"\t\t{text}\t\t{keys.filter}\n" for text in keys.texts)
        count(f"filter-{number}", speed, str(world), str(keystrokes), "pumped", "1")


if __name__ == "__main__":
    main()
