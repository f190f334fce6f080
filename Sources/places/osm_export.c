#include "osm_export.h"

#include "osm_export_config.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Options follow a source's path as ?name=value&...; a question mark before anything else is the path's. */
static size_t path_length(const char *path) {
    const char *mark = strrchr(path, '?');
    bool has_options = mark != NULL && strchr(mark, '=') != NULL && strchr(mark, '/') == NULL;
    return has_options ? (size_t)(mark - path) : strlen(path);
}

bool osm_split(const char *source, char **path, const char **options) {
    static const char *const endings[] = {".pbf", ".osm", ".osm.gz", ".osm.bz2", ".osm.xz", ".o5m"};
    static const char *const others[] = {"csv:", "tsv:", "geonames:", "places:"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strncmp(source, others[i], strlen(others[i])) == 0)
            return false;
    const char *start = strncmp(source, "osm:", 4) == 0 ? source + 4 : source;
    size_t length = path_length(start);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && memcmp(start + length - ending, endings[i], ending) == 0) {
            *path = duplicate(start, length);
            *options = start + length;
            return true;
        }
    }
    return false;
}

/* A temporary folder beside `output`: /tmp is often in memory, and an export can be many gigabytes. A
 * folder, because osmium tells what a file is by the end of its name. */
static char *temporary_folder(const char *output) {
    const char *slash = strrchr(output, '/');
    int length = slash != NULL ? (int)(slash - output) + 1 : 0;
    char *name = format_text("%.*s.places-osm-XXXXXX", length, output);
    if (mkdtemp(name) == NULL) {
        complain("%s: %s", name, strerror(errno));
        free(name);
        return NULL;
    }
    return name;
}

static bool write_config(const char *name) {
    FILE *file = fopen(name, "w");
    if (file == NULL)
        return false;
    bool is_written = fputs(osm_export_config, file) >= 0;
    return fclose(file) == 0 && is_written;
}

/* In the child: becomes osmium. The errno of a failed exec goes through `report`, which an exec that
 * works closes. */
static void become_osmium(const char *const *arguments, int report) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execvp("osmium", (char *const *)(void *)arguments);
    int failure = errno;
    if (write(report, &failure, sizeof failure) < 0)
        _exit(126);
    _exit(127);
}

static bool wait_for(pid_t child, int *status) {
    while (waitpid(child, status, 0) < 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

static bool run_osmium(const char *path, const char *const *arguments) {
    int report[2];
    if (pipe(report) < 0) {
        complain("osmium: %s", strerror(errno));
        return false;
    }
    fcntl(report[0], F_SETFD, FD_CLOEXEC);
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        become_osmium(arguments, report[1]);
    int failure = errno;
    close(report[1]);
    bool did_exec = false;
    int status = -1;
    if (child > 0) {
        ssize_t count;
        do
            count = read(report[0], &failure, sizeof failure);
        while (count < 0 && errno == EINTR);
        did_exec = count == 0;
        if (!wait_for(child, &status))
            status = -1;
    }
    close(report[0]);
    if (!did_exec && failure == ENOENT) {
        complain("%s: reading it needs the program osmium; on Debian and Ubuntu: "
                 "apt install osmium-tool",
                 path);
        return false;
    }
    if (!did_exec) {
        complain("osmium: %s", strerror(failure));
        return false;
    }
    if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        complain("%s: osmium could not read it", path);
        return false;
    }
    return true;
}

/* Keeps what has a name or an address; an export cannot leave the rest out by itself. */
static bool filter(const char *path, const char *filtered) {
    const char *const arguments[] = {
        "osmium", "tags-filter", "--remove-tags",        "--no-progress",      "--output", filtered,
        path,     "nwr/name",    "nwr/addr:housenumber", "nwr/addr:housename", NULL};
    return run_osmium(path, arguments);
}

static bool export(const char *path, const char *filtered, const char *config, const char *output) {
    const char *const arguments[] = {"osmium",
                                     "export",
                                     "--no-progress",
                                     "--config",
                                     config,
                                     "--output-format",
                                     "geojsonseq",
                                     "--format-option",
                                     "print_record_separator=false",
                                     "--output",
                                     output,
                                     filtered,
                                     NULL};
    return run_osmium(path, arguments);
}

static void discard(char *name) {
    unlink(name);
    free(name);
}

char *osm_export(const char *path, const char *output) {
    /* osmium's own message for a missing file is four lines long. */
    if (access(path, R_OK) != 0) {
        complain("%s: %s", path, strerror(errno));
        return NULL;
    }
    char *folder = temporary_folder(output);
    if (folder == NULL)
        return NULL;
    /* osmium would take a leading dash for an option. */
    char *input = format_text("%s%s", path[0] == '-' ? "./" : "", path);
    char *config = format_text("%s/config.json", folder);
    char *filtered = format_text("%s/filtered.osm.pbf", folder);
    char *exported = format_text("%s/export.geojsonseq", folder);
    bool is_done = write_config(config);
    if (!is_done)
        complain("%s: %s", config, strerror(errno));
    is_done = is_done && filter(input, filtered) && export(input, filtered, config, exported);
    free(input);
    discard(config);
    discard(filtered);
    if (!is_done) {
        osm_discard(exported);
        exported = NULL;
    }
    free(folder);
    return exported;
}

void osm_discard(char *exported) {
    if (exported == NULL)
        return;
    unlink(exported);
    *strrchr(exported, '/') = '\0';
    rmdir(exported);
    free(exported);
}
