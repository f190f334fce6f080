/*
 * The embedded index through the public header, on a small index of made-up places that the test builds:
 *  1. Build, open, info, verify; a bad row is named and the rest kept; progress can stop the build.
 *  2. Suggestions: matches in every unit, types, distance, countries, types New and legacy, service areas.
 *  3. Restriction and bias: circles, rectangles, radius 0, a point, the antimeridian, the sample corners.
 *  4. Details by ID under a mask; typed coordinates and Plus Codes.
 *  5. Damaged files: truncated at every 64th, bytes flipped; missing, empty, a folder.
 *  6. Reload while in use; replaced under the reader; private memory outlives a truncation.
 *  7. Odd queries are answered: 100 kB, 10,000 words, emoji, combining marks, right to left.
 *  8. Two threads on one index; pumped delivery searches inside the dispatch.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/places-test-XXXXXX";
static char csv_path[128], index_path[128];

static const char rows[] =
    "id,name,alt_names,lat,lon,primary_type,types,importance,country,region,locality,"
    "pure_service_area,future_opening\n"
    "t:paris,Paris,Lutetia,48.8566,2.3522,locality,locality|political,6.3,FR,,,,\n"
    "t:paris-tx,Paris,,33.6609,-95.5555,locality,locality|political,4.4,US,Texas,,,\n"
    "t:strasse,Gro\xc3\x9f"
    "e Stra\xc3\x9f"
    "e,,52.5,13.4,route,route,2,DE,Berlin,Berlin,,\n"
    "t:dino,\xf0\x9f\xa6\x96 Dino "
    "Park,,60.17,24.94,amusement_park,amusement_park|park,2,FI,,Helsinki,,\n"
    "t:museum,Museum of Glass,,60.172,24.931,museum,museum|tourist_attraction,2,FI,,Helsinki,,\n"
    "t:museum-far,Museum of Glass,,40.7,-74.0,museum,museum|tourist_attraction,2,US,New York,New "
    "York,,\n"
    "t:cafe,Museum Cafe,,60.173,24.932,cafe,cafe|museum,1,FI,,Helsinki,,\n"
    "t:plumber,Museum Plumbers,,60.171,24.93,plumber,plumber,1,FI,,Helsinki,yes,\n"
    "t:soon,Museum Soon,,60.1715,24.9305,museum,museum,1,FI,,Helsinki,,yes\n"
    "t:suva,Suva Market,,-18.1416,178.4419,market,market,2,FJ,,,,\n"
    "t:taveuni,Taveuni Market,,-16.85,-179.97,market,market,2,FJ,,,,\n"
    "t:lapaz,La Paz Market,,-16.5,-68.15,market,market,2,BO,,,,\n"
    "t:sydney,Sydney Market,,-33.86,151.17,market,market,3,AU,New South Wales,Sydney,,\n"
    "t:pole,Pole Market,,90,0,market,market,1,,,,,\n"
    "t:line,Line Market,,0,180,market,market,1,,,,,\n"
    "t:london,London,,51.5074,-0.1278,locality,locality|political,7,GB,England,,,\n"
    "t:broken,Broken,,noon,2,market,market,1,FJ,,,,\n";

static void write_file(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, count, file) != count || fclose(file))
        abort();
}

static char *read_file(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file)
        abort();
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*count + 1);
    if (fread(bytes, 1, *count, file) != *count)
        abort();
    fclose(file);
    return bytes;
}

static int bad_rows, progress_calls, progress_limit;

static void on_bad_row(void *userdata, const char *source, uint64_t line, const char *reason) {
    (void)userdata;
    CHECK(strstr(source, "sample.csv") && line == 18 && *reason);
    bad_rows++;
}

static bool on_progress(void *userdata, const char *source, double fraction, uint64_t places) {
    (void)userdata, (void)source, (void)places;
    CHECK(fraction >= 0 && fraction <= 1);
    return ++progress_calls != progress_limit;
}

static places_index *open_index(const char *path, uint32_t flags) {
    places_index *index = NULL;
    ACCEPTED(places_index_open(path, flags, &index, &error));
    return index;
}

static places_client *new_client(places_index *index, places_delivery delivery) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    ACCEPTED(places_client_options_set_delivery(options, delivery, &error));
    ACCEPTED(places_client_options_add_index(options, index, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    return client;
}

static void build(const char *target) {
    places_index_builder *builder = places_index_builder_new();
    char source[160];
    snprintf(source, sizeof source, "csv:%s?attribution=Test%%20data", csv_path);
    ACCEPTED(places_index_builder_add_source(builder, source, &error));
    places_index_builder_set_bad_row(builder, on_bad_row, NULL);
    places_index_builder_set_progress(builder, on_progress, NULL);
    bad_rows = progress_calls = progress_limit = 0;
    ACCEPTED(places_index_builder_write(builder, target, &error));
    CHECK(bad_rows == 1 && places_index_builder_bad_row_count(builder) == 1);
    CHECK(places_index_builder_place_count(builder) == 16 && progress_calls > 0);
    places_index_builder_free(builder);
}

static void test_build(void) {
    build(index_path);
    places_index *index = open_index(index_path, 0);
    CHECK(places_index_place_count(index) == 16);
    ACCEPTED(places_index_verify(index, &error));
    char *info = places_index_info_json(index);
    CHECK(strstr(info, "\"placeCount\":16") && strstr(info, "Test data"));
    places_string_release(info);
    places_index_free(index);

    /* The same input, the same bytes. */
    char again[160];
    snprintf(again, sizeof again, "%s/again.places", folder);
    build(again);
    size_t count, other;
    char *a = read_file(index_path, &count), *b = read_file(again, &other);
    CHECK(count == other && !memcmp(a, b, count));
    free(a), free(b);

    /* Stopped: the older file stays, nothing is left beside it. */
    places_index_builder *builder = places_index_builder_new();
    char source[160];
    snprintf(source, sizeof source, "csv:%s?attribution=Test%%20data", csv_path);
    ACCEPTED(places_index_builder_add_source(builder, source, &error));
    places_index_builder_set_progress(builder, on_progress, NULL);
    progress_calls = 0;
    progress_limit = 1;
    REFUSED(PLACES_CANCELLED, "", "", places_index_builder_write(builder, again, &error));
    /* What is no file is not replaced by one, and a source not by its index. */
    char pipe_path[160];
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    CHECK(mkfifo(pipe_path, 0600) == 0);
    REFUSED(PLACES_IO, "pipe", "regular file",
            places_index_builder_write(builder, pipe_path, &error));
    unlink(pipe_path);
    REFUSED(PLACES_INVALID_REQUEST, "path", "one of the sources",
            places_index_builder_write(builder, csv_path, &error));
    REFUSED(PLACES_IO, "", "",
            places_index_builder_write(builder, "/nonexistent/x.places", &error));
    places_index_builder_free(builder);
    a = read_file(again, &count);
    CHECK(count == other);
    free(a);
    unlink(again);
}

