"""What the tests of the command share: a way to run it, and an index that it built itself."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PLACES = ROOT / "build" / "places"

sys.path.insert(0, str(HERE))

from terminal import Terminal

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(**changes: str | None) -> dict[str, str]:
    """A small, known environment; a change to None removes a variable."""
    env: dict[str, str | None] = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent"}
    env.update(changes)
    return {name: value for name, value in env.items() if value is not None}


def run(*arguments: str | os.PathLike[str], stdin: str = "", **changes: str | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PLACES, *arguments], input=stdin, capture_output=True, encoding="utf-8", timeout=60,
                          env=environment(**changes))


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("index") / "test.places"
    done = run("index", "build", "-o", path, f"csv:{HERE / 'places.csv'}?attribution=Test%20places,%20CC0")
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture
def search(index: pathlib.Path) -> Run:
    """`places COMMAND --index <the test index> ...`."""

    def on_index(command: str, *arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
        return run(command, "--index", index, *arguments, **options)

    return on_index


@pytest.fixture
def terminal(index: pathlib.Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str, rows: int = 24, columns: int = 80, **changes: str | None) -> Terminal:
        changes = {"TERM": "xterm", "PLACES_INDEX": str(index), "TZ": "UTC", **changes}
        opened.append(Terminal([str(PLACES), *arguments], environment(**changes), rows, columns))
        return opened[-1]

    yield start
    for one in opened:
        one.close()
