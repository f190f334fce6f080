"""What every object that owns a handle of the library shares."""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from typing import Callable, NoReturn, Union

from . import _callbacks

PathLike = Union[str, "os.PathLike[str]"]


class Handle:
    """Owns something in the library: a copy would own it a second time, and free it twice."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled")


def encode_path(path: PathLike) -> bytes:
    """A path as the library takes it; C would silently end it at a NUL."""
    encoded = os.fsencode(os.fspath(path))
    if b"\0" in encoded:
        raise ValueError("a path holds a NUL character")
    return encoded


class SharedHandle(Handle):
    """A pointer that one thread may free while others use it.

    C asks that nobody holds the pointer any more when it is freed. So each call is counted, and the last one out frees;
    calls that wait do so in Python, outside of the count.
    """

    #: All are closed at exit, higher numbers first: what asks a client goes before the client.
    _EXIT_ORDER = 0

    def __init__(self, what: str) -> None:
        self._what = what
        self._address: int | None = None
        self._lock = threading.Lock()
        self._users = 0
        self._is_closed = False
        self._freed = threading.Event()
        _open_handles.add(self)

    def __enter__(self) -> int:
        """The pointer, for one short call."""
        with self._lock:
            if self._is_closed or self._address is None:
                raise RuntimeError(f"the {self._what} is closed")
            self._users += 1
            return self._address

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users = max(0, self._users - 1)
            is_last = self._is_closed and self._users == 0
        if is_last:
            self._free()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        """Frees it. Returns when no callback runs or will run, but at once inside a callback."""
        with self._lock:
            # Somebody else may be closing: then wait for them.
            is_last = not self._is_closed and self._users == 0
            self._is_closed = True
        if is_last:
            self._free()
        elif not _callbacks.inside():
            self._freed.wait()

    def _free(self) -> None:
        address, self._address = self._address, None
        if address is None:
            self._freed.set()
            return
        try:
            self._release(address)
        finally:
            self._freed.set()

    def _release(self, address: int) -> None:
        raise NotImplementedError

    def after_fork(self) -> None:
        """In the child: another thread of the parent may have held the lock."""
        self._lock = threading.Lock()
        self._freed = threading.Event()
        if self._is_closed:
            self._freed.set()  # the thread that was closing it is not here
        self._users = 0


class SimpleHandle(SharedHandle):
    """A shared handle that a function of C frees, and nothing else needs to be done."""

    def __init__(self, what: str, address: int, free: Callable[[int], object]) -> None:
        super().__init__(what)
        self._address = address
        self._free_function = free

    def _release(self, address: int) -> None:
        self._free_function(address)


# ----------------------------------------------------------------------------------------------------------------------
# The ends of the process

#: Handles that are not closed yet. Weak: being listed keeps none alive.
_open_handles: weakref.WeakSet[SharedHandle] = weakref.WeakSet()


def _close_all() -> None:
    """At exit, while Python code still runs: later, a library thread that calls back would find no interpreter."""
    for handle in sorted(_open_handles, key=lambda each: -each._EXIT_ORDER):
        handle.close()


def _after_fork_in_child() -> None:
    for handle in list(_open_handles):
        handle.after_fork()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_after_fork_in_child)
