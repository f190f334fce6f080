/*
 * Data and texts that are unlike most:
 *  1. An index of no place, and of one.
 *  2. 100,000 places of one name, a kilometre and more apart: the near one, the one inside, the one of its kind.
 *  3. 100,000 places in one spot: the one of that name, the one of its kind.
 *  4. Names of 5 kB.
 *  5. Places at the poles and on the antimeridian: near from both sides, and as far as they are.
 * Everywhere: texts of one letter, of 200 letters, of 50 words, of one letter 200 times.
 *
 * PLACES_TEST_SLOW: a fiftieth of the places, where a checker makes everything slow.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <unistd.h>

static char folder[] = "/tmp/places-test-XXXXXX";
static int many = 100000;

static const char header[] = "id,name,lat,lon,primary_type,importance,country\n";

/* An index of the rows that `write` puts into a table; `count` of them are expected. */
static places_client *client_of(void (*write_rows)(FILE *), uint64_t count) {
    char table[64], path[64], source[80];
    snprintf(table, sizeof table, "%s/rows.csv", folder);
    snprintf(path, sizeof path, "%s/rows.places", folder);
    snprintf(source, sizeof source, "csv:%s", table);
    FILE *file = fopen(table, "w");
    if (!file)
        abort();
    fputs(header, file);
    if (write_rows)
        write_rows(file);
    fclose(file);
    places_index_builder *builder = places_index_builder_new();
    ACCEPTED(places_index_builder_add_source(builder, source, &error));
    ACCEPTED(places_index_builder_write(builder, path, &error));
    places_index_builder_free(builder);
    places_index *index = NULL;
    ACCEPTED(places_index_open(path, 0, &index, &error));
    CHECK(places_index_place_count(index) == count);
    ACCEPTED(places_index_verify(index, &error));
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    ACCEPTED(places_client_options_add_index(options, index, &error));
    ACCEPTED(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    places_index_free(index);
    unlink(path);
    unlink(table);
    return client;
}

static places_result *ask(places_client *client, const char *query, const places_filter *filter) {
    places_request *request = request_for(query);
    places_result *result = NULL;
    ACCEPTED(places_request_set_filter(request, filter, &error));
    ACCEPTED(places_client_autocomplete_wait(client, request, -1, &result, &error));
    places_request_free(request);
    return result;
}

static size_t count_of(places_client *client, const char *query, const places_filter *filter) {
    places_result *result = ask(client, query, filter);
    size_t count = places_result_count(result);
    for (size_t row = 0; row < count; row++)
        for (size_t other = 0; other < row; other++)
            CHECK(strcmp(places_result_place_id(result, row, NULL),
                         places_result_place_id(result, other, NULL)));
    places_result_release(result);
    return count;
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

/* Odd texts, under every filter: answered, with five rows at most. */
static void ask_odd_texts(places_client *client) {
    static const char *const letters[] = {"m", "s", "x", "7", "\xe6\x9d\xb1", "'"};
    char text[64 * 50];
    places_filter *filters[3];
    for (int i = 0; i < 3; i++)
        filters[i] = places_filter_new();
    ACCEPTED(places_filter_set_bias_circle(filters[1], 10, 10, 5000, &error));
    ACCEPTED(places_filter_set_restriction_circle(filters[2], 10, 10, 5000, &error));
    for (int i = 0; i < 3; i++) {
        for (size_t which = 0; which < sizeof letters / sizeof *letters; which++) {
            const char *letter = letters[which];
            CHECK(count_of(client, letter, filters[i]) <= 5);
            *text = 0;
            for (int n = 0; n < 200; n++)
                strcat(text, letter);
            CHECK(count_of(client, text, filters[i]) <= 5);
            *text = 0;
            for (int n = 0; n < 50; n++)
                sprintf(text + strlen(text), n % 3 ? "%s " : "%smain%d ", letter, n);
            CHECK(count_of(client, text, filters[i]) <= 5);
        }
        *text = 0;
        for (int n = 0; n < 50; n++)
            strcat(text, n % 2 ? "street " : "main ");
        CHECK(count_of(client, text, filters[i]) <= 5);
        *text = 0;
        for (int n = 0; n < 200; n++)
            sprintf(text + strlen(text), "%c", 'a' + n * 7 % 26);
        CHECK(count_of(client, text, filters[i]) == 0);
        places_filter_free(filters[i]);
    }
}

static void write_one(FILE *file) {
    fputs("t:one,Main Street,10,10,route,1,fi\n", file);
}

static void test_none_and_one(void) {
    places_client *client = client_of(NULL, 0);
    CHECK(count_of(client, "main", NULL) == 0);
    ask_odd_texts(client);
    places_client_free(client);

    client = client_of(write_one, 1);
    CHECK(first_is(client, "m", NULL, "t:one") && first_is(client, "street", NULL, "t:one"));
    CHECK(first_is(client, "mian street", NULL, "t:one") &&
          first_is(client, "main street", NULL, "t:one"));
    CHECK(count_of(client, "x", NULL) == 0);
    ask_odd_texts(client);
    places_client_free(client);
}

/* A grid of 250 columns, a tenth of a degree apart; one is a museum. */
static void write_one_name(FILE *file) {
    for (int i = 0; i < many; i++)
        fprintf(file, "t:%d,Main Street,%.1f,%.1f,%s,1,%s\n", i, i / 250 * 0.1, i % 250 * 0.1,
                i == many - 3 ? "museum" : "route", i == many - 5 ? "va" : "us");
}

static void test_one_name(void) {
    places_client *client = client_of(write_one_name, (uint64_t)many);
    CHECK(count_of(client, "main", NULL) == 5 && count_of(client, "main street", NULL) == 5);
    CHECK(count_of(client, "mian street", NULL) == 5 && count_of(client, "treet", NULL) == 5);
    char id[32];
    double latitude = (many - 40) / 250 * 0.1, longitude = (many - 40) % 250 * 0.1;
    snprintf(id, sizeof id, "t:%d", many - 40);
    static const char *const texts[] = {"main", "street", "main street", "mian street"};
    for (int i = 0; i < 4; i++) {
        places_filter *filter = places_filter_new();
        ACCEPTED(places_filter_set_bias_circle(filter, latitude, longitude, 1000, &error));
        CHECK(count_of(client, texts[i], filter) == 5);
        CHECK(first_is(client, texts[i], filter, id));
        places_filter_clear_bias(filter);
        ACCEPTED(places_filter_set_restriction_circle(filter, latitude, longitude, 200, &error));
        CHECK(count_of(client, texts[i], filter) == 1);
        CHECK(first_is(client, texts[i], filter, id));
        places_filter_clear_restriction(filter);
        ACCEPTED(places_filter_set_types(filter, (const char *const[]){"museum"}, 1, &error));
        CHECK(count_of(client, texts[i], filter) == 1);
        ACCEPTED(places_filter_set_types(filter, NULL, 0, &error));
        ACCEPTED(places_filter_set_countries(filter, (const char *const[]){"va"}, 1, &error));
        CHECK(count_of(client, texts[i], filter) == 1);
        places_filter_free(filter);
    }
    ask_odd_texts(client);
    places_client_free(client);
}

static void write_one_spot(FILE *file) {
    for (int i = 0; i < many; i++)
        fprintf(file, "t:%d,Spot %dx Market,10,10,%s,1,fi\n", i, i,
                i == many - 3 ? "museum" : "market");
}

static void test_one_spot(void) {
    places_client *client = client_of(write_one_spot, (uint64_t)many);
    places_filter *filter = places_filter_new();
    ACCEPTED(places_filter_set_restriction_circle(filter, 10, 10, 10, &error));
    const places_filter *filters[] = {NULL, filter};
    char text[32], id[32];
    snprintf(text, sizeof text, "spot %dx", many - 7);
    snprintf(id, sizeof id, "t:%d", many - 7);
    for (int i = 0; i < 2; i++) {
        CHECK(count_of(client, "spot", filters[i]) == 5 &&
              count_of(client, "market", filters[i]) == 5);
        CHECK(first_is(client, text, filters[i], id));
    }
    ACCEPTED(places_filter_set_types(filter, (const char *const[]){"museum"}, 1, &error));
    CHECK(count_of(client, "market", filter) == 1 && count_of(client, "spot", filter) == 1);
    ACCEPTED(places_filter_set_restriction_circle(filter, 10.001, 10, 10, &error));
    CHECK(count_of(client, "spot", filter) == 0);
    places_filter_free(filter);
    ask_odd_texts(client);
    places_client_free(client);
}

enum { LONG = 5000 };

static void write_long(FILE *file) {
    for (int i = 0; i < 20; i++) {
        fprintf(file, "t:%d,Long%c", i, 'a' + i);
        for (int length = 5; length < LONG; length += 5)
            fprintf(file, " %c%03d", 'a' + i, length / 5);
        fprintf(file, ",%d,%d,route,%d,fi\n", i, i, i % 3);
    }
    /* And in one word. */
    fputs("t:word,", file);
    for (int length = 0; length < LONG; length++)
        fputc('a' + length % 26, file);
    fputs(",1,1,route,1,fi\n", file);
}

static void test_long_names(void) {
    places_client *client = client_of(write_long, 21);
    CHECK(count_of(client, "long", NULL) == 5);
    CHECK(first_is(client, "longc c001 c002 c0", NULL, "t:2"));
    CHECK(first_is(client, "abcdefghijklmnop", NULL, "t:word"));
    places_result *result = ask(client, "longd", NULL);
    size_t length = 0;
    CHECK(places_result_primary_text(result, 0, &length) && length >= LONG - 5);
    places_result_release(result);
    ask_odd_texts(client);
    places_client_free(client);
}

static void write_ends(FILE *file) {
    fputs("t:north,North Main,90,0,market,1,fi\n"
          "t:south,South Main,-90,45,market,1,fi\n"
          "t:east,East Main,0,180,market,1,fi\n"
          "t:west,West Main,10,-180,market,1,fi\n"
          "t:far,Far Main,0,0,market,1.2,fi\n",
          file);
}

/* From there the place comes first, so many metres away; and a restriction around it holds it alone. */
static void near(places_client *client, double latitude, double longitude, const char *expected,
                 int meters) {
    places_filter *filter = places_filter_new();
    ACCEPTED(places_filter_set_bias_circle(filter, latitude, longitude, 1000, &error));
    ACCEPTED(places_filter_set_origin(filter, latitude, longitude, &error));
    CHECK(first_is(client, "main", filter, expected));
    places_result *result = ask(client, "main", filter);
    int32_t distance = -1;
    CHECK(places_result_distance_meters(result, 0, &distance) &&
          abs(distance - meters) <= meters / 100 + 1);
    places_result_release(result);
    places_filter_clear_bias(filter);
    ACCEPTED(places_filter_set_restriction_circle(filter, latitude, longitude, 50000, &error));
    CHECK(count_of(client, "main", filter) == 1 && first_is(client, "main", filter, expected));
    places_filter_free(filter);
}

static void test_ends(void) {
    places_client *client = client_of(write_ends, 5);
    near(client, 89.9, 170, "t:north", 11119);
    near(client, 90, -90, "t:north", 0);
    near(client, -89.9, -60, "t:south", 11119);
    near(client, 0, 179.9, "t:east", 11119);
    near(client, 0, -179.9, "t:east", 11119);
    near(client, 10, 179.9, "t:west", 10951);
    near(client, 10, -179.9, "t:west", 10951);
    ask_odd_texts(client);
    places_client_free(client);
}

int main(void) {
    if (getenv("PLACES_TEST_SLOW"))
        many = 2000;
    if (!mkdtemp(folder))
        abort();
    test_none_and_one();
    test_one_name();
    test_one_spot();
    test_long_names();
    test_ends();
    rmdir(folder);
    return report();
}
