"""Curves as SVG: latency against the number of places, a panel a set of keystrokes, both axes logarithmic."""

from __future__ import annotations

import math
from html import escape
from typing import Any

PANEL_WIDTH, PANEL_HEIGHT, GAP, LEFT, TOP, BOTTOM = 170, 220, 18, 52, 58, 44
COLORS = {"libplaces": "#1560bd", "FTS5": "#c05a00"}
TITLES = {
    "prefix": "prefix",
    "word": "second word",
    "typo": "typing error",
    "bias": "near a person",
    "infix": "inside a word",
}


def nice(count: float) -> str:
    return f"{count / 1e6:.3g} M" if count >= 1e6 else f"{count / 1e3:.0f} k" if count >= 1e3 else f"{count:g}"


def draw_growth(results: list[dict[str, Any]]) -> str:
    kinds = list(results[0]["sets"])
    values = [
        peer[share]
        for result in results
        for peers in result["sets"].values()
        for peer in peers.values()
        for share in ("p50", "p99")
    ]
    bottom, top = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    first, last = (math.log10(results[i]["places"]) for i in (0, -1))
    width = LEFT + len(kinds) * (PANEL_WIDTH + GAP)
    height = TOP + PANEL_HEIGHT + BOTTOM

    def y(value: float) -> float:
        return TOP + PANEL_HEIGHT * (top - math.log10(value)) / (top - bottom)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="11"'
        ' font-family="sans-serif">',
        "<title>Latency of a keystroke against the number of places</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="16" font-size="13">Latency of a keystroke (us) against the number of places</text>',
    ]
    x = LEFT
    for peer, color in COLORS.items():
        for share, dash in (("p50", ""), ("p99", ' stroke-dasharray="4 3"')):
            out.append(f'<path d="M{x} 31h24" stroke="{color}" stroke-width="2"{dash}/>')
            out.append(f'<text x="{x + 28}" y="35">{peer} {share}</text>')
            x += 112
    for number, kind in enumerate(kinds):
        left = LEFT + number * (PANEL_WIDTH + GAP)

        def at(places: int, left: int = left) -> float:
            share = (math.log10(places) - first) / (last - first) if last > first else 0.5
            return left + 14 + (PANEL_WIDTH - 28) * share

        out.append(
            f'<text x="{left + PANEL_WIDTH / 2}" y="{TOP - 6}" text-anchor="middle">{escape(TITLES[kind])}</text>'
        )
        for power in range(bottom, top + 1):
            line = y(10.0**power)
            out.append(f'<path d="M{left} {line:.1f}h{PANEL_WIDTH}" stroke="#ddd"/>')
            if number == 0:
                out.append(f'<text x="{LEFT - 6}" y="{line + 4:.1f}" text-anchor="end">{10.0**power:,g}</text>')
        for result in results:
            middle = at(result["places"])
            out.append(f'<path d="M{middle:.1f} {TOP + PANEL_HEIGHT}v4" stroke="#444"/>')
            label = nice(result["places"])
            out.append(f'<text x="{middle:.1f}" y="{TOP + PANEL_HEIGHT + 17}" text-anchor="middle">{label}</text>')
        out.append(
            f'<rect x="{left}" y="{TOP}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" fill="none" stroke="#444"/>'
        )
        for peer, color in COLORS.items():
            # FTS5 has no answer to a typing error or to letters inside a word.
            known = [result for result in results if peer in result["sets"][kind]]
            if all(result["sets"][kind][peer]["found"] == 0 for result in known):
                continue
            for share, dash in (("p50", ""), ("p99", ' stroke-dasharray="4 3"')):
                points = [(at(r["places"]), y(r["sets"][kind][peer][share])) for r in known]
                path = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
                out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
                out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in points]
    out.append("</svg>")
    return "\n".join(out) + "\n"
