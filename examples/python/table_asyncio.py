"""The table data source on asyncio, without a second thread: table_asyncio.py INDEX TEXT

One task types, another draws each new state; a slow one gets the newest alone.
"""

import asyncio
import sys

import places
import places.aio


async def draw(table: places.AsyncTable, drawn: asyncio.Event) -> None:
    async for state in table:
        print(f"{state.text}: {state.phase.name.lower()}")
        for row in state.rows:
            print(f"  {row.label}")
        if state.is_current and not state.is_loading:
            drawn.set()
    print("the table is closed")


async def main() -> None:
    async with places.aio.Client(sys.argv[1]) as client:
        drawn = asyncio.Event()
        table = client.table()
        table.set_language("en")  # else the user's locale
        table.set_limit(2)
        drawing = asyncio.create_task(draw(table, drawn))
        for length in range(1, len(sys.argv[2]) + 1):
            drawn.clear()
            table.set_text(sys.argv[2][:length])
            await asyncio.wait_for(drawn.wait(), timeout=5)
        state = table.state
        if state.rows:
            place = await table.select(state.rows[0])
            if isinstance(place, places.Place):
                print(f"picked {place.display_name}, {place.formatted_address}")
        table.close()
        await drawing


asyncio.run(main())
