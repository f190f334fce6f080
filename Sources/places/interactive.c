#include "args.h"
#include "commands.h"
#include "indexes.h"
#include "output.h"
#include "screen.h"
#include "search_options.h"
#include "terminal.h"

#include <places.h>

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_VERSION = OPTION_AFTER_SEARCH };

static const struct option options[] = {
    SEARCH_OPTION_ROWS,
    {OPTION_VERSION, "version", 'V', NULL, "print the version and exit"},
    OPTION_HELP_ROW,
    OPTION_END,
};

static const char *const usages[] = {"[OPTION]...", "COMMAND ...", NULL};

static const struct command command = {
    .name = "places",
    .usages = usages,
    .description =
        "Place autocomplete for every language. On a terminal and without a command: type,\n"
        "and places appear.\n"
        "\n"
        "Commands ('places COMMAND --help' says more):\n"
        "  suggest         print the places that a text can mean\n"
        "  place           print the details of a place by its ID\n"
        "  index build     make an index file from open data\n"
        "  index info      print what an index file holds\n"
        "  index verify    check index files for damage",
    .options = options,
    .notes = AREA_NOTES
    "\n\n"
    "Index files come from --index, else from PLACES_INDEX (colons between), else all\n"
    "*.places in $XDG_DATA_HOME/places (~/.local/share/places) and in places under each\n"
    "of $XDG_DATA_DIRS. The manual: man places",
};

/* How long a lone ESC waits for the rest of a sequence: a slow line needs some time, and a person does
 * not notice so little. */
enum { ESCAPE_PAUSE_MS = 40 };

struct dialogue {
    struct screen screen;
    places_client *client;
    places_table *table;
    /* The row that gets the mark when rows come: the first, or the one whose details were shown. */
    size_t row;
    /* The text is another than the table's. */
    bool is_changed;
    bool is_over;
};

static void search(struct dialogue *dialogue) {
    const struct editor *editor = &dialogue->screen.editor;
    places_error *error = NULL;
    places_status status = places_table_set_text(dialogue->table, editor->text, editor->length,
                                                 editor_offset(editor), &error);
    snprintf(dialogue->screen.refusal, sizeof dialogue->screen.refusal, "%s",
             status != PLACES_OK ? places_error_message(error) : "");
    places_error_release(error);
}

static void look(struct dialogue *dialogue) {
    places_table_state_release(dialogue->screen.state);
    dialogue->screen.state = places_table_state_now(dialogue->table);
}

/* What keys do depends on what the ones before them led to: Enter in a paste of keys needs the answer.
 * A burst of letters is asked for as a whole. */
static void settle(struct dialogue *dialogue) {
    if (dialogue->is_changed)
        search(dialogue);
    dialogue->is_changed = false;
    while (places_client_dispatch(dialogue->client) > 0)
        continue;
    look(dialogue);
    /* One row is always marked, so that Enter takes what comes first. */
    size_t count = places_table_state_row_count(dialogue->screen.state);
    if (count > 0 && places_table_state_is_current(dialogue->screen.state) &&
        places_table_state_highlighted(dialogue->screen.state) < 0) {
        size_t row = dialogue->row < count ? dialogue->row : 0;
        places_table_highlight(dialogue->table, (int32_t)row, NULL);
        look(dialogue);
    }
}

static void receive_place(void *userdata, const places_place *place, const char *typed) {
    struct dialogue *dialogue = userdata;
    struct screen *screen = &dialogue->screen;
    /* Who typed on has thought better of it. */
    if (strlen(typed) != screen->editor.length ||
        memcmp(typed, screen->editor.text, screen->editor.length) != 0)
        return;
    screen_close_details(screen);
    char *json = places_place_to_json(place);
    if (details_read(&screen->details, json)) {
        screen->place = places_place_retain(place);
        screen->scroll = 0;
    }
    places_string_release(json);
}

/* The pick has ended the session and taken the rows: the same text begins the next one. */
static void close_details(struct dialogue *dialogue) {
    screen_close_details(&dialogue->screen);
    dialogue->is_changed = true;
}

