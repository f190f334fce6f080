"""Help, manual page and completions name the same options."""

from __future__ import annotations

import re
import subprocess

import pytest
from conftest import ROOT, run

COMPLETIONS = ROOT / "packaging" / "completions"
COMMANDS = ["", "suggest", "place", "index", "index build", "index info", "index verify"]


def help_options(command: str) -> set[tuple[str, str]]:
    """(letter, name) of each option that a command's help lists."""
    text = run(*command.split(), "--help").stdout
    rows = re.findall(r"^ +(?:-(\w), )?--([a-z-]+)", text.split("Options:")[1], re.MULTILINE)
    assert rows
    return set(rows)


@pytest.mark.parametrize("command", COMMANDS)
def test_bash(command: str) -> None:
    words = ["places", *command.split(), "--"]
    script = (f"source {COMPLETIONS / 'places.bash'}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
              "_places; printf '%s\\n' \"${COMPREPLY[@]}\"")
    done = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", check=True)
    assert set(done.stdout.split()) == {f"--{name}" for _, name in help_options(command)}


@pytest.mark.parametrize("command", COMMANDS)
def test_fish(command: str, tmp_path: object) -> None:
    line = f"places {command} -".replace("  ", " ")
    script = f"source {COMPLETIONS / 'places.fish'}; complete -C '{line}'; complete -C '{line}-'"
    done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, encoding="utf-8", check=True,
                          env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    offered = {line.split("\t")[0] for line in done.stdout.splitlines()}
    options = help_options(command)
    assert {word for word in offered if word.startswith("--")} == {f"--{name}" for _, name in options}
    letters = {word[-1] for word in offered if re.fullmatch(r"-\w", word)}
    if letters:  # fish lists letters only where no long option begins so
        assert letters == {letter for letter, _ in options if letter}


def test_zsh() -> None:
    """zsh completes in a terminal only, so its file is read instead."""
    text = (COMPLETIONS / "_places").read_text()
    parts = {
        "": text.split("\n*)\n")[-1],
        "suggest": text.split("\nsuggest)")[1].split("\nplace)")[0],
        "place": text.split("\nplace)")[1].split("\nindex)")[0],
        "index build": text.split("    build)")[1].split("    info)")[0],
        "index info": text.split("    info)")[1].split("    verify)")[0],
        "index verify": text.split("    verify)")[1].split("    *)")[0],
    }
    lists = {name: text.split(f"{name}=(")[1].split("\n)\n")[0] for name in ("search", "service")}
    lists["help"] = re.search(r"^help=\((.*)\)$", text, re.MULTILINE)[1]  # type: ignore[index]
    for command, part in parts.items():
        for name, content in lists.items():
            part = part.replace(f"${name}", content)
        offered = set(re.findall(r"\{-(\w),--([a-z-]+)\}", part))
        offered |= {("", name) for name in re.findall(r"'(?:\([a-z -]+\))?--([a-z-]+)\[", part)}
        assert offered == help_options(command), command


def test_manual_page() -> None:
    text = (ROOT / "docs" / "man" / "places.1").read_text()
    described = set(re.findall(r"^\.It Fl (\w) , -([a-z-]+)", text, re.MULTILINE))
    described |= {("", name) for name in re.findall(r"^\.It Fl -([a-z-]+)", text, re.MULTILINE)}
    assert described == set().union(*map(help_options, COMMANDS))
    for code in range(4):
        assert re.search(rf"^\.It {code}$", text, re.MULTILINE)


def test_the_line_limit_in_the_manual_is_the_real_one() -> None:
    source = (ROOT / "Sources" / "places" / "batch.h").read_text()
    count, shift = re.search(r"BATCH_LINE_LIMIT \(\(size_t\)(\d+) << (\d+)\)", source).groups()  # type: ignore[union-attr]
    assert str(int(count) << int(shift)) in (ROOT / "docs" / "man" / "places.1").read_text()
