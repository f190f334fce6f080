"""Index files, on the examples' sample places.

1. Suggestions carry texts, ranges, types, distances and attributions; filters hold.
2. An index may be opened, verified, described, replaced while in use, and shared between clients.
3. A build tells its progress and its bad rows, can be stopped, and leaves nothing behind when it fails.
"""

from __future__ import annotations

import asyncio
import copy
import os
import pickle
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import ATTRIBUTION

import places
from places import _ffi


def ids(found: places.Suggestions) -> list[str]:
    return [suggestion.place_id for suggestion in found]


def test_suggestions(client: places.Client) -> None:
    found = client.suggest("sicilian", origin=(37.395804, -122.077023), limit=2)
    assert len(found) == 2
    first = found[0]
    assert first.place_id.startswith("sample:sicilian-")
    assert first.primary_text.startswith("Sicilian Pizza")
    assert first.primary_matches == (places.Match(0, 8),)
    assert first.full_text[slice(*first.full_matches[0])] == "Sicilian"
    assert first.secondary_text
    assert first.primary_type == "restaurant"
    assert "pizza_restaurant" in first.types
    assert first.distance_meters is not None
    assert first.distance_meters > 0
    assert first.attribution == ATTRIBUTION
    assert found.attributions == (ATTRIBUTION,)
    assert first.place_id in found.to_json()
    assert client.suggest("no such place at all") == places.Suggestions()


@pytest.mark.parametrize("query", ["sicilian", "sample harb", "new york", "cafe", "s"])
@pytest.mark.parametrize("origin", [None, (40.7128, -74.0060)])
def test_suggestions_say_what_the_getters_of_c_say(
    client: places.Client, query: str, origin: tuple[float, float] | None
) -> None:
    found = client.suggest(query, origin=origin)
    assert found
    assert found._handle is not None
    result = found._handle._address  # type: ignore[attr-defined]
    assert _ffi.result_count(result) == len(found)
    for row, suggestion in enumerate(found):
        assert suggestion.place_id == _ffi.result_place_id(result, row, None)
        assert suggestion.full_text == _ffi.result_full_text(result, row, None)
        assert suggestion.primary_text == _ffi.result_primary_text(result, row, None)
        assert suggestion.secondary_text == _ffi.result_secondary_text(result, row, None)
        assert suggestion.is_query == _ffi.result_is_query(result, row)
        count = _ffi.result_type_count(result, row)
        assert suggestion.types == tuple(_ffi.result_type(result, row, i) for i in range(count))
        meters = _ffi.out_int32()
        has_distance = _ffi.result_distance_meters(result, row, meters)
        assert suggestion.distance_meters == (meters.value if has_distance else None)
        assert has_distance == (origin is not None)
        for text, matches, unit in (
            (_ffi.TEXT_FULL, suggestion.full_matches, _ffi.UNIT_CODE_POINTS),
            (_ffi.TEXT_PRIMARY, suggestion.primary_matches, _ffi.UNIT_CODE_POINTS),
            (_ffi.TEXT_SECONDARY, suggestion.secondary_matches, _ffi.UNIT_CODE_POINTS),
            (
                _ffi.TEXT_FULL,
                places.utf8_ranges(suggestion.full_text, suggestion.full_matches),
                _ffi.UNIT_UTF8,
            ),
            (
                _ffi.TEXT_FULL,
                places.utf16_ranges(suggestion.full_text, suggestion.full_matches),
                _ffi.UNIT_UTF16,
            ),
        ):
            assert list(matches) == getter_matches(result, row, text, unit)


def getter_matches(result: int, row: int, text: int, unit: int) -> list[tuple[int, int]]:
    start, end = _ffi.out_size(), _ffi.out_size()
    found = []
    for position in range(_ffi.result_match_count(result, row, text)):
        assert _ffi.result_match(result, row, text, position, unit, start, end)
        found.append((start.value, end.value))
    return found


def test_no_distance_without_an_origin(client: places.Client) -> None:
    assert client.suggest("new york")[0].distance_meters is None


