/* What every C test here shares: checks that say what failed and go on, and a last line that counts. */
#ifndef HARNESS_H
#define HARNESS_H

#include <places.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks_passed, checks_failed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (condition) {                                                                           \
            __atomic_add_fetch(&checks_passed, 1, __ATOMIC_RELAXED);                               \
        } else {                                                                                   \
            __atomic_add_fetch(&checks_failed, 1, __ATOMIC_RELAXED);                               \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                \
        }                                                                                          \
    } while (0)

/* A call that must be refused with this status, with a message that names both parts. */
#define REFUSED(expected, part_a, part_b, call)                                                    \
    do {                                                                                           \
        places_error *error = NULL;                                                                \
        places_status status = (call);                                                             \
        const char *message = places_error_message(error);                                         \
        int is_good = status == (expected) && message && strstr(message, (part_a)) &&              \
                      strstr(message, (part_b)) && places_error_status(error) == (expected);       \
        if (!is_good)                                                                              \
            fprintf(stderr, "%s:%d: %s gave %s \"%s\"\n", __FILE__, __LINE__, #call,               \
                    places_status_name(status), message ? message : "(no error)");                 \
        CHECK(is_good);                                                                            \
        places_error_release(error);                                                               \
    } while (0)

/* A call that must succeed. */
#define ACCEPTED(call)                                                                             \
    do {                                                                                           \
        places_error *error = NULL;                                                                \
        places_status status = (call);                                                             \
        if (status != PLACES_OK)                                                                   \
            fprintf(stderr, "%s:%d: %s gave %s \"%s\"\n", __FILE__, __LINE__, #call,               \
                    places_status_name(status),                                                    \
                    places_error_message(error) ? places_error_message(error) : "(no error)");     \
        CHECK(status == PLACES_OK && error == NULL);                                               \
        places_error_release(error);                                                               \
    } while (0)

static inline int report(void) {
    printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed != 0;
}

static inline places_request *request_for(const char *query) {
    places_request *request = places_request_new();
    if (places_request_set_query(request, query, PLACES_NUL_TERMINATED, NULL) != PLACES_OK)
        abort();
    return request;
}

#endif
