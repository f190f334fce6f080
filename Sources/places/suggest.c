#include "args.h"
#include "batch.h"
#include "commands.h"
#include "indexes.h"
#include "output.h"
#include "rows.h"
#include "search_options.h"

#include <places.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_JSON = OPTION_AFTER_SEARCH, OPTION_EXPLAIN, OPTION_BATCH };

static const struct option options[] = {
    SEARCH_OPTION_ROWS,
    {OPTION_JSON, "json", 'j', NULL, "print the answer as Google's AutocompletePlaces body"},
    {OPTION_EXPLAIN, "explain", 'x', NULL, "say why each place ranks where it does (index files)"},
    {OPTION_BATCH, "batch", 'B', NULL,
     "answer request bodies from standard input, a JSON object a line"},
    OPTION_HELP_ROW,
    OPTION_END,
};

static const char *const usages[] = {"[OPTION]... TEXT...", "[--index FILE | --google]... --batch",
                                     NULL};

static const struct command command = {
    .name = "places suggest",
    .usages = usages,
    .description = "Prints up to five places that TEXT can mean: name, what tells it from others,\n"
                   "distance (with --origin) and place ID. Several TEXTs are joined by spaces.",
    .options = options,
    .notes = AREA_NOTES
    "\n\n"
    "With --batch, each line is the JSON body of an AutocompletePlaces request and is\n"
    "answered, in order, by a line: the response, or {\"error\": ...}. Only --index and the\n"
    "options of a service go with it; everything else stands in the request.\n\n"
    "Exit codes: 0 found, 1 nothing found, 2 wrong usage, 3 failure. With --batch 0, also\n"
    "when lines were answered by errors.",
};

static char *answer_line(void *context, const char *line, size_t length) {
    struct session *session = context;
    places_error *error = NULL;
    places_request *request = NULL;
    places_result *result = NULL;
    places_status status = places_request_from_json(line, length, &request, &error);
    if (status == PLACES_OK)
        status = places_client_autocomplete_wait(session->client, request, -1, &result, &error);
    char *json = status == PLACES_OK ? places_result_to_json(result) : places_error_to_json(error);
    places_result_release(result);
    places_request_free(request);
    places_error_release(error);
    return json;
}

/* What must be shown with the places is shown where a person looks; a pipe gets only the lines. */
static void put_attributions(const places_result *result) {
    for (size_t i = 0; i < places_result_attribution_count(result); i++) {
        const char *text = places_result_attribution(result, i);
        if (i == 0)
            fputc('\n', stdout);
        put_text(stdout, text, strlen(text));
        fputc('\n', stdout);
    }
}

static int suggest(struct session *session, const struct search_options *search, const char *query,
                   bool prints_json, bool explains) {
    int code = EXIT_DONE;
    places_request *request = search_options_request(search, query, strlen(query), &code);
    if (request == NULL)
        return code;
    places_error *error = NULL;
    places_result *result = NULL;
    places_status status = places_request_set_explain(request, explains, &error);
    if (status == PLACES_OK)
        status = places_client_autocomplete_wait(session->client, request, -1, &result, &error);
    places_request_free(request);
    if (status != PLACES_OK)
        return complain_error(NULL, status, error);
    size_t count = places_result_count(result);
    if (prints_json) {
        char *json = places_result_to_json(result);
        put_json(stdout, json);
        places_string_release(json);
    } else {
        put_rows(stdout, result, wants_marks(STDOUT_FILENO));
        if (isatty(STDOUT_FILENO))
            put_attributions(result);
    }
    places_result_release(result);
    if (!output_finish())
        return EXIT_FAILED;
    /* Silence would leave a person wondering; a script reads the exit code. */
    if (count == 0 && !prints_json && isatty(STDERR_FILENO))
        complain("nothing found");
    return count > 0 ? EXIT_DONE : EXIT_NOTHING_FOUND;
}

struct arguments {
    struct search_options search;
    char *query;
    bool prints_json;
    bool explains;
    bool is_batch;
    bool wants_help;
};

static int read_arguments(struct arguments *arguments, int argc, char **argv) {
    struct args args;
    int id;
    args_start(&args, &command, argc, argv);
    while ((id = args_next(&args)) != ARGS_END) {
        int code = EXIT_DONE;
        switch (id) {
        case ARGS_WRONG:
            return EXIT_USAGE;
        case ARGS_OPERAND: {
            char *joined = arguments->query == NULL
                               ? duplicate(args.value, strlen(args.value))
                               : format_text("%s %s", arguments->query, args.value);
            free(arguments->query);
            arguments->query = joined;
            break;
        }
        case OPTION_HELP:
            arguments->wants_help = true;
            return EXIT_DONE;
        case OPTION_JSON:
            arguments->prints_json = true;
            break;
        case OPTION_EXPLAIN:
            arguments->explains = true;
            break;
        case OPTION_BATCH:
            arguments->is_batch = true;
            break;
        default:
            code = search_options_take(&arguments->search, &command, id, args.value);
        }
        if (code != EXIT_DONE)
            return code;
    }
    if (arguments->explains && (arguments->is_batch || arguments->prints_json))
        return args_wrong(&command, "--explain is for people and does not go with --%s",
                          arguments->is_batch ? "batch" : "json");
    if (arguments->is_batch && arguments->query != NULL)
        return args_wrong(&command, "--batch reads standard input and takes no TEXT");
    if (arguments->is_batch && arguments->search.first_filter != NULL)
        return args_wrong(&command, "--%s does not go with --batch: put it into the request bodies",
                          arguments->search.first_filter);
    if (!arguments->is_batch && arguments->query == NULL)
        return args_wrong(&command, "TEXT is missing");
    int code = service_check(&arguments->search.service, &command, arguments->search.indexes.count);
    return code == EXIT_DONE ? search_options_finish(&arguments->search) : code;
}

int run_suggest(int argc, char **argv) {
    struct arguments arguments = {0};
    struct session session;
    search_options_start(&arguments.search);
    int code = read_arguments(&arguments, argc, argv);
    if (code == EXIT_DONE && arguments.wants_help) {
        args_print_help(&command);
        code = output_finish() ? EXIT_DONE : EXIT_FAILED;
    } else if (code == EXIT_DONE) {
        if (!session_open(&session, &arguments.search.indexes, &arguments.search.service, false)) {
            code = EXIT_FAILED;
        } else {
            code = arguments.is_batch ? batch_run(answer_line, &session)
                                      : suggest(&session, &arguments.search, arguments.query,
                                                arguments.prints_json, arguments.explains);
            session_close(&session);
        }
    }
    search_options_free(&arguments.search);
    free(arguments.query);
    return code;
}
