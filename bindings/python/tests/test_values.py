"""Values, and what is refused.

1. A refusal is the class of its status, a ValueError too, and names the argument.
2. Text that is no text, numbers out of range and types that are wrong never reach C as something else.
3. Ranges of matches count in characters of the str, and convert to bytes and 16-bit units.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
from typing import Any

import pytest
from conftest import Slow

import places


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"limit": 6}, "limit"),
        ({"limit": 2**40}, "limit"),
        ({"input_offset": 5}, "offset"),
        ({"types": ["cafe", "bar", "bank", "store", "museum", "park"]}, "types"),
        ({"types": ["cafe", "Not A Type"]}, "types[1]"),
        ({"types": ["(cities)", "cafe"]}, "types"),
        (
            {
                "countries": [
                    "ad",
                    "ae",
                    "af",
                    "ag",
                    "ai",
                    "al",
                    "am",
                    "ao",
                    "ar",
                    "as",
                    "at",
                    "au",
                    "aw",
                    "ax",
                    "az",
                    "ba",
                ]
            },
            "countries",
        ),
        ({"countries": ["fra"]}, "countries[0]"),
        ({"countries": ["f\0"]}, "countries[0]"),
        ({"bias": places.Circle((0, 0), 50_001)}, "bias.radius"),
        ({"bias": places.Circle((0, 0), -1)}, "bias.radius"),
        ({"bias": places.Circle((math.nan, 0), 1)}, "bias.center.latitude"),
        ({"bias": places.Rectangle((1, 0), (0, 0))}, "bias"),
        ({"bias": places.Rectangle.from_corners((440.921628, -74), (40, -73))}, "bias.high.latitude"),
        ({"restriction": places.Rectangle((0, 0), (1, 181))}, "restriction.high.longitude"),
        ({"origin": (math.inf, 0)}, "origin.latitude"),
        ({"region": "usa"}, "region"),
        ({"language": "not a tag"}, "language"),
        ({"timeout": -1}, "timeout"),
    ],
)
def test_refusals_name_the_argument(slow: Slow, options: dict[str, Any], field: str) -> None:
    with places.Client(provider=slow) as client:
        with pytest.raises(places.InvalidRequestError) as caught:
            client.suggest("now", **options)
        assert caught.value.field.casefold() == field.casefold()
        assert isinstance(caught.value, ValueError)
        assert caught.value.status is places.Status.INVALID_REQUEST
        assert not caught.value.retryable


def test_bias_and_restriction_exclude_each_other(slow: Slow) -> None:
    area = places.Circle((1, 2), 3)
    with places.Client(provider=slow) as client:
        with pytest.raises(places.InvalidRequestError):
            client.suggest("now", bias=area, restriction=area)
        client.suggest("now", bias=area, restriction=area, mode=places.Mode.LEGACY)


@pytest.mark.parametrize("query", ["", " ", "\u200b", "\n", "a\0b", "\ud800", "x" * 1_000_001])
def test_refused_queries(slow: Slow, query: str) -> None:
    with places.Client(provider=slow) as client, pytest.raises(places.InvalidRequestError) as caught:
        client.suggest(query)
    assert caught.value.field in ("query", "input")


@pytest.mark.parametrize(
    "options",
    [
        {"bias": (1, 2)},
        {"origin": 3},
        {"types": "cafe"},
        {"token": "text"},
        {"radius": 5},
    ],
)
def test_wrong_types_are_type_errors(slow: Slow, options: dict[str, Any]) -> None:
    with places.Client(provider=slow) as client, pytest.raises(TypeError):
        client.suggest("now", **options)


def test_what_is_asked_for_arrives(slow: Slow) -> None:
    token = places.Token("session-1")
    with places.Client(provider=slow) as client:
        client.suggest(
            "now café",
            input_offset=3,
            types=["cafe", "store"],
            countries=["DE", "uk"],
            bias=places.Rectangle.from_corners((40.921628, -73.700051), (40.477398, -74.259087)),
            origin=(1.5, 2.5),
            region="us",
            language="de",
            include_pure_service_area_businesses=True,
            include_query_predictions=True,
            token=token,
        )
    assert slow.last is not None
    assert slow.last.query == "now café"
    asked = slow.last.json
    assert asked["input"] == "now café"
    assert asked["inputOffset"] == 3
    assert asked["includedPrimaryTypes"] == ["cafe", "store"]
    assert len(asked["includedRegionCodes"]) == 2
    assert asked["locationBias"] == {
        "rectangle": {
            "low": {"latitude": 40.477398, "longitude": -74.259087},
            "high": {"latitude": 40.921628, "longitude": -73.700051},
        }
    }
    assert asked["origin"] == {"latitude": 1.5, "longitude": 2.5}
    assert asked["sessionToken"] == "session-1"
    assert asked["languageCode"] == "de"
    assert asked["includePureServiceAreaBusinesses"] is True
    assert asked["includeQueryPredictions"] is True


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((1, 2), (3, 4)),
        ((3, 4), (1, 2)),
        ((3, 2), (1, 4)),
        ((-10, 170), (10, -170)),
        ((10, -170), (-10, 170)),
        ((0, -90), (0, 90)),
        ((0, 90.5), (0, -90)),
        ((5, 5), (5, 5)),
        ((-90, -180), (90, 180)),
    ],
)
def test_corners_mean_what_the_library_means(slow: Slow, a: tuple[float, float], b: tuple[float, float]) -> None:
    from places import _ffi

    mine = places.Rectangle.from_corners(a, b)
    with places.Client(provider=slow) as client:
        client.suggest("now", bias=mine)
    assert slow.last is not None
    filter_, request = _ffi.filter_new(), _ffi.request_new()
    _ffi.filter_set_bias_corners(filter_, *a, *b)
    _ffi.request_set_query(request, b"now", 3)
    _ffi.request_set_filter(request, filter_)
    theirs = json.loads(_ffi.request_to_json(request))
    _ffi.filter_free(filter_)
    _ffi.request_free(request)
    assert slow.last.json["locationBias"] == theirs["locationBias"]


def test_tokens() -> None:
    token = places.Token()
    assert len(str(token)) == 36
    assert token != places.Token()
    assert places.Token("a-b_C") == places.Token("a-b_C")
    for text in ("", "x" * 37, "a b", "ü", "a\0"):
        with pytest.raises(places.InvalidRequestError):
            places.Token(text)


def test_requests_can_be_kept_and_varied(slow: Slow) -> None:
    countries = ["de"]
    request = places.Request("now one", countries=countries, limit=2)
    countries.append("fr")
    assert request.countries == ("de",)
    with places.Client(provider=slow) as client:
        client.suggest(request)
        client.suggest(dataclasses.replace(request, query="now two"))
    assert slow.last is not None
    assert slow.last.query == "now two"
    assert slow.last.json["includedRegionCodes"] == ["de"]


def test_values_are_immutable_and_travel() -> None:
    suggestion = places.Suggestion("t:1", "A b", "A", "b", types=("cafe",))
    with pytest.raises(AttributeError):
        suggestion.place_id = "other"  # type: ignore[misc]
    found = places.Suggestions((suggestion,), ("shown",))
    assert pickle.loads(pickle.dumps(found)) == found
    assert copy.deepcopy(found)[0] == suggestion
    assert found[0].primary_type == "cafe"
    assert list(found) == [suggestion]
    assert found[:1] == (suggestion,)
    error = places.NotFoundError("gone", status=places.Status.NOT_FOUND, field="placeId")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is places.NotFoundError
    assert (again.field, again.message, str(again)) == ("placeId", "gone", "gone")


def test_segments_and_units() -> None:
    text = "🦖 Dino Park, Café 24"
    matches = (places.Match(7, 11), places.Match(13, 17))
    assert places.highlight(text, matches) == "🦖 Dino [Park], [Café] 24"
    assert list(places.segments("ab", ())) == [("ab", False)]
    assert list(places.segments("ab", (places.Match(0, 2),))) == [("ab", True)]
    assert places.utf16_ranges(text, matches) == ((8, 12), (14, 18))
    assert places.utf8_ranges(text, matches) == ((10, 14), (16, 21))


def test_place_paths() -> None:
    place = places.Place(resource={"a": [{"b": "c"}], "n": 0})
    assert place.get("a.0.b") == "c"
    assert place.get("n") == 0
    for path in ("a.1.b", "a.-1", "a.b", "n.x", "", "a.\u0660"):
        assert place.get(path) is None
    assert place.get("x", "else") == "else"
