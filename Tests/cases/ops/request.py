"""request: calls, and what the loopback server received of them, or that it received nothing."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

import places

import locales
import outcomes
import params
from checking import CannotApply, Findings
from codes import code_of, codes_in, means
from services import (
    KEY,
    Outcome,
    Seen,
    Server,
    backends,
    call,
    client_for,
    decoded_query,
    empty_answer,
    input_of,
    is_details,
    token_of,
)
from words import ABSENT, as_number, clauses, same, same_text, snake

#: Keys of `input` that hold a list of values of one parameter, each for a call of its own.
_LISTS = {
    "types_list": "types",
    "countries_list": "countries",
    "inputs": "input",
    "languages": "language",
    "languages_list": "language",
    "language_list": "language",
    "regions": "region",
    "regions_list": "region",
    "region_list": "region",
    "fields_list": "fields",
    "masks": "fields",
    "field_masks": "fields",
    "limits": "limit",
    "tokens": "token",
}
_WHOLE = ("params_list", "requests")
_SETTINGS = {"base_url", "key", "headers", "locales", "locale", "host_calls_setlocale", "backends", "backend"}
_KNOWN = {"op", "call", "params", "note", "also_index", *_LISTS, *_WHOLE, *_SETTINGS}


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in case.keys() - _KNOWN:
        findings.unknown(key, "key of input")
    names = case.get("locales") or ([case["locale"]] if "locale" in case else [])
    for name in names:
        with locales.using(name, findings) as is_there:
            if is_there:
                _run(case, expected, findings, f"{name}: ")
    if not names:
        _run(case, expected, findings, "")


def variants(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters of each call that the case makes."""
    common = case.get("params", {})
    for key in _WHOLE:
        if key in case:
            return [{**common, **each} for each in case[key]]
    for key, name in _LISTS.items():
        if key in case:
            return [{**common, name: value} for value in case[key]]
    return [common]


def _run(case: dict[str, Any], expected: dict[str, Any], findings: Findings, where: str) -> None:
    each = variants(case)
    for backend in backends(case):
        answers = [ask(case, one, backend) for one in each]
        for key, value in expected.items():
            if key in ("results", "requests") and isinstance(value, list):
                check_results(value, each, answers, findings, f"{where}{backend} {key}")
                continue
            for number, outcome in enumerate(answers):
                _check_key(key, value, each[number], outcome, findings, f"{where}{backend} {key}")


def ask(case: dict[str, Any], chosen: dict[str, Any], backend: str) -> Outcome:
    """One call with these parameters; what it came to, and what the server saw."""
    settings: dict[str, Any] = {"retries": 0, "headers": case.get("headers", {})}
    if "key" in case:
        settings["api_key"] = case["key"] or None
    with Server(script=empty_answer) as server:
        url = case.get("base_url", server.url).replace("PORT", str(server.port))
        try:
            client = client_for(url, backend, **settings)
        except places.PlacesError as error:
            return Outcome(error=error, backend=backend)
        with client:
            outcome = submit(client, case.get("call", "autocomplete"), chosen, backend)
        outcome.seen, outcome.backend = list(server.seen), backend
    return outcome


def submit(client: places.Client, kind: str, chosen: dict[str, Any], backend: str) -> Outcome:
    chosen = dict(chosen)
    if kind == "autocomplete":
        try:
            request = params.request(chosen, mode=params.mode_of(backend))
        except (places.PlacesError, TypeError, ValueError) as error:
            return Outcome(error=_as_refusal(error))
        return call(client.submit, request)
    if kind == "details":
        identifier = chosen.pop("place_id", chosen.pop("id", "p"))
        fields = chosen.pop("fields", chosen.pop("field_mask", "id"))
        token = chosen.pop("token", chosen.pop("session_token", None))
        known = {name: chosen.pop(name) for name in ("language", "region") if name in chosen}
        if chosen:
            raise CannotApply(f"unknown key {next(iter(chosen))!r} of a details request")
        made = places.Token(token) if token else None
        try:
            return call(
                client.submit_place, identifier, fields=fields if fields is not None else "", token=made, **known
            )
        except (places.PlacesError, TypeError) as error:
            return Outcome(error=_as_refusal(error))
    raise CannotApply(f"unknown call {kind!r}")


