"""A small terminal for tests: runs a program on a pseudo-terminal and keeps what its screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable

SEQUENCE = re.compile(rb"\x1b\[([?0-9;]*)([A-Za-z])")


class Terminal:
    """Understands what `places` writes: lines, cursor to a place, erasing, attributes (kept apart)."""

    def __init__(self, arguments: list[str], env: dict[str, str], rows: int = 24, columns: int = 80) -> None:
        self.rows, self.columns = rows, columns
        self.lines = [""] * rows
        self.bold = [""] * rows
        self.row = self.column = 0
        self.is_bold = False
        self.on_alternate = False
        self.raw = b""
        self.pending = b""
        self.status: int | None = None
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execve(arguments[0], arguments, env)
        self.resize(rows, columns)
        self.attributes = termios.tcgetattr(self.descriptor)

    def resize(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.lines = (self.lines + [""] * rows)[:rows]
        self.bold = (self.bold + [""] * rows)[:rows]
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def wait_until(self, condition: Callable[[], bool], seconds: float = 10) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            left = deadline - time.monotonic()
            assert left > 0, "the screen shows:\n" + "\n".join(self.lines)
            self.read(min(left, 0.2))

    def wait_for(self, text: str, seconds: float = 10) -> None:
        self.wait_until(lambda: text in "\n".join(self.lines), seconds)

    def wait_exit(self, seconds: float = 10) -> int:
        """Returns the exit code, negative for a signal as subprocess has it."""
        deadline = time.monotonic() + seconds
        while self.status is None:
            assert time.monotonic() < deadline, "still running"
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        self.read(0)
        return self.status

    def close(self) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.descriptor)

    def read(self, seconds: float) -> None:
        while select.select([self.descriptor], [], [], seconds)[0]:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:  # the other side is closed
                return
            if not data:
                return
            self.raw += data
            self.feed(data)
            seconds = 0

    def feed(self, data: bytes) -> None:
        data = self.pending + data
        self.pending = b""
        while data:
            if data[:1] == b"\x1b":
                match = SEQUENCE.match(data)
                if match is None:
                    self.pending = data
                    return
                self.control(match[1].decode(), match[2].decode())
                data = data[match.end():]
                continue
            end = next((i for i, byte in enumerate(data) if byte < 0x20), len(data))
            if end == 0:
                if data[:1] == b"\n":
                    self.row = min(self.row + 1, self.rows - 1)
                elif data[:1] == b"\r":
                    self.column = 0
                data = data[1:]
                continue
            try:
                text = data[:end].decode()
            except UnicodeDecodeError:
                self.pending = data
                return
            self.put(text)
            data = data[end:]

    def put(self, text: str) -> None:
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[:self.column] + text + line[self.column + len(text):]
        if self.is_bold:
            self.bold[self.row] += text
        self.column += len(text)

    def control(self, parameters: str, final: str) -> None:
        if final == "H":
            row, _, column = parameters.partition(";")
            self.row, self.column = int(row or 1) - 1, int(column or 1) - 1
            if self.row == 0 and self.column == 0:
                self.bold = [""] * self.rows
        elif final == "K":
            self.lines[self.row] = self.lines[self.row][:self.column]
        elif final == "J":
            self.lines[self.row] = self.lines[self.row][:self.column]
            for row in range(self.row + 1, self.rows):
                self.lines[row] = ""
        elif final == "m":
            self.is_bold = parameters == "1"
        elif parameters == "?1049":
            self.on_alternate = final == "h"
