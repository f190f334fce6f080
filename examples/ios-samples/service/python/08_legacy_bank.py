"""Sample 8 on the legacy service: "cheesebu", banks, one token, with and without a rectangle as bias."""

import sys

import places

service = places.Service("google-legacy", api_key="SAMPLE-KEY", base_url=sys.argv[1])
with places.Client(service=service) as client:
    token = places.Token()
    near = places.Rectangle.from_corners((39.0, -95.0), (37.5, -100.0))
    for bias in (None, near):
        for suggestion in client.suggest("cheesebu", types=["bank"], bias=bias, token=token, mode=places.Mode.LEGACY):
            print(f"{suggestion.primary_text} | {suggestion.secondary_text}")
