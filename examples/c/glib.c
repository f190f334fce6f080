/*
 * The table data source in a GLib main loop, without a second thread: glib INDEX TEXT
 *
 * One g_unix_fd_add() is the whole of it: GLib calls places_client_dispatch() when there is something to
 * tell, deadlines and typing intervals too. The delegate then runs where the widgets live, so it may touch
 * them. A timer "presses" the keys of TEXT and picks the first row.
 */
#include <places.h>

#include <glib-unix.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#define KEY_INTERVAL_MS 10

struct window {
    GMainLoop *loop;
    places_client *client;
    places_table *table;
    const char *text;
    const char *typed; /* up to here */
};

static places_error *failure;

/* Says why a call was refused, and ends. */
static void check(places_status status) {
    if (status == PLACES_OK)
        return;
    fprintf(stderr, "%s\n", places_error_message(failure));
    exit(1);
}

static gboolean dispatch(gint descriptor, GIOCondition condition, gpointer data) {
    (void)descriptor, (void)condition;
    places_client_dispatch(((struct window *)data)->client);
    return G_SOURCE_CONTINUE;
}

/* Where a GtkEntry has its "changed": one call. Then the next key. */
static gboolean press(gpointer data) {
    struct window *window = data;
    window->typed = g_utf8_next_char(window->typed);
    check(places_table_set_text(window->table, window->text, (size_t)(window->typed - window->text),
                                -1, &failure));
    return *window->typed != '\0' ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Where a GtkListView would take the rows. Rows of what is typed by now are printed, others were printed. */
static void update(void *data, const places_table_state *state) {
    struct window *window = data;
    if (!places_table_state_is_open(state) || !places_table_state_is_current(state) ||
        places_table_state_is_loading(state) || places_table_state_is_picking(state) ||
        *window->typed != '\0')
        return;
    printf("%s\n", places_table_state_text(state));
    for (size_t row = 0; row < places_table_state_row_count(state); row++)
        printf("  %s\n", places_table_state_row_label(state, row));
    for (size_t line = 0; line < places_table_state_attribution_count(state); line++)
        printf("  %s\n", places_table_state_attribution(state, line));
    if (places_table_state_row_count(state) == 0)
        g_main_loop_quit(window->loop);
    else
        check(places_table_select(window->table, state, 0, &failure));
}

static void take_place(void *data, const places_place *place, const char *typed) {
    const char *name = places_place_display_name(place); /* NULL where the details have none */
    const char *address = places_place_formatted_address(place);
    printf("%s: %s, %s\n", typed, name ? name : "no name", address ? address : "no address");
    g_main_loop_quit(((struct window *)data)->loop);
}

static void fail(void *data, const places_error *error) {
    printf("%s\n", places_error_message(error));
    g_main_loop_quit(((struct window *)data)->loop);
}

int main(int argc, char **argv) {
    if (argc != 3 || argv[2][0] == '\0') {
        fprintf(stderr, "usage: glib INDEX TEXT\n");
        return 2;
    }
    struct window window = {.text = argv[2], .typed = argv[2]};
    places_index *index;
    check(places_index_open(argv[1], 0, &index, &failure));
    places_client_options *options = places_client_options_new();
    check(places_client_options_add_index(options, index, &failure));
    check(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &failure));
    check(places_client_new(options, &window.client, &failure));
    places_client_options_free(options);

    places_table_delegate delegate = {.size = sizeof delegate,
                                      .did_update = update,
                                      .did_autocomplete = take_place,
                                      .did_fail = fail};
    check(places_table_new(window.client, &delegate, &window, &window.table, &failure));
    check(places_table_set_language(window.table, "en", &failure)); /* else the user's locale */

    window.loop = g_main_loop_new(NULL, FALSE);
    guint source = g_unix_fd_add(places_client_fd(window.client), G_IO_IN, dispatch, &window);
    g_timeout_add(KEY_INTERVAL_MS, press, &window);
    g_main_loop_run(window.loop);

    g_source_remove(source); /* before the client: the descriptor is the client's */
    places_table_free(window.table);
    places_client_free(window.client);
    places_index_free(index);
    g_main_loop_unref(window.loop);
    return 0;
}
