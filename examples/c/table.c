/*
 * The table data source in a loop of one's own: table INDEX TEXT
 *
 * Text and keys go in, the state is drawn whenever the delegate is told, the place comes out. The keys are
 * played: the letters of TEXT, then down and enter. Everything runs on this thread, in poll() and
 * places_client_dispatch(), as it would beside the descriptors of a real program.
 */
#include <places.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct window {
    places_table *table;
    bool is_done;
};

static places_error *failure;

/* Says why a call was refused, and ends. */
static void check(places_status status) {
    if (status == PLACES_OK)
        return;
    fprintf(stderr, "%s\n", places_error_message(failure));
    exit(1);
}

/* The parts that were typed, in brackets; a real program would draw them bold. */
static void print_name(const places_result *rows, size_t row) {
    size_t length, position = 0, start, end;
    const char *text = places_result_primary_text(rows, row, &length);
    for (size_t i = 0;
         places_result_match(rows, row, PLACES_TEXT_PRIMARY, i, PLACES_UNIT_UTF8, &start, &end);
         i++) {
        printf("%.*s[%.*s]", (int)(start - position), text + position, (int)(end - start),
               text + start);
        position = end;
    }
    printf("%s", text + position);
}

/* The whole state, at every call: there is nothing else to remember. */
static void draw(void *userdata, const places_table_state *state) {
    (void)userdata;
    printf("%s|%s\n", places_table_state_text(state),
           places_table_state_is_loading(state) ? " ..." : "");
    if (!places_table_state_is_open(state))
        return;
    const places_result *rows = places_table_state_result(state);
    for (size_t row = 0; row < places_table_state_row_count(state); row++) {
        printf("%s ", places_table_state_highlighted(state) == (int32_t)row ? ">" : " ");
        print_name(rows, row);
        printf(", %s\n", places_result_secondary_text(rows, row, NULL));
    }
    if (places_table_state_phase(state) == PLACES_TABLE_NOTHING_FOUND)
        printf("  nothing found\n");
    if (places_table_state_phase(state) == PLACES_TABLE_FAILED)
        printf("  %s%s\n", places_error_message(places_table_state_error(state)),
               places_table_state_can_retry(state) ? " (try again)" : "");
    for (size_t line = 0; line < places_table_state_attribution_count(state); line++)
        printf("  %s\n", places_table_state_attribution(state, line));
}

static void take_place(void *userdata, const places_place *place, const char *typed) {
    struct window *window = userdata;
    double latitude = 0, longitude = 0;
    places_place_location(place, &latitude, &longitude);
    const char *name = places_place_display_name(place); /* NULL where the details have none */
    printf("\"%s\" was %s at %.4f, %.4f\n", typed, name ? name : "a place without a name", latitude,
           longitude);
    window->is_done = true;
}

/* Enter without a marked row. */
static void take_text(void *userdata, const char *text) {
    struct window *window = userdata;
    printf("as it is: \"%s\"\n", text);
    window->is_done = true;
}

static void say(void *userdata, const places_error *error) {
    struct window *window = userdata;
    printf("%s\n", places_error_message(error));
    window->is_done = true;
}

/* Waits in poll() until the rows of the present text are drawn, or until the place is there. */
static void wait_for(places_client *client, struct window *window, bool place) {
    while (!window->is_done) {
        places_table_state *state = places_table_state_now(window->table);
        bool is_quiet =
            places_table_state_is_current(state) && !places_table_state_is_loading(state);
        places_table_state_release(state);
        struct pollfd descriptor = {.fd = places_client_fd(client), .events = POLLIN};
        if (poll(&descriptor, 1, is_quiet && !place ? 0 : 5000) <= 0)
            return;
        places_client_dispatch(client);
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: table INDEX TEXT\n");
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

    struct window window = {0};
    places_table_delegate delegate = {
        .size = sizeof delegate,
        .did_request = draw,
        .did_update = draw,
        .did_autocomplete = take_place,
        .did_enter_text = take_text,
        .did_fail = say,
    };
    check(places_table_new(client, &delegate, &window, &window.table, &failure));
    check(places_table_set_language(window.table, "en", &failure)); /* else the user's locale */
    check(places_table_set_limit(window.table, 3, &failure));

    size_t all = strlen(argv[2]);
    for (size_t typed = 0; typed < all;) {
        do /* a key is a whole character: skip the continuation bytes of UTF-8 */
            typed++;
        while ((argv[2][typed] & 0xC0) == 0x80);
        check(places_table_set_text(window.table, argv[2], typed, -1, &failure));
        wait_for(client, &window, false);
    }
    if (places_table_key(window.table, PLACES_KEY_DOWN)) {
        wait_for(client, &window, false);
        if (places_table_key(window.table, PLACES_KEY_ENTER))
            wait_for(client, &window, true);
    }
    places_table_free(window.table);
    places_client_free(client);
    places_index_free(index);
    return 0;
}
