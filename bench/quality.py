#!/usr/bin/env python3
"""How often does the place that a person meant come up? Runs a file of cases through the command line.

    python3 bench/quality.py CASES [--index FILE]... [--failures FILE] [--require]

CASES is a table (tabs, a header line) with the columns
    id category query lang bias_lat bias_lon country_filter needs expect_geonameid expect_iata expect_name
    expect_country expect_lat expect_lon tolerance_m within origin synthetic note
A case passes when the expected place is among the first `within` suggestions for `query`. Two tests are shown:

  by id     a case that names an id passes only if a suggestion has it (`geonames:...`, `iata:...`); one without an id
            passes by place. This is what thresholds are held against: another place of the same town (a district, an
            airport, a region of that name) is near enough, yet not what was asked for.
  by place  any suggestion within `tolerance_m` of the expected point passes, whatever it is; so does the id. Fair to
            an index whose ids are others, or that has the place under another id.

A case whose `needs` (`geonames`, `airportsdata`, `osm/london`; several with commas) are not in the index is skipped.
The bias of a case is a point; it is sent as a circle of --bias-radius around it, by default 10 km: what a map of a city
shows, and between the nearness that a pedestrian means and the 50 km that the services allow at most.

Exit codes: 0 done (and thresholds held, with --require), 1 a threshold missed, 2 wrong usage or the run failed.
"""

from __future__ import annotations

import argparse
import collections
import csv
import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
Case = dict[str, str]
Answer = dict[str, Any]

COLUMNS = (
    "id",
    "category",
    "query",
    "lang",
    "bias_lat",
    "bias_lon",
    "country_filter",
    "needs",
    "expect_geonameid",
    "expect_iata",
    "expect_lat",
    "expect_lon",
    "tolerance_m",
    "within",
    "synthetic",
)
TYPING_ERRORS = ("typo", "typo-generated", "poi-typo")

# Name, what --require asks for in percent, which cases.
GROUPS: tuple[tuple[str, float, Callable[[Case], bool]], ...] = (
    (
        "geonames, not synthetic, no typing error",
        97.0,
        lambda case: case["needs"] == "geonames" and case["synthetic"] == "0" and case["category"] not in TYPING_ERRORS,
    ),
    ("airports", 88.0, lambda case: case["category"] == "airport"),
    ("generated prefixes", 88.0, lambda case: case["category"] == "prefix-generated"),
)


class RunError(Exception):
    """The cases could not be run; the text says why."""


@dataclasses.dataclass
class Suggestion:
    place_id: str
    text: str


@dataclasses.dataclass
class Outcome:
    case: Case
    suggestions: list[Suggestion]
    error: str
    by_id: bool = False
    by_place: bool = False


def read_cases(path: pathlib.Path) -> list[Case]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = [column for column in COLUMNS if column not in (reader.fieldnames or [])]
        if missing:
            raise RunError(f"{path} has no column {', '.join(missing)}")
        return list(reader)


def request(case: Case, bias_radius: float) -> dict[str, object]:
    body: dict[str, object] = {"input": case["query"]}
    if case["bias_lat"]:
        body["locationBias"] = {
            "circle": {
                "center": {"latitude": float(case["bias_lat"]), "longitude": float(case["bias_lon"])},
                "radius": bias_radius,
            }
        }
    if case["lang"]:
        body["languageCode"] = case["lang"]
    if case["country_filter"]:
        body["includedRegionCodes"] = [code.strip().lower() for code in case["country_filter"].split(",")]
    return body


class Places:
    """The command line under test."""

    def __init__(self, program: str, indexes: list[str]) -> None:
        self.program = program
        self.index_options = [option for index in indexes for option in ("--index", index)]

    def run(self, arguments: list[str], lines: list[str] | None = None) -> str:
        text = "".join(line + "\n" for line in lines or [])
        try:
            done = subprocess.run(
                [self.program, *arguments], check=False, capture_output=True, input=text.encode("utf-8")
            )
        except OSError as error:
            raise RunError(f"cannot run {self.program}: {error.strerror}") from None
        output = done.stdout.decode("utf-8")
        # A batch may end with a failure code of its own: what counts is that each line has its answer.
        is_whole = done.returncode == 0 if lines is None else output.count("\n") == len(lines)
        if not is_whole:
            raise RunError(
                f"`{' '.join(arguments[:3])}` ended with {done.returncode}"
                + ("" if lines is None else f" and {output.count(chr(10))} answers to {len(lines)} lines")
                + f": {done.stderr.decode('utf-8', 'replace').strip()}"
            )
        return output

    def batch(self, arguments: list[str], lines: list[str]) -> list[Answer]:
        if not lines:
            return []
        output = self.run([*arguments, "--batch", *self.index_options], lines)
        return [json.loads(answer) for answer in output.split("\n")[:-1]]

    def info(self, index: str) -> str:
        return self.run(["index", "info", index])


