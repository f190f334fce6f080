/*
 * libplaces - place autocomplete for every language.
 *
 * A person types "spagh", and while they type, up to five places come back, each with the matched
 * letters marked, its distance and its place ID; they pick one, and its details follow. The same
 * calls work offline on an embedded index of real places and over a web service.
 *
 * This is the whole public interface. SPDX-License-Identifier: MIT
 *
 * THE CONTRACT
 *
 *  1. Exactly once. A call that returns anything but PLACES_OK will never run its callback. A call
 *     that returns PLACES_OK runs it exactly once, whatever happens.
 *  2. Inputs (text, filter, token, request, options) are copied before the call returns; change or
 *     free them at once if you like. Text is UTF-8; ill-formed text is refused, never repaired in
 *     silence. `const char *` alone means NUL-terminated; with a `size_t length` beside it, so many
 *     bytes, or PLACES_NUL_TERMINATED.
 *  3. Two ways to receive.
 *     Thread (default): one library thread a client, started when first needed, runs the callbacks,
 *     in the order in which requests finish, never two at once, with no lock held.
 *     Pumped: callbacks run only inside places_client_dispatch(), on its thread;
 *     places_client_fd() becomes readable when there is something to dispatch, so that GLib, Qt,
 *     libuv and asyncio loops need no foreign thread. A request that only the embedded index
 *     answers is then searched inside the dispatch; no thread exists for it.
 *  4. Any function may be called from inside a callback, freeing the client included (it returns at
 *     once; the teardown ends after the callback does). Only the blocking ..._wait functions return
 *     PLACES_WRONG_THREAD there. Two clients may free each other from their callbacks. A callback
 *     must not throw or longjmp through the library. The request's number is written before its
 *     callback can run.
 *  5. Cancelling makes the status PLACES_CANCELLED; the callback still runs, once. A request that is
 *     finished already may win the race; that is no error.
 *  6. places_client_free() from anywhere else cancels what is pending, delivers those callbacks
 *     (pumped: on the freeing thread, as the last dispatch), and returns when none runs or will run:
 *     after it, user data may be destroyed. Requests hold what they need: freeing a filter, token or
 *     index early is fine.
 *  7. What a callback receives is immutable and borrowed until the callback returns; ..._retain and
 *     ..._release keep it longer, on any thread.
 *  8. Status numbers are stable and never used again for another meaning; new ones may come, so keep
 *     a default branch. Words, HTTP status and retry advice travel in the places_error, never in a
 *     thread-local.
 *  9. Setters on one filter, request, options or builder object are not for two threads at once.
 *     Clients, indexes, results, places, errors and tokens may be used from any thread. Create
 *     clients after fork(): an inherited one answers PLACES_FORKED in the child. exit() with requests
 *     in flight is safe. The library raises, blocks and handles no signal in its host; its threads
 *     block all signals.
 * 10. Growth never breaks the ABI: handles are opaque and grow by functions. Memory comes from malloc;
 *     there are no allocator hooks (the Swift runtime has none), and running out of memory ends the
 *     process, as it does in Swift.
 *
 * ERRORS AT THE CALL
 *
 * Functions that can refuse return a places_status and take a `places_error **error` last, which may
 * be NULL. When it is not, it is set to NULL on success and to a new error on failure, which the
 * caller releases with places_error_release(). NULL for a handle, text or out-parameter that is needed
 * gives PLACES_INVALID_REQUEST that names the argument. Getters given NULL, or an index past the end,
 * return NULL, 0 or false. Every ..._free and ..._release takes NULL.
 *
 * Coordinates are WGS84 degrees: latitude -90 to 90, longitude -180 to 180, both inclusive. Distances
 * are metres. No function depends on the process's locale.
 */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------
 * Version
 */

/* The version of this header; VERSION in the source tree is the one place that it comes from. */
#define PLACES_VERSION_MAJOR 0
#define PLACES_VERSION_MINOR 1
#define PLACES_VERSION_PATCH 0
#define PLACES_VERSION "0.1.0"
/* One comparable number: major * 1000000 + minor * 1000 + patch. */
#define PLACES_VERSION_NUMBER 1000

/* The version of the library that is loaded, as text ("0.1.0"). Static; any thread. */
const char *places_version(void);

/* The version of the library that is loaded, comparable with PLACES_VERSION_NUMBER. */
uint32_t places_version_number(void);

/* ---------------------------------------------------------------------------------------------
 * Types
 */

typedef struct places_client places_client;
typedef struct places_client_options places_client_options;
typedef struct places_error places_error;
typedef struct places_fetcher places_fetcher;
typedef struct places_filter places_filter;
typedef struct places_geocode_request places_geocode_request;
typedef struct places_index places_index;
typedef struct places_index_builder places_index_builder;
typedef struct places_meter places_meter;
typedef struct places_place places_place;
typedef struct places_place_list places_place_list;
typedef struct places_place_request places_place_request;
typedef struct places_prices places_prices;
typedef struct places_provider places_provider;
typedef struct places_request places_request;
typedef struct places_responder places_responder;
typedef struct places_result places_result;
typedef struct places_search_request places_search_request;
typedef struct places_source places_source;
typedef struct places_store places_store;
typedef struct places_table places_table;
typedef struct places_table_state places_table_state;
typedef struct places_token places_token;

/* As a length: the text ends at its NUL. */
#define PLACES_NUL_TERMINATED ((size_t)-1)

/* ---------------------------------------------------------------------------------------------
 * Status
 */

/*
 * -1 to -12 mean what the iOS SDK's GMSPlacesErrorCode means by the same numbers; the library's own
 * start at -100.
 */
typedef enum places_status {
    PLACES_OK = 0,
    /* The service could not be reached. Trying again may help. */
    PLACES_NETWORK_ERROR = -1,
    /* The service failed, or its answer was not understood. Trying again may help. */
    PLACES_SERVER_ERROR = -2,
    /* A fault of the library. Trying again may help; please report it. */
    PLACES_INTERNAL_ERROR = -3,
    /* The API key is malformed, missing or refused. */
    PLACES_KEY_INVALID = -4,
    /* The API key has expired. */
    PLACES_KEY_EXPIRED = -5,
    /* The usage limit (day, month) of the key is exceeded. */
    PLACES_USAGE_LIMIT_EXCEEDED = -6,
    /* Too many requests for the key in a short time. */
    PLACES_RATE_LIMIT_EXCEEDED = -7,
    /* Too many requests from this device. */
    PLACES_DEVICE_RATE_LIMIT_EXCEEDED = -8,
    /* The API is not enabled for the key's project, or its billing is off. */
    PLACES_ACCESS_NOT_CONFIGURED = -9,
    /* The key does not allow this application. */
    PLACES_INCORRECT_BUNDLE_IDENTIFIER = -10,
    /* The location could not be determined. */
    PLACES_LOCATION_ERROR = -11,
    /* An argument or the request is not valid; the error names the argument and the limit. */
    PLACES_INVALID_REQUEST = -12,

    /* The request was cancelled, or its client freed. */
    PLACES_CANCELLED = -100,
    /* The deadline or the timeout passed before the answer came. */
    PLACES_DEADLINE = -101,
    /* No place has this ID. */
    PLACES_NOT_FOUND = -102,
    /* The answer of a service or provider could not be read. */
    PLACES_BAD_RESPONSE = -103,
    /* The secure connection could not be established. */
    PLACES_TLS = -104,
    /* Too many requests of this client are pending (places_client_options_set_max_pending). */
    PLACES_QUEUE_FULL = -105,
    /* A blocking call was made inside a callback. */
    PLACES_WRONG_THREAD = -106,
    /* The client was created before fork() and is used in the child. */
    PLACES_FORKED = -107,
    /* The provider of this client does not offer this. */
    PLACES_UNSUPPORTED = -108,
    /* A file could not be read or written. */
    PLACES_IO = -109,
    /* The file is not an undamaged place index. */
    PLACES_INDEX_DAMAGED = -110,
    /* The place index was written by a version that this library does not read. */
    PLACES_INDEX_VERSION = -111,
    /* The client has neither an index nor a provider. */
    PLACES_NO_PROVIDER = -112,
    /* No space is left on the disk. */
    PLACES_DISK_FULL = -113,

    PLACES_STATUS_FORCE_32_BITS = 0x7fffffff
} places_status;

/* One English sentence for any integer, known or not. Static; any thread. */
const char *places_status_description(int32_t status);

/* The constant's name ("PLACES_INVALID_REQUEST") for any integer, known or not. Static; any thread. */
const char *places_status_name(int32_t status);

/* Whether trying the same request again can help: network, server and internal errors, deadlines,
 * full queues. */
bool places_status_is_retryable(int32_t status);

/* ---------------------------------------------------------------------------------------------
 * Error: why something was refused or failed. Immutable; any thread.
 *
 * Texts live as long as the error and are never NULL but for a NULL error. They hold neither an API
 * key nor what a person typed, unless a provider of the host's own said so (places_responder_fail()).
 */

/* Keeps the error beyond the callback. Returns it. Release it with places_error_release(). */
places_error *places_error_retain(const places_error *error);
void places_error_release(places_error *error);

places_status places_error_status(const places_error *error);
/* For people: what was wrong, which argument, which limit. */
const char *places_error_message(const places_error *error);
/* The argument at fault ("types[2]", "bias.radius"), "" where no single one is. */
const char *places_error_field(const places_error *error);
/* HTTP status of the service's answer; 0 where there was none. */
int32_t places_error_http_status(const places_error *error);
/* Canonical status of the service's answer ("INVALID_ARGUMENT"), "" where there was none. */
const char *places_error_canonical_status(const places_error *error);
/* Machine-readable reason of the service ("API_KEY_INVALID"), "" where there was none. */
const char *places_error_reason(const places_error *error);
/* Milliseconds to wait before another try, as the service asked; -1 where it did not. */
int64_t places_error_retry_after_ms(const places_error *error);
/* What to do about it, one or two English sentences for a developer; "" where there is nothing to say. */
const char *places_error_advice(const places_error *error);
/* Arguments that were refused, one by one. */
size_t places_error_violation_count(const places_error *error);
const char *places_error_violation_field(const places_error *error, size_t index);
const char *places_error_violation_description(const places_error *error, size_t index);
/* {"error": {code, message, status, details}}, as Google's services write it: `code` the HTTP number,
 * `status` the canonical name. Release with places_string_release(). */
char *places_error_to_json(const places_error *error);

/* ---------------------------------------------------------------------------------------------
 * String: every text that the library gives away (JSON) is released here.
 */

void places_string_release(char *string);

