"""widget: keys and events of the table data source, which a control draws."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

import places

from checking import CannotApply, Findings
from driver import KEYS, Table
from services import rows_answer
from words import clauses, same

_FRONT_ENDS = {"web": "bindings/web", "gtk": "bindings/gtk"}


class Rows(places.Provider):
    """Answers a text with the case's rows for it; a text that is held back is answered when it is let go."""

    def __init__(self, rows: dict[str, list[Any]], delays_ms: dict[str, float] | None = None) -> None:
        super().__init__()
        self.rows = rows
        self.delays_ms = delays_ms or {}
        self.held: set[str] = set()
        self.waiting: dict[str, list[places.Responder]] = {}

    def autocomplete(self, number: int, request: places.ProviderRequest, responder: places.Responder) -> None:
        if request.query in self.held:
            self.waiting.setdefault(request.query, []).append(responder)
            return
        delay = self.delays_ms.get(request.query, 0) / 1000
        if delay:
            threading.Timer(delay, lambda: responder.finish(self._answer(request.query))).start()
        else:
            responder.finish(self._answer(request.query))

    def _answer(self, text: str) -> dict[str, Any]:
        rows = self.rows.get(text.strip(), [])
        return rows_answer("new", [row if isinstance(row, str) else row.get("name", row.get("id")) for row in rows])

    def release(self) -> None:
        self.held.clear()
        for text, responders in self.waiting.items():
            for responder in responders:
                responder.finish(self._answer(text))
        self.waiting.clear()

    def fetch_place(self, number: int, place_id: str, responder: places.Responder) -> None:
        responder.finish({"id": place_id, "displayName": {"text": place_id}})


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    known = {"op", "front_end", "front_ends", "rows_for", "runs", "note", "server", "delay_ms"}
    for key in case.keys() - known:
        findings.unknown(key, "key of input")
    front_end = case.get("front_end", "headless")
    if front_end in _FRONT_ENDS:
        findings.skip(front_end, "this front end does not exist yet; what it draws from, the table's state, is checked")
    rows = case.get("rows_for") or {"gr": ["Graz", "Grenoble"], "gre": ["Grenoble"]}
    delays = case.get("delay_ms") or case.get("server", {}).get("delay_ms") or {}
    recorded = [Recording(steps, rows, delays) for steps in case["runs"]]
    for key, value in expected.items():
        if key in ("events", "results"):
            for number, (wanted, one) in enumerate(zip(value, recorded)):
                for each in wanted if isinstance(wanted, list) else clauses(wanted):
                    _check_event(each, one, findings, f"run {number + 1} {key}")
        elif key.startswith("after_"):
            for one in recorded:
                _check_state(key, value, one, findings)
        elif key in ("text", "text_kept", "field_text"):
            for wanted, one in zip(value if isinstance(value, list) else [value], recorded):
                findings.check(key, one.end["text"] == wanted, wanted, one.end["text"])
        elif key == "note":
            continue
        else:
            findings.unknown(key)


class Recording:
    """One run: its events, and the state after each step."""

    def __init__(self, steps: list[str], rows: dict[str, list[Any]], delays_ms: dict[str, float]) -> None:
        self.after: dict[str, dict[str, Any]] = {}
        self._counts: dict[str, int] = {}
        with (
            Rows(rows, delays_ms) as provider,
            places.Client(provider=provider) as client,
            Table(client, pick_details=False, debounce_ms=0) as table,
        ):
            for number, step in enumerate(steps):
                self._hold_back(provider, steps[number + 1 :], step)
                _step(step if isinstance(step, str) else " ".join(map(str, step)), table)
                self._remember(step if isinstance(step, str) else str(step[0]), table)
            time.sleep(0.05)
            provider.release()
            time.sleep(0.1)
            self.events = list(table.events)
            self.end = table.now()

    def _hold_back(self, provider: Rows, rest: list[Any], step: Any) -> None:
        """A text whose rows are to come late: the step behind it says "before the rows arrive"."""
        typed = re.match(r"type\s+(.*)", step) if isinstance(step, str) else None
        if typed and rest and isinstance(rest[0], str) and "before" in rest[0]:
            provider.held.add(typed[1].strip("'\""))

    def _remember(self, step: str, table: Table) -> None:
        state = table.now()
        word = step.split()[0].lower()
        self._counts[word] = self._counts.get(word, 0) + 1
        ordinal = ["", "first_", "second_", "third_", "fourth_", "fifth_"][min(self._counts[word], 5)]
        self.after[word] = self.after[f"{ordinal}{word}"] = state


# Steps ----------------------------------------------------------------------------------------------------------------


