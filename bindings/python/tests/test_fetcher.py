"""The fetcher, with callbacks and on asyncio.

1. What belongs to the newest text comes out, in whatever order answers come; older requests are cancelled.
2. A session has one token: on every request, on the one details call, then no more.
3. What a callback raises is logged, and typing goes on; closing is safe from everywhere.
4. On asyncio the newest wins, and a cancelled consumer leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import pytest
from conftest import Ear, Slow, body

import places
from places import _callbacks


@pytest.fixture
def asking(slow: Slow) -> Iterator[places.Client]:
    with places.Client(provider=slow) as client:
        yield client


def fetcher_of(client: places.Client, ear: Ear) -> places.Fetcher:
    """One that asks at once for each text."""
    fetcher = client.fetcher(**ear.of("did_start", "did_autocomplete", "did_fail"))
    fetcher.set_mode(places.TypingMode.THROTTLE, 0)
    return fetcher


def test_tells_the_newest_alone(slow: Slow, asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_text("older")
        ear.next("did_start")
        fetcher.set_text("newer")
        ear.next("did_start")
        assert len(slow.cancelled) == 1
        late, newest = slow.kept.values()
        late.finish(body("too late"))
        newest.finish(body("newest"))
        text, suggestions = ear.next("did_autocomplete")
        assert text == "newer"
        assert [row.full_text for row in suggestions] == ["newest"]
    assert ear.names.count("did_autocomplete") == 1
    assert "did_fail" not in ear.names


def test_text_that_changes_nothing_costs_no_request(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_text("now")
        ear.next("did_autocomplete")
        fetcher.set_text("now ")
        fetcher.set_text("now then")
        ear.next("did_autocomplete")
        fetcher.set_text("now")
        assert ear.next("did_autocomplete")[0] == "now"
        assert asking.meter().autocomplete == 2
        assert asking.meter().cache_hits == 1


def test_blank_and_short_texts_have_an_empty_answer(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_min_length(3)
        fetcher.set_text("no")
        text, suggestions = ear.next("did_autocomplete")
        assert (text, len(suggestions)) == ("no", 0)
        fetcher.set_text("now")
        assert len(ear.next("did_autocomplete")[1]) == 1
        fetcher.clear()
        text, suggestions = ear.next("did_autocomplete")
        assert (text, len(suggestions)) == ("", 0)
    assert ear.names.count("did_start") == 1


def test_debounce_and_flush(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_mode(places.TypingMode.DEBOUNCE, 60)
        fetcher.set_text("now a")
        fetcher.set_text("now b")
        assert "did_start" not in ear.names
        fetcher.flush()
        assert ear.next("did_autocomplete")[0] == "now b"
        assert ear.names.count("did_start") == 1


def test_composing_texts_are_kept(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_composing(True)
        fetcher.set_text("now か")
        fetcher.set_text("now 神")
        assert "did_start" not in ear.names
        fetcher.set_composing(False)
        assert ear.next("did_autocomplete")[0] == "now 神"


def test_filter_limit_and_caret_go_on_the_request(slow: Slow, asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_text("now then", caret=3)
        ear.next("did_autocomplete")
        assert slow.last is not None
        assert slow.last.json["inputOffset"] == 3
        # The present text is asked again.
        fetcher.set_filter(places.Filter(types=["cafe"], countries=["fr"], language="fr"))
        ear.next("did_autocomplete")
        assert slow.last.json["includedPrimaryTypes"] == ["cafe"]
        assert slow.last.json["languageCode"] == "fr"
        fetcher.set_filter(None)
        ear.next("did_autocomplete")
        assert "includedPrimaryTypes" not in slow.last.json
        with pytest.raises(TypeError):
            fetcher.set_filter("cafe")  # type: ignore[arg-type]


def test_one_token_for_a_session(slow: Slow, asking: places.Client, ear: Ear) -> None:
    def token_of(text: str) -> object:
        fetcher.set_text(text)
        ear.until("did_autocomplete", lambda heard: heard[0] == text)
        assert slow.last is not None
        return slow.last.json.get("sessionToken")

    with fetcher_of(asking, ear) as fetcher:
        first = token_of("now a")
        assert first
        assert token_of("now b") == first == str(fetcher.token)
        assert fetcher.fetch_place("t:1", fields="id").result(5).id == "t:1"
        second = token_of("now c")
        assert second
        assert second != first
        fetcher.set_token(places.Token("mine"))
        assert token_of("now e") == token_of("now f") == "mine"
        fetcher.end_session()
        fetcher.set_session_policy(places.SessionPolicy.GIVEN)
        assert token_of("now g") is None
        assert fetcher.token is None
    assert asking.meter().picks == 1


def test_details_callback_and_refusal(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        calls: list[places.Place | None] = []
        future = fetcher.fetch_place("t:2", lambda place, error: calls.append(place), fields="id")
        assert future.result(5).id == "t:2"
        assert [place.id for place in calls if place] == ["t:2"]
        before = fetcher.token
        with pytest.raises(places.InvalidRequestError):
            fetcher.fetch_place("", fields="id")
        assert fetcher.token == before


def test_every_failure_is_told_and_typing_goes_on(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:
        fetcher.set_text("fail")
        error = ear.next("did_fail")
        assert isinstance(error, places.RateLimitExceededError)
        fetcher.set_text("now")
        assert ear.next("did_autocomplete")[0] == "now"


def test_delegate(asking: places.Client) -> None:
    class Delegate(places.FetcherDelegate):
        def __init__(self) -> None:
            self.texts: list[str] = []
            self.heard = threading.Event()

        def did_autocomplete(self, text: str, suggestions: places.Suggestions) -> None:
            self.texts.append(text)
            self.heard.set()

    delegate = Delegate()
    started = threading.Event()
    with asking.fetcher(delegate, did_start=started.set) as fetcher:
        fetcher.set_text("now")
        assert delegate.heard.wait(5)
        assert started.is_set()
    assert delegate.texts == ["now"]
    with pytest.raises(TypeError, match="FetcherDelegate"):
        asking.fetcher(object())  # type: ignore[arg-type]


def test_what_a_callback_raises_is_logged(asking: places.Client, caplog: pytest.LogCaptureFixture) -> None:
    failed, heard = threading.Event(), threading.Event()

    def answer(text: str, suggestions: places.Suggestions) -> None:
        if text == "now 1":
            failed.set()
            raise ValueError("of the callback")
        heard.set()

    with asking.fetcher(did_autocomplete=answer) as fetcher, caplog.at_level(logging.ERROR, "places"):
        fetcher.set_text("now 1")
        assert failed.wait(5)
        fetcher.set_text("now 2")
        assert heard.wait(5)
    assert any("of the callback" in str(record.exc_info) for record in caplog.records)


def test_closing(asking: places.Client, ear: Ear) -> None:
    fetcher = fetcher_of(asking, ear)
    fetcher.set_text("never answered")
    fetcher.close()
    fetcher.close()
    assert fetcher.closed
    calls: list[Callable[[], object]] = [lambda: fetcher.set_text("now"), fetcher.flush, lambda: fetcher.token]
    for call in calls:
        with pytest.raises(RuntimeError, match="the fetcher is closed"):
            call()
    assert asking.suggest("now")
    assert "did_fail" not in ear.names


def test_client_closed_first(slow: Slow, ear: Ear) -> None:
    client = places.Client(provider=slow)
    fetcher = fetcher_of(client, ear)
    client.close()
    with pytest.raises(places.RequestCancelledError):
        fetcher.set_text("now")
    with pytest.raises(RuntimeError, match="the client is closed"):
        client.fetcher()
    fetcher.close()


def test_closing_and_typing_in_callbacks(asking: places.Client) -> None:
    texts: list[str] = []
    done = threading.Event()

    def answer(text: str, suggestions: places.Suggestions) -> None:
        texts.append(text)
        if len(texts) < 3:
            fetcher.set_text(f"now {len(texts)}")
        else:
            fetcher.close()
            fetcher.close()
            done.set()

    fetcher = asking.fetcher(did_autocomplete=answer)
    fetcher.set_mode(places.TypingMode.THROTTLE, 0)
    fetcher.set_text("now")
    assert done.wait(5)
    assert texts == ["now", "now 1", "now 2"]


@pytest.mark.parametrize(
    "refused",
    [
        lambda fetcher: fetcher.set_mode(places.TypingMode.THROTTLE, 60.5),
        lambda fetcher: fetcher.set_mode(places.TypingMode.THROTTLE, -1),
        lambda fetcher: fetcher.set_mode(7),
        lambda fetcher: fetcher.set_min_length(0),
        lambda fetcher: fetcher.set_min_length(101),
        lambda fetcher: fetcher.set_min_length(-1),
        lambda fetcher: fetcher.set_limit(6),
        lambda fetcher: fetcher.set_limit(1 << 32),
        lambda fetcher: fetcher.set_session_timeout(0.5),
        lambda fetcher: fetcher.set_session_timeout(86_401),
        lambda fetcher: fetcher.set_session_policy(2),
        lambda fetcher: fetcher.set_text("abc", caret=4),
        lambda fetcher: fetcher.set_text("abc", caret=-1),
        lambda fetcher: fetcher.set_text("a\0b"),
        lambda fetcher: fetcher.set_text("a\ud800"),
        lambda fetcher: fetcher.set_text("a" * 1_000_001),
        lambda fetcher: fetcher.set_filter(places.Filter(countries=["xxx"])),
    ],
)
def test_refused(asking: places.Client, refused: Callable[[places.Fetcher], None]) -> None:
    with asking.fetcher() as fetcher:
        with pytest.raises(places.InvalidRequestError):
            refused(fetcher)
        fetcher.set_text("now")


@pytest.mark.parametrize("caret", [-1, -5, 4, 1 << 40])
def test_a_caret_that_is_refused_is_named(asking: places.Client, caret: int) -> None:
    with (
        asking.fetcher() as fetcher,
        pytest.raises(places.InvalidRequestError, match=f"caret:? {caret} is out") as caught,
    ):
        fetcher.set_text("abc", caret)
    assert caught.value.field == "caret"


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        (lambda fetcher: fetcher.set_text("abc", caret=1.5), "caret"),
        (lambda fetcher: fetcher.set_text("abc", caret="1"), "caret"),
        (lambda fetcher: fetcher.set_limit(1.5), "limit"),
        (lambda fetcher: fetcher.set_min_length("3"), "min_length"),
        (lambda fetcher: fetcher._client.suggest("abc", input_offset=1.5), "input_offset"),
    ],
)
def test_a_number_of_another_type_is_named(
    asking: places.Client, wrong: Callable[[places.Fetcher], None], name: str
) -> None:
    with asking.fetcher() as fetcher, pytest.raises(TypeError, match=f"^{name} must be an int, not (float|str)$"):
        wrong(fetcher)


def forget_one(client: places.Client) -> weakref.ref[places.Fetcher]:
    """Leaves a fetcher behind whose callback holds it."""
    fetcher = client.fetcher(did_start=lambda: fetcher.clear())
    fetcher.set_text("never answered")
    return weakref.ref(fetcher)


def test_one_that_nobody_holds_ends(slow: Slow) -> None:
    gc.collect()
    with places.Client(provider=slow) as client:
        before = _callbacks.entry_count()
        with pytest.warns(ResourceWarning, match="unclosed"):
            forgotten = forget_one(client)
            # While the library's thread is in the callback, that holds it too.
            for _ in range(500):
                gc.collect()
                if forgotten() is None:
                    break
                time.sleep(0.01)
        assert client.suggest("now")
        assert _callbacks.entry_count() <= before


def test_from_many_threads(asking: places.Client, ear: Ear) -> None:
    with fetcher_of(asking, ear) as fetcher:

        def type_on(number: int) -> None:
            for i in range(50):
                fetcher.set_text(f"now {number} {i}")

        threads = [threading.Thread(target=type_on, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        fetcher.set_text("now last")
        assert ear.until("did_autocomplete", lambda heard: heard[0] == "now last")


# ----------------------------------------------------------------------------------------------------------------------
# asyncio


def test_async_newest_wins(slow: Slow) -> None:
    async def main() -> None:
        async with places.aio.Client(provider=slow) as client, client.fetcher() as fetcher:
            fetcher.set_mode(places.TypingMode.THROTTLE, 0)
            results = aiter_of(fetcher)
            for i in range(3):
                fetcher.set_text(f"now {i}")
                await asyncio.sleep(0.01)  # the consumer is busy
            result = await asyncio.wait_for(results.__anext__(), 5)
            assert (result.text, result.suggestions[0].full_text, result.error) == ("now 2", "now 2", None)
            fetcher.set_text("fail")
            result = await asyncio.wait_for(results.__anext__(), 5)
            assert result.text == "fail"
            assert isinstance(result.error, places.RateLimitExceededError)
            place = await fetcher.fetch_place("t:1", fields="id")
            assert place.id == "t:1"

    asyncio.run(main(), debug=True)


def aiter_of(fetcher: places.AsyncFetcher) -> places._aio_typing.Newest[places.FetchResult]:
    iterator = fetcher.__aiter__()
    assert isinstance(iterator, places._aio_typing.Newest)
    return iterator


def test_async_begins_with_what_nobody_has_seen(slow: Slow) -> None:
    async def main() -> None:
        async with places.aio.Client(provider=slow) as client, client.fetcher() as fetcher:
            fetcher.set_text("now")
            await asyncio.sleep(0.02)
            async for result in fetcher:
                assert result.text == "now"
                break
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(aiter_of(fetcher).__anext__(), 0.02)

    asyncio.run(main())


@pytest.mark.parametrize("what", ["fetcher", "client"])
def test_async_ends_on_close(slow: Slow, what: str) -> None:
    async def main() -> None:
        client = places.aio.Client(provider=slow)
        fetcher = client.fetcher()
        asyncio.get_running_loop().call_later(0.02, fetcher.close if what == "fetcher" else client.close)

        async def consume() -> list[str]:
            return [result.text async for result in fetcher]

        assert not any(await asyncio.wait_for(asyncio.gather(consume(), consume()), 5))
        assert fetcher.closed
        assert await consume() == []
        client.close()

    asyncio.run(main(), debug=True)


def test_async_cancelled_consumer_leaves_nothing(slow: Slow) -> None:
    async def main() -> None:
        async with places.aio.Client(provider=slow) as client, client.fetcher() as fetcher:
            before = _callbacks.entry_count()

            async def consume() -> None:
                async for _ in fetcher:
                    pass

            task = asyncio.ensure_future(consume())
            await asyncio.sleep(0.01)
            assert len(fetcher._feed._iterators) == 1
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            del task
            gc.collect()
            assert len(fetcher._feed._iterators) == 0
            # A cancelled details call is cancelled in the library, too.
            call = asyncio.ensure_future(fetcher.fetch_place("t:1", fields="id"))
            await asyncio.sleep(0)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await asyncio.sleep(0.01)
            assert client.pending_count == 0
            assert _callbacks.entry_count() <= before
            fetcher.set_text("now")
            await asyncio.sleep(0.02)
            async for result in fetcher:
                assert result.text == "now"
                break

    asyncio.run(main(), debug=True)


def test_async_callbacks_run_on_the_loop(slow: Slow) -> None:
    async def main() -> None:
        threads = []
        async with places.aio.Client(provider=slow) as client:
            fetcher = client.fetcher(did_start=lambda: threads.append(threading.current_thread()))
            fetcher.set_text("now")
            async for _ in fetcher:
                break
            fetcher.close()
            with pytest.raises(RuntimeError, match="the fetcher is closed"):
                fetcher.set_text("now")
        assert threads == [threading.current_thread()]

    asyncio.run(main())
