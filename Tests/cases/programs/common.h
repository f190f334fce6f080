/* What the small programs of field cases share. Each prints facts, "name value" a line, for program.py. */
#ifndef COMMON_H
#define COMMON_H

#include <places.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6;
}

static inline void sleep_ms(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    while (nanosleep(&time, &time) != 0) {
    }
}

static inline void fact(const char *name, long value) {
    printf("%s %ld\n", name, value);
    fflush(stdout);
}

/* A client of Google's service at an address; ends the program where there is none. */
static inline places_client *new_client(const char *url, const char *ca_file) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    places_error *error = NULL;
    places_client_options_set_service(options, "google", NULL);
    places_client_options_set_base_url(options, url, NULL);
    places_client_options_set_ca_file(options, ca_file, NULL);
    places_client_options_set_retries(options, 0, NULL);
    if (places_client_new(options, &client, &error) != PLACES_OK) {
        fprintf(stderr, "no client: %s\n", places_error_message(error));
        exit(70);
    }
    places_client_options_free(options);
    return client;
}

static inline places_request *new_request(const char *text) {
    places_request *request = places_request_new();
    places_request_set_query(request, text, PLACES_NUL_TERMINATED, NULL);
    return request;
}

/* One request, waited for. */
static inline places_status ask(places_client *client, const char *text) {
    places_request *request = new_request(text);
    places_result *result = NULL;
    places_error *error = NULL;
    places_status status = places_client_autocomplete_wait(client, request, 10000, &result, &error);
    if (status != PLACES_OK)
        fprintf(stderr, "%s: %s\n", places_status_name(status), places_error_message(error));
    places_error_release(error);
    places_result_release(result);
    places_request_free(request);
    return status;
}

#endif
