"""Sample 16. "Sicilian piz" in Mountain View: type restaurant, an origin, a rectangle bias.

The page calls the corners north-east and south-west, but they are the other two: take them as any two opposite
corners.
"""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest(
        "Sicilian piz",
        types=["restaurant"],
        origin=places.Coordinate(37.3913916, -122.0879074),
        bias=places.Rectangle.from_corners((37.388162, -122.088137), (37.395804, -122.077023)),
    )
    show("Sicilian piz", found)
