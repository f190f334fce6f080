"""inputs: texts that a field may hold, given to autocomplete, and to a fetcher. inputs_bytes: the same from raw bytes,
through the C interface."""

from __future__ import annotations

import ctypes
import unicodedata
from typing import Any

import places
from places import _ffi

import outcomes
from checking import CannotApply, Findings
from codes import code_of, means
from driver import Fetcher
from params import mode_of
from services import Outcome, Seen, Server, backends, call, client_for, empty_answer, input_of
from words import clauses


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    known = {"server_requests", "each", "single_request", "results", "note", "requests", "sent_texts", "request_texts"}
    for key in expected.keys() - known:
        findings.unknown(key)
    through = case.get("through", "both")
    for backend in backends(case):
        if through in ("fetcher", "both") or ("each" in expected and through != "autocomplete"):
            _through_fetcher(case, expected, findings, backend)
        single = expected.get("single_request", expected.get("each") if through == "autocomplete" else None)
        if single is not None:
            _single(case["inputs"], single, findings, backend)
        if "results" in expected and through != "fetcher":
            for text, wanted in zip(case["inputs"], expected["results"]):
                _single([text], wanted, findings, backend)


def _through_fetcher(case: dict[str, Any], expected: dict[str, Any], findings: Findings, backend: str) -> None:
    with Server(script=empty_answer) as server, client_for(server.url, backend) as client:
        for number, text in enumerate(case["inputs"]):
            before = len(server.seen)
            with Fetcher(client, debounce_ms=0) as fetcher:
                outcome = _typed(fetcher, text)
            outcome.seen = server.seen[before:]
            wanted = expected.get("each")
            if "results" in expected and case.get("through") == "fetcher":
                wanted = expected["results"][number]
            if wanted is not None:
                if isinstance(wanted, str):
                    wanted = {"ok": True} if wanted == "ok" else {"error": wanted}
                outcomes.check(findings, wanted, outcome, f"{backend}, fetcher, {text[:20]!r}: ")
        requests = expected.get("server_requests", expected.get("requests"))
        if requests is not None:
            texts = [input_of(seen) for seen in server.seen]
            findings.check(f"{backend}: server_requests", len(texts) == requests, requests, texts)
        for key in ("sent_texts", "request_texts"):
            if key in expected:
                texts = [input_of(seen) for seen in server.seen]
                findings.check(f"{backend}: {key}", texts == expected[key], expected[key], texts)


def _typed(fetcher: Fetcher, text: str) -> Outcome:
    """What a fetcher tells of one text."""
    outcome = Outcome()
    try:
        fetcher.set_text(text)
    except (places.PlacesError, ValueError) as error:
        outcome.error = error
        return outcome
    if not fetcher.wait(lambda: bool(fetcher.delivered or fetcher.failures), 3):
        outcome.error = TimeoutError("nothing was delivered within 3 s")
        return outcome
    if fetcher.failures:
        outcome.error = fetcher.failures[-1]
    else:
        outcome.value = fetcher.delivered[-1].rows
    outcome.callbacks = len(fetcher.delivered) + len(fetcher.failures)
    return outcome


def _single(texts: list[str], expected: Any, findings: Findings, backend: str) -> None:
    for text in texts:
        with Server(script=empty_answer) as server, client_for(server.url, backend) as client:
            outcome = call(client.submit, places.Request(text, mode=mode_of(backend)))
            outcome.seen = list(server.seen)
        where = f"{backend}, single request, {text[:20]!r}: "
        if isinstance(expected, dict):
            outcomes.check(findings, expected, outcome, where)
        elif outcome.error is None:
            # Punctuation alone is text; there is just nothing that matches it.
            holds = expected == "ok" or (expected == "invalid_argument" and _is_punctuation(text) and not outcome.value)
            findings.check(where, holds, expected, f"{len(outcome.value)} rows")
        else:
            findings.check(where, means(expected, code_of(outcome.error)), expected, str(outcome.error))
            findings.check(f"{where}requests", not server.seen, 0, len(server.seen))


def _is_punctuation(text: str) -> bool:
    stripped = [character for character in text if not character.isspace()]
    return bool(stripped) and all(unicodedata.category(character)[0] in "PS" for character in stripped)


# Bytes ------------------------------------------------------------------------------------------------------------


def run_bytes(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    known = {"each", "results", "note", "server_requests"}
    for key in expected.keys() - known:
        findings.unknown(key)
    for number, text in enumerate(case.get("inputs_hex") or case["inputs"]):
        wanted = expected["results"][number] if "results" in expected else expected.get("each")
        _bytes(bytes.fromhex(text), str(wanted), findings)


def _bytes(raw: bytes, expected: str, findings: Findings) -> None:
    parts = clauses(expected)
    allows_repair = any("FFFD" in part.upper() for part in parts)
    for entry, submit in _ENTRIES.items():
        # A NUL ends a text that comes without its length; there is nothing to be seen behind it.
        if b"\0" in raw and entry not in _WITH_LENGTH:
            continue
        with Server(script=empty_answer) as server, client_for(server.url, "new") as client:
            try:
                submit(client, raw)
            except places.PlacesError as error:
                findings.check(f"{raw.hex()} {entry}", means(expected, code_of(error)), expected, str(error))
            else:
                texts = [input_of(seen) for seen in _well_formed(server.seen, findings, entry)]
                repaired = allows_repair and bool(texts) and all("\ufffd" in (text or "") for text in texts)
                findings.check(
                    f"{raw.hex()} {entry}", repaired or expected == "ok", expected, f"accepted, sent {texts}"
                )
            _well_formed(server.seen, findings, entry)


def _well_formed(seen: list[Seen], findings: Findings, entry: str) -> list[Seen]:
    for request in seen:
        try:
            request.body.decode()
            request.target.encode("ascii")
        except UnicodeError:
            findings.check(f"{entry}: no malformed request", False, "well-formed", repr(request.body))
    return seen


def _autocomplete(client: places.Client, raw: bytes, length: int) -> None:
    request = _ffi.request_new()
    try:
        _ffi.request_set_query(request, raw, length)
        with client._open() as address:
            out = ctypes.c_void_p()
            _ffi.client_autocomplete_wait(address, request, 5000, out)
            _ffi.result_release(out)
    finally:
        _ffi.request_free(request)


def _place(client: places.Client, raw: bytes) -> None:
    request = _ffi.place_request_new()
    try:
        _ffi.place_request_set_place_id(request, raw)
    finally:
        _ffi.place_request_free(request)


def _filter(client: places.Client, raw: bytes) -> None:
    filter_ = _ffi.filter_new()
    try:
        _ffi.filter_set_language(filter_, raw)
    finally:
        _ffi.filter_free(filter_)


def _fetcher(client: places.Client, raw: bytes) -> None:
    with Fetcher(client, debounce_ms=0) as fetcher:
        fetcher.set_raw(raw)
        fetcher.wait(lambda: bool(fetcher.delivered or fetcher.failures), 3)


_ENTRIES = {
    "as a query": lambda client, raw: _autocomplete(client, raw, len(raw)),
    "as a query that ends with NUL": lambda client, raw: _autocomplete(client, raw, _ffi.NUL_TERMINATED),
    "as a fetcher's text": _fetcher,
    "as a place ID": _place,
    "as a language": _filter,
}
_WITH_LENGTH = ("as a query", "as a fetcher's text")

__all__ = ["CannotApply", "run", "run_bytes"]
