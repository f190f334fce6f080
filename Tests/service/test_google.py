"""Places API (New): requests as the service wants them, answers as it gives them, failures with what to do."""

from __future__ import annotations

import json
import locale
import subprocess
import time
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path

import places
import pytest

from conftest import KEY, ROOT, make_client
from loopback import Script, Seen, Server, Silence, answer

FIXTURES = ROOT / "Tests" / "Fixtures" / "wire"


def test_an_autocomplete_request() -> None:
    token = places.Token()
    with Server(answers=[answer(200, {})]) as server, make_client(server) as client:
        client.suggest(
            "Köln & Bonn/1",
            types=["restaurant", "cafe"],
            countries=["AT", "de", "UK"],
            bias=places.Circle((48.137154, 11.576124), 1500.5),
            origin=(48.1, 11.5),
            region="de",
            language="zh-Hant",
            input_offset=4,
            token=token,
            include_query_predictions=True,
            include_pure_service_area_businesses=True,
            include_future_opening_businesses=True,
        )
        [seen] = server.seen
    assert (seen.method, seen.target) == ("POST", "/v1/places:autocomplete")
    assert seen.headers["x-goog-api-key"] == KEY
    assert seen.headers["content-type"] == "application/json"
    assert seen.json == {
        "input": "Köln & Bonn/1",
        "locationBias": {"circle": {"center": {"latitude": 48.137154, "longitude": 11.576124}, "radius": 1500.5}},
        "includedPrimaryTypes": ["restaurant", "cafe"],
        "includedRegionCodes": ["at", "de", "gb"],
        "languageCode": "zh-Hant",
        "regionCode": "de",
        "origin": {"latitude": 48.1, "longitude": 11.5},
        "inputOffset": 4,
        "includeQueryPredictions": True,
        "sessionToken": str(token),
        "includePureServiceAreaBusinesses": True,
        "includeFutureOpeningBusinesses": True,
    }


def test_what_is_not_set_is_not_sent() -> None:
    with Server(answers=[answer(200, {})]) as server, make_client(server) as client:
        client.suggest("mar")
        assert server.seen[0].json == {"input": "mar"}


@pytest.mark.parametrize("name", ["de_DE", "fr_FR"])
def test_numbers_do_not_depend_on_the_locale(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Compiled here: a machine seldom has the locales that a test needs (Debian's package locales has their sources).
    full_name = f"{name}.UTF-8"
    subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(tmp_path / full_name)], check=True, capture_output=True)
    monkeypatch.setenv("LOCPATH", str(tmp_path))
    locale.setlocale(locale.LC_ALL, full_name)
    try:
        assert locale.localeconv()["decimal_point"] == ","
        for service in ("google", "google-legacy"):
            script = answer(200, {} if service == "google" else {"status": "OK", "predictions": []})
            with Server(answers=[script]) as server, make_client(server, service) as client:
                client.suggest("mar", bias=places.Circle((48.137154, 11.576124), 1500.5), origin=(48.1, 11.5))
                [seen] = server.seen
                if service == "google":
                    assert b'"latitude":48.137154' in seen.body and b"1500.5" in seen.body
                else:
                    assert seen.query["locationbias"] == "circle:1500.5@48.137154,11.576124"
                    assert seen.query["origin"] == "48.1,11.5"
    finally:
        locale.setlocale(locale.LC_ALL, "C")


def test_refusals_send_nothing() -> None:
    with Server(answers=[answer(200, {})]) as server, make_client(server) as client:
        for options, word in [
            ({"types": ["(regions)", "cafe"]}, "(regions)"),
            ({"types": ["cafe", "bar", "gym", "zoo", "spa", "bank"]}, "5"),
            ({"countries": ["Australia"]}, "Australia"),
            ({"countries": ["USA"]}, "USA"),
            ({"countries": ["xx1"]}, "xx1"),
            ({"countries": [""]}, "countr"),
        ]:
            with pytest.raises(places.InvalidRequestError, match=word.replace("(", r"\(").replace(")", r"\)")):
                client.suggest("gra", **options)  # type: ignore[arg-type]
        assert not server.seen
        client.suggest("gra", types=["cities"])
        client.suggest("gra", types=["a_type_of_next_year"])
        assert [seen.json["includedPrimaryTypes"] for seen in server.seen] == [  # type: ignore[index]
            ["(cities)"],
            ["a_type_of_next_year"],
        ]


