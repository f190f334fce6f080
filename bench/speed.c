/*
 * Times keystrokes of libplaces, one by one, through its public header.
 *
 *   speed INDEX[,INDEX...] KEYSTROKES [pumped|thread [TIMES]]   pumped delivery, or the library's thread
 *   speed INDEX[,INDEX...] - [pumped|thread [TIMES]]            sets from the standard input, each ended by an empty line
 *
 * With TIMES, each keystroke is asked so often, all of them one after the other, and the fastest time counts: what other
 * work on the machine did is left out.
 * keys.h has the form of KEYSTROKES. Prints, a line a keystroke, the nanoseconds and the numbers of the places found;
 * with "-" after each set "memory", the kB that opening and all sets so far brought, and an empty line. What is timed: setting text, bias and filter where the last keystroke had
 * another one, submitting, dispatching, and the callback that reads the IDs. At the end, on the standard error, what
 * opening took and the memory that opening and all sets brought.
 */
#define _GNU_SOURCE
#include "keys.h"

#include <places.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int is_answered, is_threaded, times = 1;

typedef struct {
    places_client *client;
    places_request *request;
    places_filter *none, *bias, *filter;
    /* The filter that `filter` was made from; it is made anew when another one comes. */
    const char *filter_text;
} session;

/* As the peers give it: without what strtol() does for signs, bases and locales. */
static long number(const char *digits) {
    long value = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++)
        value = value * 10 + (*digits - '0');
    return value;
}

static void collect(void *userdata, uint64_t id, places_status status, const places_result *result,
                    const places_error *error) {
    (void)id;
    answer *a = userdata;
    if (status)
        die("a request", places_error_message(error));
    a->count = (int)places_result_count(result);
    for (int i = 0; i < a->count && i < FOUND; i++) {
        const char *place = places_result_place_id(result, (size_t)i, NULL);
        const char *colon = strchr(place, ':');
        a->found[i] = colon ? number(colon + 1) : -1;
    }
    if (is_threaded) {
        pthread_mutex_lock(&lock);
        is_answered = 1;
        pthread_cond_signal(&answered);
        pthread_mutex_unlock(&lock);
    }
}

/* A filter as keys.h describes it. */
static places_filter *make_filter(const char *text) {
    enum { MAXIMUM = 64 };
    places_filter *filter = places_filter_new();
    char *copy = strdup(text), *rest = copy, *kind = strsep(&rest, " ");
    char *words[MAXIMUM];
    const char *const *list = (const char *const *)words;
    size_t count = 0;
    double n[4] = {0};
    for (char *word; count < MAXIMUM && (word = strsep(&rest, " ")); count++) {
        words[count] = word;
        if (count < 4)
            n[count] = strtod(word, NULL);
    }
    places_error *error = NULL;
    places_status status = PLACES_INVALID_REQUEST;
    if (!strcmp(kind, "circle"))
        status = places_filter_set_restriction_circle(filter, n[0], n[1], n[2], &error);
    else if (!strcmp(kind, "rectangle"))
        status = places_filter_set_restriction_rectangle(filter, n[0], n[1], n[2], n[3], &error);
    else if (!strcmp(kind, "countries"))
        status = places_filter_set_countries(filter, list, count, &error);
    else if (!strcmp(kind, "types"))
        status = places_filter_set_types(filter, list, count, &error);
    if (status)
        die(text, places_error_message(error));
    free(copy);
    return filter;
}

static void ask(session *s, const keystroke *key, answer *a) {
    /* A person's filter is set up once, not with each letter. */
    if (*key->filter && (!s->filter || strcmp(s->filter_text, key->filter))) {
        places_filter_free(s->filter);
        s->filter = make_filter(key->filter);
        s->filter_text = key->filter;
    }
    int64_t start = now();
    if (key->has_bias)
        places_filter_set_bias_circle(s->bias, key->latitude, key->longitude, 10000, NULL);
    a->count = 0;
    if (places_request_set_query(s->request, key->text, PLACES_NUL_TERMINATED, NULL)) {
        a->nanoseconds = now() - start;
        return;
    }
    places_request_set_filter(s->request,
                              *key->filter    ? s->filter
                              : key->has_bias ? s->bias
                                              : s->none,
                              NULL);
    if (places_client_autocomplete(s->client, s->request, collect, a, NULL, NULL))
        die("autocomplete", "was refused");
    if (is_threaded) {
        pthread_mutex_lock(&lock);
        while (!is_answered)
            pthread_cond_wait(&answered, &lock);
        is_answered = 0;
        pthread_mutex_unlock(&lock);
    } else {
        places_client_dispatch(s->client);
    }
    a->nanoseconds = now() - start;
}

static void run(session *s, FILE *file, int is_warm) {
    size_t count;
    keystroke *keys = read_keystrokes(file, &count);
    answer *answers = calloc(count + 1, sizeof *answers);
    answer unused;
    for (size_t i = 0; i < count && !is_warm; i += 7)
        ask(s, &keys[i], &unused);
    for (int pass = 0; pass < times; pass++)
        for (size_t i = 0; i < count; i++) {
            answer one;
            ask(s, &keys[i], &one);
            if (!pass || one.nanoseconds < answers[i].nanoseconds)
                answers[i] = one;
        }
    print_answers(answers, count);
    free(answers);
    places_filter_free(s->filter);
    s->filter = NULL;
    free_keystrokes(keys, count);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: speed INDEX[,INDEX...] KEYSTROKES|- [pumped|thread [TIMES]]\n", stderr);
        return 2;
    }
    is_threaded = argc > 3 && !strcmp(argv[3], "thread");
    if (argc > 4)
        times = atoi(argv[4]);
    places_client_options *options = places_client_options_new();
    places_client_options_set_delivery(
        options, is_threaded ? PLACES_DELIVERY_THREAD : PLACES_DELIVERY_PUMPED, NULL);
    places_error *error = NULL;
    long memory = memory_kb();
    int64_t start = now();
    for (char *path = strtok(argv[1], ","); path; path = strtok(NULL, ",")) {
        places_index *index = NULL;
        if (places_index_open(path, 0, &index, &error))
            die(path, places_error_message(error));
        places_client_options_add_index(options, index, NULL);
        places_index_free(index);
    }
    int64_t opened = now() - start;
    session s = {
        .none = places_filter_new(), .bias = places_filter_new(), .request = places_request_new()};
    if (places_client_new(options, &s.client, &error))
        die("client", places_error_message(error));
    places_client_options_free(options);
    if (strcmp(argv[2], "-")) {
        FILE *file = fopen(argv[2], "r");
        if (!file)
            die(argv[2], "cannot be read");
        run(&s, file, 0);
        fclose(file);
    } else {
        /* The caller warms it with a set of its own. */
        for (int c; (c = getchar()) != EOF;) {
            ungetc(c, stdin);
            run(&s, stdin, 1);
            printf("memory %ld\n\n", memory_kb() - memory);
            fflush(stdout);
        }
    }
    fprintf(stderr, "open_us %.1f memory_kb %ld\n", (double)opened / 1e3, memory_kb() - memory);
    places_filter_free(s.none);
    places_filter_free(s.bias);
    places_request_free(s.request);
    places_client_free(s.client);
    return 0;
}
