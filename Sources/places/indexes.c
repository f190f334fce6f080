#include "indexes.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Adds the *.places files of a folder in the order of their names. A name that an earlier folder has is
 * that folder's: a person's own file stands for the system's, as the XDG rules have it. */
static void add_folder(struct text_list *paths, const char *folder) {
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        if (errno != ENOENT && errno != ENOTDIR)
            complain("%s: %s", folder, strerror(errno));
        return;
    }
    struct text_list names = {0};
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' || length <= 7 ||
            strcmp(entry->d_name + length - 7, ".places") != 0)
            continue;
        bool is_known = false;
        for (size_t i = 0; i < paths->count && !is_known; i++)
            is_known = strcmp(base_name(paths->items[i]), entry->d_name) == 0;
        if (!is_known)
            text_list_add(&names, entry->d_name, length);
    }
    closedir(directory);
    if (names.count > 0)
        qsort(names.items, names.count, sizeof *names.items, compare_names);
    for (size_t i = 0; i < names.count; i++) {
        char *path = format_text("%s/%s", folder, names.items[i]);
        text_list_add(paths, path, strlen(path));
        free(path);
    }
    text_list_free(&names);
}

/* XDG folders have to be absolute; others are to be ignored. */
static void add_data_folder(struct text_list *folders, const char *base, const char *rest) {
    if (base == NULL || base[0] != '/')
        return;
    char *folder = format_text("%s%s/places", base, rest);
    text_list_add(folders, folder, strlen(folder));
    free(folder);
}

static void list_data_folders(struct text_list *folders) {
    const char *home = getenv("XDG_DATA_HOME");
    if (home != NULL && home[0] == '/')
        add_data_folder(folders, home, "");
    else
        add_data_folder(folders, getenv("HOME"), "/.local/share");
    const char *system = getenv("XDG_DATA_DIRS");
    if (system == NULL || system[0] == '\0')
        system = "/usr/local/share:/usr/share";
    struct text_list bases = {0};
    text_list_split(&bases, system, ':');
    for (size_t i = 0; i < bases.count; i++)
        add_data_folder(folders, bases.items[i], "");
    text_list_free(&bases);
}

static void complain_nothing_found(const struct text_list *folders) {
    complain("no index file found. Give one with --index FILE, name some in PLACES_INDEX "
             "(colons between), or put *.places files into one of these folders:");
    for (size_t i = 0; i < folders->count; i++)
        complain("  %s", folders->items[i]);
    complain("'places index build' makes one from open data; see 'man places'");
}

static bool add_index(struct session *session, const char *path) {
    places_index *index = NULL;
    places_error *error = NULL;
    places_status status = places_index_open(path, 0, &index, &error);
    if (status != PLACES_OK) {
        complain_error(path, status, error);
        return false;
    }
    session->indexes =
        reallocate(session->indexes, session->index_count + 1, sizeof *session->indexes);
    session->indexes[session->index_count++] = index;
    return true;
}

static bool open_found(struct session *session) {
    struct text_list folders = {0};
    struct text_list found = {0};
    list_data_folders(&folders);
    for (size_t i = 0; i < folders.count; i++)
        add_folder(&found, folders.items[i]);
    /* Nobody named these files: one that cannot be read must not stop the others. */
    for (size_t i = 0; i < found.count; i++)
        add_index(session, found.items[i]);
    if (found.count == 0)
        complain_nothing_found(&folders);
    text_list_free(&folders);
    text_list_free(&found);
    return session->index_count > 0;
}

static bool open_indexes(struct session *session, const struct text_list *paths) {
    for (size_t i = 0; i < paths->count; i++) {
        if (!add_index(session, paths->items[i]))
            return false;
    }
    if (paths->count > 0)
        return true;
    const char *variable = getenv("PLACES_INDEX");
    if (variable == NULL || variable[0] == '\0')
        return open_found(session);
    struct text_list named = {0};
    text_list_split(&named, variable, ':');
    bool is_good = true;
    for (size_t i = 0; i < named.count && is_good; i++) {
        if (named.items[i][0] != '\0')
            is_good = add_index(session, named.items[i]);
    }
    text_list_free(&named);
    if (is_good && session->index_count == 0) {
        complain("PLACES_INDEX names no file");
        return false;
    }
    return is_good;
}

bool session_open(struct session *session, const struct text_list *paths,
                  const struct service *service, bool time_zone_bias) {
    *session = (struct session){0};
    if (service->name == NULL && !open_indexes(session, paths)) {
        session_close(session);
        return false;
    }
    places_error *error = NULL;
    places_client_options *options = places_client_options_new();
    places_status status =
        places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &error);
    if (status == PLACES_OK)
        status = places_client_options_set_time_zone_bias(options, time_zone_bias, &error);
    for (size_t i = 0; i < session->index_count && status == PLACES_OK; i++)
        status = places_client_options_add_index(options, session->indexes[i], &error);
    if (status == PLACES_OK && service->name != NULL && !service_apply(service, options)) {
        places_client_options_free(options);
        session_close(session);
        return false;
    }
    if (status == PLACES_OK)
        status = places_client_new(options, &session->client, &error);
    places_client_options_free(options);
    if (status != PLACES_OK) {
        complain_error(NULL, status, error);
        session_close(session);
        return false;
    }
    return true;
}

void session_close(struct session *session) {
    places_client_free(session->client);
    for (size_t i = 0; i < session->index_count; i++)
        places_index_free(session->indexes[i]);
    free(session->indexes);
    *session = (struct session){0};
}
