"""Bare `places` on a terminal."""

from __future__ import annotations

import os
import pathlib
import signal
import termios
import time
from collections.abc import Callable

import pytest
from conftest import run
from terminal import Terminal

Start = Callable[..., Terminal]


def start(terminal: Start, **options: object) -> Terminal:
    shown = terminal(**options)
    shown.wait_for("Type a place")
    return shown


def leave(shown: Terminal, key: str, code: int = 0) -> None:
    shown.type(key)
    assert shown.wait_exit() == code
    assert_given_back(shown)


def assert_given_back(shown: Terminal) -> None:
    assert not shown.on_alternate
    assert shown.raw.rstrip().endswith(b"\033[?1049l")
    assert termios.tcgetattr(shown.descriptor)[3] == shown.attributes[3]


def test_results_come_as_one_types(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("par")
    shown.wait_for("Texas")
    assert shown.lines[0] == "> par"
    assert "Par" in shown.bold[2]
    assert "Test places, CC0" in "\n".join(shown.lines)
    shown.type(" tex")
    shown.wait_until(lambda: "Texas" in shown.lines[2] and "Île" not in "\n".join(shown.lines))
    leave(shown, "\033")


def test_choosing_and_details(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("helsinki")
    shown.wait_for("* Helsinki")
    shown.type("\033[B")
    shown.wait_for("* Helsinki Airport")
    shown.type("\r")
    shown.wait_for("iata:HEL")
    shown.wait_for("Test places, CC0")
    shown.type("\033")
    shown.wait_for("* Helsinki Airport")
    shown.type("\033[A")
    shown.wait_until(lambda: shown.lines[2].startswith("* ") and "Airport" not in shown.lines[2])
    leave(shown, "\003")


def test_keys_in_one_burst(terminal: Start) -> None:
    """A paste of keys, Enter included, before the first answer was drawn."""
    shown = start(terminal)
    shown.type("helsinki\033[B\r")
    shown.wait_for("iata:HEL")
    leave(shown, "\003")


def test_editing(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("zürichx\177")
    shown.wait_for("> zürich")
    shown.wait_until(lambda: shown.column == 8)
    shown.type("\001東\005!")
    shown.wait_until(lambda: shown.lines[0] == "> 東zürich!")
    shown.type("\025par tex\027\027東京")
    shown.wait_until(lambda: shown.lines[0] == "> 東京" and "東京" in shown.lines[2])
    # Two wide characters behind the prompt.
    shown.wait_until(lambda: shown.column == 6)
    shown.type("\025e\u0301\177")
    shown.wait_until(lambda: shown.lines[0].rstrip() == ">")
    shown.wait_for("Type a place")
    leave(shown, "\004")


def test_bytes_of_a_character_may_come_apart(terminal: Start) -> None:
    shown = start(terminal)
    for byte in "東京".encode():
        os.write(shown.descriptor, bytes([byte]))
        shown.read(0.01)
    shown.wait_for("> 東京")
    leave(shown, "\003")


def test_a_paste_is_text(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("\033[200~par\r\ntex\033[201~")
    shown.wait_until(lambda: shown.lines[0].startswith("> par") and shown.lines[0].endswith("tex"))
    shown.wait_for("Texas")
    leave(shown, "\003")


def test_nothing_found_is_said(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("qqqqxyz")
    shown.wait_for("No place found")
    leave(shown, "\003")


def test_resizing(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("paris")
    shown.wait_for("Texas")
    shown.resize(5, 20)
    shown.wait_until(lambda: all(len(line) <= 20 for line in shown.lines) and shown.lines[0] == "> paris")
    shown.resize(24, 80)
    shown.wait_for("Enter: details")
    leave(shown, "\003")


def test_options_hold(terminal: Start) -> None:
    shown = terminal("--country", "us", "--origin", "33,-95")
    shown.wait_for("Type a place")
    shown.type("paris")
    shown.wait_for("Texas")
    assert " km" in shown.lines[2]
    assert "Île" not in "\n".join(shown.lines)
    leave(shown, "\003")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGBUS],
                         ids=lambda number: number.name)
def test_the_terminal_is_given_back_whatever_ends_it(terminal: Start, number: signal.Signals) -> None:
    shown = start(terminal)
    os.kill(shown.pid, number)
    assert shown.wait_exit() == -number
    assert_given_back(shown)


def test_suspending(terminal: Start) -> None:
    shown = start(terminal)
    shown.type("paris")
    shown.wait_for("Texas")
    # The shell stops it with SIGTSTP and lets it go on; a test's child has no shell, so the kernel ignores the
    # stop of an orphaned group: what is left is that the terminal is given back and taken again.
    shown.type("\032")
    shown.wait_until(lambda: shown.raw.count(b"\033[?1049h") == 2)
    assert shown.raw.count(b"\033[?1049l") == 1
    leave(shown, "\003")


def test_a_hung_up_terminal_ends_it(terminal: Start) -> None:
    shown = start(terminal)
    os.close(shown.descriptor)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        pid, status = os.waitpid(shown.pid, os.WNOHANG)
        if pid:
            shown.status = os.waitstatus_to_exitcode(status)
            break
        time.sleep(0.02)
    assert shown.status is not None
    shown.descriptor = os.open("/dev/null", os.O_RDONLY)


def test_a_terminal_without_cursor_is_refused(terminal: Start) -> None:
    shown = terminal(TERM="dumb")
    assert shown.wait_exit() == 3
    assert "places suggest" in shown.raw.decode()


def test_no_index_is_said_before_the_screen_is_taken(terminal: Start, tmp_path: pathlib.Path) -> None:
    shown = terminal(PLACES_INDEX=str(tmp_path / "missing.places"))
    assert shown.wait_exit() == 3
    assert b"\033[?1049h" not in shown.raw


def test_without_a_terminal_it_is_wrong_usage() -> None:
    assert run().returncode == 2
