"""responses: the loopback server gives each answer in turn; what does the caller get?"""

from __future__ import annotations

from typing import Any

import places

import outcomes
from checking import CannotApply, Findings
from params import mode_of, options
from services import Outcome, Server, answer, backends, body_text, call, client_for
from words import same

#: Keys of `expected` that are about all answers together.
_OVERALL = ("results", "renew_request_field_mask")


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for kind in case.get("calls") or [case.get("call", "autocomplete")]:
        for number, each in enumerate(case["answers"]):
            wanted = _wanted(expected, number, len(case["answers"]))
            if wanted is None:
                continue
            for backend in backends({**case, **each}) if not each.get("backend") else [each["backend"]]:
                where = f"{kind} on {backend}, answer {number + 1}: "
                outcomes.check(findings, wanted, ask(case, kind, backend, each), where)
    if "renew_request_field_mask" in expected:
        _renew(case, expected["renew_request_field_mask"], findings)


def _wanted(expected: dict[str, Any], number: int, count: int) -> dict[str, Any] | None:
    """What is expected of one answer; keys beside `results` hold for every one of them."""
    common = {key: value for key, value in expected.items() if key not in _OVERALL}
    results = expected.get("results")
    if results is None:
        return common
    if number >= len(results):
        return common or None
    result = results[number]
    if isinstance(result, str):
        result = {"ok": True} if result in ("ok", "success") else {"error": result}
    return {**common, **result}


def ask(case: dict[str, Any], kind: str, backend: str, scripted: dict[str, Any]) -> Outcome:
    """One call that gets one scripted answer."""
    body = body_text(scripted.get("body", ""))
    raw: bytes | str = bytes.fromhex(scripted["body_hex"]) if "body_hex" in scripted else body
    if scripted.get("bom"):
        raw = b"\xef\xbb\xbf" + body.encode()
    script = answer(
        scripted.get("status", 200),
        raw,
        scripted.get("content_type", "application/json; charset=UTF-8"),
        {name: str(value) for name, value in scripted.get("headers", {}).items()},
    )
    log: list[str] = []
    settings = {"retries": 0} if "retries" not in case else {"retries": case["retries"]}
    with (
        Server(answers=[script]) as server,
        client_for(
            server.url, backend, log=lambda level, line: log.append(f"{level.name} {line}"), **settings
        ) as client,
    ):
        outcome = _call(case, kind, backend, client)
        outcome.seen, outcome.log, outcome.body, outcome.backend = list(server.seen), log, body, backend
    return outcome


def _call(case: dict[str, Any], kind: str, backend: str, client: places.Client) -> Outcome:
    params = dict(case.get("params", {}))
    if kind == "autocomplete":
        request = places.Request(**{"query": "a", **options(params, mode=mode_of(backend))})
        return call(client.submit, request)
    if kind == "details":
        identifier = case.get("requested_id") or params.pop("place_id", None) or "p"
        fields = params.pop("fields", "*")
        known = {name: params[name] for name in ("language", "region") if name in params}
        return call(client.submit_place, identifier, fields=fields, **known)
    if kind in ("search", "search_text", "text_search", "geocode", "geocoding"):
        return _waiting(kind, params.get("input", "a"), client)
    raise CannotApply(f"unknown call {kind!r}")


def _waiting(kind: str, text: str, client: places.Client) -> Outcome:
    outcome = Outcome(callbacks=1)
    try:
        outcome.value = client.geocode(text) if kind.startswith("geocod") else client.search_text(text)
    except places.PlacesError as error:
        outcome.error = error
    return outcome


def _renew(case: dict[str, Any], expected: Any, findings: Findings) -> None:
    """A renewal asks for the ID alone, which costs nothing, and gives the new one."""
    old = case.get("requested_id", "old-id")
    script = answer(200, {"id": "new-id"})
    with Server(answers=[script]) as server, client_for(server.url, "new") as client:
        renewed = client.place(old, fields="id")
        mask = server.seen[0].headers.get("x-goog-fieldmask")
    findings.check("renew_request_field_mask", same(expected, mask), expected, mask)
    findings.check("a renewal gives the new ID", renewed.id == "new-id", "new-id", renewed.id)
    tier = places.billing_tier("id")
    findings.check("a renewal is billed as IDs only", tier == places.BillingTier.ESSENTIALS_IDS_ONLY, "IDs only", tier)
