"""What every object that owns a handle of the library shares."""

from __future__ import annotations

import os
from typing import NoReturn, Union

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
