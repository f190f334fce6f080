"""Index files and providers for the tests."""

from __future__ import annotations

import contextlib
import json
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

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


class Web:
    """A service of our own: what it was asked is in ``asked``, what it answers can be set."""

    ADDRESS = "Stroupežnického 3191/17, Praha"

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, object]]] = []
        #: HTTP statuses that the next requests of a kind fail with.
        self.failures: dict[str, list[int]] = {}
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                kind = "search" if self.path.endswith(":searchText") else "suggest"
                web.answer(self, kind, request)

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query: dict[str, object] = {name: values[0] for name, values in parse_qs(parts.query).items()}
                query["path"] = unquote(parts.path)
                web.answer(self, "geocode" if parts.path == "/maps/api/geocode/json" else "details", query)

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    @property
    def service(self) -> places.Service:
        return places.Service(api_key="KEY", base_url=f"http://127.0.0.1:{self.server.server_port}", retries=0)

    def of_kind(self, kind: str) -> list[dict[str, object]]:
        return [request for each, request in self.asked if each == kind]

    def answer(self, handler: BaseHTTPRequestHandler, kind: str, request: dict[str, object]) -> None:
        self.asked.append((kind, request))
        failures = self.failures.get(kind)
        status = failures.pop(0) if failures else 200
        name = "INVALID_ARGUMENT" if status == 400 else "UNAVAILABLE"
        found: dict[str, object] = {"error": {"code": status, "status": name, "message": "out of order"}}
        if status == 200:
            found = getattr(self, kind)(request)
        raw = json.dumps(found).encode()
        with contextlib.suppress(OSError):  # who cancelled has hung up
            handler.send_response(status)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(raw)))
            handler.end_headers()
            handler.wfile.write(raw)

    def suggest(self, request: dict[str, object]) -> dict[str, object]:
        """Rows for what begins with a letter; nothing for numbers and what begins with "nothing"."""
        text = str(request["input"])
        if text[0].isdigit() or text.startswith(("nothing", "Stroup")):
            return {}
        return {"suggestions": [_prediction(f"{text} {i}", f"w:{text}:{i}") for i in (1, 2)]}

    def details(self, query: dict[str, object]) -> dict[str, object]:
        key = str(query["path"]).rpartition("/")[2]
        return {"id": key, "displayName": {"text": key.upper()}, "formattedAddress": f"{key} Street"}

    def geocode(self, query: dict[str, object]) -> dict[str, object]:
        address = str(query.get("address", query.get("place_id")))
        geometry = {"location": {"lat": 50.07, "lng": 14.4}, "location_type": "ROOFTOP"}
        row = {"formatted_address": f"{address}, found", "place_id": "g:1", "geometry": geometry, "types": ["premise"]}
        return {"status": "OK", "results": [row]}

    def search(self, request: dict[str, object]) -> dict[str, object]:
        text = str(request["textQuery"])
        return {"places": [{"id": f"s:{i}", "displayName": {"text": f"{text} {i}"}} for i in (1, 2)]}

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def _prediction(text: str, place_id: str) -> dict[str, object]:
    structured = {"mainText": {"text": text, "matches": [{"endOffset": 2}]}, "secondaryText": {"text": "Web"}}
    prediction = {"placeId": place_id, "text": {"text": f"{text}, Web"}, "structuredFormat": structured}
    return {"placePrediction": prediction}


@pytest.fixture
def web() -> Iterator[Web]:
    service = Web()
    yield service
    service.close()


class Ear:
    """Hears callbacks: each is a method of its name, and next() waits for one."""

    def __init__(self) -> None:
        self.heard: queue.Queue[tuple[str, tuple[object, ...]]] = queue.Queue()
        #: All of them, by name and in order.
        self.names: list[str] = []

    def of(self, *names: str) -> dict[str, Any]:
        """Callbacks as keywords."""
        return {name: partial(self._hear, name) for name in names}

    def _hear(self, name: str, *arguments: object) -> None:
        self.names.append(name)
        self.heard.put((name, arguments))

    def next(self, name: str) -> Any:
        """The argument, or the arguments, of the next callback of this name; those before are passed over."""
        while True:
            heard, arguments = self.heard.get(timeout=5)
            if heard == name:
                return arguments[0] if len(arguments) == 1 else arguments

    def until(self, name: str, wanted: Callable[[Any], bool]) -> Any:
        while True:
            argument = self.next(name)
            if wanted(argument):
                return argument


@pytest.fixture
def ear() -> Ear:
    return Ear()