def _step(step: str, table: Table) -> None:
    word, _, rest = step.partition(" ")
    rest = rest.strip("'\"")
    if step.startswith("rows shown") or step.startswith("rows arrive") or step.startswith("wait"):
        table.wait(lambda: bool(table.states) and table.now()["is_current"] and not table.now()["is_loading"], 5)
    elif word in ("type", "text"):
        table.set_text(rest)
    elif word.capitalize() in KEYS and word != "type":
        for _ in range(int(rest) if rest.isdigit() else 1):
            table.key(word.capitalize())
        _calm(table)
    elif word.lower() in ("esc", "return"):
        table.key({"esc": "Escape", "return": "Enter"}[word.lower()])
        _calm(table)
    elif word == "take_first":
        table.set_take_first(rest != "off")
    elif word in ("accepts_text", "free_text"):
        table.set_accepts_text(rest != "off")
    elif word in ("click", "pick", "select", "tap"):
        _click(table, rest)
    elif word in ("set", "set_value", "set_text"):
        table.set_value(re.sub(r"^(by code|value|text)\s*", "", rest).strip("'\""))
        _calm(table)
    elif word in ("clear", "empty"):
        table.clear()
    elif word in ("close", "open", "cancel", "blur", "focus"):
        table.simple({"blur": "close", "focus": "open"}.get(word, word))  # type: ignore[arg-type]
    else:
        raise CannotApply(f"unknown step {step!r}")


def _click(table: Table, which: str) -> None:
    rows = table.now()["rows"]
    number = (
        int(found[0]) - 1
        if (found := re.search(r"\d+", which))
        else next((position for position, row in enumerate(rows) if row in which or which in row), 0)
    )
    table.select(number)
    _calm(table)


def _calm(table: Table) -> None:
    """Events are told on the library's thread."""
    time.sleep(0.05)


# Expectations ---------------------------------------------------------------------------------------------------------


def _check_event(phrase: str, one: Recording, findings: Findings, what: str) -> None:
    """ "free_text 'gr'", "list closed", "selected Graz", "free_text 'gre' (not Graz)", "nothing"."""
    told = [(event.kind, event.text) for event in one.events if event.kind != "suggestion"]
    for name in re.findall(r"\(not ([^()]+)\)", phrase):
        findings.check(f"{what}: not {name}", ("selected", name) not in told, f"not {name}", told)
    plain = re.sub(r"\s*\([^()]*\)", "", phrase).strip()
    if plain in ("list closed", "closed"):
        findings.check(f"{what}: {plain}", not one.end["is_open"], plain, one.end)
    elif plain in ("list open", "list stays open", "open"):
        findings.check(f"{what}: {plain}", one.end["is_open"], plain, one.end)
    elif plain in ("nothing", "no event", "none", ""):
        findings.check(f"{what}: {plain}", not told, plain, told)
    elif found := re.match(r"(free_text|free text)\s*(.*)", plain):
        findings.check(f"{what}: {plain}", ("free_text", found[2].strip("'\"")) in told, plain, told)
    elif found := re.match(r"(selected|picked|chosen)\s+(.*)", plain):
        picked = [text for kind, text in told if kind == "selected"]
        findings.check(f"{what}: {plain}", picked == [found[2].strip("'\"")], plain, told)
    elif found := re.match(r"(?:the )?text (?:is|stays|kept|back to)?\s*(.*)", plain):
        findings.check(f"{what}: {plain}", one.end["text"] == found[1].strip("'\""), plain, one.end["text"])
    elif plain in ("cancelled", "failed"):
        findings.check(f"{what}: {plain}", plain in [kind for kind, _ in told], plain, told)
    else:
        findings.skip(what, f"unknown phrase {phrase!r}")


def _check_state(key: str, expected: Any, one: Recording, findings: Findings) -> None:
    name = key.removeprefix("after_")
    state = one.after.get(name) or one.after.get({"rows": "rows"}.get(name, name))
    if state is None:
        findings.skip(key, "no such step")
        return
    for attribute, value in _flat(expected):
        plain = attribute.replace("-", "_").lower()
        what = f"{key} {attribute}"
        if plain in ("aria_expanded", "expanded", "open"):
            is_open = "true" if state["is_open"] else "false"
            findings.check(what, str(value).lower() == is_open, value, is_open)
        elif plain in ("aria_activedescendant", "active_row", "highlighted", "marked"):
            row = state["highlighted"]
            if isinstance(value, str) and value.startswith(("absent", "none")):
                findings.check(what, row < 0, value, row)
            else:
                number = int(found[1]) if (found := re.search(r"row (\d+)", str(value))) else None
                wanted = number - 1 if number is not None else value
                findings.check(what, row == wanted and row < state["row_count"], value, row)
        elif plain in ("rows", "count", "options"):
            findings.check(
                what,
                same(value, state["rows"] if isinstance(value, list) else state["row_count"]),
                value,
                state["rows"],
            )
        elif plain in ("text", "value"):
            findings.check(what, state["text"] == value, value, state["text"])
        elif plain in ("labels", "accessible_names"):
            findings.check(what, state["labels"] == value, value, state["labels"])
        else:
            findings.skip(what, "is the front end's, which does not exist yet")


def _flat(value: dict[str, Any]) -> list[tuple[str, Any]]:
    flat: list[tuple[str, Any]] = []
    for key, each in value.items():
        flat += _flat(each) if isinstance(each, dict) else [(key, each)]
    return flat
