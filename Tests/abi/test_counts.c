/*
 * What a keystroke costs a pumped client in allocations and locks. This program's own malloc and pthread_mutex_lock stand
 * in for the C library's, in the shared library too, and count.
 *
 * A text without letters ("?!") is answered with no search: its request is taken, an empty answer is made and delivered.
 * That is the base. Searching, of whatever kind and however much is found, must add no allocation and no lock to it: what
 * it needs is kept from one keystroke to the next, and the rows are copied into one block at the end.
 *
 * The sanitizers bring an allocator of their own; there, the answers alone are checked.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

typedef struct {
    long allocations, locks;
} counts;

/* Volatile: compilers take it for granted that malloc changes nothing that they see. */
static volatile counts counted;
static volatile int is_counting;

#if !IS_SANITIZED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    counted.allocations += is_counting;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    counted.allocations += is_counting;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    counted.allocations += is_counting;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    counted.allocations += is_counting;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    counted.allocations += is_counting;
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : 12;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*next)(pthread_mutex_t *);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    counted.locks += is_counting;
    return next(mutex);
}
#endif

static char folder[] = "/tmp/places-test-XXXXXX";
static char index_path[64];

static void build(void) {
    char table[64], source[80];
    snprintf(table, sizeof table, "%s/rows.csv", folder);
    snprintf(index_path, sizeof index_path, "%s/rows.places", folder);
    FILE *file = fopen(table, "w");
    if (!file)
        abort();
    static const char *const names[] = {"London", "New London", "Londonderry",
                                        "Berlin", "Bern",       "Main Street"};
    fputs("id,name,names:fr,lat,lon,primary_type,importance,country,region\n", file);
    for (int i = 0; i < 300; i++)
        fprintf(file, "t:%d,%s%s%d,%s,%.3f,%.3f,%s,%.1f,%s,%s\n", i, names[i % 6], i < 6 ? "" : " ",
                i, i % 6 ? "" : "Londres", 50 + i % 60 / 10.0, i / 10.0,
                i % 3 ? "locality" : "cafe", i % 60 / 10.0, i % 2 ? "GB" : "DE",
                i % 2 ? "England" : "Bayern");
    fclose(file);
    places_index_builder *builder = places_index_builder_new();
    snprintf(source, sizeof source, "csv:%s", table);
    ACCEPTED(places_index_builder_add_source(builder, source, &error));
    ACCEPTED(places_index_builder_write(builder, index_path, &error));
    places_index_builder_free(builder);
    unlink(table);
}

/* A checker such as valgrind stands its own allocator in for this one; then the answers alone are checked. */
static int counts_work;

static void try_counting(void) {
    is_counting = 1;
    void *volatile memory = malloc(1);
    is_counting = 0;
    free(memory);
    counts_work = counted.allocations > 0;
    if (!counts_work)
        fputs("allocations cannot be counted here: another allocator stands in\n", stderr);
}

static long rows_found;

static void on_answer(void *userdata, uint64_t id, places_status status,
                      const places_result *result, const places_error *error) {
    (void)userdata, (void)id, (void)error;
    is_counting = 0;
    CHECK(status == PLACES_OK);
    rows_found = (long)places_result_count(result);
    is_counting = 1;
}

/* What submitting and dispatching cost. */
static counts cost(places_client *client, const char *query, const places_filter *filter) {
    counts result = {0, 0};
    places_request *request = request_for(query);
    places_request_set_filter(request, filter, NULL);
    /* The first times, memory that is kept is still made. */
    for (int time = 0; time < 4; time++) {
        counted.allocations = counted.locks = 0;
        is_counting = 1;
        places_client_autocomplete(client, request, on_answer, NULL, NULL, NULL);
        places_client_dispatch(client);
        is_counting = 0;
        result = (counts){counted.allocations, counted.locks};
    }
    places_request_free(request);
    return result;
}

static const char *const queries[] = {
    "lon",         "london 12",
    "new lon",     "12 london",
    "lodnon",      "ondon",
    "zzzzzz",      "berlin bayern",
    "b",           "main st",
    "lnodon gb x", "londres",
    "xx yy zz qq", "a b c d e f g h i j k l m n o p",
};
enum { QUERIES = sizeof queries / sizeof *queries };

/* Every query costs what the text without letters costs. */
static void test(places_client *client, const char *what, const places_filter *filter) {
    counts base = cost(client, "?!", filter);
    CHECK(rows_found == 0);
    long found = 0;
    for (int i = 0; i < QUERIES; i++) {
        counts one = cost(client, queries[i], filter);
        found += rows_found;
        int is_good = one.allocations == base.allocations;
        if (!is_good || one.locks != base.locks)
            fprintf(stderr, "%s, \"%s\": %ld allocations, %ld locks; without a search %ld, %ld\n",
                    what, queries[i], one.allocations, one.locks, base.allocations, base.locks);
        CHECK(is_good);
        CHECK(one.locks == base.locks);
    }
    CHECK(found > 0);
    fprintf(stderr, "%-12s %ld allocations, %ld locks a keystroke, none of them by the search\n",
            what, base.allocations, base.locks);
    if (!counts_work)
        return;
#if !IS_SANITIZED
    /* The answer, and one block for all that is in it. */
    CHECK(base.allocations > 0 && base.allocations <= 2);
    CHECK(base.locks > 0 && base.locks <= 6);
#endif
}

int main(void) {
    if (!mkdtemp(folder))
        abort();
    try_counting();
    build();
    places_index *index = NULL;
    ACCEPTED(places_index_open(index_path, 0, &index, &error));
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    ACCEPTED(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &error));
    ACCEPTED(places_client_options_add_index(options, index, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    places_index_free(index);

    places_filter *filter = places_filter_new();
    test(client, "plain", filter);
    ACCEPTED(places_filter_set_language(filter, "fr", &error));
    test(client, "language", filter);
    ACCEPTED(places_filter_set_bias_circle(filter, 52, 10, 5000, &error));
    ACCEPTED(places_filter_set_origin(filter, 52, 10, &error));
    test(client, "bias", filter);
    places_filter_clear_bias(filter);
    ACCEPTED(places_filter_set_restriction_circle(filter, 54, 10, 50000, &error));
    test(client, "circle", filter);
    ACCEPTED(places_filter_set_restriction_rectangle(filter, 0, 0, 80, 80, &error));
    test(client, "rectangle", filter);
    ACCEPTED(places_filter_set_countries(filter, (const char *const[]){"de"}, 1, &error));
    test(client, "country", filter);
    ACCEPTED(places_filter_set_types(filter, (const char *const[]){"cafe"}, 1, &error));
    test(client, "type", filter);
    places_filter_free(filter);

    places_client_free(client);
    unlink(index_path);
    rmdir(folder);
    return report();
}
