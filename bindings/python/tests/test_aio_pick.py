"""How a pick that is awaited ends: a place, None where it was given up, or what failed; never nothing at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from conftest import body
from test_aio_table import rows_for, run, table_of, until

import places


class Details(places.Provider):
    """One row for each text; details wait for the test."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[places.Responder] = []

    def autocomplete(self, number: int, request: places.ProviderRequest, responder: places.Responder) -> None:
        if request.query.startswith("fail"):
            responder.fail(places.Status.SERVER_ERROR)
        else:
            responder.finish(body(request.query))

    def fetch_place(self, number: int, place_id: str, responder: places.Responder) -> None:
        self.kept.append(responder)


@asynccontextmanager
async def picking() -> AsyncIterator[tuple[places.AsyncTable, Details, asyncio.Task[Any]]]:
    """A table whose details are under way."""
    with Details() as provider:
        async with table_of(provider=provider) as table:
            task = asyncio.ensure_future(table.select((await rows_for(table, "ab")).rows[0]))
            await until(table, lambda state: state.is_picking)
            while not provider.kept:
                await asyncio.sleep(0)
            yield table, provider, task
        provider.kept.clear()


@pytest.mark.parametrize(
    "give_up",
    [
        lambda table: table.set_value("another"),
        lambda table: table.set_value("ab"),
        lambda table: table.set_value(""),
        lambda table: table.cancel(),
        lambda table: [table.key(places.Key.ESCAPE), table.key(places.Key.ESCAPE)],
    ],
)
def test_select_that_is_given_up_gives_none(give_up: Callable[[places.AsyncTable], object]) -> None:
    async def main() -> None:
        async with picking() as (table, provider, task):
            give_up(table)
            assert await asyncio.wait_for(task, 5) is None
            assert not table.state.is_picking
            # The table goes on.
            again = asyncio.ensure_future(table.select((await rows_for(table, "cd")).rows[0]))
            while len(provider.kept) < 2:
                await asyncio.sleep(0)
            provider.kept[1].finish({"id": "t:2"})
            place = await asyncio.wait_for(again, 5)
            assert isinstance(place, places.Place)
            assert place.id == "t:2"

    run(main)


def test_select_that_is_given_up_before_anybody_was_asked(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        with Details() as provider:
            async with table_of(provider=provider) as table:
                task = asyncio.ensure_future(table.select((await rows_for(table, "ab")).rows[0]))
                await asyncio.sleep(0)
                table.set_value("another")
                assert await asyncio.wait_for(task, 5) is None
                await asyncio.sleep(0.02)
                assert provider.kept == []
                assert [record for record in caplog.records if record.name.startswith("places")] == []

    run(main)


@pytest.mark.parametrize("type_on", [lambda table: table.clear(), lambda table: table.set_text("abc")])
def test_select_goes_on_while_the_user_types(type_on: Callable[[places.AsyncTable], object]) -> None:
    async def main() -> None:
        async with picking() as (table, provider, task):
            type_on(table)
            await asyncio.sleep(0.02)
            provider.kept[0].finish({"id": "t:1"})
            assert (await asyncio.wait_for(task, 5)).id == "t:1"

    run(main)


@pytest.mark.parametrize("status", [status for status in places.Status if status is not places.Status.OK])
def test_select_ends_with_every_failure(status: places.Status) -> None:
    async def main() -> None:
        async with picking() as (_, provider, task):
            provider.kept[0].fail(status, "no details")
            with pytest.raises(places.PlacesError, match="no details") as caught:
                await asyncio.wait_for(task, 5)
            # Whether a request was cancelled is not a provider's to say.
            is_cancelled = status is places.Status.CANCELLED
            assert caught.value.status is (places.Status.NETWORK_ERROR if is_cancelled else status)

    run(main)


def test_select_is_not_failed_by_what_was_typed_meanwhile() -> None:
    async def main() -> None:
        async with picking() as (table, provider, task):
            table.set_text("fail")
            await until(table, lambda state: state.error is not None)
            provider.kept[0].finish({"id": "t:1"})
            assert (await asyncio.wait_for(task, 5)).id == "t:1"

    run(main)


def test_select_of_the_current_location() -> None:
    async def main() -> None:
        with Details() as provider:
            async with table_of(provider=provider) as table:
                table.set_current_location((60.1, 24.9), "Here")
                table.set_text("")
                table.open()
                [row] = (await until(table, lambda state: bool(state.rows))).rows
                place = await asyncio.wait_for(table.select(row), 5)
                assert isinstance(place, places.Place)
                assert place.display_name == "Here"

    run(main)
