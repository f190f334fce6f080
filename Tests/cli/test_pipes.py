"""Pipes, closed descriptors, locales, colours and what must not reach a terminal."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
from collections.abc import Callable

import pytest
from conftest import PLACES, Run, environment, run
from terminal import Terminal

Start = Callable[..., Terminal]


def shell(script: str, index: pathlib.Path) -> subprocess.CompletedProcess[str]:
    env = environment(PLACES_INDEX=str(index), P=str(PLACES))
    return subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", env=env, timeout=60)


def test_a_reader_that_goes_away_ends_it_quietly(index: pathlib.Path) -> None:
    done = shell('yes \'{"input": "zurich"}\' | head -n 20000 | $P suggest --batch | head -n 1 >/dev/null; '
                 'echo ${PIPESTATUS[2]}', index)
    assert done.stdout.strip() == str(128 + signal.SIGPIPE)
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["suggest zurich", "suggest --json zurich", "place iata:HEL", "--help", "--version",
                                     "index info $PLACES_INDEX", "index verify $PLACES_INDEX"])
@pytest.mark.parametrize("output", [">&-", ">/dev/full"])
def test_output_that_cannot_be_written_is_a_failure(index: pathlib.Path, command: str, output: str) -> None:
    done = shell(f"$P {command} {output}", index)
    assert done.returncode == 3
    assert "standard output" in done.stderr


def test_full_output_ends_a_batch(index: pathlib.Path) -> None:
    done = shell('yes \'{"input": "zurich"}\' | $P suggest --batch >/dev/full; echo $?', index)
    assert done.stdout.strip() == "3"


def test_closed_descriptors_do_not_reach_an_index(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    before = index.read_bytes()
    shell("$P suggest zurich <&- >&- 2>&-", index)
    table = pathlib.Path(__file__).parent / "places.csv"
    shell(f"$P index build -o {tmp_path}/a.places csv:{table} <&- >&- 2>&-", index)
    assert index.read_bytes() == before
    assert run("index", "verify", tmp_path / "a.places").returncode == 0


def test_closed_input_is_a_failure_of_a_batch(index: pathlib.Path) -> None:
    done = shell("$P suggest --batch <&-", index)
    assert done.returncode == 3 and "standard input" in done.stderr


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C"}, {"LC_ALL": "de_DE.UTF-8"}, {"LANG": "nonsense"}], ids=str)
def test_no_locale_changes_anything(search: Run, locale: dict[str, str]) -> None:
    done = search("suggest", "--json", "--origin", "60.5,24.5", "--bias", "circle:60.5,24.5,3000.5", "東京", **locale)
    assert done.returncode == 0
    assert json.loads(done.stdout)["suggestions"][0]["placePrediction"]["text"]["text"].startswith("東京")
    lines = search("suggest", "--origin", "60.5,24.5", "helsinki", **locale).stdout
    assert ".", lines
    assert search("place", "iata:HEL", **locale).stdout.count("60.3172") == 1


def test_matched_letters_are_marked_on_a_terminal(terminal: Start) -> None:
    shown = terminal("suggest", "par tex")
    assert shown.wait_exit() == 0
    assert "\033[1mPar\033[22mis" in shown.raw.decode()


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_marks_where_they_are_not_wanted(terminal: Start, changes: dict[str, str]) -> None:
    shown = terminal("suggest", "par tex", **changes)
    assert shown.wait_exit() == 0
    assert "Paris" in shown.raw.decode() and b"\033" not in shown.raw


def test_no_marks_in_a_pipe(search: Run) -> None:
    assert "\033" not in search("suggest", "par tex").stdout


def test_attribution_is_shown_on_a_terminal(terminal: Start) -> None:
    shown = terminal("suggest", "paris", columns=120)
    shown.wait_exit()
    assert "Test places, CC0" in shown.raw.decode()


def test_controls_in_the_data_do_not_reach_a_terminal(terminal: Start, tmp_path: pathlib.Path) -> None:
    table = tmp_path / "evil.csv"
    name = "Evil \033]0;title\007\u009b31m \u202eName"
    table.write_text(f'id,name,lat,lon\nx:1,"{name}",1,2\n', encoding="utf-8")
    built = run("index", "build", "-o", tmp_path / "evil.places", f"csv:{table}")
    assert built.returncode == 0
    for arguments in (["suggest", "evil"], ["suggest", "--json", "evil"], ["place", "x:1"], ["place", "--json", "x:1"]):
        shown = terminal(*arguments, PLACES_INDEX=str(tmp_path / "evil.places"), NO_COLOR="1")
        assert shown.wait_exit() == 0
        text = shown.raw.decode()
        assert "Evil" in text
        for control in ("\033", "\007", "\u009b", "\u202e"):
            assert control not in text, (arguments, control)


def test_arguments_in_messages_do_not_reach_a_terminal_raw() -> None:
    done = run("suggest", "--bias", "\033[31m", "x")
    assert done.returncode == 2 and "\033" not in done.stderr


def test_signals_are_the_defaults(index: pathlib.Path) -> None:
    """SIGPIPE ignored by the parent stays so, and is an error then, not a silent loss."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([PLACES, "suggest", "--index", index, "zurich"], stdout=write, stderr=subprocess.PIPE,
                          encoding="utf-8", env=environment(), restore_signals=False, timeout=60)
    os.close(write)
    assert done.returncode == 3 and "standard output" in done.stderr
