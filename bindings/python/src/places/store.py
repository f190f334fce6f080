"""Recent places and favourites."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence

from . import _ffi
from ._handle import Handle, PathLike, SimpleHandle, encode_path
from ._native import as_point, encode, encode_optional
from .types import CoordinateLike


class Store(Handle):
    """Recent places and favourites, in a small file or in memory. From any thread; tables share one (set_store)."""

    def __init__(self, path: PathLike | None = None) -> None:
        """Without a path it is in memory.

        A damaged one is set aside (see ``set_aside_path``) and a new one begun; one that cannot be written opens for
        reading. FileAccessError: it cannot be opened, is locked for more than a second, or is the file of another
        program, which stays as it is.
        """
        out = _ffi.out_pointer()
        _ffi.store_open(None if path is None else encode_path(path), out)
        assert out.value is not None
        self._native = SimpleHandle("store", out.value, _ffi.store_free)

    @property
    def set_aside_path(self) -> str | None:
        """Where the damaged file lies now; None where none was."""
        with self._native as address:
            path: bytes | None = _ffi.store_set_aside_path(address)
        return None if path is None else os.fsdecode(path)

    @property
    def is_read_only(self) -> bool:
        with self._native as address:
            return bool(_ffi.store_is_read_only(address))

    def add(
        self,
        place_id: str,
        primary: str,
        secondary: str | None = None,
        *,
        types: Sequence[str] = (),
        location: CoordinateLike | None = None,
    ) -> None:
        """Notes a place as the most recent. The oldest beyond 50 go."""
        if isinstance(types, str):
            raise TypeError(f"types must be a list of texts, not one text: [{types!r}]")
        latitude, longitude = (math.nan, math.nan) if location is None else as_point(location, "location")
        with self._native as address:
            _ffi.store_add(
                address,
                encode(place_id, "place_id"),
                encode(primary, "primary"),
                encode_optional(secondary, "secondary"),
                encode(",".join(types), "types") if types else None,
                latitude,
                longitude,
            )

    def set_favourite(self, place_id: str, favourite: bool = True) -> None:
        with self._native as address:
            _ffi.store_set_favourite(address, encode(place_id, "place_id"), favourite)

    def remove(self, place_id: str) -> None:
        with self._native as address:
            _ffi.store_remove(address, encode(place_id, "place_id"))

    def clear(self) -> None:
        """Forgets the recent places; favourites stay. Tables that show them are told at once."""
        with self._native as address:
            _ffi.store_clear(address)

    def __len__(self) -> int:
        with self._native as address:
            return int(_ffi.store_count(address))

    def __bool__(self) -> bool:
        # An empty store is a store.
        return True

    def close(self) -> None:
        """Lets go of it; tables that use it keep what they need. Closing twice is fine."""
        self._native.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        native: SimpleHandle | None = getattr(self, "_native", None)
        if native is not None:
            native.close()
