"""Sample 19. One type alone: sporting goods stores."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("s", types=["sporting_goods_store"])
    show("s", found)