/* The IDs of the rows, with a space after each. */
static void ids_of(const places_result *result, char *ids, size_t size) {
    *ids = 0;
    for (size_t i = 0; i < places_result_count(result); i++)
        snprintf(ids + strlen(ids), size - strlen(ids), "%s ",
                 places_result_place_id(result, i, NULL));
}

static places_result *ask(places_client *client, const char *query, const places_filter *filter) {
    places_request *request = request_for(query);
    places_result *result = NULL;
    ACCEPTED(places_request_set_filter(request, filter, &error));
    ACCEPTED(places_client_autocomplete_wait(client, request, 10000, &result, &error));
    places_request_free(request);
    return result;
}

/* Whether exactly these come, in whatever order. */
static int gives(places_client *client, const char *query, const places_filter *filter,
                 const char *expected) {
    char ids[1024], wanted[256];
    places_result *result = ask(client, query, filter);
    ids_of(result, ids, sizeof ids);
    places_result_release(result);
    int is_good = strlen(ids) == strlen(expected);
    snprintf(wanted, sizeof wanted, "%s", expected);
    for (char *id = strtok(wanted, " "); id; id = strtok(NULL, " ")) {
        char one[64];
        snprintf(one, sizeof one, "%s ", id);
        is_good &= strstr(ids, one) != NULL;
    }
    if (!is_good)
        fprintf(stderr, "\"%s\" gave %s, not %s\n", query, ids, expected);
    return is_good;
}

