"""index: an index of the case's places, and its queries."""

from __future__ import annotations

import csv
import locale
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import places

import locales
import params
from checking import CannotApply, Findings
from codes import code_of, means
from services import Server, backends, client_for, empty_answer, folder
from tree import ROOT
from words import clauses, same

_OVERALL = {"wire", "note", "results", "no_crash"}


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    queries = [_query(each) for each in case.get("queries", [case.get("query")])]
    if case.get("locale") or case.get("locales"):
        for name in case.get("locales") or [case["locale"]]:
            with locales.using(name, findings):
                _run(case, queries, expected, findings)
    else:
        _run(case, queries, expected, findings)
    if case.get("also_request"):
        _request(case, queries, expected, findings)
    elif "wire" in expected:
        findings.skip("wire", "the case asks for no request")


def _query(value: Any) -> dict[str, Any]:
    return {"q": value} if isinstance(value, str) else dict(value)


def _run(case: dict[str, Any], queries: list[dict[str, Any]], expected: dict[str, Any], findings: Findings) -> None:
    with places.Client(build(case["places"])) as client:
        answers = [search(client, {**case.get("params", {}), **query}) for query in queries]
    check(expected, queries, answers, findings)


def check(expected: dict[str, Any], queries: list[dict[str, Any]], answers: list[Any], findings: Findings) -> None:
    for key, value in expected.items():
        if key in _OVERALL:
            continue
        for number, (query, found) in enumerate(zip(queries, answers)):
            wanted = _for_query(key, value, number, len(queries))
            if wanted is not None:
                _check_one(key, wanted[0], found, findings, f"{query['q']!r} {key}", answers)
    results = expected.get("results", [])
    for wanted_result, query, found in zip(results, queries, answers):
        each = wanted_result if isinstance(wanted_result, dict) else {"error": wanted_result}
        for key, value in each.items():
            _check_one(key, value, found, findings, f"{query['q']!r} {key}", answers)


#: Keys whose value for one query is a list itself.
_LISTS = {"only", "contains", "excludes", "order", "ids", "not_contains"}


def _for_query(key: str, value: Any, number: int, count: int) -> tuple[Any] | None:
    """The value that is for one query: of a list with one for each, or the same for all."""
    if key.endswith("_for_each"):
        return (value,)
    if not isinstance(value, list):
        return (value,)
    if key in _LISTS and not any(isinstance(each, list) for each in value):
        return (value,)
    if len(value) != count:
        raise CannotApply(f"{key!r} has {len(value)} values for {count} queries")
    return (value[number],) if value[number] is not None else None


def _check_one(key: str, value: Any, found: Any, findings: Findings, what: str, answers: list[Any]) -> None:
    key = key.removesuffix("_for_each")
    if key in ("error", "invalid"):
        code = code_of(found) if isinstance(found, BaseException) else "no error"
        findings.check(what, means(value, code), value, f"{code}: {found}")
        return
    if isinstance(found, BaseException):
        findings.check(what, False, value, f"{code_of(found)}: {found}")
        return
    ids = [identifier(row) for row in found]
    if key == "first":
        first = ids[0] if ids else None
        findings.check(what, same("absent" if value is None else value, first), value, ids)
    elif key == "first_in":
        findings.check(what, bool(ids) and ids[0] in value, value, ids)
    elif key in ("contains", "includes"):
        findings.check(what, set(_list(value)) <= set(ids), value, ids)
    elif key in ("excludes", "not_contains"):
        findings.check(what, not set(_list(value)) & set(ids), value, ids)
    elif key in ("only", "ids_any_order"):
        findings.check(what, sorted(_list(value)) == sorted(ids), value, ids)
    elif key in ("order", "ids"):
        findings.check(what, ids[: len(value)] == value, value, ids)
    elif key == "before":
        earlier, later = value
        holds = earlier in ids and (later not in ids or ids.index(earlier) < ids.index(later))
        findings.check(what, holds, value, ids)
    elif key in ("rows", "count"):
        findings.check(what, len(ids) == value, value, ids)
    elif key in ("same", "all_the_same", "same_results"):
        others = [[identifier(row) for row in each] for each in answers if not isinstance(each, BaseException)]
        findings.check(what, all(other == others[0] for other in others) == bool(value), value, others)
    elif key in ("distance_m", "distance_meters", "distances_m"):
        _distances(value, found, findings, what)
    elif key in ("primary", "secondary", "full_text"):
        name = {"primary": "primary_text", "secondary": "secondary_text"}.get(key, key)
        first_text = getattr(found[0], name) if len(found) else None
        findings.check(what, same(value, first_text), value, first_text)
    else:
        findings.unknown(key)


def _list(value: Any) -> list[str]:
    return list(value) if isinstance(value, list) else [value]