/* ---------------------------------------------------------------------------------------------
 * Session token: groups the requests of one search into one billing session. Immutable; any thread.
 *
 * A session starts when a person starts typing and ends when a place is picked: the same token goes
 * on every autocomplete request and on the one details request; then make a new one.
 */

/* A new random token (UUID version 4, from the system's random source). Free with
 * places_token_free(). PLACES_INTERNAL_ERROR when the system has no random source. */
places_status places_token_new(places_token **out, places_error **error);

/* A token of your own: 1 to 36 characters of A-Z a-z 0-9 - _. */
places_status places_token_from_text(const char *text, places_token **out, places_error **error);

void places_token_free(places_token *token);

/* The token's text, for other services. Lives as long as the token. */
const char *places_token_text(const places_token *token);

/* ---------------------------------------------------------------------------------------------
 * Filter: which suggestions are wanted. Every rule is checked by the call that sets it, and a refused
 * call changes nothing. One thread at a time.
 */

typedef enum places_mode {
    /* Places API (New): types are primary types, 15 countries, a bias or a restriction. Default. */
    PLACES_MODE_NEW = 0,
    /* Legacy Places API: any type of a place, 5 countries, the bias ignored beside a restriction. */
    PLACES_MODE_LEGACY = 1,
    PLACES_MODE_FORCE_32_BITS = 0x7fffffff
} places_mode;

places_filter *places_filter_new(void);
places_filter *places_filter_copy(const places_filter *filter);
void places_filter_free(places_filter *filter);

/* Chooses the rules; refused when what is set already breaks them. */
places_status places_filter_set_mode(places_filter *filter, places_mode mode, places_error **error);

/*
 * At most five types, or exactly one collection alone; count 0 (types may then be NULL) for all.
 * New: types of tables A and B, matched against a place's one primary type; collections "(cities)" and
 * "(regions)". Legacy: types of tables 1 and 2, matched against any type of a place; collections
 * "geocode", "address", "establishment", "(regions)", "(cities)"; geocode and establishment may stand
 * together. "cities" and "regions" mean the collections. A well-formed name that is in no table is
 * taken here, since the services' tables grow, and refused by the embedded index at submission.
 */
places_status places_filter_set_types(places_filter *filter, const char *const *types, size_t count,
                                      places_error **error);

/* At most 15 countries (legacy: 5), two letters each, any case; "uk" and "gb" are one country. Count 0
 * for all. With a restriction, places must satisfy both. */
places_status places_filter_set_countries(places_filter *filter, const char *const *countries,
                                          size_t count, places_error **error);

/* Bias: places near the area are preferred, others still come. Radius 0 to 50000 m. In New mode a bias
 * and a restriction exclude each other: the second is refused. */
places_status places_filter_set_bias_circle(places_filter *filter, double latitude,
                                            double longitude, double radius, places_error **error);
/*
 * A rectangle by its south-west (low) and north-east (high) corner, border included, taken literally:
 * low_longitude above high_longitude crosses the antimeridian; -180 to 180 is the whole circle; both
 * corners equal is one point. Empty (low latitude above high, or longitudes 180 to -180): refused.
 */
places_status places_filter_set_bias_rectangle(places_filter *filter, double low_latitude,
                                               double low_longitude, double high_latitude,
                                               double high_longitude, places_error **error);
/* A rectangle by any two opposite corners, in any order: of the two ways round the globe, the one that
 * spans less than 180 degrees. What (northEast, southWest) of the iOS pages' samples means. */
places_status places_filter_set_bias_corners(places_filter *filter, double latitude_a,
                                             double longitude_a, double latitude_b,
                                             double longitude_b, places_error **error);
void places_filter_clear_bias(places_filter *filter);

/* Restriction: only places inside come (a street, when any part of it is). A circle of radius 0 is
 * taken and finds nothing, as with the service. Shapes as for the bias. */
places_status places_filter_set_restriction_circle(places_filter *filter, double latitude,
                                                   double longitude, double radius,
                                                   places_error **error);
places_status places_filter_set_restriction_rectangle(places_filter *filter, double low_latitude,
                                                      double low_longitude, double high_latitude,
                                                      double high_longitude, places_error **error);
places_status places_filter_set_restriction_corners(places_filter *filter, double latitude_a,
                                                    double longitude_a, double latitude_b,
                                                    double longitude_b, places_error **error);
void places_filter_clear_restriction(places_filter *filter);

/* Where distances are measured from, in a straight line. Without it rows have no distance. */
places_status places_filter_set_origin(places_filter *filter, double latitude, double longitude,
                                       places_error **error);
void places_filter_clear_origin(places_filter *filter);

/* The country of the person who asks, two letters: formats the texts (one's own country's name is
 * left out). Not a restriction. NULL: none. */
places_status places_filter_set_region(places_filter *filter, const char *region,
                                       places_error **error);

/* Language of the answer: a BCP-47 tag ("de", "zh-Hant"), or a locale of the system ("de_DE.UTF-8"), of
 * which the tag is taken. NULL: each place's own. */
places_status places_filter_set_language(places_filter *filter, const char *language,
                                         places_error **error);

/* Whether businesses come that visit or deliver but receive nobody at an address. Default: no. The legacy
 * service has no such switch: there it changes nothing; the same holds for the next one. */
places_status places_filter_set_include_pure_service_area_businesses(places_filter *filter,
                                                                     bool include,
                                                                     places_error **error);
/* Whether businesses come that have not opened yet. Default: no. */
places_status places_filter_set_include_future_opening_businesses(places_filter *filter,
                                                                  bool include,
                                                                  places_error **error);

/* ---------------------------------------------------------------------------------------------
 * Request: one autocomplete request. One thread at a time while it is set up; submitting copies it.
 */

places_request *places_request_new(void);
void places_request_free(places_request *request);

/* The text typed so far, at most 1,000,000 bytes. Blank text (empty, spaces, invisible characters
 * only), NUL and ill-formed UTF-8 are refused. Forgets the input offset. */
places_status places_request_set_query(places_request *request, const char *query, size_t length,
                                       places_error **error);

/* The caret, in code points from the start of the query; refused beyond the text. Set the query
 * first. Without it the caret is at the end. */
places_status places_request_set_input_offset(places_request *request, int32_t offset,
                                              places_error **error);

/* How many suggestions at most: 1 to 5. Default 5. */
places_status places_request_set_limit(places_request *request, int32_t limit,
                                       places_error **error);

/* NULL: none. */
places_status places_request_set_filter(places_request *request, const places_filter *filter,
                                        places_error **error);
places_status places_request_set_token(places_request *request, const places_token *token,
                                       places_error **error);

/* Whether suggested queries ("pizza near me") may come besides places. Default: no. The embedded index
 * has none. */
places_status places_request_set_include_query_predictions(places_request *request, bool include,
                                                           places_error **error);

/* Whether the rows of an index say why they rank where they do: places_result_explanation(). Default: no. */
places_status places_request_set_explain(places_request *request, bool explain,
                                         places_error **error);

/* Milliseconds from submission until the request fails with PLACES_DEADLINE; 0: none. */
places_status places_request_set_deadline(places_request *request, uint32_t milliseconds,
                                          places_error **error);

/* The query, and its length in bytes where `length` is not NULL. Lives until the request changes. */
const char *places_request_query(const places_request *request, size_t *length);

/*
 * From the JSON body of Google's AutocompletePlaces request, with proto3's reading rules: snake_case
 * names and numbers as strings are taken, null is absent, unknown or doubled members are errors. The
 * error's field is the JSON path. Free with places_request_free().
 */
places_status places_request_from_json(const char *json, size_t length, places_request **out,
                                       places_error **error);
/* The same body; NULL for NULL. Release with places_string_release(). Holds what was typed. */
char *places_request_to_json(const places_request *request);

/* ---------------------------------------------------------------------------------------------
 * Place request: one request for a place's details. As above.
 */

/* The bits of the iOS SDK's GMSPlaceField, to be OR-ed. */
#define PLACES_FIELD_NAME (UINT64_C(1) << 0)
#define PLACES_FIELD_PLACE_ID (UINT64_C(1) << 1)
#define PLACES_FIELD_PLUS_CODE (UINT64_C(1) << 2)
#define PLACES_FIELD_COORDINATE (UINT64_C(1) << 3)
#define PLACES_FIELD_OPENING_HOURS (UINT64_C(1) << 4)
#define PLACES_FIELD_PHONE_NUMBER (UINT64_C(1) << 5)
#define PLACES_FIELD_FORMATTED_ADDRESS (UINT64_C(1) << 6)
#define PLACES_FIELD_RATING (UINT64_C(1) << 7)
#define PLACES_FIELD_PRICE_LEVEL (UINT64_C(1) << 8)
#define PLACES_FIELD_TYPES (UINT64_C(1) << 9)
#define PLACES_FIELD_WEBSITE (UINT64_C(1) << 10)
#define PLACES_FIELD_VIEWPORT (UINT64_C(1) << 11)
#define PLACES_FIELD_ADDRESS_COMPONENTS (UINT64_C(1) << 12)
#define PLACES_FIELD_PHOTOS (UINT64_C(1) << 13)
#define PLACES_FIELD_USER_RATINGS_TOTAL (UINT64_C(1) << 14)
#define PLACES_FIELD_UTC_OFFSET_MINUTES (UINT64_C(1) << 15)
#define PLACES_FIELD_BUSINESS_STATUS (UINT64_C(1) << 16)
#define PLACES_FIELD_ICON_IMAGE_URL (UINT64_C(1) << 17)
#define PLACES_FIELD_ICON_BACKGROUND_COLOR (UINT64_C(1) << 18)
#define PLACES_FIELD_TAKEOUT (UINT64_C(1) << 19)
#define PLACES_FIELD_DELIVERY (UINT64_C(1) << 20)
#define PLACES_FIELD_DINE_IN (UINT64_C(1) << 21)
#define PLACES_FIELD_CURBSIDE_PICKUP (UINT64_C(1) << 22)
#define PLACES_FIELD_RESERVABLE (UINT64_C(1) << 23)
#define PLACES_FIELD_SERVES_BREAKFAST (UINT64_C(1) << 24)
#define PLACES_FIELD_SERVES_LUNCH (UINT64_C(1) << 25)
#define PLACES_FIELD_SERVES_DINNER (UINT64_C(1) << 26)
#define PLACES_FIELD_SERVES_BEER (UINT64_C(1) << 27)
#define PLACES_FIELD_SERVES_WINE (UINT64_C(1) << 28)
#define PLACES_FIELD_SERVES_BRUNCH (UINT64_C(1) << 29)
#define PLACES_FIELD_SERVES_VEGETARIAN_FOOD (UINT64_C(1) << 30)
#define PLACES_FIELD_WHEELCHAIR_ACCESSIBLE_ENTRANCE (UINT64_C(1) << 31)
#define PLACES_FIELD_CURRENT_OPENING_HOURS (UINT64_C(1) << 32)
#define PLACES_FIELD_SECONDARY_OPENING_HOURS (UINT64_C(1) << 33)
#define PLACES_FIELD_EDITORIAL_SUMMARY (UINT64_C(1) << 34)
/* Every field, those without a bit too. With a web service you pay for all of them. */
#define PLACES_FIELD_ALL UINT64_MAX

