/*
 * Rude callers: what the contract allows, done as unkindly as it can be.
 *  1. Free with 1,000 requests in flight: 1,000 callbacks, none after the call returned.
 *     Free while answers arrive: still one callback a request.
 *  2. Free inside a callback; cancel inside a callback; submit inside a callback.
 *  3. Two clients that free each other from their callbacks.
 *  4. A blocking wait inside a callback is refused.
 *  5. A callback that blocks does not lose the others.
 *  6. A thousand clients at once.
 *  7. Two threads that submit, cancel and dispatch on one client.
 *  8. fork: the inherited client answers FORKED in the child, a new one works; the parent's goes on.
 *  9. exit() with requests in flight.
 * 10. Filter, token and request freed right after the call.
 */
#define _GNU_SOURCE
#include "harness.h"
#include "slow_provider.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static const int under_checker =
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    1;
#else
    0;
#endif

static int count(int *counter) {
    return __atomic_load_n(counter, __ATOMIC_SEQ_CST);
}
static void add(int *counter) {
    __atomic_add_fetch(counter, 1, __ATOMIC_SEQ_CST);
}

static void wait_for(int *counter, int wanted) {
    for (int tries = 0; tries < 20000 && count(counter) < wanted; tries++)
        usleep(1000);
    CHECK(count(counter) == wanted);
}

static int submit(places_client *client, const char *query, places_autocomplete_callback callback,
                  void *userdata, uint64_t *id) {
    places_request *request = request_for(query);
    places_status status =
        places_client_autocomplete(client, request, callback, userdata, id, NULL);
    places_request_free(request);
    return status == PLACES_OK;
}

static void tally(void *userdata, uint64_t id, places_status status, const places_result *result,
                  const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    add(userdata);
}

static void test_free_in_flight(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, delivery, 0);
    int calls = 0;
    for (int i = 0; i < 1000; i++)
        CHECK(submit(client, i % 3 ? "never x" : "1 x", tally, &calls, NULL));
    places_client_free(client);
    CHECK(count(&calls) == 1000);
    slow_provider_free(provider);
    CHECK(count(&calls) == 1000);
}

/* Answers that arrive while the client is being freed: its thread wakes in the middle of the end. */
static void test_free_while_answers_arrive(places_delivery delivery) {
    enum { ROUNDS = 1000, REQUESTS = 8 };
    slow_provider *provider = slow_provider_new();
    for (int round = 0; round < (under_checker ? ROUNDS / 10 : ROUNDS); round++) {
        places_client *client = slow_client(provider, delivery, 0);
        int calls = 0;
        for (int i = 0; i < REQUESTS; i++)
            CHECK(submit(client, i % 2 ? "0 x" : "never x", tally, &calls, NULL));
        places_client_free(client);
        CHECK(count(&calls) == REQUESTS);
    }
    slow_provider_free(provider);
}

typedef struct {
    places_client *client, *other;
    int calls, others;
    uint64_t victim;
} scene;

static void free_own_client(void *userdata, uint64_t id, places_status status,
                            const places_result *result, const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    scene *s = userdata;
    places_client_free(s->client);
    add(&s->calls);
}

static void test_free_inside(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    scene s = {.client = slow_client(provider, delivery, 0)};
    places_client *client = s.client;
    CHECK(submit(client, "never x", tally, &s.others, NULL));
    CHECK(submit(client, "never x", tally, &s.others, NULL));
    CHECK(submit(client, "now x", free_own_client, &s, NULL));
    /* The one dispatch frees the client in its first callback and still delivers the others. */
    if (delivery == PLACES_DELIVERY_PUMPED)
        CHECK(places_client_dispatch(client) == 3);
    wait_for(&s.calls, 1);
    wait_for(&s.others, 2);
    slow_provider_free(provider);
}

static void cancel_other(void *userdata, uint64_t id, places_status status,
                         const places_result *result, const places_error *error) {
    (void)status, (void)result, (void)error;
    scene *s = userdata;
    places_client_cancel(s->client, s->victim);
    places_client_cancel(s->client, id); /* Itself: too late, no error. */
    add(&s->calls);
}

static void expect_cancelled(void *userdata, uint64_t id, places_status status,
                             const places_result *result, const places_error *error) {
    (void)id, (void)result, (void)error;
    CHECK(status == PLACES_CANCELLED);
    add(userdata);
}

