"""The peer that forgives typing errors: tantivy, a full-text engine in Rust, through its Python package.

    tantivy_peer.py build FOLDER TABLE
    tantivy_peer.py time FOLDER KEYSTROKES TIMES

TABLE has a line a city: number, name, folded name, latitude, longitude (tabs between); a city's number is its rank.
KEYSTROKES is as bench/keys.h says. `time` prints, a line a keystroke, the nanoseconds (the fastest of TIMES) and the
numbers found; `build` prints the seconds on the standard error, as bench/fts5.c does.

The recipe: all words but the last whole, the last one as a prefix, by a fast field, the rank, which is the number
too, so that no document is read. With a bias the surroundings come first, then the world. Where fewer than five are
found, the same with one error in the last word, two from eight letters on; a swap is one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import tantivy

FOUND = 5
# Degrees around the person, about 30 km.
SURROUNDINGS = 0.3
LETTERS_FOR_ERRORS = 4
LETTERS_FOR_TWO = 8


def make_schema() -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("name", stored=False, tokenizer_name="default", index_option="basic")
    # Descending order is what it has.
    builder.add_integer_field("rank", fast=True, indexed=False)
    builder.add_float_field("latitude", fast=True, indexed=False)
    builder.add_float_field("longitude", fast=True, indexed=False)
    return builder.build()


def build(folder: Path, table: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    start = time.monotonic()
    writer = tantivy.Index(make_schema(), path=str(folder), reuse=False).writer(200_000_000, 1)
    for line in table.read_text(encoding="utf-8").splitlines():
        number, _, folded, latitude, longitude = line.split("\t")
        writer.add_document(
            tantivy.Document(name=folded, rank=-int(number), latitude=float(latitude), longitude=float(longitude))
        )
    writer.commit()
    writer.wait_merging_threads()
    print(f"built {time.monotonic() - start:.3f} s", file=sys.stderr)


class Search:
    def __init__(self, folder: Path) -> None:
        self.schema = make_schema()
        index = tantivy.Index(self.schema, path=str(folder), reuse=True)
        index.reload()
        self.searcher = index.searcher()

    def find(self, words: list[str], is_unfinished: bool, errors: int, around: tuple[float, float] | None) -> list[int]:
        query = tantivy.Query
        whole = words[:-1] if is_unfinished else words
        parts = [query.term_query(self.schema, "name", word) for word in whole]
        if is_unfinished:
            parts.append(
                query.fuzzy_term_query(
                    self.schema, "name", words[-1], distance=errors, transposition_cost_one=True, prefix=True
                )
            )
        if around:
            for field, middle in zip(("latitude", "longitude"), around):
                low, high = middle - SURROUNDINGS, middle + SURROUNDINGS
                parts.append(query.range_query(self.schema, field, tantivy.FieldType.Float, low, high))
        wanted = query.boolean_query([(tantivy.Occur.Must, part) for part in parts]) if len(parts) > 1 else parts[0]
        result = self.searcher.search(wanted, FOUND, count=False, order_by_field="rank")
        return [-hit[0] for hit in result.hits]

    def answer(self, folded: str, bias: tuple[float, float] | None) -> list[int]:
        words = folded.split()
        if not words:
            return []
        is_unfinished = not folded.endswith(" ")
        last = len(words[-1])
        found = self.find(words, is_unfinished, 0, bias) if bias else []
        rounds = [0]
        if is_unfinished and last >= LETTERS_FOR_ERRORS:
            rounds.append(2 if last >= LETTERS_FOR_TWO else 1)
        for errors in rounds:
            if len(found) < FOUND:
                found += [number for number in self.find(words, is_unfinished, errors, None) if number not in found]
        return found[:FOUND]


def measure(folder: Path, keystrokes: Path, times: int) -> None:
    search = Search(folder)
    keys: list[tuple[str, tuple[float, float] | None]] = []
    for line in keystrokes.read_text(encoding="utf-8").splitlines():
        latitude, longitude, _, folded = line.split("\t")[:4]
        keys.append((folded, (float(latitude), float(longitude)) if latitude else None))
    fastest = [sys.maxsize] * len(keys)
    answers: list[list[int]] = [[]] * len(keys)
    for folded, bias in keys[:500]:
        search.answer(folded, bias)
    for _ in range(times):
        for number, (folded, bias) in enumerate(keys):
            start = time.perf_counter_ns()
            answers[number] = search.answer(folded, bias)
            fastest[number] = min(fastest[number], time.perf_counter_ns() - start)
    for nanoseconds, answer in zip(fastest, answers):
        print(nanoseconds, *answer)


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        measure(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
