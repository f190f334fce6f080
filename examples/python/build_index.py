"""Builds an index file: build_index.py OUT SOURCE... (each KIND:PATH, see docs/sources.md)"""

import sys

import places


def show_bad_row(source: str, line: int, reason: str) -> None:
    print(f"line {line} left out: {reason}")


report = places.build_index(sys.argv[1], *sys.argv[2:], bad_row=show_bad_row)
print(f"{report.place_count} places, {report.bad_row_count} rows left out")
with places.Index(sys.argv[1]) as index:
    index.verify()
    print(*(f"{source.name}: {source.attribution}" for source in index.info.sources), sep="\n")
