/*
 * What is refused, at the call, with a message that names the argument and the limit; what is not; and
 * NULL everywhere. No index and no provider is needed for any of it.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <locale.h>
#include <math.h>

#define BAD PLACES_INVALID_REQUEST

static places_status set_query(places_request *request, const char *text, places_error **error) {
    return places_request_set_query(request, text, PLACES_NUL_TERMINATED, error);
}

static void test_query(void) {
    places_request *request = places_request_new();
    REFUSED(BAD, "query", "empty", set_query(request, "", &error));
    REFUSED(BAD, "query", "blank", set_query(request, "  \t ", &error));
    REFUSED(BAD, "query", "blank", set_query(request, "\n\n", &error));
    REFUSED(BAD, "query", "blank", set_query(request, "\u200b\u200d\ufeff", &error));
    REFUSED(BAD, "query", "blank", set_query(request, "\u3000\u00a0", &error));
    REFUSED(BAD, "query", "UTF-8", set_query(request, "caf\xe9", &error));
    REFUSED(BAD, "query", "UTF-8", set_query(request, "\xed\xa0\x80", &error)); /* A surrogate. */
    REFUSED(BAD, "query", "UTF-8", set_query(request, "\xc0\xaf", &error));     /* Overlong. */
    REFUSED(BAD, "query", "NUL", places_request_set_query(request, "a\0b", 3, &error));
    REFUSED(BAD, "query", "NULL", set_query(request, NULL, &error));
    char *huge = memset(calloc(1, 1000002), 'a', 1000001);
    REFUSED(BAD, "query", "1000000", set_query(request, huge, &error));
    free(huge);
    ACCEPTED(set_query(request, "\xf0\x9f\x8d\x8c x", &error));
    ACCEPTED(places_request_set_input_offset(request, 3, &error));
    REFUSED(BAD, "offset", "3 code points", places_request_set_input_offset(request, 4, &error));
    REFUSED(BAD, "offset", "-1", places_request_set_input_offset(request, -1, &error));
    REFUSED(BAD, "limit", "1 to 5", places_request_set_limit(request, 6, &error));
    REFUSED(BAD, "limit", "1 to 5", places_request_set_limit(request, 0, &error));
    ACCEPTED(places_request_set_limit(request, 1, &error));
    size_t length = 0;
    CHECK(!strcmp(places_request_query(request, &length), "\xf0\x9f\x8d\x8c x") && length == 6);
    places_request_free(request);
}

static places_status types(places_filter *filter, size_t count, const char *a, const char *b,
                           const char *c, const char *d, const char *e, const char *f,
                           places_error **error) {
    const char *list[] = {a, b, c, d, e, f};
    return places_filter_set_types(filter, list, count, error);
}