static void test_cancel_inside(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    scene s = {.client = slow_client(provider, delivery, 0)};
    CHECK(submit(s.client, "never x", expect_cancelled, &s.others, &s.victim));
    CHECK(submit(s.client, "now x", cancel_other, &s, NULL));
    for (int i = 0; i < 3 && delivery == PLACES_DELIVERY_PUMPED; i++)
        places_client_dispatch(s.client);
    wait_for(&s.calls, 1);
    wait_for(&s.others, 1);
    places_client_free(s.client);
    slow_provider_free(provider);
}

static void submit_again(void *userdata, uint64_t id, places_status status,
                         const places_result *result, const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    scene *s = userdata;
    add(&s->calls);
    if (count(&s->calls) < 50)
        CHECK(submit(s->client, "now again", submit_again, s, NULL));
}

static void test_submit_inside(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    scene s = {.client = slow_client(provider, delivery, 0)};
    CHECK(submit(s.client, "now again", submit_again, &s, NULL));
    int dispatches = 0;
    while (delivery == PLACES_DELIVERY_PUMPED && places_client_dispatch(s.client) > 0)
        dispatches++;
    /* A dispatch runs what was there when it began, or it might never return. */
    CHECK(delivery == PLACES_DELIVERY_THREAD || dispatches == 50);
    wait_for(&s.calls, 50);
    places_client_free(s.client);
    slow_provider_free(provider);
}

static pthread_barrier_t both_inside;

static void free_the_other(void *userdata, uint64_t id, places_status status,
                           const places_result *result, const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    scene *s = userdata;
    pthread_barrier_wait(&both_inside);
    places_client_free(s->other);
    add(&s->calls);
}

static void *dispatch_once(void *client) {
    places_client_dispatch(client);
    return NULL;
}

static void test_free_each_other(places_delivery delivery) {
    for (int round = 0; round < (under_checker ? 5 : 50); round++) {
        slow_provider *provider = slow_provider_new();
        places_client *a = slow_client(provider, delivery, 0);
        places_client *b = slow_client(provider, delivery, 0);
        scene in_a = {.other = b}, in_b = {.other = a};
        pthread_barrier_init(&both_inside, NULL, 2);
        CHECK(submit(a, "now x", free_the_other, &in_a, NULL));
        CHECK(submit(b, "now x", free_the_other, &in_b, NULL));
        pthread_t threads[2];
        if (delivery == PLACES_DELIVERY_PUMPED) {
            pthread_create(&threads[0], NULL, dispatch_once, a);
            pthread_create(&threads[1], NULL, dispatch_once, b);
            pthread_join(threads[0], NULL);
            pthread_join(threads[1], NULL);
        }
        wait_for(&in_a.calls, 1);
        wait_for(&in_b.calls, 1);
        pthread_barrier_destroy(&both_inside);
        slow_provider_free(provider);
    }
}

static void wait_inside(void *userdata, uint64_t id, places_status status,
                        const places_result *result, const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    scene *s = userdata;
    places_request *request = request_for("now x");
    places_result *out = NULL;
    CHECK(places_client_autocomplete_wait(s->client, request, -1, &out, NULL) ==
          PLACES_WRONG_THREAD);
    CHECK(out == NULL);
    CHECK(places_client_dispatch(s->client) <= 0);
    places_request_free(request);
    add(&s->calls);
}

static void test_wait_inside(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    scene s = {.client = slow_client(provider, delivery, 0)};
    CHECK(submit(s.client, "now x", wait_inside, &s, NULL));
    if (delivery == PLACES_DELIVERY_PUMPED)
        places_client_dispatch(s.client);
    wait_for(&s.calls, 1);
    places_client_free(s.client);
    slow_provider_free(provider);
}

static void block(void *userdata, uint64_t id, places_status status, const places_result *result,
                  const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    usleep(200000);
    add(userdata);
}

static void test_blocking_callback(void) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
    int blocked = 0, others = 0;
    CHECK(submit(client, "now x", block, &blocked, NULL));
    for (int i = 0; i < 100; i++)
        CHECK(submit(client, "now x", tally, &others, NULL));
    places_client_free(client); /* Waits for the blocking one. */
    CHECK(count(&blocked) == 1 && count(&others) == 100);
    slow_provider_free(provider);
}

