"""Sample 23. An origin: each row has its distance from there."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("sicilian", origin=places.Coordinate(37.395804, -122.077023))
    show("sicilian", found)