def _as_refusal(error: BaseException) -> BaseException:
    """What the binding refuses as an argument's type or value is a refused argument too."""
    if isinstance(error, places.PlacesError):
        return error
    return places.InvalidRequestError(str(error), status=places.Status.INVALID_REQUEST)


# The wire in neutral terms ------------------------------------------------------------------------------------------


def body_of(seen: Seen) -> dict[str, Any]:
    try:
        body = json.loads(seen.body) if seen.body else {}
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def at(value: Any, path: str) -> Any:
    """A member by its dotted path; a path that is one key itself goes first."""
    if isinstance(value, dict) and path in value:
        return value[path]
    for step in path.split("."):
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def legacy_query(seen: Seen) -> dict[str, str]:
    """The decoded query, with the parts of an area under names of their own too: radius, location."""
    query = decoded_query(seen)
    for name in ("locationbias", "locationrestriction"):
        found = re.fullmatch(r"circle:([^@]+)@(.+)", query.get(name, ""))
        if found:
            query.setdefault("radius", found[1])
            query.setdefault("location", found[2])
    return query


def wire_box(seen: Seen) -> dict[str, float | None]:
    """The box of a request, either service's."""
    body = body_of(seen)
    area = body.get("locationRestriction") or body.get("locationBias") or {}
    if "rectangle" in area:
        low, high = area["rectangle"].get("low", {}), area["rectangle"].get("high", {})
        # proto3 leaves out a zero.
        corners = [low.get("latitude", 0), low.get("longitude", 0), high.get("latitude", 0), high.get("longitude", 0)]
    else:
        query = seen.query
        text = query.get("locationrestriction") or query.get("locationbias") or ""
        found = re.findall(r"-?\d+(?:\.\d+)?", text)
        corners = [float(each) for each in found] if text.startswith("rectangle:") and len(found) == 4 else [None] * 4
    names = ("low_lat", "low_lng", "high_lat", "high_lng")
    return dict(zip(names, corners))


def wire_value(name: str, seen: Seen, backend: str) -> Any:
    """A parameter as the server got it: None where it did not."""
    body, query = body_of(seen), legacy_query(seen)
    if name == "types":
        return body.get("includedPrimaryTypes") if seen.method == "POST" else _split(query.get("types"))
    if name == "countries":
        if seen.method == "POST":
            return body.get("includedRegionCodes")
        found = re.findall(r"country:([^|]*)", query.get("components", ""))
        return found or None
    if name == "fields":
        mask = seen.headers.get("x-goog-fieldmask") or query.get("fields")
        return _split(mask, ",")
    if name in ("token", "session_token"):
        return token_of(seen)
    if name == "input":
        return input_of(seen)
    names = {"language": ("languageCode", "language"), "region": ("regionCode", "region")}
    if name in names:
        new, old = names[name]
        return body.get(new) if seen.method == "POST" else query.get(new) or query.get(old)
    if name in ("offset", "input_offset"):
        return body.get("inputOffset") if seen.method == "POST" else query.get("offset")
    return None


def _split(text: str | None, separator: str = "|") -> list[str] | None:
    return None if text is None else text.split(separator)


def everything(seen: Seen) -> str:
    return unquote(seen.target) + "\n" + seen.body.decode("utf-8", "replace")


# Prose about one call -------------------------------------------------------------------------------------------------


