"""Sample 20. Only places in Germany and France."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("piz", countries=["DE", "FR"])
    show("piz", found)
