"""Options, help, exit codes."""

from __future__ import annotations

import pathlib

import pytest
from conftest import ROOT, run

COMMANDS = ([], ["suggest"], ["place"], ["index"], ["index", "build"], ["index", "info"], ["index", "verify"])


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_is_printed_and_fits_a_terminal(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith(" ".join(["Usage: places", *command]))
    assert max(map(len, done.stdout.splitlines())) <= 88
    assert run(*command, "-h").stdout == done.stdout


def test_version_is_that_of_the_tree() -> None:
    assert run("--version").stdout == f"places {(ROOT / 'VERSION').read_text().strip()}\n"


@pytest.mark.parametrize(("arguments", "says"), [
    (["suggest"], "TEXT is missing"),
    (["suggest", "--nope", "x"], "no option --nope"),
    (["suggest", "-Z", "x"], "no option -Z"),
    (["suggest", "--reg", "fr", "x"], "no option --reg"),
    (["suggest", "x", "--lang"], "--lang needs a value"),
    (["suggest", "--json=yes", "x"], "--json takes no value"),
    (["suggest", "--limit", "6", "x"], "1 to 5"),
    (["suggest", "--limit", "0", "x"], "1 to 5"),
    (["suggest", "--limit", "two", "x"], "1 to 5"),
    (["suggest", "--bias", "60.1,24.9", "x"], "circle:... or rect:..."),
    (["suggest", "--bias", "circle:60.1,24.9", "x"], "circle:LAT,LNG,METRES"),
    (["suggest", "--bias", "circle:60,1,24,9,5", "x"], "circle:LAT,LNG,METRES"),
    (["suggest", "--bias", "circle:nan,24.9,5", "x"], "circle:LAT,LNG,METRES"),
    (["suggest", "--bias", "circle:0x3c,24.9,5", "x"], "circle:LAT,LNG,METRES"),
    (["suggest", "--bias", "circle:6e1,24.9,5", "x"], "circle:LAT,LNG,METRES"),
    (["suggest", "--restrict", "rect:1,2,3", "x"], "rect:SOUTH,WEST,NORTH,EAST"),
    (["suggest", "--origin", "60.1", "x"], "LAT,LNG"),
    (["suggest", "--origin", "440.92,181", "x"], "440.92"),
    (["suggest", "--bias", "circle:60,24,50001", "x"], "50"),
    (["suggest", "--bias", "circle:60,24,-1", "x"], "radius"),
    (["suggest", "--bias", "circle:60,24,5", "--restrict", "circle:60,24,5", "x"], "bias"),
    (["suggest", "--country", "de,fra", "x"], "fra"),
    (["suggest", "--country", "de,,fr", "x"], "countr"),
    (["suggest", "--type", "bar,cafe,gym,park,zoo,museum", "x"], "5"),
    (["suggest", "--type", "(cities),bar", "x"], "(cities)"),
    (["suggest", "--lang", "not a language", "x"], "language"),
    (["place"], "ID is missing"),
    (["place", "a:1", "b:2"], "one ID"),
    (["place", "--fields", "displayName,shoeSize", "a:1"], "shoeSize"),
    (["place", "--batch", "a:1"], "--batch"),
    (["index"], "build, info or verify"),
    (["index", "make"], "no command 'index make'"),
    (["index", "build", "-o", "x.places"], "SOURCE is missing"),
    (["index", "build", "csv:x.csv"], "-o FILE is missing"),
    (["index", "build", "-o", "/nonexistent/x.places", "nonsense:x"], "nonsense"),
    (["index", "info"], "FILE is missing"),
    (["index", "verify"], "FILE is missing"),
    (["helsinki"], "places suggest"),
    ([], "terminal"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_wrong_usage_says_what_is_wrong(arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert done.stderr.startswith("places: ")
    assert done.stdout == ""


def test_text_may_look_like_an_option_after_two_dashes(index: pathlib.Path) -> None:
    assert run("suggest", "--index", index, "--", "--paris").returncode == 0


def test_negative_coordinates_are_text(index: pathlib.Path) -> None:
    done = run("suggest", "--index", index, "-33.86, 151.21")
    assert done.returncode == 0, done.stderr
    assert "latlng:" in done.stdout
