"""What a network does to a request: each fault is one outcome, in time, with a status that says what to do."""

from __future__ import annotations

import ctypes
import gzip
import json
import time
import zlib
from pathlib import Path

import brotli
import places
import pytest

from conftest import KEY, make_client
from loopback import Close, Reset, Script, Seen, Server, Silence, answer

ROW = {
    "placePrediction": {
        "place": "places/a",
        "placeId": "a",
        "text": {"text": "Alpha, Beta", "matches": [{"endOffset": 2}]},
        "structuredFormat": {"mainText": {"text": "Alpha", "matches": [{"endOffset": 2}]}},
    }
}
BODY = {"suggestions": [ROW]}
RAW = json.dumps(BODY).encode()


def chunked(parts: list[bytes], end: bool = True, headers: bytes = b"") -> Script:
    yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n" + headers + b"\r\n"
    for part in parts:
        yield b"%x\r\n%s\r\n" % (len(part), part)
    if end:
        yield b"0\r\n\r\n"


def packed(body: bytes, length: int | None = None, coding: str = "gzip") -> Script:
    return answer(200, body, headers={"Content-Encoding": coding}, length=length)


#: What the server does, and what the caller sees: the number of rows, or a class of error.
FAULTS: dict[str, tuple[Script, int | type[places.PlacesError]]] = {
    "plain": (answer(200, BODY), 1),
    "nothing found": (answer(200, {}), 0),
    "chunks of one byte": (list(chunked([bytes([byte]) for byte in RAW])), 1),
    "gzip": (packed(gzip.compress(RAW)), 1),
    "body closed by the connection": (
        [b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + RAW, Close()],
        1,
    ),
    "another content type": (answer(200, BODY, content_type="text/plain"), 1),
    "no content type": (answer(200, BODY, content_type=None), 1),
    "slow first byte": ([0.4, *answer(200, BODY)], 1),
    "first byte too late": ([3.0, *answer(200, BODY)], places.DeadlineError),
    "never answered": ([Silence()], places.DeadlineError),
    "stall in the body": ([b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{", Silence()], places.DeadlineError),
    "reset before the answer": ([Reset()], places.NetworkError),
    "reset in the head": ([b"HTTP/1.1 200 OK\r\nContent-Le", 0.05, Reset()], places.NetworkError),
    "reset in the body": ([b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{", 0.05, Reset()], places.NetworkError),
    "closed in the body": ([b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{", Close()], places.NetworkError),
    "closed in the chunks": ([*chunked([RAW[:40]], end=False), Close()], places.NetworkError),
    "truncated JSON": (answer(200, RAW[:-9]), places.BadResponseError),
    "truncated gzip": (packed(gzip.compress(RAW)[:-30]), places.BadResponseError),
    "damaged gzip": (packed(gzip.compress(RAW)[:20] + b"\xff" * 40), places.BadResponseError),
    "not gzip": (packed(RAW), places.BadResponseError),
    "no HTTP": ([b"SSH-2.0-OpenSSH_9.2\r\n", Close()], places.BadResponseError),
    "204": (answer(204), places.BadResponseError),
    "empty body": (answer(200, b""), places.BadResponseError),
    "HTML": (answer(200, "<html>Sign in to Wi-Fi</html>", "text/html"), places.BadResponseError),
    "JSON null": (answer(200, b"null"), places.BadResponseError),
    "JSON array": (answer(200, b"[]"), places.BadResponseError),
    "not UTF-8": (answer(200, RAW.replace(b"Alpha", b"Al\xff\xfea")), places.BadResponseError),
    "10,000 deep": (answer(200, b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}"), places.BadResponseError),
    "duplicate names": (answer(200, b'{"suggestions":[],' + RAW[1:]), 1),
    "redirect": (answer(301, b"", headers={"Location": "https://example.org/"}), places.BadResponseError),
    "401": (answer(401, b""), places.KeyInvalidError),
    "403": (answer(403, b""), places.KeyInvalidError),
    "404": (answer(404, "<html>no</html>", "text/html"), places.BadResponseError),
    "429": (answer(429, b""), places.RateLimitExceededError),
    "500": (answer(500, b""), places.ServerError),
    "503": (answer(503, "<html>busy</html>", "text/html"), places.ServerError),
    "511": (answer(511, "<html>portal</html>", "text/html"), places.BadResponseError),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str) -> None:
    script, outcome = FAULTS[name]
    with Server(answers=[script]) as server, make_client(server, timeout=1.5) as client:
        begin = time.monotonic()
        if isinstance(outcome, int):
            assert len(client.suggest("al")) == outcome
        else:
            with pytest.raises(outcome) as caught:
                client.suggest("al")
            assert type(caught.value) is outcome
            assert str(caught.value)
            assert "Sign in" not in str(caught.value) and "<html>" not in str(caught.value)
        assert time.monotonic() - begin < 2.5
        if "reset" not in name:
            assert len(server.seen) == 1, "an autocomplete request is never sent again"


def test_connection_refused() -> None:
    with Server() as server:
        pass
    with make_client(server) as client, pytest.raises(places.NetworkError) as caught:
        client.suggest("al")
    assert caught.value.retryable and "127.0.0.1" in str(caught.value)


def test_a_name_that_does_not_exist() -> None:
    service = places.Service(api_key=KEY, base_url="http://nowhere.invalid", timeout=5)
    with places.Client(service=service) as client, pytest.raises((places.NetworkError, places.DeadlineError)):
        client.suggest("al")


def test_numbers_as_texts_and_offsets_beyond_the_end() -> None:
    row = {
        "placePrediction": {
            "placeId": "p",
            "distanceMeters": "1234",
            "text": {"text": "a😀b", "matches": [{"endOffset": "1"}, {"startOffset": 2, "endOffset": 99}]},
        }
    }
    with Server(answers=[answer(200, {"suggestions": [row]})]) as server, make_client(server) as client:
        [found] = client.suggest("a", origin=(1, 2))
    assert found.distance_meters == 1234
    assert [tuple(match) for match in found.full_matches] == [(0, 1), (2, 3)]
    assert [tuple(match) for match in places.utf16_ranges(found.full_text, found.full_matches)] == [(0, 1), (3, 4)]


def test_nul_in_a_text_becomes_the_replacement_character() -> None:
    body = b'{"suggestions":[{"placePrediction":{"placeId":"p","text":{"text":"a\\u0000b"}}}]}'
    with Server(answers=[answer(200, body)]) as server, make_client(server) as client:
        assert client.suggest("a")[0].full_text == "a\ufffdb"


def test_a_body_above_the_limit_is_refused() -> None:
    def endless(_: Seen) -> Script:
        yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n["
        for _ in range(60):
            yield b" " * (1 << 20)

    with Server(script=endless) as server, make_client(server, max_answer_bytes=1 << 20) as client:
        with pytest.raises(places.BadResponseError, match="1048576 bytes"):
            client.suggest("al")
        assert server.wait_until_gone()


def test_a_length_above_the_limit_is_refused_unread() -> None:
    script = [b"HTTP/1.1 200 OK\r\nContent-Length: 62914560\r\n\r\n", Silence()]
    with Server(answers=[script]) as server, make_client(server) as client:
        begin = time.monotonic()
        with pytest.raises(places.BadResponseError, match="longer than"):
            client.suggest("al")
        assert time.monotonic() - begin < 2


def test_a_body_that_expands_above_the_limit_is_refused() -> None:
    bomb = gzip.compress(b" " * (200 << 20), 9)
    assert len(bomb) < 1 << 20
    with Server(answers=[packed(bomb)]) as server, make_client(server) as client:
        with pytest.raises(places.BadResponseError, match="longer than"):
            client.suggest("al")


def test_a_stream_that_expands_to_nothing_is_refused() -> None:
    # Empty deflate blocks, for ever.
    packer = zlib.compressobj(wbits=31)
    head = packer.compress(b"") + packer.flush(zlib.Z_SYNC_FLUSH)
    empty = packer.flush(zlib.Z_FULL_FLUSH) or b"\x00\x00\x00\xff\xff"

    def endless(_: Seen) -> Script:
        yield b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + head
        for _ in range(4000):
            yield empty * 2000

    with Server(script=endless) as server, make_client(server, max_answer_bytes=1 << 20, timeout=20.0) as client:
        with pytest.raises(places.BadResponseError):
            client.suggest("al")


def test_connections_are_used_again() -> None:
    with Server(answers=[answer(200, BODY)]) as server, make_client(server) as client:
        for _ in range(20):
            client.suggest("al")
        assert server.connections == 1


def test_a_server_that_closes_after_each_answer() -> None:
    # It says nothing of it in the head: the client finds the connection closed when it wants to use it again.
    with Server(answers=[[*answer(200, BODY), Close()]]) as server, make_client(server) as client:
        for _ in range(5):
            assert len(client.suggest("al")) == 1
        assert server.connections == 5


def test_a_used_connection_that_is_closed_unanswered_is_opened_anew_once() -> None:
    def script(seen: Seen) -> Script:
        is_second_use = sum(each.connection == seen.connection for each in server.seen) == 2
        return [Close()] if is_second_use and seen.connection == 0 else answer(200, BODY)

    with Server(script=script) as server, make_client(server) as client:
        client.suggest("al")
        assert len(client.suggest("alp")) == 1
        assert [each.connection for each in server.seen] == [0, 0, 1]


def test_cancelling_ends_the_transfer() -> None:
    with Server(answers=[[Silence()]]) as server, make_client(server) as client:
        future = client.submit("al")
        while not server.seen:
            time.sleep(0.01)
        assert future.cancel()
        assert server.wait_until_gone()


def test_closing_ends_the_transfers() -> None:
    with Server(answers=[[Silence()]]) as server:
        client = make_client(server, timeout=60.0)
        futures = [client.submit("al") for _ in range(10)]
        begin = time.monotonic()
        client.close()
        assert time.monotonic() - begin < 1
        for future in futures:
            with pytest.raises(places.RequestCancelledError):
                future.result(0)
        assert server.wait_until_gone()


def test_a_deadline_is_kept() -> None:
    def drip(_: Seen) -> Script:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"
        for _ in range(200):
            yield 0.1
            yield b" "

    with Server(script=drip) as server, make_client(server) as client:
        begin = time.monotonic()
        with pytest.raises(places.DeadlineError):
            client.suggest("al", timeout=0.3)
        assert 0.25 < time.monotonic() - begin < 1.5
        assert server.wait_until_gone()


def test_many_at_once() -> None:
    with Server(answers=[[0.02, *answer(200, BODY)]]) as server, make_client(server) as client:
        futures = [client.submit("al") for _ in range(300)]
        assert all(len(future.result(20)) == 1 for future in futures)
        assert server.connections <= 100


def test_warming_up_opens_the_connection_without_the_key() -> None:
    with Server(answers=[answer(404, b"")]) as server, make_client(server) as client:
        client.warm_up()
        client.warm_up()
        while not server.seen:
            time.sleep(0.01)
        time.sleep(0.1)
        assert [seen.method for seen in server.seen] == ["HEAD"]
        assert KEY not in str(server.seen)
        server.answers = [answer(200, BODY)]
        client.suggest("al")
        assert server.connections == 1


def test_who_calls() -> None:
    with Server(answers=[answer(200, BODY)]) as server, make_client(server, user_agent="demo/1") as client:
        client.suggest("al")
        [seen] = server.seen
        assert seen.headers["user-agent"] == f"demo/1 libplaces/{places.library_version()}"
        assert "gzip" in seen.headers["accept-encoding"]


# IPv6 -----------------------------------------------------------------------------------------------------------------


def ipv6_server(**options: object) -> Server:
    """A server on [::1]. Never skipped: a machine without it cannot tell whether IPv6 works."""
    try:
        return Server(host="::1", **options)  # type: ignore[arg-type]
    except OSError as error:
        pytest.fail(f"this machine has no IPv6 loopback address, so IPv6 cannot be tested: [::1]: {error}")


@pytest.mark.parametrize("name", ["google", "google-legacy"])
@pytest.mark.parametrize("end", ["", "/", "/maps/proxy/"])
def test_ipv6(name: str, end: str) -> None:
    nothing = answer(200, {} if name == "google" else {"status": "ZERO_RESULTS", "predictions": []})
    with ipv6_server(answers=[nothing]) as server:
        assert server.url == f"http://[::1]:{server.port}"
        with make_client(server, name, base_url=server.url + end) as client:
            client.warm_up()
            while not server.seen:
                time.sleep(0.01)
            for _ in range(3):
                assert len(client.suggest("al")) == 0
            assert server.connections == 1, "the connection is used again"
    warm_up, *asked = server.seen
    assert warm_up.method == "HEAD"
    path = "/v1/places:autocomplete" if name == "google" else "/maps/api/place/autocomplete/json"
    assert [seen.path for seen in asked] == [end.rstrip("/") + path] * 3
    assert {seen.headers["host"] for seen in server.seen} == {f"[::1]:{server.port}"}


def test_ipv6_rows_and_errors() -> None:
    with ipv6_server(answers=[answer(200, BODY), answer(503, b"")]) as server, make_client(server) as client:
        assert client.suggest("al")[0].full_text == "Alpha, Beta"
        with pytest.raises(places.ServerError):
            client.suggest("al")
    with make_client(server) as client, pytest.raises(places.NetworkError) as caught:
        client.suggest("al")
    assert "::1" in str(caught.value)


# Brotli ---------------------------------------------------------------------------------------------------------------


def libcurl_has_brotli() -> bool:
    """Whether the libcurl that this process has loaded was built with brotli."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    [path] = {line.split()[-1] for line in maps if "/libcurl" in line}

    class VersionInfo(ctypes.Structure):
        _fields_ = [
            ("age", ctypes.c_int),
            ("version", ctypes.c_char_p),
            ("version_num", ctypes.c_uint),
            ("host", ctypes.c_char_p),
            ("features", ctypes.c_int),
        ]

    version_info = ctypes.CDLL(path).curl_version_info
    version_info.restype = ctypes.POINTER(VersionInfo)
    # CURL_VERSION_BROTLI; CURLVERSION_FIRST has the member.
    return bool(version_info(0).contents.features & 1 << 23)


def offered_codings(seen: Seen) -> set[str]:
    return {coding.split(";")[0].strip() for coding in seen.headers["accept-encoding"].split(",")}


def test_brotli() -> None:
    coded = brotli.compress(RAW)
    assert coded != RAW

    def script(seen: Seen) -> Script:
        # As a server does: only what the client said that it can read.
        if "br" in offered_codings(seen):
            return packed(coded, coding="br")
        return answer(200, RAW)

    with Server(script=script) as server, make_client(server) as client:
        [row] = client.suggest("al")
        assert (row.place_id, row.full_text) == ("a", "Alpha, Beta")
        [seen] = server.seen
    if libcurl_has_brotli():
        assert "br" in offered_codings(seen)
        print("libcurl was built with brotli: it was offered, and the answer came in it")
    else:
        assert "br" not in offered_codings(seen)
        print("libcurl was built without brotli: it was not offered, and the answer came as it is")


#: In brotli, and not as it should be.
SPOILT = {
    "truncated": brotli.compress(RAW)[:-20],
    "damaged": brotli.compress(RAW)[:20] + b"\xff" * 40,
    "not brotli": RAW,
    "empty": b"",
    "truncated JSON": brotli.compress(RAW[:-9]),
}


@pytest.mark.parametrize("name", SPOILT)
def test_brotli_faults(name: str) -> None:
    # Unreadable as well where libcurl has no brotli.
    with Server(answers=[packed(SPOILT[name], coding="br")]) as server, make_client(server) as client:
        with pytest.raises(places.BadResponseError) as caught:
            client.suggest("al")
        assert type(caught.value) is places.BadResponseError and str(caught.value)
        assert len(server.seen) == 1


def test_brotli_that_expands_above_the_limit_is_refused() -> None:
    bomb = brotli.compress(b" " * (200 << 20), quality=5)
    assert len(bomb) < 1 << 20
    with Server(answers=[packed(bomb, coding="br")]) as server, make_client(server) as client:
        with pytest.raises(places.BadResponseError, match="longer than" if libcurl_has_brotli() else ""):
            client.suggest("al")
        assert server.wait_until_gone()


def test_brotli_in_chunks_of_one_byte() -> None:
    script = list(chunked([bytes([byte]) for byte in brotli.compress(RAW)], headers=b"Content-Encoding: br\r\n"))
    with Server(answers=[script]) as server, make_client(server) as client:
        if libcurl_has_brotli():
            assert len(client.suggest("al")) == 1
        else:
            with pytest.raises(places.BadResponseError):
                client.suggest("al")
