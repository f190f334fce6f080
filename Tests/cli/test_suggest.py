"""places suggest."""

from __future__ import annotations

import json
import pathlib
import shutil

import pytest
from conftest import Run, run


def ids(output: str) -> list[str]:
    return [line.split()[-1] for line in output.splitlines()]


def test_a_line_has_name_context_distance_and_id(search: Run) -> None:
    done = search("suggest", "--origin", "60.17,24.94", "helsinki airport")
    assert done.returncode == 0 and done.stderr == ""
    line = done.stdout.splitlines()[0]
    assert line.startswith("Helsinki Airport  ")
    assert "Finland" in line or "Uusimaa" in line or "Vantaa" in line
    assert line.endswith(" km  iata:HEL")


def test_words_match_in_any_order_and_arguments_are_joined(search: Run) -> None:
    assert ids(search("suggest", "par tex").stdout)[0] == "geonames:4717560"
    assert ids(search("suggest", "tex", "par").stdout)[0] == "geonames:4717560"


def test_accents_and_scripts(search: Run) -> None:
    assert ids(search("suggest", "zurich").stdout)[0] == "geonames:2657896"
    assert ids(search("suggest", "東京").stdout)[0] == "geonames:1850147"
    assert ids(search("suggest", "cafe arger").stdout)[0] == "shop:4"
    assert ids(search("suggest", "strasse der nat").stdout)[0] == "shop:5"


def test_bias_restriction_country_and_type(search: Run) -> None:
    assert ids(search("suggest", "--bias", "circle:60.17,24.94,3000", "mus").stdout)[0] in ("shop:1", "shop:3")
    inside = ids(search("suggest", "--restrict", "rect:48,2,49,3", "mus").stdout)
    assert inside == ["shop:2"]
    assert ids(search("suggest", "--country", "us", "paris").stdout) == ["geonames:4717560"]
    assert set(ids(search("suggest", "--country", "us,fr", "--type", "locality", "paris").stdout)) == {
        "geonames:4717560", "geonames:2988507"}
    assert ids(search("suggest", "--type", "museum", "mus").stdout) == ["shop:2"]
    assert ids(search("suggest", "--type", "(cities)", "helsinki").stdout) == ["geonames:658225"]


def test_limit(search: Run) -> None:
    assert len(ids(search("suggest", "--limit", "1", "paris").stdout)) == 1


def test_language(search: Run) -> None:
    assert search("suggest", "--lang", "de", "東京").stdout.startswith("Tokio ")
    assert search("suggest", "--lang", "fr", "zurich").stdout.startswith("Zurich ")
    assert search("suggest", "東京").stdout.startswith("東京 ")


def test_json_is_googles_body(search: Run) -> None:
    body = json.loads(search("suggest", "--json", "--origin", "60.17,24.94", "helsinki airp").stdout)
    prediction = body["suggestions"][0]["placePrediction"]
    assert prediction["placeId"] == "iata:HEL"
    assert prediction["place"] == "places/iata:HEL"
    main = prediction["structuredFormat"]["mainText"]
    assert main["text"] == "Helsinki Airport"
    marked = "".join(main["text"][match.get("startOffset", 0):match["endOffset"]] for match in main["matches"])
    assert marked.replace(" ", "") == "HelsinkiAirp"
    assert 15_000 < prediction["distanceMeters"] < 18_000


def test_explain_says_why_under_each_row(search: Run) -> None:
    lines = search("suggest", "--explain", "--bias", "circle:60.17,24.94,3000", "paris").stdout.splitlines()
    assert len(lines) == 2 * len(search("suggest", "paris").stdout.splitlines())
    assert all(line.startswith("    score ") and ": importance " in line for line in lines[1::2])
    assert "whole name +" in lines[1] and "distance -" in lines[1]
    scores = [float(line.split()[1].rstrip(":")) for line in lines[1::2]]
    assert scores == sorted(scores, reverse=True)
    assert "    score" not in search("suggest", "paris").stdout


def test_explain_does_not_go_with_json_or_batch(search: Run) -> None:
    for other in ("--json", "--batch"):
        done = search("suggest", "--explain", other, *(["paris"] if other == "--json" else []))
        assert done.returncode == 2 and f"does not go with {other}" in done.stderr


