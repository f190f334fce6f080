"""Reading what a case expects: values, and the few turns of phrase that stand for values."""

from __future__ import annotations

import math
import re
from typing import Any

ABSENT = re.compile(r"^(absent|none|null|missing|not set|unset)\b", re.I)
EMPTY = re.compile(r"^(absent|none) or (empty|blank)|^(empty|blank)( or (absent|none))?$", re.I)


def clauses(text: str) -> list[str]:
    """A sentence in parts: "a, b (c); d" gives a, b (c), d. A comma in parentheses or within "a,b" parts nothing."""
    parts: list[str] = []
    depth, current = 0, ""
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        is_end = character == ";" or (character == "," and text[position + 1 : position + 2] in ("", " "))
        if is_end and depth <= 0:
            parts.append(current)
            current = ""
        else:
            current += character
    return [part.strip() for part in [*parts, current] if part.strip()]


def same(expected: Any, found: Any) -> bool:
    """Whether a found value is the expected one. Phrases: "absent", "absent or empty", "contains X and Y",
    "unknown value, raw text kept"; numbers are compared as numbers."""
    if isinstance(expected, str):
        return same_text(expected, found)
    if isinstance(expected, bool) or expected is None:
        return found is expected
    if isinstance(expected, (int, float)):
        number = as_number(found)
        return number is not None and math.isclose(number, expected, rel_tol=1e-12, abs_tol=1e-9)
    if isinstance(expected, list):
        return (
            isinstance(found, (list, tuple))
            and len(found) == len(expected)
            and all(same(a, b) for a, b in zip(expected, found))
        )
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(same(value, found.get(key)) for key, value in expected.items())
    return bool(expected == found)


def same_text(expected: str, found: Any) -> bool:
    if found == expected:
        return True
    if EMPTY.match(expected):
        return found in (None, "", [], ())
    if ABSENT.match(expected):
        return found is None
    text = "" if found is None else str(found)
    if expected.startswith("not "):
        return not same_text(expected[4:].strip(), found)
    if expected.startswith("contains "):
        return all(part in text for part in contained(expected))
    if expected.startswith("unknown value"):
        return bool(text) if "kept" in expected else found is None
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        number = as_number(expected)
        return number is not None and math.isclose(number, found, rel_tol=1e-12, abs_tol=1e-9)
    if expected.startswith("starts with "):
        return text.startswith(expected[12:].strip("'\" "))
    return any(text == part.strip("'\" ") for part in expected.split(" or ")) if " or " in expected else False


def contained(phrase: str) -> list[str]:
    """ "contains A and B with dots" -> A, B."""
    rest = re.sub(r"\s+with (dots|a dot|decimal points?)$", "", phrase.removeprefix("contains "))
    return [part.strip("'\" ") for part in re.split(r" and |, ", rest) if part.strip()]


def as_number(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def number_in(text: str) -> float | None:
    found = re.search(r"-?\d+(?:\.\d+)?", text)
    return float(found[0]) if found else None


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)
