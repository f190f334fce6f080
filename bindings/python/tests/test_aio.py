"""The asyncio client.

1. It answers on the loop, with no thread of its own.
2. Cancelling the awaiting task cancels the request; a timeout does too.
3. It survives loops that close, in whatever order, and refuses two at once.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest
from conftest import Slow, body

import places


def test_answers_without_a_thread(slow: Slow) -> None:
    async def main() -> None:
        before = threading.active_count()
        async with places.AsyncClient(provider=slow) as client:
            found = await client.suggest("now")
            assert found[0].full_text == "now"
            place = await client.place("t:1", fields=["id", "displayName"])
            assert place.display_name == "Ä place"
            assert '"t:1"' in await client.suggest_json('{"input": "now"}')
            many = await asyncio.gather(*(client.suggest(f"now {i}") for i in range(100)))
            assert [rows[0].full_text for rows in many] == [f"now {i}" for i in range(100)]
        assert threading.active_count() == before
        assert client.closed

    asyncio.run(main(), debug=True)


def test_no_native_thread_exists(index_path: str) -> None:
    import os

    async def main() -> None:
        before = len(os.listdir("/proc/self/task"))
        async with places.AsyncClient(index_path) as client:
            assert await client.suggest("new york")
            assert len(os.listdir("/proc/self/task")) == before

    asyncio.run(main())


def test_errors(slow: Slow) -> None:
    async def main() -> None:
        async with places.AsyncClient(provider=slow) as client:
            with pytest.raises(places.RateLimitExceededError):
                await client.suggest("fail")
            with pytest.raises(places.InvalidRequestError):
                await client.suggest(" ")
            with pytest.raises(TypeError):
                await client.suggest("now", nonsense=1)  # type: ignore[call-arg]
            with pytest.raises(places.DeadlineError):
                await client.suggest("wait", timeout=0.02)

    asyncio.run(main())


def test_cancelling_the_task_cancels_the_request(slow: Slow) -> None:
    async def main() -> None:
        async with places.AsyncClient(provider=slow) as client:
            task = asyncio.ensure_future(client.suggest("wait"))
            await asyncio.sleep(0.01)
            assert client.pending_count == 1
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert slow.cancelled
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.suggest("wait"), 0.02)
            await asyncio.sleep(0.01)
            assert client.pending_count == 0
            assert len(slow.cancelled) == 2

    asyncio.run(main())


def test_answers_from_another_thread_wake_the_loop(slow: Slow) -> None:
    async def main() -> None:
        async with places.AsyncClient(provider=slow) as client:
            task = asyncio.ensure_future(client.suggest("wait"))
            await asyncio.sleep(0.01)
            responder = next(iter(slow.kept.values()))
            threading.Timer(0.02, responder.finish, [body("late")]).start()
            assert (await asyncio.wait_for(task, 5))[0].full_text == "late"

    asyncio.run(main())


def test_closing_ends_what_is_awaited(slow: Slow) -> None:
    async def main() -> None:
        client = places.AsyncClient(provider=slow)
        tasks = [asyncio.ensure_future(client.suggest(f"wait {i}")) for i in range(100)]
        await asyncio.sleep(0.01)
        client.close()
        client.close()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(error, places.RequestCancelledError) for error in ended)
        with pytest.raises(RuntimeError):
            await client.suggest("now")

    asyncio.run(main(), debug=True)


def test_one_client_on_one_loop_after_another(slow: Slow) -> None:
    client = places.AsyncClient(provider=slow)

    async def ask(text: str) -> Any:
        return await client.suggest(text)

    assert asyncio.run(ask("now 1"))
    assert asyncio.run(ask("now 2"))
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(asyncio.wait_for(ask("wait"), 0.02))
    # What the closed loop left behind is delivered to nobody.
    assert asyncio.run(ask("now 3"))
    client.close()


def test_a_loop_that_closes_with_requests_pending(slow: Slow) -> None:
    loop = asyncio.new_event_loop()
    client = places.AsyncClient(provider=slow)
    task = loop.create_task(client.suggest("wait"))
    loop.run_until_complete(asyncio.sleep(0.01))
    task.cancel()
    loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
    loop.close()
    client.close()


def test_two_loops_at_once_are_refused(slow: Slow) -> None:
    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()
    client = places.AsyncClient(provider=slow)
    try:
        first.run_until_complete(client.suggest("now"))
        with pytest.raises(RuntimeError, match="another event loop"):
            second.run_until_complete(client.suggest("now"))
    finally:
        client.close()
        first.close()
        second.close()


def test_closing_between_two_runs_of_a_loop(slow: Slow) -> None:
    loop = asyncio.new_event_loop()
    client = places.AsyncClient(provider=slow)
    task = loop.create_task(client.suggest("wait"))
    loop.run_until_complete(asyncio.sleep(0.01))
    client.close()
    with pytest.raises(places.RequestCancelledError):
        loop.run_until_complete(task)
    loop.close()


def test_descriptors_are_given_back(slow: Slow) -> None:
    import os

    async def main() -> None:
        for _ in range(3):
            async with places.AsyncClient(provider=slow) as client:
                await client.suggest("now")
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(50):
            async with places.AsyncClient(provider=slow) as client:
                await client.suggest("now")
        assert len(os.listdir("/proc/self/fd")) == before

    asyncio.run(main())


def test_an_unclosed_client_warns(slow: Slow) -> None:
    client = places.AsyncClient(provider=slow)
    asyncio.run(_ask(client))
    with pytest.warns(ResourceWarning):
        del client
        gc.collect()


async def _ask(client: places.AsyncClient) -> None:
    await client.suggest("now")
