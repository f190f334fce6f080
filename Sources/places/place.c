#include "args.h"
#include "batch.h"
#include "commands.h"
#include "details.h"
#include "indexes.h"
#include "output.h"

#include <places.h>

#include <string.h>

enum {
    OPTION_INDEX = OPTION_FIRST_FREE,
    OPTION_FIELDS,
    OPTION_LANG,
    OPTION_REGION,
    OPTION_JSON,
    OPTION_BATCH
};

static const struct option options[] = {
    {OPTION_INDEX, "index", 'i', "FILE", OPTION_INDEX_HELP},
    SERVICE_OPTION_ROWS,
    {OPTION_FIELDS, "fields", 'f', "FIELD[,FIELD]...",
     "only these fields, such as displayName,location.latitude; default: all"},
    {OPTION_LANG, "lang", 'l', "LANG",
     "language of the answers, such as de or zh-Hant; default: each place's own"},
    {OPTION_REGION, "region", 'r', "CC",
     "your country, two letters: its name is left out of the texts"},
    {OPTION_JSON, "json", 'j', NULL, "print the place as Google's Place body"},
    {OPTION_BATCH, "batch", 'B', NULL, "answer place IDs from standard input, one a line"},
    OPTION_HELP_ROW,
    OPTION_END,
};

static const char *const usages[] = {"[OPTION]... ID", "[OPTION]... --batch", NULL};

static const struct command command = {
    .name = "places place",
    .usages = usages,
    .description = "Prints the details of the place with an ID that 'places suggest' printed.",
    .options = options,
    .notes = "With --batch, each line is an ID and is answered, in order, by a line: the place as\n"
             "JSON, or {\"error\": ...}.\n\n"
             "Exit codes: 0 found, 1 no place has this ID, 2 wrong usage, 3 failure. With --batch\n"
             "0, also when lines were answered by errors.",
};

struct arguments {
    struct text_list indexes;
    struct service service;
    places_place_request *request;
    const char *place_id;
    bool prints_json;
    bool is_batch;
    bool wants_help;
};

struct context {
    struct session *session;
    places_place_request *request;
};

static char *answer_line(void *userdata, const char *line, size_t length) {
    struct context *context = userdata;
    places_error *error = NULL;
    places_place *place = NULL;
    /* The function takes text up to a NUL; a longer line would be answered by another place. A line
     * feed is refused in an ID, so it stands for the NUL. */
    const char *place_id = memchr(line, '\0', length) == NULL ? line : "\n";
    places_status status = places_place_request_set_place_id(context->request, place_id, &error);
    if (status == PLACES_OK)
        status = places_client_fetch_place_wait(context->session->client, context->request, -1,
                                                &place, &error);
    char *json = status == PLACES_OK ? places_place_to_json(place) : places_error_to_json(error);
    places_place_release(place);
    places_error_release(error);
    return json;
}

static int show(struct session *session, const struct arguments *arguments) {
    places_error *error = NULL;
    places_place *place = NULL;
    places_status status =
        places_client_fetch_place_wait(session->client, arguments->request, -1, &place, &error);
    if (status != PLACES_OK)
        return complain_error(arguments->place_id, status, error);
    char *json = places_place_to_json(place);
    struct detail_list details = {0};
    if (arguments->prints_json) {
        put_json(stdout, json);
    } else if (details_read(&details, json)) {
        const char *attribution = places_place_attribution(place);
        details_put(stdout, &details);
        if (attribution != NULL && attribution[0] != '\0' &&
            details_find(&details, "attributions.0.provider") == NULL) {
            fputc('\n', stdout);
            put_text(stdout, attribution, strlen(attribution));
            fputc('\n', stdout);
        }
    }
    details_free(&details);
    places_string_release(json);
    places_place_release(place);
    return output_finish() ? EXIT_DONE : EXIT_FAILED;
}

static int checked(const char *option, places_status status, places_error *error) {
    return status == PLACES_OK ? EXIT_DONE : complain_error(option, status, error);
}

static int take(struct arguments *arguments, int id, const char *value) {
    places_error *error = NULL;
    places_status status;
    if (service_take(&arguments->service, id, value))
        return EXIT_DONE;
    switch (id) {
    case ARGS_OPERAND:
        if (arguments->place_id != NULL)
            return args_wrong(&command, "one ID at a time; for many, see --batch");
        arguments->place_id = value;
        return EXIT_DONE;
    case OPTION_INDEX:
        text_list_add(&arguments->indexes, value, strlen(value));
        return EXIT_DONE;
    case OPTION_FIELDS:
        status = places_place_request_set_fields(arguments->request, value, &error);
        return checked("--fields", status, error);
    case OPTION_LANG:
        status = places_place_request_set_language(arguments->request, value, &error);
        return checked("--lang", status, error);
    case OPTION_REGION:
        status = places_place_request_set_region(arguments->request, value, &error);
        return checked("--region", status, error);
    case OPTION_JSON:
        arguments->prints_json = true;
        return EXIT_DONE;
    case OPTION_BATCH:
        arguments->is_batch = true;
        return EXIT_DONE;
    case OPTION_HELP:
        arguments->wants_help = true;
        return EXIT_DONE;
    default:
        return EXIT_USAGE;
    }
}

static int read_arguments(struct arguments *arguments, int argc, char **argv) {
    struct args args;
    places_error *error = NULL;
    int id;
    args_start(&args, &command, argc, argv);
    while ((id = args_next(&args)) != ARGS_END) {
        int code = take(arguments, id, args.value);
        if (code != EXIT_DONE || arguments->wants_help)
            return code;
    }
    int code = service_check(&arguments->service, &command, arguments->indexes.count);
    if (code != EXIT_DONE)
        return code;
    if (arguments->is_batch && arguments->place_id != NULL)
        return args_wrong(&command, "--batch reads standard input and takes no ID");
    if (arguments->is_batch)
        return EXIT_DONE;
    if (arguments->place_id == NULL)
        return args_wrong(&command, "ID is missing");
    places_status status =
        places_place_request_set_place_id(arguments->request, arguments->place_id, &error);
    return checked(NULL, status, error);
}

int run_place(int argc, char **argv) {
    struct arguments arguments = {.request = places_place_request_new()};
    struct session session;
    places_status status = places_place_request_set_fields(arguments.request, "*", NULL);
    int code = status == PLACES_OK ? read_arguments(&arguments, argc, argv) : EXIT_FAILED;
    if (code == EXIT_DONE && arguments.wants_help) {
        args_print_help(&command);
        code = output_finish() ? EXIT_DONE : EXIT_FAILED;
    } else if (code == EXIT_DONE) {
        if (!session_open(&session, &arguments.indexes, &arguments.service, false)) {
            code = EXIT_FAILED;
        } else {
            struct context context = {.session = &session, .request = arguments.request};
            code =
                arguments.is_batch ? batch_run(answer_line, &context) : show(&session, &arguments);
            session_close(&session);
        }
    }
    text_list_free(&arguments.indexes);
    places_place_request_free(arguments.request);
    return code;
}
