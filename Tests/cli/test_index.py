"""places index."""

from __future__ import annotations

import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import time

import pytest
from conftest import HERE, PLACES, environment, run

TABLE = f"csv:{HERE / 'places.csv'}?attribution=Test%20places,%20CC0"


def test_build_says_what_it_did(tmp_path: pathlib.Path) -> None:
    done = run("index", "build", "-o", tmp_path / "a.places", TABLE)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{tmp_path / 'a.places'}: 12 places")
    # No terminal: plain lines.
    assert "reading" in done.stderr and "\r" not in done.stderr and "\033" not in done.stderr
    assert os.listdir(tmp_path) == ["a.places"]


def test_same_sources_give_the_same_ids(tmp_path: pathlib.Path, index: pathlib.Path) -> None:
    assert run("index", "build", "-o", tmp_path / "a.places", TABLE).returncode == 0
    for text in ("paris", "mus", "helsinki"):
        assert run("suggest", "--json", "--index", index, text).stdout == run(
            "suggest", "--json", "--index", tmp_path / "a.places", text).stdout


def test_bad_rows_are_counted_and_the_first_ten_named(tmp_path: pathlib.Path) -> None:
    table = tmp_path / "broken.csv"
    rows = ["id,name,lat,lon", "x:0,Good,1,2"] + [f"x:{i},Bad {i},north,{i}" for i in range(1, 26)] + ["x:99,Fine,3,4"]
    table.write_text("\n".join(rows) + "\n")
    done = run("index", "build", "-o", tmp_path / "a.places", "--bad-rows", tmp_path / "bad.tsv", f"csv:{table}")
    assert done.returncode == 0
    assert "2 places, 25 bad rows" in done.stdout
    named = [line for line in done.stderr.splitlines() if "broken.csv:" in line]
    assert len(named) == 10
    assert "broken.csv:3: " in named[0]
    every = (tmp_path / "bad.tsv").read_text().splitlines()
    assert len(every) == 25
    source, line, reason = every[-1].split("\t")
    assert source.endswith("broken.csv") and line == "27" and reason


def test_failure_leaves_the_older_file(tmp_path: pathlib.Path, index: pathlib.Path) -> None:
    target = tmp_path / "a.places"
    target.write_bytes(index.read_bytes())
    for source in (f"csv:{tmp_path}/missing.csv", f"csv:{tmp_path}"):
        done = run("index", "build", "-o", target, source)
        assert done.returncode == 3, done.stderr
        assert source.removeprefix("csv:") in done.stderr
    assert target.read_bytes() == index.read_bytes()
    assert os.listdir(tmp_path) == ["a.places"]


def test_full_disk(tmp_path: pathlib.Path) -> None:
    """A limit on the size of files is the disk that anybody can fill."""
    table = tmp_path / "many.csv"
    with table.open("w") as file:
        file.write("id,name,lat,lon\n")
        for i in range(20_000):
            file.write(f"x:{i},Place number {i} of many,{i % 90},{i % 180}\n")
    out = tmp_path / "out"
    out.mkdir()

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))

    done = subprocess.run([PLACES, "index", "build", "-o", out / "a.places", f"csv:{table}"], capture_output=True,
                          encoding="utf-8", env=environment(), preexec_fn=limit, timeout=60)
    assert done.returncode == 3
    assert "places: " in done.stderr
    assert os.listdir(out) == []


def test_interrupted_build_leaves_nothing(tmp_path: pathlib.Path) -> None:
    table = tmp_path / "many.csv"
    with table.open("w") as file:
        file.write("id,name,lat,lon\n")
        for i in range(400_000):
            file.write(f"x:{i},Place number {i} of many,{i % 90},{i % 180}\n")
    out = tmp_path / "out"
    out.mkdir()
    with subprocess.Popen([PLACES, "index", "build", "-o", out / "a.places", f"csv:{table}"], stderr=subprocess.PIPE,
                          encoding="utf-8", env=environment()) as process:
        assert process.stderr is not None
        process.stderr.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == -signal.SIGINT
    assert os.listdir(out) == []