static void enter(struct dialogue *dialogue) {
    const places_table_state *state = dialogue->screen.state;
    int32_t row = places_table_state_highlighted(state);
    bool is_same_row = row >= 0 && (size_t)row == dialogue->row;
    if (places_table_state_can_retry(state) &&
        (is_same_row || places_table_state_phase(state) == PLACES_TABLE_FAILED)) {
        places_table_retry(dialogue->table, NULL);
        return;
    }
    if (places_table_key(dialogue->table, PLACES_KEY_ENTER) && row >= 0)
        dialogue->row = (size_t)row;
}

static void handle_details_key(struct dialogue *dialogue, enum key key) {
    struct screen *screen = &dialogue->screen;
    size_t shown = screen_detail_rows();
    size_t last = screen->details.count > shown ? screen->details.count - shown : 0;
    size_t step = key == KEY_PAGE_UP || key == KEY_PAGE_DOWN ? shown : 1;
    switch (key) {
    case KEY_UP:
    case KEY_PAGE_UP:
        screen->scroll = screen->scroll > step ? screen->scroll - step : 0;
        break;
    case KEY_DOWN:
    case KEY_PAGE_DOWN:
        screen->scroll = screen->scroll + step < last ? screen->scroll + step : last;
        break;
    case KEY_ESCAPE:
    case KEY_ENTER:
    case KEY_BACKSPACE:
    case KEY_LEFT:
        close_details(dialogue);
        break;
    default:
        break;
    }
}

static void handle_list_key(struct dialogue *dialogue, const struct key_event *event) {
    struct editor *editor = &dialogue->screen.editor;
    bool is_changed = false;
    switch (event->key) {
    case KEY_TEXT:
        is_changed = editor_insert(editor, event->text, event->length);
        break;
    case KEY_BACKSPACE:
        is_changed = editor_backspace(editor);
        break;
    case KEY_DELETE:
        is_changed = editor_delete(editor);
        break;
    case KEY_CLEAR_LINE:
        is_changed = editor_clear(editor);
        break;
    case KEY_CLEAR_TO_END:
        is_changed = editor_clear_to_end(editor);
        break;
    case KEY_CLEAR_WORD:
        is_changed = editor_clear_word(editor);
        break;
    case KEY_LEFT:
        editor_left(editor);
        break;
    case KEY_RIGHT:
        editor_right(editor);
        break;
    case KEY_HOME:
        editor->caret = 0;
        break;
    case KEY_END:
        editor->caret = editor->length;
        break;
    case KEY_UP:
        places_table_key(dialogue->table, PLACES_KEY_UP);
        break;
    case KEY_DOWN:
        places_table_key(dialogue->table, PLACES_KEY_DOWN);
        break;
    case KEY_ENTER:
        enter(dialogue);
        break;
    case KEY_ESCAPE:
        dialogue->is_over = true;
        break;
    default:
        break;
    }
    if (is_changed) {
        dialogue->row = 0;
        dialogue->is_changed = true;
    }
}

static void handle_key(struct dialogue *dialogue, const struct key_event *event) {
    switch (event->key) {
    case KEY_INTERRUPT:
        dialogue->is_over = true;
        return;
    case KEY_END_OF_INPUT:
        dialogue->is_over = dialogue->is_over || dialogue->screen.editor.length == 0;
        return;
    case KEY_SUSPEND:
        terminal_suspend();
        return;
    case KEY_REDRAW:
        return;
    default:
        break;
    }
    if (dialogue->screen.place != NULL)
        handle_details_key(dialogue, event->key);
    else
        handle_list_key(dialogue, event);
}

static void handle_input(struct dialogue *dialogue) {
    if (!keys_read())
        dialogue->is_over = true;
    struct key_event event;
    while (!dialogue->is_over && (event = keys_next()).key != KEY_NONE) {
        if (event.key == KEY_ENTER || event.key == KEY_UP || event.key == KEY_DOWN)
            settle(dialogue);
        handle_key(dialogue, &event);
    }
}

