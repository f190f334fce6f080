"""The neutral error codes of a case file, and which statuses of the library mean them."""

from __future__ import annotations

import re

import places

#: By the name of places_status without its prefix.
CODES: dict[str, str] = {
    "INVALID_REQUEST": "invalid_argument",
    "KEY_INVALID": "permission_denied",
    "KEY_EXPIRED": "permission_denied",
    "ACCESS_NOT_CONFIGURED": "permission_denied",
    "INCORRECT_BUNDLE_IDENTIFIER": "permission_denied",
    "NOT_FOUND": "not_found",
    "USAGE_LIMIT_EXCEEDED": "quota",
    "RATE_LIMIT_EXCEEDED": "quota",
    "DEVICE_RATE_LIMIT_EXCEEDED": "quota",
    "DEADLINE": "timeout",
    "NETWORK_ERROR": "network",
    # A failure on the service's side that names nothing else: the way to it was of no use.
    "SERVER_ERROR": "network",
    "TLS": "tls",
    "BAD_RESPONSE": "bad_response",
    "CANCELLED": "cancelled",
}

KNOWN = tuple(sorted(set(CODES.values())))

#: What people also write for them.
_SYNONYMS = {
    "invalid": "invalid_argument",
    "refused": "permission_denied",
    "denied": "permission_denied",
    "deadline": "timeout",
    "server": "network",
    "server_error": "network",
    "unavailable": "network",
}


def code_of(error: BaseException) -> str:
    """The neutral code of what a call raised; the exception's class where there is none."""
    if isinstance(error, places.PlacesError):
        try:
            name = places.Status(error.status).name
        except ValueError:
            name = str(error.status)
        return CODES.get(name, name.lower())
    return type(error).__name__


def codes_in(text: str) -> list[str]:
    """The codes that a sentence names, in its order; "bad_response or network" names two."""
    found = re.findall(r"\b(" + "|".join(KNOWN) + r")\b", text)
    return found or [_SYNONYMS[word] for word in re.findall(r"[a-z_]+", text) if word in _SYNONYMS]


def means(expected: object, code: str) -> bool:
    """Whether an error code is what a case expects: one code, a list of them, or "a or b"."""
    if isinstance(expected, list):
        return any(means(each, code) for each in expected)
    text = str(expected)
    if text == code or text in ("any", "any error"):
        return True
    return code in codes_in(text)
