"""From typing to picking in one session: details.py INDEX TEXT

One token goes on every suggest() of a search and on the one place() that ends it.
"""

import sys

import places

with places.Client(sys.argv[1]) as client:
    token = places.Token()
    found = client.suggest(sys.argv[2], token=token)
    if found:
        # Ask for what you show and for nothing else: a web service charges by field.
        place = client.place(
            found[0].place_id,
            fields=["id", "displayName", "formattedAddress", "location", "internationalPhoneNumber"],
            token=token,
        )
        print(place.id, place.display_name, place.formatted_address, sep="\n")
        if place.location:
            print(place.location.latitude, place.location.longitude)
        print(place.get("internationalPhoneNumber"))
        print(place.attribution)
    else:
        print("nothing found")
