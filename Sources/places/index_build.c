#include "index_build.h"

#include "args.h"
#include "commands.h"
#include "osm_export.h"
#include "output.h"

#include <places.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { OPTION_OUTPUT = OPTION_FIRST_FREE, OPTION_BAD_ROWS };

/* Bad rows named one by one; the rest is counted, and goes to the file of --bad-rows. */
enum { NAMED_BAD_ROWS = 10 };

static const struct option options[] = {
    {OPTION_OUTPUT, "output", 'o', "FILE", "the index file to write, by custom NAME.places"},
    {OPTION_BAD_ROWS, "bad-rows", 'b', "FILE",
     "write every row that could not be used to FILE: source, line and reason, tabs between"},
    OPTION_HELP_ROW,
    OPTION_END,
};

static const char *const usages[] = {"[OPTION]... -o FILE SOURCE...", NULL};

static const struct command command = {
    .name = "places index build",
    .usages = usages,
    .description =
        "Builds an index file from sources of places. An older file of the name is replaced\n"
        "when the new one is whole, so programs that use it are not disturbed.",
    .options = options,
    .notes = "A SOURCE is KIND:PATH, or PATH where the file's name tells the kind; options may\n"
             "follow the path, such as ?source=shop&country=FI. Kinds:\n"
             "  geonames             a GeoNames dump, such as cities500.txt\n"
             "  geonames-alternates, geonames-admin1, geonames-admin2, geonames-countries\n"
             "                       the tables that go with it\n"
             "  osm                  OpenStreetMap: .osm.pbf and .osm (needs osmium-tool), or a\n"
             "                       GeoJSON sequence\n"
             "  csv, tsv             a table with named columns\n"
             "  places               Google Place resources, a JSON object a line\n"
             "\n"
             "Rows that cannot be used are counted, and the first 10 named.\n\n"
             "Exit codes: 0 done, 2 wrong usage, 3 failure.",
};

struct build {
    const char *output;
    const char *bad_rows_path;
    FILE *bad_rows;
    struct text_list sources;
    /* A temporary export for each source; NULL for a source that is read as it is. */
    char **exports;
    uint64_t bad_row_count;
    bool is_terminal;
    /* What the progress line said last. */
    char *source;
    int percent;
    struct timespec shown;
};

static volatile sig_atomic_t stop_signal;

static void note_signal(int number) {
    stop_signal = number;
}

