/*
 * Fetcher and table with rude callers.
 *  1. Only the newest text's answer is delivered, whatever order answers come in.
 *  2. Free with a timer armed and with a request on its way, user data freed right after.
 *  3. A delegate that frees the table, selects again, sets text, cancels inside its callbacks.
 *  4. Text set from two threads; freed while they still wait.
 *  5. Bad input: 10 MB, ill-formed UTF-8, a caret outside, NULL, numbers past the end.
 *  6. select on a row that is gone, while loading, twice.
 *  7. The client freed before the table; a source that never answers.
 *  8. Two tables that free each other from their callbacks, of one client and of two.
 *  9. fork: the inherited table answers FORKED in the child.
 * 10. Activity comes in pairs, the last one off.
 */
#define _GNU_SOURCE
#include "harness.h"
#include "slow_provider.h"

#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int count(int *counter) {
    return __atomic_load_n(counter, __ATOMIC_SEQ_CST);
}

static void pump(places_client *client, int milliseconds) {
    for (int i = 0; i < milliseconds; i++) {
        if (places_client_dispatch(client) < 0)
            usleep(1000);
        else
            usleep(1000);
    }
}

/* Runs the client for at most ten seconds, until the counter is there. */
static void wait_for(places_client *client, int *counter, int wanted) {
    for (int tries = 0; tries < 10000 && count(counter) < wanted; tries++)
        pump(client, 1);
    CHECK(count(counter) >= wanted);
}

typedef struct {
    int started, answers, failures, updates, requests, places, entered, cancelled, on, off,
        wrong_order;
    int last_rows;
    char last_text[64];
    places_table *table;
    places_client *client;
    int frees;
} notes;

static void fetch_started(void *userdata) {
    __atomic_add_fetch(&((notes *)userdata)->started, 1, __ATOMIC_SEQ_CST);
}

static void fetch_answered(void *userdata, const char *text, const places_result *result) {
    notes *n = userdata;
    snprintf(n->last_text, sizeof n->last_text, "%s", text);
    n->last_rows = (int)places_result_count(result);
    __atomic_add_fetch(&n->answers, 1, __ATOMIC_SEQ_CST);
}

static void fetch_failed(void *userdata, const places_error *error) {
    CHECK(places_error_status(error) != PLACES_OK);
    __atomic_add_fetch(&((notes *)userdata)->failures, 1, __ATOMIC_SEQ_CST);
}

static const places_fetcher_callbacks fetch_callbacks = {
    .size = sizeof(places_fetcher_callbacks),
    .did_start = fetch_started,
    .did_autocomplete = fetch_answered,
    .did_fail = fetch_failed,
};

static places_fetcher *fetcher_for(places_client *client, notes *n) {
    places_fetcher *fetcher = NULL;
    ACCEPTED(places_fetcher_new(client, &fetch_callbacks, n, &fetcher, &error));
    ACCEPTED(places_fetcher_set_mode(fetcher, PLACES_TYPING_DEBOUNCE, 0, &error));
    return fetcher;
}

static places_status type(places_fetcher *fetcher, const char *text) {
    return places_fetcher_set_text(fetcher, text, PLACES_NUL_TERMINATED, -1, NULL);
}