places_place_request *places_place_request_new(void);
void places_place_request_free(places_place_request *request);

/* The ID that a suggestion gave; 1 to 1024 bytes without spaces. */
places_status places_place_request_set_place_id(places_place_request *request, const char *place_id,
                                                places_error **error);

/* Which fields are wanted, as the service writes them: "displayName,location.latitude", or "*"; names of
 * the legacy service ("geometry,website") mean today's. An unknown field is refused. A request without a
 * mask is refused at submission. `attributions` comes always; "id" alone asks for nothing else: it is
 * free, and renews an ID that was kept. */
places_status places_place_request_set_fields(places_place_request *request, const char *mask,
                                              places_error **error);
/* The same by PLACES_FIELD_* bits. */
places_status places_place_request_set_field_bits(places_place_request *request, uint64_t bits,
                                                  places_error **error);
/* NULL: none. */
places_status places_place_request_set_token(places_place_request *request,
                                             const places_token *token, places_error **error);
places_status places_place_request_set_language(places_place_request *request, const char *language,
                                                places_error **error);
places_status places_place_request_set_region(places_place_request *request, const char *region,
                                              places_error **error);
places_status places_place_request_set_deadline(places_place_request *request,
                                                uint32_t milliseconds, places_error **error);
/* "" until it is set. Lives until the request changes. */
const char *places_place_request_place_id(const places_place_request *request);

/* What the service bills a details request with a mask for: the dearest field decides. Prices are the
 * service's to set, docs/providers.md says more. */
typedef enum places_billing_tier {
    /* A field has no documented tier. */
    PLACES_BILLING_TIER_UNKNOWN = 0,
    PLACES_BILLING_TIER_ESSENTIALS_IDS_ONLY = 1,
    PLACES_BILLING_TIER_ESSENTIALS = 2,
    PLACES_BILLING_TIER_PRO = 3,
    PLACES_BILLING_TIER_ENTERPRISE = 4,
    PLACES_BILLING_TIER_ENTERPRISE_ATMOSPHERE = 5,
    PLACES_BILLING_TIER_FORCE_32_BITS = 0x7fffffff
} places_billing_tier;

/* The tier of a mask as places_place_request_set_fields() takes it. Fields without a documented tier make
 * it UNKNOWN, unless another one is in the dearest tier anyway. */
places_status places_field_mask_tier(const char *mask, places_billing_tier *tier,
                                     places_error **error);

/* ---------------------------------------------------------------------------------------------
 * Search request: places by a whole text, for when nothing was picked. Services only; on the legacy one
 * it is Find Place, which takes a bias and a language and refuses the rest. One thread at a time.
 */

places_search_request *places_search_request_new(void);
void places_search_request_free(places_search_request *request);

places_status places_search_request_set_query(places_search_request *request, const char *query,
                                              size_t length, places_error **error);
/* As for a place request. A request without a mask is refused at submission. */
places_status places_search_request_set_fields(places_search_request *request, const char *mask,
                                               places_error **error);
/* Language, region, one type, a bias, or a rectangle of at most 180 degrees as restriction, and which
 * businesses to include; no countries. NULL: none. */
places_status places_search_request_set_filter(places_search_request *request,
                                               const places_filter *filter, places_error **error);
/* Whether the filter's type is a condition and not a preference. Default: no. */
places_status places_search_request_set_strict_type(places_search_request *request, bool strict,
                                                    places_error **error);
/* Whether only places come that are open now. Default: no. */
places_status places_search_request_set_open_now(places_search_request *request, bool open_now,
                                                 places_error **error);
/* 0 to 5, in steps of a half (the service rounds up). Default 0. */
places_status places_search_request_set_min_rating(places_search_request *request, double rating,
                                                   places_error **error);
/* "PRICE_LEVEL_INEXPENSIVE" to "PRICE_LEVEL_VERY_EXPENSIVE". Count 0: all. */
places_status places_search_request_set_price_levels(places_search_request *request,
                                                     const char *const *levels, size_t count,
                                                     places_error **error);
/* At most so many places, 1 to 20; 0: as the service likes. */
places_status places_search_request_set_limit(places_search_request *request, int32_t limit,
                                              places_error **error);
/* The nearest first instead of the most relevant. Default: no. */
places_status places_search_request_set_rank_by_distance(places_search_request *request,
                                                         bool by_distance, places_error **error);
/* places_place_list_next_page_token() of the page before, all else unchanged. NULL: the first page. */
places_status places_search_request_set_page_token(places_search_request *request,
                                                   const char *page_token, places_error **error);
places_status places_search_request_set_deadline(places_search_request *request,
                                                 uint32_t milliseconds, places_error **error);
/* From the JSON body of Google's SearchText request, read as places_request_from_json() reads. What this
 * library has no setter for (evOptions, routingParameters, searchAlongRouteParameters) is passed on as
 * it is. Free with places_search_request_free(). */
places_status places_search_request_from_json(const char *json, size_t length,
                                              places_search_request **out, places_error **error);

/* ---------------------------------------------------------------------------------------------
 * Geocode request: from an address, a place ID or a point to places. Services only. Setting one of the
 * three forgets the others. One thread at a time.
 */

places_geocode_request *places_geocode_request_new(void);
void places_geocode_request_free(places_geocode_request *request);

places_status places_geocode_request_set_address(places_geocode_request *request,
                                                 const char *address, size_t length,
                                                 places_error **error);
places_status places_geocode_request_set_place_id(places_geocode_request *request,
                                                  const char *place_id, places_error **error);
places_status places_geocode_request_set_location(places_geocode_request *request, double latitude,
                                                  double longitude, places_error **error);
/* Also without an address. `name`: "postal_code" and "country" are conditions; "route", "locality" and
 * "administrative_area" are preferences. */
places_status places_geocode_request_add_component(places_geocode_request *request,
                                                   const char *name, const char *value,
                                                   places_error **error);
/* Preferred, not a condition. */
places_status places_geocode_request_set_bounds(places_geocode_request *request,
                                                double low_latitude, double low_longitude,
                                                double high_latitude, double high_longitude,
                                                places_error **error);
places_status places_geocode_request_set_language(places_geocode_request *request,
                                                  const char *language, places_error **error);
places_status places_geocode_request_set_region(places_geocode_request *request, const char *region,
                                                places_error **error);
/* For points: only results of these types ("street_address"), or found like this ("ROOFTOP",
 * "RANGE_INTERPOLATED", "GEOMETRIC_CENTER", "APPROXIMATE"). Count 0: all. */
places_status places_geocode_request_set_result_types(places_geocode_request *request,
                                                      const char *const *types, size_t count,
                                                      places_error **error);
places_status places_geocode_request_set_location_types(places_geocode_request *request,
                                                        const char *const *types, size_t count,
                                                        places_error **error);
places_status places_geocode_request_set_deadline(places_geocode_request *request,
                                                  uint32_t milliseconds, places_error **error);

/* ---------------------------------------------------------------------------------------------
 * Result: suggestions, the most relevant first. Immutable; any thread. Texts are NUL-terminated and
 * live as long as the result; `length` (bytes) may be NULL.
 */

/* Keeps the result beyond the callback. Returns it. */
places_result *places_result_retain(const places_result *result);
void places_result_release(places_result *result);

/* 0 to 5 from the embedded index; "nothing found" is PLACES_OK with 0. */
size_t places_result_count(const places_result *result);

/* "" for a query prediction, which has no place. */
const char *places_result_place_id(const places_result *result, size_t row, size_t *length);
/*
 * Texts come as their source wrote them; only NUL is U+FFFD. The rows of a table are fit to be drawn: what
 * would reach out of its row does not. There, line ends and tabs are spaces; other control characters, and
 * marks of writing direction that are not closed or close nothing, are U+FFFD. Code point for code point,
 * so that matches keep their places.
 */
/* The whole text in one line. A rendering of its own: do not take it apart. */
const char *places_result_full_text(const places_result *result, size_t row, size_t *length);
/* The name (the whole text where a service gives no name), and what tells it from others of the name (city,
 * region); the latter may be "". */
const char *places_result_primary_text(const places_result *result, size_t row, size_t *length);
const char *places_result_secondary_text(const places_result *result, size_t row, size_t *length);

/* The primary type first. */
size_t places_result_type_count(const places_result *result, size_t row);
const char *places_result_type(const places_result *result, size_t row, size_t index);

/* False, and *meters untouched, without an origin, and where a service or a provider says 0 or less; in the
 * rows of a table also where it is more than half way round the Earth. */
bool places_result_distance_meters(const places_result *result, size_t row, int32_t *meters);
bool places_result_is_query(const places_result *result, size_t row);

typedef enum places_text {
    PLACES_TEXT_FULL = 0,
    PLACES_TEXT_PRIMARY = 1,
    PLACES_TEXT_SECONDARY = 2,
    PLACES_TEXT_FORCE_32_BITS = 0x7fffffff
} places_text;

typedef enum places_unit {
    /* Unicode code points, what the service counts in. */
    PLACES_UNIT_CODE_POINTS = 0,
    /* Bytes of UTF-8: C, Go, Rust. */
    PLACES_UNIT_UTF8 = 1,
    /* 16-bit units of UTF-16: JavaScript, Java, C#, NSString. */
    PLACES_UNIT_UTF16 = 2,
    PLACES_UNIT_FORCE_32_BITS = 0x7fffffff
} places_unit;

/* The parts of a text that the person typed: to be shown bold. Ranges ascend and do not overlap. */
size_t places_result_match_count(const places_result *result, size_t row, places_text text);
/* `start` is the first unit, `end` the one after the last. */
bool places_result_match(const places_result *result, size_t row, places_text text, size_t index,
                         places_unit unit, size_t *start, size_t *end);

/* What must be shown with the row, or with all of them; ready to show. NULL past the end or where
 * nothing must be. */
