"""Clients on a loopback server, for both of Google's services, and what such a server saw."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import places
from loopback import Close, Reset, Script, Seen, Server, Silence, answer

KEY = "TESTKEY-0123456789-abcdefXYZ"
NAMES = {"new": "google", "legacy": "google-legacy"}
#: An answer of each service with nothing in it.
NOTHING: dict[str, dict[str, Any]] = {"new": {}, "legacy": {"status": "ZERO_RESULTS", "predictions": []}}


def backends(case: dict[str, Any]) -> list[str]:
    named = case.get("backends") or case.get("backend") or ["new", "legacy"]
    return [named] if isinstance(named, str) else list(named)


def client_for(url: str, backend: str, **options: Any) -> places.Client:
    log, level = options.pop("log", None), options.pop("log_level", places.LogLevel.DEBUG)
    settings = {"api_key": KEY, "base_url": url, "timeout": 5.0, **options}
    return places.Client(service=places.Service(NAMES[backend], **settings), log=log, log_level=level)


def is_details(seen: Seen) -> bool:
    path = seen.path
    return "/details" in path or (seen.method == "GET" and "/v1/places/" in path)


def empty_answer(seen: Seen) -> Script:
    """What either service says to a request when it has found nothing, or the place that was asked for."""
    if is_details(seen):
        identifier = detail_id(seen)
        if "/maps/api/" in seen.path or seen.path.endswith("/json"):
            return answer(200, {"status": "OK", "result": {"place_id": identifier, "name": identifier}})
        return answer(200, {"id": identifier, "displayName": {"text": identifier}})
    return answer(200, NOTHING["legacy" if seen.method == "GET" else "new"])


def detail_id(seen: Seen) -> str:
    query = seen.query
    return query.get("place_id") or query.get("placeid") or unquote(seen.path.rsplit("/", 1)[-1])


def input_of(seen: Seen) -> str | None:
    """The text of an autocomplete request, either service's."""
    if is_details(seen):
        return None
    if seen.method == "GET":
        return seen.query.get("input")
    try:
        body = seen.json
    except ValueError:
        return None
    return body.get("input") if isinstance(body, dict) else None


def token_of(seen: Seen) -> str | None:
    if seen.method == "POST":
        body = seen.json
        return body.get("sessionToken") if isinstance(body, dict) else None
    query = seen.query
    return query.get("sessionToken") or query.get("sessiontoken")


def rows_answer(backend: str, names: list[str]) -> dict[str, Any]:
    """An autocomplete answer whose rows are these names; each is its own place ID."""
    if backend == "legacy":
        return {
            "status": "OK" if names else "ZERO_RESULTS",
            "predictions": [
                {
                    "place_id": name,
                    "description": name,
                    "structured_formatting": {"main_text": name},
                    "types": ["locality"],
                }
                for name in names
            ],
        }
    return (
        {
            "suggestions": [
                {
                    "placePrediction": {
                        "placeId": name,
                        "text": {"text": name},
                        "structuredFormat": {"mainText": {"text": name}},
                        "types": ["locality"],
                    }
                }
                for name in names
            ]
        }
        if names
        else {}
    )


@dataclass
class Outcome:
    """What a caller got of one call, whatever it was."""

    value: Any = None
    error: BaseException | None = None
    elapsed_ms: float = 0
    callbacks: int = 0
    #: What the server saw of it.
    seen: list[Seen] = field(default_factory=list)
    #: All lines of the log meanwhile.
    log: list[str] = field(default_factory=list)
    #: The body that the server sent, where it was text.
    body: str = ""
    backend: str = ""

    @property
    def message(self) -> str:
        return "" if self.error is None else str(self.error)


def call(
    submit: Callable[..., places.RequestFuture[Any]], *arguments: Any, patience: float = 30, **options: Any
) -> Outcome:
    """Makes a call with a callback, waits for it, and a little longer for one that would be too many."""
    outcome = Outcome()
    done = threading.Event()
    started = time.monotonic()

    def callback(value: Any, error: BaseException | None) -> None:
        outcome.callbacks += 1
        outcome.value, outcome.error = value, error
        outcome.elapsed_ms = (time.monotonic() - started) * 1000
        done.set()

    try:
        submit(*arguments, callback, **options)
    except Exception as error:
        outcome.error = error
        outcome.elapsed_ms = (time.monotonic() - started) * 1000
        return outcome
    if not done.wait(patience):
        outcome.error = TimeoutError(f"no callback within {patience} s")
        outcome.elapsed_ms = patience * 1000
    return outcome


def decoded_query(seen: Seen) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(seen.target).query, keep_blank_values=True))


_files: list[tempfile.TemporaryDirectory[str]] = []


def folder() -> Path:
    """A folder that goes with the process."""
    made = tempfile.TemporaryDirectory(prefix="places-cases-")
    _files.append(made)
    return Path(made.name)


def body_text(body: Any) -> str:
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)


__all__ = ["KEY", "Close", "Outcome", "Reset", "Server", "Silence", "answer", "call", "client_for"]
