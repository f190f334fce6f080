/*
 * One request, one filter and one client, used again and again, on an index: what is kept from one keystroke to the next
 * belongs to nobody else meanwhile.
 *  1. A request whose text, limit and filter change right after each submission: each answer is to what was submitted.
 *  2. The same from two clients at once, each with its thread.
 *  3. Set, submitted and freed inside the callback of the request before it.
 *  4. The index changes under requests that wait, and between them.
 *  5. Cancelled ones, and ones past their deadline, among the others: one callback each, none mixed up.
 *  6. A client freed inside a callback of its own, with more of its requests waiting.
 *  7. A text of a megabyte between short ones.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <pthread.h>
#include <unistd.h>

enum { NAMES = 26, MOST = 1000 };

static char folder[] = "/tmp/places-test-XXXXXX";
static int rounds = MOST;

/* "Aton 1" in DE, "Aton 2" in FR, "Bton 1" and so on: the first letter says which, the IDs too. */
static places_index *make_index(const char *prefix) {
    char table[96], source[128], path[96];
    snprintf(table, sizeof table, "%s/%s.csv", folder, prefix);
    snprintf(path, sizeof path, "%s/%s.places", folder, prefix);
    FILE *file = fopen(table, "w");
    if (!file)
        abort();
    fputs("id,name,lat,lon,primary_type,importance,country\n", file);
    for (int i = 0; i < NAMES; i++)
        for (int n = 1; n <= 2; n++)
            fprintf(file, "%s:%c%d,%cton %d,%d,%d,locality,3,%s\n", prefix, 'a' + i, n, 'A' + i, n,
                    i, n, n == 1 ? "DE" : "FR");
    fclose(file);
    places_index_builder *builder = places_index_builder_new();
    snprintf(source, sizeof source, "csv:%s", table);
    ACCEPTED(places_index_builder_add_source(builder, source, &error));
    ACCEPTED(places_index_builder_write(builder, path, &error));
    places_index_builder_free(builder);
    places_index *index = NULL;
    ACCEPTED(places_index_open(path, 0, &index, &error));
    unlink(table);
    unlink(path);
    return index;
}

