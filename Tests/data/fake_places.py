#!/usr/bin/env python3
"""Stands in for the command line: answers from the table that FAKE_PLACES names, and notes what it was asked.

The table is JSON: {"suggest": {input: [[place ID, text], ...]}, "location": {place ID: [lat, lon]}, "info": text}.
"""

import json
import os
import pathlib
import sys


def main() -> int:
    table = json.loads(pathlib.Path(os.environ["FAKE_PLACES"]).read_text(encoding="utf-8"))
    arguments = sys.argv[1:]
    with open(os.environ["FAKE_PLACES"] + ".log", "a", encoding="utf-8") as log:
        log.write(json.dumps(arguments) + "\n")
        if arguments[:2] == ["index", "info"]:
            print(table["info"])
            return 0
        for line in sys.stdin:
            line = line.rstrip("\n")
            log.write(line + "\n")
            if arguments[0] == "suggest":
                rows = table["suggest"].get(json.loads(line)["input"])
                if rows is None:
                    answer = {}
                elif rows == "refuse":
                    answer = {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "no"}}
                else:
                    answer = {
                        "suggestions": [
                            {
                                "placePrediction": {
                                    "place": "places/" + row[0],
                                    "placeId": row[0],
                                    "text": {"text": row[1]},
                                }
                            }
                            for row in rows
                        ]
                    }
            elif line in table["location"]:
                latitude, longitude = table["location"][line]
                answer = {"location": {"latitude": latitude, "longitude": longitude}}
            else:
                answer = {"error": {"code": 404, "status": "NOT_FOUND", "message": "no such place"}}
            print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
