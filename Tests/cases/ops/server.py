"""server: a loopback server that behaves as a sentence says; what a caller gets, how soon and how often."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from functools import partial
from typing import Any

import places

import outcomes
from checking import Findings
from params import mode_of
from services import (
    Close,
    Outcome,
    Reset,
    Script,
    Seen,
    Server,
    Silence,
    answer,
    backends,
    call,
    client_for,
    empty_answer,
)

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in case.keys() - {
        "op",
        "behaviour",
        "behavior",
        "timeout_ms",
        "call",
        "calls",
        "backend",
        "backends",
        "note",
    }:
        findings.unknown(key, "key of input")
    behaviours = case.get("behaviour", case.get("behavior"))
    behaviours = [behaviours] if isinstance(behaviours, str) else behaviours
    for number, sentence in enumerate(behaviours):
        wanted = expected["results"][number] if "results" in expected else expected
        wanted = wanted if isinstance(wanted, dict) else {"ok": True} if wanted == "ok" else {"error": wanted}
        if re.search(r"drops? packets|black ?hole|unroutable", sentence):
            _dropping(case, sentence, wanted, findings)
            continue
        script = next((made for words, made in _BEHAVIOURS if re.search(words, sentence, re.I)), None)
        if script is None:
            findings.unknown(sentence, "behaviour")
            continue
        for backend in backends(case):
            for kind in case.get("calls") or [case.get("call", "autocomplete")]:
                with Server(script=partial(script, sentence)) as server:
                    outcome = ask(server.url, backend, kind, case.get("timeout_ms", 2000))
                    outcome.seen = list(server.seen)
                outcomes.check(findings, wanted, outcome, f"{backend} {kind}, {sentence}: ")


def ask(url: str, backend: str, kind: str, timeout_ms: float, **settings: Any) -> Outcome:
    with client_for(url, backend, timeout=timeout_ms / 1000, **settings) as client:
        if kind == "details":
            return call(client.submit_place, "p", fields="id")
        return call(client.submit, places.Request("a", mode=mode_of(backend)))


def _dropping(case: dict[str, Any], sentence: str, expected: dict[str, Any], findings: Findings) -> None:
    """A listener whose queue is full answers no SYN: an address that drops packets, on the loopback."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0)
    address = listener.getsockname()
    fillers = []
    try:
        for _ in range(8):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(address)
            fillers.append(filler)
        probe = socket.socket()
        probe.settimeout(0.3)
        fillers.append(probe)
        if probe.connect_ex(address) == 0:
            findings.skip(sentence, "this machine has no address that drops packets")
            return
        for backend in backends(case):
            outcome = ask(f"http://127.0.0.1:{address[1]}", backend, "autocomplete", case.get("timeout_ms", 2000))
            outcomes.check(findings, expected, outcome, f"{backend}, {sentence}: ")
    finally:
        for each in [*fillers, listener]:
            each.close()


# Behaviours -----------------------------------------------------------------------------------------------------------


def _drip(sentence: str, seen: Seen) -> Script:
    """Headers, then a byte now and then, for ever."""
    found = re.search(r"every (\d+) ?ms", sentence)
    gap = int(found[1]) / 1000 if found else 0.1
    yield _HEAD + b"Content-Length: 100000\r\n\r\n"
    while True:
        yield b" "
        yield gap


def _late(sentence: str, seen: Seen) -> Script:
    found = re.search(r"(\d+) ?(ms|s)\b", sentence)
    delay = int(found[1]) / (1000 if found[2] == "ms" else 1) if found else 0.2
    return [delay, *empty_answer(seen)]


def _status(sentence: str, seen: Seen) -> Script:
    found = re.search(r"\b([1-5]\d\d)\b", sentence)
    return answer(int(found[1]) if found else 500, "", "text/plain")


def _redirect_loop(sentence: str, seen: Seen) -> Script:
    return answer(302, "", headers={"Location": seen.target})


def _endless(sentence: str, seen: Seen) -> Script:
    yield _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    while True:
        yield b"10000\r\n" + b" " * 0x10000 + b"\r\n"


#: By what the sentence says; the first that fits.
_BEHAVIOURS: list[tuple[str, Callable[[str, Seen], Script]]] = [
    (r"byte every|byte at a time|drip|trickle", _drip),
    (r"answers? after|delay|late|slow", _late),
    (r"never answer|silence|says nothing|hangs?\b", lambda sentence, seen: [Silence()]),
    (
        r"headers,? then (nothing|silence|never)",
        lambda sentence, seen: [_HEAD + b"Content-Length: 9\r\n\r\n", Silence()],
    ),
    (
        r"half|truncated|cut|middle of the body",
        lambda sentence, seen: [_HEAD + b"Content-Length: 99\r\n\r\n{", Close()],
    ),
    (r"reset|RST", lambda sentence, seen: [Reset()]),
    (r"endless|infinite|for ever|too (large|long|big)", _endless),
    (r"redirect", _redirect_loop),
    (r"close", lambda sentence, seen: [Close()]),
    (r"not HTTP|garbage", lambda sentence, seen: [b"SSH-2.0-x\r\n\r\n", Close()]),
    (r"\b[1-5]\d\d\b", _status),
    (r"ok|good answer", lambda sentence, seen: empty_answer(seen)),
]
