"""Recent places and favourites.

1. What was added is offered on empty text and where it matches; picks are noted.
2. Favourites stay, the oldest go, and a file keeps them all.
3. A damaged file is set aside, one that cannot be written opens for reading; nothing is lost in silence.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from conftest import Ear

import places
from places import RowKind


def add(store: places.Store, number: int) -> None:
    store.add(f"p:{number}", f"Place {number}", "Somewhere", types=["cafe", "food"], location=(1, 2))


def rows_of(store: places.Store, client: places.Client, text: str = "") -> list[tuple[RowKind, str]]:
    """What a table offers from the store."""
    ear = Ear()
    with client.table(**ear.of("did_update")) as table:
        table.set_mode(places.TypingMode.THROTTLE, 0)
        table.set_store(store)
        table.open()
        if text:
            table.set_text(text)
            ear.until("did_update", lambda state: state.text == text and state.is_current)
        return [(row.kind, row.primary) for row in table.state.rows]


def test_recent_places(client: places.Client) -> None:
    with places.Store() as store:
        assert len(store) == 0
        assert store
        for number in (1, 2, 3):
            add(store, number)
        add(store, 1)
        assert len(store) == 3
        store.set_favourite("p:2")
        rows = rows_of(store, client)
        assert sorted(rows) == [
            (RowKind.RECENT, "Place 1"),
            (RowKind.RECENT, "Place 3"),
            (RowKind.FAVOURITE, "Place 2"),
        ]
        recent = [name for kind, name in rows if kind is RowKind.RECENT]
        assert recent == ["Place 1", "Place 3"]
        assert (RowKind.RECENT, "Place 3") in rows_of(store, client, "place 3")
        assert rows_of(store, client, "place 3").count((RowKind.RECENT, "Place 1")) == 0
        store.remove("p:3")
        store.clear()
        assert rows_of(store, client) == [(RowKind.FAVOURITE, "Place 2")]
        store.set_favourite("p:2", False)


def test_picks_are_noted(client: places.Client, ear: Ear) -> None:
    with places.Store() as store, client.table(**ear.of("did_update", "did_autocomplete")) as table:
        table.set_store(store)
        table.set_text("cheesebury sav")
        state = ear.until("did_update", lambda state: bool(state.rows))
        table.select(state.rows[0])
        ear.next("did_autocomplete")
        table.clear()
        table.open()
        assert len(store) == 1
        assert [row.kind for row in table.state.rows] == [RowKind.RECENT]
        table.select(0)
        assert ear.next("did_autocomplete")[0].id == "sample:cheesebury-ny"
        table.set_store(None)
        assert table.state.rows == ()


def test_the_oldest_go() -> None:
    with places.Store() as store:
        for number in range(60):
            add(store, number)
        assert len(store) == 50


def test_a_file_keeps_them(tmp_path: Path, client: places.Client) -> None:
    path = tmp_path / "søme store"
    with places.Store(path) as store:
        assert (store.set_aside_path, store.is_read_only) == (None, False)
        add(store, 1)
        store.set_favourite("p:1")
    with places.Store(os.fsencode(path).decode()) as again:
        assert len(again) == 1
        assert rows_of(again, client) == [(RowKind.FAVOURITE, "Place 1")]


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with places.Store(path) as store:
        add(store, 1)
    damaged = b"????" + path.read_bytes()[4:]
    path.write_bytes(damaged)
    with places.Store(path) as store:
        aside = store.set_aside_path
        assert aside is not None
        assert Path(aside).read_bytes() == damaged
        assert Path(aside).parent == tmp_path
        add(store, 1)
        assert len(store) == 1


def test_the_file_of_another_program_stays(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE visits (url TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(places.FileAccessError, match="database of another program"):
        places.Store(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["store"]


def test_a_table_is_told_of_changes(client: places.Client, ear: Ear) -> None:
    with places.Store() as store, client.table(**ear.of("did_update")) as table:
        add(store, 1)
        table.set_store(store)
        table.open()
        ear.until("did_update", lambda state: state.is_open and len(state.rows) == 1)
        add(store, 2)
        ear.until("did_update", lambda state: len(state.rows) == 2)
        store.clear()
        state = ear.until("did_update", lambda state: not state.rows)
        assert (state.phase, state.is_open) == (places.TablePhase.IDLE, False)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with places.Store(path) as store:
        add(store, 1)
    path.chmod(stat.S_IRUSR)
    with places.Store(path) as store:
        assert store.is_read_only
        assert len(store) == 1
        with pytest.raises(places.FileAccessError):
            add(store, 2)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(places.FileAccessError):
        places.Store(tmp_path / "no such folder" / "store")
    with pytest.raises(ValueError, match="NUL"):
        places.Store("a\0b")


def test_a_locked_file(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with places.Store(path) as store:
        add(store, 1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(places.FileAccessError):
        places.Store(path)
    other.execute("ROLLBACK")
    other.close()
    with places.Store(path) as store:
        assert len(store) == 1
        assert store.set_aside_path is None


def test_refused() -> None:
    with places.Store() as store:
        for arguments in (("", "name"), ("a\0b", "name")):
            with pytest.raises(places.InvalidRequestError):
                store.add(*arguments)
        with pytest.raises(places.InvalidRequestError):
            store.add("id", "name", location=(91, 0))
        with pytest.raises(TypeError):
            store.add("id", "name", types="cafe")
        with pytest.raises(TypeError):
            store.add("id", "name", location="here")  # type: ignore[arg-type]
        assert len(store) == 0


def test_closing(client: places.Client) -> None:
    store = places.Store()
    add(store, 1)
    with client.table() as table:
        table.set_store(store)
        store.close()
        store.close()
        for call in (store.clear, lambda: len(store), lambda: table.set_store(store)):
            with pytest.raises(RuntimeError, match="the store is closed"):
                call()
        # The table keeps what it needs.
        table.open()
        assert [row.primary for row in table.state.rows] == ["Place 1"]


def test_from_many_threads() -> None:
    with places.Store() as store:

        def add_ten(first: int) -> None:
            for number in range(first, first + 10):
                add(store, number)

        threads = [threading.Thread(target=add_ten, args=(first,)) for first in (0, 10, 20, 30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(store) == 40
