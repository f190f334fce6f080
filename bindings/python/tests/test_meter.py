"""The meter and the adviser.

1. The counters are those of the header, and count what a service was asked.
2. The adviser compares the three ways as docs/costs.md says.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT, Ear, Web
from test_ffi import _without_end, enumerators

import places
from places.meter import COUNTERS

OLDER = places.Prices(autocomplete_request=0.00283, autocomplete_session=0.017, geocoding=0.005, details_essentials=0)


def test_counters_are_those_of_the_header() -> None:
    counters = _without_end(enumerators("PLACES_COUNT_"))
    assert {name.upper(): number for number, name in enumerate(COUNTERS)} == counters
    ways = _without_end(enumerators("PLACES_WAY_"))
    assert {way.name: way.value for way in places.BillingWay} == ways


def test_counts_what_the_service_was_asked(web: Web, ear: Ear) -> None:
    with places.Client(service=web.service) as client:
        assert client.meter().requests_per_pick is None
        assert client.meter() == places.Meter()
        with client.table(**ear.of("did_update", "did_autocomplete")) as table:
            table.set_mode(places.TypingMode.THROTTLE, 0)
            for text in ("ab", "abc", "ab"):
                table.set_text(text)
                state = ear.until("did_update", lambda state, text=text: state.text == text and state.is_current)  # type: ignore[misc]
            table.select(state.rows[0])
            ear.next("did_autocomplete")
        client.geocode("12 Street")
        client.search_text("nothing")
        meter = client.meter()
        asked = [kind for kind, _ in web.asked]
        assert meter.autocomplete == asked.count("suggest") == 2
        assert meter.details == asked.count("details") == meter.details_pro == 1
        assert meter.geocode == asked.count("geocode") == 1
        assert meter.text_search == asked.count("search") == 1
        assert (meter.with_token, meter.cache_hits, meter.tokens_reused) == (3, 1, 0)
        assert (meter.sessions_begun, meter.sessions_ended, meter.picks) == (1, 1, 1)
        assert (meter.characters_before_pick, meter.requests_per_pick) == (2, 2)
        written = json.loads(meter.to_json())
        assert written["requestsPerPick"] == 2
        assert written["detailsPro"] == 1
        assert len(written) == len(COUNTERS) + 1


def test_index_costs_nothing(client: places.Client) -> None:
    assert client.suggest("paris")
    meter = client.meter()
    assert (meter.autocomplete, meter.local) == (0, 1)


def test_four_requests_or_a_session() -> None:
    four = OLDER.advise("formattedAddress,location", 4)
    assert four.way is places.BillingWay.REQUESTS_GEOCODING
    assert four.costs[places.BillingWay.REQUESTS_GEOCODING] == pytest.approx(0.01632)
    assert four.costs[places.BillingWay.SESSION_BASIC] == pytest.approx(0.017)
    five = OLDER.advise(["formattedAddress", "location"], 5)
    assert five.way is places.BillingWay.SESSION_BASIC
    more = places.Prices({"autocomplete_session": 0.017, "details_enterprise": 0.02}).advise("rating", 1)
    assert more.way is places.BillingWay.SESSION_DETAILS
    assert more.costs[places.BillingWay.REQUESTS_GEOCODING] is None


def test_example_prices_can_be_read() -> None:
    tables = json.loads(Path(ROOT, "examples/prices-2026.json").read_text())["tables"]
    for table in tables:
        advice = places.Prices(table["prices"]).advise("formattedAddress,location", 2)
        known = [cost for cost in advice.costs.values() if cost is not None]
        assert len(known) == 3
        assert advice.costs[advice.way] == min(known)


def test_refused() -> None:
    with pytest.raises(places.InvalidRequestError):
        places.Prices(no_such_price=1)
    for price in (-1, float("nan"), float("inf")):
        with pytest.raises(places.InvalidRequestError):
            places.Prices(geocoding=price)
    with pytest.raises(places.InvalidRequestError):
        places.Prices().advise("location", 2)
    for requests in (None, -1, float("inf")):
        with pytest.raises(places.InvalidRequestError):
            OLDER.advise("formattedAddress,location", requests)
    with pytest.raises(places.InvalidRequestError):
        OLDER.advise("noSuchField", 2)


def test_closed(index_path: str) -> None:
    client = places.Client(index_path)
    client.close()
    with pytest.raises(RuntimeError, match="the client is closed"):
        client.meter()
