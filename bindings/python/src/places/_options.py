"""The keyword arguments of suggest() and table(), for type checkers and editors only.

At run time ``types.Request`` and ``table.TableDelegate`` are the lists of them; a test compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Callable, TypedDict

from .errors import PlacesError
from .state import Row, TableState
from .types import Area, CoordinateLike, Mode, Place, Token


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


class TableCallbacks(TypedDict, total=False):
    """See TableDelegate for what each means."""

    did_request: Callable[[TableState], object] | None
    did_update: Callable[[TableState], object] | None
    did_select_prediction: Callable[[Row], bool | None] | None
    did_autocomplete: Callable[[Place, str], object] | None
    did_pick: Callable[[Row, Token | None], object] | None
    did_enter_text: Callable[[str], object] | None
    did_fail: Callable[[PlacesError], object] | None
    was_cancelled: Callable[[], object] | None
    activity: Callable[[bool], object] | None
