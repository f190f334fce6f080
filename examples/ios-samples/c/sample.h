/* What the samples share: a client on the fixture index, and printing. Each sample is a program that
 * takes the index file as its only argument. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <places.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

static places_error *error;
static places_index *sample_index;

/* Every call that can be refused stands in CHECK(). */
#define CHECK(call) check((call))

static inline void check(places_status status) {
    if (status == PLACES_OK)
        return;
    fprintf(stderr, "%s: %s\n", places_status_name(status), places_error_message(error));
    exit(1);
}

static inline places_client *open_client_with(int argc, char **argv, places_delivery delivery) {
    places_client *client = NULL;
    places_client_options *options = places_client_options_new();
    if (argc != 2) {
        fprintf(stderr, "usage: %s INDEX\n", argv[0]);
        exit(2);
    }
    CHECK(places_index_open(argv[1], 0, &sample_index, &error));
    CHECK(places_client_options_add_index(options, sample_index, &error));
    CHECK(places_client_options_set_delivery(options, delivery, &error));
    CHECK(places_client_new(options, &client, &error));
    places_client_options_free(options);
    return client;
}

static inline places_client *open_client(int argc, char **argv) {
    return open_client_with(argc, argv, PLACES_DELIVERY_THREAD);
}

/* Its callbacks run in pump_until() and nowhere else. */
static inline places_client *open_pumped_client(int argc, char **argv) {
    return open_client_with(argc, argv, PLACES_DELIVERY_PUMPED);
}

/* A loop of one descriptor, until a callback sets `flag`, and what is to be told then. Clears it. */
static inline void pump_until(places_client *client, bool *flag) {
    struct pollfd descriptor = {.fd = places_client_fd(client), .events = POLLIN};
    while (poll(&descriptor, 1, *flag ? 0 : 5000) > 0)
        places_client_dispatch(client);
    *flag = false;
}

static inline void close_client(places_client *client) {
    places_client_free(client);
    places_index_free(sample_index);
}

/* One row a line: the text, and the distance where there is one. */
static inline void print_result(const places_result *result) {
    size_t count = places_result_count(result);
    for (size_t row = 0; row < count; row++) {
        int32_t meters;
        printf("  %s", places_result_full_text(result, row, NULL));
        if (places_result_distance_meters(result, row, &meters))
            printf(" (%d m)", meters);
        printf("\n");
    }
    if (count == 0)
        printf("  no results\n");
}

/* Asks and prints. `token` may be NULL. */
static inline void suggest(places_client *client, const char *query, const places_filter *filter,
                           const places_token *token) {
    places_result *result = NULL;
    places_request *request = places_request_new();
    CHECK(places_request_set_query(request, query, PLACES_NUL_TERMINATED, &error));
    CHECK(places_request_set_filter(request, filter, &error));
    CHECK(places_request_set_token(request, token, &error));
    CHECK(places_client_autocomplete_wait(client, request, 5000, &result, &error));
    printf("%s\n", query);
    print_result(result);
    places_result_release(result);
    places_request_free(request);
}

#endif
