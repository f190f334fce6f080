"""Index files: real places in one read-only file, searched without network."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Callable, Optional

from . import _callbacks, _ffi
from ._handle import Handle, PathLike, encode_path
from .errors import PlacesError
from .types import IndexInfo

#: Called now and then with the source ("" while writing), 0 to 1 of it, and the places so far. False stops the build.
Progress = Callable[[str, float, int], Optional[bool]]
#: Called for each row that cannot be used, with the source, the line (from 1; 0 where there are none) and the reason.
BadRow = Callable[[str, int, str], None]


class Index(Handle):
    """An open index file. It may serve many clients, and be used from any thread.

    A file that somebody truncates while it is mapped ends the reading process (that is how mmap works); replacing it by
    rename, as the builder does, is always safe. ``private_memory`` loads the whole file instead.
    """

    def __init__(self, path: PathLike, *, private_memory: bool = False) -> None:
        self._address: int | None = None
        self._free = _ffi.index_free  # module globals may be gone when __del__ runs at exit
        self._path = os.fspath(path)
        out = _ffi.out_pointer()
        encoded = encode_path(self._path)
        _ffi.index_open(encoded, _ffi.INDEX_PRIVATE_MEMORY if private_memory else 0, out)
        self._address = out.value

    @property
    def address(self) -> int:
        """The ``places_index *``, for clients."""
        if self._address is None:
            raise ValueError(f"the index {self._path} is closed")
        return self._address

    @property
    def path(self) -> str:
        return self._path

    @property
    def place_count(self) -> int:
        return int(_ffi.index_place_count(self.address))

    @property
    def info(self) -> IndexInfo:
        return IndexInfo.from_json(json.loads(_ffi.index_info_json(self.address)))

    def verify(self) -> None:
        """Checks every byte against the checksums; IndexDamagedError where one differs. Reads the whole file."""
        _ffi.index_verify(self.address)

    def reload(self) -> None:
        """Opens the file at the same path anew, for all clients that use it. On failure the old one stays in use."""
        _ffi.index_reload(self.address)

    def close(self) -> None:
        """Lets go of the file; clients that were given the index keep what they need."""
        address, self._address = self._address, None
        if address is not None:
            self._free(address)

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Index({self._path!r})"


@dataclass(frozen=True)
class BuildReport:
    """What a build did."""

    path: str
    #: Places written.
    place_count: int
    #: Rows refused.
    bad_row_count: int


class IndexBuilder(Handle):
    """Builds an index file from sources. Not for two threads at once."""

    def __init__(self, *, progress: Progress | None = None, bad_row: BadRow | None = None) -> None:
        self._address: int | None = None
        self._free = _ffi.index_builder_free
        self._progress = progress
        self._bad_row = bad_row
        self._address = _ffi.index_builder_new()

    def add_source(self, source: PathLike) -> IndexBuilder:
        """Names a file to read, as KIND:PATH or, where the name tells the kind, PATH. Nothing is read yet.

        Kinds: geonames, geonames-alternates, geonames-admin1, geonames-admin2, geonames-countries, csv, tsv, osm,
        places.
        """
        _ffi.index_builder_add_source(self._open(), encode_path(source))
        return self

    def write(self, path: PathLike) -> BuildReport:
        """Reads the sources and writes the index. On failure an older file at ``path`` stays as it was.

        An exception in a callback stops the build and is raised here.
        """
        address = self._open()
        entry = _callbacks.BuildEntry(self._progress, self._bad_row)
        key = _callbacks.register(entry)
        try:
            # Always set: it is what lets an exception from the other callback, or Ctrl-C, stop the build.
            _ffi.index_builder_set_progress(address, _callbacks.progress_trampoline, key)
            _ffi.index_builder_set_bad_row(address, _callbacks.bad_row_trampoline, key)
            try:
                with _callbacks.Escapes():
                    _ffi.index_builder_write(address, encode_path(path))
            except PlacesError:
                if entry.exception is None:
                    raise
            if entry.exception is not None:
                raise entry.exception
        finally:
            _callbacks.forget(key)
        return BuildReport(
            path=os.fspath(path),
            place_count=int(_ffi.index_builder_place_count(address)),
            bad_row_count=int(_ffi.index_builder_bad_row_count(address)),
        )

    def close(self) -> None:
        address, self._address = self._address, None
        if address is not None:
            self._free(address)

    def _open(self) -> int:
        if self._address is None:
            raise ValueError("the builder is closed")
        return self._address

    def __enter__(self) -> IndexBuilder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def build_index(
    path: PathLike,
    *sources: PathLike,
    progress: Progress | None = None,
    bad_row: BadRow | None = None,
) -> BuildReport:
    """Builds an index file from sources (see IndexBuilder.add_source) in one call."""
    with IndexBuilder(progress=progress, bad_row=bad_row) as builder:
        for source in sources:
            builder.add_source(source)
        return builder.write(path)
