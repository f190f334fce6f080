/*
 * The contract at the top of places.h, with a slow provider:
 *  1. A request that was taken runs its callback exactly once; one that was refused, never.
 *  2. Answers come in the order in which they arrive, not in which they were asked for.
 *  3. Cancel makes the status PLACES_CANCELLED, and tells the provider.
 *  4. A deadline makes it PLACES_DEADLINE, though the provider never answers.
 *  5. Thread delivery: one library thread, never two callbacks at once.
 *  6. Pumped delivery: only inside dispatch, and the descriptor tells when, deadlines included.
 *  7. What a callback receives can be kept.
 *  8. The bound on pending requests holds.
 *  9. Failures of a provider arrive with their words; an answer that cannot be read is BAD_RESPONSE.
 */
#define _GNU_SOURCE
#include "harness.h"
#include "slow_provider.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int calls;
    places_status status;
    uint64_t id;
    char text[64];
    char message[128];
    pthread_t thread;
    int order;
} outcome;

static int callback_order, callbacks_inside, overlaps;

static void note(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    outcome *o = userdata;
    if (__atomic_add_fetch(&callbacks_inside, 1, __ATOMIC_SEQ_CST) != 1)
        __atomic_add_fetch(&overlaps, 1, __ATOMIC_SEQ_CST);
    o->status = status;
    o->id = id;
    o->thread = pthread_self();
    if (result && places_result_count(result))
        snprintf(o->text, sizeof o->text, "%s", places_result_full_text(result, 0, NULL));
    if (error)
        snprintf(o->message, sizeof o->message, "%s", places_error_message(error));
    CHECK((result != NULL) == (status == PLACES_OK));
    CHECK((error != NULL) == (status != PLACES_OK));
    o->order = __atomic_add_fetch(&callback_order, 1, __ATOMIC_SEQ_CST);
    __atomic_sub_fetch(&callbacks_inside, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&o->calls, 1, __ATOMIC_SEQ_CST);
}

static int calls(outcome *o) {
    return __atomic_load_n(&o->calls, __ATOMIC_SEQ_CST);
}

static void ask(places_client *client, const char *query, unsigned deadline, outcome *o,
                uint64_t *id) {
    places_request *request = request_for(query);
    ACCEPTED(places_request_set_deadline(request, deadline, &error));
    ACCEPTED(places_client_autocomplete(client, request, note, o, id, &error));
    /* Copied before the call returned. */
    places_request_free(request);
}

/* Pumps the client, waiting on its descriptor, until all have their callback or 10 s pass. */
static void pump(places_client *client, outcome *outcomes, int count) {
    struct pollfd entry = {.fd = places_client_fd(client), .events = POLLIN};
    CHECK(entry.fd >= 0);
    for (int tries = 0; tries < 1000; tries++) {
        int open = 0;
        for (int i = 0; i < count; i++)
            open += !calls(&outcomes[i]);
        if (!open)
            return;
        if (poll(&entry, 1, 10000) != 1)
            break;
        places_client_dispatch(client);
    }
    CHECK(!"the descriptor never became readable");
}

static void settle(places_client *client, places_delivery delivery, outcome *outcomes, int count) {
    if (delivery == PLACES_DELIVERY_PUMPED) {
        pump(client, outcomes, count);
        return;
    }
    for (int tries = 0; tries < 10000; tries++) {
        int open = 0;
        for (int i = 0; i < count; i++)
            open += !calls(&outcomes[i]);
        if (!open)
            return;
        usleep(1000);
    }
    CHECK(!"a callback never came");
}

static void test_answers(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    outcome o[6];
    uint64_t id[6];
    memset(o, 0, sizeof o);
    callback_order = overlaps = 0;
    ask(client, "120 late", 0, &o[0], &id[0]);
    ask(client, "20 early", 0, &o[1], &id[1]);
    ask(client, "never cancelled", 0, &o[2], &id[2]);
    ask(client, "never deadline", 60, &o[3], &id[3]);
    ask(client, "1 fail x", 0, &o[4], &id[4]);
    ask(client, "1 garbage x", 0, &o[5], &id[5]);
    for (int i = 0; i < 6; i++)
        CHECK(id[i] != 0);
    CHECK(places_client_pending_count(client) > 0);
    places_client_cancel(client, id[2]);
    places_client_cancel(client, 999999);
    settle(client, delivery, o, 6);
    for (int i = 0; i < 6; i++) {
        CHECK(calls(&o[i]) == 1);
        CHECK(o[i].id == id[i]);
    }
    CHECK(o[0].status == PLACES_OK && !strcmp(o[0].text, "late"));
    CHECK(o[1].status == PLACES_OK && !strcmp(o[1].text, "early"));
    CHECK(o[1].order < o[0].order);
    CHECK(o[2].status == PLACES_CANCELLED);
    CHECK(o[3].status == PLACES_DEADLINE && strstr(o[3].message, "60 ms"));
    CHECK(o[4].status == PLACES_NETWORK_ERROR && !strcmp(o[4].message, "the line is down"));
    CHECK(o[5].status == PLACES_BAD_RESPONSE);
    CHECK(slow_provider_cancelled(provider) == 2);
    CHECK(places_client_pending_count(client) == 0);
    CHECK(overlaps == 0);
    for (int i = 0; i < 6; i++)
        CHECK(pthread_equal(o[i].thread, pthread_self()) == (delivery == PLACES_DELIVERY_PUMPED));
    for (int i = 1; i < 6; i++)
        CHECK(pthread_equal(o[i].thread, o[0].thread));
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_queue_full(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 3);
    outcome o[4];
    memset(o, 0, sizeof o);
    for (int i = 0; i < 3; i++)
        ask(client, "never x", 0, &o[i], NULL);
    places_request *request = request_for("one too many");
    uint64_t id = 0;
    REFUSED(PLACES_QUEUE_FULL, "3 requests", "limit",
            places_client_autocomplete(client, request, note, &o[3], &id, &error));
    places_request_free(request);
    places_client_free(client);
    for (int i = 0; i < 3; i++)
        CHECK(calls(&o[i]) == 1 && o[i].status == PLACES_CANCELLED);
    CHECK(calls(&o[3]) == 0);
    slow_provider_free(provider);
}