OSM = """<?xml version='1.0' encoding='UTF-8'?>
<osm version="0.6" generator="test">
  <node id="1" version="1" lat="60.17" lon="24.94">
    <tag k="name" v="Kahvila Testi"/><tag k="amenity" v="cafe"/>
  </node>
  <node id="2" version="1" lat="60.18" lon="24.95"><tag k="highway" v="crossing"/></node>
</osm>
"""


@pytest.mark.parametrize("prefix", ["osm:", ""])
def test_openstreetmap_files_go_through_osmium(tmp_path: pathlib.Path, prefix: str) -> None:
    source = tmp_path / "test.osm"
    source.write_text(OSM)
    out = tmp_path / "out"
    out.mkdir()
    done = run("index", "build", "-o", out / "a.places", f"{prefix}{source}")
    assert done.returncode == 0, done.stderr
    assert "1 places" in done.stdout
    assert os.listdir(out) == ["a.places"]
    assert "osm:n1" in run("suggest", "--index", out / "a.places", "kahvila").stdout


def test_missing_osmium_is_named(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "test.osm"
    source.write_text(OSM)
    done = run("index", "build", "-o", tmp_path / "a.places", f"osm:{source}", PATH="/nonexistent")
    assert done.returncode == 3
    assert "osmium-tool" in done.stderr
    assert os.listdir(tmp_path) == ["test.osm"]


def test_damaged_openstreetmap_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / "test.osm.pbf").write_bytes(b"no such thing")
    done = run("index", "build", "-o", tmp_path / "a.places", f"osm:{tmp_path}/test.osm.pbf")
    assert done.returncode == 3
    assert "osmium could not read it" in done.stderr
    assert os.listdir(tmp_path) == ["test.osm.pbf"]


def test_info(index: pathlib.Path) -> None:
    info = json.loads(run("index", "info", "--json", index).stdout)
    assert info["placeCount"] == 12
    assert info["fileBytes"] == index.stat().st_size
    assert any("Test places, CC0" in source["attribution"] for source in info["sources"])
    lines = run("index", "info", index).stdout
    assert "placeCount" in lines and "12" in lines and "Test places, CC0" in lines


def test_verify(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    done = run("index", "verify", index)
    assert (done.returncode, done.stdout) == (0, f"{index}: undamaged, 12 places\n")
    damaged = tmp_path / "damaged.places"
    data = bytearray(index.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    done = run("index", "verify", index, damaged)
    assert done.returncode == 3
    assert done.stdout.count("undamaged") == 1
    assert "damaged.places" in done.stderr


@pytest.mark.parametrize("content", [b"", b"x", b"PK\x03\x04 no index" * 100], ids=["empty", "short", "other"])
def test_what_is_no_index(tmp_path: pathlib.Path, content: bytes) -> None:
    path = tmp_path / "x.places"
    path.write_bytes(content)
    for command in (["index", "info", path], ["index", "verify", path], ["suggest", "--index", path, "paris"]):
        done = run(*command)
        assert done.returncode == 3 and "x.places" in done.stderr and done.stdout == ""


def test_missing_file_and_folder(tmp_path: pathlib.Path) -> None:
    for path in (tmp_path, tmp_path / "missing.places"):
        done = run("index", "info", path)
        assert done.returncode == 3 and str(path) in done.stderr


def test_every_truncation_is_refused(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    data = index.read_bytes()
    path = tmp_path / "cut.places"
    for part in range(64):
        path.write_bytes(data[:len(data) * part // 64])
        assert run("suggest", "--index", path, "paris").returncode == 3
        assert run("index", "verify", path).returncode == 3


def test_every_flipped_byte_is_noticed_and_no_search_crashes(index: pathlib.Path, tmp_path: pathlib.Path) -> None:
    data = index.read_bytes()
    path = tmp_path / "flipped.places"
    generator = random.Random(2)
    for _ in range(300):
        flipped = bytearray(data)
        flipped[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        path.write_bytes(flipped)
        assert run("index", "verify", path).returncode == 3
        requests = '{"input": "par tex"}\n{"input": "mus", "locationBias": {"circle": {"center": {"latitude": 60}}}}\n'
        assert run("suggest", "--index", path, "--batch", stdin=requests).returncode in (0, 3)
        assert run("place", "--index", path, "shop:1").returncode in (0, 1, 3)
