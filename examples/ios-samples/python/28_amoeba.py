"""Sample 28. "Amoeba" with an origin in San Francisco: the distance is printed."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("Amoeba", origin=places.Coordinate(37.7749, -122.4194))
    show("Amoeba", found)
