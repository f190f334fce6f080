"""Sample 15. Only airports and amusement parks (legacy)."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    found = client.suggest("sample", mode=places.Mode.LEGACY, types=["airport", "amusement_park"])
    show("sample", found)
