"""Bare `places` on a service: what the table data source under it does for a person, and what the service sees."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from conftest import KEY, ROOT
from loopback import Script, Seen, Server, Silence, answer

sys.path.insert(0, str(ROOT / "Tests" / "cli"))

from terminal import Terminal

Start = Callable[[Server], Terminal]


def row(identity: str, name: str, rest: str) -> dict[str, object]:
    texts = {"mainText": {"text": name, "matches": [{"endOffset": 2}]}, "secondaryText": {"text": rest}}
    prediction = {"placeId": identity, "text": {"text": f"{name}, {rest}"}, "structuredFormat": texts}
    return {"placePrediction": prediction}


ROWS = {"suggestions": [row("a", "Alpha", "Beta"), row("b", "Albion", "Gamma")]}
UNAVAILABLE = {"error": {"code": 503, "status": "UNAVAILABLE", "message": "busy"}}


def works(seen: Seen) -> Script:
    if seen.method == "POST":
        return answer(200, ROWS)
    return answer(200, {"id": seen.path.rsplit("/", 1)[1], "displayName": {"text": "The place"}})


@pytest.fixture
def start() -> Iterator[Start]:
    opened: list[Terminal] = []

    def on(server: Server) -> Terminal:
        env = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "TERM": "xterm", "PLACES_API_KEY": KEY, "TZ": "UTC"}
        opened.append(Terminal([str(ROOT / "build" / "places"), "--google", "--endpoint", server.url], env))
        opened[-1].wait_for("Type a place")
        return opened[-1]

    yield on
    for one in opened:
        one.close()


def token(seen: Seen) -> object:
    if seen.method == "GET":
        return seen.query.get("sessionToken")
    body = seen.json
    return body.get("sessionToken") if isinstance(body, dict) else None


def requests(server: Server, kind: str) -> list[Seen]:
    return [seen for seen in server.seen if kind in seen.path]


def test_one_session_from_the_first_letter_to_the_place(start: Start) -> None:
    with Server(script=works) as server:
        shown = start(server)
        shown.type("a")
        shown.wait_for("* Alpha")
        assert shown.bold[2] == "Al" and "Powered by Google" in "\n".join(shown.lines)
        shown.type("lphabet")
        shown.wait_until(lambda: server.seen[-1].json["input"] == "alphabet")  # type: ignore[index]
        shown.wait_for("* Alpha")
        shown.type("\033[B")
        shown.wait_for("* Albion")
        shown.type("\r")
        shown.wait_for("The place")
        # Seven letters in one burst are not seven requests.
        asked = requests(server, ":autocomplete")
        assert len(asked) == 2
        [details] = [seen for seen in server.seen if seen.method == "GET"]
        assert details.path.endswith("/b") and details.headers["x-goog-fieldmask"] == "*"
        first = token(details)
        assert first and {token(seen) for seen in asked} == {first}
        # Back at the list, the mark is where it was, and another session has begun.
        shown.type("\033")
        shown.wait_for("* Albion")
        shown.type("\033[A\r")
        shown.wait_for("The place")
        assert [seen.path[-2:] for seen in server.seen if seen.method == "GET"] == ["/b", "/a"]
        assert token(server.seen[-1]) not in (None, first)


def test_trying_again(start: Start) -> None:
    broken = threading.Event()
    broken.set()

    def script(seen: Seen) -> Script:
        return answer(503, UNAVAILABLE) if broken.is_set() else works(seen)

    with Server(script=script) as server:
        shown = start(server)
        shown.type("al")
        shown.wait_for("Enter: try again", 20)
        broken.clear()
        shown.type("\r")
        shown.wait_for("* Alpha")
        broken.set()
        shown.type("\033[B\r")
        # The list stays, and the place that could not be had is asked for again.
        shown.wait_for("Enter: try again", 20)
        assert "* Albion" in "\n".join(shown.lines)
        broken.clear()
        shown.type("\r")
        shown.wait_for("The place")
        assert server.seen[-1].path.endswith("/b")


def test_what_cannot_be_mended_is_said(start: Start) -> None:
    error = {"code": 403, "status": "PERMISSION_DENIED", "message": "The key is not allowed"}
    with Server(answers=[answer(403, {"error": error})]) as server:
        shown = start(server)
        shown.type("al")
        shown.wait_for("key")
        assert "try again" not in "\n".join(shown.lines)


def test_the_way_on_when_nothing_is_found(start: Start) -> None:
    def script(seen: Seen) -> Script:
        if seen.path.endswith(":searchText"):
            return answer(200, {"places": [{"id": "s", "displayName": {"text": "The place"}}]})
        return answer(200, {})

    with Server(script=script) as server:
        shown = start(server)
        shown.type("qqq")
        shown.wait_for("* Search for: qqq")
        assert "No place found." in "\n".join(shown.lines)
        shown.type("\r")
        shown.wait_for("displayName.text")
        assert len(requests(server, ":searchText")) == 1


def test_waiting_is_shown_and_can_be_left(start: Start) -> None:
    with Server(answers=[[Silence()]]) as server:
        shown = start(server)
        shown.type("al")
        shown.wait_for("Searching...")
        shown.type("\033")
        assert shown.wait_exit() == 0


def test_who_types_on_gets_no_details(start: Start) -> None:
    def script(seen: Seen) -> Script:
        return [0.5, *works(seen)] if seen.method == "GET" else works(seen)

    with Server(script=script) as server:
        shown = start(server)
        shown.type("al")
        shown.wait_for("* Alpha")
        shown.type("\r")
        shown.wait_for("Fetching details...")
        shown.type("b")
        shown.wait_until(lambda: shown.lines[0] == "> alb" and "Fetching" not in "\n".join(shown.lines))
        shown.wait_for("* Alpha")
        assert "The place" not in "\n".join(shown.lines)