static void test_race(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    notes n = {0};
    places_fetcher *fetcher = fetcher_for(client, &n);
    CHECK(type(fetcher, "3000 par") == PLACES_OK);
    pump(client, 10);
    CHECK(type(fetcher, "5 pari") == PLACES_OK);
    wait_for(client, &n.answers, 1);
    pump(client, 100);
    CHECK(count(&n.answers) == 1 && count(&n.started) == 2 && count(&n.failures) == 0);
    CHECK(strcmp(n.last_text, "5 pari") == 0 && n.last_rows == 1);
    CHECK(slow_provider_cancelled(provider) == 1);
    /* Blank: no request, an empty list, at once. */
    CHECK(type(fetcher, "never x") == PLACES_OK);
    CHECK(type(fetcher, " ") == PLACES_OK);
    wait_for(client, &n.answers, 2);
    CHECK(n.last_rows == 0 && slow_provider_started(provider) == 3);
    CHECK(type(fetcher, "fail x") == PLACES_OK);
    wait_for(client, &n.failures, 1);
    places_fetcher_free(fetcher);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_free(places_delivery delivery) {
    static const int delays[] = {0, 1, 5, 20};
    for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
        slow_provider *provider = slow_provider_new();
        places_client *client = slow_client(provider, delivery, 0);
        notes *n = calloc(1, sizeof *n);
        places_fetcher *fetcher = fetcher_for(client, n);
        CHECK(type(fetcher, "20 paris") == PLACES_OK);
        pump(client, delays[i]);
        places_fetcher_free(fetcher);
        memset(n, 0xEE, sizeof *n);
        free(n);
        /* With the timer armed. */
        n = calloc(1, sizeof *n);
        fetcher = fetcher_for(client, n);
        ACCEPTED(places_fetcher_set_mode(fetcher, PLACES_TYPING_DEBOUNCE, 10, &error));
        CHECK(type(fetcher, "1 paris") == PLACES_OK);
        places_fetcher_free(fetcher);
        free(n);
        pump(client, 40);
        places_client_free(client);
        slow_provider_free(provider);
    }
}

/* ---- table ---- */

static void table_requested(void *userdata, const places_table_state *state) {
    notes *n = userdata;
    /* Whole and readable; what it says may be newer than the request. */
    CHECK(places_table_state_text(state) != NULL && places_table_state_result(state) != NULL);
    __atomic_add_fetch(&n->requests, 1, __ATOMIC_SEQ_CST);
}

static void table_updated(void *userdata, const places_table_state *state) {
    notes *n = userdata;
    n->last_rows = (int)places_table_state_row_count(state);
    __atomic_add_fetch(&n->updates, 1, __ATOMIC_SEQ_CST);
}

static void table_place(void *userdata, const places_place *place, const char *typed) {
    notes *n = userdata;
    CHECK(place != NULL && typed != NULL);
    __atomic_add_fetch(&n->places, 1, __ATOMIC_SEQ_CST);
}

static void table_failed(void *userdata, const places_error *error) {
    CHECK(!places_status_is_retryable(places_error_status(error)));
    __atomic_add_fetch(&((notes *)userdata)->failures, 1, __ATOMIC_SEQ_CST);
}

static void table_cancelled(void *userdata) {
    __atomic_add_fetch(&((notes *)userdata)->cancelled, 1, __ATOMIC_SEQ_CST);
}

static void table_entered(void *userdata, const char *text) {
    notes *n = userdata;
    snprintf(n->last_text, sizeof n->last_text, "%s", text);
    __atomic_add_fetch(&n->entered, 1, __ATOMIC_SEQ_CST);
}

static void table_active(void *userdata, bool active) {
    notes *n = userdata;
    if (active)
        __atomic_add_fetch(&n->on, 1, __ATOMIC_SEQ_CST);
    else
        __atomic_add_fetch(&n->off, 1, __ATOMIC_SEQ_CST);
    if (count(&n->on) - count(&n->off) != (active ? 1 : 0))
        __atomic_add_fetch(&n->wrong_order, 1, __ATOMIC_SEQ_CST);
}

static const places_table_delegate usual = {
    .size = sizeof(places_table_delegate),
    .did_request = table_requested,
    .did_update = table_updated,
    .did_autocomplete = table_place,
    .did_fail = table_failed,
    .did_enter_text = table_entered,
    .was_cancelled = table_cancelled,
    .activity = table_active,
};

static places_table *table_for(places_client *client, const places_table_delegate *delegate,
                               notes *n) {
    places_table *table = NULL;
    ACCEPTED(places_table_new(client, delegate, n, &table, &error));
    ACCEPTED(places_table_set_mode(table, PLACES_TYPING_THROTTLE, 0, &error));
    n->table = table;
    n->client = client;
    return table;
}

static places_status type_row(places_table *table, const char *text) {
    return places_table_set_text(table, text, PLACES_NUL_TERMINATED, -1, NULL);
}