@pytest.mark.parametrize(
    ("query", "options", "expected"),
    [
        ("piz", {"countries": ["DE"]}, {"sample:pizza-berlin"}),
        ("soccer", {"types": ["sporting_goods_store"]}, {"sample:soccer-ny", "sample:soccer-sf"}),
        ("spaghetti", {"restriction": places.Circle((37.775061, -122.4194), 5000)}, {"sample:spaghetti-factory-sf"}),
        (
            "pizza",
            {"restriction": places.Rectangle.from_corners((39.0, -95.0), (37.5, -100.0))},
            {"sample:pizza-kansas"},
        ),
        ("samplewright", {}, {"sample:plumbing-museum"}),
        (
            "samplewright",
            {"include_pure_service_area_businesses": True},
            {"sample:plumbing-museum", "sample:plumber-sf"},
        ),
        # New mode compares the primary type, legacy mode all of them.
        ("sicilian", {"types": ["pizza_restaurant"]}, set()),
        (
            "sicilian",
            {"types": ["establishment"], "mode": places.Mode.LEGACY},
            {"sample:sicilian-mv", "sample:sicilian-sf", "sample:sicilian-ny"},
        ),
    ],
)
def test_filters(client: places.Client, query: str, options: dict[str, Any], expected: set[str]) -> None:
    assert set(ids(client.suggest(query, **options))) == expected


def test_a_bias_prefers_but_does_not_exclude(client: places.Client) -> None:
    found = ids(client.suggest("sicilian", bias=places.Circle((40.718, -73.957), 5000)))
    assert found[0] == "sample:sicilian-ny"
    assert len(found) == 3


def test_a_type_that_the_index_does_not_know(client: places.Client) -> None:
    with pytest.raises(places.InvalidRequestError) as caught:
        client.suggest("piz", types=["hovercraft_rental"])
    assert caught.value.field.startswith("types")


@pytest.mark.parametrize(
    ("query", "covers", "code_points", "utf16", "utf8"),
    [
        ("park", "Park", (7, 11), (8, 12), (10, 14)),
        ("cafe", "Café", (13, 17), (14, 18), (16, 21)),
        ("view", "View", (11, 15), (12, 16), (18, 22)),
        ("strasse", "Straße", (6, 12), (6, 12), (7, 14)),
        ("gross", "Groß", (0, 4), (0, 4), (0, 5)),
        ("fyr", "Fyr", (4, 7), (4, 7), (6, 9)),
    ],
)
def test_ranges_of_odd_names(
    odd_path: str,
    query: str,
    covers: str,
    code_points: tuple[int, int],
    utf16: tuple[int, int],
    utf8: tuple[int, int],
) -> None:
    with places.Client(odd_path) as client:
        found = client.suggest(query)[0]
    assert [found.primary_text[start:end] for start, end in found.primary_matches] == [covers]
    assert found.primary_matches == (code_points,)
    assert places.utf16_ranges(found.primary_text, found.primary_matches) == (utf16,)
    assert places.utf8_ranges(found.primary_text, found.primary_matches) == (utf8,)


def test_details(client: places.Client) -> None:
    place = client.place("sample:sicilian-mv", fields="*")
    assert place.id == "sample:sicilian-mv"
    assert place.display_name == "Sicilian Pizza Kitchen"
    assert place.location == pytest.approx((37.3917, -122.08))
    assert place.primary_type == "restaurant"
    assert place.formatted_address is not None
    assert "Mountain View" in place.formatted_address
    assert place.attribution == ATTRIBUTION
    assert place.get("location.latitude") == pytest.approx(37.3917)
    cut = client.place("sample:sicilian-mv", fields=places.Fields.NAME)
    assert cut.display_name == "Sicilian Pizza Kitchen"
    assert cut.formatted_address is None
    assert cut.location is None
    with pytest.raises(places.NotFoundError):
        client.place("sample:none", fields="id")


def test_asyncio(index_path: str) -> None:
    async def main() -> None:
        async with places.AsyncClient(index_path) as client:
            found = await client.suggest("spagh", types=["restaurant"])
            place = await client.place(found[0].place_id, fields="displayName")
            assert place.display_name == found[0].primary_text
            with pytest.raises(places.NotFoundError):
                await client.place("sample:none", fields="id")

    asyncio.run(main(), debug=True)


