"""peer.py COUNT URL: the same by PyPI googlemaps (its autocomplete is the legacy one), one after the other."""

from __future__ import annotations

import json
import resource
import sys
import time

import googlemaps

count, url = int(sys.argv[1]), sys.argv[2]
client = googlemaps.Client(key="AIzaKEY", queries_per_second=1_000_000)
client.base_url = url


def cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


client.places_autocomplete("par", session_token="x")
begin, begin_cpu, bad = time.perf_counter(), cpu(), 0
for _ in range(count):
    rows = client.places_autocomplete("par", session_token="x", language="en")
    bad += len(rows) != 5
wall, used = time.perf_counter() - begin, cpu() - begin_cpu
print(
    json.dumps(
        {
            "client": f"googlemaps {googlemaps.__version__}",
            "mode": "seq",
            "requests": count,
            "bad": bad,
            "cpu_us": round(1e6 * used / count, 2),
            "per_second": round(count / wall),
        }
    )
)
