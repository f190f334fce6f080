"""From typing to picking with Google's service: service.py NAME TEXT

NAME is "google" or "google-legacy": that word is all that changes. The key comes from PLACES_API_KEY; ENDPOINT, if it
is set, is the address of a proxy of one's own.
"""

import os
import sys

import places

service = places.Service(sys.argv[1], api_key=os.environ.get("PLACES_API_KEY"), base_url=os.environ.get("ENDPOINT"))
with places.Client(service=service) as client:
    # As soon as a text field has the focus: the first letter then waits for no name server and no handshake.
    client.warm_up()
    token = places.Token()
    try:
        found = client.suggest(sys.argv[2], token=token)
        for suggestion in found:
            print(suggestion)
        # Whatever is shown, this belongs below it.
        for attribution in found.attributions:
            print(attribution)
        if found:
            place = client.place(found[0].place_id, fields="id,displayName,formattedAddress", token=token)
            print(f"{place.display_name}, {place.formatted_address}")
            for credit in place.credits:
                print(credit.text)
    except places.PlacesError as error:
        sys.exit(f"{error}\n{error.advice}")