const char *places_result_row_attribution(const places_result *result, size_t row);
size_t places_result_attribution_count(const places_result *result);
const char *places_result_attribution(const places_result *result, size_t index);

/* Why the row ranks where it does, a line to read ("score 6.70: importance 6.30, whole name +0.80, ..."),
 * where the request asked for it; NULL else. The words and numbers may change with any version. */
const char *places_result_explanation(const places_result *result, size_t row);

/* The JSON body of Google's AutocompletePlaces response; no rows: {}. Release with
 * places_string_release(). */
char *places_result_to_json(const places_result *result);

/* ---------------------------------------------------------------------------------------------
 * Place: details, cut to the field mask. Immutable; any thread. Texts live as long as the place; NULL
 * where a field is absent.
 */

places_place *places_place_retain(const places_place *place);
void places_place_release(places_place *place);

const char *places_place_id(const places_place *place);
const char *places_place_display_name(const places_place *place);
const char *places_place_formatted_address(const places_place *place);
const char *places_place_primary_type(const places_place *place);
size_t places_place_type_count(const places_place *place);
const char *places_place_type(const places_place *place, size_t index);
/* False, and the out-parameters untouched, where the place has none. Out-parameters may be NULL. */
bool places_place_location(const places_place *place, double *latitude, double *longitude);
bool places_place_viewport(const places_place *place, double *low_latitude, double *low_longitude,
                           double *high_latitude, double *high_longitude);
/* Any field by its path in Google's Place resource ("internationalPhoneNumber", "timeZone.id",
 * "addressComponents.0.longText"): texts and numbers as they stand in the JSON, false as "false".
 * NULL for absent, objects and arrays. */
const char *places_place_text(const places_place *place, const char *path, size_t *length);
/* A number by its path; false where there is none. */
bool places_place_number(const places_place *place, const char *path, double *number);
/* What must be shown with the place, in one line; "" where nothing must be. */
const char *places_place_attribution(const places_place *place);

/* The ID that was asked for. A place can have several; places_place_id() is the one to keep. "" for
 * places of a list and of the embedded index. */
const char *places_place_requested_id(const places_place *place);

const char *places_place_national_phone_number(const places_place *place);
const char *places_place_international_phone_number(const places_place *place);
const char *places_place_website(const places_place *place);
/* The address of the place on Google Maps. */
const char *places_place_maps_uri(const places_place *place);
const char *places_place_global_plus_code(const places_place *place);
const char *places_place_compound_plus_code(const places_place *place);
/* The address of the type's icon without its ending: append ".svg" or ".png". */
const char *places_place_icon_mask_base_uri(const places_place *place);
/* "#FF9E67" */
const char *places_place_icon_background_color(const places_place *place);
/* 1 to 5. False, and *rating untouched, where it has none; so for all below. */
bool places_place_rating(const places_place *place, double *rating);
bool places_place_user_rating_count(const places_place *place, int64_t *count);
bool places_place_utc_offset_minutes(const places_place *place, int32_t *minutes);

typedef enum places_price_level {
    PLACES_PRICE_LEVEL_UNKNOWN = -1,
    PLACES_PRICE_LEVEL_FREE = 0,
    PLACES_PRICE_LEVEL_INEXPENSIVE = 1,
    PLACES_PRICE_LEVEL_MODERATE = 2,
    PLACES_PRICE_LEVEL_EXPENSIVE = 3,
    PLACES_PRICE_LEVEL_VERY_EXPENSIVE = 4,
    PLACES_PRICE_LEVEL_FORCE_32_BITS = 0x7fffffff
} places_price_level;
places_price_level places_place_price_level(const places_place *place);

typedef enum places_business_status {
    /* Absent, or a value that this library does not know: places_place_text() has it. */
    PLACES_BUSINESS_UNKNOWN = 0,
    PLACES_BUSINESS_OPERATIONAL = 1,
    PLACES_BUSINESS_CLOSED_TEMPORARILY = 2,
    PLACES_BUSINESS_CLOSED_PERMANENTLY = 3,
    PLACES_BUSINESS_FUTURE_OPENING = 4,
    PLACES_BUSINESS_FORCE_32_BITS = 0x7fffffff
} places_business_status;
places_business_status places_place_business_status(const places_place *place);

/* The address in parts, as the service gave them. */
size_t places_place_address_component_count(const places_place *place);
const char *places_place_address_component_long_text(const places_place *place, size_t index);
const char *places_place_address_component_short_text(const places_place *place, size_t index);
size_t places_place_address_component_type_count(const places_place *place, size_t index);
const char *places_place_address_component_type(const places_place *place, size_t index,
                                                size_t type);
/* The long (or short) text of the first component of a type ("route", "postal_code", "country"). "city" is
 * made up: the locality, else the postal town, else the sublocality; "unit" is the subpremise. */
const char *places_place_address_part(const places_place *place, const char *type, bool short_text);

size_t places_place_photo_count(const places_place *place);
/* For places_client_fetch_photo_uri(). Not to be kept: names expire. */
const char *places_place_photo_name(const places_place *place, size_t index);
bool places_place_photo_size(const places_place *place, size_t index, int32_t *width,
                             int32_t *height);

typedef enum places_credit_kind {
    /* The service: to be shown with everything that comes from it. */
    PLACES_CREDIT_SERVICE = 0,
    /* Somebody else whose data this is. */
    PLACES_CREDIT_PROVIDER = 1,
    /* To be shown with the photo, or the review, of this index. */
    PLACES_CREDIT_PHOTO_AUTHOR = 2,
    PLACES_CREDIT_REVIEW_AUTHOR = 3,
    PLACES_CREDIT_FORCE_32_BITS = 0x7fffffff
} places_credit_kind;

/* What must be shown, one by one: plain text, and the http or https address that it links to ("" for
 * none). `index` is the photo's or the review's; -1 for the place as a whole. */
size_t places_place_credit_count(const places_place *place);
places_credit_kind places_place_credit_kind(const places_place *place, size_t credit);
const char *places_place_credit_text(const places_place *place, size_t credit);
const char *places_place_credit_uri(const places_place *place, size_t credit);
int32_t places_place_credit_index(const places_place *place, size_t credit);

typedef enum places_openness {
    /* The place has no hours, or no time zone is known for it. */
    PLACES_OPENNESS_UNKNOWN = 0,
    PLACES_OPENNESS_CLOSED = 1,
    PLACES_OPENNESS_OPEN = 2,
    PLACES_OPENNESS_FORCE_32_BITS = 0x7fffffff
} places_openness;

/*
 * Whether the place is open at a time (seconds since 1970, UTC), in its own time zone. Needs
 * regularOpeningHours, and timeZone (daylight saving counts then; read from the system's zone files) or
 * utcOffsetMinutes; with currentOpeningHours the special days of the coming week count. A place that is
 * closed for good or for the time being is closed.
 */
places_openness places_place_openness(const places_place *place, int64_t unix_seconds);
/* Google's Place resource. Release with places_string_release(). */
char *places_place_to_json(const places_place *place);

/* ---------------------------------------------------------------------------------------------
 * Place list: what a search or a geocoding request found, the best first. Immutable; any thread.
 */

places_place_list *places_place_list_retain(const places_place_list *list);
void places_place_list_release(places_place_list *list);

size_t places_place_list_count(const places_place_list *list);
/* Borrowed: lives as long as the list, or longer with places_place_retain(). NULL past the end. Of a
 * geocoding result, "partial_match", "geometry.location_type" and "geometry.bounds.northeast.lat" are
 * reached by places_place_text() and places_place_number(). */
const places_place *places_place_list_place(const places_place_list *list, size_t index);
/* "" where there is no further page. */
const char *places_place_list_next_page_token(const places_place_list *list);
/* The JSON body of Google's SearchText response; no places: {}. Release with places_string_release(). */
char *places_place_list_to_json(const places_place_list *list);

/* ---------------------------------------------------------------------------------------------
 * Index: real places in one read-only file, searched without network. Any thread; one open index may
 * serve many clients.
 */

/* Load the whole file into private memory instead of mapping it. A mapped file that somebody truncates
 * while it is open ends the reader with SIGBUS (that is how mmap works); replacing it by rename, as the
 * builder does, is always safe. Costs the file's size in memory and the time to read it. */
#define PLACES_INDEX_PRIVATE_MEMORY UINT32_C(1)

/*
 * Opens an index file. `flags`: 0 or PLACES_INDEX_PRIVATE_MEMORY. Takes well under a millisecond when
 * mapped: it checks the header and the section table, not every byte. Free with places_index_free();
 * clients that were given it keep what they need. PLACES_IO: missing, a folder, unreadable.
 * PLACES_INDEX_DAMAGED: empty, truncated, not an index. PLACES_INDEX_VERSION: of another version.
 */
places_status places_index_open(const char *path, uint32_t flags, places_index **out,
                                places_error **error);
void places_index_free(places_index *index);

/* Opens the file at the same path anew, for all clients that use this index; requests under way end on
 * the old one. On failure the old one stays in use. */
places_status places_index_reload(places_index *index, places_error **error);

/* Checks every byte against the checksums. Reads the whole file. */
places_status places_index_verify(const places_index *index, places_error **error);

uint64_t places_index_place_count(const places_index *index);

/* {"path", "formatVersion", "placeCount", "fileBytes", "languages", "sources": [{"name", "placeCount",
 * "attribution"}]}. Release with places_string_release(). */
char *places_index_info_json(const places_index *index);

/* ---------------------------------------------------------------------------------------------
 * Index builder. One thread at a time. It never starts a process and never touches the network.
 */

places_index_builder *places_index_builder_new(void);
void places_index_builder_free(places_index_builder *builder);

/*
 * Names a file to read, as KIND:PATH or, where the name tells the kind, PATH: geonames (a GeoNames
 * dump), geonames-alternates, geonames-admin1, geonames-admin2, geonames-countries, csv, tsv, osm (a
 * GeoJSON sequence of OpenStreetMap objects), places (Google Place resources, one a line).
 * docs/sources.md describes each. Nothing is read yet.
 */
places_status places_index_builder_add_source(places_index_builder *builder, const char *source,
                                              places_error **error);

/* Called now and then while building, on the building thread. `fraction` is 0 to 1 of this source, or
 * of the writing (source ""). Return false to stop: the build ends with PLACES_CANCELLED. */
typedef bool (*places_progress_callback)(void *userdata, const char *source, double fraction,
                                         uint64_t places);
void places_index_builder_set_progress(places_index_builder *builder,
                                       places_progress_callback callback, void *userdata);

