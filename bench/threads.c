/*
 * How well two threads share one open index, beside what the machine itself gives two threads.
 *
 *   threads INDEX KEYSTROKES
 *
 * Each thread has a client of its own and types all keystrokes, each from another one on. The bare loop reads 64 MB of
 * memory here and there, which is all that a search does as far as the machine is concerned. One thread and two take
 * turns, and what two bring is taken within a turn, so that a busy machine troubles both alike; the turn in the middle
 * counts.
 */
#define _GNU_SOURCE
#include "keys.h"

#include <places.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 40, WORDS = 8 << 20 };

static places_index *index_file;
static keystroke *keys;
static size_t key_count;
static const uint64_t *memory;
static pthread_barrier_t barrier;

/* Each on lines of the cache of its own: what one thread writes is not read by the other. */
typedef struct {
    _Alignas(128) int is_second;
    int is_bare;
    double per_second;
    places_client *client;
    places_request *request;
    places_filter *bias, *none;
    uint64_t sum;
} worker;

static void on_answer(void *userdata, uint64_t id, places_status status,
                      const places_result *result, const places_error *error) {
    (void)id;
    if (status)
        die("a request", places_error_message(error));
    ((worker *)userdata)->sum += places_result_count(result);
}

static void search(worker *w, size_t i) {
    const keystroke *key = &keys[i % key_count];
    if (key->has_bias)
        places_filter_set_bias_circle(w->bias, key->latitude, key->longitude, 10000, NULL);
    if (places_request_set_query(w->request, key->text, PLACES_NUL_TERMINATED, NULL))
        return;
    places_request_set_filter(w->request, key->has_bias ? w->bias : w->none, NULL);
    places_client_autocomplete(w->client, w->request, on_answer, w, NULL, NULL);
    places_client_dispatch(w->client);
}

/* As many reads, each where the last one points to, as a search of some microseconds may make. */
static void read_memory(worker *w, size_t i) {
    uint64_t at = i * UINT64_C(0x9E3779B97F4A7C15) + w->sum;
    for (int read = 0; read < 100; read++)
        at = at * UINT64_C(6364136223846793005) + memory[at >> 32 & (WORDS - 1)];
    w->sum = at;
}

static void *work(void *argument) {
    worker *w = argument;
    /* All keystrokes, from another one on: each thread has the same work. */
    size_t first = w->is_second ? key_count / 2 : 0;
    pthread_barrier_wait(&barrier);
    int64_t start = now();
    for (size_t done = 0; done < key_count; done++)
        w->is_bare ? read_memory(w, first + done) : search(w, first + done);
    w->per_second = (double)key_count * 1e9 / (double)(now() - start);
    return NULL;
}

static double run(worker *workers, int count, int is_bare) {
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, (unsigned)count);
    for (int i = 0; i < count; i++) {
        workers[i].is_bare = is_bare;
        if (pthread_create(&threads[i], NULL, work, &workers[i]))
            die("a thread", "cannot be made");
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        sum += workers[i].per_second;
    }
    pthread_barrier_destroy(&barrier);
    return sum;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Of all turns. */
static double middle(double *values) {
    qsort(values, TURNS, sizeof *values, compare);
    return values[TURNS / 2];
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: threads INDEX KEYSTROKES\n", stderr);
        return 2;
    }
    places_error *error = NULL;
    if (places_index_open(argv[1], 0, &index_file, &error))
        die(argv[1], places_error_message(error));
    FILE *file = fopen(argv[2], "r");
    if (!file)
        die(argv[2], "cannot be read");
    keys = read_keystrokes(file, &key_count);
    fclose(file);
    if (!key_count)
        die(argv[2], "has no keystrokes");
    uint64_t *words = malloc(WORDS * sizeof *words);
    for (size_t i = 0; i < WORDS; i++)
        words[i] = i * UINT64_C(0xD6E8FEB86659FD93);
    memory = words;
    worker workers[2] = {{.is_second = 0}, {.is_second = 1}};
    for (int i = 0; i < 2; i++) {
        worker *w = &workers[i];
        places_client_options *options = places_client_options_new();
        places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, NULL);
        places_client_options_add_index(options, index_file, NULL);
        if (places_client_new(options, &w->client, &error))
            die("client", places_error_message(error));
        places_client_options_free(options);
        w->request = places_request_new();
        w->bias = places_filter_new();
        w->none = places_filter_new();
    }
    double scaling[2][TURNS], ratio[TURNS], best[2] = {0};
    for (int turn = 0; turn < TURNS; turn++) {
        for (int is_bare = 0; is_bare < 2; is_bare++) {
            double speed[2];
            for (int count = 1; count <= 2; count++) {
                speed[count - 1] = run(workers, count, is_bare);
                if (!is_bare && speed[count - 1] > best[count - 1])
                    best[count - 1] = speed[count - 1];
            }
            scaling[is_bare][turn] = speed[1] / speed[0];
        }
        ratio[turn] = scaling[0][turn] / scaling[1][turn];
    }
    printf("two threads: %.0f keystrokes a second, one %.0f; in the middle of %d turns x %.2f; the "
           "bare loop x %.2f; ratio %.2f\n",
           best[1], best[0], TURNS, middle(scaling[0]), middle(scaling[1]), middle(ratio));
    for (int i = 0; i < 2; i++) {
        places_request_free(workers[i].request);
        places_filter_free(workers[i].bias);
        places_filter_free(workers[i].none);
        places_client_free(workers[i].client);
    }
    places_index_free(index_file);
    free_keystrokes(keys, key_count);
    free(words);
    return 0;
}
