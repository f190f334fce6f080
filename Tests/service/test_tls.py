"""Secure connections, HTTP/2 and proxies."""

from __future__ import annotations

import datetime
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import h2.config
import h2.connection
import h2.events
import places
import pytest
import trustme

from conftest import KEY, make_client
from loopback import Close, Script, Seen, Server, answer

BODY = {"suggestions": [{"placePrediction": {"placeId": "a", "text": {"text": "Alpha"}}}]}
RAW = b'{"suggestions":[{"placePrediction":{"placeId":"a","text":{"text":"Alpha"}}}]}'


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def authority_file(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("tls") / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    return str(path)


def context(certificate: trustme.LeafCert, protocols: list[str] | None = None) -> ssl.SSLContext:
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate.configure_cert(made)
    if protocols:
        made.set_alpn_protocols(protocols)
    return made


def suggest(server: Server, **options: object) -> int:
    with make_client(server, **options) as client:
        return len(client.suggest("al"))


def test_ones_own_authority(authority: trustme.CA, authority_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(answers=[answer(200, BODY)], tls=context(authority.issue_cert("127.0.0.1"))) as server:
        assert suggest(server, ca_file=authority_file) == 1
        monkeypatch.setenv("SSL_CERT_FILE", authority_file)
        assert suggest(server) == 1


def test_a_folder_of_authorities(authority: trustme.CA, tmp_path: Path) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    if os.system(f"openssl rehash '{tmp_path}' >/dev/null 2>&1") != 0:
        pytest.skip("openssl is not on this machine")
    with Server(answers=[answer(200, BODY)], tls=context(authority.issue_cert("127.0.0.1"))) as server:
        assert suggest(server, ca_folder=str(tmp_path)) == 1


def test_certificates_that_are_not_good(authority: trustme.CA, authority_file: str) -> None:
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    bad = {
        "unknown authority": trustme.CA().issue_cert("127.0.0.1"),
        "another host": authority.issue_cert("example.org"),
        "expired": authority.issue_cert("127.0.0.1", not_before=past, not_after=past + datetime.timedelta(days=1)),
    }
    for name, certificate in bad.items():
        with Server(answers=[answer(200, BODY)], tls=context(certificate)) as server:
            with pytest.raises(places.TLSError) as caught:
                suggest(server, ca_file=authority_file)
            assert not server.seen, name
            assert authority_file in str(caught.value), name


def test_a_file_of_authorities_that_is_not_there(authority: trustme.CA) -> None:
    with Server(answers=[answer(200, BODY)], tls=context(authority.issue_cert("127.0.0.1"))) as server:
        with pytest.raises(places.TLSError, match=r"/nowhere/authority\.pem"):
            suggest(server, ca_file="/nowhere/authority.pem")


def test_a_server_that_speaks_no_tls(authority_file: str) -> None:
    with Server(answers=[answer(200, BODY)], greeting=[b"HTTP/1.1 400 Bad\r\n\r\n", Close()]) as server:
        service = places.Service(api_key=KEY, base_url=server.url.replace("http:", "https:"), ca_file=authority_file)
        with places.Client(service=service) as client, pytest.raises(places.TLSError):
            client.suggest("al")


# Proxies --------------------------------------------------------------------------------------------------------------


def proxy_script(seen: Seen) -> Script:
    if "proxy-authorization" not in seen.headers:
        return answer(407, b"", headers={"Proxy-Authenticate": 'Basic realm="x"'})
    return answer(200, BODY)


def test_a_proxy_by_option_and_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with Server(script=proxy_script) as proxy:
        address = f"http://ann:pass%20word@127.0.0.1:{proxy.port}"
        service = places.Service(api_key=KEY, base_url="http://service.invalid/maps", proxy=address)
        with places.Client(service=service) as client:
            assert len(client.suggest("al")) == 1
        assert proxy.seen[-1].target == "http://service.invalid/maps/v1/places:autocomplete"
        monkeypatch.setenv("http_proxy", address)
        with places.Client(service=places.Service(api_key=KEY, base_url="http://service.invalid")) as client:
            assert len(client.suggest("al")) == 1
        monkeypatch.setenv("no_proxy", "service.invalid")
        with places.Client(service=places.Service(api_key=KEY, base_url="http://service.invalid")) as client:
            with pytest.raises((places.NetworkError, places.DeadlineError)):
                client.suggest("al", timeout=3)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_asks_for_a_password(scheme: str) -> None:
    with Server(script=proxy_script) as proxy:
        service = places.Service(api_key=KEY, base_url=f"{scheme}://service.invalid", proxy=proxy.url, retries=0)
        with places.Client(service=service) as client, pytest.raises(places.NetworkError, match="407"):
            client.suggest("al")


def test_a_proxy_that_is_not_there() -> None:
    with Server() as gone:
        pass
    service = places.Service(
        api_key=KEY, base_url="http://service.invalid", proxy=f"http://ann:pass-word@127.0.0.1:{gone.port}", retries=0
    )
    with places.Client(service=service) as client, pytest.raises(places.NetworkError) as caught:
        client.suggest("al")
    assert "pass-word" not in str(caught.value)


# HTTP/2 ---------------------------------------------------------------------------------------------------------------


class HTTP2Server:
    """Answers by a function on the library h2's connection; one thread a connection."""

    def __init__(self, tls: ssl.SSLContext, respond: Callable[[h2.connection.H2Connection, int, int], None]) -> None:
        self._tls = tls
        self._respond = respond
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.2)
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self.port = self._listener.getsockname()[1]
        self.url = f"https://127.0.0.1:{self.port}"
        self.connections = 0
        self.requests = 0

    def __enter__(self) -> HTTP2Server:
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in list(self._threads):
            thread.join(5)
        self._listener.close()

    def _run(self, target: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._stop.is_set():
            try:
                raw, _ = self._listener.accept()
            except TimeoutError:
                continue
            self.connections += 1
            self._run(self._serve, raw, self.connections)

    def _serve(self, raw: socket.socket, number: int) -> None:
        try:
            raw.settimeout(5)
            connection = self._tls.wrap_socket(raw, server_side=True)
            if connection.selected_alpn_protocol() != "h2":
                return
            protocol = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
            protocol.initiate_connection()
            connection.sendall(protocol.data_to_send())
            connection.settimeout(0.1)
            while not self._stop.is_set():
                try:
                    data = connection.recv(65536)
                except TimeoutError:
                    continue
                if not data:
                    return
                for event in protocol.receive_data(data):
                    if isinstance(event, h2.events.StreamEnded):
                        self.requests += 1
                        assert event.stream_id is not None
                        self._respond(protocol, event.stream_id, number)
                connection.sendall(protocol.data_to_send())
                if protocol.state_machine.state.name == "CLOSED":
                    return
        except OSError:
            pass
        finally:
            raw.close()


def good(protocol: h2.connection.H2Connection, stream: int, _: int = 0) -> None:
    head = [(":status", "200"), ("content-type", "application/json")]
    protocol.send_headers(stream, head)
    protocol.send_data(stream, RAW, end_stream=True)


@pytest.fixture
def http2(authority: trustme.CA) -> Iterator[Callable[..., HTTP2Server]]:
    made = context(authority.issue_cert("127.0.0.1"), ["h2", "http/1.1"])
    yield lambda respond: HTTP2Server(made, respond)


def test_many_requests_share_one_connection(http2: Callable[..., HTTP2Server], authority_file: str) -> None:
    with http2(good) as server, make_client(server, ca_file=authority_file) as client:  # type: ignore[arg-type]
        futures = [client.submit("al") for _ in range(50)]
        assert all(len(future.result(10)) == 1 for future in futures)
        assert server.connections == 1 and server.requests == 50


def test_goaway_in_the_middle(http2: Callable[..., HTTP2Server], authority_file: str) -> None:
    """The stream that the server gave up is a failure that may be tried again; the next request opens anew."""

    def respond(protocol: h2.connection.H2Connection, stream: int, number: int) -> None:
        if number == 1 and stream > 1:
            protocol.send_headers(stream, [(":status", "200"), ("content-type", "application/json")])
            protocol.send_data(stream, RAW[:20])
            protocol.close_connection(error_code=0, last_stream_id=1)
        else:
            good(protocol, stream)

    with http2(respond) as server, make_client(server, ca_file=authority_file) as client:  # type: ignore[arg-type]
        assert len(client.suggest("al")) == 1
        with pytest.raises((places.NetworkError, places.DeadlineError)) as caught:
            client.suggest("alp", timeout=3)
        assert type(caught.value) is places.NetworkError
        assert len(client.suggest("alph")) == 1
        assert server.connections == 2


def test_a_stream_that_is_reset(http2: Callable[..., HTTP2Server], authority_file: str) -> None:
    def respond(protocol: h2.connection.H2Connection, stream: int, _: int) -> None:
        if stream == 3:
            protocol.reset_stream(stream, error_code=2)
        else:
            good(protocol, stream)

    with http2(respond) as server, make_client(server, ca_file=authority_file) as client:  # type: ignore[arg-type]
        assert len(client.suggest("al")) == 1
        with pytest.raises(places.NetworkError):
            client.suggest("alp")
        assert len(client.suggest("alph")) == 1
