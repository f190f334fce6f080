#!/usr/bin/env python3
"""Write Sources/places/width_table.h: the cells that characters fill on a terminal, where not one.

From Python's copy of the Unicode Character Database (East_Asian_Width, General_Category).
"""

from __future__ import annotations

import pathlib
import sys
import unicodedata

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "places" / "width_table.h"


def width(code_point: int) -> int:
    character = chr(code_point)
    if 0x1160 <= code_point <= 0x11FF:
        return 0  # Hangul vowels and final consonants join the syllable before them.
    if unicodedata.category(character) == "Cn":
        # Python calls unassigned ones wide; Unicode does so on the two planes of ideographs only.
        return 2 if 0x20000 <= code_point <= 0x3FFFD else 1
    # The soft hyphen (U+00AD) is below the table's range: terminals show it.
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def main() -> int:
    ranges: list[list[int]] = []
    for code_point in range(0x300, 0x110000):
        cells = width(code_point)
        if cells == 1:
            continue
        if ranges and ranges[-1][1] == code_point - 1 and ranges[-1][2] == cells:
            ranges[-1][1] = code_point
        else:
            ranges.append([code_point, code_point, cells])
    lines = [
        "/* Made by tools/width-table.py from Unicode %s; do not edit. */" % unicodedata.unidata_version,
        "/* clang-format off */",
        "#include <stdint.h>",
        "",
        "struct width_range {",
        "    uint32_t first, last;",
        "    uint8_t width;",
        "};",
        "",
        "static const struct width_range width_ranges[] = {",
    ]
    cells_in_line: list[str] = []
    for first, last, cells in ranges:
        cells_in_line.append("{0x%X, 0x%X, %d}," % (first, last, cells))
        if len(cells_in_line) == 4:
            lines.append("    " + " ".join(cells_in_line))
            cells_in_line = []
    if cells_in_line:
        lines.append("    " + " ".join(cells_in_line))
    lines.append("};")
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