/* Called for each row that cannot be used; the rest is kept. `line` counts from 1; 0 where there are no
 * lines. */
typedef void (*places_bad_row_callback)(void *userdata, const char *source, uint64_t line,
                                        const char *reason);
void places_index_builder_set_bad_row(places_index_builder *builder,
                                      places_bad_row_callback callback, void *userdata);

/*
 * Reads the sources and writes the index: a temporary file in the same folder, flushed to the disk,
 * then renamed. On failure nothing is left behind and an older file at `path` stays as it was. Blocks.
 * PLACES_IO, PLACES_DISK_FULL, PLACES_CANCELLED, PLACES_INVALID_REQUEST (no source).
 */
places_status places_index_builder_write(places_index_builder *builder, const char *path,
                                         places_error **error);

/* After a build: places written, rows refused. */
uint64_t places_index_builder_place_count(const places_index_builder *builder);
uint64_t places_index_builder_bad_row_count(const places_index_builder *builder);

/* ---------------------------------------------------------------------------------------------
 * Provider: your own source of places behind the same interface (a company's service, a test).
 *
 * Its functions run on the submitting thread, or on the client's thread, and must not block: keep the
 * responder, and finish it later, from any thread.
 */

/* `destroy` (may be NULL) is called with `userdata` when the last client that uses the provider and the
 * provider itself are gone. */
places_provider *places_provider_new(void *userdata, void (*destroy)(void *userdata));
void places_provider_free(places_provider *provider);

/* `request` is borrowed until the function returns. The responder must be finished or failed exactly
 * once, also when the request was cancelled meanwhile (that has no effect then). */
typedef void (*places_provider_autocomplete)(void *userdata, uint64_t id,
                                             const places_request *request,
                                             places_responder *responder);
typedef void (*places_provider_fetch_place)(void *userdata, uint64_t id,
                                            const places_place_request *request,
                                            places_responder *responder);
/* The answer to `id` is no longer wanted. */
typedef void (*places_provider_cancel)(void *userdata, uint64_t id);

/* What is not set answers PLACES_UNSUPPORTED. Set all before the first client uses the provider. */
void places_provider_set_autocomplete(places_provider *provider,
                                      places_provider_autocomplete function);
void places_provider_set_fetch_place(places_provider *provider,
                                     places_provider_fetch_place function);
void places_provider_set_cancel(places_provider *provider, places_provider_cancel function);

/* Answers with the JSON body of Google's response (AutocompletePlaces, or a Place). Consumes the
 * responder. Rows beyond the request's limit are dropped. A body that cannot be read reaches the caller as
 * PLACES_BAD_RESPONSE: so does one whose list of suggestions is no list, or has not one entry that could
 * be a suggestion. Unknown members and kinds are passed over. */
void places_responder_finish_json(places_responder *responder, const char *json, size_t length);
/* Answers with a failure; PLACES_OK counts as PLACES_INTERNAL_ERROR, PLACES_CANCELLED (the client's to say)
 * as PLACES_NETWORK_ERROR. `message` may be NULL or "" for the status' own words; else it reaches the
 * caller as it is, but for control characters: keep keys and typed text out of it. Consumes the responder. */
void places_responder_fail(places_responder *responder, places_status status, const char *message);

/* ---------------------------------------------------------------------------------------------
 * Client options. One thread at a time; creating a client copies them.
 */

places_client_options *places_client_options_new(void);
void places_client_options_free(places_client_options *options);

typedef enum places_delivery {
    PLACES_DELIVERY_THREAD = 0,
    PLACES_DELIVERY_PUMPED = 1,
    PLACES_DELIVERY_FORCE_32_BITS = 0x7fffffff
} places_delivery;

places_status places_client_options_set_delivery(places_client_options *options,
                                                 places_delivery delivery, places_error **error);

/* How many requests may be pending at once: 1 to 1,000,000. Default 4096. */
places_status places_client_options_set_max_pending(places_client_options *options, uint32_t count,
                                                    places_error **error);

/* Adds an index; all that were added answer together. */
places_status places_client_options_add_index(places_client_options *options, places_index *index,
                                              places_error **error);

/* Answers come from this provider instead of an index; both together are refused at creation. */
places_status places_client_options_set_provider(places_client_options *options,
                                                 places_provider *provider, places_error **error);

/*
 * Answers come from a web service: "google" is Places API (New), "google-legacy" the legacy Places API;
 * search and geocoding requests go there, too. NULL or "": none. Refused at creation together with an
 * index or a provider, and without a key (PLACES_KEY_INVALID) unless a base URL, a bearer callback or an
 * Authorization header makes up for it.
 *
 * Nothing is kept on disk, nothing is cached. docs/providers.md: keys, costs, terms, troubles.
 */
places_status places_client_options_set_service(places_client_options *options, const char *service,
                                                places_error **error);

/* The API key. It cannot be read back, and no error or log line holds it, also where the service repeats
 * it. NULL or "": none. */
places_status places_client_options_set_api_key(places_client_options *options, const char *key,
                                                places_error **error);

/* Another address than the service's own, such as one's own proxy's, with any path before the service's
 * ("https://example.org/api/maps/"). NULL or "": the service's. */
places_status places_client_options_set_base_url(places_client_options *options, const char *url,
                                                 places_error **error);

/* A header of every request to the service; NULL takes it away. For restricted keys:
 * X-Ios-Bundle-Identifier; X-Android-Package and X-Android-Cert (SHA-1, hex without colons); Referer;
 * X-Firebase-AppCheck. Values of Authorization, Cookie and App Check are treated as secrets. */
places_status places_client_options_set_header(places_client_options *options, const char *name,
                                               const char *value, places_error **error);

/*
 * Gives an OAuth access token, sent as "Authorization: Bearer". Called when the first request is sent,
 * and with `renew` after the service refused the token (the request is then sent once more), on the
 * submitting or a library thread, never two at once for one client. The text is copied when the callback
 * returns; NULL: send none. The callback must not use this client. NULL (default): none.
 */
typedef const char *(*places_bearer_callback)(void *userdata, bool renew);
places_status places_client_options_set_bearer(places_client_options *options,
                                               places_bearer_callback callback, void *userdata,
                                               places_error **error);

/* Certificates of authorities (PEM) instead of the system's: a file, or a folder as c_rehash makes it.
 * Without: SSL_CERT_FILE, SSL_CERT_DIR, then the system's. Servers are always verified. A file that cannot
 * be read makes requests fail with PLACES_TLS. NULL or "": none. */
places_status places_client_options_set_ca_file(places_client_options *options, const char *path,
                                                places_error **error);
places_status places_client_options_set_ca_folder(places_client_options *options, const char *path,
                                                  places_error **error);

/* "http://user:password@host:port", also https://, socks5://. "": none, whatever the environment says.
 * NULL (default): as the environment says (https_proxy, no_proxy, ...). */
places_status places_client_options_set_proxy(places_client_options *options, const char *proxy,
                                              places_error **error);

/* Milliseconds to connect (default 5000), and for a request as a whole, tries and pauses included
 * (default 10000; 0: no limit). A request's own deadline counts where it is shorter, that of a fetcher or
 * table too (15000 ms if none was set). */
places_status places_client_options_set_timeouts(places_client_options *options,
                                                 uint32_t connect_milliseconds,
                                                 uint32_t total_milliseconds, places_error **error);

/* Longer answers are refused (PLACES_BAD_RESPONSE), before and after decompression: 1024 to 1073741824
 * bytes. Default 16 MiB. */
places_status places_client_options_set_max_answer_bytes(places_client_options *options,
                                                         uint32_t bytes, places_error **error);

/* How often a details, search, geocoding or photo request is sent again after a failure of the network or
 * the service: 0 to 10, default 1, with growing pauses and never past the deadline. Autocomplete requests
 * never are: the next letter is the retry. Quota answers never are. */
places_status places_client_options_set_retries(places_client_options *options, uint32_t count,
                                                places_error **error);

/* Goes before the library's own name. NULL or "": none. */
places_status places_client_options_set_user_agent(places_client_options *options,
                                                   const char *user_agent, places_error **error);

/* Whether the system's time zone gives a mild bias when a request has neither bias nor restriction: the
 * offline stand-in for the service's bias by IP address. UTC and unknown zones give none. Default: no. */
places_status places_client_options_set_time_zone_bias(places_client_options *options, bool enabled,
                                                       places_error **error);

typedef enum places_log_level {
    PLACES_LOG_ERROR = 0,
    PLACES_LOG_WARNING = 1,
    PLACES_LOG_INFO = 2,
    PLACES_LOG_DEBUG = 3,
    PLACES_LOG_FORCE_32_BITS = 0x7fffffff
} places_log_level;

/* One line about what the library does; on any thread, also two at once. Never a key, never what a
 * person typed. Must not call the client that it speaks of. */
typedef void (*places_log_callback)(void *userdata, places_log_level level, const char *message);

/* Messages up to `level`. NULL (default): none. */
places_status places_client_options_set_log(places_client_options *options, places_log_level level,
                                            places_log_callback callback, void *userdata,
                                            places_error **error);

/* ---------------------------------------------------------------------------------------------
 * Client
 */

/* NULL options: the defaults, without any index. Free with places_client_free(). */
places_status places_client_new(const places_client_options *options, places_client **out,
                                places_error **error);

/* See 4 and 6 of the contract. In a forked child an inherited client is forgotten, not torn down. */
void places_client_free(places_client *client);

/* Replaces the indexes; requests under way end on the old ones. Refused for a client with a provider. */
places_status places_client_set_indexes(places_client *client, places_index *const *indexes,
                                        size_t count, places_error **error);

/* On success `result` is set and `error` NULL; on failure the other way round. Both are borrowed until
 * the callback returns. `id` is the number that the submitting call wrote. */
typedef void (*places_autocomplete_callback)(void *userdata, uint64_t id, places_status status,
                                             const places_result *result,
                                             const places_error *error);
typedef void (*places_place_callback)(void *userdata, uint64_t id, places_status status,
                                      const places_place *place, const places_error *error);

/*
 * Asks for suggestions. `id` (may be NULL) receives the request's number, never 0. Refused at the call:
 * no query, a type that the index does not know, PLACES_QUEUE_FULL, PLACES_FORKED, PLACES_NO_PROVIDER.
 * Failures of the work reach the callback.
 */
places_status places_client_autocomplete(places_client *client, const places_request *request,
                                         places_autocomplete_callback callback, void *userdata,
                                         uint64_t *id, places_error **error);

