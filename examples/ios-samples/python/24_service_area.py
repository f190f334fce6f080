"""Sample 24. Businesses that come to their customers: left out unless they are asked for."""

import sys

import places

from sample import show

with places.Client(sys.argv[1]) as client:
    print("without")
    found = client.suggest("samplewright")
    show("samplewright", found)
    print("with")
    found = client.suggest("samplewright", include_pure_service_area_businesses=True)
    show("samplewright", found)
