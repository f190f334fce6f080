"""Sample 8. "cheesebu", type bank, one token; with and without a rectangle bias (legacy)."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    token = places.Token()
    print("without a bias")
    found = client.suggest("cheesebu", mode=places.Mode.LEGACY, types=["bank"], token=token)
    show("cheesebu", found)
    print("with a bias round New York City")
    found = client.suggest(
        "cheesebu",
        mode=places.Mode.LEGACY,
        types=["bank"],
        bias=places.Rectangle.from_corners((40.921628, -73.700051), (40.477398, -74.259087)),
        token=token,
    )
    show("cheesebu", found)
