"""Sample 17. "Spagh" in New York: type restaurant, a token. A bias only: one from elsewhere may come last."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    token = places.Token()
    found = client.suggest(
        "Spagh",
        types=["restaurant"],
        bias=places.Rectangle.from_corners((40.921628, -73.700051), (40.477398, -74.259087)),
        token=token,
    )
    show("Spagh", found)
