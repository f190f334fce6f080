"""Measures the library on a web service against its peers, in one run, on an nginx of its own on the loopback address.

    python bench/service/run.py [--requests N]

Needs nginx, a C compiler, libcurl and jansson, build/libplaces.so, and PyPI googlemaps for one row. Rounds of ours and
of the peer alternate; each figure is the median. What is wanted: at most 1.25 times the processor time of libcurl and
jansson in C, at least 0.9 times their throughput with 64 in flight, at least 15 times less processor time than
googlemaps, and memory that does not grow after the first 1,000 of 100,000 requests.
"""

from __future__ import annotations

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

ROWS = [
    ("Paris", "France"),
    ("Paris", "TX, USA"),
    ("Parma", "Metropolitan City of Parma, Italy"),
    ("Paramus", "NJ, USA"),
    ("Paraguay", "South America"),
]
TYPES = ["locality", "political", "geocode"]

CONFIGURATION = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 1000000000; keepalive_timeout 300; tcp_nodelay on;
  default_type "application/json; charset=UTF-8";
  client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;
  uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
  server {{ listen 127.0.0.1:{port};
    location = /v1/places:autocomplete {{ return 200 '{new}'; }}
    location = /maps/api/place/autocomplete/json {{ return 200 '{legacy}'; }} }} }}
"""


def new_body() -> str:
    suggestions = []
    for number, (name, rest) in enumerate(ROWS):
        matches = [{"endOffset": 3}]
        prediction = {
            "place": f"places/id-of-a-place-{number:010}",
            "placeId": f"id-of-a-place-{number:010}",
            "text": {"text": f"{name}, {rest}", "matches": matches},
            "structuredFormat": {"mainText": {"text": name, "matches": matches}, "secondaryText": {"text": rest}},
            "types": TYPES,
            "distanceMeters": 1000 * number + 1,
        }
        suggestions.append({"placePrediction": prediction})
    return json.dumps({"suggestions": suggestions}, separators=(",", ":"))


def legacy_body() -> str:
    predictions = []
    for number, (name, rest) in enumerate(ROWS):
        matches = [{"length": 3, "offset": 0}]
        predictions.append(
            {
                "description": f"{name}, {rest}",
                "matched_substrings": matches,
                "place_id": f"id-of-a-place-{number:010}",
                "structured_formatting": {
                    "main_text": name,
                    "main_text_matched_substrings": matches,
                    "secondary_text": rest,
                },
                "terms": [{"offset": 0, "value": name}],
                "types": TYPES,
            }
        )
    return json.dumps({"predictions": predictions, "status": "OK"}, separators=(",", ":"))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def measure(*command: str) -> dict[str, object]:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return dict(json.loads(done.stdout))


def median(rows: list[dict[str, object]], name: str) -> float:
    return statistics.median(float(row[name]) for row in rows)  # type: ignore[arg-type]


def build(folder: Path) -> None:
    flags = ["-O2", "-Wall", "-Wextra"]
    ours = ["-I", f"{ROOT}/include", "-L", f"{ROOT}/build", "-lplaces", f"-Wl,-rpath,{ROOT}/build", "-lpthread"]
    subprocess.run(["cc", *flags, "-o", f"{folder}/ours", str(HERE / "ours.c"), *ours], check=True)
    subprocess.run(["cc", *flags, "-o", f"{folder}/peer", str(HERE / "peer.c"), "-lcurl", "-ljansson"], check=True)


def run(folder: Path, url: str, requests: int, rounds: int, long_run: int) -> int:
    failures = 0
    googlemaps = 0.0

    def verdict(text: str, value: float, is_good: bool) -> None:
        nonlocal failures
        failures += not is_good
        print(f"  {text}: {value:.2f}  {'good' if is_good else 'MISSED'}")

    for mode in ("seq", "many"):
        ours, peer = [], []
        for _ in range(rounds):
            ours.append(measure(f"{folder}/ours", mode, str(requests), url))
            peer.append(measure(f"{folder}/peer", mode, str(requests), url))
        print(f"{'one after the other' if mode == 'seq' else '64 in flight'}, {requests} requests, {rounds} rounds")
        for rows in (ours, peer):
            name = rows[0]["client"]
            used, rate = median(rows, "cpu_us"), median(rows, "per_second")
            print(f"  {name}: {used:.1f} us of processor time, {rate:,.0f} a second")
        ratio = median(ours, "cpu_us") / median(peer, "cpu_us")
        if mode == "many":
            verdict("processor time, ours to libcurl and jansson (at most 1.25)", ratio, ratio <= 1.25)
            rate = median(ours, "per_second") / median(peer, "per_second")
            if googlemaps:
                # It has no way to ask for several at once.
                times = googlemaps / median(ours, "cpu_us")
                verdict("processor time, googlemaps to ours (at least 15)", times, times >= 15)
            verdict("throughput, ours to libcurl and jansson (at least 0.9)", rate, rate >= 0.9)
        else:
            print(f"  processor time, ours to libcurl and jansson: {ratio:.2f}")
            try:
                python = measure(sys.executable, str(HERE / "peer.py"), str(max(200, requests // 10)), url)
            except subprocess.CalledProcessError:
                print("  googlemaps is not installed")
            else:
                print(f"  {python['client']}: {python['cpu_us']} us of processor time")
                times = float(str(python["cpu_us"])) / median(ours, "cpu_us")
                print(f"  googlemaps to ours: {times:.2f}")
                googlemaps = float(str(python["cpu_us"]))
    if long_run:
        row = measure(f"{folder}/ours", "many", str(long_run), url)
        growth = float(str(row["kb_at_end"])) - float(str(row["kb_after_1000"]))
        print(f"{long_run} requests: {row['kb_after_1000']} kB after 1000, {row['kb_at_end']} kB at the end")
        verdict("growth in kB (at most 1024)", growth, growth <= 1024)
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--long-run", type=int, default=100_000, metavar="REQUESTS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        port = free_port()
        text = CONFIGURATION.format(folder=folder, port=port, new=new_body(), legacy=legacy_body())
        (folder / "nginx.conf").write_text(text)
        server = subprocess.Popen(["nginx", "-p", name, "-e", f"{name}/error.log", "-c", f"{name}/nginx.conf"])
        try:
            time.sleep(0.5)
            return (
                1 if run(folder, f"http://127.0.0.1:{port}", options.requests, options.rounds, options.long_run) else 0
            )
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
