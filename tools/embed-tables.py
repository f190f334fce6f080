#!/usr/bin/env python3
"""Write the tables under Sources/*/Tables into Swift files, since the library carries no resource files.

    python3 tools/embed-tables.py          write Sources/<module>/Generated/<Name>Table.swift
    python3 tools/embed-tables.py --check  write nothing; exit 1 when one is missing, stale or without a table

`place-types.tsv` becomes `PlaceTypesTable.text`, a StaticString of its rows. Comments stay in the table: the library
shall be small. For the same reason lists of types are shortened: "=" at their start is the primary type in the column
before, "~" at their end `point_of_interest|establishment`; `TypeTable.list` puts both back.
"""

from __future__ import annotations

import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORM = '''// Generated from Tables/{file}; do not edit.
package enum {name} {{
    package static let text: StaticString = #"""
{lines}
        """#
}}
'''

# Words of file names that Swift names spell in another way.
SPELLING = {"geonames": "GeoNames", "osm": "OSM"}


class TableError(Exception):
    """A table that cannot be written into Swift source; the text says which line and why."""


def type_name(table: pathlib.Path) -> str:
    return "".join(SPELLING.get(word, word.capitalize()) for word in table.stem.split("-")) + "Table"


USUAL_END = "point_of_interest|establishment"


def shortened(row: str) -> str:
    """The row with its list of types (of primary and types, side by side) in short."""
    columns = row.split("\t")
    for number in range(1, len(columns)):
        primary, types = columns[number - 1], columns[number]
        if primary and (types == primary or types.startswith(primary + "|")) and "|" in types:
            types = "=" + types[len(primary) :]
            columns[number] = types.removesuffix(USUAL_END) + "~" if types.endswith("|" + USUAL_END) else types
            break
    return "\t".join(columns)


def swift_source(table: pathlib.Path) -> str:
    text = table.read_text(encoding="utf-8")
    rows = [shortened(line) for line in text.split("\n") if not line.startswith("#")]
    text = "\n".join(rows)
    if '"""' in text or "\\#" in text:
        raise TableError(f'{table}: """ and \\# cannot stand in the Swift literal')
    if not text.endswith("\n") or "\r" in text:
        raise TableError(f"{table}: lines must end with LF, the last one too")
    lines = "\n".join(" " * 8 + line if line else "" for line in text[:-1].split("\n"))
    return FORM.format(file=table.name, name=type_name(table), lines=lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the tables under Sources/*/Tables into Swift files.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is not up to date")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sources = arguments.root / "Sources"
    wrong, expected = [], set()
    try:
        for table in sorted(sources.glob("*/Tables/*.tsv")):
            target = table.parent.parent / "Generated" / (type_name(table) + ".swift")
            expected.add(target)
            source = swift_source(table)
            if target.exists() and target.read_text(encoding="utf-8") == source:
                continue
            if arguments.check:
                wrong.append(f"{target.relative_to(arguments.root)} is not what {table.name} says")
                continue
            target.parent.mkdir(exist_ok=True)
            target.write_text(source, encoding="utf-8")
            print(f"wrote {target.relative_to(arguments.root)}")
    except (TableError, OSError, UnicodeDecodeError) as error:
        print(f"embed-tables: {error}", file=sys.stderr)
        return 1
    wrong += [
        f"{target.relative_to(arguments.root)} has no table"
        for target in sorted(sources.glob("*/Generated/*Table.swift"))
        if target not in expected and target.name != "FoldTable.swift"  # From Unicode: scripts/generate-fold-table.py
    ]
    for line in wrong:
        print(f"embed-tables: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
