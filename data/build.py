#!/usr/bin/env python3
"""Build the default index files from build/sources: fetch.py and prepare.py come first.

    build/data/world.places         GeoNames and airports
    build/data/osm-helsinki.places  OpenStreetMap, central Helsinki
    build/data/osm-monaco.places    OpenStreetMap, Monaco

OpenStreetMap data stays in files of its own: what is made from it falls under the ODbL, what is not does not.
A file that is newer than its sources and than the program is left as it is.

Exit codes: 0 all there, 1 a source is missing or a build failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
AIRPORTS = "Airport data from airportsdata, © Mike Borsetti, MIT"

# Index file -> kind, file, options. Features that do not say where they are lie where the extract does.
INDEXES: dict[str, list[tuple[str, str, dict[str, str]]]] = {
    "world.places": [
        ("geonames-countries", "countryInfo.tsv", {}),
        ("geonames-admin1", "admin1CodesASCII.tsv", {}),
        ("geonames-admin2", "admin2Codes.tsv", {}),
        ("geonames-alternates", "alternateNames.tsv", {}),
        ("geonames", "cities.tsv", {}),
        ("geonames", "areas.tsv", {}),
        ("csv", "airports.csv", {"source": "iata", "attribution": AIRPORTS}),
    ],
    "osm-helsinki.places": [("osm", "helsinki.osm.pbf", {"country": "FI", "locality": "Helsinki"})],
    "osm-monaco.places": [("osm", "monaco.osm.pbf", {"country": "MC", "locality": "Monaco"})],
}


def escaped(text: str) -> str:
    """Percent-encoded where a byte would end or begin something in a source's options."""
    return "".join(chr(byte) if chr(byte).isalnum() and byte < 128 or byte in b"-_.,()/:"
                   else f"%{byte:02X}" for byte in text.encode("utf-8"))


def source(kind: str, path: pathlib.Path, options: dict[str, str]) -> str:
    text = f"{kind}:{path}"
    return text + ("?" + "&".join(f"{name}={escaped(value)}" for name, value in options.items()) if options else "")


def is_newer(target: pathlib.Path, files: list[pathlib.Path]) -> bool:
    return target.exists() and all(target.stat().st_mtime >= file.stat().st_mtime for file in files)


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the default index files from build/sources.")
    parser.add_argument("--places", type=pathlib.Path, default=ROOT / "build" / "places", metavar="PROGRAM")
    parser.add_argument("--from", dest="sources", type=pathlib.Path, default=ROOT / "build" / "sources",
                        metavar="FOLDER")
    parser.add_argument("--into", type=pathlib.Path, default=ROOT / "build" / "data", metavar="FOLDER")
    parser.add_argument("--force", action="store_true", help="build all again")
    parser.add_argument("--print", action="store_true", dest="only_print", help="only print the commands")
    arguments = parser.parse_args()
    arguments.into.mkdir(parents=True, exist_ok=True)
    for name, parts in INDEXES.items():
        files = [arguments.sources / file for _, file, _ in parts]
        target = arguments.into / name
        command = [str(arguments.places), "index", "build", "-o", str(target),
                   *(source(kind, arguments.sources / file, options) for kind, file, options in parts)]
        if arguments.only_print:
            print(" ".join(f"'{word}'" if "&" in word or "?" in word else word for word in command))
            continue
        missing = [path.name for path in [*files, arguments.places] if not path.exists()]
        if missing:
            print(f"build: no {', '.join(missing)}; run data/fetch.py, data/prepare.py and make build first",
                  file=sys.stderr)
            return 1
        if not arguments.force and is_newer(target, [*files, arguments.places]):
            print(f"{name}: up to date", flush=True)
            continue
        print(f"{name}:", flush=True)
        code = subprocess.run(command, check=False).returncode
        if code != 0:
            print(f"build: {name} was not built (exit code {code})", file=sys.stderr)
            return 1
        print(f"  {os.path.getsize(target) / 1e6:.1f} MB in {target}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
