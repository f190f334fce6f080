"""secrets: scenarios with the key set; the key is in no text that anybody gets to see."""

from __future__ import annotations

import ctypes
import logging
import pprint
import re
import subprocess
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

import places
from places import _ffi

from checking import Findings
from ops import program
from services import Seen, Server, Silence, answer, backends, client_for, empty_answer
from tree import COMMAND


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    key = case["key"]
    for name in case.keys() - {"op", "key", "scenarios", "backends", "backend", "note"}:
        findings.unknown(name, "key of input")
    for name in expected.keys() - {
        "key_or_its_percent_encoding_found_anywhere",
        "key_found_anywhere",
        "new_backend_request_line_contains_key",
        "requests_to_other_hosts",
        "note",
    }:
        findings.unknown(name)
    allowed = expected.get("key_or_its_percent_encoding_found_anywhere", expected.get("key_found_anywhere", False))
    for scenario in case["scenarios"]:
        chosen = next((run for words, run in _SCENARIOS if re.search(words, scenario, re.I)), None)
        if chosen is None:
            findings.unknown(scenario, "scenario")
            continue
        for backend in backends(case):
            texts: dict[str, str] = {}
            lines: list[str] = []
            chosen(key, backend, texts, lines)
            for where, text in texts.items():
                found = holds_key(key, text)
                findings.check(f"{backend}, {scenario}: {where}", found == allowed, "no key", text)
            findings.check(f"{backend}, {scenario}: something was said", bool(texts), "texts", texts)
            if backend == "new" and "new_backend_request_line_contains_key" in expected:
                wanted = expected["new_backend_request_line_contains_key"]
                for line in lines:
                    findings.check(f"{scenario}: request line", (key in unquote(line)) == wanted, wanted, line)
            if re.search(r"redirect|other host", scenario, re.I):
                findings.check(f"{backend}, {scenario}: other host", not texts.get("other host"), "nothing", texts)


def holds_key(key: str, text: str) -> bool:
    forms = {key, quote(key, safe=""), quote(key), key.encode().hex()}
    return any(form in text for form in forms) or key in unquote(text)


# Texts that anybody may get to see --------------------------------------------------------------------------------


def describe(error: BaseException, texts: dict[str, str]) -> None:
    """Everything that an error says, in Python and as JSON of C."""
    texts["str(error)"] = str(error)
    texts["repr(error)"] = repr(error)
    texts["error's attributes"] = pprint.pformat(vars(error))
    texts["error's causes"] = f"{error.__cause__!r} {error.__context__!r} {error.args!r}"


def _ask(
    url: str, key: str, backend: str, texts: dict[str, str], *, timeout: float = 5.0, describes: bool = False
) -> None:
    """Both calls, at the most verbose level."""
    log: list[str] = []
    with client_for(
        url, backend, api_key=key, timeout=timeout, retries=1, log=lambda level, line: log.append(f"{level} {line}")
    ) as client:
        for name, submit in (
            ("autocomplete", lambda: client.suggest("secret of mine")),
            ("details", lambda: client.place("p", fields="id,displayName")),
        ):
            found: dict[str, str] = {}
            try:
                value = submit()
                found["answer"] = repr(value)
            except places.PlacesError as error:
                describe(error, found)
            texts.update({f"{name}: {where}": text for where, text in found.items()})
        if describes:
            texts["repr(client)"] = f"{client!r} {client} {vars(client)!r} {vars(client._open())!r}"
    texts["log"] = "\n".join(log)


def _answering(status: int, body: Callable[[Seen], str], content_type: str) -> Callable[..., None]:
    def scenario(key: str, backend: str, texts: dict[str, str], lines: list[str]) -> None:
        def script(seen: Seen) -> Any:
            return answer(status, body(seen), content_type)

        with Server(script=script) as server:
            _ask(server.url, key, backend, texts)
            lines += [seen.target for seen in server.seen]

    return scenario


def _repeats(seen: Seen) -> str:
    """A body that gives back all that came, the key in it."""
    headers = " ".join(f"{name}: {value}" for name, value in seen.headers.items())
    return (
        '{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "refused: http://service'
        + seen.target
        + " "
        + headers.replace('"', "'")
        + '"}, "status": "REQUEST_DENIED", "error_message": "refused: '
        + seen.target
        + " "
        + headers.replace('"', "'")
        + '"}'
    )


def _refused(key: str, backend: str, texts: dict[str, str], lines: list[str]) -> None:
    with Server() as gone:
        pass
    _ask(gone.url, key, backend, texts)


