"""Sample 26. The same circle as bias: places elsewhere come after those inside."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("Sicilian piz", bias=places.Circle(places.Coordinate(37.775061, -122.419400), 5000))
    show("Sicilian piz", found)
    found = client.suggest("Piz", bias=places.Circle(places.Coordinate(37.775061, -122.419400), 5000))
    show("Piz", found)
