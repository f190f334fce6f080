/*
 * What a provider of the host's own may answer, and what the rows of a table then are.
 *  1. More rows than were asked for.
 *  2. JSON of the wrong types: a failure, and no "nothing found"; the next source stands in.
 *  3. Control characters and marks of direction in texts; ranges stay right.
 *  4. Distances that are none.
 *  5. No answer at all, with a deadline.
 *  6. Failures with odd statuses and messages.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <time.h>

#define ROW(id, text)                                                                              \
    "{\"placePrediction\":{\"placeId\":\"" id "\",\"text\":{\"text\":\"" text "\"}}}"

/* Answers inside the call with the body that `userdata` points to; NULL: never, and keeps the responder. */
typedef struct {
    const char *body;
    places_responder *kept;
    int cancelled;
} host;

static void answer(void *userdata, uint64_t id, const places_request *request,
                   places_responder *responder) {
    host *h = userdata;
    (void)id, (void)request;
    if (h->body)
        places_responder_finish_json(responder, h->body, PLACES_NUL_TERMINATED);
    else
        h->kept = responder;
}

static void cancelled(void *userdata, uint64_t id) {
    (void)id;
    ((host *)userdata)->cancelled++;
}

static places_provider *provider_for(host *h) {
    places_provider *provider = places_provider_new(h, NULL);
    places_provider_set_autocomplete(provider, answer);
    places_provider_set_cancel(provider, cancelled);
    return provider;
}

static places_client *client_with(places_client_options *options) {
    places_client *client = NULL;
    ACCEPTED(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    return client;
}

/* The state of a table of its own after "par" was typed and this body came. Release it. */
static places_table_state *state_after(const char *body, int32_t limit) {
    host h = {.body = body};
    places_provider *provider = provider_for(&h);
    places_client_options *options = places_client_options_new();
    ACCEPTED(places_client_options_set_provider(options, provider, &error));
    places_client *client = client_with(options);
    places_table *table = NULL;
    ACCEPTED(places_table_new(client, NULL, NULL, &table, &error));
    if (limit)
        ACCEPTED(places_table_set_limit(table, limit, &error));
    ACCEPTED(places_table_set_text(table, "par", 3, -1, &error));
    places_client_dispatch(client);
    places_table_state *state = places_table_state_now(table);
    places_table_free(table);
    places_client_free(client);
    places_provider_free(provider);
    return state;
}

static void test_limit(void) {
    static const char body[] = "{\"suggestions\":[" ROW("a", "A") "," ROW("b", "B") "," ROW(
        "c", "C") "," ROW("d", "D") "," ROW("e", "E") "," ROW("f", "F") "," ROW("g", "G") "]}";
    places_table_state *state = state_after(body, 0);
    CHECK(places_table_state_row_count(state) == 5);
    places_table_state_release(state);
    state = state_after(body, 2);
    CHECK(places_table_state_row_count(state) == 2);
    CHECK(!strcmp(places_result_place_id(places_table_state_result(state), 1, NULL), "b"));
    places_table_state_release(state);
}

static void test_types(void) {
    static const char *const bad[] = {
        "{\"suggestions\":5}",
        "{\"suggestions\":\"x\"}",
        "{\"suggestions\":{}}",
        "{\"suggestions\":[5,null]}",
        "{\"suggestions\":[{\"placePrediction\":5}]}",
        "{\"predictions\":\"x\"}",
        "[]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        places_table_state *state = state_after(bad[i], 0);
        CHECK(places_table_state_phase(state) == PLACES_TABLE_FAILED);
        CHECK(places_error_status(places_table_state_error(state)) == PLACES_BAD_RESPONSE);
        places_table_state_release(state);
    }
    static const char *const empty[] = {
        "{}",
        "{\"suggestions\":[]}",
        "{\"suggestions\":null}",
        "{\"suggestions\":[{\"futurePrediction\":{}}],\"newMember\":1}",
    };
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        places_table_state *state = state_after(empty[i], 0);
        CHECK(places_table_state_phase(state) == PLACES_TABLE_NOTHING_FOUND);
        places_table_state_release(state);
    }
    places_table_state *state =
        state_after("{\"suggestions\":[5,null,{}," ROW("a", "A") ",\"x\"]}", 0);
    CHECK(places_table_state_phase(state) == PLACES_TABLE_ROWS);
    CHECK(places_table_state_row_count(state) == 1);
    places_table_state_release(state);
}