def test_index_files(index_path: str) -> None:
    with places.Index(index_path) as index:
        index.verify()
        assert index.place_count == index.info.place_count == 48
        assert index.info.path == index_path
        assert index.info.file_bytes == os.path.getsize(index_path)
        assert [source.attribution for source in index.info.sources] == [ATTRIBUTION]
        with places.Client(index) as first, places.Client(index, Path(index_path)) as second:
            index.close()
            assert first.suggest("berlin")
            assert second.suggest("berlin")
    with pytest.raises(ValueError, match="closed"):
        index.verify()


def test_private_memory(index_path: str, tmp_path: Path) -> None:
    copied = shutil.copy(index_path, tmp_path / "copy.places")
    with places.Index(copied, private_memory=True) as index, places.Client(index) as client:
        os.truncate(copied, 100)
        assert client.suggest("berlin")


def test_bad_files(tmp_path: Path, index_path: str) -> None:
    with pytest.raises(places.FileAccessError) as caught:
        places.Index(tmp_path / "missing.places")
    assert isinstance(caught.value, OSError)
    with pytest.raises(places.FileAccessError):
        places.Index(tmp_path)
    (tmp_path / "empty.places").touch()
    with pytest.raises(places.IndexDamagedError):
        places.Client(tmp_path / "empty.places")
    data = bytearray(Path(index_path).read_bytes())
    data[-5] ^= 1
    (tmp_path / "flipped.places").write_bytes(data)
    with pytest.raises(places.IndexDamagedError), places.Index(tmp_path / "flipped.places") as index:
        index.verify()


def test_replacing_an_index_in_use(index_path: str, odd_path: str, tmp_path: Path) -> None:
    path = str(tmp_path / "live.places")
    shutil.copy(index_path, path)
    with places.Index(path) as index, places.Client(index) as client:
        assert client.suggest("berlin")
        shutil.copy(odd_path, path + ".new")
        os.replace(path + ".new", path)
        assert client.suggest("berlin")
        index.reload()
        assert not client.suggest("berlin")
        assert client.suggest("dino")
        client.set_indexes(index_path, odd_path)
        assert client.suggest("berlin")
        assert client.suggest("dino")