def test_nothing_found(search: Run) -> None:
    done = search("suggest", "qqqqxyz")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    done = search("suggest", "--json", "qqqqxyz")
    assert (done.returncode, done.stdout) == (1, "{}\n")


@pytest.mark.parametrize("text", ["", "   ", "\n", "\u200b"])
def test_blank_text_is_refused(search: Run, text: str) -> None:
    done = search("suggest", text)
    assert done.returncode == 2
    assert "query" in done.stderr or "input" in done.stderr


def test_ill_formed_text_is_refused(index: pathlib.Path) -> None:
    done = run("suggest", "--index", index, "par\udcff".encode("utf-8", "surrogateescape"))
    assert done.returncode == 2
    assert "UTF-8" in done.stderr


def test_type_that_the_index_does_not_know(search: Run) -> None:
    done = search("suggest", "--type", "spaceport", "x")
    assert done.returncode == 2
    assert "spaceport" in done.stderr


def test_plus_codes_and_coordinates(search: Run) -> None:
    assert ids(search("suggest", "9GG65WCR+22").stdout)[0].startswith("pluscode:")
    assert ids(search("suggest", "60.17, 24.94").stdout)[0].startswith("latlng:")


# --- where index files come from ----------------------------------------------------------------------


def test_no_index_says_what_to_do() -> None:
    done = run("suggest", "paris")
    assert done.returncode == 3
    for part in ("--index", "PLACES_INDEX", "/nonexistent/.local/share/places", "places index build"):
        assert part in done.stderr


def test_index_from_the_environment(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert run("suggest", "zurich", PLACES_INDEX=f":{index}:").returncode == 0
    done = run("suggest", "zurich", PLACES_INDEX=f"{index}:{tmp_path}/missing.places")
    assert done.returncode == 3
    assert "missing.places" in done.stderr


def test_index_from_the_data_folders(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "share" / "places"
    folder.mkdir(parents=True)
    shutil.copy(index, folder / "a.places")
    (folder / "notes.txt").write_text("no index")
    assert run("suggest", "zurich", XDG_DATA_HOME=str(tmp_path / "share")).returncode == 0
    assert run("suggest", "zurich", XDG_DATA_DIRS=f"/nonexistent:{tmp_path / 'share'}").returncode == 0
    home = tmp_path / "home"
    (home / ".local").mkdir(parents=True)
    (tmp_path / "share").rename(home / ".local" / "share")
    assert run("suggest", "zurich", HOME=str(home)).returncode == 0
    # Without a home there is still the system's.
    assert run("suggest", "zurich", HOME=None, XDG_DATA_DIRS=str(home / ".local" / "share")).returncode == 0


def test_a_damaged_file_in_a_data_folder_does_not_hide_the_others(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "places"
    folder.mkdir()
    shutil.copy(index, folder / "good.places")
    (folder / "bad.places").write_bytes(b"")
    done = run("suggest", "zurich", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "geonames:2657896" in done.stdout
    assert "bad.places" in done.stderr


def test_the_persons_file_stands_for_the_systems(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for name in ("home", "system"):
        (tmp_path / name / "places").mkdir(parents=True)
    shutil.copy(index, tmp_path / "home" / "places" / "world.places")
    (tmp_path / "system" / "places" / "world.places").write_bytes(b"damaged")
    done = run("suggest", "zurich", XDG_DATA_HOME=str(tmp_path / "home"), XDG_DATA_DIRS=str(tmp_path / "system"))
    assert done.returncode == 0 and done.stderr == ""


def test_several_indexes_answer_together(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    table = tmp_path / "more.csv"
    table.write_text("id,name,lat,lon\nmine:1,Zurichstube,48.1,11.5\n")
    assert run("index", "build", "-o", tmp_path / "more.places", f"csv:{table}").returncode == 0
    done = run("suggest", "--index", index, "--index", tmp_path / "more.places", "zurich")
    assert set(ids(done.stdout)) == {"geonames:2657896", "mine:1"}