static void test_table(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    notes n = {0};
    places_table *table = table_for(client, &usual, &n);
    ACCEPTED(places_table_set_fields(table, "id", &error));
    CHECK(type_row(table, "never graz") == PLACES_OK);
    /* While loading there is nothing to pick. */
    REFUSED(PLACES_INVALID_REQUEST, "row", "0", places_table_select(table, NULL, 0, &error));
    CHECK(type_row(table, "5 graz") == PLACES_OK);
    places_table_state *state = NULL;
    for (int i = 0; i < 5000; i++) {
        places_table_state_release(state);
        pump(client, 1);
        state = places_table_state_now(table);
        if (places_table_state_phase(state) == PLACES_TABLE_ROWS)
            break;
    }
    CHECK(places_table_state_phase(state) == PLACES_TABLE_ROWS);
    CHECK(places_table_state_row_count(state) == 1 && places_table_state_is_open(state));
    CHECK(strcmp(places_result_primary_text(places_table_state_result(state), 0, NULL), "graz") ==
          0);
    CHECK(places_table_state_row_label(state, 0) && !places_table_state_row_label(state, 1));
    char *json = places_table_state_to_json(state);
    CHECK(json && strstr(json, "\"phase\":\"rows\""));
    places_string_release(json);
    places_change_kind kinds[4];
    size_t rows[4];
    CHECK(places_table_state_changes(NULL, state, kinds, rows, 4) == 1);
    CHECK(kinds[0] == PLACES_CHANGE_INSERT && rows[0] == 0);
    CHECK(places_table_state_changes(state, state, kinds, rows, 4) == 0);

    REFUSED(PLACES_INVALID_REQUEST, "row", "7", places_table_select(table, NULL, 7, &error));
    REFUSED(PLACES_INVALID_REQUEST, "row", "past",
            places_table_select(table, NULL, SIZE_MAX, &error));
    ACCEPTED(places_table_select(table, NULL, 0, &error));
    /* Under way, or done already: either way not twice. */
    REFUSED(PLACES_INVALID_REQUEST, "row", "", places_table_select(table, NULL, 0, &error));
    wait_for(client, &n.places, 1);
    CHECK(count(&n.places) == 1);
    REFUSED(PLACES_INVALID_REQUEST, "row", "gone", places_table_select(table, state, 0, &error));
    places_table_state_release(state);

    CHECK(type_row(table, "garbage x") == PLACES_OK);
    wait_for(client, &n.failures, 1);
    REFUSED(PLACES_INVALID_REQUEST, "table", "nothing failed", places_table_retry(table, &error));
    CHECK(type_row(table, "fail x") == PLACES_OK);
    for (int i = 0; i < 5000; i++) {
        pump(client, 1);
        state = places_table_state_now(table);
        int is_failed = places_table_state_phase(state) == PLACES_TABLE_FAILED;
        int can_retry = places_table_state_can_retry(state);
        places_table_state_release(state);
        if (is_failed && can_retry)
            break;
    }
    ACCEPTED(places_table_retry(table, &error));
    CHECK(places_table_key(table, PLACES_KEY_ENTER));
    wait_for(client, &n.entered, 1);
    CHECK(strcmp(n.last_text, "fail x") == 0);
    places_table_cancel(table);
    wait_for(client, &n.cancelled, 1);
    CHECK(type_row(table, "never x") == PLACES_OK);
    pump(client, 5);
    places_table_free(table);
    CHECK(n.on == n.off && n.wrong_order == 0 && n.on > 0);
    places_client_free(client);
    slow_provider_free(provider);
}

static void free_in_update(void *userdata, const places_table_state *state) {
    notes *n = userdata;
    (void)state;
    if (n->table) {
        places_table *table = n->table;
        n->table = NULL;
        places_table_free(table);
        __atomic_add_fetch(&n->frees, 1, __ATOMIC_SEQ_CST);
    }
}

