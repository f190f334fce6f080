"""--batch: a line in, a line out."""

from __future__ import annotations

import json
import pathlib
import subprocess

import pytest
from conftest import PLACES, Run, environment, run


def test_answers_in_order_and_bad_lines_do_not_end_the_run(search: Run) -> None:
    lines = ['{"input": "zurich"}', "", "nonsense", '{"input": "par tex"}', '{"inputt": "x"}', '{"input": "qqqxyz"}',
             '{"input": "\\u6771\\u4eac"}']
    done = search("suggest", "--batch", stdin="\n".join(lines) + "\n")
    assert done.returncode == 0 and done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    assert len(answers) == len(lines)
    first = [answer["suggestions"][0]["placePrediction"]["placeId"] if "suggestions" in answer else None
             for answer in answers]
    assert first == ["geonames:2657896", None, None, "geonames:4717560", None, None, "geonames:1850147"]
    assert answers[5] == {}
    for number in (1, 2, 4):
        assert answers[number]["error"]["code"] == 400
        assert answers[number]["error"]["status"] == "INVALID_ARGUMENT"
    assert "inputt" in answers[4]["error"]["message"]
    assert answers[4]["error"]["details"][0]["fieldViolations"]


@pytest.mark.parametrize("separator", ["\r", "\v", "\f", "\u2028", "\u0085"])
def test_only_a_line_feed_ends_a_line(search: Run, separator: str) -> None:
    done = search("suggest", "--batch", stdin=f'{{"input": "zurich"}}{separator}{{"input": "zurich"}}\n')
    assert done.stdout.count("\n") == 1
    assert "error" in json.loads(done.stdout)


def test_carriage_return_before_the_line_feed_is_space(search: Run) -> None:
    done = search("suggest", "--batch", stdin='{"input": "zurich"}\r\n')
    assert "suggestions" in json.loads(done.stdout)


def test_last_line_needs_no_line_feed_and_no_input_gives_none(search: Run) -> None:
    assert search("suggest", "--batch", stdin='{"input": "zurich"}').stdout.count("\n") == 1
    assert search("suggest", "--batch", stdin="").stdout == ""
    assert search("suggest", "--batch", stdin="\n").stdout.count("\n") == 1


def test_output_is_flushed_when_no_input_waits(index: pathlib.Path) -> None:
    with subprocess.Popen([PLACES, "suggest", "--index", index, "--batch"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, encoding="utf-8", env=environment()) as process:
        assert process.stdin is not None and process.stdout is not None
        for text in ("zurich", "par tex"):
            process.stdin.write(json.dumps({"input": text}) + "\n")
            process.stdin.flush()
            assert "suggestions" in json.loads(process.stdout.readline())
        # Half a line, then the rest of it.
        process.stdin.write('{"input": ')
        process.stdin.flush()
        process.stdin.write('"zurich"}\n')
        process.stdin.flush()
        assert "suggestions" in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=10) == 0


@pytest.mark.parametrize("option", [["--lang", "de"], ["--region", "de"], ["--country", "de"], ["--type", "bar"],
                                    ["--bias", "circle:1,2,3"], ["--restrict", "circle:1,2,3"],
                                    ["--origin", "1,2"], ["--limit", "3"]], ids=lambda option: option[0])
def test_filter_options_beside_batch_are_wrong_usage(search: Run, option: list[str]) -> None:
    done = search("suggest", "--batch", *option, stdin='{"input": "x"}\n')
    assert done.returncode == 2
    assert option[0] in done.stderr
    assert done.stdout == ""
    assert search("suggest", *option, "--batch").returncode == 2


def test_text_beside_batch_is_wrong_usage(search: Run) -> None:
    assert search("suggest", "--batch", "zurich").returncode == 2


def test_a_line_beyond_the_limit_is_an_error_and_memory_stays_bounded(index: pathlib.Path) -> None:
    # 40 MB in one line, in a process that may have 200 MB in all besides the library's own mappings.
    line = b'{"input": "' + b"x" * 40_000_000 + b'"}\n{"input": "zurich"}\n'
    command = f"ulimit -v 400000; exec {PLACES} suggest --index {index} --batch"
    done = subprocess.run(["bash", "-c", command], input=line, capture_output=True, env=environment(), timeout=60)
    assert done.returncode == 0, done.stderr
    first, second, _ = done.stdout.decode().split("\n")
    assert json.loads(first)["error"]["code"] == 400
    assert "8388608" in first
    assert "suggestions" in json.loads(second)


def test_long_text_is_answered(search: Run) -> None:
    for text in ("x" * 100_000, "zurich " * 10_000, "\U0001F355" * 1000, "e\u0301" * 1000, "\u05d0\u05d1" * 1000):
        done = search("suggest", "--batch", stdin=json.dumps({"input": text}) + "\n")
        assert done.returncode == 0
        assert "error" not in json.loads(done.stdout)


def test_place_batch(search: Run) -> None:
    done = search("place", "--batch", "--fields", "id,location", stdin="iata:HEL\n\nno:1\niata:HEL\r\na\0b\nshop:1")
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    assert answers[0]["id"] == "iata:HEL" and "location" in answers[0] and "displayName" not in answers[0]
    assert answers[1]["error"]["code"] == 400
    assert answers[2]["error"]["code"] == 404 and answers[2]["error"]["status"] == "NOT_FOUND"
    assert answers[3]["error"]["code"] == 400
    assert answers[4]["error"]["code"] == 400
    assert answers[5]["id"] == "shop:1"


def test_place_batch_takes_the_language(search: Run) -> None:
    done = search("place", "--batch", "--lang", "de", "--fields", "displayName", stdin="geonames:1850147\n")
    assert json.loads(done.stdout)["displayName"]["text"] == "Tokio"


def test_no_index_ends_a_batch_before_it_reads() -> None:
    done = run("suggest", "--batch", stdin='{"input": "x"}\n')
    assert done.returncode == 3 and done.stdout == ""
