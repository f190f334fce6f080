"""Every declaration of places.h, in its order: the one place where types of C are named.

A function is bound when the module is imported, so a symbol that the library lacks is noticed there. Four kinds:

- ``_function``: as it is;
- ``_checked``: returns a status and takes a ``places_error **`` last. The binding passes that argument itself and an
  errcheck raises what comes back, so callers of such a function see only the arguments before it;
- ``_text``: a borrowed text, copied into a str; None for NULL;
- ``_json``: a text that the library gives away, copied into a str and released.

Handles are plain addresses (int). ``client.py``, ``index.py`` and their like own them.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import (
    CFUNCTYPE,
    POINTER,
    byref,
    c_bool,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import Any, Callable, ClassVar

from . import errors
from ._version import HEADER_VERSION_NUMBER, __version__

# ----------------------------------------------------------------------------------------------------------------------
# The library


def _candidates() -> list[str]:
    """Where the library is looked for: PLACES_LIBRARY alone if it is set, else the source tree, then the loader."""
    chosen = os.environ.get("PLACES_LIBRARY")
    if chosen:
        return [chosen]
    names: list[str] = []
    here = Path(__file__).resolve()
    # bindings/python/src/places/_ffi.py in a source tree whose library has been built.
    if len(here.parents) > 4 and (here.parents[4] / "include" / "places.h").is_file():
        names.append(str(here.parents[4] / "build" / "libplaces.so"))
    names.append("libplaces.so.0")
    return names


def _version_text(number: int) -> str:
    return f"{number // 1_000_000}.{number // 1000 % 1000}.{number % 1000}"


def _is_usable(library_number: int) -> bool:
    """Whether a library of this version has all that this package calls.

    Within one ABI a library only grows; before 1.0 each minor version may be an ABI of its own.
    """
    step = 1_000_000 if HEADER_VERSION_NUMBER >= 1_000_000 else 1000
    return library_number // step == HEADER_VERSION_NUMBER // step and library_number >= HEADER_VERSION_NUMBER


def _load() -> ctypes.CDLL:
    tried: list[str] = []
    for name in _candidates():
        try:
            # CDLL, not PyDLL: calls let go of the interpreter's lock.
            library = ctypes.CDLL(name)
        except OSError as error:
            tried.append(f"  {name}: {error}")
            continue
        try:
            version_number = library.places_version_number
        except AttributeError:
            raise errors.LibraryError(f"{name} is not libplaces: it has no places_version_number") from None
        version_number.restype = c_uint32
        number = int(version_number())
        if not _is_usable(number):
            raise errors.LibraryError(
                f"{name} is libplaces {_version_text(number)}, but this is the Python package places {__version__}, "
                f"which needs libplaces {_version_text(HEADER_VERSION_NUMBER)} or a later one of the same ABI. "
                "Install the two together, or set PLACES_LIBRARY to the path of the right library."
            )
        return library
    raise errors.LibraryError(
        "the shared library of libplaces was not found. Tried:\n"
        + "\n".join(tried)
        + "\nInstall libplaces ('make install', then 'ldconfig'), build it ('make build' in its source tree), or set "
        "PLACES_LIBRARY to the path of libplaces.so."
    )


library = _load()

#: Every C function that is bound, by name.
bound: dict[str, Callable[..., Any]] = {}


def _function(name: str, restype: Any, *argtypes: Any) -> Callable[..., Any]:
    try:
        function = getattr(library, name)
    except AttributeError:
        raise errors.LibraryError(
            f"{library._name} lacks the function {name}: it is not the libplaces {__version__} that this package needs"
        ) from None
    function.restype = restype
    function.argtypes = argtypes
    bound[name] = function
    return function  # type: ignore[no-any-return]


def _raise_error(status: int, function: object, arguments: Any) -> int:
    if status:
        raise take_error(status, arguments[-1]._obj)
    return status


def _checked(name: str, *argtypes: Any) -> Callable[..., None]:
    function = _function(name, c_int, *argtypes, POINTER(c_void_p))
    function.errcheck = _raise_error  # type: ignore[attr-defined]

    def call(*arguments: Any) -> None:
        function(*arguments, byref(c_void_p()))

    return call


def _decode(text: bytes | None, function: object, arguments: object) -> str | None:
    return None if text is None else text.decode()


def _text(name: str, *argtypes: Any) -> Callable[..., Any]:
    function = _function(name, c_char_p, *argtypes)
    function.errcheck = _decode  # type: ignore[attr-defined]
    return function


def _take_string(address: int | None, function: object, arguments: object) -> str | None:
    if not address:
        return None
    text = ctypes.string_at(address).decode()
    string_release(address)
    return text


def _json(name: str, *argtypes: Any) -> Callable[..., Any]:
    function = _function(name, c_void_p, *argtypes)
    function.errcheck = _take_string  # type: ignore[attr-defined]
    return function


def _callback_type(restype: Any, *argtypes: Any) -> Callable[[Callable[..., Any]], Any]:
    """A function type of C; decorates the Python function that C calls."""
    return CFUNCTYPE(restype, *argtypes)


# ----------------------------------------------------------------------------------------------------------------------
# Version

version = _text("places_version")
version_number = _function("places_version_number", c_uint32)

# ----------------------------------------------------------------------------------------------------------------------
# Types

NUL_TERMINATED = ctypes.c_size_t(-1).value

# ----------------------------------------------------------------------------------------------------------------------
# Status

status_description = _text("places_status_description", c_int32)
status_name = _text("places_status_name", c_int32)
status_is_retryable = _function("places_status_is_retryable", c_bool, c_int32)

# ----------------------------------------------------------------------------------------------------------------------
# Error

error_retain = _function("places_error_retain", c_void_p, c_void_p)
error_release = _function("places_error_release", None, c_void_p)
error_status = _function("places_error_status", c_int, c_void_p)
error_message = _text("places_error_message", c_void_p)
error_field = _text("places_error_field", c_void_p)
error_http_status = _function("places_error_http_status", c_int32, c_void_p)
error_canonical_status = _text("places_error_canonical_status", c_void_p)
error_reason = _text("places_error_reason", c_void_p)
error_retry_after_ms = _function("places_error_retry_after_ms", c_int64, c_void_p)
error_advice = _text("places_error_advice", c_void_p)
error_violation_count = _function("places_error_violation_count", c_size_t, c_void_p)
error_violation_field = _text("places_error_violation_field", c_void_p, c_size_t)
error_violation_description = _text("places_error_violation_description", c_void_p, c_size_t)
error_to_json = _json("places_error_to_json", c_void_p)


def read_error(status: int, error: int | None) -> errors.PlacesError:
    """A borrowed ``places_error`` as an exception; a status alone where there is none."""
    kind = errors.error_class(status)
    known = errors.known_status(status)
    retryable = bool(status_is_retryable(status))
    if not error:
        return kind(str(status_description(status)), status=known, retryable=retryable)
    milliseconds = int(error_retry_after_ms(error))
    return kind(
        str(error_message(error)),
        status=known,
        field=str(error_field(error)),
        violations=tuple(
            errors.Violation(str(error_violation_field(error, i)), str(error_violation_description(error, i)))
            for i in range(error_violation_count(error))
        ),
        http_status=int(error_http_status(error)) or None,
        canonical_status=str(error_canonical_status(error)),
        reason=str(error_reason(error)),
        advice=str(error_advice(error)),
        retry_after=milliseconds / 1000 if milliseconds >= 0 else None,
        retryable=retryable,
    )


def take_error(status: int, error: c_void_p) -> errors.PlacesError:
    """The same for an error that is ours to release."""
    exception = read_error(status, error.value)
    error_release(error)
    return exception


# ----------------------------------------------------------------------------------------------------------------------
# String

string_release = _function("places_string_release", None, c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Session token

token_new = _checked("places_token_new", POINTER(c_void_p))
token_from_text = _checked("places_token_from_text", c_char_p, POINTER(c_void_p))
token_free = _function("places_token_free", None, c_void_p)
token_text = _text("places_token_text", c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Filter

filter_new = _function("places_filter_new", c_void_p)
filter_copy = _function("places_filter_copy", c_void_p, c_void_p)
filter_free = _function("places_filter_free", None, c_void_p)
filter_set_mode = _checked("places_filter_set_mode", c_void_p, c_int)
filter_set_types = _checked("places_filter_set_types", c_void_p, POINTER(c_char_p), c_size_t)
filter_set_countries = _checked("places_filter_set_countries", c_void_p, POINTER(c_char_p), c_size_t)
filter_set_bias_circle = _checked("places_filter_set_bias_circle", c_void_p, c_double, c_double, c_double)
filter_set_bias_rectangle = _checked(
    "places_filter_set_bias_rectangle", c_void_p, c_double, c_double, c_double, c_double
)
filter_set_bias_corners = _checked("places_filter_set_bias_corners", c_void_p, c_double, c_double, c_double, c_double)
filter_clear_bias = _function("places_filter_clear_bias", None, c_void_p)
filter_set_restriction_circle = _checked("places_filter_set_restriction_circle", c_void_p, c_double, c_double, c_double)
filter_set_restriction_rectangle = _checked(
    "places_filter_set_restriction_rectangle", c_void_p, c_double, c_double, c_double, c_double
)
filter_set_restriction_corners = _checked(
    "places_filter_set_restriction_corners", c_void_p, c_double, c_double, c_double, c_double
)
filter_clear_restriction = _function("places_filter_clear_restriction", None, c_void_p)
filter_set_origin = _checked("places_filter_set_origin", c_void_p, c_double, c_double)
filter_clear_origin = _function("places_filter_clear_origin", None, c_void_p)
filter_set_region = _checked("places_filter_set_region", c_void_p, c_char_p)
filter_set_language = _checked("places_filter_set_language", c_void_p, c_char_p)
filter_set_include_pure_service_area_businesses = _checked(
    "places_filter_set_include_pure_service_area_businesses", c_void_p, c_bool
)
filter_set_include_future_opening_businesses = _checked(
    "places_filter_set_include_future_opening_businesses", c_void_p, c_bool
)

# ----------------------------------------------------------------------------------------------------------------------
# Request

request_new = _function("places_request_new", c_void_p)
request_free = _function("places_request_free", None, c_void_p)
request_set_query = _checked("places_request_set_query", c_void_p, c_char_p, c_size_t)
request_set_input_offset = _checked("places_request_set_input_offset", c_void_p, c_int32)
request_set_limit = _checked("places_request_set_limit", c_void_p, c_int32)
request_set_filter = _checked("places_request_set_filter", c_void_p, c_void_p)
request_set_token = _checked("places_request_set_token", c_void_p, c_void_p)
request_set_include_query_predictions = _checked("places_request_set_include_query_predictions", c_void_p, c_bool)
request_set_explain = _checked("places_request_set_explain", c_void_p, c_bool)
request_set_deadline = _checked("places_request_set_deadline", c_void_p, c_uint32)
request_query = _text("places_request_query", c_void_p, POINTER(c_size_t))
request_from_json = _checked("places_request_from_json", c_char_p, c_size_t, POINTER(c_void_p))
request_to_json = _json("places_request_to_json", c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Place request

place_request_new = _function("places_place_request_new", c_void_p)
place_request_free = _function("places_place_request_free", None, c_void_p)
place_request_set_place_id = _checked("places_place_request_set_place_id", c_void_p, c_char_p)
place_request_set_fields = _checked("places_place_request_set_fields", c_void_p, c_char_p)
place_request_set_field_bits = _checked("places_place_request_set_field_bits", c_void_p, c_uint64)
place_request_set_token = _checked("places_place_request_set_token", c_void_p, c_void_p)
place_request_set_language = _checked("places_place_request_set_language", c_void_p, c_char_p)
place_request_set_region = _checked("places_place_request_set_region", c_void_p, c_char_p)
place_request_set_deadline = _checked("places_place_request_set_deadline", c_void_p, c_uint32)
place_request_place_id = _text("places_place_request_place_id", c_void_p)
field_mask_tier = _checked("places_field_mask_tier", c_char_p, POINTER(c_int))

# ----------------------------------------------------------------------------------------------------------------------
# Search request

search_request_new = _function("places_search_request_new", c_void_p)
search_request_free = _function("places_search_request_free", None, c_void_p)
search_request_set_query = _checked("places_search_request_set_query", c_void_p, c_char_p, c_size_t)
search_request_set_fields = _checked("places_search_request_set_fields", c_void_p, c_char_p)
search_request_set_filter = _checked("places_search_request_set_filter", c_void_p, c_void_p)
search_request_set_strict_type = _checked("places_search_request_set_strict_type", c_void_p, c_bool)
search_request_set_open_now = _checked("places_search_request_set_open_now", c_void_p, c_bool)
search_request_set_min_rating = _checked("places_search_request_set_min_rating", c_void_p, c_double)
search_request_set_price_levels = _checked(
    "places_search_request_set_price_levels", c_void_p, POINTER(c_char_p), c_size_t
)
search_request_set_limit = _checked("places_search_request_set_limit", c_void_p, c_int32)
search_request_set_rank_by_distance = _checked("places_search_request_set_rank_by_distance", c_void_p, c_bool)
search_request_set_page_token = _checked("places_search_request_set_page_token", c_void_p, c_char_p)
search_request_set_deadline = _checked("places_search_request_set_deadline", c_void_p, c_uint32)
search_request_from_json = _checked("places_search_request_from_json", c_char_p, c_size_t, POINTER(c_void_p))

# ----------------------------------------------------------------------------------------------------------------------
# Geocode request

geocode_request_new = _function("places_geocode_request_new", c_void_p)
geocode_request_free = _function("places_geocode_request_free", None, c_void_p)
geocode_request_set_address = _checked("places_geocode_request_set_address", c_void_p, c_char_p, c_size_t)
geocode_request_set_place_id = _checked("places_geocode_request_set_place_id", c_void_p, c_char_p)
geocode_request_set_location = _checked("places_geocode_request_set_location", c_void_p, c_double, c_double)
geocode_request_add_component = _checked("places_geocode_request_add_component", c_void_p, c_char_p, c_char_p)
geocode_request_set_bounds = _checked(
    "places_geocode_request_set_bounds", c_void_p, c_double, c_double, c_double, c_double
)
geocode_request_set_language = _checked("places_geocode_request_set_language", c_void_p, c_char_p)
geocode_request_set_region = _checked("places_geocode_request_set_region", c_void_p, c_char_p)
geocode_request_set_result_types = _checked(
    "places_geocode_request_set_result_types", c_void_p, POINTER(c_char_p), c_size_t
)
geocode_request_set_location_types = _checked(
    "places_geocode_request_set_location_types", c_void_p, POINTER(c_char_p), c_size_t
)
geocode_request_set_deadline = _checked("places_geocode_request_set_deadline", c_void_p, c_uint32)

# ----------------------------------------------------------------------------------------------------------------------
# Result

TEXT_FULL, TEXT_PRIMARY, TEXT_SECONDARY = 0, 1, 2
UNIT_CODE_POINTS, UNIT_UTF8, UNIT_UTF16 = 0, 1, 2

result_retain = _function("places_result_retain", c_void_p, c_void_p)
result_release = _function("places_result_release", None, c_void_p)
result_count = _function("places_result_count", c_size_t, c_void_p)
result_place_id = _text("places_result_place_id", c_void_p, c_size_t, POINTER(c_size_t))
result_full_text = _text("places_result_full_text", c_void_p, c_size_t, POINTER(c_size_t))
result_primary_text = _text("places_result_primary_text", c_void_p, c_size_t, POINTER(c_size_t))
result_secondary_text = _text("places_result_secondary_text", c_void_p, c_size_t, POINTER(c_size_t))
result_type_count = _function("places_result_type_count", c_size_t, c_void_p, c_size_t)
result_type = _text("places_result_type", c_void_p, c_size_t, c_size_t)
result_distance_meters = _function("places_result_distance_meters", c_bool, c_void_p, c_size_t, POINTER(c_int32))
result_is_query = _function("places_result_is_query", c_bool, c_void_p, c_size_t)
result_match_count = _function("places_result_match_count", c_size_t, c_void_p, c_size_t, c_int)
result_match = _function(
    "places_result_match",
    c_bool,
    c_void_p,
    c_size_t,
    c_int,
    c_size_t,
    c_int,
    POINTER(c_size_t),
    POINTER(c_size_t),
)
result_row_attribution = _text("places_result_row_attribution", c_void_p, c_size_t)
result_attribution_count = _function("places_result_attribution_count", c_size_t, c_void_p)
result_attribution = _text("places_result_attribution", c_void_p, c_size_t)
result_explanation = _text("places_result_explanation", c_void_p, c_size_t)
result_to_json = _json("places_result_to_json", c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Place

OPENNESS_UNKNOWN, OPENNESS_CLOSED, OPENNESS_OPEN = 0, 1, 2

place_retain = _function("places_place_retain", c_void_p, c_void_p)
place_release = _function("places_place_release", None, c_void_p)
place_id = _text("places_place_id", c_void_p)
place_display_name = _text("places_place_display_name", c_void_p)
place_formatted_address = _text("places_place_formatted_address", c_void_p)
place_primary_type = _text("places_place_primary_type", c_void_p)
place_type_count = _function("places_place_type_count", c_size_t, c_void_p)
place_type = _text("places_place_type", c_void_p, c_size_t)
place_location = _function("places_place_location", c_bool, c_void_p, POINTER(c_double), POINTER(c_double))
place_viewport = _function(
    "places_place_viewport",
    c_bool,
    c_void_p,
    POINTER(c_double),
    POINTER(c_double),
    POINTER(c_double),
    POINTER(c_double),
)
place_text = _text("places_place_text", c_void_p, c_char_p, POINTER(c_size_t))
place_number = _function("places_place_number", c_bool, c_void_p, c_char_p, POINTER(c_double))
place_attribution = _text("places_place_attribution", c_void_p)
place_requested_id = _text("places_place_requested_id", c_void_p)
place_national_phone_number = _text("places_place_national_phone_number", c_void_p)
place_international_phone_number = _text("places_place_international_phone_number", c_void_p)
place_website = _text("places_place_website", c_void_p)
place_maps_uri = _text("places_place_maps_uri", c_void_p)
place_global_plus_code = _text("places_place_global_plus_code", c_void_p)
place_compound_plus_code = _text("places_place_compound_plus_code", c_void_p)
place_icon_mask_base_uri = _text("places_place_icon_mask_base_uri", c_void_p)
place_icon_background_color = _text("places_place_icon_background_color", c_void_p)
place_rating = _function("places_place_rating", c_bool, c_void_p, POINTER(c_double))
place_user_rating_count = _function("places_place_user_rating_count", c_bool, c_void_p, POINTER(c_int64))
place_utc_offset_minutes = _function("places_place_utc_offset_minutes", c_bool, c_void_p, POINTER(c_int32))
place_price_level = _function("places_place_price_level", c_int, c_void_p)
place_business_status = _function("places_place_business_status", c_int, c_void_p)
place_address_component_count = _function("places_place_address_component_count", c_size_t, c_void_p)
place_address_component_long_text = _text("places_place_address_component_long_text", c_void_p, c_size_t)
place_address_component_short_text = _text("places_place_address_component_short_text", c_void_p, c_size_t)
place_address_component_type_count = _function(
    "places_place_address_component_type_count", c_size_t, c_void_p, c_size_t
)
place_address_component_type = _text("places_place_address_component_type", c_void_p, c_size_t, c_size_t)
place_address_part = _text("places_place_address_part", c_void_p, c_char_p, c_bool)
place_photo_count = _function("places_place_photo_count", c_size_t, c_void_p)
place_photo_name = _text("places_place_photo_name", c_void_p, c_size_t)
place_photo_size = _function("places_place_photo_size", c_bool, c_void_p, c_size_t, POINTER(c_int32), POINTER(c_int32))
place_credit_count = _function("places_place_credit_count", c_size_t, c_void_p)
place_credit_kind = _function("places_place_credit_kind", c_int, c_void_p, c_size_t)
place_credit_text = _text("places_place_credit_text", c_void_p, c_size_t)
place_credit_uri = _text("places_place_credit_uri", c_void_p, c_size_t)
place_credit_index = _function("places_place_credit_index", c_int32, c_void_p, c_size_t)
place_openness = _function("places_place_openness", c_int, c_void_p, c_int64)
place_to_json = _json("places_place_to_json", c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Place list

place_list_retain = _function("places_place_list_retain", c_void_p, c_void_p)
place_list_release = _function("places_place_list_release", None, c_void_p)
place_list_count = _function("places_place_list_count", c_size_t, c_void_p)
place_list_place = _function("places_place_list_place", c_void_p, c_void_p, c_size_t)
place_list_next_page_token = _text("places_place_list_next_page_token", c_void_p)
place_list_to_json = _json("places_place_list_to_json", c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Index

INDEX_PRIVATE_MEMORY = 1

index_open = _checked("places_index_open", c_char_p, c_uint32, POINTER(c_void_p))
index_free = _function("places_index_free", None, c_void_p)
index_reload = _checked("places_index_reload", c_void_p)
index_verify = _checked("places_index_verify", c_void_p)
index_place_count = _function("places_index_place_count", c_uint64, c_void_p)
index_info_json = _json("places_index_info_json", c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Index builder

ProgressCallback = _callback_type(c_bool, c_void_p, c_char_p, c_double, c_uint64)
BadRowCallback = _callback_type(None, c_void_p, c_char_p, c_uint64, c_char_p)

index_builder_new = _function("places_index_builder_new", c_void_p)
index_builder_free = _function("places_index_builder_free", None, c_void_p)
index_builder_add_source = _checked("places_index_builder_add_source", c_void_p, c_char_p)
index_builder_set_progress = _function("places_index_builder_set_progress", None, c_void_p, ProgressCallback, c_void_p)
index_builder_set_bad_row = _function("places_index_builder_set_bad_row", None, c_void_p, BadRowCallback, c_void_p)
index_builder_write = _checked("places_index_builder_write", c_void_p, c_char_p)
index_builder_place_count = _function("places_index_builder_place_count", c_uint64, c_void_p)
index_builder_bad_row_count = _function("places_index_builder_bad_row_count", c_uint64, c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Provider

DestroyCallback = _callback_type(None, c_void_p)
ProviderAutocomplete = _callback_type(None, c_void_p, c_uint64, c_void_p, c_void_p)
ProviderFetchPlace = _callback_type(None, c_void_p, c_uint64, c_void_p, c_void_p)
ProviderCancel = _callback_type(None, c_void_p, c_uint64)

provider_new = _function("places_provider_new", c_void_p, c_void_p, DestroyCallback)
provider_free = _function("places_provider_free", None, c_void_p)
provider_set_autocomplete = _function("places_provider_set_autocomplete", None, c_void_p, ProviderAutocomplete)
provider_set_fetch_place = _function("places_provider_set_fetch_place", None, c_void_p, ProviderFetchPlace)
provider_set_cancel = _function("places_provider_set_cancel", None, c_void_p, ProviderCancel)
responder_finish_json = _function("places_responder_finish_json", None, c_void_p, c_char_p, c_size_t)
responder_fail = _function("places_responder_fail", None, c_void_p, c_int, c_char_p)

# ----------------------------------------------------------------------------------------------------------------------
# Client options

DELIVERY_THREAD, DELIVERY_PUMPED = 0, 1

LogCallback = _callback_type(None, c_void_p, c_int, c_char_p)
# A callback of ctypes cannot return a text; an address it can.
BearerCallback = _callback_type(c_void_p, c_void_p, c_bool)

client_options_new = _function("places_client_options_new", c_void_p)
client_options_free = _function("places_client_options_free", None, c_void_p)
client_options_set_delivery = _checked("places_client_options_set_delivery", c_void_p, c_int)
client_options_set_max_pending = _checked("places_client_options_set_max_pending", c_void_p, c_uint32)
client_options_add_index = _checked("places_client_options_add_index", c_void_p, c_void_p)
client_options_set_provider = _checked("places_client_options_set_provider", c_void_p, c_void_p)
client_options_set_service = _checked("places_client_options_set_service", c_void_p, c_char_p)
client_options_set_api_key = _checked("places_client_options_set_api_key", c_void_p, c_char_p)
client_options_set_base_url = _checked("places_client_options_set_base_url", c_void_p, c_char_p)
client_options_set_header = _checked("places_client_options_set_header", c_void_p, c_char_p, c_char_p)
client_options_set_bearer = _checked("places_client_options_set_bearer", c_void_p, BearerCallback, c_void_p)
client_options_set_ca_file = _checked("places_client_options_set_ca_file", c_void_p, c_char_p)
client_options_set_ca_folder = _checked("places_client_options_set_ca_folder", c_void_p, c_char_p)
client_options_set_proxy = _checked("places_client_options_set_proxy", c_void_p, c_char_p)
client_options_set_timeouts = _checked("places_client_options_set_timeouts", c_void_p, c_uint32, c_uint32)
client_options_set_max_answer_bytes = _checked("places_client_options_set_max_answer_bytes", c_void_p, c_uint32)
client_options_set_retries = _checked("places_client_options_set_retries", c_void_p, c_uint32)
client_options_set_user_agent = _checked("places_client_options_set_user_agent", c_void_p, c_char_p)
client_options_set_time_zone_bias = _checked("places_client_options_set_time_zone_bias", c_void_p, c_bool)
client_options_set_log = _checked("places_client_options_set_log", c_void_p, c_int, LogCallback, c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Client

AutocompleteCallback = _callback_type(None, c_void_p, c_uint64, c_int, c_void_p, c_void_p)
PlaceCallback = _callback_type(None, c_void_p, c_uint64, c_int, c_void_p, c_void_p)
PlaceListCallback = _callback_type(None, c_void_p, c_uint64, c_int, c_void_p, c_void_p)
URICallback = _callback_type(None, c_void_p, c_uint64, c_int, c_char_p, c_void_p)

client_new = _checked("places_client_new", c_void_p, POINTER(c_void_p))
client_free = _function("places_client_free", None, c_void_p)
client_set_indexes = _checked("places_client_set_indexes", c_void_p, POINTER(c_void_p), c_size_t)
client_autocomplete = _checked(
    "places_client_autocomplete", c_void_p, c_void_p, AutocompleteCallback, c_void_p, POINTER(c_uint64)
)
client_fetch_place = _checked(
    "places_client_fetch_place", c_void_p, c_void_p, PlaceCallback, c_void_p, POINTER(c_uint64)
)
client_search_text = _checked(
    "places_client_search_text", c_void_p, c_void_p, PlaceListCallback, c_void_p, POINTER(c_uint64)
)
client_geocode = _checked("places_client_geocode", c_void_p, c_void_p, PlaceListCallback, c_void_p, POINTER(c_uint64))
client_fetch_photo_uri = _checked(
    "places_client_fetch_photo_uri", c_void_p, c_char_p, c_int32, c_int32, URICallback, c_void_p, POINTER(c_uint64)
)
client_warm_up = _function("places_client_warm_up", None, c_void_p)
client_set_header = _checked("places_client_set_header", c_void_p, c_char_p, c_char_p)
client_cancel = _function("places_client_cancel", None, c_void_p, c_uint64)
client_pending_count = _function("places_client_pending_count", c_size_t, c_void_p)
client_dispatch = _function("places_client_dispatch", c_int32, c_void_p)
client_fd = _function("places_client_fd", c_int, c_void_p)
client_autocomplete_wait = _checked("places_client_autocomplete_wait", c_void_p, c_void_p, c_int32, POINTER(c_void_p))
client_fetch_place_wait = _checked("places_client_fetch_place_wait", c_void_p, c_void_p, c_int32, POINTER(c_void_p))
client_search_text_wait = _checked("places_client_search_text_wait", c_void_p, c_void_p, c_int32, POINTER(c_void_p))
client_geocode_wait = _checked("places_client_geocode_wait", c_void_p, c_void_p, c_int32, POINTER(c_void_p))
client_fetch_photo_uri_wait = _checked(
    "places_client_fetch_photo_uri_wait", c_void_p, c_char_p, c_int32, c_int32, c_int32, POINTER(c_void_p)
)

# ----------------------------------------------------------------------------------------------------------------------
# Typing: fetcher and table

#: As an interval: the library's choice.
INTERVAL_DEFAULT = 0xFFFF_FFFF

FetcherDidStart = _callback_type(None, c_void_p)
FetcherDidAutocomplete = _callback_type(None, c_void_p, c_char_p, c_void_p)
FetcherDidFail = _callback_type(None, c_void_p, c_void_p)


class FetcherCallbacks(ctypes.Structure):
    """``places_fetcher_callbacks``."""

    _fields_: ClassVar[Any] = [
        ("size", c_size_t),
        ("did_start", FetcherDidStart),
        ("did_autocomplete", FetcherDidAutocomplete),
        ("did_fail", FetcherDidFail),
    ]


fetcher_new = _checked("places_fetcher_new", c_void_p, POINTER(FetcherCallbacks), c_void_p, POINTER(c_void_p))
fetcher_free = _function("places_fetcher_free", None, c_void_p)
fetcher_set_text = _checked("places_fetcher_set_text", c_void_p, c_char_p, c_size_t, c_int32)
fetcher_set_composing = _function("places_fetcher_set_composing", None, c_void_p, c_bool)
fetcher_set_filter = _checked("places_fetcher_set_filter", c_void_p, c_void_p)
fetcher_set_token = _checked("places_fetcher_set_token", c_void_p, c_void_p)
fetcher_set_session_policy = _checked("places_fetcher_set_session_policy", c_void_p, c_int)
fetcher_set_mode = _checked("places_fetcher_set_mode", c_void_p, c_int, c_uint32)
fetcher_set_min_length = _checked("places_fetcher_set_min_length", c_void_p, c_uint32)
fetcher_set_limit = _checked("places_fetcher_set_limit", c_void_p, c_int32)
fetcher_set_deadline = _checked("places_fetcher_set_deadline", c_void_p, c_uint32)
fetcher_set_session_timeout = _checked("places_fetcher_set_session_timeout", c_void_p, c_uint32)
fetcher_clear = _function("places_fetcher_clear", None, c_void_p)
fetcher_flush = _function("places_fetcher_flush", None, c_void_p)
fetcher_token = _checked("places_fetcher_token", c_void_p, POINTER(c_void_p))
fetcher_fetch_place = _checked(
    "places_fetcher_fetch_place", c_void_p, c_void_p, PlaceCallback, c_void_p, POINTER(c_uint64)
)
fetcher_end_session = _function("places_fetcher_end_session", None, c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Table state

table_state_retain = _function("places_table_state_retain", c_void_p, c_void_p)
table_state_release = _function("places_table_state_release", None, c_void_p)
table_state_text = _text("places_table_state_text", c_void_p)
table_state_phase = _function("places_table_state_phase", c_int, c_void_p)
table_state_is_loading = _function("places_table_state_is_loading", c_bool, c_void_p)
table_state_is_picking = _function("places_table_state_is_picking", c_bool, c_void_p)
table_state_is_open = _function("places_table_state_is_open", c_bool, c_void_p)
table_state_is_current = _function("places_table_state_is_current", c_bool, c_void_p)
table_state_is_fallback = _function("places_table_state_is_fallback", c_bool, c_void_p)
table_state_highlighted = _function("places_table_state_highlighted", c_int32, c_void_p)
table_state_result = _function("places_table_state_result", c_void_p, c_void_p)
table_state_row_count = _function("places_table_state_row_count", c_size_t, c_void_p)
table_state_row_kind = _function("places_table_state_row_kind", c_int, c_void_p, c_size_t)
table_state_row_icon = _function("places_table_state_row_icon", c_int, c_void_p, c_size_t)
table_state_row_distance = _text("places_table_state_row_distance", c_void_p, c_size_t)
table_state_row_label = _text("places_table_state_row_label", c_void_p, c_size_t)
table_state_row_source = _text("places_table_state_row_source", c_void_p, c_size_t)
table_state_attribution_count = _function("places_table_state_attribution_count", c_size_t, c_void_p)
table_state_attribution = _text("places_table_state_attribution", c_void_p, c_size_t)
table_state_error = _function("places_table_state_error", c_void_p, c_void_p)
table_state_can_retry = _function("places_table_state_can_retry", c_bool, c_void_p)
table_state_to_json = _json("places_table_state_to_json", c_void_p)
table_state_changes = _function(
    "places_table_state_changes", c_size_t, c_void_p, c_void_p, POINTER(c_int), POINTER(c_size_t), c_size_t
)

# ----------------------------------------------------------------------------------------------------------------------
# Table data source

TableDidRequest = _callback_type(None, c_void_p, c_void_p)
TableDidUpdate = _callback_type(None, c_void_p, c_void_p)
TableDidSelectPrediction = _callback_type(c_bool, c_void_p, c_void_p, c_size_t)
TableDidAutocomplete = _callback_type(None, c_void_p, c_void_p, c_char_p)
TableDidPick = _callback_type(None, c_void_p, c_void_p, c_size_t, c_void_p)
TableDidEnterText = _callback_type(None, c_void_p, c_char_p)
TableDidFail = _callback_type(None, c_void_p, c_void_p)
TableWasCancelled = _callback_type(None, c_void_p)
TableActivity = _callback_type(None, c_void_p, c_bool)


class TableDelegate(ctypes.Structure):
    """``places_table_delegate``."""

    _fields_: ClassVar[Any] = [
        ("size", c_size_t),
        ("did_request", TableDidRequest),
        ("did_update", TableDidUpdate),
        ("did_select_prediction", TableDidSelectPrediction),
        ("did_autocomplete", TableDidAutocomplete),
        ("did_pick", TableDidPick),
        ("did_enter_text", TableDidEnterText),
        ("did_fail", TableDidFail),
        ("was_cancelled", TableWasCancelled),
        ("activity", TableActivity),
    ]


table_new = _checked("places_table_new", c_void_p, POINTER(TableDelegate), c_void_p, POINTER(c_void_p))
table_free = _function("places_table_free", None, c_void_p)
table_set_text = _checked("places_table_set_text", c_void_p, c_char_p, c_size_t, c_int32)
table_set_value = _checked("places_table_set_value", c_void_p, c_char_p, c_size_t)
table_set_composing = _function("places_table_set_composing", None, c_void_p, c_bool)
table_set_filter = _checked("places_table_set_filter", c_void_p, c_void_p)
table_set_viewport = _checked("places_table_set_viewport", c_void_p, c_double, c_double, c_double, c_double)
table_set_token = _checked("places_table_set_token", c_void_p, c_void_p)
table_set_session_policy = _checked("places_table_set_session_policy", c_void_p, c_int)
table_set_mode = _checked("places_table_set_mode", c_void_p, c_int, c_uint32)
table_set_min_length = _checked("places_table_set_min_length", c_void_p, c_uint32)
table_set_limit = _checked("places_table_set_limit", c_void_p, c_int32)
table_set_deadline = _checked("places_table_set_deadline", c_void_p, c_uint32)
table_set_session_timeout = _checked("places_table_set_session_timeout", c_void_p, c_uint32)
table_set_fields = _checked("places_table_set_fields", c_void_p, c_char_p)
table_set_pick = _checked("places_table_set_pick", c_void_p, c_int)
table_set_language = _checked("places_table_set_language", c_void_p, c_char_p)
table_set_units = _checked("places_table_set_units", c_void_p, c_int)
table_set_take_first = _function("places_table_set_take_first", None, c_void_p, c_bool)
table_set_accepts_text = _function("places_table_set_accepts_text", None, c_void_p, c_bool)
table_set_on_google_map = _function("places_table_set_on_google_map", None, c_void_p, c_bool)
table_set_search_row = _function("places_table_set_search_row", None, c_void_p, c_bool, c_bool)
table_set_store = _checked("places_table_set_store", c_void_p, c_void_p)
table_set_current_location = _checked("places_table_set_current_location", c_void_p, c_double, c_double, c_char_p)
table_clear_current_location = _function("places_table_clear_current_location", None, c_void_p)
table_set_billing_policy = _checked("places_table_set_billing_policy", c_void_p, c_int)
table_key = _function("places_table_key", c_bool, c_void_p, c_int)
table_highlight = _checked("places_table_highlight", c_void_p, c_int32)
table_open = _function("places_table_open", None, c_void_p)
table_close = _function("places_table_close", None, c_void_p)
table_select = _checked("places_table_select", c_void_p, c_void_p, c_size_t)
table_search = _checked("places_table_search", c_void_p)
table_can_search = _function("places_table_can_search", c_bool, c_void_p)
table_retry = _checked("places_table_retry", c_void_p)
table_cancel = _function("places_table_cancel", None, c_void_p)
table_clear = _function("places_table_clear", None, c_void_p)
table_flush = _function("places_table_flush", None, c_void_p)
table_token = _checked("places_table_token", c_void_p, POINTER(c_void_p))
table_state_now = _function("places_table_state_now", c_void_p, c_void_p)
text_is_for_geocoding = _function("places_text_is_for_geocoding", c_bool, c_char_p)

# ----------------------------------------------------------------------------------------------------------------------
# Store

store_open = _checked("places_store_open", c_char_p, POINTER(c_void_p))
store_free = _function("places_store_free", None, c_void_p)
store_set_aside_path = _function("places_store_set_aside_path", c_char_p, c_void_p)
store_is_read_only = _function("places_store_is_read_only", c_bool, c_void_p)
store_add = _checked("places_store_add", c_void_p, c_char_p, c_char_p, c_char_p, c_char_p, c_double, c_double)
store_set_favourite = _checked("places_store_set_favourite", c_void_p, c_char_p, c_bool)
store_remove = _checked("places_store_remove", c_void_p, c_char_p)
store_clear = _checked("places_store_clear", c_void_p)
store_count = _function("places_store_count", c_size_t, c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Sources

source_new = _checked("places_source_new", c_void_p, c_char_p, POINTER(c_void_p))
source_free = _function("places_source_free", None, c_void_p)
client_options_add_source = _checked("places_client_options_add_source", c_void_p, c_void_p)
client_options_set_source_mode = _checked("places_client_options_set_source_mode", c_void_p, c_int, c_uint32)
result_row_source = _text("places_result_row_source", c_void_p, c_size_t)
result_is_fallback = _function("places_result_is_fallback", c_bool, c_void_p)

# ----------------------------------------------------------------------------------------------------------------------
# Meter

client_meter = _function("places_client_meter", c_void_p, c_void_p)
meter_free = _function("places_meter_free", None, c_void_p)
meter_count = _function("places_meter_count", c_uint64, c_void_p, c_int)
meter_requests_per_pick = _function("places_meter_requests_per_pick", c_double, c_void_p)
meter_to_json = _json("places_meter_to_json", c_void_p)
prices_new = _function("places_prices_new", c_void_p)
prices_free = _function("places_prices_free", None, c_void_p)
prices_set = _checked("places_prices_set", c_void_p, c_char_p, c_double)
prices_advise = _checked("places_prices_advise", c_void_p, c_char_p, c_double, POINTER(c_int), POINTER(c_double))

# ----------------------------------------------------------------------------------------------------------------------
# Small conversions, so that no other file needs to name a type of C


def out_pointer() -> c_void_p:
    """An out-parameter for a handle; read its ``value``."""
    return c_void_p()


def out_number() -> c_uint64:
    """An out-parameter for a request's number; read its ``value``."""
    return c_uint64()


