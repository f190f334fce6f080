/*
 * A typing loop without a second thread: typing INDEX TEXT
 *
 * The program waits in poll() for two things, as any event loop does: the next key (here a clock that
 * "presses" the keys of TEXT) and the client's descriptor. A new key cancels the request before it, so
 * that an answer to old text never replaces one to newer text.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <places.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEY_INTERVAL_MS 30

static void show(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    uint64_t *pending = userdata;
    if (*pending == id)
        *pending = 0;
    if (status == PLACES_CANCELLED)
        return; /* overtaken by the next key */
    if (status != PLACES_OK) {
        printf("  %s\n", places_error_message(error));
        return;
    }
    size_t count = places_result_count(result);
    for (size_t row = 0; row < count && row < 3; row++) {
        /* The parts that were typed, in brackets; a real program would print them bold. */
        size_t length, position = 0, start, end;
        const char *text = places_result_primary_text(result, row, &length);
        printf("  ");
        for (size_t i = 0; places_result_match(result, row, PLACES_TEXT_PRIMARY, i,
                                               PLACES_UNIT_UTF8, &start, &end);
             i++) {
            printf("%.*s[%.*s]", (int)(start - position), text + position, (int)(end - start),
                   text + start);
            position = end;
        }
        printf("%s, %s\n", text + position, places_result_secondary_text(result, row, NULL));
    }
    if (count == 0)
        printf("  nothing\n");
}

static places_error *failure;

/* Says why a call was refused, and ends. */
static void check(places_status status) {
    if (status == PLACES_OK)
        return;
    fprintf(stderr, "%s\n", places_error_message(failure));
    exit(1);
}

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * (int64_t)1000 + time.tv_nsec / 1000000;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: typing INDEX TEXT\n");
        return 2;
    }
    places_index *index;
    places_client *client;
    check(places_index_open(argv[1], 0, &index, &failure));
    places_client_options *options = places_client_options_new();
    check(places_client_options_add_index(options, index, &failure));
    check(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &failure));
    check(places_client_new(options, &client, &failure));
    places_client_options_free(options);
    places_request *request = places_request_new();

    size_t typed = 0, all = strlen(argv[2]);
    uint64_t pending = 0;
    int64_t next_key = now_ms();
    while (typed < all || pending != 0) {
        int64_t wait = typed < all ? next_key - now_ms() : -1;
        struct pollfd descriptor = {.fd = places_client_fd(client), .events = POLLIN};
        if (poll(&descriptor, 1, typed < all && wait < 0 ? 0 : (int)wait) > 0)
            places_client_dispatch(client);
        if (typed < all && now_ms() >= next_key) {
            do /* a key is a whole character: skip the continuation bytes of UTF-8 */
                typed++;
            while ((argv[2][typed] & 0xC0) == 0x80);
            next_key += KEY_INTERVAL_MS;
            printf("%.*s\n", (int)typed, argv[2]);
            places_client_cancel(client, pending); /* 0, or one that has ended, is no error */
            check(places_request_set_query(request, argv[2], typed, &failure));
            check(places_client_autocomplete(client, request, show, &pending, &pending, &failure));
        }
    }
    places_request_free(request);
    places_client_free(client);
    places_index_free(index);
    return 0;
}
