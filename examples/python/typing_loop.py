"""A typing loop on asyncio, without a second thread: typing_loop.py INDEX TEXT

A new key cancels the task of the key before it, and with it the request.
"""

import asyncio
import sys
from typing import Optional

import places


async def show(client: places.AsyncClient, text: str) -> None:
    found = await client.suggest(text, limit=3)
    print(text, *(f"  {suggestion}" for suggestion in found), sep="\n")


async def main() -> None:
    task: Optional[asyncio.Task[None]] = None
    async with places.AsyncClient(sys.argv[1]) as client:
        for typed in range(1, len(sys.argv[2]) + 1):
            if task is not None:
                task.cancel()
            task = asyncio.create_task(show(client, sys.argv[2][:typed]))
            await asyncio.sleep(0.03)  # the time until the next key
        if task is not None:
            await task


asyncio.run(main())