static void play_in_update(void *userdata, const places_table_state *state) {
    notes *n = userdata;
    if (places_table_state_row_count(state) > 0)
        places_table_select(n->table, state, 0, NULL);
    if (count(&n->updates) % 3 == 0)
        places_table_key(n->table, PLACES_KEY_DOWN);
    if (count(&n->updates) < 20)
        type_row(n->table, count(&n->updates) % 2 ? "1 one" : "now two");
    if (count(&n->updates) == 12)
        places_table_cancel(n->table);
    places_table_state_release(places_table_state_now(n->table));
    __atomic_add_fetch(&n->updates, 1, __ATOMIC_SEQ_CST);
}

static void test_inside(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    notes n = {0};
    places_table_delegate delegate = usual;
    delegate.did_update = free_in_update;
    type_row(table_for(client, &delegate, &n), "now x");
    wait_for(client, &n.frees, 1);
    pump(client, 10);
    CHECK(n.on == n.off && n.wrong_order == 0);
    notes other = {0};
    delegate.did_update = play_in_update;
    places_table *table = table_for(client, &delegate, &other);
    type_row(table, "now x");
    wait_for(client, &other.updates, 20);
    places_table_free(table);
    CHECK(other.on == other.off && other.wrong_order == 0);
    places_client_free(client);
    slow_provider_free(provider);
}

typedef struct {
    places_table *table;
    int stop;
} typist;

static void *type_on(void *argument) {
    typist *t = argument;
    char text[32];
    for (int i = 0; i < 500 && !count(&t->stop); i++) {
        snprintf(text, sizeof text, "%s %d", i % 2 ? "now" : "1", i);
        type_row(t->table, text);
        places_table_key(t->table, PLACES_KEY_DOWN);
        places_table_state_release(places_table_state_now(t->table));
        if (i % 50 == 0)
            places_table_cancel(t->table);
    }
    return NULL;
}