def error_text(answer: Answer) -> str:
    error = answer.get("error")
    return "" if error is None else f"{error.get('status', '')}: {error.get('message', '')}"


def suggestions_of(answer: Answer) -> list[Suggestion]:
    predictions = (item.get("placePrediction") for item in answer.get("suggestions", []))
    return [
        Suggestion(
            prediction.get("placeId") or prediction.get("place", "").removeprefix("places/"),
            prediction.get("text", {}).get("text", ""),
        )
        for prediction in predictions
        if prediction
    ]


def metres(a: tuple[float, float], b: tuple[float, float]) -> float:
    (lat_a, lon_a), (lat_b, lon_b) = ([math.radians(angle) for angle in point] for point in (a, b))
    half = math.sin((lat_b - lat_a) / 2) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(min(1.0, half)))


def loaded_data(needs: Iterable[str], indexes: list[str], places: Places) -> set[str]:
    """Which of `needs` the index files hold, told from their names and from what `places index info` says."""
    text = " ".join(pathlib.Path(index).name + " " + places.info(index) for index in indexes).lower()
    patterns = {"geonames": "geonames", "airportsdata": r"airport|\biata\b"}
    return {need for need in needs if re.search(patterns.get(need, re.escape(need.rpartition("/")[2].lower())), text)}


def split_needs(case: Case) -> list[str]:
    return [need.strip() for need in case["needs"].split(",") if need.strip()]


def judge(outcome: Outcome, locations: dict[str, tuple[float, float]]) -> None:
    case = outcome.case
    first = outcome.suggestions[: int(case["within"])]
    wanted = {
        prefix + case[column]
        for prefix, column in (("geonames:", "expect_geonameid"), ("iata:", "expect_iata"))
        if case[column]
    }
    has_id = any(suggestion.place_id in wanted for suggestion in first)
    point = (float(case["expect_lat"]), float(case["expect_lon"]))
    is_near = any(
        suggestion.place_id in locations and metres(locations[suggestion.place_id], point) <= float(case["tolerance_m"])
        for suggestion in first
    )
    outcome.by_place = has_id or is_near
    outcome.by_id = has_id if wanted else is_near


def run_cases(cases: list[Case], places: Places, bias_radius: float) -> tuple[list[Outcome], float]:
    """The outcome of each case, and the seconds that the suggestions took, start of the program included."""
    start = time.monotonic()
    answers = places.batch(["suggest"], [json.dumps(request(case, bias_radius), ensure_ascii=False) for case in cases])
    seconds = time.monotonic() - start
    outcomes = [Outcome(case, suggestions_of(answer), error_text(answer)) for case, answer in zip(cases, answers)]
    ids = list(dict.fromkeys(suggestion.place_id for outcome in outcomes for suggestion in outcome.suggestions))
    locations = {}
    for place_id, answer in zip(ids, places.batch(["place", "--fields", "location"], ids)):
        if "error" not in answer:
            location = answer.get("location", {})  # proto3 leaves zeros out
            locations[place_id] = (location.get("latitude", 0.0), location.get("longitude", 0.0))
    for outcome in outcomes:
        judge(outcome, locations)
    return outcomes, seconds


def rate(outcomes: list[Outcome], which: str) -> float:
    return 100 * sum(bool(getattr(outcome, which)) for outcome in outcomes) / len(outcomes)


def table(title: str, groups: Iterable[tuple[str, list[Outcome], int]]) -> list[str]:
    lines = [f"{title:<42} {'cases':>6} {'skipped':>8} {'by id':>8} {'by place':>9}"]
    for name, outcomes, skipped in groups:
        rates = (
            f"{rate(outcomes, 'by_id'):>7.1f}% {rate(outcomes, 'by_place'):>8.1f}%"
            if outcomes
            else f"{'-':>8} {'-':>9}"
        )
        lines.append(f"  {name:<40} {len(outcomes):>6} {skipped:>8} {rates}")
    return lines


def report(outcomes: list[Outcome], skipped: list[Case]) -> str:
    def groups(key: Callable[[Case], str]) -> list[tuple[str, list[Outcome], int]]:
        names = dict.fromkeys([key(outcome.case) for outcome in outcomes] + [key(case) for case in skipped])
        return [
            (
                name,
                [outcome for outcome in outcomes if key(outcome.case) == name],
                sum(key(case) == name for case in skipped),
            )
            for name in sorted(names)
        ]

    lines = table(
        "Groups",
        (
            (name, [outcome for outcome in outcomes if belongs(outcome.case)], sum(belongs(case) for case in skipped))
            for name, _, belongs in GROUPS
        ),
    )
    lines += ["", *table("By category", groups(lambda case: case["category"]))]
    lines += [
        "",
        *table(
            "By making",
            groups(lambda case: "made by a rule (synthetic)" if case["synthetic"] == "1" else "written or collected"),
        ),
    ]
    lines += ["", *table("By data", groups(lambda case: case["needs"]))]
    lines += table("", [("all", outcomes, len(skipped))])[1:]
    return "\n".join(lines)


