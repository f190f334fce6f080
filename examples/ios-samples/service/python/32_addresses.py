"""Sample 32. Addresses that autocomplete finds nothing for: the table offers the way on, which geocodes the text."""

import asyncio
import sys

import places
import places.aio


async def main() -> None:
    service = places.Service(api_key="SAMPLE-KEY", base_url=sys.argv[1])
    async with places.aio.Client(service=service) as client, client.table() as table:
        for text in (
            "Stroupežnického 3191/17, Praha",
            "23-30 29th St, Queens",
            "47-380 Kamehameha Hwy, Kaneohe",
            "24 Hour Fitness",
        ):
            if not places.text_is_for_geocoding(text):
                print(f"{text}: a name, for a text search")
                continue
            table.set_text(text)
            async for state in table:
                if state.text == text and state.phase is places.TablePhase.NOTHING_FOUND:
                    break
            [way_on] = state.rows
            place = await table.select(way_on)
            assert isinstance(place, places.Place)
            print(place.formatted_address)


asyncio.run(main())
