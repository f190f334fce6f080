"""Sample 31. Seven characters typed, a request after each from the fourth on; then one geocoding call for the address.

The prices are those of the older pages.
"""

import sys

import places

TYPED = "Spaghet"
PER_REQUEST, GEOCODING, SESSION = 0.00283, 0.005, 0.017

service = places.Service(api_key="SAMPLE-KEY", base_url=sys.argv[1])
with places.Client(service=service) as client:
    requests = 0
    for length in range(4, len(TYPED) + 1):
        # No token: each request is billed by itself, and no session is.
        found = client.suggest(TYPED[:length])
        requests += 1
    [place] = client.geocode(place_id=found[0].place_id)
    print(place.formatted_address)
    print(f"{requests} requests and one geocoding call: {requests * PER_REQUEST + GEOCODING:.5f}")
    print(f"one session: {SESSION:.5f}")