/* Asks for a place's details. An unknown ID reaches the callback as PLACES_NOT_FOUND. */
places_status places_client_fetch_place(places_client *client, const places_place_request *request,
                                        places_place_callback callback, void *userdata,
                                        uint64_t *id, places_error **error);

typedef void (*places_place_list_callback)(void *userdata, uint64_t id, places_status status,
                                           const places_place_list *list,
                                           const places_error *error);
/* `uri` is borrowed until the callback returns. */
typedef void (*places_uri_callback)(void *userdata, uint64_t id, places_status status,
                                    const char *uri, const places_error *error);

/* Asks a service. PLACES_UNSUPPORTED for clients without one. "Nothing found" is PLACES_OK with an empty
 * list. */
places_status places_client_search_text(places_client *client, const places_search_request *request,
                                        places_place_list_callback callback, void *userdata,
                                        uint64_t *id, places_error **error);
places_status places_client_geocode(places_client *client, const places_geocode_request *request,
                                    places_place_list_callback callback, void *userdata,
                                    uint64_t *id, places_error **error);

/* Asks for the address of a photo's image that is at most so many pixels wide and high: 0 to 4800 (legacy:
 * 1600), one of them above 0. It is good for a short time and needs no key. */
places_status places_client_fetch_photo_uri(places_client *client, const char *photo_name,
                                            int32_t max_width, int32_t max_height,
                                            places_uri_callback callback, void *userdata,
                                            uint64_t *id, places_error **error);

/* Opens the connection to the service, such as when a text field gets the focus, so that the first letter
 * does not wait for it. Returns at once; nothing happens without a service, or when one is open. */
void places_client_warm_up(places_client *client);

/* Sets a header of the requests to come, such as an App Check token that was renewed; NULL takes it away.
 * As places_client_options_set_header(). Any thread. */
places_status places_client_set_header(places_client *client, const char *name, const char *value,
                                       places_error **error);

/* Cancels a request; its callback still runs, once. An ID that is not pending is no error. */
void places_client_cancel(places_client *client, uint64_t id);

/* Requests whose callback has not begun yet. */
size_t places_client_pending_count(const places_client *client);

/*
 * Pumped clients: runs the callbacks that are due on this thread, and answers what the index can
 * answer; returns how many callbacks ran. Never waits. 0 inside a callback of the same client and
 * while another thread dispatches it. For a client with thread delivery: PLACES_UNSUPPORTED; in a
 * forked child: PLACES_FORKED.
 */
int32_t places_client_dispatch(places_client *client);

/*
 * Pumped clients: a descriptor that polls readable while there is something to dispatch, a passed
 * deadline included. Wait for it with poll, epoll, GLib or asyncio; do not read or close it. It belongs
 * to the client. Created by the first call. Negative: a places_status.
 */
int places_client_fd(places_client *client);

/*
 * The same, blocking; at most `timeout_ms` milliseconds (negative: without limit), then
 * PLACES_DEADLINE. Pumped clients are pumped meanwhile, so callbacks of other requests may run.
 * Release the result. Inside a callback: PLACES_WRONG_THREAD.
 */
places_status places_client_autocomplete_wait(places_client *client, const places_request *request,
                                              int32_t timeout_ms, places_result **out,
                                              places_error **error);
places_status places_client_fetch_place_wait(places_client *client,
                                             const places_place_request *request,
                                             int32_t timeout_ms, places_place **out,
                                             places_error **error);
places_status places_client_search_text_wait(places_client *client,
                                             const places_search_request *request,
                                             int32_t timeout_ms, places_place_list **out,
                                             places_error **error);
places_status places_client_geocode_wait(places_client *client,
                                         const places_geocode_request *request, int32_t timeout_ms,
                                         places_place_list **out, places_error **error);
/* Release the address with places_string_release(). */
places_status places_client_fetch_photo_uri_wait(places_client *client, const char *photo_name,
                                                 int32_t max_width, int32_t max_height,
                                                 int32_t timeout_ms, char **out,
                                                 places_error **error);

/* ---------------------------------------------------------------------------------------------
 * Typing: fetcher and table. Text goes in as it is typed, what belongs to the newest text comes out.
 *
 * Both are children of a client: their callbacks run where the client's do (thread or dispatch), one at
 * a time, and never inside the call that caused them. They hold what they need of the client; when it is
 * freed first, calls that would ask something are refused with PLACES_CANCELLED. Freeing one returns when
 * none of its callbacks runs or will run; inside one of its callbacks it returns at once. Functions may be
 * called from any thread, two at once too, and from their own callbacks. docs/typing.md draws the states.
 *
 * Session: one token goes on every request of a search and on its one details call, then it is gone; the
 * next letter starts a new session. Two fetchers or tables never share one. It ends by a pick, by a cancel,
 * or when nothing was typed for a while; emptying the field does not end it.
 */

typedef enum places_typing_mode {
    /* A letter after a pause asks at once; those that follow within the interval ask once, at its end. */
    PLACES_TYPING_THROTTLE = 0,
    /* Asks when nothing was typed for an interval. */
    PLACES_TYPING_DEBOUNCE = 1,
    PLACES_TYPING_MODE_FORCE_32_BITS = 0x7fffffff
} places_typing_mode;

typedef enum places_session_policy {
    /* A token is made for each session that was given none. Default. */
    PLACES_SESSION_AUTOMATIC = 0,
    /* Only tokens that were given are sent; without one, requests are billed one by one. */
    PLACES_SESSION_GIVEN = 1,
    PLACES_SESSION_POLICY_FORCE_32_BITS = 0x7fffffff
} places_session_policy;

/* As an interval: 100 ms where a web service or a provider is asked, 0 where an index alone answers. */
#define PLACES_INTERVAL_DEFAULT UINT32_MAX

/* As a deadline: 15000 ms where a web service or a provider is asked, none where an index alone answers. */
#define PLACES_DEADLINE_DEFAULT UINT32_MAX

/* What a fetcher tells; any member may be NULL. What is given is borrowed until the callback returns. */
typedef struct places_fetcher_callbacks {
    /* sizeof(places_fetcher_callbacks): the struct grows at its end. */
    size_t size;
    /* A request was sent. */
    void (*did_start)(void *userdata);
    /* The answer to `text`, which is the newest; empty when nothing was found and when the text is blank or
     * shorter than the minimum. */
    void (*did_autocomplete)(void *userdata, const char *text, const places_result *result);
    /* The newest text's request failed. Every failure is told, those that trying again may mend too. */
    void (*did_fail)(void *userdata, const places_error *error);
} places_fetcher_callbacks;

/* `callbacks` is copied. */
places_status places_fetcher_new(places_client *client, const places_fetcher_callbacks *callbacks,
                                 void *userdata, places_fetcher **out, places_error **error);
void places_fetcher_free(places_fetcher *fetcher);

/*
 * The text of the field has changed. At most 1,000,000 bytes of UTF-8 without NUL; NULL is blank. `caret`
 * in code points from the start, -1 for the end; refused beyond the text. A request for an older text is
 * cancelled at once, on the wire too. A text that differs in white space at its ends alone, or one that
 * this session has asked already, costs no request.
 */
places_status places_fetcher_set_text(places_fetcher *fetcher, const char *text, size_t length,
                                      int32_t caret, places_error **error);
/* While an input method composes, texts are kept and not asked; `false` asks the last one. */
void places_fetcher_set_composing(places_fetcher *fetcher, bool composing);
/* NULL: none. Asks the present text again, within the rules of the mode. The session stays. */
places_status places_fetcher_set_filter(places_fetcher *fetcher, const places_filter *filter,
                                        places_error **error);
/* The token of the present session, or of the next where none has begun. NULL: the session ends, and the
 * next gets a token by the policy. */
places_status places_fetcher_set_token(places_fetcher *fetcher, const places_token *token,
                                       places_error **error);
places_status places_fetcher_set_session_policy(places_fetcher *fetcher,
                                                places_session_policy policy, places_error **error);
/* Interval 0 to 60000 ms, or PLACES_INTERVAL_DEFAULT. Default: throttle, the default interval. */
places_status places_fetcher_set_mode(places_fetcher *fetcher, places_typing_mode mode,
                                      uint32_t interval_ms, places_error **error);
/* Shorter texts ask nothing: 1 to 100 code points without white space at the ends. Default 1. */
places_status places_fetcher_set_min_length(places_fetcher *fetcher, uint32_t code_points,
                                            places_error **error);
/* Suggestions at most: 1 to 5. Default 5. */
places_status places_fetcher_set_limit(places_fetcher *fetcher, int32_t limit,
                                       places_error **error);
/* Milliseconds until a request that is made from now on fails with PLACES_DEADLINE; PLACES_DEADLINE_DEFAULT
 * (default); 0: none but a service's own (places_client_options_set_timeouts()), so that a provider that
 * never answers is waited for for ever. */
places_status places_fetcher_set_deadline(places_fetcher *fetcher, uint32_t milliseconds,
                                          places_error **error);
/* A session in which nothing happened for so long is over: 1000 ms to a day; 0: never. Default 180000. */
places_status places_fetcher_set_session_timeout(places_fetcher *fetcher, uint32_t milliseconds,
                                                 places_error **error);
/* As a blank text. */
void places_fetcher_clear(places_fetcher *fetcher);
/* Asks now what waits for the interval. */
void places_fetcher_flush(places_fetcher *fetcher);
/* The session's token; begins a session where there is none. NULL in `out` where the policy gives none.
 * Free with places_token_free(). */
places_status places_fetcher_token(places_fetcher *fetcher, places_token **out,
                                   places_error **error);
/* The one details call of the session: as places_client_fetch_place(), with the session's token in place
 * of the request's. Ends the session, the timers and the autocomplete request. */
places_status places_fetcher_fetch_place(places_fetcher *fetcher,
                                         const places_place_request *request,
                                         places_place_callback callback, void *userdata,
                                         uint64_t *id, places_error **error);
/* Nothing was picked: ends the session. */
void places_fetcher_end_session(places_fetcher *fetcher);

/* ---------------------------------------------------------------------------------------------
 * Table state: what a control draws, as data. Immutable; any thread.
 */

typedef enum places_table_phase {
    /* Blank text, nothing to show; also while rows of blank text wait for the list to be opened. */
    PLACES_TABLE_IDLE = 0,
    /* The first rows are on their way. */
    PLACES_TABLE_LOADING = 1,
    /* There are rows. They may belong to an older text while the next are on their way. */
    PLACES_TABLE_ROWS = 2,
    PLACES_TABLE_NOTHING_FOUND = 3,
    /* places_table_state_error() says why, _can_retry() whether "try again" is to be offered. */
    PLACES_TABLE_FAILED = 4,
    PLACES_TABLE_PHASE_FORCE_32_BITS = 0x7fffffff
} places_table_phase;

