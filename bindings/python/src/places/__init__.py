"""Place autocomplete: suggestions while a person types, then the details of the one they pick.

    import places

    with places.Client("cities.places") as client:
        for suggestion in client.suggest("par tex"):
            print(suggestion)

The shared library is found beside the source tree, by the loader, or by the environment variable PLACES_LIBRARY. It
has the contract: what is checked, which thread runs what, and what an error means stand in ``places.h``.
"""

from __future__ import annotations

from . import _ffi
from ._client import LogCallback, LogLevel, find_indexes
from ._native import billing_tier
from ._typing import SessionPolicy, TypingMode
from ._version import __version__
from .aio import AsyncClient, AsyncFetcher, AsyncTable, FetchResult, Picked
from .client import Callback, Client, RequestFuture
from .errors import (
    ERROR_CLASSES,
    AccessNotConfiguredError,
    BadResponseError,
    DeadlineError,
    DeviceRateLimitExceededError,
    DiskFullError,
    FileAccessError,
    ForkedError,
    IncorrectBundleIdentifierError,
    IndexDamagedError,
    IndexVersionError,
    InternalError,
    InvalidRequestError,
    KeyExpiredError,
    KeyInvalidError,
    LibraryError,
    LocationError,
    NetworkError,
    NoProviderError,
    NotFoundError,
    PlacesError,
    QueueFullError,
    RateLimitExceededError,
    RequestCancelledError,
    ServerError,
    Status,
    TLSError,
    UnsupportedError,
    UsageLimitExceededError,
    Violation,
    WrongThreadError,
)
from .fetcher import Fetcher, FetcherDelegate
from .index import BuildReport, Index, IndexBuilder, build_index
from .meter import Advice, BillingWay, Meter, Prices
from .provider import Provider, ProviderRequest, Responder
from .service import BearerCallback, Service
from .source import Source
from .state import Change, ChangeKind, Icon, Row, RowKind, TablePhase, TableState
from .store import Store
from .table import BillingPolicy, Key, Pick, Table, TableDelegate, Units, text_is_for_geocoding
from .types import (
    ALL_FIELDS,
    Area,
    BillingTier,
    Circle,
    Coordinate,
    CoordinateLike,
    Credit,
    CreditKind,
    Fields,
    FieldsLike,
    Filter,
    IndexInfo,
    IndexSource,
    Match,
    Mode,
    Place,
    Places,
    Rectangle,
    Request,
    SourceMode,
    Suggestion,
    Suggestions,
    TextSearch,
    Token,
    highlight,
    segments,
    utf8_ranges,
    utf16_ranges,
)


def library_version() -> str:
    """The version of the shared library that is loaded ("0.1.0")."""
    return str(_ffi.version())


__all__ = [
    "__version__",
    "library_version",
    # Clients
    "Client",
    "AsyncClient",
    "Callback",
    "RequestFuture",
    "find_indexes",
    "Service",
    "BearerCallback",
    "LogLevel",
    "LogCallback",
    # Typing
    "Fetcher",
    "AsyncFetcher",
    "FetcherDelegate",
    "FetchResult",
    "Table",
    "AsyncTable",
    "TableDelegate",
    "Picked",
    "TableState",
    "TablePhase",
    "Row",
    "RowKind",
    "Icon",
    "Change",
    "ChangeKind",
    "Key",
    "Pick",
    "Units",
    "BillingPolicy",
    "SessionPolicy",
    "TypingMode",
    "Filter",
    "text_is_for_geocoding",
    "Store",
    "Source",
    "SourceMode",
    # The bill
    "Meter",
    "Prices",
    "Advice",
    "BillingWay",
    # Values
    "Request",
    "Token",
    "Mode",
    "Circle",
    "Rectangle",
    "Area",
    "Coordinate",
    "CoordinateLike",
    "Suggestions",
    "Suggestion",
    "Match",
    "segments",
    "highlight",
    "utf16_ranges",
    "utf8_ranges",
    "Place",
    "Places",
    "TextSearch",
    "Credit",
    "CreditKind",
    "BillingTier",
    "billing_tier",
    "Fields",
    "FieldsLike",
    "ALL_FIELDS",
    # Index files
    "Index",
    "IndexInfo",
    "IndexSource",
    "IndexBuilder",
    "BuildReport",
    "build_index",
    # Providers
    "Provider",
    "ProviderRequest",
    "Responder",
    # Errors
    "PlacesError",
    "Status",
    "Violation",
    "ERROR_CLASSES",
    "LibraryError",
    "NetworkError",
    "ServerError",
    "InternalError",
    "KeyInvalidError",
    "KeyExpiredError",
    "UsageLimitExceededError",
    "RateLimitExceededError",
    "DeviceRateLimitExceededError",
    "AccessNotConfiguredError",
    "IncorrectBundleIdentifierError",
    "LocationError",
    "InvalidRequestError",
    "RequestCancelledError",
    "DeadlineError",
    "NotFoundError",
    "BadResponseError",
    "TLSError",
    "QueueFullError",
    "WrongThreadError",
    "ForkedError",
    "UnsupportedError",
    "FileAccessError",
    "IndexDamagedError",
    "IndexVersionError",
    "NoProviderError",
    "DiskFullError",
]
