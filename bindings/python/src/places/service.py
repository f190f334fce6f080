"""A web service that answers in place of an index: Google's Places API (New), or the legacy one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Callable, Optional

from . import _callbacks, _ffi, _native

#: Gives an OAuth access token; the argument is True when the last one was refused. None: send none.
BearerCallback = Callable[[bool], Optional[str]]


@dataclass(frozen=True)
class Service:
    """Which service a client asks, and how. Times are in seconds.

    The key is part of no text that this class or the library makes.
    """

    #: "google" is Places API (New), "google-legacy" the legacy Places API.
    name: str = "google"
    api_key: str | None = field(default=None, repr=False)
    #: Another address than the service's own, such as your own proxy's; then no key is needed.
    base_url: str | None = None
    #: Sent with every request: X-Ios-Bundle-Identifier, Referer and their like for restricted keys.
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    bearer: BearerCallback | None = field(default=None, repr=False)
    #: Certificates of authorities instead of the system's. Servers are always verified.
    ca_file: str | None = None
    ca_folder: str | None = None
    #: "" for none, whatever the environment says; None: as it says.
    proxy: str | None = field(default=None, repr=False)
    connect_timeout: float = 5.0
    #: Of a request as a whole; None for no limit.
    timeout: float | None = 10.0
    max_answer_bytes: int = 16 << 20
    #: Of requests other than autocomplete.
    retries: int = 1
    #: Goes before the library's own.
    user_agent: str | None = None

    def _fill(self, options: int) -> object:
        """Sets the options of a client to be. Returns what has to live for as long as C may call it."""
        encode = _native.encode_optional
        _ffi.client_options_set_service(options, _native.encode(self.name, "service"))
        _ffi.client_options_set_api_key(options, encode(self.api_key, "api_key"))
        _ffi.client_options_set_base_url(options, encode(self.base_url, "base_url"))
        for name, value in self.headers.items():
            _ffi.client_options_set_header(options, _native.encode(name, "name"), _native.encode(value, "value"))
        _ffi.client_options_set_ca_file(options, encode(self.ca_file, "ca_file"))
        _ffi.client_options_set_ca_folder(options, encode(self.ca_folder, "ca_folder"))
        _ffi.client_options_set_proxy(options, encode(self.proxy, "proxy"))
        _ffi.client_options_set_timeouts(
            options, _native.milliseconds(self.connect_timeout), _native.milliseconds(self.timeout)
        )
        _ffi.client_options_set_max_answer_bytes(options, min(max(self.max_answer_bytes, 0), 0xFFFF_FFFF))
        _ffi.client_options_set_retries(options, min(max(self.retries, 0), 0xFFFF_FFFF))
        _ffi.client_options_set_user_agent(options, encode(self.user_agent, "user_agent"))
        if self.bearer is None:
            return None
        registration = _callbacks.Registration(_callbacks.BearerEntry(self.bearer))
        _ffi.client_options_set_bearer(options, _callbacks.bearer_trampoline, registration.key)
        return registration
