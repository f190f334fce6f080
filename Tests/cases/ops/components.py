"""components: address parts in a details answer, and the structured address that is read from them."""

from __future__ import annotations

from typing import Any

import places

from checking import Findings
from outcomes import field_of
from services import Server, answer, backends, client_for
from words import same

_PARTS = {
    "street": ("route", False),
    "house_number": ("street_number", False),
    "state": ("administrative_area_level_1", False),
    "state_code": ("administrative_area_level_1", True),
    "region": ("administrative_area_level_1", False),
    "county": ("administrative_area_level_2", False),
    "postcode": ("postal_code", False),
    "zip": ("postal_code", False),
    "country_code": ("country", True),
}


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for backend in backends(case):
        found = [place_with(item, backend) for item in case.get("items") or case["components"]]
        check(expected, found, findings, f"{backend}: ")


def check(expected: dict[str, Any], found: list[places.Place], findings: Findings, where: str) -> None:
    for key, values in expected.items():
        if key == "note":
            continue
        each = values if isinstance(values, list) and len(values) == len(found) else [values] * len(found)
        for number, (wanted, place) in enumerate(zip(each, found)):
            if key in ("raw_parts", "raw_parts_reachable", "raw_parts_kept", "no_crash"):
                holds = key == "no_crash" or isinstance(place.get("addressComponents"), list) == bool(wanted)
                findings.check(f"{where}{key}[{number}]", holds, wanted, place.get("addressComponents"))
            else:
                part = part_of(place, key)
                findings.check(f"{where}{key}[{number}]", same(wanted, part), wanted, part)


def part_of(place: places.Place, key: str) -> Any:
    name, short = _PARTS.get(key, (key, False))
    if name in ("formatted_address", "display_name"):
        return field_of(place, name)
    if name.endswith("_short"):
        name, short = name.removesuffix("_short"), True
    return place.address_part(name, short=short)


def place_with(item: Any, backend: str) -> places.Place:
    """A details answer with these parts, through a service: a list of parts, or a whole body."""
    body: dict[str, Any] = dict(item) if isinstance(item, dict) else {"id": "p", "addressComponents": item}
    if backend == "legacy":
        parts = body.get("addressComponents")
        result = {"place_id": body.get("id", "p"), "address_components": _legacy(parts)}
        body = {"status": "OK", "result": result}
    with Server(answers=[answer(200, body)]) as server, client_for(server.url, backend) as client:
        return client.place("p", fields="*")


def _legacy(parts: Any) -> Any:
    if not isinstance(parts, list):
        return parts
    names = {"longText": "long_name", "shortText": "short_name"}
    return [
        {names.get(key, key): value for key, value in part.items() if key != "languageCode"}
        if isinstance(part, dict)
        else part
        for part in parts
    ]