def check_results(
    expected: list[Any], each: list[dict[str, Any]], answers: list[Outcome], findings: Findings, where: str
) -> None:
    for number, (wanted, chosen, outcome) in enumerate(zip(expected, each, answers)):
        what = f"{where}[{number}]"
        if isinstance(wanted, dict):
            _check_result(wanted, chosen, outcome, findings, what)
        elif isinstance(wanted, str):
            check_sentence(wanted, chosen, outcome, findings, what, each, answers)
        else:
            findings.check(what, same(wanted, _varied(chosen, outcome)), wanted, _varied(chosen, outcome))


def _check_result(
    expected: dict[str, Any], chosen: dict[str, Any], outcome: Outcome, findings: Findings, what: str
) -> None:
    for key, value in expected.items():
        _check_key(key, value, chosen, outcome, findings, f"{what} {key}")


def _varied(chosen: dict[str, Any], outcome: Outcome) -> Any:
    """The parameter that this call is about, as the server got it."""
    if not outcome.seen:
        return None
    names = [name for name in chosen if name not in ("input", "query", "place_id")] or ["input"]
    return wire_value(names[-1], outcome.seen[0], outcome.backend)


def _described(outcome: Outcome) -> str:
    if outcome.error is not None:
        return f"{code_of(outcome.error)}: {outcome.error}; {len(outcome.seen)} requests"
    return "sent: " + "; ".join(everything(seen) for seen in outcome.seen)


def check_sentence(
    sentence: str,
    chosen: dict[str, Any],
    outcome: Outcome,
    findings: Findings,
    what: str,
    each: list[dict[str, Any]],
    answers: list[Outcome],
) -> None:
    """ "invalid_argument, message names (regions); 0 requests", "sent as (cities)", "same as gb", "gb"."""
    found = _described(outcome)
    if outcome.error is not None and (ways := re.search(r"\(?refused,? or\b", sentence)) and ways:
        # "not sent as X (refused, or ...)": it was refused.
        findings.check(what, code_of(outcome.error) == "invalid_argument" and not outcome.seen, sentence, found)
        return
    for clause in clauses(sentence):
        holds = _clause(clause, chosen, outcome, each, answers)
        if holds is None:
            findings.skip(what, f"unknown phrase {clause!r}")
        else:
            findings.check(what, holds, sentence, found)


def _clause(
    clause: str, chosen: dict[str, Any], outcome: Outcome, each: list[dict[str, Any]], answers: list[Outcome]
) -> bool | None:
    plain = re.sub(r"\s*\((?!cities|regions)[^()]*\)", "", clause).strip()
    if found := re.match(r"(\d+|no) requests?( (sent|made|seen))?$", plain):
        return len(outcome.seen) == (0 if found[1] == "no" else int(found[1]))
    if found := re.match(
        r"(?:the )?(?:message|error|hint) (?:says|names|mentions|contains|quotes)(?: the)? (.+)$", plain
    ):
        said = str(outcome.error) + getattr(outcome.error, "advice", "") + getattr(outcome.error, "field", "")
        return outcome.error is not None and found[1].strip("'\"").casefold() in said.casefold()
    if plain in ("0 requests", "nothing sent", "not sent", "no request"):
        return not outcome.seen
    if codes_in(plain) and not plain.startswith("sent"):
        return outcome.error is not None and any(means(code, code_of(outcome.error)) for code in codes_in(plain))
    if outcome.error is not None:
        return False
    if not outcome.seen:
        return False
    value = _varied(chosen, outcome)
    if plain in ("sent as given", "as given", "unchanged"):
        return bool(same(_given(chosen), value))
    if plain in ("sent", "ok", "accepted"):
        return True
    if found := re.match(r"not sent as (.+)$", plain):
        return not any(found[1].strip("'\"") in everything(seen) for seen in outcome.seen)
    if ABSENT.match(plain):
        return value is None
    if found := re.match(r"same as (.+)$", plain):
        other = found[1].strip("'\"")
        for one, answered in zip(each, answers):
            if _given(one) in (other, [other]) and answered.seen:
                return bool(_varied(one, answered) == value)
        return value in (other, [other])
    text = re.sub(r"^(sent )?(as|with|header|mask)\s+", "", plain).strip("'\"")
    return _equals(text, value) or ("fields" in chosen and _is_mask(text, value))


