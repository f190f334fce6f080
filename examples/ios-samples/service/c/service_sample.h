/* What the samples share that ask a service: a client of the one at an address, and an end with words. */
#ifndef SERVICE_SAMPLE_H
#define SERVICE_SAMPLE_H

#include <places.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(places_status status, places_error *error) {
    if (status == PLACES_OK)
        return;
    fprintf(stderr, "%s\n", places_error_message(error));
    exit(1);
}

static inline places_client *client_of(const char *service, const char *url) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    places_error *error = NULL;
    must(places_client_options_set_service(options, service, &error), error);
    must(places_client_options_set_api_key(options, "SAMPLE-KEY", &error), error);
    must(places_client_options_set_base_url(options, url, &error), error);
    must(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &error), error);
    must(places_client_new(options, &client, &error), error);
    places_client_options_free(options);
    return client;
}

static inline places_result *suggest(places_client *client, const char *query, size_t length,
                                     const places_filter *filter, const places_token *token) {
    places_request *request = places_request_new();
    places_result *result = NULL;
    places_error *error = NULL;
    must(places_request_set_query(request, query, length, &error), error);
    must(places_request_set_filter(request, filter, &error), error);
    must(places_request_set_token(request, token, &error), error);
    must(places_client_autocomplete_wait(client, request, -1, &result, &error), error);
    places_request_free(request);
    return result;
}

/* A loop of one descriptor, until the table waits for nothing and has told everything. */
static inline void pump(places_client *client, places_table *table) {
    struct pollfd descriptor = {.fd = places_client_fd(client), .events = POLLIN};
    bool is_busy;
    do {
        places_client_dispatch(client);
        places_table_state *state = places_table_state_now(table);
        is_busy = places_table_state_is_loading(state) || places_table_state_is_picking(state);
        places_table_state_release(state);
    } while (poll(&descriptor, 1, is_busy ? 5000 : 0) > 0);
}

#endif
