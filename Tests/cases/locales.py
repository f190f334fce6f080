"""Locales for a test: compiled where the machine lacks them, and the process set to one."""

from __future__ import annotations

import contextlib
import locale
import os
import subprocess
from collections.abc import Iterator

from checking import Findings
from services import folder


def make(names: list[str]) -> dict[str, str]:
    """A folder for LOCPATH with these locales; the names that could not be made, with the reason."""
    made = folder()
    missing: dict[str, str] = {}
    for name in names:
        base, _, charset = name.partition(".")
        command = ["localedef", "-i", base, "-f", charset or "UTF-8", str(made / name)]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            missing[name] = "there is no localedef on this machine"
            continue
        if done.returncode != 0:
            missing[name] = done.stderr.strip() or f"localedef exited with {done.returncode}"
    os.environ["LOCPATH"] = str(made)
    return missing


@contextlib.contextmanager
def using(name: str, findings: Findings) -> Iterator[bool]:
    """The process under a locale; gives whether it could be."""
    missing = make([name])
    if name in missing:
        findings.skip(f"locale {name}", missing[name])
        yield False
        return
    locale.setlocale(locale.LC_ALL, name)
    try:
        yield True
    finally:
        locale.setlocale(locale.LC_ALL, "C")
