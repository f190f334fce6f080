"""The legacy Places API: the same program with one word changed; and Geocoding, text search and photos."""

from __future__ import annotations

import pickle

import places
import pytest

from conftest import KEY, make_client
from loopback import Server, answer

PREDICTION = {
    "description": "Spaghetti, New York",
    "place_id": "a",
    "matched_substrings": [{"offset": 0, "length": 5}],
    "structured_formatting": {
        "main_text": "Spaghetti",
        "main_text_matched_substrings": [{"offset": 0, "length": 5}],
        "secondary_text": "New York",
    },
    "terms": [{"offset": 0, "value": "Spaghetti"}],
    "types": ["restaurant", "food"],
    "distance_meters": 42,
}
NOTHING = answer(200, {"status": "ZERO_RESULTS", "predictions": []})


def test_an_autocomplete_request() -> None:
    token = places.Token()
    with Server(answers=[NOTHING]) as server, make_client(server, "google-legacy") as client:
        assert (
            len(
                client.suggest(
                    "Köln & Bonn/1",
                    mode=places.Mode.LEGACY,
                    types=["airport", "amusement_park"],
                    countries=["AT", "de", "CH"],
                    bias=places.Circle((48.137154, 11.576124), 1500.5),
                    restriction=places.Rectangle((1, 2), (3, 4)),
                    origin=(48.1, 11.5),
                    language="de",
                    region="gb",
                    input_offset=3,
                    token=token,
                )
            )
            == 0
        )
        [seen] = server.seen
    assert seen.method == "GET" and seen.path == "/maps/api/place/autocomplete/json"
    assert "|" not in seen.target
    assert seen.query == {
        "input": "Köln & Bonn/1",
        "offset": "3",
        # The bias is ignored beside a restriction.
        "locationrestriction": "rectangle:1,2|3,4",
        "types": "airport|amusement_park",
        "components": "country:at|country:de|country:ch",
        "language": "de",
        "region": "uk",
        "origin": "48.1,11.5",
        "sessiontoken": str(token),
        "key": KEY,
    }
    assert "x-goog-api-key" not in seen.headers


def test_the_same_result_as_from_the_new_service() -> None:
    body = {"status": "OK", "predictions": [PREDICTION]}
    with Server(answers=[answer(200, body)]) as server, make_client(server, "google-legacy") as client:
        [row] = client.suggest("spagh", origin=(1, 1))
    assert (row.place_id, row.full_text, row.primary_text) == ("a", "Spaghetti, New York", "Spaghetti")
    assert row.secondary_text == "New York" and row.types == ("restaurant", "food") and row.distance_meters == 42
    assert [tuple(match) for match in row.primary_matches] == [(0, 5)]
    assert row.attribution == "Powered by Google"


def test_legacy_rules_are_checked_before_anything_is_sent() -> None:
    with Server(answers=[NOTHING]) as server, make_client(server, "google-legacy") as client:
        six = ["at", "de", "ch", "li", "lu", "nl"]
        for options in (
            {"countries": six},
            {"types": ["address", "cafe"], "mode": places.Mode.LEGACY},
            {"bias": places.Circle((1, 2), 0)},
        ):
            with pytest.raises(places.InvalidRequestError):
                client.suggest("x", **options)  # type: ignore[arg-type]
        with pytest.raises(places.InvalidRequestError, match="without a radius"):
            client.suggest("x", bias=places.Circle((1, 2), 0))
        for options in ({"types": ["cafe"]}, {"bias": places.Rectangle((1, 2), (3, 4))}):
            with pytest.raises(places.UnsupportedError):
                client.suggest("x", include_query_predictions=True, **options)  # type: ignore[arg-type]
        assert not server.seen