/* Returns the number of the signal that ended it, 0 where the person did. */
static int converse(struct dialogue *dialogue) {
    struct pollfd waiting[3] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = terminal_signal_descriptor(), .events = POLLIN},
        {.fd = places_client_fd(dialogue->client), .events = POLLIN},
    };
    while (!dialogue->is_over) {
        if (!screen_draw(&dialogue->screen))
            return 0;
        int ready = poll(waiting, 3, keys_are_pending() ? ESCAPE_PAUSE_MS : -1);
        if (ready == 0) {
            struct key_event event = keys_flush();
            handle_key(dialogue, &event);
        }
        int number = terminal_take_signal();
        if (number != 0)
            return number;
        if (ready > 0 && waiting[0].revents != 0)
            handle_input(dialogue);
        settle(dialogue);
    }
    return 0;
}

static bool open_table(struct dialogue *dialogue, const struct search_options *search_options) {
    places_table_delegate delegate = {.size = sizeof delegate, .did_autocomplete = receive_place};
    places_error *error = NULL;
    places_status status =
        places_table_new(dialogue->client, &delegate, dialogue, &dialogue->table, &error);
    /* A table's language is the locale's; ours is --lang or each place's own, as in `places suggest`. */
    if (status == PLACES_OK)
        status = places_table_set_language(dialogue->table, "", &error);
    if (status == PLACES_OK)
        status = places_table_set_filter(dialogue->table, search_options->filter, &error);
    if (status == PLACES_OK)
        status = places_table_set_limit(dialogue->table, search_options->limit, &error);
    if (status == PLACES_OK)
        status = places_table_set_fields(dialogue->table, "*", &error);
    if (status != PLACES_OK) {
        complain_error(NULL, status, error);
        return false;
    }
    places_table_set_accepts_text(dialogue->table, false);
    return true;
}

static int run(struct search_options *search_options) {
    struct session session;
    if (!session_open(&session, &search_options->indexes, &search_options->service, true))
        return EXIT_FAILED;
    struct dialogue dialogue = {.client = session.client};
    bool is_started = open_table(&dialogue, search_options);
    if (is_started) {
        places_client_warm_up(session.client);
        is_started = terminal_start();
    }
    int number = 0;
    if (is_started) {
        number = converse(&dialogue);
        terminal_stop();
    }
    places_table_free(dialogue.table);
    session_close(&session);
    screen_free(&dialogue.screen);
    if (number != 0) {
        signal(number, SIG_DFL);
        raise(number);
    }
    return is_started ? EXIT_DONE : EXIT_FAILED;
}

static int print_version(void) {
    if (strcmp(places_version(), PLACES_VERSION) == 0)
        printf("places %s\n", PLACES_VERSION);
    else
        printf("places %s (libplaces %s)\n", PLACES_VERSION, places_version());
    return output_finish() ? EXIT_DONE : EXIT_FAILED;
}

static int print_help(void) {
    args_print_help(&command);
    return output_finish() ? EXIT_DONE : EXIT_FAILED;
}

/* `is_done` is set where nothing remains to be done: --help and --version. */
static int read_arguments(struct search_options *search_options, int argc, char **argv,
                          bool *is_done) {
    struct args args;
    int id;
    args_start(&args, &command, argc, argv);
    while ((id = args_next(&args)) != ARGS_END) {
        if (id == ARGS_WRONG)
            return EXIT_USAGE;
        if (id == ARGS_OPERAND)
            return args_wrong(&command, "'%s' is unexpected; to search: places suggest TEXT",
                              args.value);
        *is_done = id == OPTION_HELP || id == OPTION_VERSION;
        if (*is_done)
            return id == OPTION_HELP ? print_help() : print_version();
        int code = search_options_take(search_options, &command, id, args.value);
        if (code != EXIT_DONE)
            return code;
    }
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return args_wrong(&command, "a command is missing (without one, places needs a terminal)");
    int code = service_check(&search_options->service, &command, search_options->indexes.count);
    return code == EXIT_DONE ? search_options_finish(search_options) : code;
}

int run_interactive(int argc, char **argv) {
    struct search_options search_options;
    search_options_start(&search_options);
    bool is_done = false;
    int code = read_arguments(&search_options, argc, argv, &is_done);
    if (code == EXIT_DONE && !is_done)
        code = run(&search_options);
    search_options_free(&search_options);
    return code;
}