/* The first source answers nonsense: the second stands in, and says so. */
static void test_fallback(void) {
    host first = {.body = "{\"suggestions\":5}"};
    host second = {.body = "{\"suggestions\":[" ROW("own", "Own") "]}"};
    places_provider *one = provider_for(&first), *two = provider_for(&second);
    places_provider *both[] = {one, two};
    places_client_options *options = places_client_options_new();
    for (int i = 0; i < 2; i++) {
        places_client_options *own = places_client_options_new();
        places_source *source = NULL;
        ACCEPTED(places_client_options_set_provider(own, both[i], &error));
        ACCEPTED(places_source_new(own, i ? "own" : "service", &source, &error));
        ACCEPTED(places_client_options_add_source(options, source, &error));
        places_source_free(source);
        places_client_options_free(own);
    }
    ACCEPTED(places_client_options_set_source_mode(options, PLACES_SOURCES_FALLBACK, 0, &error));
    places_client *client = client_with(options);
    places_table *table = NULL;
    ACCEPTED(places_table_new(client, NULL, NULL, &table, &error));
    ACCEPTED(places_table_set_text(table, "par", 3, -1, &error));
    places_client_dispatch(client);
    places_table_state *state = places_table_state_now(table);
    CHECK(places_table_state_row_count(state) == 1 &&
          places_result_is_fallback(places_table_state_result(state)));
    places_table_state_release(state);
    places_table_free(table);
    places_client_free(client);
    places_provider_free(one);
    places_provider_free(two);
}

static void test_texts(void) {
    /* ESC, CR LF, NUL, C1 CSI; an override that is not closed, and one that is. */
    places_table_state *state = state_after(
        "{\"suggestions\":[{\"placePrediction\":{\"placeId\":\"a\",\"text\":{\"text\":\"x\"},"
        "\"structuredFormat\":{\"mainText\":{\"text\":\"\\u001b[31mPar\\u0000is\","
        "\"matches\":[{\"startOffset\":5,\"endOffset\":8}]},"
        "\"secondaryText\":{\"text\":\"a\\r\\nb\\u009bc \\u202ed\"}}}},"
        "{\"placePrediction\":{\"placeId\":\"b\",\"text\":{\"text\":\"\\u202eok\\u202c\"}}}]}",
        0);
    const places_result *rows = places_table_state_result(state);
    size_t length = 0, start = 0, end = 0;
    const char *primary = places_result_primary_text(rows, 0, &length);
    CHECK(primary && !strcmp(primary, "\xef\xbf\xbd[31mPar\xef\xbf\xbdis"));
    CHECK(primary && length == strlen(primary));
    CHECK(places_result_match(rows, 0, PLACES_TEXT_PRIMARY, 0, PLACES_UNIT_UTF8, &start, &end));
    CHECK(primary && end - start == 3 && !strncmp(primary + start, "Par", 3));
    const char *label = places_table_state_row_label(state, 0);
    CHECK(label && !strcmp(label, "\xef\xbf\xbd[31mPar\xef\xbf\xbdis, a  b\xef\xbf\xbd"
                                  "c \xef\xbf\xbd"
                                  "d"));
    label = places_table_state_row_label(state, 1);
    CHECK(label && !strcmp(label, "\xe2\x80\xaeok\xe2\x80\xac"));
    places_table_state_release(state);
}

static void test_distances(void) {
    static const char *const none[] = {
        "-5",           "0",    "1e300", "99999999999999999999", "2147483647", "\"NaN\"",
        "\"Infinity\"", "null", "{}"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char body[256];
        snprintf(body, sizeof body,
                 "{\"suggestions\":[{\"placePrediction\":{\"placeId\":\"a\",\"text\":"
                 "{\"text\":\"A\"},\"distanceMeters\":%s}}]}",
                 none[i]);
        places_table_state *state = state_after(body, 0);
        int32_t meters = 7;
        CHECK(places_table_state_row_count(state) == 1);
        CHECK(!places_result_distance_meters(places_table_state_result(state), 0, &meters));
        CHECK(meters == 7 && !strcmp(places_table_state_row_distance(state, 0), ""));
        places_table_state_release(state);
    }
}

