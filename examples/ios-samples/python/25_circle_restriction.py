"""Sample 25. A circle round San Francisco as restriction."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("Sicilian piz", restriction=places.Circle(places.Coordinate(37.775061, -122.419400), 5000))
    show("Sicilian piz", found)
    found = client.suggest("Piz", restriction=places.Circle(places.Coordinate(37.775061, -122.419400), 5000))
    show("Piz", found)