def test_suggestions_are_the_services_in_number_order_and_place() -> None:
    rows = [{"placePrediction": {"placeId": str(n), "text": {"text": f"place {n}"}}} for n in range(5)]
    rows.insert(1, {"queryPrediction": {"text": {"text": "pizza near me"}}})  # type: ignore[dict-item]
    rows.insert(2, {"somethingNew": {"x": 1}})  # type: ignore[dict-item]
    far = places.Rectangle((0, 0), (1, 1))
    with Server(answers=[answer(200, {"suggestions": rows})]) as server, make_client(server) as client:
        assert [row.place_id for row in client.suggest("p", restriction=far, types=["zoo"])] == list("01234")
        assert [row.is_query for row in client.suggest("p", include_query_predictions=True)] == [
            False,
            True,
            False,
            False,
            False,
        ]
        assert len(client.suggest("p", limit=2)) == 2
        result = client.suggest("p")
        assert result.attributions == ("Powered by Google",)
        assert result[0].attribution == "Powered by Google"


def test_a_details_request() -> None:
    token = places.Token()
    body = {"id": "new-id", "name": "places/new-id", "unknownMember": {"deep": [1, None]}}
    with Server(answers=[answer(200, body)]) as server, make_client(server) as client:
        place = client.place(
            "ChIJ a/b?".replace(" ", ""),
            fields="displayName,location.latitude",
            token=token,
            language="de",
            region="AT",
        )
        client.place("x", fields="*")
        first, second = server.seen
    assert first.method == "GET" and first.path == "/v1/places/ChIJa%2Fb%3F"
    assert first.query == {"languageCode": "de", "regionCode": "at", "sessionToken": str(token)}
    assert first.headers["x-goog-fieldmask"] == "displayName,location.latitude,attributions"
    assert second.headers["x-goog-fieldmask"] == "*" and second.query == {}
    assert place.id == "new-id" and place.requested_id == "ChIJa/b?"
    assert place.resource == body, "a body passes through whole"


PLACE = {
    "name": "places/p",
    "id": "p",
    "displayName": {"text": "<img src=x onerror=alert(1)> Müller & Söhne", "languageCode": "de"},
    "types": ["cafe", "quantum_charging_hub"],
    "primaryType": "cafe",
    "businessStatus": "MOVED_TO_ORBIT",
    "rating": 4.5,
    "userRatingCount": 12,
    "priceLevel": "PRICE_LEVEL_MODERATE",
    "utcOffsetMinutes": 120,
    "timeZone": {"id": "Europe/Helsinki"},
    "location": {"latitude": 60.1},
    "photos": [
        {
            "name": "places/p/photos/ref",
            "widthPx": 10,
            "heightPx": 20,
            "authorAttributions": [{"displayName": "Ann", "uri": "//maps.google.com/ann"}],
        }
    ],
    "attributions": [
        {"provider": "Listings by <b>X &amp; Y</b>", "providerUri": "javascript:alert(1)"},
        {"provider": "Z", "providerUri": "https://example.org/"},
    ],
    "addressComponents": [
        {"longText": "4", "shortText": "4", "types": ["subpremise"]},
        {"longText": "Luthagen", "shortText": "L", "types": ["sublocality"]},
        {"longText": "Uppsala", "shortText": "U", "types": ["postal_town"]},
    ],
}


def test_a_place() -> None:
    with Server(answers=[answer(200, PLACE)]) as server, make_client(server) as client:
        place = client.place("p", fields="*")
    assert place.display_name == "<img src=x onerror=alert(1)> Müller & Söhne"
    assert place.types == ("cafe", "quantum_charging_hub") and place.get("businessStatus") == "MOVED_TO_ORBIT"
    assert place.location == (60.1, 0.0)
    assert place.address_part("city") == "Uppsala" and place.address_part("city", short=True) == "U"
    assert place.address_part("unit") == "4" and place.address_part("country") is None
    assert place.photo_names == ("places/p/photos/ref",)
    kind = places.CreditKind
    assert place.credits == (
        places.Credit(kind.SERVICE, "Powered by Google"),
        places.Credit(kind.PROVIDER, "Listings by X & Y"),
        places.Credit(kind.PROVIDER, "Z", "https://example.org/"),
        places.Credit(kind.PHOTO_AUTHOR, "Ann", "https://maps.google.com/ann", 0),
    )
    assert place.attribution.startswith("Powered by Google")


