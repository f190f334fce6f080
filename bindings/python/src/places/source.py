"""Several places to ask, one list."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from . import _ffi
from ._handle import Handle, SimpleHandle
from ._native import encode

if TYPE_CHECKING:
    from ._client import IndexLike
    from .provider import Provider
    from .service import Service


class Source(Handle):
    """One of the places that a client asks: ``Client(sources=[Source("here", "cities.places"), Source("web", ...)])``.

    It answers as a client with the same arguments would; with none of them it reads coordinates and Plus Codes.
    """

    def __init__(
        self,
        name: str,
        *indexes: IndexLike,
        provider: Provider | None = None,
        service: Service | None = None,
        time_zone_bias: bool = False,
    ) -> None:
        """``name`` (1 to 64 bytes) tells its rows apart: Suggestion.source, Row.source."""
        from ._client import Answering

        self._name = name
        with ExitStack() as stack:
            options: int = _ffi.client_options_new()
            stack.callback(_ffi.client_options_free, options)
            # Clients that use the source keep this.
            self._kept = Answering(indexes, provider, service, time_zone_bias).fill(stack, options)
            out = _ffi.out_pointer()
            _ffi.source_new(options, encode(name, "name"), out)
        assert out.value is not None
        self._native = SimpleHandle("source", out.value, _ffi.source_free)

    @property
    def name(self) -> str:
        return self._name

    def close(self) -> None:
        """Lets go of it; clients that use it keep what they need. Closing twice is fine."""
        self._native.close()

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        native: SimpleHandle | None = getattr(self, "_native", None)
        if native is not None:
            native.close()

    def __repr__(self) -> str:
        return f"Source({self._name!r})"