typedef enum places_row_kind {
    PLACES_ROW_PLACE = 0,
    /* A suggested query: picking it searches. */
    PLACES_ROW_QUERY = 1,
    /* From the store. */
    PLACES_ROW_RECENT = 2,
    PLACES_ROW_FAVOURITE = 3,
    PLACES_ROW_CURRENT_LOCATION = 4,
    /* Coordinates or a Plus Code that were typed. */
    PLACES_ROW_POINT = 5,
    /* The way on: searches for the text as it is. Its primary text is that text. */
    PLACES_ROW_SEARCH = 6,
    /* A place that such a search has found. */
    PLACES_ROW_FOUND = 7,
    PLACES_ROW_KIND_FORCE_32_BITS = 0x7fffffff
} places_row_kind;

typedef enum places_icon {
    PLACES_ICON_PLACE = 0,
    PLACES_ICON_CITY = 1,
    PLACES_ICON_REGION = 2,
    PLACES_ICON_STREET = 3,
    PLACES_ICON_ADDRESS = 4,
    PLACES_ICON_FOOD = 5,
    PLACES_ICON_SHOP = 6,
    PLACES_ICON_LODGING = 7,
    PLACES_ICON_TRANSIT = 8,
    PLACES_ICON_AIRPORT = 9,
    PLACES_ICON_NATURE = 10,
    PLACES_ICON_CULTURE = 11,
    PLACES_ICON_HEALTH = 12,
    PLACES_ICON_EDUCATION = 13,
    PLACES_ICON_RECENT = 14,
    PLACES_ICON_FAVOURITE = 15,
    PLACES_ICON_CURRENT_LOCATION = 16,
    PLACES_ICON_SEARCH = 17,
    PLACES_ICON_FORCE_32_BITS = 0x7fffffff
} places_icon;

/* Keeps the state beyond the callback. Returns it. */
places_table_state *places_table_state_retain(const places_table_state *state);
void places_table_state_release(places_table_state *state);

/* What was typed. Lives as long as the state; so do all texts below. */
const char *places_table_state_text(const places_table_state *state);
places_table_phase places_table_state_phase(const places_table_state *state);
/* Whether rows are on their way. */
bool places_table_state_is_loading(const places_table_state *state);
/* Whether the details of a picked row are on their way. */
bool places_table_state_is_picking(const places_table_state *state);
/* Whether the list is to be shown. */
bool places_table_state_is_open(const places_table_state *state);
/* Whether the rows answer the text above, and not an older one. */
bool places_table_state_is_current(const places_table_state *state);
/* Whether the rows come from a source that stands in for one that failed or was too slow. */
bool places_table_state_is_fallback(const places_table_state *state);
/* The marked row, -1 for none. */
int32_t places_table_state_highlighted(const places_table_state *state);
/* The rows' texts, matches, types, IDs and distances, by the getters of a result; it lives as long as the
 * state. Never NULL. */
const places_result *places_table_state_result(const places_table_state *state);
size_t places_table_state_row_count(const places_table_state *state);
places_row_kind places_table_state_row_kind(const places_table_state *state, size_t row);
places_icon places_table_state_row_icon(const places_table_state *state, size_t row);
/* "850 m", "3,4 km", "0.3 mi": in the units and with the separators of the table's language and region.
 * "" without a distance. */
const char *places_table_state_row_distance(const places_table_state *state, size_t row);
/* For assistive technology: "name, region", with kind or distance where two rows would sound alike. */
const char *places_table_state_row_label(const places_table_state *state, size_t row);
/* The source's name, "" where there is but one. */
const char *places_table_state_row_source(const places_table_state *state, size_t row);
/* Lines that must be shown with the list; none where a Google map is shown. NULL past the end. */
size_t places_table_state_attribution_count(const places_table_state *state);
const char *places_table_state_attribution(const places_table_state *state, size_t index);
/* NULL unless the phase is FAILED, or the details of a picked row failed. */
const places_error *places_table_state_error(const places_table_state *state);
bool places_table_state_can_retry(const places_table_state *state);
/* All of it; release with places_string_release(). Holds what was typed. */
char *places_table_state_to_json(const places_table_state *state);

typedef enum places_change_kind {
    PLACES_CHANGE_REMOVE = 0,
    PLACES_CHANGE_INSERT = 1,
    PLACES_CHANGE_UPDATE = 2,
    PLACES_CHANGE_FORCE_32_BITS = 0x7fffffff
} places_change_kind;

/*
 * What makes the rows of `from` (NULL: none) those of `to`, one change after the other: removes from the
 * last row up, then inserts from the first down, then updates by their final row. Writes at most `capacity`
 * of them into `kinds` and `rows` and returns how many there are.
 */
size_t places_table_state_changes(const places_table_state *from, const places_table_state *to,
                                  places_change_kind *kinds, size_t *rows, size_t capacity);

/* ---------------------------------------------------------------------------------------------
 * Table data source: rows and state for a control, keyboard, picking, retry, attribution.
 */

/* Mirrors the delegate of the SDK's table data source; any member may be NULL. */
typedef struct places_table_delegate {
    /* sizeof(places_table_delegate): the struct grows at its end. */
    size_t size;
    /* Rows were asked for: draw again. */
    void (*did_request)(void *userdata, const places_table_state *state);
    /* Rows came or went, or the state changed otherwise: draw again. */
    void (*did_update)(void *userdata, const places_table_state *state);
    /* A row was picked; false suppresses the details call and what follows. NULL: true. */
    bool (*did_select_prediction)(void *userdata, const places_table_state *state, size_t row);
    /* The picked place, and what had been typed. */
    void (*did_autocomplete)(void *userdata, const places_place *place, const char *typed);
    /* PLACES_PICK_SUGGESTION: the picked row and the session's token (NULL: none), which is the app's now
     * for its one details call. */
    void (*did_pick)(void *userdata, const places_table_state *state, size_t row,
                     const places_token *token);
    /* Enter without a marked row: the text as it is. */
    void (*did_enter_text)(void *userdata, const char *text);
    /* Failures that trying again cannot mend; the others are in the state. */
    void (*did_fail)(void *userdata, const places_error *error);
    /* Escape on a closed list, or places_table_cancel(). */
    void (*was_cancelled)(void *userdata);
    /* Network activity: on and off always in pairs, the last one off. */
    void (*activity)(void *userdata, bool active);
} places_table_delegate;

/* `delegate` is copied. The language is the user's locale (LC_ALL, LC_MESSAGES, LANG) until it is set. */
places_status places_table_new(places_client *client, const places_table_delegate *delegate,
                               void *userdata, places_table **out, places_error **error);
void places_table_free(places_table *table);

/* As for a fetcher. A new text takes the mark off the rows; they stay until the next ones come. */
places_status places_table_set_text(places_table *table, const char *text, size_t length,
                                    int32_t caret, places_error **error);
/* The program itself fills the field: no request, no rows; a pick under way is given up. */
places_status places_table_set_value(places_table *table, const char *text, size_t length,
                                     places_error **error);
/* As for a fetcher. Keys are the input method's meanwhile: places_table_key() uses none up. */
void places_table_set_composing(places_table *table, bool composing);
places_status places_table_set_filter(places_table *table, const places_filter *filter,
                                      places_error **error);
/* The map's viewport is the bias from now on; the session stays. Refused beside a restriction. */
places_status places_table_set_viewport(places_table *table, double low_latitude,
                                        double low_longitude, double high_latitude,
                                        double high_longitude, places_error **error);
places_status places_table_set_token(places_table *table, const places_token *token,
                                     places_error **error);
places_status places_table_set_session_policy(places_table *table, places_session_policy policy,
                                              places_error **error);
places_status places_table_set_mode(places_table *table, places_typing_mode mode,
                                    uint32_t interval_ms, places_error **error);
places_status places_table_set_min_length(places_table *table, uint32_t code_points,
                                          places_error **error);
places_status places_table_set_limit(places_table *table, int32_t limit, places_error **error);
/* As for a fetcher; also for the details of a pick and for the search. A table that got no answer in time
 * is PLACES_TABLE_FAILED with "try again". */
places_status places_table_set_deadline(places_table *table, uint32_t milliseconds,
                                        places_error **error);
places_status places_table_set_session_timeout(places_table *table, uint32_t milliseconds,
                                               places_error **error);

/* Which details a pick fetches. Default "id,displayName,formattedAddress,location,types,viewport", which
 * the service bills as Pro. */
places_status places_table_set_fields(places_table *table, const char *mask, places_error **error);

typedef enum places_pick {
    /* A pick fetches the details, then did_autocomplete. Default. */
    PLACES_PICK_DETAILS = 0,
    /* A pick gives the suggestion and the token: did_pick. */
    PLACES_PICK_SUGGESTION = 1,
    PLACES_PICK_FORCE_32_BITS = 0x7fffffff
} places_pick;
places_status places_table_set_pick(places_table *table, places_pick pick, places_error **error);

/* NULL: the user's locale again; "": each place's own. A filter's own language goes before it. */
places_status places_table_set_language(places_table *table, const char *language,
                                        places_error **error);

typedef enum places_units {
    /* By the region of the filter or the locale. Default. */
    PLACES_UNITS_BY_REGION = 0,
    PLACES_UNITS_METRIC = 1,
    /* Miles and feet. */
    PLACES_UNITS_US = 2,
    /* Miles and yards. */
    PLACES_UNITS_UK = 3,
    PLACES_UNITS_FORCE_32_BITS = 0x7fffffff
} places_units;
places_status places_table_set_units(places_table *table, places_units units, places_error **error);

/* Enter without a marked row picks the first. Default: no. */
void places_table_set_take_first(places_table *table, bool take_first);
/* Enter without a marked row gives the text as it is. Default: yes. */
void places_table_set_accepts_text(places_table *table, bool accepts_text);
/* Declares that a Google map is shown beside the rows, which takes the place of the attribution lines of
 * Google's services. Default: no. */
void places_table_set_on_google_map(places_table *table, bool on_google_map);
/* Offers the way on as last row when nothing was found, and with `always` below rows too. Default: when
 * nothing was found. Without anything to search (places_table_can_search()) there is no such row. */
void places_table_set_search_row(places_table *table, bool offered, bool always);

/* Recent places and favourites come from the store, on empty text all, else those that match; picks are
 * noted there. A change that is made through the same places_store shows at once on empty text, else with
 * the next text; one by another program when the list of empty text comes next. NULL: none. */