static int first_is(places_client *client, const char *query, const places_filter *filter,
                    const char *expected) {
    places_result *result = ask(client, query, filter);
    const char *id = places_result_place_id(result, 0, NULL);
    int is_good = id && !strcmp(id, expected);
    if (!is_good)
        fprintf(stderr, "\"%s\" gave %s first, not %s\n", query, id ? id : "nothing", expected);
    places_result_release(result);
    return is_good;
}

static void test_rows(places_client *client) {
    CHECK(first_is(client, "par", NULL, "t:paris"));
    CHECK(gives(client, "par tex", NULL, "t:paris-tx "));
    CHECK(first_is(client, "lutetia", NULL, "t:paris"));
    CHECK(gives(client, "zzzzzzzz", NULL, ""));
    places_result *result = ask(client, "dino", NULL);
    CHECK(places_result_count(result) == 1);
    size_t start = 0, end = 0;
    CHECK(places_result_match_count(result, 0, PLACES_TEXT_PRIMARY) == 1);
    CHECK(places_result_match(result, 0, PLACES_TEXT_PRIMARY, 0, PLACES_UNIT_CODE_POINTS, &start,
                              &end));
    CHECK(start == 2 && end == 6);
    CHECK(places_result_match(result, 0, PLACES_TEXT_PRIMARY, 0, PLACES_UNIT_UTF16, &start, &end));
    CHECK(start == 3 && end == 7);
    CHECK(places_result_match(result, 0, PLACES_TEXT_PRIMARY, 0, PLACES_UNIT_UTF8, &start, &end));
    CHECK(start == 5 && end == 9);
    CHECK(!strcmp(places_result_type(result, 0, 0), "amusement_park"));
    CHECK(places_result_type_count(result, 0) == 2 && !places_result_type(result, 0, 2));
    CHECK(!places_result_distance_meters(result, 0, NULL));
    CHECK(!places_result_place_id(result, 1, NULL) && !places_result_is_query(result, 0));
    CHECK(strstr(places_result_full_text(result, 0, NULL), "Dino Park, Helsinki"));
    places_result_release(result);
    result = ask(client, "strasse", NULL);
    CHECK(places_result_match(result, 0, PLACES_TEXT_PRIMARY, 0, PLACES_UNIT_CODE_POINTS, &start,
                              &end));
    CHECK(start == 6 && end == 12);
    places_result_release(result);
    result = ask(client, "par", NULL);
    CHECK(!strcmp(places_result_row_attribution(result, 0), "Test data"));
    CHECK(!places_result_explanation(result, 0) && !places_result_explanation(NULL, 0));
    places_result_release(result);

    /* Why it is where it is, where that was asked for; Google's body stays what it is. */
    places_request *explained = request_for("paris");
    ACCEPTED(places_request_set_explain(explained, true, &error));
    ACCEPTED(places_client_autocomplete_wait(client, explained, 10000, &result, &error));
    const char *explanation = places_result_explanation(result, 0);
    CHECK(explanation && strstr(explanation, "importance 6.30") &&
          strstr(explanation, "whole name +"));
    CHECK(!places_result_explanation(result, places_result_count(result)));
    char *body = places_result_to_json(result);
    CHECK(!strstr(body, "importance"));
    places_string_release(body);
    places_result_release(result);
    places_request_free(explained);

    places_filter *filter = places_filter_new();
    ACCEPTED(places_filter_set_origin(filter, 48.8566, 2.3522, &error));
    result = ask(client, "paris", filter);
    int32_t meters = -1;
    CHECK(places_result_distance_meters(result, 0, &meters) && meters == 0);
    CHECK(places_result_distance_meters(result, 1, &meters) && meters > 7500000 &&
          meters < 8100000);
    places_result_release(result);
    places_filter_clear_origin(filter);
    const char *countries[] = {"US", "uk"};
    ACCEPTED(places_filter_set_countries(filter, countries, 2, &error));
    CHECK(gives(client, "par", filter, "t:paris-tx "));
    CHECK(gives(client, "lon", filter, "t:london "));
    ACCEPTED(places_filter_set_countries(filter, NULL, 0, &error));

    const char *museum[] = {"museum"};
    ACCEPTED(places_filter_set_types(filter, museum, 1, &error));
    CHECK(gives(client, "muse", filter, "t:museum t:museum-far "));
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    CHECK(gives(client, "muse", filter, "t:museum t:museum-far t:cafe "));
    ACCEPTED(places_filter_set_types(filter, NULL, 0, &error));
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_NEW, &error));
    CHECK(gives(client, "muse", filter, "t:museum t:museum-far t:cafe "));
    ACCEPTED(places_filter_set_include_pure_service_area_businesses(filter, true, &error));
    CHECK(gives(client, "muse", filter, "t:museum t:museum-far t:cafe t:plumber "));
    ACCEPTED(places_filter_set_include_future_opening_businesses(filter, true, &error));
    CHECK(gives(client, "muse", filter, "t:museum t:museum-far t:cafe t:plumber t:soon "));
    places_filter_free(filter);

    /* A type in no table: refused at the call, nothing is called. */
    filter = places_filter_new();
    const char *unknown[] = {"quantum_hub"};
    ACCEPTED(places_filter_set_types(filter, unknown, 1, &error));
    places_request *request = request_for("muse");
    ACCEPTED(places_request_set_filter(request, filter, &error));
    REFUSED(PLACES_INVALID_REQUEST, "quantum_hub", "type",
            places_client_autocomplete_wait(client, request, 1000, &result, &error));
    places_request_free(request);
    places_filter_free(filter);
}

