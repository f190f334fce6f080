"""Sample 14. Only places in Australia and New Zealand (legacy)."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("sample", mode=places.Mode.LEGACY, countries=["au", "nz"])
    show("sample", found)