def _given(chosen: dict[str, Any]) -> Any:
    names = [name for name in chosen if name not in ("input", "query", "place_id")] or ["input"]
    return chosen[names[-1]]


def _equals(text: str, value: Any) -> bool:
    if isinstance(value, list):
        return [part.strip() for part in re.split(r"[,|]", text)] == value
    return same_text(text, value)


#: Fields of the legacy service, by the names that both services' users write.
_NEW_NAMES = {
    "place_id": "id",
    "name": "displayName",
    "type": "types",
    "geometry/location": "location",
    "geometry/viewport": "viewport",
    "formatted_address": "formattedAddress",
    "address_components": "addressComponents",
    "formatted_phone_number": "nationalPhoneNumber",
    "international_phone_number": "internationalPhoneNumber",
    "website": "websiteUri",
    "url": "googleMapsUri",
    "vicinity": "shortFormattedAddress",
    "opening_hours": "regularOpeningHours",
    "photo": "photos",
    "rating": "rating",
    "user_ratings_total": "userRatingCount",
    "utc_offset": "utcOffsetMinutes",
    "business_status": "businessStatus",
    "price_level": "priceLevel",
    "plus_code": "plusCode",
}


def _is_mask(text: str, value: Any) -> bool:
    """Whether a mask is the expected one, in either service's names. `attributions`, which must be shown and cost
    nothing, joins every mask."""
    if not isinstance(value, list):
        return False
    wanted = {each.strip() for each in text.split(",")}
    found = {_NEW_NAMES.get(each, each) for each in value}
    return found - {"attributions"} == wanted - {"attributions"}


# Keys of `expected` ---------------------------------------------------------------------------------------------------


def _check_key(key: str, value: Any, chosen: dict[str, Any], outcome: Outcome, findings: Findings, what: str) -> None:
    backend = "legacy" if outcome.seen and outcome.seen[0].method == "GET" and not is_details(outcome.seen[0]) else ""
    backend = backend or outcome.backend
    if key.startswith(("legacy_", "new_")) and not key.startswith(outcome.backend):
        return
    if key in ("note", "notes"):
        return
    if key in ("error", "ok", "code") or key.startswith(("message", "hint", "advice")):
        if key.startswith(("hint", "advice")) and not isinstance(value, (str, list)):
            holds = bool(getattr(outcome.error, "advice", "") or outcome.message) == bool(value)
            findings.check(what, holds, value, _described(outcome))
            return
        outcomes.check(findings, {key: value}, outcome, what.removesuffix(key))
        return
    if key in ("server_requests", "requests", "sent"):
        wanted = int(value) if isinstance(value, bool) else value
        findings.check(what, len(outcome.seen) == wanted, value, len(outcome.seen))
        return
    reader = _READERS.get(key)
    if reader is None:
        named = {"sent_types": "types", "sent_countries": "countries", "mask": "fields", "field_mask": "fields"}
        name = named.get(key, key.removeprefix("sent_").removeprefix("new_").removeprefix("legacy_"))
        if name not in ("types", "countries", "fields", "token", "session_token", "input", "language", "region"):
            findings.unknown(key)
            return
        found = wire_value(name, outcome.seen[0], backend) if outcome.seen else None
        holds = same(value, found) or (isinstance(value, str) and _equals(value, found))
        if name == "fields" and not holds:
            holds = _is_mask(",".join(value) if isinstance(value, list) else str(value), found)
        findings.check(what, holds, value, found)
        return
    if not outcome.seen:
        findings.check(what, False, value, _described(outcome))
        return
    for seen in outcome.seen:
        reader(value, seen, findings, what)