static void test_areas(places_client *client) {
    places_filter *filter = places_filter_new();
    ACCEPTED(places_filter_set_bias_circle(filter, 60.17, 24.93, 5000, &error));
    CHECK(first_is(client, "museum of glass", filter, "t:museum"));
    CHECK(first_is(client, "lon", filter, "t:london")); /* The famous far away still wins. */
    ACCEPTED(places_filter_set_bias_circle(filter, 40.7, -74.0, 5000, &error));
    CHECK(first_is(client, "museum of glass", filter, "t:museum-far"));
    CHECK(first_is(client, "par", filter, "t:paris"));
    places_filter_clear_bias(filter);
    ACCEPTED(places_filter_set_restriction_circle(filter, 60.172, 24.931, 60, &error));
    CHECK(gives(client, "muse", filter, "t:museum "));
    ACCEPTED(places_filter_set_restriction_circle(filter, 60.172, 24.931, 0, &error));
    CHECK(gives(client, "muse", filter, ""));
    ACCEPTED(
        places_filter_set_restriction_rectangle(filter, 60.172, 24.931, 60.172, 24.931, &error));
    CHECK(gives(client, "muse", filter, "t:museum "));
    ACCEPTED(places_filter_set_restriction_rectangle(filter, -21, 176, -15, -178, &error));
    CHECK(gives(client, "market", filter, "t:suva t:taveuni "));
    ACCEPTED(places_filter_set_restriction_rectangle(filter, -90, -180, 90, 180, &error));
    CHECK(gives(client, "muse", filter, "t:museum t:museum-far t:cafe "));
    ACCEPTED(places_filter_set_restriction_corners(filter, -33.843366, 151.134002, -33.875725,
                                                   151.200349, &error));
    CHECK(gives(client, "market", filter, "t:sydney "));
    ACCEPTED(places_filter_set_restriction_circle(filter, 90, 123, 1000, &error));
    CHECK(gives(client, "market", filter, "t:pole "));
    ACCEPTED(places_filter_set_restriction_circle(filter, 0, -180, 1000, &error));
    CHECK(gives(client, "market", filter, "t:line "));
    const char *countries[] = {"au"};
    ACCEPTED(places_filter_set_countries(filter, countries, 1, &error));
    CHECK(gives(client, "market", filter, "")); /* The intersection. */
    /* In New mode both are refused; legacy ignores the bias. */
    ACCEPTED(places_filter_set_countries(filter, NULL, 0, &error));
    ACCEPTED(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    ACCEPTED(places_filter_set_bias_circle(filter, 40.7, -74.0, 5000, &error));
    CHECK(gives(client, "market", filter, "t:line "));
    places_filter_free(filter);
}

static places_status fetch(places_client *client, const char *id, const char *fields,
                           places_place **place, places_error **error) {
    places_place_request *request = places_place_request_new();
    places_status status = places_place_request_set_place_id(request, id, error);
    if (!status)
        status = places_place_request_set_fields(request, fields, error);
    if (!status)
        status = places_client_fetch_place_wait(client, request, 10000, place, error);
    places_place_request_free(request);
    return status;
}

static void test_details(places_client *client) {
    places_place *place = NULL;
    ACCEPTED(fetch(client, "t:museum", "id,displayName,location,types,primaryType,formattedAddress",
                   &place, &error));
    double latitude = 0, longitude = 0;
    CHECK(!strcmp(places_place_id(place), "t:museum"));
    CHECK(!strcmp(places_place_display_name(place), "Museum of Glass"));
    CHECK(places_place_location(place, &latitude, &longitude) && latitude > 60.17199 &&
          latitude < 60.17201);
    CHECK(!strcmp(places_place_primary_type(place), "museum") &&
          places_place_type_count(place) == 2);
    CHECK(strstr(places_place_formatted_address(place), "Helsinki"));
    CHECK(!places_place_text(place, "viewport.low.latitude", NULL) &&
          !places_place_text(place, "nonsense.9", NULL));
    char *json = places_place_to_json(place);
    CHECK(strstr(json, "\"displayName\":{\"text\":\"Museum of Glass\""));
    places_string_release(json);
    places_place_release(place);
    REFUSED(PLACES_NOT_FOUND, "", "", fetch(client, "t:nobody", "*", &place, &error));
    REFUSED(PLACES_NOT_FOUND, "", "", fetch(client, "nonsense", "*", &place, &error));

    places_result *result = ask(client, "60.17, 24.94", NULL);
    CHECK(places_result_count(result) >= 1 &&
          !strncmp(places_result_place_id(result, 0, NULL), "latlng:", 7));
    char id[64];
    snprintf(id, sizeof id, "%s", places_result_place_id(result, 0, NULL));
    places_result_release(result);
    ACCEPTED(fetch(client, id, "location", &place, &error));
    CHECK(places_place_location(place, &latitude, &longitude) && longitude > 24.9399 &&
          longitude < 24.9401);
    places_place_release(place);
    result = ask(client, "8FVC9G8F+6X", NULL);
    CHECK(places_result_count(result) >= 1 &&
          !strcmp(places_result_place_id(result, 0, NULL), "pluscode:8FVC9G8F+6X"));
    places_result_release(result);
    ACCEPTED(fetch(client, "pluscode:8FVC9G8F+6X", "location,plusCode", &place, &error));
    CHECK(places_place_location(place, &latitude, &longitude) && latitude > 47.36 &&
          latitude < 47.37);
    places_place_release(place);
    result = ask(client, "9G8F+6X Paris", NULL);
    CHECK(places_result_count(result) >= 1 &&
          !strncmp(places_result_place_id(result, 0, NULL), "pluscode:8FW4", 13));
    places_result_release(result);
}

static void test_damage(void) {
    size_t count;
    char *good = read_file(index_path, &count);
    char *bad = malloc(count);
    char path[160];
    snprintf(path, sizeof path, "%s/damaged.places", folder);
    for (size_t part = 0; part < 64; part++) {
        write_file(path, good, count * part / 64);
        places_index *index = NULL;
        places_error *error = NULL;
        places_status status =
            places_index_open(path, part % 2 ? PLACES_INDEX_PRIVATE_MEMORY : 0, &index, &error);
        CHECK(status == PLACES_INDEX_DAMAGED && !index && *places_error_message(error));
        places_error_release(error);
    }
    unsigned seed = 1;
    int unnoticed = 0;
    /* tools/check-abi.sh sets this where a checker makes everything fifty times slower. */
    int flips = getenv("PLACES_TEST_SLOW") ? 60 : 1000;
    for (int flip = 0; flip < flips; flip++) {
        size_t at = ((size_t)rand_r(&seed) << 15 ^ (size_t)rand_r(&seed)) % count;
        memcpy(bad, good, count);
        bad[at] = (char)(bad[at] ^ (1 << rand_r(&seed) % 8));
        write_file(path, bad, count);
        places_index *index = NULL;
        if (places_index_open(path, flip % 2 ? PLACES_INDEX_PRIVATE_MEMORY : 0, &index, NULL))
            continue;
        unnoticed += places_index_verify(index, NULL) == PLACES_OK;
        places_client *client = new_client(index, PLACES_DELIVERY_PUMPED);
        static const char *queries[] = {"par", "muse",      "market", "strasse",
                                        "p",   "paris tex", "dinn",   "rket"};
        for (size_t q = 0; q < sizeof queries / sizeof *queries; q++) {
            places_request *request = request_for(queries[q]);
            places_result *result = NULL;
            places_client_autocomplete_wait(client, request, 10000, &result, NULL);
            for (size_t row = 0; row < places_result_count(result); row++) {
                places_place *place = NULL;
                const char *id = places_result_place_id(result, row, NULL);
                fetch(client, id && *id ? id : "x", "*", &place, NULL);
                places_place_release(place);
            }
            places_result_release(result);
            places_request_free(request);
        }
        places_client_free(client);
        places_index_free(index);
    }
    CHECK(unnoticed == 0);
    places_index *index = NULL;
    write_file(path, "", 0);
    REFUSED(PLACES_INDEX_DAMAGED, "", "", places_index_open(path, 0, &index, &error));
    unlink(path);
    free(good), free(bad);
}

static void test_replacing(void) {
    char path[160], fresh[160];
    snprintf(path, sizeof path, "%s/live.places", folder);
    snprintf(fresh, sizeof fresh, "%s/fresh.places", folder);
    build(path);
    places_index *index = open_index(path, 0);
    places_client *client = new_client(index, PLACES_DELIVERY_THREAD);
    CHECK(first_is(client, "par", NULL, "t:paris"));
    /* Another file takes the name, as the builder does it: the open one goes on until the reload. */
    size_t count;
    char *csv = read_file(csv_path, &count);
    char other[160], source[180];
    snprintf(other, sizeof other, "%s/other.csv", folder);
    write_file(other, "id,name,lat,lon\nt:new,Parma,44.8,10.3\n", 38);
    snprintf(source, sizeof source, "csv:%s", other);
    places_index_builder *builder = places_index_builder_new();
    ACCEPTED(places_index_builder_add_source(builder, source, &error));
    ACCEPTED(places_index_builder_write(builder, path, &error));
    places_index_builder_free(builder);
    CHECK(first_is(client, "par", NULL, "t:paris"));
    ACCEPTED(places_index_reload(index, &error));
    CHECK(gives(client, "par", NULL, "t:new "));
    /* A reload that fails leaves the old one in use. */
    write_file(fresh, "no index", 8);
    CHECK(rename(fresh, path) == 0);
    REFUSED(PLACES_INDEX_DAMAGED, "", "", places_index_reload(index, &error));
    CHECK(gives(client, "par", NULL, "t:new "));
    /* Given back early: the client holds what it needs. */
    places_index_free(index);
    CHECK(gives(client, "par", NULL, "t:new "));
    /* Other indexes while in use. */
    index = open_index(index_path, 0);
    places_index *list[] = {index};
    ACCEPTED(places_client_set_indexes(client, list, 1, &error));
    places_index_free(index);
    CHECK(first_is(client, "par", NULL, "t:paris"));
    ACCEPTED(places_client_set_indexes(client, NULL, 0, &error));
    places_client_free(client);

    build(path);
    index = open_index(path, PLACES_INDEX_PRIVATE_MEMORY);
    client = new_client(index, PLACES_DELIVERY_THREAD);
    CHECK(truncate(path, 100) == 0);
    CHECK(first_is(client, "par", NULL, "t:paris"));
    ACCEPTED(places_index_verify(index, &error));
    places_client_free(client);
    places_index_free(index);
    unlink(path);
    unlink(other);
    free(csv);
}

static void test_odd_queries(places_client *client) {
    size_t size = 100000;
    char *text = malloc(size + 1);
    memset(text, 'a', size);
    text[size] = 0;
    places_result_release(ask(client, text, NULL));
    for (size_t i = 0; i < size; i++)
        text[i] = "paris "[i % 6];
    places_result_release(ask(client, text, NULL)); /* 16,666 words. */
    for (size_t i = 0; i + 1 < size; i += 2)
        memcpy(text + i, "\xcc\x81", 2); /* Accents on nothing. */
    places_request *request = places_request_new();
    if (!places_request_set_query(request, text, size, NULL)) {
        places_result *result = NULL;
        ACCEPTED(places_client_autocomplete_wait(client, request, 10000, &result, &error));
        places_result_release(result);
    }
    places_request_free(request);
    free(text);
    static const char *const odd[] = {
        "\xf0\x9f\xa6\x96",
        ("P\xcc\x81"
         "aris"),
        "\xd7\xa4\xd7\xa8\xd7\x99\xd7\x96",
        "\xd8\xa8\xd8\xa7\xd8\xb1\xd9\x8a\xd8\xb3",
        "\xef\xbf\xbf paris",
        "'",
        "-,-",
        "+",
        "....",
        "\xe2\x80\xae paris",
        "1",
        "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        places_result_release(ask(client, odd[i], NULL));
    CHECK(first_is(client, "  PARIS\t", NULL, "t:paris"));
    CHECK(first_is(client, "p\xc3\xa1ris", NULL, "t:paris"));
    CHECK(first_is(client, "pa\xcc\x81ris", NULL, "t:paris"));
}

static places_index *shared;

static void *search_many(void *argument) {
    places_client *client = argument;
    for (int i = 0; i < 500; i++)
        CHECK(
            first_is(client, i % 2 ? "par" : "museum of gl", NULL, i % 2 ? "t:paris" : "t:museum"));
    return NULL;
}

static void count_call(void *userdata, uint64_t id, places_status status,
                       const places_result *result, const places_error *error) {
    (void)id, (void)error;
    CHECK(status == PLACES_OK && places_result_count(result) > 0);
    ++*(int *)userdata;
}

static void test_threads(void) {
    /* Two threads on one client, and two clients on one index. */
    places_filter *unused = places_filter_new();
    places_filter_free(unused);
    for (int own = 0; own < 2; own++) {
        places_client *clients[2] = {new_client(shared, PLACES_DELIVERY_PUMPED), NULL};
        clients[1] = own ? new_client(shared, PLACES_DELIVERY_THREAD) : clients[0];
        pthread_t threads[2];
        for (int i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, search_many, clients[i]);
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
        places_client_free(clients[0]);
        if (own)
            places_client_free(clients[1]);
    }
    places_client *client = new_client(shared, PLACES_DELIVERY_PUMPED);
    places_request *request = request_for("par");
    int calls = 0;
    ACCEPTED(places_client_autocomplete(client, request, count_call, &calls, NULL, &error));
    CHECK(calls == 0 && places_client_dispatch(client) == 1 && calls == 1);
    places_request_free(request);
    places_client_free(client);
}

int main(void) {
    if (!mkdtemp(folder))
        abort();
    snprintf(csv_path, sizeof csv_path, "%s/sample.csv", folder);
    snprintf(index_path, sizeof index_path, "%s/sample.places", folder);
    write_file(csv_path, rows, sizeof rows - 1);
    test_build();
    shared = open_index(index_path, 0);
    places_client *client = new_client(shared, PLACES_DELIVERY_THREAD);
    test_rows(client);
    test_areas(client);
    test_details(client);
    test_odd_queries(client);
    places_client_free(client);
    test_threads();
    places_index_free(shared);
    test_damage();
    test_replacing();
    unlink(csv_path);
    unlink(index_path);
    rmdir(folder);
    return report();
}