static void test_many_clients(void) {
    enum { CLIENTS = 1000 };
    slow_provider *provider = slow_provider_new();
    places_client **clients = calloc(CLIENTS, sizeof *clients);
    int calls = 0;
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] =
            slow_client(provider, i % 10 ? PLACES_DELIVERY_PUMPED : PLACES_DELIVERY_THREAD, 0);
        CHECK(submit(clients[i], "now x", tally, &calls, NULL));
    }
    for (int i = 0; i < CLIENTS; i++)
        if (i % 10)
            CHECK(places_client_dispatch(clients[i]) == 1);
    wait_for(&calls, CLIENTS);
    for (int i = 0; i < CLIENTS; i++)
        places_client_free(clients[i]);
    free(clients);
    slow_provider_free(provider);
}

typedef struct {
    places_client *client;
    places_delivery delivery;
    int submitted, calls;
} shared;

static void *hammer(void *argument) {
    shared *s = argument;
    unsigned seed = (unsigned)(uintptr_t)&seed;
    for (int i = 0; i < (under_checker ? 300 : 3000); i++) {
        uint64_t id = 0;
        if (submit(s->client, i % 2 ? "now x" : "0 x", tally, &s->calls, &id))
            add(&s->submitted);
        if (rand_r(&seed) % 3 == 0)
            places_client_cancel(s->client, id);
        if (s->delivery == PLACES_DELIVERY_PUMPED)
            places_client_dispatch(s->client);
    }
    return NULL;
}

static void test_two_threads(places_delivery delivery) {
    slow_provider *provider = slow_provider_new();
    shared s = {.client = slow_client(provider, delivery, 100000), .delivery = delivery};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, hammer, &s);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    places_client_free(s.client);
    CHECK(count(&s.calls) == count(&s.submitted));
    slow_provider_free(provider);
}

/* The child of a process with threads may do little; what it may do must work. */
static void test_fork(void) {
    slow_provider *provider = slow_provider_new();
    places_client *client = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
    int calls = 0;
    CHECK(submit(client, "200 x", tally, &calls, NULL));
    /* The verdict comes by a pipe: a checker that watches the child may change its exit status. */
    int verdict[2];
    CHECK(pipe(verdict) == 0);
    pid_t child = fork();
    if (child == 0) {
        places_request *request = request_for("now x");
        int unused = 0;
        int is_good = places_client_autocomplete(client, request, tally, &unused, NULL, NULL) ==
                      PLACES_FORKED;
        is_good &= places_client_dispatch(client) == PLACES_FORKED;
        places_client_cancel(client, 1);
        places_client_free(client); /* Forgotten, not torn down: no hang. */
        places_client *fresh = NULL;
        places_client_options *options = places_client_options_new();
        is_good &= places_client_options_set_provider(options, slow_provider_handle(provider),
                                                      NULL) == PLACES_OK;
        is_good &= places_client_new(options, &fresh, NULL) == PLACES_OK;
        places_result *result = NULL;
        is_good &=
            places_client_autocomplete_wait(fresh, request, 5000, &result, NULL) == PLACES_OK;
        places_result_release(result);
        _exit(write(verdict[1], is_good ? "y" : "n", 1) != 1);
    }
    close(verdict[1]);
    char answer = 0;
    CHECK(read(verdict[0], &answer, 1) == 1 && answer == 'y');
    close(verdict[0]);
    waitpid(child, NULL, 0);
    wait_for(&calls, 1);
    places_client_free(client);
    slow_provider_free(provider);
}

static void test_exit(void) {
    pid_t child = fork();
    if (child == 0) {
        /* Its own provider and client: nothing here was made before the fork. */
        slow_provider *provider = slow_provider_new();
        places_client *client = slow_client(provider, PLACES_DELIVERY_THREAD, 0);
        static int calls;
        for (int i = 0; i < 200; i++)
            submit(client, i % 2 ? "now x" : "1 x", tally, &calls, NULL);
        exit(7);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int main(int argc, char **argv) {
    /* Leaking on purpose at exit() is no news to a leak checker. */
    int with_exit = !(argc > 1 && !strcmp(argv[1], "--no-exit"));
    if (with_exit)
        test_exit();
    for (int i = 0; i < 2; i++) {
        places_delivery delivery = i ? PLACES_DELIVERY_PUMPED : PLACES_DELIVERY_THREAD;
        test_free_in_flight(delivery);
        test_free_while_answers_arrive(delivery);
        test_free_inside(delivery);
        test_cancel_inside(delivery);
        test_submit_inside(delivery);
        test_free_each_other(delivery);
        test_wait_inside(delivery);
        test_two_threads(delivery);
    }
    test_blocking_callback();
    test_many_clients();
    test_fork();
    return report();
}
