"""highlight: what of a text is marked for a query: a place of that name, searched in an index."""

from __future__ import annotations

from typing import Any

import places

from checking import Findings
from ops import index
from outcomes import check_ranges


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in expected.keys() - {"ranges", "note", "in_bounds", "sorted"}:
        findings.unknown(key)
    for number, item in enumerate(case["items"]):
        text = item["text"]
        with places.Client(index.build([{"id": "x", "name": text}])) as client:
            rows = client.suggest(item["query"])
        matches = rows[0].primary_matches if len(rows) else ()
        what = f"{text!r} {item['query']!r}"
        if len(rows) and not findings.check(f"{what} name", rows[0].primary_text == text, text, rows[0].primary_text):
            continue
        wanted = expected.get("ranges")
        if wanted is not None:
            ranges = wanted[number]
            if ranges and not isinstance(ranges[0], dict):
                ranges = [{"codepoints": pair} for pair in ranges]
            check_ranges(findings, ranges, text, matches, what)
        for start, end in matches:
            findings.check(f"{what} in bounds", 0 <= start < end <= len(text), len(text), [start, end])
        findings.check(f"{what} sorted", list(matches) == sorted(matches), sorted(matches), list(matches))
