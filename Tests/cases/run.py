#!/usr/bin/env python3
"""Runs field cases: run.py [FILE]... ; without a file, the project's own (fixtures/*.json).

Prints one line for each case and, below it, what did not hold and what cannot apply, with the reason. Each case has a
process of its own: a crash, a hang and a changed locale are that case's alone. Exit code 1 when anything failed.

A case file is JSON: {"cases": [{"id", "kind", "input": {"op", ...}, "expected": {...}}, ...]}. What the ops and keys
mean stands in ops/, one module each.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import tree
from checking import CannotApply, Findings

#: Op: the module in ops/ and the function in it.
OPS = {
    "timeline": ("timeline", "run"),
    "request": ("request", "run"),
    "responses": ("responses", "run"),
    "index": ("index", "run"),
    "highlight": ("highlight", "run"),
    "components": ("components", "run"),
    "inputs": ("inputs", "run"),
    "inputs_bytes": ("inputs", "run_bytes"),
    "render": ("render", "run"),
    "widget": ("widget", "run"),
    "secrets": ("secrets", "run"),
    "server": ("server", "run"),
    "environment": ("environment", "run"),
    "program": ("program", "run"),
    "mixed": ("mixed", "run"),
}
OUTCOMES = ("passed", "passed in part", "failed", "cannot apply")
#: Seconds that one case may take.
LIMIT = 240


def run_one(case: dict[str, Any]) -> Findings:
    """In the case's own process."""
    findings = Findings()
    op = case.get("input", {}).get("op")
    if op not in OPS:
        findings.unknown(str(op), "op")
        return findings
    module, function = OPS[op]
    for key in case.keys() - {"id", "kind", "input", "expected", "note", "seen_in", "title", "rule"}:
        findings.unknown(key, "key of a case")
    try:
        getattr(importlib.import_module(f"ops.{module}"), function)(case["input"], case["expected"], findings)
    except CannotApply as reason:
        findings.skip("", str(reason))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        # A case of another shape than this program reads; unless a check has failed, that is all it tells.
        findings.skip("", f"not understood: {type(error).__name__}: {error} ({_place_of(error)})")
    return findings


def _place_of(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def isolated(case: dict[str, Any]) -> Findings:
    """One case in a process of its own."""
    command = [sys.executable, "-X", "faulthandler", __file__, "--one"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, input=json.dumps(case), capture_output=True, encoding="utf-8", timeout=LIMIT, env=environment
        )
    except subprocess.TimeoutExpired:
        return Findings(failed=[f"still running after {LIMIT} s"])
    line = done.stdout.rstrip("\n").rpartition("\n")[2]
    if done.returncode != 0 or not line.startswith("{"):
        ending = f"ended by signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        return Findings(failed=[f"the case's process: {ending}: {done.stderr.strip()[-1500:]}"])
    return Findings(**json.loads(line))


def cases_of(path: Path) -> list[dict[str, Any]]:
    content = json.loads(path.read_text(encoding="utf-8"))
    return list(content["cases"] if isinstance(content, dict) else content)


def print_findings(case: dict[str, Any], findings: Findings, verbose: bool) -> None:
    op = case.get("input", {}).get("op", "?")
    checks = len(findings.passed) + len(findings.failed)
    print(f"{findings.outcome:<15} {case.get('id', '?'):<10} {case.get('kind', '?')} ({op}, {checks} checks)")
    for line in findings.failed:
        print(f"    failed: {line}")
    for line in findings.skipped:
        print(f"    cannot apply: {line}")
    if verbose:
        for line in findings.passed:
            print(f"    passed: {line}")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run field cases and list what passed, failed, or cannot apply.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="case files; default: the project's own")
    parser.add_argument("--only", metavar="ID", action="append", help="only these cases")
    parser.add_argument("-v", "--verbose", action="store_true", help="list what passed, too")
    parser.add_argument("--strict", action="store_true", help="parts that cannot apply fail, too")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        findings = run_one(json.load(sys.stdin))
        print("\n" + json.dumps(vars(findings), ensure_ascii=True, default=str), flush=True)
        return 0
    counts: Counter[str] = Counter()
    for path in arguments.files or sorted((tree.HERE / "fixtures").glob("*.json")):
        for case in cases_of(path):
            if arguments.only and case.get("id") not in arguments.only:
                continue
            findings = isolated(case)
            if arguments.strict and findings.skipped:
                findings.failed += [f"cannot apply: {line}" for line in findings.skipped]
            counts[findings.outcome] += 1
            print_findings(case, findings, arguments.verbose)
    print()
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES))
    return 1 if counts["failed"] or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
