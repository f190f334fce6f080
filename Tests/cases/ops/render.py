"""render: one row in each front end, and what can be seen there."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from html.parser import HTMLParser
from typing import Any

import places
from terminal import Terminal

from checking import Findings
from ops import index
from services import Server, answer, client_for
from tree import COMMAND, ROOT
from words import same

#: Front ends that a case may name, and where they would be in the tree.
_FOLDERS = {"web": "bindings/web", "gtk": "bindings/gtk", "qt": "bindings/qt"}
_KNOWN = {"op", "front_ends", "front_end", "name", "query", "attribution", "attributions", "note", "address", "typed"}


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in case.keys() - _KNOWN:
        findings.unknown(key, "key of input")
    for front_end in case.get("front_ends") or [case.get("front_end", "terminal")]:
        folder = _FOLDERS.get(front_end)
        if front_end != "terminal" and folder is None:
            findings.unknown(front_end, "front end")
        elif folder is not None:
            exists = (ROOT / folder).is_dir()
            reason = "its reader is not written" if exists else "this front end does not exist yet"
            findings.skip(front_end, reason)
    _terminal(case, expected, findings)
    _attribution(case, expected, findings)
    handled = {"attribution_links", "attribution_text", "terminal", "note", *_FOLDERS}
    for key in expected.keys() - handled:
        findings.unknown(key)


# The terminal: checked whether it is named or not -------------------------------------------------------------------


def _terminal(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    name = case["name"]
    item = {"id": "x", "name": name}
    if "address" in case:
        item["address"] = case["address"]
    path = index.build([item])
    query = case.get("query") or _query_of(name)
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": "xterm", "PLACES_INDEX": str(path)}
    environment["LC_ALL"] = "C.UTF-8"
    wanted = expected.get("terminal", {}).get("visible_text", visible(name))
    done = subprocess.run([COMMAND, "suggest", query], capture_output=True, env=environment, timeout=30)
    findings.check(
        "terminal: suggest shows the name",
        _squeezed(wanted) in _squeezed(done.stdout.decode("utf-8", "replace")),
        wanted,
        done.stdout.decode("utf-8", "replace") + done.stderr.decode("utf-8", "replace"),
    )
    _is_clean(done.stdout, findings, "terminal: suggest")
    for key in expected.get("terminal", {}).keys() - {"visible_text", "escape_sequences", "highlight_text"}:
        findings.unknown(key, "key of the terminal")
    shown = Terminal([str(COMMAND)], environment, columns=200)
    try:
        shown.wait_for("Type a place")
        before = len(shown.raw)
        shown.type(query)
        with contextlib.suppress(AssertionError):
            shown.wait_until(lambda: any(_squeezed(wanted) in _squeezed(line) for line in shown.lines), 5)
        screen = "\n".join(line for line in shown.lines if line.strip())
        findings.check("terminal: the row shows the name", _squeezed(wanted) in _squeezed(screen), wanted, screen)
        if "highlight_text" in expected.get("terminal", {}):
            bold = "".join(shown.bold)
            findings.check("terminal: highlight_text", expected["terminal"]["highlight_text"] in bold, wanted, bold)
        _is_clean(re.sub(rb"\x1b\[[?0-9;]*[A-Za-z]", b"", shown.raw[before:]), findings, "terminal: interactive")
        for name_ in _sequences(name):
            findings.check("terminal: no sequence of the name's", name_ not in shown.raw[before:], "none", repr(name_))
    finally:
        shown.close()


def visible(text: str) -> str:
    """A text without what a terminal would obey: control characters go, the rest is text."""
    return "".join(character for character in text if ord(character) >= 0x20 and not 0x7F <= ord(character) < 0xA0)


def _squeezed(text: str) -> str:
    """Without white space: whether a control character leaves a gap is a matter of taste."""
    return "".join(text.split())


def _query_of(name: str) -> str:
    words = re.findall(r"[^\W\d_]{3,}", name)
    return words[0] if words else name


def _sequences(name: str) -> list[bytes]:
    """The escape sequences that the name holds; colours and moves that the command itself writes are too short to
    tell apart, so only those with a payload count."""
    found = re.findall(r"\x1b[\[\]P^_].{3,}?(?:\x07|\x1b\\|[A-Za-z])", name)
    return [each.encode() for each in found]


def _is_clean(raw: bytes, findings: Findings, what: str) -> None:
    text = raw.decode("utf-8", "replace")
    bad = sorted({hex(ord(each)) for each in text if each not in "\n\r\t" and not visible(each)})
    findings.check(f"{what} writes no control characters of the name's", not bad, "none", bad)


# Attributions: the one text that may hold links --------------------------------------------------------------------


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._address: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._address = dict(attributes).get("href") or ""
            self.found.append(("", self._address))

    def handle_endtag(self, tag: str) -> None:
        self._address = None

    def handle_data(self, data: str) -> None:
        if self._address is not None and self.found:
            self.found[-1] = (self.found[-1][0] + data, self.found[-1][1])


def _attribution(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    text = case.get("attribution")
    if text is None:
        return
    body = {"status": "OK", "result": {"place_id": "p", "name": "P"}, "html_attributions": [text]}
    with Server(answers=[answer(200, body)]) as server, client_for(server.url, "legacy") as client:
        _credits(client.place("p", fields="*"), expected, findings, "legacy")
    links = _Links()
    links.feed(text)
    named = [{"provider": name, "providerUri": address} for name, address in links.found]
    with Server(answers=[answer(200, {"id": "p", "attributions": named})]) as server:
        with client_for(server.url, "new") as client:
            _credits(client.place("p", fields="*"), expected, findings, "new")


def _credits(place: places.Place, expected: dict[str, Any], findings: Findings, backend: str) -> None:
    given = [credit for credit in place.credits if credit.kind != places.CreditKind.SERVICE]
    found_links = [credit.uri for credit in given if credit.uri]
    found_text = " ".join(credit.text for credit in given)
    findings.check(
        f"{backend}: links are http or https",
        all(re.match(r"https?://", uri) for uri in found_links),
        "http(s)",
        found_links,
    )
    if "attribution_links" in expected:
        wanted = expected["attribution_links"]
        findings.check(f"{backend}: attribution_links", same(wanted, found_links), wanted, found_links)
    if "attribution_text" in expected:
        wanted = expected["attribution_text"]
        findings.check(f"{backend}: attribution_text", found_text == wanted, wanted, found_text)
    findings.check(f"{backend}: no markup in the text", "<a" not in place.attribution, "text", place.attribution)