def test_a_place_without_anything() -> None:
    with Server(answers=[answer(200, {"id": "p2", "rating": "much", "types": None})]) as server:
        with make_client(server) as client:
            place = client.place("p2", fields="*")
    assert place.id == "p2" and place.display_name is None and place.location is None and place.types == ()
    assert place.is_open() is None and place.photo_names == ()


def hours(*periods: tuple[int, int, int, int]) -> dict[str, object]:
    return {
        "periods": [
            {"open": {"day": a, "hour": b, "minute": 0}, "close": {"day": c, "hour": d, "minute": 0}}
            for a, b, c, d in periods
        ]
    }


@pytest.mark.parametrize(
    ("at", "is_open"),
    [
        # Monday 9 to 17 in Helsinki: UTC+2 in winter, UTC+3 in summer.
        ("2026-01-12T06:59:00", False),
        ("2026-01-12T07:00:00", True),
        ("2026-01-12T14:59:59", True),
        ("2026-01-12T15:00:00", False),
        ("2026-07-13T06:00:00", True),
        ("2026-07-13T05:59:00", False),
        ("2026-07-13T14:00:00", False),
        # Saturday 22 to Sunday 4, over the end of the week.
        ("2026-01-10T20:00:00", True),
        ("2026-01-11T01:59:00", True),
        ("2026-01-11T02:00:00", False),
        # Far beyond the transitions of any file.
        ("2199-07-08T06:00:00", True),
    ],
)
def test_open_at_a_time(at: str, is_open: bool) -> None:
    body = {**PLACE, "businessStatus": "OPERATIONAL", "regularOpeningHours": hours((1, 9, 1, 17), (6, 22, 0, 4))}
    with Server(answers=[answer(200, body)]) as server, make_client(server) as client:
        place = client.place("p", fields="*")
    assert place.is_open(datetime.fromisoformat(at).replace(tzinfo=UTC)) is is_open


def test_open_always_never_for_now_and_on_special_days() -> None:
    date = {"year": 2026, "month": 12, "day": 24}
    always = {"periods": [{"open": {"day": 0, "hour": 0, "minute": 0}}]}
    special = {
        "periods": [
            {"open": {"day": 4, "hour": 9, "minute": 0, "date": date}, "close": {"day": 4, "hour": 12, "date": date}}
        ],
        "specialDays": [{"date": date}, {"date": {**date, "day": 25}}],
    }
    bodies = [
        {"regularOpeningHours": always},
        {"regularOpeningHours": {"periods": []}},
        {"regularOpeningHours": always, "businessStatus": "CLOSED_TEMPORARILY"},
        {"regularOpeningHours": always, "currentOpeningHours": special},
    ]
    script = [answer(200, {**PLACE, "businessStatus": "OPERATIONAL", **body}) for body in bodies]
    noon = datetime(2026, 12, 24, 11, 0, tzinfo=UTC)
    with Server(answers=script) as server, make_client(server) as client:  # type: ignore[arg-type]
        always_, never, closed, holiday = [client.place("p", fields="*") for _ in bodies]
    assert always_.is_open(noon) is True and never.is_open(noon) is False and closed.is_open(noon) is False
    assert holiday.is_open(noon) is False and holiday.is_open(noon.replace(hour=8)) is True
    assert holiday.is_open(noon.replace(day=25)) is False and holiday.is_open(noon.replace(day=27)) is True


def test_billing_tiers() -> None:
    tier = places.BillingTier
    assert places.billing_tier("id,photos") is tier.ESSENTIALS_IDS_ONLY
    assert places.billing_tier(["formattedAddress", "location.latitude"]) is tier.ESSENTIALS
    assert places.billing_tier("id,displayName") is tier.PRO
    assert places.billing_tier("displayName,rating") is tier.ENTERPRISE
    assert places.billing_tier("*") is tier.ENTERPRISE_ATMOSPHERE
    assert places.billing_tier("id,transitStation") is tier.UNKNOWN
    assert places.billing_tier("reviews,transitStation") is tier.ENTERPRISE_ATMOSPHERE
    with pytest.raises(places.InvalidRequestError):
        places.billing_tier("nonsense")


# Failures -------------------------------------------------------------------------------------------------------------


def error_cases() -> list[str]:
    return sorted(path.name for path in (FIXTURES / "errors").iterdir())