def texts(values: tuple[bytes, ...]) -> ctypes.Array[c_char_p]:
    """An array of texts, as ``const char *const *`` wants it."""
    return (c_char_p * len(values))(*values)


def handles(values: list[int]) -> ctypes.Array[c_void_p]:
    """An array of handles."""
    return (c_void_p * len(values))(*values)


def out_size() -> c_size_t:
    """An out-parameter for an offset; read its ``value``."""
    return c_size_t()


def out_int32() -> c_int32:
    """An out-parameter for a distance; read its ``value``."""
    return c_int32()


def out_int() -> c_int:
    """An out-parameter for an enum; read its ``value``."""
    return c_int()


def text_buffer(text: bytes) -> Any:
    """Memory with a NUL-terminated text; ``address_of`` gives its address."""
    return ctypes.create_string_buffer(text)


def text_at(address: int) -> str:
    """A NUL-terminated text."""
    return ctypes.string_at(address).decode()


def address_of(buffer: Any) -> int:
    return ctypes.addressof(buffer)


def fetcher_callbacks(trampolines: Mapping[str, Any]) -> FetcherCallbacks:
    """The struct with these trampolines by their names, the others NULL."""
    return FetcherCallbacks(size=ctypes.sizeof(FetcherCallbacks), **trampolines)


def table_delegate(trampolines: Mapping[str, Any]) -> TableDelegate:
    """The struct with these trampolines by their names, the others NULL."""
    return TableDelegate(size=ctypes.sizeof(TableDelegate), **trampolines)


def changes(old: int | None, new: int, capacity: int) -> list[tuple[int, int]]:
    """The kinds and rows of ``places_table_state_changes()``."""
    kinds, rows = (c_int * capacity)(), (c_size_t * capacity)()
    count = min(int(table_state_changes(old, new, kinds, rows, capacity)), capacity)
    return list(zip(kinds[:count], rows[:count]))


def out_numbers(count: int) -> Any:
    """An out-parameter for so many fractions."""
    return (c_double * count)()
