"""Sample 12. A bias towards the rectangle between Denver and Kansas City: places elsewhere still come (legacy)."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest(
        "pizza", mode=places.Mode.LEGACY, bias=places.Rectangle.from_corners((39.0, -95.0), (37.5, -100.0))
    )
    show("pizza", found)
