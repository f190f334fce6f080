"""Sample 21. A circle as bias: 1,000 m round a point in New York."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("piz", bias=places.Circle(places.Coordinate(40.730610, -73.935242), 1000))
    show("piz", found)
