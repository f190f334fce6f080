"""timeline: fetchers driven over time; what the server saw of it, and what was delivered."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import places

from checking import CannotApply, Findings
from driver import Fetcher
from services import (
    Script,
    Seen,
    Server,
    answer,
    backends,
    client_for,
    detail_id,
    empty_answer,
    input_of,
    is_details,
    rows_answer,
    token_of,
)
from words import number_in, same_text

#: How long after the last step something may still come, where the case does not say.
_SETTLE_MS = 300


@dataclass
class Timeline:
    """A run: the fetchers by name, and when what happened."""

    case: dict[str, Any]
    server: Server
    client: places.Client
    fetchers: dict[str, Fetcher] = field(default_factory=dict)
    #: Texts in the order in which they were typed.
    typed: list[str] = field(default_factory=list)
    refused: list[BaseException] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)

    def fetcher(self, name: str = "") -> Fetcher:
        if name not in self.fetchers:
            named = self.case.get("fetchers", {})
            options = dict(self.case.get("fetcher", {}))
            if isinstance(named, dict):
                options.update(named.get(name, {}))
            self.fetchers[name] = Fetcher(self.client, **options)
        return self.fetchers[name]

    def elapsed_ms(self) -> float:
        return (time.monotonic() - self.started) * 1000

    def sleep_until(self, milliseconds: float) -> None:
        time.sleep(max(0.0, (milliseconds - self.elapsed_ms()) / 1000))


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in case.keys() - {"op", "fetcher", "fetchers", "steps", "server", "run_ms", "backend", "backends", "note"}:
        findings.unknown(key, "key of input")
    for backend in backends(case):
        with (
            Server(script=_script(case.get("server", {}), backend)) as server,
            client_for(server.url, backend, retries=0) as client,
        ):
            timeline = Timeline(case, server, client)
            _drive(timeline)
            _check(timeline, expected, findings, f"{backend}: ")
            for fetcher in timeline.fetchers.values():
                fetcher.close()


def _script(settings: dict[str, Any], backend: str) -> Callable[[Seen], Script]:
    delays = settings.get("delay_ms", 0)
    failing = settings.get("status", {})
    rows = settings.get("rows", settings.get("rows_for", {}))

    def script(seen: Seen) -> Script:
        text = input_of(seen)
        name = detail_id(seen) if text is None else text
        delay = delays.get(name, delays.get("*", 0)) if isinstance(delays, dict) else delays
        status = failing.get(name, 200) if isinstance(failing, dict) else failing
        if status != 200:
            steps = answer(status, {"error": {"code": status, "message": "scripted", "status": "UNAVAILABLE"}})
        elif text is None:
            steps = list(empty_answer(seen))
        else:
            # Each text has one row of its own, so that rows can be told apart.
            steps = answer(200, rows_answer(backend, rows.get(text, [text]) if isinstance(rows, dict) else rows))
        return [delay / 1000, *steps] if delay else steps

    return script


# Steps ----------------------------------------------------------------------------------------------------------------


def _drive(timeline: Timeline) -> None:
    for step in timeline.case["steps"]:
        at, action = (step[1], step[2:]) if step[0] == "t" else (None, step)
        if at is not None:
            timeline.sleep_until(at)
        name = ""
        # ["A", "type", "x"]: the first word is the name of a fetcher.
        if len(action) > 1 and action[0] not in _ACTIONS and action[1] in _ACTIONS:
            name, action = action[0], action[1:]
        if action[0] not in _ACTIONS:
            raise CannotApply(f"unknown step {action[0]!r}")
        if action[0] == "burst":
            _burst(timeline, name, *action[1:])
        else:
            _step(timeline, name, action)
            if at is None:
                _settle(timeline)
    timeline.sleep_until(timeline.case.get("run_ms", timeline.elapsed_ms() + _SETTLE_MS))


def _step(timeline: Timeline, name: str, action: list[Any]) -> None:
    try:
        _ACTIONS[action[0]](timeline, timeline.fetcher(name), *action[1:])
    except places.PlacesError as error:
        timeline.refused.append(error)


def _burst(timeline: Timeline, name: str, texts: list[str], gap_ms: float, *_: Any) -> None:
    """Steps with a time that falls inside of it are done meanwhile."""
    steps = timeline.case["steps"]
    began = timeline.elapsed_ms()
    end = began + gap_ms * (len(texts) - 1)
    inside = [step for step in steps if step[0] == "t" and began <= step[1] < end]
    moments: list[tuple[float, list[Any]]] = [(began + gap_ms * n, ["type", text]) for n, text in enumerate(texts)]
    moments += [(step[1], step[2:]) for step in inside]
    for step in inside:
        steps.remove(step)
    for at, action in sorted(moments, key=lambda moment: moment[0]):
        timeline.sleep_until(at)
        _step(timeline, name, action)


def _settle(timeline: Timeline) -> None:
    """Steps without a time come one after the other: each waits for what the one before asked."""
    fetcher = next(reversed(timeline.fetchers.values()))
    count = len(timeline.server.seen)
    fetcher.wait(lambda: timeline.client.pending_count == 0 and bool(fetcher.delivered), 0.25)
    end = time.monotonic() + 0.08
    while time.monotonic() < end and len(timeline.server.seen) == count and timeline.client.pending_count:
        time.sleep(0.005)
    time.sleep(0.02)


def _type(timeline: Timeline, fetcher: Fetcher, text: str, *_: Any) -> None:
    timeline.typed.append(text)
    fetcher.set_text(text)


def _clear(timeline: Timeline, fetcher: Fetcher) -> None:
    timeline.typed.append("")
    fetcher.clear()


def _close(timeline: Timeline, fetcher: Fetcher) -> None:
    fetcher.close()


_ACTIONS: dict[str, Callable[..., Any]] = {
    "type": _type,
    "text": _type,
    "set_text": _type,
    "burst": lambda *_: None,
    "clear": _clear,
    "empty": _clear,
    "details": lambda timeline, fetcher, place, *rest: fetcher.details(place),
    "pick": lambda timeline, fetcher, place, *rest: fetcher.details(place),
    "select": lambda timeline, fetcher, place, *rest: fetcher.details(place),
    "set_option": lambda timeline, fetcher, name, value: fetcher.set_option(name, value),
    "option": lambda timeline, fetcher, name, value: fetcher.set_option(name, value),
    "set_filter": lambda timeline, fetcher, value: fetcher._set_filter(value),
    "set_token": lambda timeline, fetcher, value: fetcher.set_option("token", value),
    "composing": lambda timeline, fetcher, value: fetcher.set_composing(value),
    "compose_start": lambda timeline, fetcher: fetcher.set_composing(True),
    "compose_end": lambda timeline, fetcher: fetcher.set_composing(False),
    "flush": lambda timeline, fetcher: fetcher.flush(),
    "cancel": lambda timeline, fetcher: fetcher.end_session(),
    "end_session": lambda timeline, fetcher: fetcher.end_session(),
    "close": _close,
    "destroy": _close,
    "wait": lambda timeline, fetcher, milliseconds=100: time.sleep(milliseconds / 1000),
}


# Expectations ---------------------------------------------------------------------------------------------------------


def _check(timeline: Timeline, expected: dict[str, Any], findings: Findings, where: str) -> None:
    seen = timeline.server.seen
    asked = [text for text in (input_of(each) for each in seen) if text is not None]
    details = [detail_id(each) for each in seen if is_details(each)]
    delivered = [each for fetcher in timeline.fetchers.values() for each in fetcher.delivered]
    delivered.sort(key=lambda each: each.at)
    texts = [each.text for each in delivered if each.text.strip()]
    for error in timeline.refused:
        if "error" not in expected:
            findings.check(f"{where}no step is refused", False, "accepted", str(error))
    failures = [error for fetcher in timeline.fetchers.values() for error in fetcher.failures]
    outcomes = [each for fetcher in timeline.fetchers.values() for each in fetcher.details_outcomes]
    last = delivered[-1] if delivered else None
    facts: dict[str, Any] = {
        "requests": len(asked),
        "server_requests": len(seen),
        "autocomplete_requests": len(asked),
        "request_texts": asked,
        "details_requests": len(details),
        "details_ids": details,
        "delivered_texts": texts,
        "failures": len(failures),
        "errors": len(failures),
        "details_callbacks": sum(each.callbacks for each in outcomes),
        "callbacks": sum(each.callbacks for each in outcomes),
        "details_ok": all(each.error is None for each in outcomes) if outcomes else None,
        "final_rows": len(last.rows) if last else 0,
        "final_list_for": last.text if last else None,
    }
    for key, value in expected.items():
        what = f"{where}{key}"
        if key == "tokens":
            _check_tokens(value, seen, findings, what)
        elif key == "token_rule":
            _check_token_rule(seen, findings, what)
        elif key in ("never_delivered", "never_requested"):
            listed = texts if key == "never_delivered" else asked
            findings.check(what, not set(value) & set(listed), value, listed)
        elif key == "delivered_in_order":
            findings.check(what, texts == value, value, texts)
        elif key in ("final_list", "final_rows") and isinstance(value, list):
            found = [row.full_text for row in last.rows] if last else []
            findings.check(what, found == value, value, found)
        elif key == "final_list_for" and value in ("", None, "empty"):
            findings.check(what, last is None or (not last.text.strip() and not last.rows), value, facts[key])
        elif key == "fetchers" and isinstance(value, dict):
            for name, wanted in value.items():
                _check_fetcher(timeline, name, wanted, findings, f"{what} {name}")
        elif key in ("note", "notes"):
            continue
        elif key in facts:
            found = facts[key]
            holds = found == value or (isinstance(value, str) and same_text(value, found))
            if isinstance(value, dict) and isinstance(found, int):
                holds = value.get("min", 0) <= found <= value.get("max", found)
            if isinstance(value, str) and not holds and (most := re.match(r"at most (\d+)", value)):
                holds = found <= int(most[1])
            findings.check(what, holds, value, found)
        else:
            findings.unknown(key)


def _check_fetcher(timeline: Timeline, name: str, expected: dict[str, Any], findings: Findings, what: str) -> None:
    delivered = [each for each in timeline.fetcher(name).delivered if each.text.strip()]
    for key, value in expected.items():
        if key == "delivered_texts":
            texts = [each.text for each in delivered]
            findings.check(f"{what} {key}", texts == value, value, texts)
        elif key == "final_list_for":
            text = delivered[-1].text if delivered else None
            findings.check(f"{what} {key}", text == value, value, text)
        else:
            findings.unknown(key, "key of a fetcher")


# Tokens ---------------------------------------------------------------------------------------------------------------


def _check_token_rule(seen: list[Seen], findings: Findings, what: str) -> None:
    for token in filter(None, map(token_of, seen)):
        holds = re.fullmatch(r"[A-Za-z0-9_-]{1,36}", token) is not None
        findings.check(what, holds, "1 to 36 URL-safe characters", token)


def _check_tokens(expected: dict[str, str], seen: list[Seen], findings: Findings, what: str) -> None:
    """`autocomplete[0..3]`: "T1"; `details place-A`: "T1"; `autocomplete 'z'`: "T2 (not T1)". A name stands for one
    token, and two names for two."""
    names: dict[str, str] = {}
    for selector, phrase in expected.items():
        chosen = _selected(selector, seen)
        if not findings.check(f"{what} {selector}: requests", bool(chosen), "some", "none"):
            continue
        for token in map(token_of, chosen):
            _check_token(f"{what} {selector}", phrase, token, names, findings)
    found = list(names.values())
    findings.check(f"{what}: names stand for different tokens", len(set(found)) == len(found), "different", names)


def _selected(selector: str, seen: list[Seen]) -> list[Seen]:
    autocomplete = [each for each in seen if not is_details(each)]
    details = [each for each in seen if is_details(each)]
    listed = details if selector.startswith("details") else autocomplete
    if found := re.search(r"\[(\d+)(?:\.\.(\d+))?\]", selector):
        return listed[int(found[1]) : int(found[2] or found[1]) + 1]
    name = re.sub(r"^(details|autocomplete)\s*", "", selector).strip("'\" ")
    if not name or name in ("all", "*"):
        return listed
    return [each for each in listed if name == (detail_id(each) if listed is details else input_of(each))]


def _check_token(what: str, phrase: str, token: str | None, names: dict[str, str], findings: Findings) -> None:
    others = [names[name] for name in re.findall(r"not\s+(?:a token that is\s+)?(T\d+)", phrase) if name in names]
    absent_allowed = phrase.startswith("absent")
    named = re.match(r"T\d+", phrase)
    if token is None:
        findings.check(what, absent_allowed, phrase, "absent")
        return
    if phrase.strip() in ("absent", "none"):
        findings.check(what, False, phrase, token)
        return
    if named:
        known = names.setdefault(named[0], token)
        findings.check(what, known == token and token not in others, phrase, token)
    else:
        findings.check(what, token not in others, phrase, token)


__all__ = ["number_in", "run"]
