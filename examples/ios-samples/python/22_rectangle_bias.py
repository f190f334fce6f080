"""Sample 22. A rectangle round New York City as bias."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("piz", bias=places.Rectangle.from_corners((40.921628, -73.700051), (40.477398, -74.259087)))
    show("piz", found)
