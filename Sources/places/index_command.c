#include "args.h"
#include "commands.h"
#include "details.h"
#include "index_build.h"
#include "output.h"

#include <places.h>

#include <string.h>

static const char *const index_usages[] = {"build [OPTION]... -o FILE SOURCE...",
                                           "info [--json] FILE", "verify FILE...", NULL};

static const struct option index_options[] = {OPTION_HELP_ROW, OPTION_END};

static const struct command index_command = {
    .name = "places index",
    .usages = index_usages,
    .description = "Makes, describes and checks index files.",
    .options = index_options,
    .notes = "'places index build --help' and so on say more.",
};

enum { OPTION_JSON = OPTION_FIRST_FREE };

static const char *const info_usages[] = {"[--json] FILE", NULL};

static const struct option info_options[] = {
    {OPTION_JSON, "json", 'j', NULL, "print JSON"},
    OPTION_HELP_ROW,
    OPTION_END,
};

static const struct command info_command = {
    .name = "places index info",
    .usages = info_usages,
    .description = "Prints what an index file holds: places, languages, sources and what must be\n"
                   "shown with them.",
    .options = info_options,
    .notes = "Exit codes: 0 done, 2 wrong usage, 3 failure.",
};

static const char *const verify_usages[] = {"FILE...", NULL};

static const struct command verify_command = {
    .name = "places index verify",
    .usages = verify_usages,
    .description = "Checks every byte of index files against their checksums.",
    .options = index_options,
    .notes = "Exit codes: 0 all are undamaged, 2 wrong usage, 3 a file is damaged or unreadable.",
};

static int print_help(const struct command *command) {
    args_print_help(command);
    return output_finish() ? EXIT_DONE : EXIT_FAILED;
}

static places_index *open_index(const char *path) {
    places_index *index = NULL;
    places_error *error = NULL;
    places_status status = places_index_open(path, 0, &index, &error);
    if (status != PLACES_OK)
        complain_error(path, status, error);
    return status == PLACES_OK ? index : NULL;
}

static int print_info(const char *path, bool prints_json) {
    places_index *index = open_index(path);
    if (index == NULL)
        return EXIT_FAILED;
    char *json = places_index_info_json(index);
    struct detail_list details = {0};
    if (prints_json)
        put_json(stdout, json);
    else if (details_read(&details, json))
        details_put(stdout, &details);
    details_free(&details);
    places_string_release(json);
    places_index_free(index);
    return output_finish() ? EXIT_DONE : EXIT_FAILED;
}

static int run_info(int argc, char **argv) {
    struct args args;
    const char *path = NULL;
    bool prints_json = false;
    int id;
    args_start(&args, &info_command, argc, argv);
    while ((id = args_next(&args)) != ARGS_END) {
        switch (id) {
        case OPTION_HELP:
            return print_help(&info_command);
        case OPTION_JSON:
            prints_json = true;
            break;
        case ARGS_OPERAND:
            if (path != NULL)
                return args_wrong(&info_command, "one FILE at a time");
            path = args.value;
            break;
        default:
            return EXIT_USAGE;
        }
    }
    if (path == NULL)
        return args_wrong(&info_command, "FILE is missing");
    return print_info(path, prints_json);
}

static int verify(const char *path) {
    places_index *index = open_index(path);
    if (index == NULL)
        return EXIT_FAILED;
    places_error *error = NULL;
    places_status status = places_index_verify(index, &error);
    if (status == PLACES_OK) {
        put_text(stdout, path, strlen(path));
        printf(": undamaged, %llu places\n", (unsigned long long)places_index_place_count(index));
    } else {
        complain_error(path, status, error);
    }
    places_index_free(index);
    return status == PLACES_OK ? EXIT_DONE : EXIT_FAILED;
}

static int run_verify(int argc, char **argv) {
    struct args args;
    struct text_list paths = {0};
    int code = EXIT_DONE;
    int id;
    args_start(&args, &verify_command, argc, argv);
    while ((id = args_next(&args)) > 0 || id == ARGS_OPERAND) {
        if (id == OPTION_HELP) {
            text_list_free(&paths);
            return print_help(&verify_command);
        }
        text_list_add(&paths, args.value, strlen(args.value));
    }
    if (id == ARGS_WRONG)
        code = EXIT_USAGE;
    else if (paths.count == 0)
        code = args_wrong(&verify_command, "FILE is missing");
    for (size_t i = 0; i < paths.count && code != EXIT_USAGE; i++) {
        if (verify(paths.items[i]) != EXIT_DONE)
            code = EXIT_FAILED;
    }
    text_list_free(&paths);
    if (code != EXIT_USAGE && !output_finish())
        code = EXIT_FAILED;
    return code;
}

int run_index(int argc, char **argv) {
    if (argc == 0)
        return args_wrong(&index_command, "build, info or verify is missing");
    if (strcmp(argv[0], "build") == 0)
        return run_index_build(argc - 1, argv + 1);
    if (strcmp(argv[0], "info") == 0)
        return run_info(argc - 1, argv + 1);
    if (strcmp(argv[0], "verify") == 0)
        return run_verify(argc - 1, argv + 1);
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
        return print_help(&index_command);
    return args_wrong(&index_command, "there is no command 'index %s'", argv[0]);
}
