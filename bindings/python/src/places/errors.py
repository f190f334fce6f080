"""Statuses and exceptions: one class for each status, all below PlacesError.

Numbers and names are those of ``places_status`` in places.h. New ones may come with a newer library; they arrive as a
plain PlacesError whose ``status`` is the number.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Status(enum.IntEnum):
    """places_status, without the prefix."""

    OK = 0
    NETWORK_ERROR = -1
    SERVER_ERROR = -2
    INTERNAL_ERROR = -3
    KEY_INVALID = -4
    KEY_EXPIRED = -5
    USAGE_LIMIT_EXCEEDED = -6
    RATE_LIMIT_EXCEEDED = -7
    DEVICE_RATE_LIMIT_EXCEEDED = -8
    ACCESS_NOT_CONFIGURED = -9
    INCORRECT_BUNDLE_IDENTIFIER = -10
    LOCATION_ERROR = -11
    INVALID_REQUEST = -12
    CANCELLED = -100
    DEADLINE = -101
    NOT_FOUND = -102
    BAD_RESPONSE = -103
    TLS = -104
    QUEUE_FULL = -105
    WRONG_THREAD = -106
    FORKED = -107
    UNSUPPORTED = -108
    IO = -109
    INDEX_DAMAGED = -110
    INDEX_VERSION = -111
    NO_PROVIDER = -112
    DISK_FULL = -113


class LibraryError(ImportError):
    """The shared library is missing, or is not of a version that this package can use."""


@dataclass(frozen=True)
class Violation:
    """One argument that was refused."""

    field: str
    description: str


class PlacesError(Exception):
    """Why something was refused or failed."""

    #: A Status, or a plain number where a newer library has one that this package does not know.
    status: int
    #: For people: what was wrong, which argument, which limit.
    message: str
    #: The argument at fault ("types[2]", "bias.radius"); "" where no single one is.
    field: str
    #: Arguments that were refused, one by one.
    violations: tuple[Violation, ...]
    #: HTTP status of the service's answer; None where there was none.
    http_status: int | None
    #: Canonical status of the service's answer ("INVALID_ARGUMENT"), "" where there was none.
    canonical_status: str
    #: Machine-readable reason of the service ("API_KEY_INVALID"), "" where there was none.
    reason: str
    #: What a developer can do about it; "" where there is nothing to say.
    advice: str
    #: Seconds to wait before another try, as the service asked; None where it did not.
    retry_after: float | None
    #: Whether trying the same request again can help.
    retryable: bool

    def __init__(
        self,
        message: str,
        *,
        status: int = Status.INTERNAL_ERROR,
        field: str = "",
        violations: tuple[Violation, ...] = (),
        http_status: int | None = None,
        canonical_status: str = "",
        reason: str = "",
        advice: str = "",
        retry_after: float | None = None,
        retryable: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.field = field
        self.violations = violations
        self.http_status = http_status
        self.canonical_status = canonical_status
        self.reason = reason
        self.advice = advice
        self.retry_after = retry_after
        self.retryable = retryable

    def __str__(self) -> str:
        return self.message


class NetworkError(PlacesError):
    """The service could not be reached."""


class ServerError(PlacesError):
    """The service failed, or its answer was not understood."""


class InternalError(PlacesError):
    """A fault of the library."""


class KeyInvalidError(PlacesError):
    """The API key is malformed, missing or refused."""


class KeyExpiredError(PlacesError):
    """The API key has expired."""


class UsageLimitExceededError(PlacesError):
    """The usage limit (day, month) of the key is exceeded."""


class RateLimitExceededError(PlacesError):
    """Too many requests for the key in a short time."""


class DeviceRateLimitExceededError(PlacesError):
    """Too many requests from this device."""


class AccessNotConfiguredError(PlacesError):
    """The API is not enabled for the key's project, or its billing is off."""


class IncorrectBundleIdentifierError(PlacesError):
    """The key does not allow this application."""


class LocationError(PlacesError):
    """The location could not be determined."""


class InvalidRequestError(PlacesError, ValueError):
    """An argument or the request is not valid; ``field`` names it and the message the limit."""


class RequestCancelledError(PlacesError):
    """The request was cancelled, or its client closed."""


class DeadlineError(PlacesError, TimeoutError):
    """The deadline or the timeout passed before the answer came."""


class NotFoundError(PlacesError, LookupError):
    """No place has this ID."""


class BadResponseError(PlacesError):
    """The answer of a service or provider could not be read."""


class TLSError(PlacesError):
    """The secure connection could not be established."""


class QueueFullError(PlacesError):
    """Too many requests of this client are pending."""


class WrongThreadError(PlacesError, RuntimeError):
    """A blocking call was made inside a callback."""


class ForkedError(PlacesError, RuntimeError):
    """The client was created before fork() and is used in the child."""


class UnsupportedError(PlacesError):
    """The provider of this client does not offer this."""


class FileAccessError(PlacesError, OSError):
    """A file could not be read or written."""


class IndexDamagedError(PlacesError):
    """The file is not an undamaged place index."""


class IndexVersionError(PlacesError):
    """The place index was written by a version that this library does not read."""


class NoProviderError(PlacesError):
    """The client has neither an index nor a provider."""


class DiskFullError(FileAccessError):
    """No space is left on the disk."""


#: The class that is raised for each status.
ERROR_CLASSES: dict[Status, type[PlacesError]] = {
    Status.NETWORK_ERROR: NetworkError,
    Status.SERVER_ERROR: ServerError,
    Status.INTERNAL_ERROR: InternalError,
    Status.KEY_INVALID: KeyInvalidError,
    Status.KEY_EXPIRED: KeyExpiredError,
    Status.USAGE_LIMIT_EXCEEDED: UsageLimitExceededError,
    Status.RATE_LIMIT_EXCEEDED: RateLimitExceededError,
    Status.DEVICE_RATE_LIMIT_EXCEEDED: DeviceRateLimitExceededError,
    Status.ACCESS_NOT_CONFIGURED: AccessNotConfiguredError,
    Status.INCORRECT_BUNDLE_IDENTIFIER: IncorrectBundleIdentifierError,
    Status.LOCATION_ERROR: LocationError,
    Status.INVALID_REQUEST: InvalidRequestError,
    Status.CANCELLED: RequestCancelledError,
    Status.DEADLINE: DeadlineError,
    Status.NOT_FOUND: NotFoundError,
    Status.BAD_RESPONSE: BadResponseError,
    Status.TLS: TLSError,
    Status.QUEUE_FULL: QueueFullError,
    Status.WRONG_THREAD: WrongThreadError,
    Status.FORKED: ForkedError,
    Status.UNSUPPORTED: UnsupportedError,
    Status.IO: FileAccessError,
    Status.INDEX_DAMAGED: IndexDamagedError,
    Status.INDEX_VERSION: IndexVersionError,
    Status.NO_PROVIDER: NoProviderError,
    Status.DISK_FULL: DiskFullError,
}


def known_status(number: int) -> int:
    """The Status of a number where there is one."""
    try:
        return Status(number)
    except ValueError:
        return number


def error_class(number: int) -> type[PlacesError]:
    """The class for a status number; PlacesError for one that is not known."""
    try:
        return ERROR_CLASSES[Status(number)]
    except (ValueError, KeyError):
        return PlacesError
