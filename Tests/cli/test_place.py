"""places place."""

from __future__ import annotations

import json

import pytest
from conftest import Run


def test_details_as_lines(search: Run) -> None:
    done = search("place", "shop:1")
    assert done.returncode == 0 and done.stderr == ""
    lines = dict(line.split(None, 1) for line in done.stdout.splitlines() if line.strip())
    assert lines["id"] == "shop:1"
    assert lines["displayName.text"] == "Museokauppa"
    assert lines["types"].startswith("gift_shop")
    assert lines["location.latitude"] == "60.172"
    assert "Test places, CC0" in done.stdout


def test_json_and_fields(search: Run) -> None:
    place = json.loads(search("place", "--json", "geonames:2988507").stdout)
    assert place["id"] == "geonames:2988507"
    assert place["displayName"]["text"] == "Paris"
    assert place["location"] == {"latitude": 48.85341, "longitude": 2.3488}
    assert place["primaryType"] == "locality"
    masked = json.loads(search("place", "--json", "--fields", "displayName,location.latitude",
                               "geonames:2988507").stdout)
    assert masked["location"] == {"latitude": 48.85341}
    assert set(masked) <= {"displayName", "location", "attributions"}


def test_language(search: Run) -> None:
    place = json.loads(search("place", "--json", "--lang", "fr", "geonames:1850147").stdout)
    assert place["displayName"] == {"text": "Tokyo", "languageCode": "fr"}


@pytest.mark.parametrize("place_id", ["geonames:999", "nonsense", "osm:n0"])
def test_unknown_id(search: Run, place_id: str) -> None:
    done = search("place", place_id)
    assert done.returncode == 1
    assert place_id in done.stderr and done.stdout == ""


def test_plus_code_and_coordinate_ids(search: Run) -> None:
    for text in ("9GG65WCR+22", "60.17, 24.94"):
        found = json.loads(search("suggest", "--json", text).stdout)
        place_id = found["suggestions"][0]["placePrediction"]["placeId"]
        place = json.loads(search("place", "--json", "--fields", "location", place_id).stdout)
        assert place["location"]["latitude"] == pytest.approx(60.17, abs=0.02)


@pytest.mark.parametrize("place_id", ["", "a b", "x" * 1025])
def test_ids_that_cannot_be(search: Run, place_id: str) -> None:
    assert search("place", place_id).returncode == 2