def _decoded(value: dict[str, Any], seen: Seen, findings: Findings, what: str) -> None:
    query = legacy_query(seen)
    for name, wanted in value.items():
        found = next((query[each.strip()] for each in name.split(" or ") if each.strip() in query), None)
        findings.check(f"{what} {name}", same(wanted, found), wanted, found)


def _raw_lacks(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    raw = seen.target.partition("?")[2]
    for part in value if isinstance(value, list) else [value]:
        findings.check(f"{what} {part}", part not in raw, f"without {part}", raw)


def _raw_has(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    raw = seen.target.partition("?")[2]
    for part in value if isinstance(value, list) else [value]:
        findings.check(f"{what} {part}", part in raw, f"with {part}", raw)


def _new_body(value: dict[str, Any], seen: Seen, findings: Findings, what: str) -> None:
    body = body_of(seen)
    for name, wanted in value.items():
        found = at(body, name)
        if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
            # A number is to be one in the JSON, not a text that looks like one.
            holds = isinstance(found, (int, float)) and as_number(found) == float(wanted)
        else:
            holds = same(wanted, found)
        findings.check(f"{what} {name}", holds, wanted, found)


def _body_lacks(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    body = body_of(seen)
    for name in value if isinstance(value, list) else [value]:
        findings.check(f"{what} {name}", at(body, name) is None and name not in body, "absent", at(body, name))


def _headers(value: dict[str, Any], seen: Seen, findings: Findings, what: str) -> None:
    for name, wanted in value.items():
        found = seen.headers.get(name.lower())
        findings.check(f"{what} {name}", same(wanted, found), wanted, found)


def _no_double_slash(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    findings.check(what, ("//" not in seen.path) == bool(value), value, seen.path)


def _has_key(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    names = [name for name in seen.headers if "key" in name] + [name for name in seen.query if "key" in name]
    findings.check(what, bool(names) == bool(value), value, names)


def _key_in_line(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    findings.check(what, (KEY in unquote(seen.target)) == bool(value), value, seen.target)


def _absent_on_wire(value: Any, seen: Seen, findings: Findings, what: str) -> None:
    sent = set(body_of(seen)) | set(seen.query)
    sent |= {snake(name) for name in sent}
    for name in value if isinstance(value, list) else [value]:
        findings.check(f"{what} {name}", name not in sent and snake(name) not in sent, "absent", sorted(sent))


_READERS: dict[str, Any] = {
    "legacy_decoded_query": _decoded,
    "legacy_query": _decoded,
    "new_decoded_query": _decoded,
    "new_query": _decoded,
    "decoded_query": _decoded,
    "legacy_raw_query_must_not_contain": _raw_lacks,
    "raw_query_must_not_contain": _raw_lacks,
    "legacy_raw_query_contains": _raw_has,
    "legacy_raw_query_must_contain": _raw_has,
    "raw_query_contains": _raw_has,
    "new_body": _new_body,
    "new_body_must_not_contain": _body_lacks,
    "new_body_lacks": _body_lacks,
    "headers_seen": _headers,
    "new_headers": _headers,
    "legacy_headers": _headers,
    "absent_on_wire": _absent_on_wire,
    "not_on_wire": _absent_on_wire,
    "not_sent": _absent_on_wire,
    "path_starts_with": lambda value, seen, findings, what: findings.check(
        what, seen.path.startswith(value), value, seen.path
    ),
    "path": lambda value, seen, findings, what: findings.check(what, seen.path == value, value, seen.path),
    "method": lambda value, seen, findings, what: findings.check(what, seen.method == value, value, seen.method),
    "no_double_slash": _no_double_slash,
    "key_param_or_header_present": _has_key,
    "key_in_request_line": _key_in_line,
    "decoded_input": lambda value, seen, findings, what: findings.check(
        what, input_of(seen) == value, value, input_of(seen)
    ),
}
