"""What the samples share: printing. Each sample is a program that takes the index file as its only argument."""

from __future__ import annotations

import places


def show(query: str, found: places.Suggestions) -> None:
    """One row a line: the text, and the distance where there is one."""
    print(query)
    for suggestion in found:
        distance = "" if suggestion.distance_meters is None else f" ({suggestion.distance_meters} m)"
        print(f"  {suggestion}{distance}")
    if not found:
        print("  no results")
