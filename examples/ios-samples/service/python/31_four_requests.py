"""Sample 31. Seven characters typed, requests after the third; then one geocoding call for the address.

The prices are those of the older pages. The meter counts, the adviser compares.
"""

import asyncio
import sys

import places
import places.aio

TYPED = "Spaghet"
FIELDS = "formattedAddress,location"
PRICES = places.Prices(autocomplete_request=0.00283, autocomplete_session=0.017, geocoding=0.005, details_essentials=0)


async def main() -> None:
    service = places.Service(api_key="SAMPLE-KEY", base_url=sys.argv[1])
    async with places.aio.Client(service=service) as client, client.table() as table:
        table.set_mode(places.TypingMode.THROTTLE, 0)
        table.set_min_length(4)
        # No token: each request is billed by itself, and no session is. The pick is ours to look up.
        table.set_session_policy(places.SessionPolicy.GIVEN)
        table.set_pick(places.Pick.SUGGESTION)
        for length in range(1, len(TYPED) + 1):
            table.set_text(TYPED[:length])
            async for state in table:
                if state.text == TYPED[:length] and state.is_current:
                    break
        picked = await table.select(0)
        assert isinstance(picked, places.Picked)
        [place] = await client.geocode(place_id=picked.row.place_id)
        print(place.formatted_address)
        meter = client.meter()
        advice = PRICES.advise(FIELDS, meter.requests_per_pick)
        geocoded = advice.costs[places.BillingWay.REQUESTS_GEOCODING]
        print(f"{meter.autocomplete} requests and one geocoding call: {geocoded:.5f}")
        print(f"one session: {advice.costs[places.BillingWay.SESSION_BASIC]:.5f}")
        is_geocoding = advice.way is places.BillingWay.REQUESTS_GEOCODING
        print(f"cheapest: {'requests and geocoding' if is_geocoding else 'a session'}")


asyncio.run(main())