def test_query_autocomplete() -> None:
    query = {"description": "pizza near me", "matched_substrings": [], "terms": []}
    body = {"status": "OK", "predictions": [query, PREDICTION]}
    with Server(answers=[answer(200, body)]) as server, make_client(server, "google-legacy") as client:
        rows = client.suggest("piz", include_query_predictions=True, bias=places.Circle((1, 2.5), 300))
        [seen] = server.seen
    assert seen.path == "/maps/api/place/queryautocomplete/json"
    assert seen.query == {"input": "piz", "location": "1,2.5", "radius": "300", "key": KEY}
    assert [row.is_query for row in rows] == [True, False]


@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        ("REQUEST_DENIED", "The provided key is not valid.", places.KeyInvalidError),
        ("REQUEST_DENIED", "The provided API key is expired.", places.KeyExpiredError),
        ("REQUEST_DENIED", "You're calling a legacy API, which is not enabled.", places.AccessNotConfiguredError),
        ("INVALID_REQUEST", "", places.InvalidRequestError),
        ("NOT_FOUND", "The provided Place ID is no longer valid.", places.NotFoundError),
        ("OVER_QUERY_LIMIT", "Daily quota used up.", places.UsageLimitExceededError),
        ("OVER_QUERY_LIMIT", "", places.RateLimitExceededError),
        ("OVER_DAILY_LIMIT", "", places.UsageLimitExceededError),
        ("UNKNOWN_ERROR", "", places.ServerError),
        ("WHATEVER", "", places.ServerError),
    ],
)
def test_failures_come_as_http_200(status: str, words: str, kind: type[places.PlacesError]) -> None:
    body = {"status": status, "error_message": words, "predictions": []}
    with Server(answers=[answer(200, body)]) as server, make_client(server, "google-legacy", retries=0) as client:
        for call in (lambda: client.suggest("x"), lambda: client.place("x", fields="id"), lambda: client.geocode("x")):
            with pytest.raises(places.PlacesError) as caught:
                call()
            assert type(caught.value) is kind and caught.value.canonical_status == status
            assert words in caught.value.message
        assert len(server.seen) == 3


def test_a_legacy_project_is_told_to_move() -> None:
    body = {"status": "REQUEST_DENIED", "error_message": "You're calling a legacy API, which is not enabled."}
    with Server(answers=[answer(200, body)]) as server, make_client(server, "google-legacy") as client:
        with pytest.raises(places.AccessNotConfiguredError, match="New"):
            client.suggest("x")


DETAILS = {
    "status": "OK",
    "html_attributions": ['<a href="javascript:alert(1)">X</a> <a href="https://example.org/">Y</a>'],
    "result": {
        "place_id": "p3",
        "name": "Cafe",
        "formatted_address": "Somewhere 1",
        "geometry": {"location": {"lat": 1.5, "lng": 2.5}, "viewport": {"southwest": {"lat": 1, "lng": 2}}},
        "price_level": 2,
        "opening_hours": {"periods": [{"open": {"day": 0, "time": "0000"}}]},
        "utc_offset": 60,
        "photos": [{"photo_reference": "REF", "width": 3, "height": 4, "html_attributions": ["<a>Ann</a>"]}],
        "curious": 1,
    },
}


def test_details() -> None:
    with Server(answers=[answer(200, DETAILS)]) as server, make_client(server, "google-legacy") as client:
        place = client.place("p3", fields="*", token=places.Token("tok"))
        client.place("p3", fields="displayName,location,photos,types,rating,primaryType")
        first, second = server.seen
        with pytest.raises(places.UnsupportedError):
            client.place("p3", fields="parkingOptions")
    assert first.path == "/maps/api/place/details/json"
    assert first.query == {"place_id": "p3", "sessiontoken": "tok", "key": KEY}
    assert second.query["fields"] == "name,geometry/location,photo,type,rating"
    assert (place.id, place.display_name, place.formatted_address) == ("p3", "Cafe", "Somewhere 1")
    assert place.location == (1.5, 2.5) and place.get("priceLevel") == "PRICE_LEVEL_MODERATE"
    assert place.is_open() is True and place.photo_names == ("REF",)
    assert place.get("curious") == 1, "members without a counterpart are kept"
    assert [(credit.text, credit.uri) for credit in place.credits] == [
        ("Powered by Google", ""),
        ("X Y", "https://example.org/"),
        ("Ann", ""),
    ]
    copy = pickle.loads(pickle.dumps(place))
    assert copy == place and copy.is_open() is None