static places_client *make_client(places_index *index, places_delivery delivery) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    ACCEPTED(places_client_options_set_delivery(options, delivery, &error));
    ACCEPTED(places_client_options_add_index(options, index, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    return client;
}

/* What one submission is to be answered with. */
typedef struct {
    uint64_t id;
    char text[8];
    char first[16];
    int rows, calls;
    places_status status;
    int is_right;
} wish;

static int done;

static void finish(wish *w) {
    __atomic_add_fetch(&w->calls, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
}

static void on_answer(void *userdata, uint64_t id, places_status status,
                      const places_result *result, const places_error *error) {
    (void)error;
    wish *w = userdata;
    w->status = status;
    w->is_right = id > 0;
    if (status == PLACES_OK) {
        const char *first = places_result_place_id(result, 0, NULL);
        w->is_right =
            (int)places_result_count(result) == w->rows && first && !strcmp(first, w->first);
    }
    finish(w);
}

static void wait_for(places_client *client, places_delivery delivery, int wanted) {
    for (int tries = 0; tries < 20000 && __atomic_load_n(&done, __ATOMIC_SEQ_CST) < wanted; tries++)
        if (delivery == PLACES_DELIVERY_PUMPED)
            places_client_dispatch(client);
        else
            usleep(1000);
    CHECK(__atomic_load_n(&done, __ATOMIC_SEQ_CST) == wanted);
}

/* The i-th submission: a letter, one or both countries, and where both one row or two. */
static void set(places_request *request, places_filter *german, wish *w, int i,
                const char *prefix) {
    int letter = (i * 7) % NAMES, is_german = i % 3 == 1, limit = i % 5 ? 5 : 1;
    snprintf(w->text, sizeof w->text, i % 2 ? "%cton" : "%ct", 'A' + letter);
    snprintf(w->first, sizeof w->first, "%s:%c1", prefix, 'a' + letter);
    w->rows = is_german || limit == 1 ? 1 : 2;
    if (places_request_set_query(request, w->text, PLACES_NUL_TERMINATED, NULL) ||
        places_request_set_limit(request, limit, NULL) ||
        places_request_set_filter(request, is_german ? german : NULL, NULL))
        abort();
}

static places_filter *make_german(void) {
    places_filter *filter = places_filter_new();
    ACCEPTED(places_filter_set_countries(filter, (const char *const[]){"de"}, 1, &error));
    return filter;
}

static void check_all(const wish *wishes, int count) {
    for (int i = 0; i < count; i++) {
        CHECK(wishes[i].calls == 1);
        CHECK(wishes[i].status == PLACES_OK && wishes[i].is_right);
    }
}

/* ready: so many submissions wait before they are answered; 0 for all. */
static void test_changing_request(places_delivery delivery, int ready) {
    places_index *index = make_index("p");
    places_client *client = make_client(index, delivery);
    places_request *request = places_request_new();
    places_filter *german = make_german();
    wish *wishes = calloc((size_t)rounds, sizeof *wishes);
    done = 0;
    for (int i = 0; i < rounds; i++) {
        set(request, german, &wishes[i], i, "p");
        CHECK(!places_client_autocomplete(client, request, on_answer, &wishes[i], NULL, NULL));
        if (ready && i % ready == ready - 1)
            wait_for(client, delivery, i + 1);
    }
    wait_for(client, delivery, rounds);
    check_all(wishes, rounds);
    free(wishes);
    places_filter_free(german);
    places_request_free(request);
    places_client_free(client);
    places_index_free(index);
}

static void test_two_clients(void) {
    places_index *indexes[2] = {make_index("p"), make_index("q")};
    places_client *clients[2];
    for (int c = 0; c < 2; c++)
        clients[c] = make_client(indexes[c], PLACES_DELIVERY_THREAD);
    places_request *request = places_request_new();
    places_filter *german = make_german();
    wish *wishes = calloc((size_t)rounds, 2 * sizeof *wishes);
    done = 0;
    for (int i = 0; i < rounds; i++)
        for (int c = 0; c < 2; c++) {
            wish *w = &wishes[2 * i + c];
            set(request, german, w, i, c ? "q" : "p");
            CHECK(!places_client_autocomplete(clients[c], request, on_answer, w, NULL, NULL));
        }
    wait_for(clients[0], PLACES_DELIVERY_THREAD, 2 * rounds);
    check_all(wishes, 2 * rounds);
    free(wishes);
    places_filter_free(german);
    places_request_free(request);
    for (int c = 0; c < 2; c++) {
        places_client_free(clients[c]);
        places_index_free(indexes[c]);
    }
}

typedef struct {
    places_client *client;
    places_request *request;
    places_filter *german;
    wish *wishes;
    int next;
} chain;

/* Changes the request that is being answered, and submits it again. */
static void go_on(void *userdata, uint64_t id, places_status status, const places_result *result,
                  const places_error *error) {
    chain *c = userdata;
    wish *answered = &c->wishes[c->next - 1];
    if (c->next < rounds) {
        wish *w = &c->wishes[c->next];
        set(c->request, c->german, w, c->next++, "p");
        if (places_client_autocomplete(c->client, c->request, go_on, c, NULL, NULL))
            abort();
    } else {
        places_request_free(c->request);
    }
    /* The answer that is lent stays as it was. */
    on_answer(answered, id, status, result, error);
}

static void test_inside(places_delivery delivery) {
    places_index *index = make_index("p");
    chain c = {make_client(index, delivery), places_request_new(), make_german(),
               calloc((size_t)rounds, sizeof(wish)), 1};
    done = 0;
    set(c.request, c.german, &c.wishes[0], 0, "p");
    CHECK(!places_client_autocomplete(c.client, c.request, go_on, &c, NULL, NULL));
    wait_for(c.client, delivery, rounds);
    check_all(c.wishes, rounds);
    free(c.wishes);
    places_filter_free(c.german);
    places_client_free(c.client);
    places_index_free(index);
}

static void test_other_index(places_delivery delivery) {
    places_index *indexes[2] = {make_index("p"), make_index("q")};
    places_client *client = make_client(indexes[0], delivery);
    places_request *request = places_request_new();
    places_filter *german = make_german();
    enum { EACH = 5 };
    wish *wishes = calloc((size_t)rounds, sizeof *wishes);
    done = 0;
    for (int i = 0; i < rounds; i++) {
        /* Those that wait are still answered from the index before. */
        int number = i / EACH % 2;
        if (i % EACH == 0)
            CHECK(!places_client_set_indexes(client, &indexes[number], 1, NULL));
        set(request, german, &wishes[i], i, number ? "q" : "p");
        CHECK(!places_client_autocomplete(client, request, on_answer, &wishes[i], NULL, NULL));
        if (i % 13 == 0)
            wait_for(client, delivery, i + 1);
    }
    places_index_free(indexes[0]);
    places_index_free(indexes[1]);
    wait_for(client, delivery, rounds);
    check_all(wishes, rounds);
    free(wishes);
    places_filter_free(german);
    places_request_free(request);
    places_client_free(client);
}

static void test_cancelled(places_delivery delivery) {
    places_index *index = make_index("p");
    places_client *client = make_client(index, delivery);
    places_request *request = places_request_new();
    places_filter *german = make_german();
    wish *wishes = calloc((size_t)rounds, sizeof *wishes);
    done = 0;
    for (int i = 0; i < rounds; i++) {
        wish *w = &wishes[i];
        set(request, german, w, i, "p");
        places_request_set_deadline(request, i % 11 == 5 ? 1 : 0, NULL);
        CHECK(!places_client_autocomplete(client, request, on_answer, w, &w->id, NULL));
        if (i % 4 == 2)
            places_client_cancel(client, wishes[i - i % 3].id);
        if (i % 50 == 49) {
            usleep(2000);
            wait_for(client, delivery, i + 1);
        }
    }
    wait_for(client, delivery, rounds);
    int ended[3] = {0, 0, 0};
    for (int i = 0; i < rounds; i++) {
        const wish *w = &wishes[i];
        CHECK(w->calls == 1 && w->is_right);
        CHECK(w->status == PLACES_OK || w->status == PLACES_CANCELLED ||
              w->status == PLACES_DEADLINE);
        ended[w->status == PLACES_OK ? 0 : w->status == PLACES_CANCELLED ? 1 : 2]++;
    }
    CHECK(ended[0] > 0);
    /* The library's thread may be faster than any cancelling; a dispatch that was not called is not. */
    if (delivery == PLACES_DELIVERY_PUMPED)
        CHECK(ended[1] > 0 && ended[2] > 0);
    free(wishes);
    places_filter_free(german);
    places_request_free(request);
    places_client_free(client);
    places_index_free(index);
}

typedef struct {
    places_client *client;
    int calls, cancelled;
} ending;

static void end_client(void *userdata, uint64_t id, places_status status,
                       const places_result *result, const places_error *error) {
    (void)id, (void)result, (void)error;
    ending *e = userdata;
    places_client *client = e->client;
    e->client = NULL;
    e->cancelled += status == PLACES_CANCELLED;
    places_client_free(client);
    __atomic_add_fetch(&e->calls, 1, __ATOMIC_SEQ_CST);
}

static void test_end_inside(places_delivery delivery) {
    enum { WAITING = 20 };
    for (int round = 0; round < rounds / 20; round++) {
        places_index *index = make_index("p");
        ending e = {make_client(index, delivery), 0, 0};
        places_client *client = e.client;
        places_index_free(index);
        places_request *request = request_for("aton");
        int taken = 0;
        /* Before the first is answered: the thread's client may be gone after it. */
        for (int i = 0; i < (delivery == PLACES_DELIVERY_PUMPED ? WAITING : 1); i++)
            taken += !places_client_autocomplete(client, request, end_client, &e, NULL, NULL);
        places_request_free(request);
        if (delivery == PLACES_DELIVERY_PUMPED)
            places_client_dispatch(client);
        for (int tries = 0; tries < 20000 && __atomic_load_n(&e.calls, __ATOMIC_SEQ_CST) < taken;
             tries++)
            usleep(1000);
        CHECK(__atomic_load_n(&e.calls, __ATOMIC_SEQ_CST) == taken);
        CHECK(e.cancelled == taken - 1);
    }
}

static void test_long_text(places_delivery delivery) {
    places_index *index = make_index("p");
    places_client *client = make_client(index, delivery);
    places_request *request = places_request_new();
    size_t size = 1000000;
    char *text = malloc(size + 1);
    memset(text, 'z', size + 1);
    places_filter *german = make_german();
    wish wishes[8] = {0};
    done = 0;
    for (int i = 0; i < 8; i++) {
        set(request, german, &wishes[i], i, "p");
        if (i % 2) {
            ACCEPTED(places_request_set_query(request, text, size, &error));
            wishes[i].rows = -1;
        }
        CHECK(!places_client_autocomplete(client, request, on_answer, &wishes[i], NULL, NULL));
    }
    wait_for(client, delivery, 8);
    for (int i = 0; i < 8; i++) {
        CHECK(wishes[i].calls == 1 && wishes[i].status == PLACES_OK);
        CHECK(wishes[i].is_right == !(i % 2));
    }
    REFUSED(PLACES_INVALID_REQUEST, "query", "1000000",
            places_request_set_query(request, text, size + 1, &error));
    free(text);
    places_filter_free(german);
    places_request_free(request);
    places_client_free(client);
    places_index_free(index);
}

int main(void) {
    if (getenv("PLACES_TEST_SLOW"))
        rounds = MOST / 5;
    if (!mkdtemp(folder))
        abort();
    static const places_delivery deliveries[] = {PLACES_DELIVERY_PUMPED, PLACES_DELIVERY_THREAD};
    for (int i = 0; i < 2; i++) {
        test_changing_request(deliveries[i], 0);
        test_changing_request(deliveries[i], 1);
        test_changing_request(deliveries[i], 3);
        test_inside(deliveries[i]);
        test_other_index(deliveries[i]);
        test_cancelled(deliveries[i]);
        test_end_inside(deliveries[i]);
        test_long_text(deliveries[i]);
    }
    test_two_clients();
    rmdir(folder);
    return report();
}
