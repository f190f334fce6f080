"""The keys of `expected` that are about the outcome of one call: its error, its rows, the fields of its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import places

from checking import Findings
from codes import code_of, codes_in, means
from services import Outcome, body_text
from words import ABSENT, EMPTY, as_number, camel, same

UNITS: dict[str, Callable[[str, Any], Any]] = {
    "codepoints": lambda text, matches: matches,
    "utf16": places.utf16_ranges,
    "utf8": places.utf8_ranges,
}


def check(findings: Findings, expected: dict[str, Any], outcome: Outcome, where: str = "") -> None:
    """All keys of one expectation."""
    if "error" not in expected and outcome.error is not None and not _tolerates_errors(expected):
        findings.check(f"{where}no error", False, "an answer", _error_text(outcome))
        return
    for key, value in expected.items():
        _check_key(findings, key, value, outcome, where)


def _tolerates_errors(expected: dict[str, Any]) -> bool:
    return expected.get("ok") is False or any(
        key in expected for key in ("message_contains", "callbacks", "server_requests", "retry_after_ms")
    )


def _error_text(outcome: Outcome) -> str:
    assert outcome.error is not None
    return f"{code_of(outcome.error)}: {outcome.error}"


def _check_key(findings: Findings, key: str, value: Any, outcome: Outcome, where: str) -> None:
    what = f"{where}{key}"
    if key in _COMMON:
        found, holds = _COMMON[key](value, outcome)
        findings.check(what, holds, value, found)
    elif key == "notes" or key == "note":
        return
    elif isinstance(outcome.value, places.Suggestions):
        _check_rows(findings, key, value, outcome.value, what)
    elif isinstance(outcome.value, places.Place):
        _check_place(findings, key, value, outcome.value, what)
    elif outcome.error is not None:
        findings.check(what, False, value, _error_text(outcome))
    else:
        findings.unknown(key)


# Any call ---------------------------------------------------------------------------------------------------------


def _ok(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    found = "ok" if outcome.error is None else _error_text(outcome)
    return found, (outcome.error is None) == bool(value)


def _error(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    if value is None or (isinstance(value, str) and ABSENT.match(value)):
        return outcome.error and _error_text(outcome), outcome.error is None
    if outcome.error is None:
        return "no error", False
    return _error_text(outcome), means(value, code_of(outcome.error))


def _texts(value: Any) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def _words(outcome: Outcome) -> str:
    """Everything that the error says, as a caller can read it."""
    error = outcome.error
    if not isinstance(error, places.PlacesError):
        return str(error or "")
    parts = [error.message, error.advice, error.field, error.reason, error.canonical_status]
    parts += [f"{each.field} {each.description}" for each in error.violations]
    return "\n".join(parts)


def _message_contains(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    message = outcome.message
    return message, all(part.casefold() in message.casefold() for part in _texts(value))


def _message_lacks(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    return outcome.message, all(part.casefold() not in outcome.message.casefold() for part in _texts(value))


def _whole_body(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    is_quoted = bool(outcome.body) and outcome.body in _words(outcome)
    return is_quoted, is_quoted == bool(value)


def _within(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    return round(outcome.elapsed_ms), outcome.callbacks >= 1 and outcome.elapsed_ms <= value


def _elapsed(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    low, high = value if isinstance(value, list) else (0, value)
    return round(outcome.elapsed_ms), low <= outcome.elapsed_ms <= high


def _retry_after(value: Any, outcome: Outcome) -> tuple[Any, bool]:
    error = outcome.error
    found = error.retry_after if isinstance(error, places.PlacesError) else None
    wanted = as_number(value)
    return found, found is None if wanted is None else found is not None and abs(found - wanted) < 0.05


def _attribute(name: str) -> Callable[[Any, Outcome], tuple[Any, bool]]:
    def read(value: Any, outcome: Outcome) -> tuple[Any, bool]:
        found = getattr(outcome.error, name, None)
        return found, same(value, found)

    return read


def _says(outcome: Outcome, value: Any) -> bool:
    return all(part.casefold() in _words(outcome).casefold() for part in _texts(value))


_COMMON: dict[str, Callable[[Any, Outcome], tuple[Any, bool]]] = {
    "ok": _ok,
    "error": _error,
    "code": _error,
    "message_contains": _message_contains,
    "message_names": lambda value, outcome: (_words(outcome), _says(outcome, value)),
    "message_says": lambda value, outcome: (_words(outcome), _says(outcome, value)),
    "hint_contains": lambda value, outcome: (_words(outcome), _says(outcome, value)),
    "advice_contains": lambda value, outcome: (_words(outcome), _says(outcome, value)),
    "message_not_contains": _message_lacks,
    "message_does_not_contain": _message_lacks,
    "message_must_not_contain": _message_lacks,
    "whole_body_quoted_in_message": _whole_body,
    "callbacks": lambda value, outcome: (outcome.callbacks, outcome.callbacks == value),
    "server_requests": lambda value, outcome: (len(outcome.seen), len(outcome.seen) == value),
    "requests": lambda value, outcome: (len(outcome.seen), len(outcome.seen) == value),
    "callback_within_ms": _within,
    "within_ms": _within,
    "elapsed_ms": _elapsed,
    "retry_after_s": _retry_after,
    "retry_after_seconds": _retry_after,
    "retry_after": _retry_after,
    "retry_after_ms": lambda value, outcome: _retry_after(as_number(value) and value / 1000, outcome),
    "http_status": _attribute("http_status"),
    "server_status": _attribute("canonical_status"),
    "canonical_status": _attribute("canonical_status"),
    "reason": _attribute("reason"),
    "retryable": _attribute("retryable"),
    # A process that is still here has not crashed; the runner tells those that have.
    "no_crash": lambda value, outcome: (True, bool(value)),
    "process_alive": lambda value, outcome: (True, bool(value)),
    "crash": lambda value, outcome: (False, not value),
    "warnings_printed": lambda value, outcome: (_warnings(outcome), len(_warnings(outcome)) == value),
}


def _warnings(outcome: Outcome) -> list[str]:
    return [line for line in outcome.log if line.startswith(("WARNING", "ERROR"))]


# Suggestions ------------------------------------------------------------------------------------------------------

_ROW_FIELDS = {
    "id": "place_id",
    "place_id": "place_id",
    "primary": "primary_text",
    "primary_text": "primary_text",
    "main_text": "primary_text",
    "secondary": "secondary_text",
    "secondary_text": "secondary_text",
    "full": "full_text",
    "full_text": "full_text",
    "text": "full_text",
    "description": "full_text",
    "distance": "distance_meters",
    "distance_m": "distance_meters",
    "distance_meters": "distance_meters",
    "is_query": "is_query",
    "attribution": "attribution",
    "primary_type": "primary_type",
}


def _check_rows(findings: Findings, key: str, value: Any, rows: places.Suggestions, what: str) -> None:
    ids = [row.place_id for row in rows if not row.is_query]
    if key == "rows":
        if isinstance(value, list):
            findings.check(f"{what}: count", len(rows) == len(value), len(value), len(rows))
            for position, (wanted, row) in enumerate(zip(value, rows)):
                _check_row(findings, wanted, row, f"{what}[{position}]")
        else:
            findings.check(what, len(rows) == value, value, len(rows))
    elif key in ("place_rows", "ids", "place_ids"):
        findings.check(what, ids == value, value, ids)
    elif key in ("texts", "row_texts"):
        found = [row.full_text for row in rows]
        findings.check(what, found == value, value, found)
    elif key == "query_rows":
        found_queries: Any = [row.full_text for row in rows if row.is_query]
        if isinstance(value, int):
            found_queries = len(found_queries)
        findings.check(what, found_queries == value, value, found_queries)
    elif key.startswith("row_"):
        row = _named_row(key[4:], rows)
        if findings.check(what, row is not None, value, f"rows {ids}"):
            assert row is not None
            _check_row(findings, value, row, what)
    elif key in ("attributions", "attribution"):
        findings.check(what, same(value, list(rows.attributions)), value, list(rows.attributions))
    elif len(rows) and _is_row_key(key):
        _check_row(findings, {key: value}, rows[0], what)
    else:
        findings.unknown(key)


def _named_row(name: str, rows: places.Suggestions) -> places.Suggestion | None:
    """By place ID, else by number from 0."""
    for row in rows:
        if row.place_id == name:
            return row
    return rows[int(name)] if name.isdigit() and int(name) < len(rows) else None


def _is_row_key(key: str) -> bool:
    return key in _ROW_FIELDS or key == "types" or "matches" in key


def _check_row(findings: Findings, expected: Any, row: places.Suggestion, what: str) -> None:
    if isinstance(expected, str):
        findings.check(what, expected in (row.full_text, row.place_id), expected, row.full_text)
        return
    for key, value in expected.items():
        where = f"{what}.{key}"
        if "matches" in key:
            check_matches(findings, key, value, row, where)
        elif key == "types":
            findings.check(where, same(value, list(row.types)), value, list(row.types))
        elif key in _ROW_FIELDS:
            found = getattr(row, _ROW_FIELDS[key])
            wanted = "absent or empty" if isinstance(value, str) and EMPTY.match(value) else value
            findings.check(where, same(wanted, found), value, found)
        else:
            findings.unknown(key, "key of a row")


def check_matches(findings: Findings, key: str, value: Any, row: places.Suggestion, where: str) -> None:
    """`primary_matches_codepoints`: pairs; `primary_matches`: objects with a pair for each unit."""
    part = next((name for name in ("primary", "secondary", "full") if key.startswith(name)), "")
    unit = next((name for name in UNITS if key.endswith(name)), "")
    if not part:
        # "matches" alone: of whichever texts the row has.
        every = [*row.full_matches, *row.primary_matches, *row.secondary_matches]
        if value == []:
            findings.check(where, not every, value, every)
            return
        part = "primary" if row.primary_matches else "full"
    text = str(getattr(row, f"{part}_text"))
    matches = getattr(row, f"{part}_matches")
    if unit or all(isinstance(each, list) for each in value):
        found = [list(each) for each in UNITS[unit or "codepoints"](text, matches)]
        findings.check(where, found == value, value, found)
    else:
        check_ranges(findings, value, text, matches, where)


def check_ranges(findings: Findings, expected: list[Any], text: str, matches: Any, where: str) -> None:
    """Ranges as objects: codepoints, utf16, utf8, covers."""
    found = [
        {
            **{unit: [list(each) for each in convert(text, matches)][position] for unit, convert in UNITS.items()},
            "covers": text[start:end],
        }
        for position, (start, end) in enumerate(matches)
    ]
    compared = [
        {key: each.get(key) for key in (wanted if isinstance(wanted, dict) else {})}
        for wanted, each in zip(expected, found)
    ]
    holds = len(found) == len(expected) and compared == expected
    findings.check(where, holds, expected, found)


# Details ----------------------------------------------------------------------------------------------------------

_BUSINESS = {"OPERATIONAL", "CLOSED_TEMPORARILY", "CLOSED_PERMANENTLY", "FUTURE_OPENING"}


def _component_types(place: places.Place) -> Any:
    components = place.get("addressComponents")
    return [each.get("types", []) for each in components] if isinstance(components, list) else None


_PLACE_FIELDS: dict[str, Callable[[places.Place], Any]] = {
    "id": lambda place: place.id,
    "place_id": lambda place: place.id,
    "requested_id": lambda place: place.requested_id,
    "lat": lambda place: place.location and place.location.latitude,
    "latitude": lambda place: place.location and place.location.latitude,
    "lng": lambda place: place.location and place.location.longitude,
    "longitude": lambda place: place.location and place.location.longitude,
    "name": lambda place: place.display_name,
    "display_name": lambda place: place.display_name,
    "formatted_address": lambda place: place.formatted_address,
    "address": lambda place: place.formatted_address,
    "types": lambda place: list(place.types),
    "primary_type": lambda place: place.primary_type,
    "address_component_types": _component_types,
    "phone": lambda place: place.get("nationalPhoneNumber") or place.get("internationalPhoneNumber"),
    "website": lambda place: place.get("websiteUri"),
    "utc_offset": lambda place: place.get("utcOffsetMinutes"),
    "plus_code": lambda place: place.get("plusCode.globalCode"),
    "photos": lambda place: len(place.photo_names),
    "attribution": lambda place: place.attribution or None,
    "attribution_links": lambda place: [credit.uri for credit in place.credits if credit.uri],
    "attribution_text": lambda place: " ".join(credit.text for credit in place.credits),
}

#: What a case may call a field of Google's Place resource.
_ALIASES = {"utcOffset": "utcOffsetMinutes", "phone": "nationalPhoneNumber", "name": "displayName"}


def _check_place(findings: Findings, key: str, value: Any, place: places.Place, what: str) -> None:
    if key == "absent":
        for name in value if isinstance(value, list) else [value]:
            found = field_of(place, name)
            findings.check(f"{what} {name}", found is None, "absent", found)
    elif key in ("present", "has"):
        for name in value if isinstance(value, list) else [value]:
            findings.check(f"{what} {name}", field_of(place, name) is not None, "present", "absent")
    elif key == "business_status" and isinstance(value, str) and "unknown" in value:
        found = place.get("businessStatus")
        findings.check(what, isinstance(found, str) and found not in _BUSINESS, value, found)
    elif key in _PLACE_FIELDS:
        found = _PLACE_FIELDS[key](place)
        findings.check(what, same(value, found), value, found)
    elif (address := place.address_part(key)) is not None:
        findings.check(what, same(value, address), value, address)
    elif re.fullmatch(r"[A-Za-z][A-Za-z0-9_.]*", key):
        found = field_of(place, key)
        findings.check(what, same(value, found), value, found)
    else:
        findings.unknown(key)


def field_of(place: places.Place, name: str) -> Any:
    """A field as the API gives it, absent told from zero: None is absent."""
    typed = {
        "displayName": place.display_name,
        "location": place.location,
        "viewport": place.viewport,
        "formattedAddress": place.formatted_address,
        "primaryType": place.primary_type,
        "types": list(place.types) or None,
    }
    path = camel(name)
    path = _ALIASES.get(path, path)
    if path in typed:
        return typed[path]
    if path in ("city", "unit"):
        return place.address_part(path)
    found = place.get(path)
    return None if found in ([], {}) else found


__all__ = ["body_text", "check", "check_ranges", "codes_in"]
