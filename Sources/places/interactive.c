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
    struct search_options *search;
    struct session *session;
    /* One search: from the first letter to the picked place. */
    places_token *token;
    /* The request whose answer is waited for; 0 for none. */
    uint64_t request;
    bool is_over;
};

static void set_message(struct screen *screen, places_status status, const places_error *error) {
    const char *text = error != NULL ? places_error_message(error) : NULL;
    if (text == NULL)
        text = places_status_description(status);
    snprintf(screen->message, sizeof screen->message, "%s", text);
}

static void receive_result(void *userdata, uint64_t id, places_status status,
                           const places_result *result, const places_error *error) {
    struct dialogue *dialogue = userdata;
    if (id != dialogue->request)
        return;
    dialogue->request = 0;
    places_result_release(dialogue->screen.result);
    dialogue->screen.result = NULL;
    dialogue->screen.selected = 0;
    if (status == PLACES_OK)
        dialogue->screen.result = places_result_retain(result);
    else
        set_message(&dialogue->screen, status, error);
}

static void receive_place(void *userdata, uint64_t id, places_status status,
                          const places_place *place, const places_error *error) {
    struct dialogue *dialogue = userdata;
    if (id != dialogue->request)
        return;
    dialogue->request = 0;
    if (status != PLACES_OK) {
        set_message(&dialogue->screen, status, error);
        return;
    }
    char *json = places_place_to_json(place);
    details_free(&dialogue->screen.details);
    if (details_read(&dialogue->screen.details, json)) {
        dialogue->screen.place = places_place_retain(place);
        dialogue->screen.scroll = 0;
    }
    places_string_release(json);
}

static void cancel(struct dialogue *dialogue) {
    uint64_t id = dialogue->request;
    dialogue->request = 0;
    if (id != 0)
        places_client_cancel(dialogue->session->client, id);
}

static void close_details(struct screen *screen) {
    places_place_release(screen->place);
    screen->place = NULL;
    details_free(&screen->details);
}

/* Blank text is no error while somebody types: the list is empty. */
static bool is_blank(const struct editor *editor) {
    for (size_t i = 0; i < editor->length; i++) {
        if (editor->text[i] != ' ')
            return false;
    }
    return true;
}

static void search(struct dialogue *dialogue) {
    struct screen *screen = &dialogue->screen;
    cancel(dialogue);
    screen->message[0] = '\0';
    if (is_blank(&screen->editor)) {
        places_result_release(screen->result);
        screen->result = NULL;
        return;
    }
    places_error *error = NULL;
    places_request *request = places_request_new();
    places_status status =
        places_request_set_query(request, screen->editor.text, screen->editor.length, &error);
    if (status == PLACES_OK)
        status = places_request_set_input_offset(request, editor_offset(&screen->editor), &error);
    if (status == PLACES_OK)
        status = places_request_set_limit(request, dialogue->search->limit, &error);
    if (status == PLACES_OK)
        status = places_request_set_filter(request, dialogue->search->filter, &error);
    if (status == PLACES_OK && dialogue->token != NULL)
        status = places_request_set_token(request, dialogue->token, &error);
    if (status == PLACES_OK)
        status = places_client_autocomplete(dialogue->session->client, request, receive_result,
                                            dialogue, &dialogue->request, &error);
    if (status != PLACES_OK) {
        places_result_release(screen->result);
        screen->result = NULL;
        set_message(screen, status, error);
    }
    places_error_release(error);
    places_request_free(request);
}

static void renew_token(struct dialogue *dialogue) {
    places_token_free(dialogue->token);
    dialogue->token = NULL;
    places_token_new(&dialogue->token, NULL);
}

static void pick(struct dialogue *dialogue) {
    struct screen *screen = &dialogue->screen;
    const char *place_id = places_result_place_id(screen->result, screen->selected, NULL);
    if (place_id == NULL || place_id[0] == '\0')
        return;
    cancel(dialogue);
    places_error *error = NULL;
    places_place_request *request = places_place_request_new();
    places_status status = places_place_request_set_place_id(request, place_id, &error);
    if (status == PLACES_OK)
        status = places_place_request_set_fields(request, "*", &error);
    if (status == PLACES_OK && dialogue->token != NULL)
        status = places_place_request_set_token(request, dialogue->token, &error);
    if (status == PLACES_OK)
        status = places_client_fetch_place(dialogue->session->client, request, receive_place,
                                           dialogue, &dialogue->request, &error);
    if (status != PLACES_OK)
        set_message(screen, status, error);
    places_error_release(error);
    places_place_request_free(request);
    renew_token(dialogue);
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
        close_details(screen);
        break;
    default:
        break;
    }
}

static void handle_list_key(struct dialogue *dialogue, const struct key_event *event) {
    struct screen *screen = &dialogue->screen;
    struct editor *editor = &screen->editor;
    size_t count = places_result_count(screen->result);
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
        if (screen->selected > 0)
            screen->selected--;
        break;
    case KEY_DOWN:
        if (screen->selected + 1 < count)
            screen->selected++;
        break;
    case KEY_ENTER:
        pick(dialogue);
        break;
    case KEY_ESCAPE:
        dialogue->is_over = true;
        break;
    default:
        break;
    }
    if (is_changed)
        search(dialogue);
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

/* The rest of the keys is for what the first ones led to: Enter in a paste of keys needs the answer. */
static void settle(struct dialogue *dialogue) {
    while (places_client_dispatch(dialogue->session->client) > 0)
        continue;
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
        {.fd = places_client_fd(dialogue->session->client), .events = POLLIN},
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

static int run(struct search_options *search_options) {
    struct session session;
    if (!session_open(&session, &search_options->indexes, &search_options->service, true))
        return EXIT_FAILED;
    struct dialogue dialogue = {.search = search_options, .session = &session};
    renew_token(&dialogue);
    places_client_warm_up(session.client);
    if (!terminal_start()) {
        session_close(&session);
        return EXIT_FAILED;
    }
    int number = converse(&dialogue);
    terminal_stop();
    dialogue.request = 0;
    session_close(&session);
    places_result_release(dialogue.screen.result);
    close_details(&dialogue.screen);
    places_token_free(dialogue.token);
    if (number != 0) {
        signal(number, SIG_DFL);
        raise(number);
    }
    return EXIT_DONE;
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
