"""Sample 30. The widget's demo: a place is picked; details come with the token that the search used."""

import sys

import places

service = places.Service(api_key="SAMPLE-KEY", base_url=sys.argv[1])
with places.Client(service=service) as client:
    token = places.Token()
    picked = client.suggest("spagh", token=token)[0]
    place = client.place(picked.place_id, fields="displayName,formattedAddress", token=token)
    print(place.display_name)
    print(place.formatted_address)
    print(place.attribution)
