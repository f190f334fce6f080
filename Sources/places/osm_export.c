#include "osm_export.h"

#include "osm_export_config.h"
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool osm_needs_export(const char *source, const char **path) {
    static const char *const endings[] = {".pbf", ".osm", ".osm.gz", ".osm.bz2", ".osm.xz", ".o5m"};
    *path = strncmp(source, "osm:", 4) == 0 ? source + 4 : source;
    size_t length = strlen(*path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(*path + length - ending, endings[i]) == 0)
            return true;
    }
    return false;
}

/* A temporary file beside `output`: /tmp is often in memory, and an export can be many gigabytes. */
static char *temporary_name(const char *output, const char *ending) {
    const char *slash = strrchr(output, '/');
    int length = slash != NULL ? (int)(slash - output) + 1 : 0;
    char *name = format_text("%.*s.places-%s-XXXXXX", length, output, ending);
    int descriptor = mkstemp(name);
    if (descriptor < 0) {
        complain("%s: %s", name, strerror(errno));
        free(name);
        return NULL;
    }
    close(descriptor);
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

/* Keeps what has a name or an address; `export` could not leave the rest out by itself. */
static bool filter(const char *path, const char *filtered) {
    const char *const arguments[] = {"osmium",
                                     "tags-filter",
                                     "--remove-tags",
                                     "--overwrite",
                                     "--no-progress",
                                     "--output-format",
                                     "pbf",
                                     "--output",
                                     filtered,
                                     path,
                                     "nwr/name",
                                     "nwr/addr:housenumber",
                                     "nwr/addr:housename",
                                     NULL};
    return run_osmium(path, arguments);
}

static bool export(const char *path, const char *filtered, const char *config, const char *output) {
    const char *const arguments[] = {
        "osmium",          "export",     "--overwrite",     "--no-progress",
        "--input-format",  "pbf",        "--config",        config,
        "--output-format", "geojsonseq", "--format-option", "print_record_separator=false",
        "--output",        output,       filtered,          NULL};
    return run_osmium(path, arguments);
}

static void discard(char *name) {
    if (name != NULL)
        unlink(name);
    free(name);
}

char *osm_export(const char *path, const char *output) {
    /* osmium's own message for a missing file is four lines long. */
    if (access(path, R_OK) != 0) {
        complain("%s: %s", path, strerror(errno));
        return NULL;
    }
    /* osmium would take it for an option. */
    char *named = format_text("%s%s", path[0] == '-' ? "./" : "", path);
    char *config = temporary_name(output, "config");
    char *filtered = config != NULL ? temporary_name(output, "filtered") : NULL;
    char *exported = filtered != NULL ? temporary_name(output, "exported") : NULL;
    bool is_done = exported != NULL;
    if (is_done && !write_config(config)) {
        complain("%s: %s", config, strerror(errno));
        is_done = false;
    }
    is_done = is_done && filter(named, filtered) && export(named, filtered, config, exported);
    free(named);
    discard(config);
    discard(filtered);
    if (!is_done) {
        discard(exported);
        exported = NULL;
    }
    return exported;
}
