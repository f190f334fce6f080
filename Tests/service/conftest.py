"""The Python binding on a loopback server: what a user of the library sees of a service."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))
sys.path.insert(0, str(Path(__file__).parent))

# A proxy of the machine's is not for loopback servers.
for name in ("http_proxy", "https_proxy", "all_proxy"):
    os.environ.pop(name, None)
    os.environ.pop(name.upper(), None)

import places

from loopback import Server

KEY = "TESTKEY-0123456789-abcdefXYZ"


def make_client(server: Server, name: str = "google", **options: object) -> places.Client:
    log = options.pop("log", None)
    settings = {"api_key": KEY, "base_url": server.url, "timeout": 5.0, **options}
    service = places.Service(name, **settings)  # type: ignore[arg-type]
    return places.Client(service=service, log=log, log_level=places.LogLevel.DEBUG)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def no_thread_is_left() -> object:
    """Nothing of the library runs on when its clients are closed."""

    def library_threads() -> int:
        names = []
        for task in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError):
                names.append((task / "comm").read_text().strip())
        return sum(name == "places" for name in names)

    before = library_threads()
    yield
    assert library_threads() <= before
