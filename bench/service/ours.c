/*
 * ours seq|many COUNT URL: COUNT autocomplete requests to a service through places.h, one after the other or
 * 64 in flight; every row is read in the callback. Prints one line of JSON.
 */
#include "measure.h"

#include <places.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { IN_FLIGHT = 64 };

struct run {
    places_client *client;
    /* Of the callbacks' thread. */
    places_request *request;
    long count;
    long started;
    long done;
    long bad;
    size_t bytes;
    pthread_mutex_t mutex;
    pthread_cond_t is_done;
};

static size_t read_rows(const places_result *result) {
    size_t bytes = 0;
    for (size_t row = 0; row < places_result_count(result); row++) {
        size_t length = 0;
        places_result_place_id(result, row, &length);
        bytes += length;
        places_result_full_text(result, row, &length);
        bytes += length;
        places_result_primary_text(result, row, &length);
        bytes += length;
        places_result_secondary_text(result, row, &length);
        bytes += length;
    }
    return bytes;
}

static void submit(struct run *run);

static void take(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    struct run *run = userdata;
    (void)id;
    (void)error;
    if (status == PLACES_OK && places_result_count(result) == 5)
        run->bytes += read_rows(result);
    else
        run->bad++;
    run->done++;
    note_memory(run->done);
    if (run->started < run->count)
        submit(run);
    if (run->done == run->count) {
        pthread_mutex_lock(&run->mutex);
        pthread_cond_signal(&run->is_done);
        pthread_mutex_unlock(&run->mutex);
    }
}

static void submit(struct run *run) {
    run->started++;
    places_request_set_query(run->request, "par", 3, NULL);
    if (places_client_autocomplete(run->client, run->request, take, run, NULL, NULL) != PLACES_OK)
        abort();
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    struct run run = {.count = atol(argv[2]), .request = places_request_new()};
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.is_done, NULL);
    places_client_options *options = places_client_options_new();
    places_client_options_set_service(options, "google", NULL);
    places_client_options_set_api_key(options, "KEY", NULL);
    places_client_options_set_base_url(options, argv[3], NULL);
    /* A program that does one thing after the other needs no thread for callbacks. */
    if (strcmp(argv[1], "seq") == 0)
        places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, NULL);
    if (places_client_new(options, &run.client, NULL) != PLACES_OK)
        return 3;
    places_client_options_free(options);
    places_filter *filter = places_filter_new();
    places_filter_set_language(filter, "en", NULL);
    const char *countries[] = {"fr", "us"};
    places_filter_set_countries(filter, countries, 2, NULL);
    places_request_set_filter(run.request, filter, NULL);

    struct measure measure = measure_start();
    if (strcmp(argv[1], "seq") == 0) {
        for (long i = 0; i < run.count; i++) {
            places_result *result = NULL;
            places_request_set_query(run.request, "par", 3, NULL);
            if (places_client_autocomplete_wait(run.client, run.request, -1, &result, NULL) !=
                    PLACES_OK ||
                places_result_count(result) != 5)
                run.bad++;
            else
                run.bytes += read_rows(result);
            places_result_release(result);
            note_memory(i + 1);
        }
    } else {
        pthread_mutex_lock(&run.mutex);
        /* From the first submit on the callbacks' thread counts. */
        run.started = run.count < IN_FLIGHT ? run.count : IN_FLIGHT;
        long first = run.started;
        places_request *request = places_request_new();
        places_request_set_filter(request, filter, NULL);
        places_request_set_query(request, "par", 3, NULL);
        for (long i = 0; i < first; i++)
            if (places_client_autocomplete(run.client, request, take, &run, NULL, NULL) !=
                PLACES_OK)
                abort();
        places_request_free(request);
        while (run.done < run.count)
            pthread_cond_wait(&run.is_done, &run.mutex);
        pthread_mutex_unlock(&run.mutex);
    }
    measure_print("libplaces", argv[1], run.count, run.bad, measure);
    places_client_free(run.client);
    places_request_free(run.request);
    places_filter_free(filter);
    return run.bad != 0;
}