def write_failures(path: pathlib.Path, outcomes: list[Outcome]) -> int:
    failed = [outcome for outcome in outcomes if not outcome.by_id]
    with path.open("w", encoding="utf-8") as file:
        file.write("id\tcategory\tquery\tlang\tbias\tneeds\texpected\twithin\tby_place\tgot\n")
        for outcome in failed:
            case = outcome.case
            expected = (
                f"geonames:{case['expect_geonameid']}"
                if case["expect_geonameid"]
                else f"iata:{case['expect_iata']}"
                if case["expect_iata"]
                else f"{case['expect_lat']},{case['expect_lon']}"
            )
            bias = f"{case['bias_lat']},{case['bias_lon']}" if case["bias_lat"] else ""
            got = " | ".join(f"{suggestion.place_id} {suggestion.text}" for suggestion in outcome.suggestions)
            file.write(
                "\t".join(
                    (
                        case["id"],
                        case["category"],
                        case["query"],
                        case["lang"],
                        bias,
                        case["needs"],
                        f"{expected} {case.get('expect_name', '')}",
                        case["within"],
                        "yes" if outcome.by_place else "no",
                        got or outcome.error or "nothing",
                    )
                )
                + "\n"
            )
    return len(failed)


def missed_thresholds(outcomes: list[Outcome], wanted: float | None) -> list[str]:
    missed = []
    for name, threshold, belongs in GROUPS:
        threshold = threshold if wanted is None else wanted
        group = [outcome for outcome in outcomes if belongs(outcome.case)]
        if not group:
            missed.append(f"{name}: no case was run, {threshold:g} % wanted")
        elif rate(group, "by_id") < threshold:
            missed.append(f"{name}: {rate(group, 'by_id'):.1f} %, {threshold:g} % wanted")
    return missed


def default_indexes() -> list[str]:
    named = [part for part in os.environ.get("PLACES_INDEX", "").split(":") if part]
    return named or [str(path) for path in sorted((ROOT / "build" / "data").glob("*.places"))]


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run quality cases through `places suggest --batch`.")
    parser.add_argument("cases", type=pathlib.Path, metavar="CASES", help="table of cases")
    parser.add_argument(
        "--index",
        action="append",
        default=[],
        metavar="FILE",
        help="index file, may be repeated or hold several with : between (default: PLACES_INDEX, "
        "then build/data/*.places)",
    )
    parser.add_argument(
        "--places",
        default=str(ROOT / "build" / "places"),
        metavar="PROGRAM",
        help="the command line (default: build/places)",
    )
    parser.add_argument(
        "--have",
        metavar="LIST",
        help="the data that the index holds, e.g. geonames,airportsdata,osm/helsinki "
        "(default: told from `places index info` and the files' names)",
    )
    parser.add_argument("--bias-radius", type=float, default=10000.0, metavar="METRES")
    parser.add_argument("--category", action="append", metavar="NAME", help="only cases of this category")
    parser.add_argument("--failures", type=pathlib.Path, metavar="FILE", help="write the cases that failed by id")
    parser.add_argument(
        "--require",
        nargs="?",
        type=float,
        const=math.nan,
        metavar="PERCENT",
        help="exit with 1 when a group is below its threshold ("
        + ", ".join(f"{name}: {threshold:g}" for name, threshold, _ in GROUPS)
        + "), or below PERCENT for all",
    )
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    indexes = [part for value in options.index for part in value.split(":") if part] or default_indexes()
    places = Places(options.places, indexes)
    try:
        cases = read_cases(options.cases)
        if options.category:
            cases = [case for case in cases if case["category"] in options.category]
        if not cases:
            raise RunError("no cases")
        if options.have is not None:
            have = {part.strip() for part in options.have.split(",")}
        else:
            have = loaded_data({need for case in cases for need in split_needs(case)}, indexes, places)
        run = [case for case in cases if have.issuperset(split_needs(case))]
        skipped = [case for case in cases if not have.issuperset(split_needs(case))]
        print(f"Data: {', '.join(sorted(have)) or 'none'}; {len(run)} cases run, {len(skipped)} skipped", flush=True)
        outcomes, seconds = run_cases(run, places, options.bias_radius)
        print(report(outcomes, skipped))
        refused = collections.Counter(outcome.error for outcome in outcomes if outcome.error)
        for error, count in refused.most_common():
            print(f"{count} refused: {error}")
        if options.failures:
            count = write_failures(options.failures, outcomes)
            print(f"{count} failed cases written to {options.failures}")
        print(f"{len(outcomes)} requests in {seconds:.2f} s, opening the index included")
    except (RunError, OSError, ValueError) as error:
        print(f"quality: {error}", file=sys.stderr)
        return 2
    if options.require is None:
        return 0
    missed = missed_thresholds(outcomes, None if math.isnan(options.require) else options.require)
    for line in missed:
        print(f"quality: {line}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
