"""A scripted server on the loopback address. Requests are parsed by h11; answers are bytes, sent as a script says, so
that they can be as wrong as a test wants."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

import h11


@dataclass
class Seen:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    #: Counts the connections from 0.
    connection: int

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True, strict_parsing=False))

    @property
    def json(self) -> object:
        return json.loads(self.body)


class Reset:
    """In a script: close the connection with RST."""


class Close:
    """In a script: close it."""


class Silence:
    """In a script: nothing more, until the server stops or the client goes."""


#: Bytes to send, seconds to wait, or an end.
Step = bytes | float | Reset | Close | Silence
Script = Iterable[Step]


def answer(
    status: int = 200,
    body: bytes | str | Mapping[str, object] | list[object] = b"{}",
    content_type: str | None = "application/json; charset=UTF-8",
    headers: Mapping[str, str] | None = None,
    length: int | None = None,
    close: bool = False,
) -> list[Step]:
    """A whole answer. `length`: what Content-Length says instead of the truth."""
    if isinstance(body, (dict, list)):
        body = json.dumps(body, ensure_ascii=False)
    raw = body.encode() if isinstance(body, str) else bytes(body)  # type: ignore[arg-type]
    lines = [f"HTTP/1.1 {status} Scripted"]
    if content_type is not None:
        lines.append(f"Content-Type: {content_type}")
    if status != 204:
        lines.append(f"Content-Length: {len(raw) if length is None else length}")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if close:
        lines.append("Connection: close")
    steps: list[Step] = ["\r\n".join([*lines, "", ""]).encode() + (b"" if status == 204 else raw)]
    return [*steps, Close()] if close else steps


@dataclass
class Server:
    """Answers each request by what `script` gives for it; or each in turn, the last one for ever."""

    script: Callable[[Seen], Script] | None = None
    answers: list[Script] = field(default_factory=list)
    tls: ssl.SSLContext | None = None
    #: Before a request is read: seconds to wait, or an end.
    greeting: list[Step] = field(default_factory=list)
    #: The loopback address to listen on: "127.0.0.1" or "::1".
    host: str = "127.0.0.1"

    def __post_init__(self) -> None:
        self.seen: list[Seen] = []
        self.connections = 0
        #: Connections that are open now.
        self.open = 0
        self._lock = threading.Lock()
        self._stop = threading.Event()
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        self._listener = socket.create_server((self.host, 0), family=family)
        self._listener.settimeout(0.2)
        self.port = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"

    def __enter__(self) -> Server:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in list(self._threads):
            thread.join(5)
        self._listener.close()

    def _start(self, target: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._stop.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            self._start(self._serve, connection, self.connections)
            self.connections += 1

    def _serve(self, connection: socket.socket, number: int) -> None:
        connection.settimeout(0.1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._lock:
            self.open += 1
        try:
            if self.greeting and not self._send(connection, self.greeting):
                return
            if self.tls is not None:
                connection.settimeout(5)
                connection = self.tls.wrap_socket(connection, server_side=True)
                connection.settimeout(0.1)
            self._converse(connection, number)
        except (OSError, h11.RemoteProtocolError):
            pass
        finally:
            with self._lock:
                self.open -= 1
            connection.close()

    def _converse(self, connection: socket.socket, number: int) -> None:
        while True:
            request = self._read(connection, number)
            if request is None:
                return
            with self._lock:
                position = len(self.seen)
                self.seen.append(request)
            if self.script is not None:
                steps = self.script(request)
            else:
                steps = self.answers[min(position, len(self.answers) - 1)]
            if not self._send(connection, steps):
                return

    def _read(self, connection: socket.socket, number: int) -> Seen | None:
        parser = h11.Connection(h11.SERVER)
        head: h11.Request | None = None
        body = b""
        while not self._stop.is_set():
            event = parser.next_event()
            if event is h11.NEED_DATA:
                try:
                    data = connection.recv(65536)
                except TimeoutError:
                    continue
                if not data:
                    return None
                parser.receive_data(data)
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                assert head is not None
                headers = {name.decode().lower(): value.decode("latin-1") for name, value in head.headers}
                return Seen(head.method.decode(), head.target.decode(), headers, body, number)
            else:
                return None
        return None

    def _send(self, connection: socket.socket, steps: Script) -> bool:
        """False when the connection is over."""
        for step in steps:
            if isinstance(step, bytes):
                connection.settimeout(10)
                connection.sendall(step)
                connection.settimeout(0.1)
            elif isinstance(step, (int, float)):
                if self._stop.wait(step):
                    return False
            elif isinstance(step, Reset):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return False
            elif isinstance(step, Close):
                return False
            elif isinstance(step, Silence):
                while not self._stop.is_set():
                    try:
                        if not connection.recv(1):
                            return False
                    except TimeoutError:
                        continue
                return False
        return True

    def wait_until_gone(self, seconds: float = 3) -> bool:
        """Whether every connection was closed by the client in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.open == 0:
                return True
            time.sleep(0.01)
        return False
