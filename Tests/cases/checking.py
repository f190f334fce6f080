"""What one case finds out: checks that held or did not, and parts that cannot apply here."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


class CannotApply(Exception):
    """This case, or the part of it that was tried, has nothing here to apply to."""


@dataclass
class Findings:
    """One case's. A check is told by the key of `expected` that it comes from."""

    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def check(self, what: str, holds: bool, expected: Any = None, found: Any = None) -> bool:
        if holds:
            self.passed.append(what)
        else:
            self.failed.append(f"{what}: expected {shown(expected)}, found {shown(found)}")
        return holds

    def skip(self, what: str, why: str) -> None:
        line = f"{what}: {why}" if what else why
        if line not in self.skipped:
            self.skipped.append(line)

    def unknown(self, what: str, kind: str = "key") -> None:
        self.skip("", f"unknown {kind} {what!r}")

    @property
    def outcome(self) -> str:
        if self.failed:
            return "failed"
        if not self.passed:
            return "cannot apply"
        return "passed in part" if self.skipped else "passed"


def shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 300 else text[:300] + " ..."
