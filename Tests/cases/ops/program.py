"""program: steps in prose, done by a ready-made small program that is chosen by their words.

What the programs find are facts with a name; the keys of `expected` speak of these names.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trustme

from checking import CannotApply, Findings
from services import Close, Script, Seen, Server, answer, empty_answer, folder
from tree import HERE, LIBRARY, ROOT
from words import same

PROGRAMS = HERE / "programs"
#: Seconds for one run of a program.
_PATIENCE = 120


@dataclass
class Program:
    """What a case asks for."""

    language: str
    text: str
    repeat: int
    tools: str
    delay_ms: float

    def moments(self) -> list[int]:
        """ "destroy at 0, 1, 5, 50, 199 ms" """
        found = re.search(r"(?:at|after)\s+((?:\d+\s*(?:,|and)?\s*)+)\s*ms", self.text)
        return [int(each) for each in re.findall(r"\d+", found[1])] if found else [0, 1, 5, 50, 199]


@dataclass
class Run:
    """What one run of a program came to."""

    facts: dict[str, Any] = field(default_factory=dict)
    exit_code: int = 0
    elapsed_ms: float = 0
    errors: str = ""

    def merge(self, other: Run) -> None:
        """The worse of two runs: a fact that differs is that of the second where the first was good."""
        for name, value in other.facts.items():
            known = self.facts.get(name)
            if known is None or name.endswith("_ms"):
                self.facts[name] = max(known or 0, value)
            elif known != value:
                self.facts[name] = value if value != 1 else known
        self.exit_code = self.exit_code or other.exit_code
        self.elapsed_ms = max(self.elapsed_ms, other.elapsed_ms)
        self.errors += other.errors


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in case.keys() - {"op", "language", "steps", "repeat", "tools", "note", "server", "delay_ms"}:
        findings.unknown(key, "key of input")
    text = "\n".join(case["steps"])
    delay = re.search(r"(?:answers? after|delay)\D{0,10}(\d+) ?ms", text)
    program = Program(
        str(case.get("language", "c")).lower(),
        text,
        _repeat(case, text),
        str(case.get("tools", "")),
        float(delay[1]) if delay else float(case.get("delay_ms", case.get("server", {}).get("delay_ms", 0)) or 0),
    )
    done = False
    for words, languages, make in _KINDS:
        wanted = [each for each in languages if re.search(rf"\b{each}\b", program.language)]
        if not re.search(words, text, re.I) or not wanted:
            continue
        done = True
        for language in wanted:
            found = make(program, language, findings)
            _check(expected, found, findings, f"{language}: ")
        break
    if not done:
        raise CannotApply(f"no program for these steps in {program.language}: {text[:200]!r}")


def _repeat(case: dict[str, Any], text: str) -> int:
    if "repeat" in case:
        return int(case["repeat"])
    found = re.search(r"(\d+) times", text)
    return int(found[1]) if found else 20


# Expectations ---------------------------------------------------------------------------------------------------------


def _check(expected: dict[str, Any], found: Run, findings: Findings, where: str) -> None:
    facts = {
        "exit_code": found.exit_code,
        "crash": found.exit_code < 0 or found.exit_code > 128,
        "alive": found.exit_code >= 0,
        "exit_ms": round(found.elapsed_ms),
        **found.facts,
    }
    if found.exit_code not in (0, expected.get("exit_code")):
        findings.check(f"{where}the program ends well", False, 0, f"{found.exit_code}: {found.errors[-800:]}")
    for key, value in expected.items():
        what = f"{where}{key}"
        if key.endswith("_within_ms") and (name := key.removesuffix("_within_ms") + "_ms") in facts:
            findings.check(what, facts[name] <= value, value, facts[name])
        elif key == "exported_names_all_start_with" and "exported" in facts:
            bad = [name for name in facts["exported"] if not name.startswith(("places_", "PLACES_"))]
            findings.check(what, not bad and bool(facts["exported"]), "places_", bad[:5])
        elif key == "child_old_client" and "child_old_client_refused" in facts:
            limit = re.search(r"within (\d+)", str(value))
            holds = bool(facts["child_old_client_refused"])
            holds = holds and (limit is None or facts["child_old_client_ms"] <= int(limit[1]))
            findings.check(what, holds, value, facts)
        elif key in ("parent", "child_new_client") and f"{key}_ok" in facts:
            findings.check(what, bool(facts[f"{key}_ok"]) == (value == "ok"), value, facts)
        elif key in facts:
            fact = bool(facts[key]) if isinstance(value, bool) else facts[key]
            findings.check(what, same(value, fact), value, f"{fact} {found.errors[-600:]}".strip())
        elif key == "note":
            continue
        else:
            findings.unknown(key)


# Building and running -------------------------------------------------------------------------------------------------


def compile_c(name: str, *flags: str, compiler: str = "cc", libraries: tuple[str, ...] = ("-lplaces",)) -> Path:
    """A program of programs/ against the built library."""
    out = folder() / Path(name).stem
    command = [compiler, "-g", "-O1", "-pthread", f"-I{ROOT / 'include'}", str(PROGRAMS / name), "-o", str(out)]
    command += ["-std=gnu11"] if name.endswith(".c") else ["-std=c++17", f"-I{ROOT / 'bindings/cpp/include'}"]
    command += [*flags, f"-L{LIBRARY.parent}", *libraries, f"-Wl,-rpath,{LIBRARY.parent}", "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise CannotApply(f"{name} does not compile: {done.stderr[-600:]}")
    return out


def execute(command: list[str], **environment: str) -> Run:
    started = time.monotonic()
    clean = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=_PATIENCE, env={**clean, **environment}
        )
    except subprocess.TimeoutExpired:
        return Run({"hang": 1}, 124, _PATIENCE * 1000, f"still running after {_PATIENCE} s")
    facts: dict[str, Any] = {}
    for line in done.stdout.splitlines():
        name, _, value = line.partition(" ")
        if re.fullmatch(r"-?\d+", value):
            facts[name] = int(value)
    return Run(facts, done.returncode, (time.monotonic() - started) * 1000, done.stderr)


def python(scenario: str, url: str, number: int) -> Run:
    script = PROGRAMS / "callbacks.py"
    return execute([sys.executable, str(script), scenario, url, str(number)], PYTHONPATH=str(HERE))


def slow(milliseconds: float) -> Callable[[Seen], Script]:
    return lambda seen: [milliseconds / 1000, *empty_answer(seen)]


def slow_where_asked(milliseconds: float) -> Callable[[Seen], Script]:
    """Only the text "slow" is answered late."""
    return lambda seen: [milliseconds / 1000 if b'"slow"' in seen.body else 0.0, *empty_answer(seen)]


# The kinds of programs ------------------------------------------------------------------------------------------------


def _collected(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=slow(program.delay_ms or 200)) as server:
        return python("collected", server.url, program.repeat)


def _closing(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=empty_answer) as server:
        found = python("closing", server.url, program.repeat)
        started = python("left_open", server.url, 20)
    found.merge(started)
    # Of the whole program only its end is meant.
    found.elapsed_ms = started.elapsed_ms
    return found


def _raising(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=empty_answer) as server:
        return python("raising", server.url, program.repeat)


def _unlocked(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=slow(program.delay_ms or 200)) as server:
        return python("unlocked", server.url, program.repeat)


def _inside(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=empty_answer) as server:
        if language == "python":
            return python("inside", server.url, program.repeat)
        return execute([str(compile_c("inside.c")), server.url])


def _in_flight(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=slow(program.delay_ms or 500)) as server:
        if language == "python":
            return python("left_open", server.url, 20)
        return execute([str(compile_c("in_flight.c")), server.url, "20"])


def _destroyed(program: Program, language: str, findings: Findings) -> Run:
    moments = [str(each) for each in program.moments()]
    built = compile_c("destroy.c")
    with Server(script=slow(program.delay_ms or 200)) as server:
        found = execute([str(built), server.url, *moments], PLACES_KEEP="1")
        # The sum of what the tools that are here report; 0 only where one has looked.
        reports: int | None = None
        if re.search(r"valgrind|Address", program.tools, re.I):
            if (valgrind := shutil.which("valgrind")) is not None:
                options = ["--quiet", "--error-exitcode=99", "--fair-sched=yes"]
                checked = execute([valgrind, *options, str(built), server.url, *moments])
                reports = (reports or 0) + (checked.exit_code == 99)
                found.errors += checked.errors
            else:
                findings.skip("valgrind", "is not on this machine")
        if re.search("Thread", program.tools):
            checked = _thread_sanitized("destroy.c", [server.url, *moments], findings)
            if checked is not None:
                reports = (reports or 0) + (checked.exit_code == 66)
                found.errors += checked.errors
        if reports is not None:
            found.facts["sanitizer_reports"] = reports
    return found


def _thread_sanitized(name: str, arguments: list[str], findings: Findings) -> Run | None:
    """Against the library that tools/check-abi.sh builds with the thread sanitizer, where it has."""
    built = ROOT / ".build" / "thread" / "debug"
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    if not (built / "libplaces.so").exists() or swift is None:
        findings.skip("ThreadSanitizer", "no library is built with it; tools/check-abi.sh thread builds one")
        return None
    if (built / "libplaces.so").stat().st_mtime < LIBRARY.stat().st_mtime:
        findings.skip("ThreadSanitizer", "the library that is built with it is older; run tools/check-abi.sh thread")
        return None
    clang = Path(swift).resolve().parent / "clang"
    resources = subprocess.run([swift, "-print-target-info"], capture_output=True, text=True).stdout
    path = re.search(r'"runtimeResourcePath" *: *"(.*?)"', resources)
    runtime = f"{path[1]}/linux" if path else ""
    program = compile_c(
        name, "-fsanitize=thread", "-fuse-ld=lld", f"-L{built}", f"-L{runtime}", f"-Wl,-rpath,{built}",
        f"-Wl,-rpath,{runtime}", compiler=str(clang), libraries=("-lplaces", "-ldispatch", "-lBlocksRuntime"),
    )  # fmt: skip
    suppressions = ROOT / "Tests" / "abi" / "thread-sanitizer.supp"
    options = f"halt_on_error=0:exitcode=66:die_after_fork=0:suppressions={suppressions}"
    return execute([str(program), *arguments], TSAN_OPTIONS=options)


def _signals(program: Program, language: str, findings: Findings) -> Run:
    """The server closes the connection behind each answer; plain and secure, at once and a little later."""
    tls, authority = None, ""
    if re.search("TLS|https", program.text):
        import ssl

        made = trustme.CA()
        authority = str(folder() / "authority.pem")
        made.cert_pem.write_to_path(authority)
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        made.issue_cert("127.0.0.1").configure_cert(tls)
    built = compile_c("signals.c")
    found = Run()
    for pause in (0, 100):

        def script(seen: Seen) -> Script:
            return [*answer(200, {}), Close()]

        with Server(script=script, tls=tls) as server:
            found.merge(execute([str(built), server.url, authority, str(pause)]))
    if not (found.facts.get("first_ok") and found.facts.get("second_ok")):
        findings.check("signals: both requests are answered", False, 1, f"{found.facts} {found.errors[-400:]}")
    found.facts["killed_by_signal"] = found.exit_code < 0
    found.facts["signal_mask_unchanged"] = found.facts.get("sigaction_unchanged", 0)
    return found


def _symbols(program: Program, language: str, findings: Findings) -> Run:
    listed = subprocess.run(["nm", "-D", "--defined-only", str(LIBRARY)], capture_output=True, text=True, check=True)
    names = [line.split() for line in listed.stdout.splitlines()]
    exported = [each[-1].partition("@")[0] for each in names if each and each[-2] != "A"]
    made = folder()
    subprocess.run(
        ["cc", "-shared", "-fPIC", str(PROGRAMS / "neighbour.c"), "-o", str(made / "libneighbour.so")], check=True
    )
    found = Run({})
    with Server(script=empty_answer) as server:
        for order in (("-lplaces", "-lneighbour"), ("-lneighbour", "-lplaces")):
            built = compile_c("neighbours.c", f"-L{made}", f"-Wl,-rpath,{made}", libraries=order)
            found.merge(execute([str(built), server.url]))
        preloaded = compile_c("neighbours.c", f"-L{made}", f"-Wl,-rpath,{made}", libraries=("-lneighbour", "-lplaces"))
        found.merge(execute([str(preloaded), server.url], LD_PRELOAD=str(made / "libneighbour.so")))
    found.facts["exported"] = exported
    return found


def _forked(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=slow_where_asked(program.delay_ms or 400)) as server:
        if language == "python":
            return python("forked", server.url, 1)
        return execute([str(compile_c("fork.c")), server.url])


def _unloaded(program: Program, language: str, findings: Findings) -> Run:
    with Server(script=empty_answer) as server:
        built = compile_c("unload.c", libraries=())
        return execute([str(built), str(LIBRARY), server.url, str(program.repeat)])


#: What the steps say, in which languages there is a program for it, and the program. The first that fits.
_KINDS: list[tuple[str, tuple[str, ...], Callable[[Program, str, Findings], Run]]] = [
    (r"dlopen|dlclose|unload", ("c",), _unloaded),
    (r"\bfork|multiprocessing", ("c", "python"), _forked),
    (r"SIGPIPE|sigaction|signal", ("c",), _signals),
    (r"exported|dynamic symbols|json-c|link order|same names", ("c",), _symbols),
    (r"gc\.collect|garbage|keep no reference", ("python",), _collected),
    (r"(raise|throw|exception)s?\b", ("python",), _raising),
    (r"close\(\)|close while|exit the interpreter|interpreter exit", ("python",), _closing),
    (r"interpreter lock|\bGIL\b|other thread", ("python",), _unlocked),
    (r"(in|inside|from) (a|the|its) callback|call(s|ing)? back in", ("c", "python"), _inside),
    (r"destroy|free the client|user data", ("c",), _destroyed),
    (r"exit\(|exit with|in flight", ("c", "python"), _in_flight),
]


def describe_in_cpp(url: str, key: str, backend: str) -> str:
    """What the C++ binding says with a key set; "" where it cannot be compiled."""
    try:
        built = compile_c("describe.cpp", compiler="c++")
    except CannotApply:
        return ""
    command = [str(built), url, key, "google" if backend == "new" else "google-legacy"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=30)
    return done.stdout + done.stderr