/* A first Ctrl-C stops the build, which then removes what it wrote; a second one ends the program. */
static void catch_signals(void) {
    /* A limit on the size of files is an error like a full disk, and not the end: nothing is left behind. */
    signal(SIGXFSZ, SIG_IGN);
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
        struct sigaction before;
        sigemptyset(&action.sa_mask);
        /* nohup and shells' background jobs have some ignored; so they stay. */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

/* The source as the person named it: an export's temporary name means nothing to them. */
static const char *named_source(const struct build *build, const char *source) {
    for (size_t i = 0; i < build->sources.count; i++) {
        if (build->exports[i] != NULL && strstr(source, build->exports[i]) != NULL)
            return build->sources.items[i];
    }
    return source;
}

static void clear_progress(struct build *build) {
    if (build->is_terminal && build->source != NULL)
        fputs("\r\033[K", stderr);
}

static bool is_new_source(struct build *build, const char *source) {
    if (build->source != NULL && strcmp(build->source, source) == 0)
        return false;
    free(build->source);
    build->source = duplicate(source, strlen(source));
    build->percent = -1;
    return true;
}

static void put_progress(const struct build *build, double fraction, uint64_t places) {
    if (build->source[0] == '\0')
        fputs("writing ", stderr);
    else
        fputs("reading ", stderr);
    const char *name = build->source[0] == '\0' ? build->output : build->source;
    put_text(stderr, name, strlen(name));
    if (build->is_terminal)
        fprintf(stderr, "  %3d %%  %llu places", (int)(fraction * 100), (unsigned long long)places);
}

static bool report_progress(void *userdata, const char *source, double fraction, uint64_t places) {
    struct build *build = userdata;
    bool is_new = is_new_source(build, named_source(build, source));
    if (!build->is_terminal) {
        /* Plain lines for logs: one a source. */
        if (is_new) {
            put_progress(build, fraction, places);
            fputc('\n', stderr);
        }
        return stop_signal == 0;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double elapsed = (double)(now.tv_sec - build->shown.tv_sec) +
                     (double)(now.tv_nsec - build->shown.tv_nsec) / 1e9;
    if (is_new || elapsed > 0.1) {
        build->shown = now;
        fputs("\r\033[K", stderr);
        put_progress(build, fraction, places);
        fflush(stderr);
    }
    return stop_signal == 0;
}

static void report_bad_row(void *userdata, const char *source, uint64_t line, const char *reason) {
    struct build *build = userdata;
    const char *name = named_source(build, source);
    build->bad_row_count++;
    if (build->bad_rows != NULL) {
        put_text(build->bad_rows, name, strlen(name));
        fprintf(build->bad_rows, "\t%llu\t", (unsigned long long)line);
        put_text(build->bad_rows, reason, strlen(reason));
        fputc('\n', build->bad_rows);
    }
    if (build->bad_row_count > NAMED_BAD_ROWS)
        return;
    clear_progress(build);
    if (line > 0)
        complain("%s:%llu: %s", name, (unsigned long long)line, reason);
    else
        complain("%s: %s", name, reason);
    if (build->bad_row_count == NAMED_BAD_ROWS && build->bad_rows == NULL)
        complain("further bad rows are only counted; --bad-rows FILE names them all");
}

/* The source as the library takes it; NULL where the export failed. */
static char *exported_source(struct build *build, size_t number) {
    const char *source = build->sources.items[number];
    char *path = NULL;
    const char *path_options = "";
    if (!osm_split(source, &path, &path_options))
        return duplicate(source, strlen(source));
    fputs("exporting ", stderr);
    put_text(stderr, path, strlen(path));
    fputs(" with osmium\n", stderr);
    build->exports[number] = osm_export(path, build->output);
    free(path);
    if (build->exports[number] == NULL)
        return NULL;
    return format_text("osm:%s%s", build->exports[number], path_options);
}

static int add_sources(struct build *build, places_index_builder *builder) {
    for (size_t i = 0; i < build->sources.count; i++) {
        places_error *error = NULL;
        char *source = exported_source(build, i);
        if (source == NULL)
            return EXIT_FAILED;
        places_status status = places_index_builder_add_source(builder, source, &error);
        free(source);
        if (status != PLACES_OK)
            return complain_error(build->sources.items[i], status, error);
        if (stop_signal != 0)
            return EXIT_FAILED;
    }
    return EXIT_DONE;
}

static void put_summary(const struct build *build, const places_index_builder *builder) {
    struct stat file;
    put_text(stdout, build->output, strlen(build->output));
    printf(": %llu places", (unsigned long long)places_index_builder_place_count(builder));
    uint64_t bad = places_index_builder_bad_row_count(builder);
    if (bad > 0)
        printf(", %llu bad rows", (unsigned long long)bad);
    if (stat(build->output, &file) == 0)
        printf(", %.1f MB", (double)file.st_size / 1e6);
    putchar('\n');
}

static int write_index(struct build *build, places_index_builder *builder) {
    places_error *error = NULL;
    places_status status = places_index_builder_write(builder, build->output, &error);
    clear_progress(build);
    if (build->bad_rows != NULL) {
        bool is_whole = !ferror(build->bad_rows);
        if (fclose(build->bad_rows) != 0 || !is_whole) {
            complain("%s: not all bad rows could be written", build->bad_rows_path);
            build->bad_rows = NULL;
            places_error_release(error);
            return EXIT_FAILED;
        }
        build->bad_rows = NULL;
    }
    if (status == PLACES_CANCELLED && stop_signal != 0) {
        places_error_release(error);
        complain("stopped; nothing was written");
        return EXIT_FAILED;
    }
    if (status != PLACES_OK)
        return complain_error(NULL, status, error);
    put_summary(build, builder);
    return output_finish() ? EXIT_DONE : EXIT_FAILED;
}

static bool is_same_file(const char *path, const char *other) {
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* Opening the file of bad rows empties it: it must not be what is read or written. */
static bool is_taken(const struct build *build, const char *path) {
    if (is_same_file(path, build->output))
        return true;
    for (size_t i = 0; i < build->sources.count; i++) {
        const char *source = build->sources.items[i];
        const char *colon = strchr(source, ':');
        char *file = duplicate(source, strcspn(source, "?"));
        char *behind_kind = colon != NULL ? duplicate(colon + 1, strcspn(colon + 1, "?")) : NULL;
        bool is_same = is_same_file(path, source) || is_same_file(path, file) ||
                       (behind_kind != NULL && is_same_file(path, behind_kind));
        free(file);
        free(behind_kind);
        if (is_same)
            return true;
    }
    return false;
}

static int build_index(struct build *build) {
    if (build->bad_rows_path != NULL) {
        if (is_taken(build, build->bad_rows_path) ||
            strcmp(build->bad_rows_path, build->output) == 0) {
            complain("--bad-rows %s is the index or one of its sources", build->bad_rows_path);
            return EXIT_USAGE;
        }
        build->bad_rows = fopen(build->bad_rows_path, "w");
        if (build->bad_rows == NULL) {
            complain("%s: %s", build->bad_rows_path, strerror(errno));
            return EXIT_FAILED;
        }
    }
    build->is_terminal = wants_marks(STDERR_FILENO) || isatty(STDERR_FILENO);
    build->exports = allocate(build->sources.count, sizeof *build->exports);
    catch_signals();
    places_index_builder *builder = places_index_builder_new();
    places_index_builder_set_progress(builder, report_progress, build);
    places_index_builder_set_bad_row(builder, report_bad_row, build);
    int code = add_sources(build, builder);
    if (code == EXIT_DONE)
        code = write_index(build, builder);
    places_index_builder_free(builder);
    for (size_t i = 0; i < build->sources.count; i++)
        osm_discard(build->exports[i]);
    free(build->exports);
    return code;
}

static int read_arguments(struct build *build, bool *wants_help, int argc, char **argv) {
    struct args args;
    int id;
    args_start(&args, &command, argc, argv);
    while ((id = args_next(&args)) != ARGS_END) {
        switch (id) {
        case OPTION_HELP:
            *wants_help = true;
            return EXIT_DONE;
        case OPTION_OUTPUT:
            build->output = args.value;
            break;
        case OPTION_BAD_ROWS:
            build->bad_rows_path = args.value;
            break;
        case ARGS_OPERAND:
            text_list_add(&build->sources, args.value, strlen(args.value));
            break;
        default:
            return EXIT_USAGE;
        }
    }
    if (build->output == NULL || build->output[0] == '\0')
        return args_wrong(&command, "-o FILE is missing");
    if (build->sources.count == 0)
        return args_wrong(&command, "SOURCE is missing");
    return EXIT_DONE;
}

int run_index_build(int argc, char **argv) {
    struct build build = {0};
    bool wants_help = false;
    int code = read_arguments(&build, &wants_help, argc, argv);
    if (code == EXIT_DONE && wants_help) {
        args_print_help(&command);
        code = output_finish() ? EXIT_DONE : EXIT_FAILED;
    } else if (code == EXIT_DONE) {
        code = build_index(&build);
    }
    if (build.bad_rows != NULL)
        fclose(build.bad_rows);
    text_list_free(&build.sources);
    free(build.source);
    if (stop_signal != 0) {
        /* Whoever started us sees that the signal ended us. */
        signal(stop_signal, SIG_DFL);
        raise(stop_signal);
    }
    return code;
}