def _distances(value: Any, found: places.Suggestions, findings: Findings, what: str) -> None:
    measured = {identifier(row): row.distance_meters for row in found}
    wanted = value if isinstance(value, dict) else {identifier(found[0]): value} if len(found) else {"": value}
    for name, distance in wanted.items():
        metres = measured.get(name)
        if isinstance(distance, list):
            holds = metres is not None and distance[0] <= metres <= distance[1]
        else:
            # The earth's radius is a convention: half a per cent.
            holds = metres is not None and abs(metres - distance) <= max(5, 0.005 * distance)
        findings.check(f"{what} {name}", holds, distance, metres)


def search(client: places.Client, query: dict[str, Any]) -> Any:
    """Suggestions, or what was raised."""
    try:
        return client.suggest(params.request(query))
    except places.PlacesError as error:
        return error


def identifier(row: places.Suggestion) -> str:
    return row.place_id.removeprefix("case:")


# The index ----------------------------------------------------------------------------------------------------------

_COLUMNS = [
    "id", "name", "lat", "lon", "alt_names", "types", "importance", "population", "country", "region", "district",
    "locality", "street", "house_number", "postcode", "time_zone", "phone", "website", "viewport", "attribution",
    "pure_service_area", "future_opening",
]  # fmt: skip
_NAMES = {
    "lng": "lon",
    "longitude": "lon",
    "latitude": "lat",
    "postal_code": "postcode",
    "city": "locality",
    "admin1": "region",
    "state": "region",
    "admin2": "district",
    "other_names": "alt_names",
    "aliases": "alt_names",
    "rank": "importance",
    "number": "house_number",
}


def build(items: list[dict[str, Any]]) -> Path:
    """An index file of a case's places."""
    made = folder()
    rows = [_row(item, number) for number, item in enumerate(items)]
    extra = sorted({column for row in rows for column in row} - set(_COLUMNS))
    with open(made / "case.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*_COLUMNS, *extra])
        writer.writeheader()
        writer.writerows(rows)
    refused: list[str] = []
    report = places.build_index(
        made / "case.places",
        f"csv:{made / 'case.csv'}?source=case",
        bad_row=lambda source, line, reason: refused.append(f"row {line}: {reason}"),
    )
    if report.bad_row_count:
        raise CannotApply(f"places that the index does not take: {'; '.join(refused)}")
    return made / "case.places"


def _row(item: dict[str, Any], number: int) -> dict[str, Any]:
    # Places without a location are told apart by one, far from each other and from 0, 0.
    row: dict[str, Any] = {"id": item["id"], "lat": 10 + number * 0.5, "lon": 20 + number * 0.5}
    for key, value in item.items():
        name = _NAMES.get(key, key)
        if key == "address":
            row.update(_areas(value, item))
        elif key == "types":
            row["types"] = "|".join(value)
        elif key == "location":
            row["lat"], row["lon"] = params.point(value)
        elif key == "names" and isinstance(value, dict):
            row.update({f"names:{language}": text for language, text in value.items()})
        elif name == "alt_names" and isinstance(value, list):
            row["alt_names"] = "|".join(value)
        elif name in _COLUMNS:
            row[name] = value
        else:
            raise CannotApply(f"unknown key {key!r} of a place")
    return row


def _countries() -> dict[str, str]:
    """English names of countries, by which an address may end, and their codes."""
    table = ROOT / "Sources" / "PlacesImport" / "Tables" / "countries.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name.casefold(): code.lower() for code, _, name in rows}


def _areas(address: str, item: dict[str, Any]) -> dict[str, str]:
    """An address in one line, from the smallest area to the country."""
    parts = [part.strip() for part in address.split(",") if part.strip()]
    areas: dict[str, str] = {}
    if parts and (code := _countries().get(parts[-1].casefold())):
        parts.pop()
        if not item.get("country"):
            areas["country"] = code
    for column in ("locality", "region") if len(parts) < 2 else ("region", "locality", "street"):
        if parts and column not in item:
            areas[column] = parts.pop()
    if re.search(r"\d", areas.get("street", "")):
        found = re.fullmatch(r"(\d+\w*)\s+(.*)|(.*?)\s+(\d+\w*)", areas["street"])
        if found:
            areas["house_number"] = found[1] or found[4]
            areas["street"] = found[2] or found[3]
    return areas


# The same on the wire -----------------------------------------------------------------------------------------------


def _request(case: dict[str, Any], queries: list[dict[str, Any]], expected: dict[str, Any], findings: Findings) -> None:
    from ops import request

    for backend in backends(case):
        with ExitStack() as stack:
            server = stack.enter_context(Server(script=empty_answer))
            client = stack.enter_context(client_for(server.url, backend))
            for query in queries:
                try:
                    client.suggest(params.request(query, mode=params.mode_of(backend)))
                except places.PlacesError as error:
                    findings.check(f"{backend}: request", False, "sent", f"{code_of(error)}: {error}")
            for seen in server.seen:
                box = request.wire_box(seen)
                for key, value in expected.get("wire", {}).items():
                    if key in box:
                        findings.check(f"{backend} wire {key}", same(value, box[key]), value, box[key])
                    else:
                        findings.unknown(key, "key of wire")


__all__ = ["build", "clauses", "locale", "search"]
