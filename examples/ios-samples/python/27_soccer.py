"""Sample 27. "Soccer", but only sporting goods stores: not the park."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("Soccer", types=["sporting_goods_store"])
    show("Soccer", found)