places_status places_table_set_store(places_table *table, places_store *store,
                                     places_error **error);
/* A first row on empty text, for the place where the user is; picking it gives a place of that location. */
places_status places_table_set_current_location(places_table *table, double latitude,
                                                double longitude, const char *label,
                                                places_error **error);
void places_table_clear_current_location(places_table *table);

typedef enum places_billing_policy {
    /* Session tokens, and details for a pick. Default. */
    PLACES_BILLING_SESSIONS = 0,
    /* By what the client's meter has seen: no token, and geocoding for the pick, where only address and
     * location are wanted and users pick within four requests; else sessions. */
    PLACES_BILLING_CHEAPEST = 1,
    PLACES_BILLING_POLICY_FORCE_32_BITS = 0x7fffffff
} places_billing_policy;
places_status places_table_set_billing_policy(places_table *table, places_billing_policy policy,
                                              places_error **error);

typedef enum places_key {
    PLACES_KEY_DOWN = 0,
    PLACES_KEY_UP = 1,
    PLACES_KEY_ENTER = 2,
    PLACES_KEY_ESCAPE = 3,
    PLACES_KEY_HOME = 4,
    PLACES_KEY_END = 5,
    PLACES_KEY_FORCE_32_BITS = 0x7fffffff
} places_key;
/* A key of the ARIA combobox pattern; returns whether it is used up (false: it is the field's, or what is
 * round it: Escape on a closed list closes a dialog where the field is empty, or its text was picked, given
 * up or set by the program, and nothing is on its way; else it cancels). */
bool places_table_key(places_table *table, places_key key);
/* Marks a row, such as under the pointer; -1: none. Refused past the end and below -1. */
places_status places_table_highlight(places_table *table, int32_t row, places_error **error);
void places_table_open(places_table *table);
void places_table_close(places_table *table);

/*
 * Picks a row: of `state`, which the user saw, or of the present rows (NULL). Refused: a row past the end,
 * a row of `state` that is gone since, a pick while another is under way.
 */
places_status places_table_select(places_table *table, const places_table_state *state, size_t row,
                                  places_error **error);
/* Searches for the text as it is (the way on), with geocoding or a text search by
 * places_text_is_for_geocoding(); its places become rows, a single one is picked. PLACES_UNSUPPORTED where
 * the client has no service for it. */
places_status places_table_search(places_table *table, places_error **error);
/* Whether the client has one: a web service, or one among its sources; the same for the client's whole
 * life. False for NULL. */
bool places_table_can_search(const places_table *table);
/* Asks again what failed. Refused where nothing failed. */
places_status places_table_retry(places_table *table, places_error **error);
/* Ends requests, the pick under way, rows and session; was_cancelled. */
void places_table_cancel(places_table *table);
void places_table_clear(places_table *table);
void places_table_flush(places_table *table);
/* The session's token, as of a fetcher. */
places_status places_table_token(places_table *table, places_token **out, places_error **error);
/* The present state. Release with places_table_state_release(). NULL for NULL. */
places_table_state *places_table_state_now(places_table *table);

/* Whether a text that nobody picked a row for goes to geocoding (addresses, units as
 * "Stroupežnického 3191/17", road segments as "23-30 29th St") and not to a text search. */
bool places_text_is_for_geocoding(const char *text);

/* ---------------------------------------------------------------------------------------------
 * Store: recent places and favourites, in a small SQLite file or in memory. Any thread.
 */

/*
 * NULL path: in memory, for hosts that keep the places themselves. A damaged store, or what is no database,
 * is set aside beside it (places_store_set_aside_path()) and a new one begun; one that cannot be written
 * opens for reading. PLACES_IO: it cannot be opened, is locked for more than a second, or is the database
 * of another program, which is neither changed nor renamed.
 */
places_status places_store_open(const char *path, places_store **out, places_error **error);
void places_store_free(places_store *store);
/* Where the damaged file lies now; NULL where none was. Lives as long as the store. */
const char *places_store_set_aside_path(const places_store *store);
bool places_store_is_read_only(const places_store *store);
/* Notes a place as the most recent. The oldest beyond 50 go. `secondary`, `types` (comma-separated) may be
 * NULL; a location of NaN is none. */
places_status places_store_add(places_store *store, const char *place_id, const char *primary,
                               const char *secondary, const char *types, double latitude,
                               double longitude, places_error **error);
places_status places_store_set_favourite(places_store *store, const char *place_id, bool favourite,
                                         places_error **error);
places_status places_store_remove(places_store *store, const char *place_id, places_error **error);
/* Forgets the recent places; favourites stay. */
places_status places_store_clear(places_store *store, places_error **error);
size_t places_store_count(const places_store *store);

/* ---------------------------------------------------------------------------------------------
 * Sources: several places to ask, one list.
 */

typedef enum places_source_mode {
    /* In the stated order, the first that finds something. */
    PLACES_SOURCES_FIRST = 0,
    /* The first; the next where it fails or has not answered in time. Marked as fallback. */
    PLACES_SOURCES_FALLBACK = 1,
    /* All at once: rows that are there at once stay where they are, those that come later go below. */
    PLACES_SOURCES_MERGE = 2,
    PLACES_SOURCE_MODE_FORCE_32_BITS = 0x7fffffff
} places_source_mode;

/*
 * A source that answers as a client with these options would: from indexes, a provider or a service; with
 * none of them it reads coordinates and Plus Codes. `name` (1 to 64 bytes) tells its rows apart. Options are
 * copied. Free with places_source_free(); clients keep what they need.
 */
places_status places_source_new(const places_client_options *options, const char *name,
                                places_source **out, places_error **error);
void places_source_free(places_source *source);
/* Adds a source, at most 8, instead of an index, provider or service of the options themselves. */
places_status places_client_options_add_source(places_client_options *options,
                                               places_source *source, places_error **error);
/* `wait_ms`: after so long without an answer the next source is asked (FALLBACK), or what is there is
 * given (MERGE); 0 to 60000. Default: FIRST; 1500 ms. */
places_status places_client_options_set_source_mode(places_client_options *options,
                                                    places_source_mode mode, uint32_t wait_ms,
                                                    places_error **error);
/* The name of the row's source; "" where the client has but one. */
const char *places_result_row_source(const places_result *result, size_t row);
/* Whether the rows come from a source that stands in for one before it. */
bool places_result_is_fallback(const places_result *result);

/* ---------------------------------------------------------------------------------------------
 * Meter: what a client's searches cost. A snapshot; immutable; any thread.
 */

typedef enum places_counter {
    /* Requests to services and providers, by kind. */
    PLACES_COUNT_AUTOCOMPLETE = 0,
    PLACES_COUNT_DETAILS = 1,
    PLACES_COUNT_TEXT_SEARCH = 2,
    PLACES_COUNT_GEOCODE = 3,
    PLACES_COUNT_PHOTO = 4,
    /* Of all these: sent again after a failure, and those that carried a session token. */
    PLACES_COUNT_RESENT = 5,
    PLACES_COUNT_WITH_TOKEN = 6,
    /* Cancelled while under way. */
    PLACES_COUNT_CANCELLED = 7,
    /* Answered by an index, and from the memory of a session: they cost nothing. */
    PLACES_COUNT_LOCAL = 8,
    PLACES_COUNT_CACHE_HITS = 9,
    /* Sessions begun; ended by a pick; ended without one. */
    PLACES_COUNT_SESSIONS_BEGUN = 10,
    PLACES_COUNT_SESSIONS_ENDED = 11,
    PLACES_COUNT_SESSIONS_ABANDONED = 12,
    /* Requests with a token whose session had ended: a fault of the program. */
    PLACES_COUNT_TOKENS_REUSED = 13,
    PLACES_COUNT_PICKS = 14,
    /* Up to the picks: code points in the field, and autocomplete requests. */
    PLACES_COUNT_CHARACTERS_BEFORE_PICK = 15,
    PLACES_COUNT_REQUESTS_BEFORE_PICK = 16,
    /* Details by tier, and those of an unknown one. */
    PLACES_COUNT_DETAILS_IDS_ONLY = 17,
    PLACES_COUNT_DETAILS_ESSENTIALS = 18,
    PLACES_COUNT_DETAILS_PRO = 19,
    PLACES_COUNT_DETAILS_ENTERPRISE = 20,
    PLACES_COUNT_DETAILS_ENTERPRISE_ATMOSPHERE = 21,
    PLACES_COUNT_DETAILS_UNKNOWN = 22,
    PLACES_COUNTER_FORCE_32_BITS = 0x7fffffff
} places_counter;

/* What has been counted since the client was made. Free with places_meter_free(). NULL for NULL. */
places_meter *places_client_meter(const places_client *client);
void places_meter_free(places_meter *meter);
uint64_t places_meter_count(const places_meter *meter, places_counter counter);
/* Autocomplete requests before a pick, on average; NaN before the first pick. */
double places_meter_requests_per_pick(const places_meter *meter);
/* Release with places_string_release(). */
char *places_meter_to_json(const places_meter *meter);

/* Prices are yours to state: the service changes them, and has tiers and free amounts. One thread at a
 * time. Free with places_prices_free(). */
places_prices *places_prices_new(void);
void places_prices_free(places_prices *prices);
/*
 * `name`: "autocomplete_request", "autocomplete_session" (a session of requests as a whole; 0 where it is
 * free), "geocoding", "details_ids_only", "details_essentials", "details_pro", "details_enterprise",
 * "details_enterprise_atmosphere". `price` of one, in any currency, finite and not negative.
 */
places_status places_prices_set(places_prices *prices, const char *name, double price,
                                places_error **error);

/* The three ways to bill a search that ends with a pick. */
typedef enum places_billing_way {
    /* A session token, and details with all the fields that are wanted. */
    PLACES_WAY_SESSION_DETAILS = 0,
    /* No token; geocoding of the picked place's ID. */
    PLACES_WAY_REQUESTS_GEOCODING = 1,
    /* A session token, and details with address and location alone. */
    PLACES_WAY_SESSION_BASIC = 2,
    PLACES_WAY_FORCE_32_BITS = 0x7fffffff
} places_billing_way;

/*
 * Which way is the cheapest for the fields of `mask` and so many requests before a pick, and what each
 * costs for one search (NaN: it cannot give these fields). `costs` may be NULL. Refused: a price that is
 * needed is not set.
 */
places_status places_prices_advise(const places_prices *prices, const char *mask,
                                   double requests_per_pick, places_billing_way *way,
                                   double costs[3], places_error **error);

#ifdef __cplusplus
}
#endif

#endif /* PLACES_H */