def test_find_indexes(index_path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACES_INDEX", f"{index_path}:")
    assert places.find_indexes() == [index_path]
    with places.Client() as client:
        assert client.suggest("berlin")
    monkeypatch.delenv("PLACES_INDEX")
    for folder in ("home", "system"):
        (tmp_path / folder / "places").mkdir(parents=True)
        for name in ("a.places", "b.places" if folder == "home" else "c.places", ".hidden.places", "d.txt"):
            shutil.copy(index_path, tmp_path / folder / "places" / name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_DIRS", f"relative:{tmp_path}/system")
    found = [os.path.relpath(path, tmp_path) for path in places.find_indexes()]
    assert found == ["home/places/a.places", "home/places/b.places", "system/places/c.places"]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    with pytest.raises(places.NoProviderError, match="none/places"):
        places.Client()


# ----------------------------------------------------------------------------------------------------------------------
# Building


def write(path: Path, *rows: str) -> str:
    path.write_text("\n".join(("id,name,lat,lon", *rows, "")), encoding="utf-8")
    return f"csv:{path}"


def test_bad_rows_are_named_and_the_rest_kept(tmp_path: Path) -> None:
    source = write(tmp_path / "rows.csv", "t:1,One,1,2", "t:2,Two,91,2", "t:3,,1,2", "t:4,Four,1,2")
    bad: list[tuple[str, int, str]] = []
    told: list[tuple[str, float, int]] = []
    report = places.build_index(
        tmp_path / "out.places",
        source,
        progress=lambda name, fraction, count: told.append((name, fraction, count)),
        bad_row=lambda name, line, reason: bad.append((name, line, reason)),
    )
    assert (report.place_count, report.bad_row_count) == (2, 2)
    assert [line for _, line, _ in bad] == [3, 4]
    assert all(reason for _, _, reason in bad)
    assert told
    assert all(0 <= fraction <= 1 for _, fraction, _ in told)
    with places.Index(tmp_path / "out.places") as index:
        index.verify()


def test_a_build_can_be_stopped(tmp_path: Path) -> None:
    source = write(tmp_path / "rows.csv", *(f"t:{i},Name {i},1,2" for i in range(1000)))
    with pytest.raises(places.RequestCancelledError):
        places.build_index(tmp_path / "out.places", source, progress=lambda *_: False)
    assert os.listdir(tmp_path) == ["rows.csv"]


@pytest.mark.parametrize("which", ["progress", "bad_row"])
def test_exceptions_stop_the_build_and_are_raised(tmp_path: Path, which: str) -> None:
    source = write(tmp_path / "rows.csv", "bad", *(f"t:{i},Name {i},1,2" for i in range(1000)))

    def fail(*_: object) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        places.build_index(tmp_path / "out.places", source, **{which: fail})
    assert os.listdir(tmp_path) == ["rows.csv"]


def test_a_failed_build_keeps_the_old_file(tmp_path: Path) -> None:
    good = write(tmp_path / "rows.csv", "t:1,One,1,2")
    out = tmp_path / "out.places"
    places.build_index(out, good)
    before = out.read_bytes()
    with pytest.raises(places.FileAccessError):
        places.build_index(out, good, f"csv:{tmp_path}/missing.csv")
    assert out.read_bytes() == before
    with pytest.raises(places.InvalidRequestError):
        places.build_index(out)
    with pytest.raises(places.InvalidRequestError):
        places.build_index(out, "nonsense:x")


def test_a_builder_may_be_used_again(tmp_path: Path) -> None:
    with places.IndexBuilder() as builder:
        builder.add_source(write(tmp_path / "rows.csv", "t:1,One,1,2"))
        first = builder.write(tmp_path / "a.places")
        builder.add_source(write(tmp_path / "more.csv", "t:2,Two,1,2"))
        second = builder.write(tmp_path / "b.places")
    assert (first.place_count, second.place_count) == (1, 2)
    with pytest.raises(ValueError, match="closed"):
        builder.write(tmp_path / "c.places")


def test_a_busy_library_thread(client: places.Client) -> None:
    release = threading.Event()
    client.submit("berlin", lambda found, error: release.wait(10))
    for timeout in (0.01, 0.08):
        with pytest.raises(places.DeadlineError):
            client.suggest("berlin", timeout=timeout)
    threading.Timer(0.1, release.set).start()
    # Longer than a call waits in C.
    assert client.suggest("berlin")[0].place_id == "sample:berlin"
    assert client.suggest_json('{"input": "berlin"}')


def test_blocking_calls_are_refused_inside_callbacks(client: places.Client) -> None:
    errors: list[Exception] = []

    def callback(found: object, error: object) -> None:
        try:
            client.suggest("berlin")
        except places.WrongThreadError as wrong:
            errors.append(wrong)

    client.submit("berlin", callback).result(5)
    assert len(errors) == 1


def test_closing_while_others_search(index_path: str) -> None:
    for _ in range(20):
        client = places.Client(index_path)
        ended: list[Exception] = []

        def ask(client: places.Client = client, ended: list[Exception] = ended) -> None:
            try:
                while True:
                    client.suggest("berlin")
            except (places.RequestCancelledError, RuntimeError) as error:
                ended.append(error)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        client.close()
        for thread in threads:
            thread.join(5)
        assert len(ended) == 4


def test_one_client_on_many_threads(client: places.Client) -> None:
    wrong: list[object] = []

    def ask(query: str, expected: str) -> None:
        for _ in range(100):
            found = client.suggest(query)
            if not found or found[0].place_id != expected:
                wrong.append((query, found))

    pairs = [("berlin", "sample:berlin"), ("denver", "sample:denver"), ("auckland", "sample:auckland")]
    threads = [threading.Thread(target=ask, args=pair) for pair in pairs for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_handles_are_not_copied(index_path: str) -> None:
    with places.Client(index_path) as client:
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="copied"):
                copied(client)
        assert client.suggest("sicilian")


def test_a_path_with_nul_is_refused(index_path: str) -> None:
    with pytest.raises(ValueError, match="NUL"):
        places.Index(f"{index_path}\0.places")