@pytest.mark.parametrize("name", error_cases())
def test_every_failure_of_the_table(name: str) -> None:
    """The wire's fixtures over the whole way: status, reason and words reach the caller, with advice."""
    folder = FIXTURES / "errors" / name
    head = json.loads((folder / "head.json").read_text())
    expected = json.loads((folder / "expected.json").read_text())
    status = head["httpStatus"]
    script = answer(status, (folder / "body.txt").read_bytes(), head.get("contentType", "application/json"))
    with Server(answers=[script]) as server, make_client(server) as client:
        with pytest.raises(places.PlacesError) as caught:
            client.suggest("al")
    error = caught.value
    assert error.status == expected["status"]
    assert error.http_status == status or error.http_status is None or status < 400
    assert error.message and KEY not in error.message


def failing(status: int, reason: str, message: str, http: int = 403, canonical: str = "PERMISSION_DENIED") -> Script:
    info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "domain": "googleapis.com"}
    return answer(http, {"error": {"code": http, "message": message, "status": canonical, "details": [info]}})


def test_failures_say_what_to_do() -> None:
    script = failing(403, "API_KEY_IOS_APP_BLOCKED", "Requests from this iOS client application <empty> are blocked.")
    with Server(answers=[script]) as server, make_client(server) as client:
        with pytest.raises(places.IncorrectBundleIdentifierError) as caught:
            client.suggest("al")
    error = caught.value
    assert (error.http_status, error.canonical_status) == (403, "PERMISSION_DENIED")
    assert error.reason == "API_KEY_IOS_APP_BLOCKED" and "<empty>" in error.message
    assert "X-Ios-Bundle-Identifier" in error.advice


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_is_handed_on_and_not_waited_for(form: str) -> None:
    value = "7" if form == "seconds" else formatdate(time.time() + 7, usegmt=True)
    script = answer(429, b"", headers={"Retry-After": value})
    with Server(answers=[script]) as server, make_client(server, retries=5) as client:
        begin = time.monotonic()
        with pytest.raises(places.RateLimitExceededError) as caught:
            client.place("p", fields="id")
        assert time.monotonic() - begin < 1 and len(server.seen) == 1
    assert caught.value.retry_after is not None and 5 <= caught.value.retry_after <= 8


def test_details_are_tried_again_and_autocomplete_is_not() -> None:
    busy, good = answer(503, b""), answer(200, {"id": "p"})
    with Server(answers=[busy, good]) as server, make_client(server) as client:
        assert client.place("p", fields="id").id == "p"
        assert len(server.seen) == 2
    with Server(answers=[busy]) as server, make_client(server, retries=2) as client:
        with pytest.raises(places.ServerError):
            client.place("p", fields="id")
        assert len(server.seen) == 3
        with pytest.raises(places.ServerError):
            client.suggest("al")
        assert len(server.seen) == 4
    with Server(answers=[busy]) as server, make_client(server, retries=0) as client:
        with pytest.raises(places.ServerError):
            client.place("p", fields="id")
        assert len(server.seen) == 1


def test_refusals_are_not_tried_again() -> None:
    for script in (answer(403, b""), answer(404, b""), answer(400, b""), answer(200, b"[]")):
        with Server(answers=[script]) as server, make_client(server, retries=5) as client:
            with pytest.raises(places.PlacesError):
                client.place("p", fields="id")
            assert len(server.seen) == 1


def test_no_try_goes_past_the_deadline() -> None:
    with Server(answers=[answer(503, b"", headers={"Retry-After": "30"})]) as server:
        with make_client(server, retries=5) as client:
            begin = time.monotonic()
            with pytest.raises(places.ServerError) as caught:
                client.place("p", fields="id", timeout=2)
            assert time.monotonic() - begin < 1.9 and caught.value.retry_after == 30


# Who calls ------------------------------------------------------------------------------------------------------------


def test_without_a_key_nothing_is_asked() -> None:
    with pytest.raises(places.KeyInvalidError):
        places.Client(service=places.Service())
    with pytest.raises(places.KeyInvalidError) as caught:
        places.Client(service=places.Service(api_key="two words"))
    assert "two words" not in str(caught.value)
    with pytest.raises(places.InvalidRequestError, match="google-legacy"):
        places.Client(service=places.Service("bing", api_key=KEY))