static void test_two_threads(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    notes n = {0};
    places_table_delegate delegate = usual;
    delegate.did_request = NULL;
    typist t = {.table = table_for(client, &delegate, &n)};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&threads[i], NULL, type_on, &t) == 0);
    pump(client, 50);
    __atomic_store_n(&t.stop, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    CHECK(type_row(t.table, "now end") == PLACES_OK);
    pump(client, 20);
    places_table_state *state = places_table_state_now(t.table);
    CHECK(strcmp(places_table_state_text(state), "now end") == 0);
    places_table_state_release(state);
    places_table_free(t.table);
    CHECK(n.on == n.off && n.wrong_order == 0);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_bad_input(void) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, PLACES_DELIVERY_PUMPED, 0);
    notes n = {0};
    places_table *table = table_for(client, &usual, &n);
    places_fetcher *fetcher = fetcher_for(client, &n);
    size_t size = 10000000;
    char *huge = malloc(size);
    memset(huge, 'a', size);
    REFUSED(PLACES_INVALID_REQUEST, "text", "1000000",
            places_table_set_text(table, huge, size, -1, &error));
    REFUSED(PLACES_INVALID_REQUEST, "text", "1000000",
            places_fetcher_set_text(fetcher, huge, size, -1, &error));
    free(huge);
    static const char *const bad[] = {"caf\xc3", "\xff", "\xed\xa0\x80", "\xc0\x80",
                                      "\xf0\x9f\x8d"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        REFUSED(PLACES_INVALID_REQUEST, "text", "UTF-8",
                places_table_set_text(table, bad[i], PLACES_NUL_TERMINATED, -1, &error));
        REFUSED(PLACES_INVALID_REQUEST, "text", "UTF-8",
                places_table_set_value(table, bad[i], PLACES_NUL_TERMINATED, &error));
    }
    REFUSED(PLACES_INVALID_REQUEST, "text", "NUL",
            places_table_set_text(table, "a\0b", 3, -1, &error));
    REFUSED(PLACES_INVALID_REQUEST, "caret", "3", places_table_set_text(table, "ab", 2, 3, &error));
    REFUSED(PLACES_INVALID_REQUEST, "caret", "-2",
            places_table_set_text(table, "ab", 2, -2, &error));
    REFUSED(PLACES_INVALID_REQUEST, "table", "NULL",
            places_table_set_text(NULL, "ab", 2, -1, &error));
    REFUSED(PLACES_INVALID_REQUEST, "client", "NULL",
            places_table_new(NULL, &usual, NULL, &(places_table *){0}, &error));
    REFUSED(PLACES_INVALID_REQUEST, "out", "NULL",
            places_table_new(client, &usual, NULL, NULL, &error));
    places_table_delegate odd = usual;
    odd.size = 3;
    REFUSED(PLACES_INVALID_REQUEST, "size", "3",
            places_table_new(client, &odd, NULL, &(places_table *){0}, &error));
    REFUSED(PLACES_INVALID_REQUEST, "interval_ms", "60001",
            places_table_set_mode(table, PLACES_TYPING_THROTTLE, 60001, &error));
    REFUSED(PLACES_INVALID_REQUEST, "mode", "9",
            places_table_set_mode(table, (places_typing_mode)9, 1, &error));
    REFUSED(PLACES_INVALID_REQUEST, "limit", "6", places_table_set_limit(table, 6, &error));
    REFUSED(PLACES_INVALID_REQUEST, "code_points", "0",
            places_table_set_min_length(table, 0, &error));
    REFUSED(PLACES_INVALID_REQUEST, "milliseconds", "999",
            places_table_set_session_timeout(table, 999, &error));
    REFUSED(PLACES_INVALID_REQUEST, "mask", "nosuch",
            places_table_set_fields(table, "nosuch", &error));
    REFUSED(PLACES_INVALID_REQUEST, "row", "5", places_table_highlight(table, 5, &error));
    REFUSED(PLACES_INVALID_REQUEST, "row: -2", "there are none",
            places_table_highlight(table, -2, &error));
    CHECK(!places_table_can_search(table) && !places_table_can_search(NULL));
    CHECK(!places_table_key(table, PLACES_KEY_ESCAPE));
    REFUSED(PLACES_INVALID_REQUEST, "location", "latitude",
            places_table_set_current_location(table, 91, 0, "here", &error));
    REFUSED(PLACES_INVALID_REQUEST, "viewport", "latitude",
            places_table_set_viewport(table, -91, 0, 1, 1, &error));
    REFUSED(PLACES_UNSUPPORTED, "search", "geocoding",
            (type_row(table, "never x"), places_table_search(table, &error)));
    CHECK(!places_table_key(table, (places_key)77) && !places_table_key(NULL, PLACES_KEY_DOWN));
    CHECK(places_table_state_now(NULL) == NULL && places_table_state_text(NULL) == NULL);
    CHECK(places_table_state_row_count(NULL) == 0 && places_table_state_highlighted(NULL) == -1);
    places_table_free(NULL);
    places_fetcher_free(NULL);
    places_table_free(table);
    places_fetcher_free(fetcher);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_client_first(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    notes n = {0}, m = {0};
    places_table *table = table_for(client, &usual, &n);
    places_fetcher *fetcher = fetcher_for(client, &m);
    CHECK(type_row(table, "never x") == PLACES_OK);
    CHECK(type(fetcher, "never x") == PLACES_OK);
    pump(client, 5);
    places_client_free(client);
    REFUSED(PLACES_CANCELLED, "freed", "client",
            places_table_set_text(table, "y", PLACES_NUL_TERMINATED, -1, &error));
    REFUSED(PLACES_CANCELLED, "freed", "client",
            places_fetcher_set_text(fetcher, "y", PLACES_NUL_TERMINATED, -1, &error));
    places_table_key(table, PLACES_KEY_DOWN);
    places_table_cancel(table);
    places_table_state_release(places_table_state_now(table));
    places_fetcher_free(fetcher);
    places_table_free(table);
    CHECK(n.on == n.off && n.wrong_order == 0);
    slow_provider_free(provider);
}

typedef struct {
    places_table *victim;
    int freed;
} killer;

