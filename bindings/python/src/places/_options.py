"""The keyword arguments of suggest(), for type checkers and editors only.

At run time ``types.Request`` is the one list of them; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from .types import Area, CoordinateLike, Mode, Token


class SuggestOptions(TypedDict, total=False):
    """See Request for what each means."""

    limit: int
    input_offset: int | None
    types: Sequence[str]
    countries: Sequence[str]
    bias: Area | None
    restriction: Area | None
    origin: CoordinateLike | None
    region: str | None
    language: str | None
    include_pure_service_area_businesses: bool
    include_future_opening_businesses: bool
    include_query_predictions: bool
    token: Token | None
    timeout: float | None
    mode: Mode