def test_find_place() -> None:
    body = {"status": "OK", "candidates": [{"place_id": "c", "name": "C"}]}
    with Server(answers=[answer(200, body)]) as server, make_client(server, "google-legacy") as client:
        found = client.search_text(places.TextSearch("cafe c", bias=places.Circle((1, 2), 3)), fields="id,displayName")
        client.search_text("+3581234567", fields="id")
        with pytest.raises(places.UnsupportedError):
            client.search_text(places.TextSearch("x", open_now=True), fields="id")
        first, second = server.seen
    assert [place.display_name for place in found] == ["C"]
    assert first.path == "/maps/api/place/findplacefromtext/json"
    assert first.query == {
        "input": "cafe c",
        "inputtype": "textquery",
        "fields": "place_id,name",
        "locationbias": "circle:3@1,2",
        "key": KEY,
    }
    assert second.query["inputtype"] == "phonenumber"


# Text search, geocoding, photos ---------------------------------------------------------------------------------------


def test_text_search() -> None:
    body = {"places": [{"id": "a", "displayName": {"text": "A"}}, {"id": "b"}], "nextPageToken": "next", "other": [1]}
    with Server(answers=[answer(200, body)]) as server, make_client(server) as client:
        search = places.TextSearch(
            "pizza",
            type="restaurant",
            strict_type=True,
            language="de",
            region="de",
            restriction=places.Rectangle((1, 2), (3, 4)),
            open_now=True,
            min_rating=3.5,
            price_levels=["PRICE_LEVEL_MODERATE"],
            limit=7,
            rank_by_distance=True,
            include_pure_service_area_businesses=True,
            include_future_opening_businesses=True,
            page_token="page",
        )
        found = client.search_text(search, fields="id,displayName")
        [seen] = server.seen
        for wrong in (
            places.TextSearch("x", restriction=places.Rectangle((0, -170), (1, 170))),
            places.TextSearch("x", min_rating=7),
            places.TextSearch("x", limit=21),
            places.TextSearch("x", price_levels=["cheap"]),
            places.TextSearch(" "),
        ):
            with pytest.raises(places.InvalidRequestError):
                client.search_text(wrong, fields="id")
        assert len(server.seen) == 1
    assert seen.path == "/v1/places:searchText" and seen.headers["x-goog-api-key"] == KEY
    assert seen.headers["x-goog-fieldmask"] == "places.id,places.displayName,places.attributions,nextPageToken"
    assert seen.json == {
        "textQuery": "pizza",
        "languageCode": "de",
        "regionCode": "de",
        "rankPreference": "DISTANCE",
        "includedType": "restaurant",
        "openNow": True,
        "minRating": 3.5,
        "maxResultCount": 7,
        "priceLevels": ["PRICE_LEVEL_MODERATE"],
        "strictTypeFiltering": True,
        "locationRestriction": {
            "rectangle": {"low": {"latitude": 1.0, "longitude": 2.0}, "high": {"latitude": 3.0, "longitude": 4.0}}
        },
        "includePureServiceAreaBusinesses": True,
        "includeFutureOpeningBusinesses": True,
        "pageToken": "page",
    }
    assert [place.id for place in found] == ["a", "b"] and found.next_page_token == "next"
    assert found[0].attribution == "Powered by Google"


