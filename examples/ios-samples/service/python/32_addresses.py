"""Sample 32. Addresses that autocomplete finds nothing for: the text itself is geocoded."""

import sys

import places

service = places.Service(api_key="SAMPLE-KEY", base_url=sys.argv[1])
with places.Client(service=service) as client:
    for address in (
        "Stroupežnického 3191/17, Praha",
        "23-30 29th St, Queens",
        "47-380 Kamehameha Hwy, Kaneohe",
    ):
        if not client.suggest(address):
            print(client.geocode(address)[0].formatted_address)
