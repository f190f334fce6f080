/*
 * What the typing layer costs: from places_table_set_text() to the rows' callback, above the search itself, pumped and
 * on the library's thread; and the memory of ten thousand tables at rest.
 *
 *     build/bench/typing INDEX < KEYSTROKES      (one text a line)
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <math.h>
#include <places.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

static double at(double *values, size_t count, double part) {
    qsort(values, count, sizeof *values, by_size);
    return count == 0 ? NAN : values[(size_t)((double)(count - 1) * part)];
}

struct seen {
    double time;
    double drawing;
    int rows;
    sem_t done;
};

static void on_result(void *userdata, uint64_t id, places_status status,
                      const places_result *result, const places_error *error) {
    (void)id, (void)status, (void)error;
    struct seen *seen = userdata;
    seen->rows += (int)places_result_count(result);
    seen->time = now_us();
    sem_post(&seen->done);
}

static void on_update(void *userdata, const places_table_state *state) {
    struct seen *seen = userdata;
    if (places_table_state_is_loading(state))
        return;
    seen->time = now_us();
    // What a control that draws asks for besides: made when the first of it is asked for.
    for (size_t row = 0; row < places_table_state_row_count(state); row++)
        seen->rows += places_table_state_row_label(state, row) != NULL &&
                      places_table_state_row_distance(state, row) != NULL;
    seen->drawing = now_us() - seen->time;
    sem_post(&seen->done);
}

static places_client *make_client(places_index *index, places_delivery delivery) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    places_client_options_set_delivery(options, delivery, NULL);
    places_client_options_add_index(options, index, NULL);
    places_client_new(options, &client, NULL);
    places_client_options_free(options);
    return client;
}

/* Waits until nothing is to be told any more. */
static void settle(places_client *client, places_delivery delivery) {
    if (delivery == PLACES_DELIVERY_PUMPED) {
        while (places_client_dispatch(client) > 0) {
        }
    } else {
        struct timespec pause = {.tv_nsec = 200000};
        nanosleep(&pause, NULL);
    }
}

static char *texts[100000];
static size_t text_count;
static double times[3][100000];

/* Microseconds from the request to its callback. */
static double search_alone(places_client *client, places_delivery delivery, places_request *request,
                           const char *text, struct seen *seen) {
    double start = now_us();
    places_request_set_query(request, text, PLACES_NUL_TERMINATED, NULL);
    places_client_autocomplete(client, request, on_result, seen, NULL, NULL);
    if (delivery == PLACES_DELIVERY_PUMPED)
        places_client_dispatch(client);
    sem_wait(&seen->done);
    return seen->time - start;
}

static void measure(places_index *index, places_delivery delivery) {
    places_client *client = make_client(index, delivery);
    struct seen seen = {0};
    sem_init(&seen.done, 0, 0);
    places_table_delegate delegate = {.size = sizeof delegate, .did_update = on_update};
    places_table *table = NULL;
    places_table_new(client, &delegate, &seen, &table, NULL);
    places_request *request = places_request_new();
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < text_count; i++) {
            // Once unmeasured: else the first of the two would pay for what the other finds in the caches. And both
            // start from rest: a thread that has slept wakes more slowly.
            search_alone(client, delivery, request, texts[i], &seen);
            settle(client, delivery);
            times[0][i] = search_alone(client, delivery, request, texts[i], &seen);
            // A new session, so that it is searched and not remembered.
            places_table_clear(table);
            places_table_cancel(table);
            settle(client, delivery);
            while (sem_trywait(&seen.done) == 0) {
            }
            double start = now_us();
            places_table_set_text(table, texts[i], PLACES_NUL_TERMINATED, -1, NULL);
            while (sem_trywait(&seen.done) != 0) {
                if (delivery == PLACES_DELIVERY_PUMPED) {
                    places_client_dispatch(client);
                } else {
                    sem_wait(&seen.done);
                    break;
                }
            }
            times[1][i] = seen.time - start;
            times[2][i] = seen.drawing;
        }
    }
    double above[3];
    for (int i = 0; i < 3; i++)
        above[i] = at(times[i], text_count, 0.5);
    printf("%s: search alone %.1f us, through the table %.1f us at the median: %.1f us above; "
           "labels and distances of the rows %.1f us\n",
           delivery == PLACES_DELIVERY_PUMPED ? "pumped" : "thread", above[0], above[1],
           above[1] - above[0], above[2]);
    places_table_free(table);
    places_request_free(request);
    places_client_free(client);
}

static void count_memory(places_index *index) {
    enum { number = 10000 };
    static places_table *tables[number];
    places_client *client = make_client(index, PLACES_DELIVERY_PUMPED);
    places_table_delegate delegate = {.size = sizeof delegate};
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < number; i++)
        places_table_new(client, &delegate, NULL, &tables[i], NULL);
    size_t fresh = mallinfo2().uordblks;
    for (int i = 0; i < number; i++) {
        places_table_set_text(tables[i], "paris", PLACES_NUL_TERMINATED, -1, NULL);
        while (places_client_dispatch(client) > 0) {
        }
        places_table_cancel(tables[i]);
        places_table_clear(tables[i]);
        while (places_client_dispatch(client) > 0) {
        }
    }
    size_t after = mallinfo2().uordblks;
    printf("%d tables: %.0f bytes each when made, %.0f at rest after a search\n", number,
           (double)(fresh - before) / number, (double)(after - before) / number);
    for (int i = 0; i < number; i++)
        places_table_free(tables[i]);
    places_client_free(client);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: typing INDEX < KEYSTROKES\n");
        return 2;
    }
    places_index *index = NULL;
    places_error *error = NULL;
    if (places_index_open(argv[1], 0, &index, &error) != PLACES_OK) {
        fprintf(stderr, "typing: %s\n", places_error_message(error));
        return 3;
    }
    char line[4096];
    while (text_count < 100000 && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0')
            texts[text_count++] = strdup(line);
    }
    measure(index, PLACES_DELIVERY_PUMPED);
    measure(index, PLACES_DELIVERY_THREAD);
    count_memory(index);
    places_index_free(index);
    return 0;
}