GEOCODED = {
    "status": "OK",
    "results": [
        {
            "place_id": "g",
            "formatted_address": "Main 1",
            "partial_match": True,
            "types": ["street_address"],
            "address_components": [{"long_name": "Main", "short_name": "M", "types": ["route"]}],
            "geometry": {
                "location": {"lat": 1.5, "lng": 2.5},
                "location_type": "ROOFTOP",
                "viewport": {"southwest": {"lat": 1, "lng": 2}, "northeast": {"lat": 2, "lng": 3}},
            },
        }
    ],
}


@pytest.mark.parametrize("name", ["google", "google-legacy"])
def test_geocoding(name: str) -> None:
    with Server(answers=[answer(200, GEOCODED)]) as server, make_client(server, name) as client:
        [place] = client.geocode(
            "Stroupežnického 3191/17, Praha",
            components={"country": "CZ", "postal_code": "150 00"},
            bounds=places.Rectangle((50, 14), (51, 15)),
            language="cs",
            region="uk",
        )
        client.geocode(place_id="g")
        client.geocode(location=(1.5, -2.5), result_types=["street_address", "route"], location_types=["ROOFTOP"])
        client.geocode(components={"country": "CZ"})
        queries = [seen.query for seen in server.seen]
        assert {seen.path for seen in server.seen} == {"/maps/api/geocode/json"}
        with pytest.raises(places.InvalidRequestError):
            client.geocode()
        with pytest.raises(places.InvalidRequestError):
            client.geocode("x", components={"planet": "earth"})
    assert queries == [
        {
            "address": "Stroupežnického 3191/17, Praha",
            "components": "country:CZ|postal_code:150 00",
            "bounds": "50,14|51,15",
            "language": "cs",
            "region": "uk",
            "key": KEY,
        },
        {"place_id": "g", "key": KEY},
        {"latlng": "1.5,-2.5", "result_type": "street_address|route", "location_type": "ROOFTOP", "key": KEY},
        {"components": "country:CZ", "key": KEY},
    ]
    assert place.id == "g" and place.formatted_address == "Main 1" and place.location == (1.5, 2.5)
    assert place.viewport == places.Rectangle(places.Coordinate(1, 2), places.Coordinate(2, 3))
    assert place.get("partial_match") is True and place.get("geometry.location_type") == "ROOFTOP"
    assert place.address_part("route") == "Main"


def test_nothing_found_is_an_empty_list() -> None:
    with Server(answers=[answer(200, {"status": "ZERO_RESULTS", "results": []}), answer(200, {})]) as server:
        with make_client(server) as client:
            assert len(client.geocode("nowhere")) == 0
            assert len(client.search_text("nothing", fields="id")) == 0


def test_photos() -> None:
    uri = "https://lh3.example.org/photo"
    with Server(answers=[answer(200, {"name": "places/p/photos/r/media", "photoUri": uri})]) as server:
        with make_client(server) as client:
            assert client.photo_uri("places/p/photos/r", max_width=400, max_height=300) == uri
            [seen] = server.seen
            for name, width in (("REF", 4), ("places/p/photos/r", 0), ("places/p/photos/r", 5000), ("", 4)):
                with pytest.raises(places.InvalidRequestError):
                    client.photo_uri(name, max_width=width)
    assert seen.path == "/v1/places/p/photos/r/media" and seen.headers["x-goog-api-key"] == KEY
    assert seen.query == {"maxWidthPx": "400", "maxHeightPx": "300", "skipHttpRedirect": "true"}
    with Server(answers=[answer(302, b"", headers={"Location": uri})]) as server:
        with make_client(server, "google-legacy") as client:
            assert client.photo_uri("REF", max_width=400) == uri
        assert server.seen[0].query == {"photo_reference": "REF", "maxwidth": "400", "key": KEY}


def test_an_index_has_none_of_these(tmp_path: object) -> None:
    class Own(places.Provider):
        pass

    with places.Client(provider=Own()) as client, pytest.raises(places.UnsupportedError):
        client.geocode("x")