static void fail_so(void *userdata, uint64_t id, const places_request *request,
                    places_responder *responder) {
    (void)id, (void)request;
    const char *message = *(const char **)userdata;
    places_responder_fail(responder, message ? PLACES_SERVER_ERROR : PLACES_CANCELLED, message);
}

static void check_failure(void *userdata, uint64_t id, places_status status,
                          const places_result *result, const places_error *error) {
    (void)id, (void)result;
    const char *message = *(const char **)userdata;
    const char *said = places_error_message(error);
    CHECK(places_error_http_status(error) == 0);
    if (!message) {
        /* Nobody has cancelled it. */
        CHECK(status == PLACES_NETWORK_ERROR && said[0] != '\0');
        return;
    }
    CHECK(status == PLACES_SERVER_ERROR);
    CHECK(message[0] ? !strcmp(said, "a\xEF\xBF\xBD[31m b") : said[0] != '\0');
}

static void check_bad(void *userdata, uint64_t id, places_status status,
                      const places_result *result, const places_error *error) {
    (void)userdata, (void)id, (void)result;
    CHECK(status == PLACES_BAD_RESPONSE && places_error_http_status(error) == 0);
    CHECK(strstr(places_error_message(error), "provider") != NULL);
    CHECK(strstr(places_error_message(error), "HTTP") == NULL);
}

static void test_failures(void) {
    static const char *const messages[] = {NULL, "", "a\x1B[31m\nb"};
    for (size_t i = 0; i <= sizeof messages / sizeof *messages; i++) {
        const char *message = i < 3 ? messages[i] : NULL;
        host h = {.body = "[\"<html>"};
        places_provider *provider =
            i < 3 ? places_provider_new(&message, NULL) : places_provider_new(&h, NULL);
        places_provider_set_autocomplete(provider, i < 3 ? fail_so : answer);
        places_client_options *options = places_client_options_new();
        ACCEPTED(places_client_options_set_provider(options, provider, &error));
        places_client *client = client_with(options);
        places_request *request = request_for("par");
        ACCEPTED(places_client_autocomplete(client, request, i < 3 ? check_failure : check_bad,
                                            &message, NULL, &error));
        CHECK(places_client_dispatch(client) == 1);
        places_request_free(request);
        places_client_free(client);
        places_provider_free(provider);
    }
}

static void test_never(void) {
    host h = {0};
    places_provider *provider = provider_for(&h);
    places_client_options *options = places_client_options_new();
    ACCEPTED(places_client_options_set_provider(options, provider, &error));
    places_client *client = client_with(options);
    places_table *table = NULL;
    ACCEPTED(places_table_new(client, NULL, NULL, &table, &error));
    ACCEPTED(places_table_set_deadline(table, PLACES_DEADLINE_DEFAULT, &error));
    ACCEPTED(places_table_set_deadline(table, 1, &error));
    ACCEPTED(places_table_set_text(table, "par", 3, -1, &error));
    places_table_state *state = places_table_state_now(table);
    for (int i = 0; i < 10000 && places_table_state_phase(state) != PLACES_TABLE_FAILED; i++) {
        struct timespec pause = {.tv_nsec = 1000000};
        nanosleep(&pause, NULL);
        places_client_dispatch(client);
        places_table_state_release(state);
        state = places_table_state_now(table);
    }
    CHECK(places_error_status(places_table_state_error(state)) == PLACES_DEADLINE);
    CHECK(places_table_state_can_retry(state) && !places_table_state_is_loading(state));
    CHECK(h.cancelled == 1);
    places_table_state_release(state);
    places_responder_finish_json(h.kept, "{}", PLACES_NUL_TERMINATED);
    places_table_free(table);
    places_client_free(client);
    places_provider_free(provider);
}

int main(void) {
    test_limit();
    test_types();
    test_fallback();
    test_texts();
    test_distances();
    test_failures();
    test_never();
    return report();
}