def test_ones_own_proxy_with_a_path_and_without_a_key() -> None:
    with Server(answers=[answer(200, {})]) as server:
        service = places.Service(
            base_url=f"{server.url}/api/maps/",
            headers={"Authorization": "Bearer abc", "Referer": "https://example.org/app"},
        )
        with places.Client(service=service) as client:
            client.suggest("Köln & Bonn/1", origin=(50.9, 6.9))
            client.set_header("Referer", "https://example.org/other")
            client.set_header("X-Firebase-AppCheck", "check-1")
            client.suggest("k")
        first, second = server.seen
    assert first.target == "/api/maps/v1/places:autocomplete"
    assert first.headers["authorization"] == "Bearer abc" and first.headers["referer"] == "https://example.org/app"
    assert "x-goog-api-key" not in first.headers
    assert second.headers["referer"] == "https://example.org/other"
    assert second.headers["x-firebase-appcheck"] == "check-1"


@pytest.mark.parametrize(
    "header", [("A\nB", "x"), ("A", "x\r\nB: y"), ("Host", "x"), ("Content-Length", "1"), ("", "x")]
)
def test_headers_that_would_break_a_request_are_refused(header: tuple[str, str]) -> None:
    with pytest.raises(places.InvalidRequestError):
        places.Client(service=places.Service(api_key=KEY, headers=dict([header])))


def test_a_bearer_token_is_asked_for_once_and_renewed_once() -> None:
    asked: list[bool] = []

    def bearer(renew: bool) -> str:
        asked.append(renew)
        return f"token-number-{len(asked)}"

    def script(seen: Seen) -> Script:
        good = seen.headers["authorization"] == "Bearer token-number-2"
        return answer(200, {"id": "p"}) if good else answer(401, {"error": {"code": 401, "message": "token-number-1?"}})

    with Server(script=script) as server:
        service = places.Service(base_url=server.url, bearer=bearer)
        with places.Client(service=service) as client:
            client.suggest("al")
            client.suggest("alp")
            assert asked == [False, True] and len(server.seen) == 3
    with Server(answers=[answer(401, b"")]) as server:
        service = places.Service(base_url=server.url, bearer=bearer)
        with places.Client(service=service) as client, pytest.raises(places.KeyInvalidError):
            client.suggest("al")
        assert len(server.seen) == 2


ODD_KEY = "TESTKEY+0123/4567=abcdefXYZ"


@pytest.mark.parametrize("name", ["google", "google-legacy"])
def test_the_key_is_in_no_text(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Refused connections, bodies that repeat the address, damaged answers, timeouts, logs, descriptions."""
    encoded = "TESTKEY%2B0123%2F4567%3DabcdefXYZ"
    lines: list[str] = []
    texts: list[str] = []

    def repeat(seen: Seen) -> Script:
        words = f"refused {seen.target} {seen.headers.get('x-goog-api-key', '')} {ODD_KEY} {encoded}"
        if len(server.seen) == 1:
            body = {
                "status": "REQUEST_DENIED",
                "error_message": words,
                "error": {"code": 403, "message": words, "status": "PERMISSION_DENIED", "details": [{"reason": words}]},
            }
            return answer(403, body)
        if len(server.seen) == 2:
            return answer(404, f"<html>{words}</html>", "text/html")
        if len(server.seen) == 3:
            return answer(200, '{"x": "' + words)
        return [Silence()]

    def log(_: places.LogLevel, line: str) -> None:
        lines.append(line)

    with Server(script=repeat) as server, make_client(server, name, api_key=ODD_KEY, log=log) as client:
        texts.append(repr(client) + str(vars(client)))
        for _ in range(4):
            with pytest.raises(places.PlacesError) as caught:
                client.suggest("secret query", timeout=0.3)
            error = caught.value
            texts += [str(error), repr(error), error.reason, error.canonical_status, str(error.violations)]
        if name == "google":
            assert all(ODD_KEY not in seen.target for seen in server.seen)
            assert server.seen[0].headers["x-goog-api-key"] == ODD_KEY
        else:
            assert server.seen[0].query["key"] == ODD_KEY
    with make_client(server, name, api_key=ODD_KEY, log=log) as client, pytest.raises(places.NetworkError) as caught2:
        client.suggest("secret query")
    texts += [str(caught2.value), repr(places.Service(api_key=ODD_KEY)), *lines, *capfd.readouterr()]
    assert len(lines) > 5
    for text in texts:
        assert ODD_KEY not in text and encoded not in text and "secret query" not in text
    assert "[masked]" in texts[1]
