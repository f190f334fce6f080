"""Index files and providers for the tests."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

ATTRIBUTION = "Made-up sample places of libplaces"
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))

import places  # noqa: E402 - found by the line above

#: Names in which a code point, a byte and a 16-bit unit differ.
ODD_NAMES = """\
id,name,lat,lon,primary_type,importance,country,locality
odd:dino,"🦖 Dino Park, Café 24",60.1,24.9,cafe,2,FI,Helsinki
odd:tower,東京 Tower 🗼 View,35.6586,139.7454,tourist_attraction,3,JP,東京
odd:strasse,Große Straße 5,50.58,8.67,store,1,DE,Gießen
odd:fyr,Ærø Fyr,54.9,10.4,tourist_attraction,1,DK,Ærø
"""


@pytest.fixture(scope="session")
def index_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The examples' sample places."""
    path = str(tmp_path_factory.mktemp("index") / "sample.places")
    places.build_index(path, f"csv:{ROOT}/examples/fixture/places.csv?source=sample&attribution={quote(ATTRIBUTION)}")
    return path


@pytest.fixture(scope="session")
def odd_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("odd")
    (folder / "odd.csv").write_text(ODD_NAMES, encoding="utf-8")
    path = str(folder / "odd.places")
    places.build_index(path, f"csv:{folder}/odd.csv")
    return path


@pytest.fixture
def client(index_path: str) -> Iterator[places.Client]:
    with places.Client(index_path) as client:
        yield client


class Slow(places.Provider):
    """Answers "now..." at once, fails "fail...", and keeps the responders of all else."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[int, places.Responder] = {}
        self.asked = threading.Event()
        self.cancelled: list[int] = []
        self.last: places.ProviderRequest | None = None

    def autocomplete(self, number: int, request: places.ProviderRequest, responder: places.Responder) -> None:
        self.last = request
        if request.query.startswith("now"):
            responder.finish(body(request.query))
        elif request.query.startswith("fail"):
            responder.fail(places.Status.RATE_LIMIT_EXCEEDED, "too fast")
        elif request.query.startswith("raise"):
            raise RuntimeError("a secret that was typed")
        else:
            self.kept[number] = responder
        self.asked.set()

    def fetch_place(self, number: int, place_id: str, responder: places.Responder) -> None:
        responder.finish({"id": place_id, "displayName": {"text": "Ä place"}, "location": {"latitude": 1.5}})

    def cancel(self, number: int) -> None:
        self.cancelled.append(number)


def body(text: str) -> dict[str, object]:
    """A response with one row."""
    return {"suggestions": [{"placePrediction": {"placeId": "t:1", "text": {"text": text}, "types": ["cafe"]}}]}


@pytest.fixture
def slow() -> Iterator[Slow]:
    with Slow() as provider:
        yield provider
        provider.kept.clear()
