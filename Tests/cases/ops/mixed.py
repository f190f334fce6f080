"""mixed: several small checks in one case. A key of the input says which kind; the key of `expected` with its name, or
`results` where there is none, holds what is wanted of it."""

from __future__ import annotations

import json
from typing import Any

import places

import params
from checking import CannotApply, Findings
from driver import Table
from ops import components, highlight, index, inputs, request
from services import Server, answer, call, client_for, folder, rows_answer
from words import same

#: What goes with another key, or says nothing to be run.
_HELPERS = {"op", "note", "query", "queries", "params", "backend", "backends", "call"}


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    used: set[str] = set()
    for key in case:
        if key in _HELPERS:
            continue
        part = _PARTS.get(key)
        if part is None:
            findings.unknown(key, "key of input")
            continue
        used |= part(key, case, expected, findings)
    for key in expected.keys() - used - {"note"}:
        findings.unknown(key)


def _of(key: str, case: dict[str, Any], expected: dict[str, Any]) -> tuple[str, Any]:
    """The expectation of an input key: by its own name, without "_list", or `results`."""
    for name in (key, key.removesuffix("_list"), f"{key}_results", "results"):
        if name in expected:
            return name, expected[name]
    raise CannotApply(f"nothing is expected of {key!r}")


def _requests(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    name, wanted = _of(key, case, expected)
    kept = {each: case[each] for each in ("params", "backend", "backends", "call") if each in case}
    inner = {"call": "autocomplete", "params": {"input": "a"}, **kept, key: case[key]}
    request.run(inner, {"results": wanted} if isinstance(wanted, list) else wanted, findings)
    return {name}


def _components(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    """Every key of `expected` that no other part of the input has a claim on is a part of the address."""
    claimed = {each for each in expected if each.startswith("typed") or each in case or each == "results"}
    wanted = {each: value for each, value in expected.items() if each not in claimed and not each.startswith("index")}
    components.run({"items": case[key]}, wanted, findings)
    return set(wanted)


def _typed(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    """What had been typed is there beside the place that was chosen for it."""
    wanted = expected.get("typed_text_kept", expected.get("typed"))
    if wanted is None:
        raise CannotApply(f"nothing is expected of {key!r}")
    for text, kept in zip(case[key], wanted):

        def script(seen: Any) -> Any:
            body = rows_answer("new", ["Row"]) if seen.method == "POST" else {"id": "Row", "displayName": {"text": "R"}}
            return answer(200, body)

        with (
            Server(script=script) as server,
            client_for(server.url, "new") as client,
            Table(client, pick_details=True, debounce_ms=0) as table,
        ):
            table.set_text(text)
            table.wait(lambda: bool(table.now()["rows"]), 5)
            table.select(0)
            table.wait(lambda: any(event.kind == "place" for event in table.events), 5)
            found = getattr(table, "typed", None)
        findings.check(f"typed {text!r}", found == kept, kept, found)
    return {"typed_text_kept", "typed"} & set(expected)


def _index(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    """`index_for_uk`: the rows for the country "uk"; `index`: what an index case expects."""
    items = case[key]
    queries = case.get("queries") or [case.get("query", "")]
    used: set[str] = set()
    with places.Client(index.build(items)) as client:
        for name, wanted in expected.items():
            if not name.startswith(("index", "offline")):
                continue
            used.add(name)
            country = name.rpartition("_for_")[2] if "_for_" in name else None
            for query in queries:
                chosen = {"q": query} if isinstance(query, str) else dict(query)
                if country:
                    chosen["countries"] = [country]
                found = index.search(client, {**case.get("params", {}), **chosen})
                if isinstance(wanted, dict):
                    index.check(wanted, [chosen], [found], findings)
                else:
                    ids = str(found) if isinstance(found, BaseException) else [index.identifier(row) for row in found]
                    findings.check(name, same(sorted(wanted), sorted(ids)), wanted, ids)
    if not used:
        wanted = {each: value for each, value in expected.items() if each in ("first", "only", "contains", "excludes")}
        if wanted:
            index.run({"places": items, "queries": queries}, wanted, findings)
            used |= set(wanted)
    return used


def _geojson(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    """GeoJSON writes the longitude first; the library reads GeoJSON where indexes are built."""
    name, wanted = _of(key, case, expected)
    points = case[key] if isinstance(case[key][0], list) else [case[key]]
    for point, each in zip(points, wanted if isinstance(wanted, list) else [wanted]):
        made = folder()
        feature = {
            "type": "Feature",
            "id": "n1",
            "geometry": {"type": "Point", "coordinates": point},
            "properties": {"place": "city", "name": "Pointville", "@type": "node", "@id": 1},
        }
        (made / "point.geojsonseq").write_text("\x1e" + json.dumps(feature) + "\n", encoding="utf-8")
        refused: list[str] = []
        places.build_index(
            made / "point.places",
            f"osm:{made / 'point.geojsonseq'}",
            bad_row=lambda source, line, reason, refused=refused: refused.append(reason),
        )
        with places.Client(made / "point.places") as client:
            rows = client.suggest("pointville")
            location = client.place(rows[0].place_id, fields="location").location if len(rows) else None
        if isinstance(each, str):
            findings.check(name, location is None and bool(refused), each, refused or location)
            continue
        latitude, longitude = params.point(each)
        holds = location is not None and abs(location.latitude - latitude) < 1e-6
        findings.check(name, holds and abs(location.longitude - longitude) < 1e-6, each, location or refused)
    return {name}


def _inputs(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    wanted = {each: expected[each] for each in ("server_requests", "each", "single_request") if each in expected}
    if not wanted:
        return _requests(key, case, expected, findings)
    inputs.run({"inputs": case[key], "through": case.get("through", "both")}, wanted, findings)
    return set(wanted)


def _inputs_hex(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    name, wanted = _of(key, case, expected)
    inputs.run_bytes({"inputs_hex": case[key]}, {"results" if isinstance(wanted, list) else "each": wanted}, findings)
    return {name}


def _items(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    highlight.run({"items": case[key]}, {"ranges": expected.get("ranges", expected.get(key))}, findings)
    return {"ranges", key} & set(expected)


def _details(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    name, wanted = _of(key, case, expected)
    inner = {"call": "details", "params": {}, "fields_list": case[key]}
    request.run(inner, {"results": wanted} if isinstance(wanted, list) else wanted, findings)
    return {name}


def _system_locales(key: str, case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> set[str]:
    """A table without a language asks in the user's, whose locale the environment names."""
    import os

    name, wanted = _of(key, case, expected)
    for locale, tag in zip(case[key], wanted):
        for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
            os.environ.pop(variable, None)
        os.environ["LC_ALL"] = locale
        _set_environment("LC_ALL", locale)
        with (
            Server(script=lambda seen: answer(200, {})) as server,
            client_for(server.url, "new") as client,
            Table(client, debounce_ms=0) as table,
        ):
            table.set_text("a")
            table.wait(lambda: bool(server.seen), 5)
            found = request.wire_value("language", server.seen[0], "new") if server.seen else "no request"
        findings.check(f"{name} {locale}", same(tag, found), tag, found)
    return {name}


def _set_environment(name: str, value: str) -> None:
    """Also for C, in case the interpreter keeps a copy."""
    import ctypes

    ctypes.CDLL(None).setenv(name.encode(), value.encode(), 1)


_PARTS: dict[str, Any] = {
    **{key: _requests for key in (*request._LISTS, *request._WHOLE) if key not in ("inputs", "fields_list")},
    "components": _components,
    "typed": _typed,
    "index": _index,
    "places": _index,
    "geojson_point": _geojson,
    "geojson_points": _geojson,
    "inputs": _inputs,
    "inputs_hex": _inputs_hex,
    "items": _items,
    "highlight": _items,
    "fields_list": _details,
    "masks": _details,
    "field_masks": _details,
    "system_locales": _system_locales,
    "locale_names": _system_locales,
    "locales": _system_locales,
}

__all__ = ["call", "run"]