typedef struct {
    places_result *result;
    places_error *error;
} kept;

static void keep(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    (void)id;
    (void)status;
    kept *k = userdata;
    k->result = places_result_retain(result);
    k->error = places_error_retain(error);
}

static void test_keeping(void) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
    kept good = {0}, bad = {0};
    places_request *request = request_for("now kept");
    ACCEPTED(places_client_autocomplete(client, request, keep, &good, NULL, &error));
    places_request_free(request);
    request = request_for("now fail it");
    ACCEPTED(places_client_autocomplete(client, request, keep, &bad, NULL, &error));
    places_request_free(request);
    places_client_free(client);
    CHECK(good.result && !good.error && bad.error && !bad.result);
    CHECK(!strcmp(places_result_place_id(good.result, 0, NULL), "slow:kept"));
    size_t start = 9, end = 9;
    CHECK(
        places_result_match(good.result, 0, PLACES_TEXT_FULL, 0, PLACES_UNIT_UTF16, &start, &end));
    CHECK(start == 0 && end == 1);
    CHECK(places_error_status(bad.error) == PLACES_NETWORK_ERROR);
    places_result_release(good.result);
    places_error_release(bad.error);
    slow_provider_free(provider);
}

static void test_waiting(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    places_result *result = NULL;
    places_request *request = request_for("30 waited");
    ACCEPTED(places_client_autocomplete_wait(client, request, -1, &result, &error));
    CHECK(places_result_count(result) == 1);
    places_result_release(result);
    places_request_free(request);
    request = request_for("never waited");
    REFUSED(PLACES_DEADLINE, "50 ms", "timeout",
            places_client_autocomplete_wait(client, request, 50, &result, &error));
    CHECK(result == NULL);
    places_request_free(request);
    places_place_request *details = places_place_request_new();
    places_place *place = NULL;
    ACCEPTED(places_place_request_set_place_id(details, "abc", &error));
    ACCEPTED(places_place_request_set_fields(details, "displayName", &error));
    ACCEPTED(places_client_fetch_place_wait(client, details, 5000, &place, &error));
    CHECK(!strcmp(places_place_display_name(place), "abc"));
    CHECK(places_place_id(place) == NULL); /* Not in the mask. */
    places_place_release(place);
    places_place_request_free(details);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_pumped_only_in_dispatch(void) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, PLACES_DELIVERY_PUMPED, 0);
    outcome o;
    memset(&o, 0, sizeof o);
    ask(client, "now x", 0, &o, NULL);
    usleep(30000);
    CHECK(calls(&o) == 0);
    struct pollfd entry = {.fd = places_client_fd(client), .events = POLLIN};
    CHECK(poll(&entry, 1, 0) == 1);
    CHECK(places_client_dispatch(client) == 1);
    CHECK(calls(&o) == 1);
    CHECK(poll(&entry, 1, 0) == 0);
    CHECK(places_client_dispatch(client) == 0);
    places_client_free(client);
    client = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
    CHECK(places_client_dispatch(client) == PLACES_UNSUPPORTED);
    CHECK(places_client_fd(client) == PLACES_UNSUPPORTED);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_provider_lifetime(void) {
    slow_provider *provider = slow_provider_new();
    places_provider *handle = slow_provider_handle(provider);
    places_client *client = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
    CHECK(!slow_provider_destroyed(provider));
    places_client_free(client);
    CHECK(!slow_provider_destroyed(provider));
    (void)handle;
    slow_provider_free(provider);

    /* A provider without functions refuses at the call. */
    places_provider *empty = places_provider_new(NULL, NULL);
    places_client_options *options = places_client_options_new();
    ACCEPTED(places_client_options_set_provider(options, empty, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    places_provider_free(empty);
    places_request *request = request_for("x");
    outcome o;
    memset(&o, 0, sizeof o);
    REFUSED(PLACES_UNSUPPORTED, "provider", "autocomplete",
            places_client_autocomplete(client, request, note, &o, NULL, &error));
    CHECK(o.calls == 0);
    places_request_free(request);
    places_client_free(client);

    /* A client with nothing to ask says so. */
    ACCEPTED(places_client_new(NULL, &client, &error));
    request = request_for("x");
    REFUSED(PLACES_NO_PROVIDER, "neither", "index",
            places_client_autocomplete(client, request, note, &o, NULL, &error));
    places_request_free(request);
    places_client_free(client);
}

int main(void) {
    test_answers(PLACES_DELIVERY_THREAD);
    test_answers(PLACES_DELIVERY_PUMPED);
    test_queue_full(PLACES_DELIVERY_THREAD);
    test_queue_full(PLACES_DELIVERY_PUMPED);
    test_keeping();
    test_waiting(PLACES_DELIVERY_THREAD);
    test_waiting(PLACES_DELIVERY_PUMPED);
    test_pumped_only_in_dispatch();
    test_provider_lifetime();
    return report();
}
