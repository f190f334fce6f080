"""The blocking client, over a provider of the test's own.

1. An answer or an error reaches the waiting call, the future and the callback, each once.
2. What a callback raises comes out of the future and is logged; it never gets into C.
3. Cancelling, timeouts and closing end requests, with many threads and inside callbacks too.
4. Nobody needs to keep a callback, a client or a provider alive for a request under way.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import CancelledError, wait

import pytest
from conftest import Slow, body

import places


def test_answers(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        found = client.suggest("now")
        assert [suggestion.full_text for suggestion in found] == ["now"]
        assert found[0].place_id == "t:1"
        assert found[0].types == ("cafe",)
        assert found[0].distance_meters is None
        assert '"t:1"' in found.to_json()
        assert client.submit("now then").result(5)[0].full_text == "now then"
        place = client.place("t:9", fields="id,displayName,location")
        assert (place.id, place.display_name, place.location) == ("t:9", "Ä place", (1.5, 0))
        assert place.get("displayName.text") == "Ä place"
        assert client.submit_place("t:8", fields=places.Fields.PLACE_ID).result(5).id == "t:8"


def test_json_both_ways(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        assert '"t:1"' in client.suggest_json('{"input": "now", "includedRegionCodes": ["fr"]}')
        assert slow.last is not None
        assert slow.last.json["includedRegionCodes"] == ["fr"]
        with pytest.raises(places.InvalidRequestError):
            client.suggest_json('{"input": "now", "unknown": 1}')
        with pytest.raises(places.InvalidRequestError):
            client.suggest_json("{")


def test_errors(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        with pytest.raises(places.RateLimitExceededError, match="too fast") as caught:
            client.suggest("fail")
        assert caught.value.status is places.Status.RATE_LIMIT_EXCEEDED
        with pytest.raises(places.RateLimitExceededError):
            client.submit("fail").result(5)
        with pytest.raises(places.InvalidRequestError):
            client.place("", fields="*")
        with pytest.raises(places.InvalidRequestError):
            client.place("t:1", fields="noSuchField")


def test_callbacks_get_the_answer_or_the_error_once(slow: Slow) -> None:
    calls: list[tuple[places.Suggestions | None, places.PlacesError | None]] = []
    with places.Client(provider=slow) as client:
        client.submit("now", lambda found, error: calls.append((found, error))).result(5)
        with pytest.raises(places.PlacesError):
            client.submit("fail", lambda found, error: calls.append((found, error))).result(5)
        waiting = client.submit("wait", lambda found, error: calls.append((found, error)))
        assert waiting.cancel()
        assert waiting.cancelled()
    assert len(calls) == 3
    assert calls[0][0] is not None
    assert calls[0][1] is None
    assert isinstance(calls[1][1], places.RateLimitExceededError)
    assert isinstance(calls[2][1], places.RequestCancelledError)


def test_exceptions_of_a_callback_come_out_of_the_future(slow: Slow, caplog: pytest.LogCaptureFixture) -> None:
    def callback(found: object, error: object) -> None:
        raise KeyError("mine")

    with caplog.at_level(logging.ERROR, "places"), places.Client(provider=slow) as client:
        with pytest.raises(KeyError, match="mine"):
            client.submit("now", callback).result(5)
    assert "mine" in caplog.text


def test_exceptions_of_a_provider_reach_the_caller(slow: Slow, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL, "places"), places.Client(provider=slow) as client:
        with pytest.raises(places.InternalError, match="RuntimeError") as caught:
            client.suggest("raise")
    assert "secret" not in str(caught.value)


def test_a_provider_that_forgets_its_responder_fails_the_request() -> None:
    class Forgetful(places.Provider):
        def autocomplete(self, number: int, request: object, responder: places.Responder) -> None:
            pass

    with places.Client(provider=Forgetful()) as client, pytest.raises(places.InternalError, match="unanswered"):
        client.suggest("x")


def test_a_responder_answers_once(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        future = client.submit("wait")
        responder = next(iter(slow.kept.values()))
        responder.finish(body("late"))
        with pytest.raises(RuntimeError):
            responder.fail()
        assert future.result(5)[0].full_text == "late"
        bad = client.submit("bad")
        slow.kept[bad.request_id].finish("no json")
        with pytest.raises(places.BadResponseError):
            bad.result(5)


def test_a_failure_without_a_message_has_the_sentence_of_its_status(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        for message in ((), (None,), ("",)):
            future = client.submit("wait")
            slow.kept[future.request_id].fail(places.Status.NETWORK_ERROR, *message)
            with pytest.raises(places.NetworkError, match="could not be reached"):
                future.result(5)
        future = client.submit("wait")
        slow.kept[future.request_id].fail(places.Status.NETWORK_ERROR, "no cable")
        with pytest.raises(places.NetworkError, match="no cable"):
            future.result(5)


def test_blocking_calls_are_refused_inside_callbacks(slow: Slow) -> None:
    with places.Client(provider=slow) as client:

        def callback(found: object, error: object) -> None:
            client.suggest("now")

        logging.getLogger("places").disabled = True
        try:
            with pytest.raises(places.WrongThreadError):
                client.submit("now", callback).result(5)
        finally:
            logging.getLogger("places").disabled = False
        chained: list[places.RequestFuture[places.Suggestions]] = []
        client.submit("now", lambda found, error: chained.append(client.submit("now more"))).result(5)
        assert chained[0].result(5)[0].full_text == "now more"


def test_timeouts(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        start = time.monotonic()
        with pytest.raises(places.DeadlineError) as caught:
            client.suggest("wait", timeout=0.05)
        assert isinstance(caught.value, TimeoutError)
        assert caught.value.retryable
        assert time.monotonic() - start < 2
        with pytest.raises(places.DeadlineError):
            client.submit("wait", timeout=0.02).result(5)
        assert client.pending_count == 0


def test_a_busy_library_thread_does_not_hold_up_a_timeout(slow: Slow) -> None:
    release = threading.Event()
    with places.Client(provider=slow) as client:
        client.submit("now", lambda found, error: release.wait(10))
        with pytest.raises(places.DeadlineError):
            client.suggest("now", timeout=0.05)
        release.set()


def test_cancelling_reaches_the_provider(slow: Slow) -> None:
    with places.Client(provider=slow) as client:
        future = client.submit("wait")
        assert client.pending_count == 1
        assert future.cancel()
        with pytest.raises(CancelledError):
            future.result(5)
        assert slow.cancelled == [future.request_id]
        # Who waits for several futures is told of a cancelled one too.
        assert not wait([future], timeout=5).not_done
        done = client.submit("now")
        done.result(5)
        assert not done.cancel()


def test_closing_ends_what_is_pending(slow: Slow) -> None:
    client = places.Client(provider=slow)
    futures = [client.submit(f"wait {i}") for i in range(1000)]
    client.close()
    client.close()
    for future in futures:
        with pytest.raises(places.RequestCancelledError):
            future.result(0)
    assert client.closed
    with pytest.raises(RuntimeError):
        client.suggest("now")
    assert not futures[0].cancel()


def test_two_threads_may_close_one_client(slow: Slow) -> None:
    calls: list[object] = []

    def callback(found: object, error: object) -> None:
        time.sleep(0.05)
        calls.append(error)

    client = places.Client(provider=slow)
    client.submit("now", callback)
    seen: list[int] = []

    def close() -> None:
        client.close()
        seen.append(len(calls))

    threads = [threading.Thread(target=close) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    # Whoever closes first: when close() returns, no callback runs any more.
    assert seen == [1, 1, 1]


def test_closing_inside_a_callback(slow: Slow) -> None:
    client = places.Client(provider=slow)
    other = client.submit("wait")
    client.submit("now", lambda found, error: client.close()).result(5)
    with pytest.raises(places.RequestCancelledError):
        other.result(5)


def closing(client: places.Client) -> Callable[[object, object], None]:
    return lambda found, error: client.close()


def test_two_clients_may_close_each_other(slow: Slow) -> None:
    for _ in range(20):
        first, second = places.Client(provider=slow), places.Client(provider=slow)
        future = first.submit("now", closing(second))
        # The other may be closed before it is asked, while it is, or after.
        with contextlib.suppress(places.RequestCancelledError, RuntimeError):
            second.submit("now", closing(first)).result(5)
        with contextlib.suppress(places.RequestCancelledError):
            future.result(5)
        first.close()
        second.close()


def test_closing_while_others_wait(slow: Slow) -> None:
    for _ in range(20):
        client = places.Client(provider=slow)
        ended: list[Exception] = []

        def ask(client: places.Client = client, ended: list[Exception] = ended) -> None:
            try:
                while True:
                    client.suggest("now")
            except (places.RequestCancelledError, RuntimeError) as error:
                ended.append(error)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.005)
        client.close()
        for thread in threads:
            thread.join(5)
            assert not thread.is_alive()
        assert len(ended) == 4


def test_close_returns_while_callbacks_sleep(slow: Slow) -> None:
    calls: list[object] = []

    def callback(found: object, error: object) -> None:
        time.sleep(0.005)
        calls.append(error)

    client = places.Client(provider=slow)
    for _ in range(20):
        client.submit("now", callback)
    start = time.monotonic()
    client.close()
    assert time.monotonic() - start < 2
    assert len(calls) == 20


def test_the_queue_is_bounded(slow: Slow) -> None:
    with places.Client(provider=slow, max_pending=3) as client:
        delivered = threading.Event()
        futures = [client.submit("wait", lambda found, error: delivered.set()) for _ in range(3)]
        with pytest.raises(places.QueueFullError) as caught:
            client.submit("wait")
        assert caught.value.retryable
        futures[0].cancel()
        assert delivered.wait(5)
        client.submit("wait")


def appending(calls: list[int], number: int) -> Callable[[object, object], None]:
    return lambda found, error: calls.append(number)


def test_nobody_keeps_the_callback(slow: Slow) -> None:
    calls: list[int] = []
    with places.Client(provider=slow) as client:
        for i in range(100):
            client.submit("wait", appending(calls, i))
        for _ in range(50):
            gc.collect()
        garbage = [bytes(100) for _ in range(100_000)]
        del garbage
        for number, responder in slow.kept.items():
            responder.finish(body(str(number)))
    assert sorted(calls) == list(range(100))


def test_a_future_keeps_its_client(slow: Slow) -> None:
    future = places.Client(provider=slow).submit("wait")
    gc.collect()
    next(iter(slow.kept.values())).finish(body("still"))
    assert future.result(5)[0].full_text == "still"
    with pytest.warns(ResourceWarning):
        del future
        for _ in range(100):
            gc.collect()
            time.sleep(0.01)


def test_an_unclosed_client_warns_and_is_freed(slow: Slow) -> None:
    client = places.Client(provider=slow)
    native = client._native
    assert native is not None
    with pytest.warns(ResourceWarning):
        del client
        gc.collect()
    assert native.is_closed


def test_a_provider_lives_as_long_as_its_client() -> None:
    provider = Slow()
    gone = weakref.ref(provider)
    client = places.Client(provider=provider)
    provider.close()
    del provider
    gc.collect()
    assert client.suggest("now")
    client.close()
    del client
    gc.collect()
    assert gone() is None


def test_many_clients(slow: Slow) -> None:
    clients = [places.Client(provider=slow) for _ in range(200)]
    for client in clients:
        client.submit("now")
    for client in clients:
        client.close()


def test_logging(slow: Slow, caplog: pytest.LogCaptureFixture) -> None:
    lines: list[tuple[places.LogLevel, str]] = []
    with places.Client(
        provider=slow, log=lambda level, text: lines.append((level, text)), log_level=places.LogLevel.DEBUG
    ) as client:
        client.suggest("now secret")
    assert lines
    assert not any("secret" in text for _, text in lines)
    with caplog.at_level(logging.DEBUG, "mine"):
        with places.Client(provider=slow, log=logging.getLogger("mine"), log_level=places.LogLevel.DEBUG) as client:
            client.suggest("now")
    assert caplog.records
