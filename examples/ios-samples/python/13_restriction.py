"""Sample 13. The same rectangle as a restriction: nothing from elsewhere comes (legacy)."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest(
        "pizza", mode=places.Mode.LEGACY, restriction=places.Rectangle.from_corners((39.0, -95.0), (37.5, -100.0))
    )
    show("pizza", found)