def _timeout(key: str, backend: str, texts: dict[str, str], lines: list[str]) -> None:
    with Server(script=lambda seen: [Silence()]) as server:
        _ask(server.url, key, backend, texts, timeout=0.3)
        lines += [seen.target for seen in server.seen]


def _verbose(key: str, backend: str, texts: dict[str, str], lines: list[str]) -> None:
    with Server(script=empty_answer) as server:
        _ask(server.url, key, backend, texts)
        lines += [seen.target for seen in server.seen]
        with client_for(server.url, backend, api_key=key, log=_logger(texts)) as client:
            client.suggest("a")


def _logger(texts: dict[str, str]) -> logging.Logger:
    logger = logging.getLogger("places.cases")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            texts["logging"] = texts.get("logging", "") + f"{record.getMessage()} {record.__dict__!r}\n"

    logger.handlers = [Keep()]
    return logger


def _redirect(key: str, backend: str, texts: dict[str, str], lines: list[str]) -> None:
    """To another host the key does not go, nor to this one's other port."""
    with Server(script=empty_answer) as other:

        def script(seen: Seen) -> Any:
            return answer(302, "", headers={"Location": f"http://127.0.0.1:{other.port}{seen.target}"})

        with Server(script=script) as server:
            _ask(server.url, key, backend, texts)
            lines += [seen.target for seen in server.seen]
        texts["other host"] = "".join(f"{seen.target} {seen.headers}" for seen in other.seen)


def _describe_everywhere(key: str, backend: str, texts: dict[str, str], lines: list[str]) -> None:
    """Python's clients, the C++ and C programs, and the command."""
    with Server(script=empty_answer) as server:
        _ask(server.url, key, backend, texts, describes=True)
        service = places.Service(name="google" if backend == "new" else "google-legacy", api_key=key)
        texts["repr(service)"] = f"{service!r} {service}"
        future = None
        with client_for(server.url, backend, api_key=key) as client:
            future = client.submit("a")
            future.result(5)
            texts["repr(future)"] = f"{future!r}"
        name = "--google" if backend == "new" else "--google-legacy"
        for arguments in (
            ["suggest", name, "--endpoint", server.url, "abc"],
            ["suggest", name, "--endpoint", "::", "a"],
        ):
            done = subprocess.run(
                [COMMAND, *arguments],
                capture_output=True,
                encoding="utf-8",
                env={"PATH": "/usr/bin:/bin", "PLACES_API_KEY": key, "HOME": "/nonexistent"},
                timeout=30,
            )
            texts[f"command {' '.join(arguments[2:])}"] = done.stdout + done.stderr
        texts["C"] = _from_c(server.url, key, backend)
        if output := program.describe_in_cpp(server.url, key, backend):
            texts["C++"] = output
        lines += [seen.target for seen in server.seen]


def _from_c(url: str, key: str, backend: str) -> str:
    """What C says of options that it refuses with the key set."""
    options = _ffi.client_options_new()
    said = []
    try:
        _ffi.client_options_set_service(options, b"google" if backend == "new" else b"google-legacy")
        _ffi.client_options_set_api_key(options, key.encode())
        for bad in (key.encode() + b"\n", key.encode() + b"\xff", b"x" * 100 + key.encode() * 200):
            try:
                _ffi.client_options_set_api_key(options, bad)
                _ffi.client_new(options, ctypes.c_void_p())
            except places.PlacesError as error:
                said.append(f"{error} {error.advice} {error.field}")
    finally:
        _ffi.client_options_free(options)
    return "refusals: " + " ".join(said)


#: By what a scenario's words say; the first that fits.
_SCENARIOS: list[tuple[str, Callable[..., None]]] = [
    (r"connection refused|nobody listens|unreachable", _refused),
    (r"repeats|echo|quotes", _answering(403, _repeats, "application/json")),
    (r"redirect|other host", _redirect),
    (r"HTTP 404|not found", _answering(404, lambda seen: "<html><body>Not found</body></html>", "text/html")),
    (r"HTTP 5\d\d|server error", _answering(500, lambda seen: "<html>" + seen.target + "</html>", "text/html")),
    (r"HTTP 4\d\d", _answering(403, _repeats, "application/json")),
    (r"timeout|never answer|timed out", _timeout),
    (r"malformed|not JSON|bad JSON|truncated", _answering(200, lambda seen: '{"suggestions": [', "application/json")),
    (r"log level|verbose|debug log|logging", _verbose),
    (r"describe|print|dump|repr|description", _describe_everywhere),
    (r"success|ok|plain request", _verbose),
]