static void test_types(void) {
    places_filter *filter = places_filter_new();
    ACCEPTED(types(filter, 5, "cafe", "bar", "gym", "zoo", "spa", NULL, &error));
    REFUSED(BAD, "6 types", "limit is 5",
            types(filter, 6, "cafe", "bar", "gym", "zoo", "spa", "bank", &error));
    ACCEPTED(types(filter, 1, "(cities)", NULL, NULL, NULL, NULL, NULL, &error));
    ACCEPTED(types(filter, 1, "cities", NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "(regions)", "alone",
            types(filter, 2, "(regions)", "cafe", NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "types[0]", "Cafe",
            types(filter, 1, "Cafe", NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "types[0]", "(cafes)",
            types(filter, 1, "(cafes)", NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "types[1]", "NULL",
            types(filter, 2, "cafe", NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "types", "NULL", places_filter_set_types(filter, NULL, 1, &error));
    REFUSED(BAD, "count", "sane",
            places_filter_set_types(filter, (const char *const *)&filter, (size_t)-5, &error));
    /* A well-formed name that no table has is the provider's to judge. */
    ACCEPTED(types(filter, 1, "quantum_hub", NULL, NULL, NULL, NULL, NULL, &error));
    ACCEPTED(places_filter_set_types(filter, NULL, 0, &error));
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    ACCEPTED(types(filter, 1, "address", NULL, NULL, NULL, NULL, NULL, &error));
    ACCEPTED(types(filter, 2, "geocode", "establishment", NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "establishment", "alone",
            types(filter, 2, "establishment", "cafe", NULL, NULL, NULL, NULL, &error));
    ACCEPTED(types(filter, 2, "airport", "amusement_park", NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "mode", "7", places_filter_set_mode(filter, (places_mode)7, &error));
    places_filter_free(filter);
}

static void test_countries(void) {
    places_filter *filter = places_filter_new();
    const char *sixteen[] = {"de", "fr", "it", "es", "pt", "nl", "be", "lu",
                             "at", "ch", "dk", "se", "no", "fi", "pl", "cz"};
    ACCEPTED(places_filter_set_countries(filter, sixteen, 15, &error));
    REFUSED(BAD, "countries", "15", places_filter_set_countries(filter, sixteen, 16, &error));
    const char *same[] = {"uk", "GB", "gb", "Gb", "UK", "gb", "gb", "gb",
                          "gb", "gb", "gb", "gb", "gb", "gb", "gb", "gb"};
    ACCEPTED(places_filter_set_countries(filter, same, 16, &error)); /* One country. */
    const char *three[] = {"deu"};
    REFUSED(BAD, "countries[0]", "two letters",
            places_filter_set_countries(filter, three, 1, &error));
    const char *none[] = {"zz"};
    REFUSED(BAD, "countries[0]", "no country",
            places_filter_set_countries(filter, none, 1, &error));
    ACCEPTED(places_filter_set_countries(filter, sixteen, 6, &error));
    REFUSED(BAD, "mode", "at most 5", places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    ACCEPTED(places_filter_set_countries(filter, sixteen, 5, &error));
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    REFUSED(BAD, "countries", "legacy", places_filter_set_countries(filter, sixteen, 6, &error));
    REFUSED(BAD, "region", "two letters", places_filter_set_region(filter, "USA", &error));
    ACCEPTED(places_filter_set_region(filter, "Us", &error));
    ACCEPTED(places_filter_set_region(filter, NULL, &error));
    REFUSED(BAD, "language", "tag", places_filter_set_language(filter, "english, please", &error));
    ACCEPTED(places_filter_set_language(filter, "zh-Hant-TW", &error));
    ACCEPTED(places_filter_set_language(filter, "pt_BR", &error));
    places_filter_free(filter);
}

static void test_areas(void) {
    places_filter *filter = places_filter_new();
    REFUSED(BAD, "bias.radius", "50000",
            places_filter_set_bias_circle(filter, 0, 0, 50001, &error));
    REFUSED(BAD, "bias.radius", "0 to", places_filter_set_bias_circle(filter, 0, 0, -1, &error));
    REFUSED(BAD, "bias.radius", "nan", places_filter_set_bias_circle(filter, 0, 0, NAN, &error));
    REFUSED(BAD, "latitude", "440.92",
            places_filter_set_bias_circle(filter, 440.921628, 0, 1, &error));
    REFUSED(BAD, "longitude", "181", places_filter_set_bias_circle(filter, 0, 181, 1, &error));
    REFUSED(BAD, "latitude", "finite", places_filter_set_bias_circle(filter, NAN, 0, 1, &error));
    REFUSED(BAD, "longitude", "finite",
            places_filter_set_bias_circle(filter, 0, INFINITY, 1, &error));
    REFUSED(BAD, "origin", "latitude", places_filter_set_origin(filter, -90.5, 0, &error));
    ACCEPTED(places_filter_set_bias_circle(filter, 90, -180, 50000, &error));
    REFUSED(BAD, "restriction", "bias",
            places_filter_set_restriction_circle(filter, 0, 0, 1, &error));
    places_filter_clear_bias(filter);
    ACCEPTED(places_filter_set_restriction_circle(filter, 0, 0, 0, &error));
    REFUSED(BAD, "bias", "restriction", places_filter_set_bias_circle(filter, 0, 0, 1, &error));
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    ACCEPTED(places_filter_set_bias_circle(filter, 0, 0, 1, &error));
    REFUSED(BAD, "mode", "both", places_filter_set_mode(filter, PLACES_MODE_NEW, &error));
    places_filter_clear_restriction(filter);
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_NEW, &error));
    ACCEPTED(
        places_filter_set_bias_rectangle(filter, -21, 176, -15, -178, &error)); /* Antimeridian. */
    ACCEPTED(places_filter_set_bias_rectangle(filter, -90, -180, 90, 180, &error));
    ACCEPTED(places_filter_set_bias_rectangle(filter, 1, 2, 1, 2, &error)); /* One point. */
    REFUSED(BAD, "bias", "empty",
            places_filter_set_bias_rectangle(filter, 0, 180, 1, -180, &error));
    REFUSED(BAD, "bias", "empty", places_filter_set_bias_rectangle(filter, 2, 0, 1, 1, &error));
    /* The rectangles of the iOS pages' samples, in whatever order they give their corners. */
    ACCEPTED(places_filter_set_bias_corners(filter, 37.388162, -122.088137, 37.395804, -122.077023,
                                            &error));
    ACCEPTED(places_filter_set_bias_corners(filter, 40.921628, -73.700051, 40.477398, -74.259087,
                                            &error));
    ACCEPTED(places_filter_set_bias_corners(filter, -33.843366, 151.134002, -33.875725, 151.200349,
                                            &error));
    ACCEPTED(places_filter_set_bias_corners(filter, 39.0, -95.0, 37.5, -100.0, &error));
    REFUSED(BAD, "latitude", "440.92",
            places_filter_set_bias_corners(filter, 440.921628, -73.700051, 40.477398, -74.259087,
                                           &error));
    places_filter_free(filter);
}

static void test_tokens(void) {
    places_token *token = NULL, *other = NULL;
    ACCEPTED(places_token_new(&token, &error));
    ACCEPTED(places_token_new(&other, &error));
    const char *text = places_token_text(token);
    CHECK(strlen(text) == 36 && text[14] == '4' && strchr("89ab", text[19]));
    CHECK(strcmp(text, places_token_text(other)));
    places_token_free(other);
    places_token_free(token);
    ACCEPTED(places_token_from_text("abc-DEF_123", &token, &error));
    CHECK(!strcmp(places_token_text(token), "abc-DEF_123"));
    places_token_free(token);
    ACCEPTED(places_token_from_text("123456789012345678901234567890123456", &token, &error));
    places_token_free(token);
    REFUSED(BAD, "37", "36",
            places_token_from_text("1234567890123456789012345678901234567", &token, &error));
    CHECK(token == NULL);
    REFUSED(BAD, "text", "empty", places_token_from_text("", &token, &error));
    REFUSED(BAD, "text", "outside", places_token_from_text("a=b", &token, &error));
    REFUSED(BAD, "out", "NULL", places_token_new(NULL, &error));
}

static void test_place_requests(void) {
    places_place_request *request = places_place_request_new();
    ACCEPTED(places_place_request_set_fields(request, "displayName,location.latitude", &error));
    ACCEPTED(places_place_request_set_fields(request, "moved_place,movedPlaceId", &error));
    ACCEPTED(places_place_request_set_fields(request, "*", &error));
    REFUSED(BAD, "mask", "colour",
            places_place_request_set_fields(request, "displayName,colour", &error));
    REFUSED(BAD, "mask", "empty", places_place_request_set_fields(request, "", &error));
    REFUSED(BAD, "mask", "spaces",
            places_place_request_set_fields(request, "displayName, location", &error));
    ACCEPTED(places_place_request_set_field_bits(request, PLACES_FIELD_NAME | PLACES_FIELD_PLACE_ID,
                                                 &error));
    ACCEPTED(places_place_request_set_field_bits(request, PLACES_FIELD_ALL, &error));
    REFUSED(BAD, "bits", "0", places_place_request_set_field_bits(request, 0, &error));
    REFUSED(BAD, "bits", "no field",
            places_place_request_set_field_bits(request, UINT64_C(1) << 40, &error));
    REFUSED(BAD, "place_id", "empty", places_place_request_set_place_id(request, "", &error));
    REFUSED(BAD, "place_id", "space", places_place_request_set_place_id(request, "a b", &error));
    REFUSED(BAD, "place_id", "UTF-8", places_place_request_set_place_id(request, "\xff", &error));
    places_place_request_free(request);
}

static void test_indexes(void) {
    places_index *index = (places_index *)1;
    REFUSED(PLACES_IO, "No such file", "missing",
            places_index_open("/nonexistent/missing.places", 0, &index, &error));
    CHECK(index == NULL);
    REFUSED(PLACES_IO, "directory", "/", places_index_open("/", 0, &index, &error));
    REFUSED(BAD, "flags", "8", places_index_open("x", 8, &index, &error));
    REFUSED(BAD, "path", "empty", places_index_open("", 0, &index, &error));
    places_index_builder *builder = places_index_builder_new();
    REFUSED(BAD, "builder", "source", places_index_builder_write(builder, "/tmp/x.places", &error));
    REFUSED(BAD, "source", "NULL", places_index_builder_add_source(builder, NULL, &error));
    places_index_builder_free(builder);
}

/* Every function with every pointer NULL: a refusal or a neutral value, never a crash. */
static void test_null(void) {
    REFUSED(BAD, "filter", "NULL", places_filter_set_types(NULL, NULL, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_countries(NULL, NULL, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_mode(NULL, PLACES_MODE_NEW, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_bias_circle(NULL, 0, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_bias_rectangle(NULL, 0, 0, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_bias_corners(NULL, 0, 0, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_restriction_circle(NULL, 0, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL",
            places_filter_set_restriction_rectangle(NULL, 0, 0, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_restriction_corners(NULL, 0, 0, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_origin(NULL, 0, 0, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_region(NULL, NULL, &error));
    REFUSED(BAD, "filter", "NULL", places_filter_set_language(NULL, NULL, &error));
    REFUSED(BAD, "filter", "NULL",
            places_filter_set_include_pure_service_area_businesses(NULL, 1, &error));
    REFUSED(BAD, "filter", "NULL",
            places_filter_set_include_future_opening_businesses(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", set_query(NULL, "x", &error));
    REFUSED(BAD, "request", "NULL", places_request_set_input_offset(NULL, 0, &error));
    REFUSED(BAD, "request", "NULL", places_request_set_limit(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_request_set_filter(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_request_set_token(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_request_set_deadline(NULL, 0, &error));
    REFUSED(BAD, "request", "NULL", places_request_set_include_query_predictions(NULL, 0, &error));
    REFUSED(BAD, "request", "NULL", places_request_set_explain(NULL, 1, &error));
    REFUSED(BAD, "out", "NULL", places_request_from_json("{}", 2, NULL, &error));
    places_request *request = NULL;
    REFUSED(BAD, "json", "NULL", places_request_from_json(NULL, 2, &request, &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_place_id(NULL, "x", &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_fields(NULL, "*", &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_field_bits(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_token(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_language(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_region(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_place_request_set_deadline(NULL, 1, &error));
    REFUSED(BAD, "out", "NULL", places_index_open("x", 0, NULL, &error));
    places_index *index = NULL;
    REFUSED(BAD, "path", "NULL", places_index_open(NULL, 0, &index, &error));
    REFUSED(BAD, "index", "NULL", places_index_reload(NULL, &error));
    REFUSED(BAD, "index", "NULL", places_index_verify(NULL, &error));
    REFUSED(BAD, "builder", "NULL", places_index_builder_add_source(NULL, "x", &error));
    REFUSED(BAD, "builder", "NULL", places_index_builder_write(NULL, "x", &error));
    REFUSED(BAD, "options", "NULL",
            places_client_options_set_delivery(NULL, PLACES_DELIVERY_PUMPED, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_max_pending(NULL, 1, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_add_index(NULL, NULL, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_provider(NULL, NULL, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_time_zone_bias(NULL, 1, &error));
    REFUSED(BAD, "options", "NULL",
            places_client_options_set_log(NULL, PLACES_LOG_INFO, NULL, NULL, &error));
    REFUSED(BAD, "out", "NULL", places_client_new(NULL, NULL, &error));
    REFUSED(BAD, "client", "NULL", places_client_set_indexes(NULL, NULL, 0, &error));
    REFUSED(BAD, "client", "NULL",
            places_client_autocomplete(NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "client", "NULL", places_client_fetch_place(NULL, NULL, NULL, NULL, NULL, &error));
    places_result *result = NULL;
    places_place *place = NULL;
    REFUSED(BAD, "client", "NULL", places_client_autocomplete_wait(NULL, NULL, 0, &result, &error));
    REFUSED(BAD, "client", "NULL", places_client_fetch_place_wait(NULL, NULL, 0, &place, &error));

    places_client *client = NULL;
    ACCEPTED(places_client_new(NULL, &client, &error));
    REFUSED(BAD, "request", "NULL",
            places_client_autocomplete(client, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL",
            places_client_fetch_place(client, NULL, NULL, NULL, NULL, &error));
    request = places_request_new();
    REFUSED(BAD, "query", "not set",
            places_client_autocomplete(client, request, NULL, NULL, NULL, &error));
    ACCEPTED(set_query(request, "x", &error));
    REFUSED(BAD, "callback", "NULL",
            places_client_autocomplete(client, request, NULL, NULL, NULL, &error));
    places_request_free(request);
    places_place_request *details = places_place_request_new();
    REFUSED(BAD, "place_id", "not set",
            places_client_fetch_place(client, details, NULL, NULL, NULL, &error));
    ACCEPTED(places_place_request_set_place_id(details, "x", &error));
    REFUSED(BAD, "fields", "not set",
            places_client_fetch_place(client, details, NULL, NULL, NULL, &error));
    places_place_request_free(details);
    places_index *missing[] = {NULL};
    REFUSED(BAD, "indexes[0]", "NULL", places_client_set_indexes(client, missing, 1, &error));
    places_client_free(client);

    /* Neutral values. */
    CHECK(places_error_status(NULL) == PLACES_OK && !places_error_message(NULL) &&
          !places_error_field(NULL));
    CHECK(!places_error_http_status(NULL) && !places_error_canonical_status(NULL) &&
          !places_error_reason(NULL));
    CHECK(places_error_retry_after_ms(NULL) == -1 && !places_error_violation_count(NULL));
    CHECK(!places_error_violation_field(NULL, 0) && !places_error_violation_description(NULL, 0));
    CHECK(!places_error_to_json(NULL) && !places_error_retain(NULL) && !places_token_text(NULL));
    CHECK(!places_filter_copy(NULL) && !places_request_query(NULL, NULL) &&
          !places_request_to_json(NULL));
    CHECK(!places_place_request_place_id(NULL) && !places_result_retain(NULL) &&
          !places_result_count(NULL));
    CHECK(!places_result_place_id(NULL, 0, NULL) && !places_result_full_text(NULL, 0, NULL));
    CHECK(!places_result_primary_text(NULL, 0, NULL) &&
          !places_result_secondary_text(NULL, 0, NULL));
    CHECK(!places_result_type_count(NULL, 0) && !places_result_type(NULL, 0, 0) &&
          !places_result_is_query(NULL, 0));
    CHECK(!places_result_distance_meters(NULL, 0, NULL) &&
          !places_result_match_count(NULL, 0, PLACES_TEXT_FULL));
    CHECK(!places_result_match(NULL, 0, PLACES_TEXT_FULL, 0, PLACES_UNIT_UTF8, NULL, NULL));
    CHECK(!places_result_row_attribution(NULL, 0) && !places_result_attribution_count(NULL));
    CHECK(!places_result_attribution(NULL, 0) && !places_result_to_json(NULL));
    CHECK(!places_place_retain(NULL) && !places_place_id(NULL) && !places_place_display_name(NULL));
    CHECK(!places_place_formatted_address(NULL) && !places_place_primary_type(NULL) &&
          !places_place_type_count(NULL));
    CHECK(!places_place_type(NULL, 0) && !places_place_location(NULL, NULL, NULL));
    CHECK(!places_place_viewport(NULL, NULL, NULL, NULL, NULL) &&
          !places_place_text(NULL, NULL, NULL));
    CHECK(!places_place_number(NULL, NULL, NULL) && !places_place_attribution(NULL) &&
          !places_place_to_json(NULL));
    CHECK(!places_index_place_count(NULL) && !places_index_info_json(NULL));
    CHECK(!places_index_builder_place_count(NULL) && !places_index_builder_bad_row_count(NULL));
    CHECK(!places_client_pending_count(NULL) && places_client_dispatch(NULL) == BAD &&
          places_client_fd(NULL) == BAD);
    places_client_cancel(NULL, 1);
    places_index_builder_set_progress(NULL, NULL, NULL);
    places_index_builder_set_bad_row(NULL, NULL, NULL);
    places_provider_set_autocomplete(NULL, NULL);
    places_provider_set_fetch_place(NULL, NULL);
    places_provider_set_cancel(NULL, NULL);
    places_responder_finish_json(NULL, NULL, 0);
    places_responder_fail(NULL, PLACES_OK, NULL);
    places_error_release(NULL);
    places_string_release(NULL);
    places_token_free(NULL);
    places_filter_free(NULL);
    places_filter_clear_bias(NULL);
    places_filter_clear_restriction(NULL);
    places_filter_clear_origin(NULL);
    places_request_free(NULL);
    places_place_request_free(NULL);
    places_result_release(NULL);
    places_place_release(NULL);
    places_index_free(NULL);
    places_index_builder_free(NULL);
    places_provider_free(NULL);
    places_client_options_free(NULL);
    places_client_free(NULL);
}

static void test_options(void) {
    places_client_options *options = places_client_options_new();
    REFUSED(BAD, "count", "1000000", places_client_options_set_max_pending(options, 0, &error));
    REFUSED(BAD, "delivery", "9",
            places_client_options_set_delivery(options, (places_delivery)9, &error));
    REFUSED(BAD, "level", "9",
            places_client_options_set_log(options, (places_log_level)9, NULL, NULL, &error));
    places_client_options_free(options);
}

static void test_statuses(void) {
#define NAMED(constant)                                                                            \
    CHECK(!strcmp(places_status_name(constant), #constant) && *places_status_description(constant))
    NAMED(PLACES_OK);
    NAMED(PLACES_NETWORK_ERROR);
    NAMED(PLACES_SERVER_ERROR);
    NAMED(PLACES_INTERNAL_ERROR);
    NAMED(PLACES_KEY_INVALID);
    NAMED(PLACES_KEY_EXPIRED);
    NAMED(PLACES_USAGE_LIMIT_EXCEEDED);
    NAMED(PLACES_RATE_LIMIT_EXCEEDED);
    NAMED(PLACES_DEVICE_RATE_LIMIT_EXCEEDED);
    NAMED(PLACES_ACCESS_NOT_CONFIGURED);
    NAMED(PLACES_INCORRECT_BUNDLE_IDENTIFIER);
    NAMED(PLACES_LOCATION_ERROR);
    NAMED(PLACES_INVALID_REQUEST);
    NAMED(PLACES_CANCELLED);
    NAMED(PLACES_DEADLINE);
    NAMED(PLACES_NOT_FOUND);
    NAMED(PLACES_BAD_RESPONSE);
    NAMED(PLACES_TLS);
    NAMED(PLACES_QUEUE_FULL);
    NAMED(PLACES_WRONG_THREAD);
    NAMED(PLACES_FORKED);
    NAMED(PLACES_UNSUPPORTED);
    NAMED(PLACES_IO);
    NAMED(PLACES_INDEX_DAMAGED);
    NAMED(PLACES_INDEX_VERSION);
    NAMED(PLACES_NO_PROVIDER);
    NAMED(PLACES_DISK_FULL);
    CHECK(PLACES_NETWORK_ERROR == -1 && PLACES_INVALID_REQUEST == -12 && PLACES_CANCELLED == -100);
    for (int status = -300; status < 300; status++)
        CHECK(places_status_name(status) && places_status_description(status));
    CHECK(!strcmp(places_status_name(INT32_MAX), "PLACES_UNKNOWN_STATUS"));
    CHECK(places_status_is_retryable(PLACES_NETWORK_ERROR) &&
          !places_status_is_retryable(PLACES_KEY_INVALID));
    CHECK(!strcmp(places_version(), PLACES_VERSION) &&
          places_version_number() == PLACES_VERSION_NUMBER);
}

/* What is typed never comes back in a message. */
static void test_privacy(void) {
    places_request *request = places_request_new();
    places_error *error = NULL;
    CHECK(set_query(request, "secretword\xff", &error) == BAD);
    CHECK(error && !strstr(places_error_message(error), "secret"));
    places_error_release(error);
    char *json;
    places_request_free(request);
    CHECK(places_request_from_json("{\"input\":\"secretword\",\"colour\":1}", PLACES_NUL_TERMINATED,
                                   &request, &error) == BAD);
    CHECK(error && strstr(places_error_message(error), "colour") &&
          !strstr(places_error_message(error), "secret"));
    json = places_error_to_json(error);
    CHECK(json && strstr(json, "\"code\":400") && strstr(json, "INVALID_ARGUMENT") &&
          strstr(json, "fieldViolations"));
    places_string_release(json);
    places_error_release(error);
}

int main(void) {
    /* The library must not care; where no such locale is installed this changes nothing. */
    setlocale(LC_ALL, "de_DE.UTF-8");
    test_query();
    test_types();
    test_countries();
    test_areas();
    test_tokens();
    test_place_requests();
    test_indexes();
    test_options();
    test_statuses();
    test_privacy();
    test_null();
    return report();
}