static void kill_other(void *userdata, const places_table_state *state) {
    (void)state;
    killer *k = userdata;
    places_table *victim = __atomic_exchange_n(&k->victim, NULL, __ATOMIC_SEQ_CST);
    if (victim) {
        places_table_free(victim);
        __atomic_add_fetch(&k->freed, 1, __ATOMIC_SEQ_CST);
    }
}

static void test_each_other(int two_clients) {
    for (int round = 0; round < 20; round++) {
        slow_provider *provider = slow_provider_new();
        places_client *one = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
        places_client *two = two_clients ? slow_client(provider, PLACES_DELIVERY_THREAD, 0) : one;
        places_table_delegate delegate = {.size = sizeof delegate, .did_request = kill_other};
        killer a = {0}, b = {0};
        places_table *first = NULL, *second = NULL;
        ACCEPTED(places_table_new(one, &delegate, &a, &first, &error));
        ACCEPTED(places_table_new(two, &delegate, &b, &second, &error));
        /* Each table is freed by the other's callback only: whoever comes second finds it gone or frees it. */
        a.victim = second;
        b.victim = first;
        type_row(first, "never x");
        if (__atomic_load_n(&a.victim, __ATOMIC_SEQ_CST))
            usleep(100);
        if (two_clients == 0)
            wait_for(one, &a.freed, 1);
        else
            for (int i = 0; i < 5000 && !count(&a.freed); i++)
                usleep(1000);
        CHECK(count(&a.freed) == 1 && count(&b.freed) == 0);
        places_table_free(first);
        if (two_clients)
            places_client_free(two);
        places_client_free(one);
        slow_provider_free(provider);
    }
}

static void test_fork(void) {
    /* Static: what the child inherits and forgets is not lost to the leak checkers. */
    static slow_provider *provider;
    static places_client *client;
    static places_table *table;
    static notes n;
    provider = slow_provider_new();
    client = slow_client(provider, PLACES_DELIVERY_PUMPED, 0);
    table = table_for(client, &usual, &n);
    type_row(table, "never x");
    pid_t child = fork();
    if (child == 0) {
        int good = type_row(table, "y") == PLACES_FORKED;
        good &= !places_table_key(table, PLACES_KEY_DOWN);
        places_table_cancel(table);
        _exit(good ? 0 : 1);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    places_table_free(table);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_session(void) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, PLACES_DELIVERY_PUMPED, 0);
    notes n = {0};
    places_fetcher *one = fetcher_for(client, &n), *two = fetcher_for(client, &n);
    places_token *a = NULL, *b = NULL, *again = NULL;
    ACCEPTED(places_fetcher_token(one, &a, &error));
    ACCEPTED(places_fetcher_token(two, &b, &error));
    ACCEPTED(places_fetcher_token(one, &again, &error));
    CHECK(a && b && strcmp(places_token_text(a), places_token_text(b)) != 0);
    CHECK(strcmp(places_token_text(a), places_token_text(again)) == 0);
    places_token_free(again);
    again = NULL;
    places_fetcher_end_session(one);
    ACCEPTED(places_fetcher_token(one, &again, &error));
    CHECK(strcmp(places_token_text(a), places_token_text(again)) != 0);
    places_meter *meter = places_client_meter(client);
    CHECK(places_meter_count(meter, PLACES_COUNT_SESSIONS_BEGUN) == 3);
    CHECK(places_meter_count(meter, PLACES_COUNT_SESSIONS_ABANDONED) == 1);
    places_meter_free(meter);
    places_token_free(a);
    places_token_free(b);
    places_token_free(again);
    places_fetcher_free(one);
    places_fetcher_free(two);
    places_client_free(client);
    slow_provider_free(provider);
}

int main(void) {
    static const places_delivery ways[] = {PLACES_DELIVERY_THREAD, PLACES_DELIVERY_PUMPED};
    for (int i = 0; i < 2; i++) {
        test_race(ways[i]);
        test_free(ways[i]);
        test_table(ways[i]);
        test_inside(ways[i]);
        test_two_threads(ways[i]);
        test_client_first(ways[i]);
    }
    test_bad_input();
    test_each_other(0);
    test_each_other(1);
    test_session();
    test_fork();
    return report();
}
