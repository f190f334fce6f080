"""The command line on a service."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from conftest import KEY, ROOT
from loopback import Script, Seen, Server, answer

PLACES = ROOT / "build" / "places"
ROW = {"placePrediction": {"placeId": "a", "text": {"text": "Alpha, Beta"}, "types": ["cafe"]}}
ROW["placePrediction"]["structuredFormat"] = {"mainText": {"text": "Alpha"}, "secondaryText": {"text": "Beta"}}  # type: ignore[index]
LEGACY = {"status": "OK", "predictions": [{"description": "Alpha", "place_id": "a"}]}


def script(seen: Seen) -> Script:
    if seen.path.startswith("/maps/"):
        return answer(200, LEGACY)
    if seen.method == "POST":
        return answer(200, {"suggestions": [ROW]})
    if seen.path.endswith("/gone"):
        return answer(404, {"error": {"code": 404, "status": "NOT_FOUND", "message": "no such place"}})
    return answer(200, {"id": "a", "displayName": {"text": "Alpha"}, "newMember": {"x": [1]}})


def run(*arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **variables}
    return subprocess.run(
        [str(PLACES), *arguments], input=stdin, capture_output=True, encoding="utf-8", env=env, timeout=60
    )


def test_suggestions() -> None:
    with Server(script=script) as server:
        done = run("suggest", "--google", "--endpoint", server.url, "al", PLACES_API_KEY=KEY)
        assert done.returncode == 0 and "Alpha" in done.stdout, done.stderr
        assert server.seen[0].headers["x-goog-api-key"] == KEY
        assert server.seen[0].headers["user-agent"].startswith("places-cli libplaces/")
        done = run("suggest", "--google-legacy", "--endpoint", server.url, "al", PLACES_API_KEY=KEY)
        assert done.returncode == 0 and "Alpha" in done.stdout
        assert server.seen[1].query["key"] == KEY


def test_batches() -> None:
    with Server(script=script) as server:
        service = ("--google", "--endpoint", server.url)
        done = run("suggest", *service, "--batch", stdin='{"input": "al"}\n{"wrong": 1}\n')
        first, second = map(json.loads, done.stdout.splitlines())
        assert first["suggestions"][0]["placePrediction"]["placeId"] == "a" and second["error"]["code"] == 400
        done = run("place", *service, "--fields", "*", "--batch", stdin="a\ngone\n")
        first, second = map(json.loads, done.stdout.splitlines())
        assert first == {"id": "a", "displayName": {"text": "Alpha"}, "newMember": {"x": [1]}}
        assert second["error"]["status"] == "NOT_FOUND" and server.seen[-1].headers["x-goog-fieldmask"] == "*"


def test_the_key_comes_from_a_file(tmp_path: Path) -> None:
    key_file = tmp_path / "key"
    key_file.write_text(f"  {KEY}\nsomething else\n")
    with Server(script=script) as server:
        done = run("place", "--google", "--endpoint", server.url, "--key-file", str(key_file), "a", PLACES_API_KEY="no")
        assert done.returncode == 0 and server.seen[0].headers["x-goog-api-key"] == KEY
    key_file.write_text("\n")
    done = run("suggest", "--google", "--key-file", str(key_file), "al")
    assert done.returncode == 3 and "no key" in done.stderr
    done = run("suggest", "--google", "--key-file", "/nowhere/key", "al")
    assert done.returncode == 3 and "/nowhere/key" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("suggest", "--google", "--index", "x.places", "al"), "--index"),
        (("suggest", "--endpoint", "http://x", "al"), "--google"),
        (("place", "--key-file", "x", "id"), "--google"),
    ],
)
def test_what_does_not_go_together(arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and words in done.stderr


def test_without_a_key() -> None:
    done = run("suggest", "--google", "al")
    assert done.returncode == 3 and "PLACES_API_KEY" in done.stderr and not done.stdout


def test_an_endpoint_that_is_no_address() -> None:
    done = run("suggest", "--google", "--endpoint", "ftp://x", "al", PLACES_API_KEY=KEY)
    assert done.returncode != 0 and "ftp://x" in done.stderr


def test_failures_do_not_show_the_key() -> None:
    def refuse(seen: Seen) -> Script:
        words = f"API key not valid: {seen.target} {seen.headers.get('x-goog-api-key', '')}"
        return answer(400, {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": words}})

    with Server(script=refuse) as server:
        for name in ("--google", "--google-legacy"):
            done = run("suggest", name, "--endpoint", server.url, "al", PLACES_API_KEY=KEY)
            assert done.returncode == 3 and "not valid" in done.stderr and KEY not in done.stderr + done.stdout
