"""The table on asyncio.

1. The iteration yields the newest state and ends on close; a cancelled consumer leaves nothing behind.
2. select() gives the place, the suggestion, None where no place comes of it, or raises.
3. No thread exists for it, and callbacks run on the loop.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from conftest import Slow, Web

import places
from places import RowKind, TablePhase, _callbacks


@asynccontextmanager
async def table_of(*indexes: str, **options: Any) -> AsyncIterator[places.AsyncTable]:
    async with places.aio.Client(*indexes, **options) as client, client.table() as table:
        table.set_mode(places.TypingMode.THROTTLE, 0)
        table.set_language("en")
        yield table


async def rows_for(table: places.AsyncTable, text: str) -> places.TableState:
    table.set_text(text)
    return await until(table, lambda state: state.text == text and state.is_current and not state.is_loading)


async def until(table: places.AsyncTable, wanted: Callable[[places.TableState], bool]) -> places.TableState:
    async def wait() -> places.TableState:
        async for state in table:
            if wanted(state):
                return state
        raise AssertionError("the iteration ended")

    return await asyncio.wait_for(wait(), 5)


def run(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(main(), 20), debug=True)


def test_from_typing_to_the_place(index_path: str) -> None:
    async def main() -> None:
        threads = threading.active_count()
        async with table_of(index_path) as table:
            state = await rows_for(table, "cheesebury sav")
            place = await table.select(state.rows[0])
            assert isinstance(place, places.Place)
            assert place.display_name == "Cheesebury Savings Bank"
            assert table.state.rows == ()
            assert threading.active_count() == threads

    run(main)


def test_newest_state_wins(index_path: str) -> None:
    async def main() -> None:
        async with table_of(index_path) as table:
            states = table.__aiter__()
            for text in ("p", "pa", "par", "paris"):
                table.set_text(text)
                await asyncio.sleep(0.01)  # the consumer is busy
            state = await states.__anext__()
            assert (state.text, state.rows[0].primary) == ("paris", "Paris")
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(states.__anext__(), 0.02)
            # Each of several consumers gets it.
            first, second = table.__aiter__(), table.__aiter__()
            table.set_text("berlin")
            found = await asyncio.gather(first.__anext__(), second.__anext__())
            assert [state.text for state in found] == ["berlin", "berlin"]

    run(main)


def test_waiting_twice_at_one_iterator(slow: Slow) -> None:
    async def main() -> None:
        async with table_of(provider=slow) as table:
            states = table.__aiter__()

            async def wait() -> places.TableState:
                return await states.__anext__()

            task = asyncio.ensure_future(wait())
            await asyncio.sleep(0)
            with pytest.raises(RuntimeError, match="another task"):
                await states.__anext__()
            table.set_text("now")
            assert (await task).text == "now"

    run(main)


@pytest.mark.parametrize("what", ["table", "client"])
def test_iteration_ends_on_close(slow: Slow, what: str) -> None:
    async def main() -> None:
        client = places.aio.Client(provider=slow)
        table = client.table()
        table.set_text("never answered")

        async def consume() -> int:
            return len([state async for state in table])

        tasks = [asyncio.ensure_future(consume()) for _ in range(2)]
        await asyncio.sleep(0.02)
        (client if what == "client" else table).close()
        assert len(await asyncio.gather(*tasks)) == 2
        assert table.closed
        with pytest.raises(RuntimeError, match="the table is closed"):
            table.set_text("now")
        table.close()
        client.close()

    run(main)


async def consume(table: places.AsyncTable) -> None:
    async for _ in table:
        pass


def test_cancelled_consumer_leaves_nothing(slow: Slow) -> None:
    async def main() -> None:
        async with places.aio.Client(provider=slow) as client:
            gc.collect()
            before = _callbacks.entry_count()
            table = client.table()

            task = asyncio.ensure_future(consume(table))
            await asyncio.sleep(0.01)
            assert len(table._feed._iterators) == 1
            task.cancel()
            await asyncio.wait([task])
            del task
            gc.collect()
            assert len(table._feed._iterators) == 0
            table.set_text("now")
            assert (await until(table, lambda state: bool(state.rows))).text == "now"
            table.close()
            del table
            gc.collect()
            assert _callbacks.entry_count() <= before
            assert len(client._children) == 0

    run(main)


def test_select_gives_the_suggestion(web: Web) -> None:
    async def main() -> None:
        async with table_of(service=web.service) as table:
            table.set_pick(places.Pick.SUGGESTION)
            picked = await table.select((await rows_for(table, "ab")).rows[1])
            assert isinstance(picked, places.Picked)
            assert picked.row.place_id == "w:ab:2"
            assert str(picked.token) == web.of_kind("suggest")[0]["sessionToken"]

    run(main)


def test_select_that_is_refused(web: Web) -> None:
    async def main() -> None:
        async with table_of(service=web.service) as table:
            old = await rows_for(table, "ab")
            new = await rows_for(table, "cd")
            for row in (old.rows[0], 2, -1):
                with pytest.raises(places.InvalidRequestError):
                    await table.select(row)
            first = asyncio.ensure_future(table.select(new.rows[0]))
            await asyncio.sleep(0)
            with pytest.raises(places.InvalidRequestError, match="already"):
                await table.select(new.rows[1])
            # The refused one has not taken the place of the first.
            place = await first
            assert isinstance(place, places.Place)
            assert place.id == "w:cd:1"

    run(main)


def test_select_that_fails_and_is_tried_again(web: Web) -> None:
    web.failures["details"] = [503]

    async def main() -> None:
        got: asyncio.Future[places.Place] = asyncio.get_running_loop().create_future()
        async with places.aio.Client(service=web.service) as client:
            table = client.table(did_autocomplete=lambda place, typed: got.set_result(place))
            state = await rows_for(table, "ab")
            with pytest.raises(places.ServerError) as caught:
                await table.select(state.rows[0])
            assert caught.value.retryable
            assert table.state.can_retry
            table.retry()
            assert (await got).id == "w:ab:1"
            table.close()

    run(main)


def test_select_that_was_not_wanted(web: Web) -> None:
    async def main() -> None:
        answers: list[Callable[[], bool]] = [lambda: False, lambda: [].pop()]
        async with places.aio.Client(service=web.service) as client:
            table = client.table(did_select_prediction=lambda row: answers.pop(0)())
            state = await rows_for(table, "ab")
            assert await table.select(state.rows[0]) is None
            assert await table.select(state.rows[0]) is None
            assert answers == []
            table.close()
        assert web.of_kind("details") == []

    run(main)


def test_select_ends_with_cancel_and_close(web: Web) -> None:
    release = threading.Event()
    web.details = lambda query: {"id": str(release.wait(5))}  # type: ignore[method-assign]

    async def main() -> None:
        async with table_of(service=web.service) as table:
            task = asyncio.ensure_future(table.select((await rows_for(table, "ab")).rows[0]))
            await asyncio.sleep(0.02)
            table.cancel()
            assert await asyncio.wait_for(task, 5) is None
            task = asyncio.ensure_future(table.select((await rows_for(table, "cd")).rows[0]))
            await asyncio.sleep(0.02)
            assert table.state.is_picking
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            assert not table.state.is_picking
            task = asyncio.ensure_future(table.select((await rows_for(table, "ef")).rows[0]))
            await asyncio.sleep(0.02)
            table.close()
            with pytest.raises(places.RequestCancelledError):
                await task

    try:
        run(main)
    finally:
        release.set()


def test_select_of_the_way_on(web: Web) -> None:
    async def main() -> None:
        async with table_of(service=web.service) as table:
            [row] = (await rows_for(table, Web.ADDRESS)).rows
            assert row.kind is RowKind.SEARCH
            place = await table.select(row)
            assert isinstance(place, places.Place)
            assert place.formatted_address == f"{Web.ADDRESS}, found"
            # Several places are the rows then.
            [row] = (await rows_for(table, "nothing")).rows
            assert await table.select(row) is None
            assert [row.kind for row in table.state.rows] == [RowKind.FOUND] * 2
            place = await table.select(1)
            assert isinstance(place, places.Place)
            assert place.id == "s:2"
            web.failures["search"] = [503]
            [row] = (await rows_for(table, "nothing more")).rows
            with pytest.raises(places.ServerError):
                await table.select(row)
            # Who types on while it searches has left it.
            release = threading.Event()
            web.search = lambda request: {"places": [release.wait(5)]}  # type: ignore[method-assign]
            [row] = (await rows_for(table, "nothing else")).rows
            task = asyncio.ensure_future(table.select(row))
            await until(table, lambda state: state.is_loading)
            table.set_text("ab")
            assert await asyncio.wait_for(task, 5) is None
            release.set()
            assert (await rows_for(table, "ab")).phase is TablePhase.ROWS

    run(main)


def test_callbacks_run_on_the_loop(index_path: str) -> None:
    class Delegate(places.TableDelegate):
        threads: set[threading.Thread]

        def did_update(self, state: places.TableState) -> None:
            self.threads.add(threading.current_thread())

        def was_cancelled(self) -> None:
            self.threads.add(threading.current_thread())

    async def main() -> None:
        delegate = Delegate()
        delegate.threads = set()
        async with places.aio.Client(index_path) as client:
            table = client.table(delegate)
            await rows_for(table, "paris")
            table.cancel()
            await asyncio.sleep(0.01)
            table.close()
            with pytest.raises(TypeError, match="did_updat"):
                client.table(did_updat=print)  # type: ignore[call-arg]
        assert delegate.threads == {threading.current_thread()}

    run(main)


def test_ctrl_c_in_a_callback_comes_out_of_the_loop(index_path: str) -> None:
    async def main() -> None:
        def update(state: places.TableState) -> None:
            raise KeyboardInterrupt

        async with places.aio.Client(index_path) as client:
            table = client.table(did_update=update)
            table.set_text("paris")
            await asyncio.sleep(1)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(main())
    gc.collect()


def test_unclosed(slow: Slow) -> None:
    async def main() -> None:
        async with places.aio.Client(provider=slow) as client:
            with pytest.warns(ResourceWarning, match="unclosed"):
                client.table()
                gc.collect()
            with pytest.warns(ResourceWarning, match="unclosed"):
                client.fetcher().set_text("never answered")
                gc.collect()
            assert await client.suggest("now")

    run(main)


def test_meter_and_sources(index_path: str, web: Web) -> None:
    async def main() -> None:
        sources = [places.Source("here", index_path), places.Source("web", service=web.service)]
        async with table_of(sources=sources, source_mode=places.SourceMode.MERGE) as table:
            state = await rows_for(table, "paris")
            assert {row.source for row in state.rows} == {"here", "web"}
            assert await table.select(state.rows[0])
            assert table._client.meter().picks == 1

    run(main)
