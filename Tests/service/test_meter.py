"""What the meter has counted is what the service saw, whatever people do."""

from __future__ import annotations

import random
import time

import places
import pytest

from conftest import make_client
from loopback import Script, Seen, Server, answer

ROWS = {"suggestions": [{"placePrediction": {"placeId": "p", "text": {"text": "Place"}}}]}
UNAVAILABLE = {"error": {"code": 503, "status": "UNAVAILABLE", "message": "busy"}}


def token(seen: Seen) -> object:
    if seen.method == "GET":
        return seen.query.get("sessionToken")
    body = seen.json
    return body.get("sessionToken") if isinstance(body, dict) else None


def wait_until_quiet(table: places.Table) -> None:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        state = table.state
        if not state.is_loading and not state.is_picking:
            return
        time.sleep(0.001)
    pytest.fail("the table is still busy after ten seconds")


@pytest.mark.parametrize("service", ["google", "google-legacy"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_sums_are_those_of_the_server(service: str, seed: int) -> None:
    dice = random.Random(seed)
    is_legacy = service == "google-legacy"

    def works(seen: Seen) -> Script:
        if "autocomplete" in seen.path:
            if dice.random() < 0.1:
                return answer(503, UNAVAILABLE)
            legacy = {"status": "OK", "predictions": [{"place_id": "p", "description": "Place"}]}
            return answer(200, legacy if is_legacy else ROWS)
        return answer(200, {"status": "OK", "result": {"place_id": "p"}} if is_legacy else {"id": "p"})

    picked = 0
    with Server(script=works) as server, make_client(server, service, retries=0) as client:
        with client.table() as table:
            table.set_mode(places.TypingMode.THROTTLE, 0)
            table.set_fields("id")
            text = ""
            for _ in range(150):
                text = text[:-1] if text and dice.random() < 0.3 else text + dice.choice("abc ")
                table.set_text(text)
                wait_until_quiet(table)
                if table.state.rows and table.state.is_current and dice.random() < 0.2:
                    table.select(0)
                    time.sleep(0.005)
                    wait_until_quiet(table)
                    picked += 1
                    text = ""
        counts = client.meter()
        seen = list(server.seen)
    name = "sessiontoken" if is_legacy else "sessionToken"
    asked = [one for one in seen if "autocomplete" in one.path]
    details = [one for one in seen if "autocomplete" not in one.path]
    tokens = [one.query.get(name) if is_legacy else token(one) for one in seen]
    assert picked > 3
    assert counts.autocomplete == len(asked) > 50
    assert counts.details == len(details) == picked
    assert counts.with_token == sum(one is not None for one in tokens)
    assert counts.tokens_reused == 0
    assert counts.cancelled == 0
    # One details call a token, and nothing of it afterwards.
    ended: set[object] = set()
    for one, its in zip(seen, tokens):
        assert its is None or its not in ended
        if one in details:
            ended.add(its)
