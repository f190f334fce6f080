"""Sample 18. "Piz" with an origin, and the text of the token, for other services."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    token = places.Token()
    found = client.suggest("Piz", origin=places.Coordinate(39.7, -94.5), token=token)
    show("Piz", found)
    print(f"token: {token}")
