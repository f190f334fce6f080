"""What a client's searches cost, and which way of billing them would be the cheapest."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from . import _ffi, _native


@dataclass(frozen=True)
class Meter:
    """What has been counted since the client was made."""

    #: Requests to services and providers, by kind.
    autocomplete: int = 0
    details: int = 0
    text_search: int = 0
    geocode: int = 0
    photo: int = 0
    #: Of all these: sent again after a failure, and those that carried a session token.
    resent: int = 0
    with_token: int = 0
    #: Cancelled while under way.
    cancelled: int = 0
    #: Answered by an index, and from the memory of a session: they cost nothing.
    local: int = 0
    cache_hits: int = 0
    #: Sessions begun; ended by a pick; ended without one.
    sessions_begun: int = 0
    sessions_ended: int = 0
    sessions_abandoned: int = 0
    #: Requests with a token whose session had ended: a fault of the program.
    tokens_reused: int = 0
    picks: int = 0
    #: Up to the picks: characters in the field, and autocomplete requests.
    characters_before_pick: int = 0
    requests_before_pick: int = 0
    #: Details by tier, and those of an unknown one.
    details_ids_only: int = 0
    details_essentials: int = 0
    details_pro: int = 0
    details_enterprise: int = 0
    details_enterprise_atmosphere: int = 0
    details_unknown: int = 0
    #: Autocomplete requests before a pick, on average; None before the first pick.
    requests_per_pick: float | None = None
    _json: str = field(default="{}", repr=False, compare=False)

    def to_json(self) -> str:
        """All of it, under the names of docs/costs.md."""
        return self._json


#: The members that are counters, in the header's order.
COUNTERS = tuple(Meter.__dataclass_fields__)[:-2]


def read_meter(meter: int) -> Meter:
    """A ``places_meter`` that is ours to free, as a value."""
    try:
        average = float(_ffi.meter_requests_per_pick(meter))
        counts: dict[str, Any] = {name: int(_ffi.meter_count(meter, i)) for i, name in enumerate(COUNTERS)}
        return Meter(
            **counts,
            requests_per_pick=None if math.isnan(average) else average,
            _json=_ffi.meter_to_json(meter),
        )
    finally:
        _ffi.meter_free(meter)


class BillingWay(enum.IntEnum):
    """The three ways to bill a search that ends with a pick."""

    #: A session token, and details with all the fields that are wanted.
    SESSION_DETAILS = 0
    #: No token; geocoding of the picked place's ID.
    REQUESTS_GEOCODING = 1
    #: A session token, and details with address and location alone.
    SESSION_BASIC = 2


@dataclass(frozen=True)
class Advice:
    """The cheapest way, and what each costs for one search; None where it cannot give the fields."""

    way: BillingWay
    costs: Mapping[BillingWay, float | None]


class Prices:
    """Prices are yours to state: the service changes them, and has tiers and free amounts. Immutable."""

    __slots__ = ("_prices",)

    def __init__(self, prices: Mapping[str, float] | None = None, /, **more: float) -> None:
        """The price of one "autocomplete_request", "autocomplete_session" (a session of requests as a whole; 0 where it
        is free), "geocoding", "details_ids_only", "details_essentials", "details_pro", "details_enterprise",
        "details_enterprise_atmosphere", in any currency.
        """
        self._prices = {**(prices or {}), **more}
        # Names and prices are checked here, and not when somebody asks.
        _ffi.prices_free(self._make())

    def _make(self) -> int:
        handle: int = _ffi.prices_new()
        try:
            for name, price in self._prices.items():
                _ffi.prices_set(handle, _native.encode(name, "name"), float(price))
        except BaseException:
            _ffi.prices_free(handle)
            raise
        return handle

    def advise(self, fields: str | Sequence[str], requests_per_pick: float | None) -> Advice:
        """Which way is the cheapest for these fields and so many requests before a pick.

        ``requests_per_pick``: a guess of yours, or ``client.meter().requests_per_pick``; None, before the first pick,
        is refused, and so is a price that is needed and not set.
        """
        way, costs = _ffi.out_int(), _ffi.out_numbers(len(BillingWay))
        handle = self._make()
        try:
            average = math.nan if requests_per_pick is None else float(requests_per_pick)
            _ffi.prices_advise(handle, _native.mask(fields), average, way, costs)
        finally:
            _ffi.prices_free(handle)
        known = {each: None if math.isnan(costs[each]) else float(costs[each]) for each in BillingWay}
        return Advice(BillingWay(way.value), MappingProxyType(known))

    def __repr__(self) -> str:
        return f"Prices({self._prices!r})"
