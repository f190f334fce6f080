#include "service.h"

#include "commands.h"
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool service_take(struct service *service, int id, const char *value) {
    switch (id) {
    case OPTION_GOOGLE:
        service->name = "google";
        return true;
    case OPTION_GOOGLE_LEGACY:
        service->name = "google-legacy";
        return true;
    case OPTION_ENDPOINT:
        service->endpoint = value;
        return true;
    case OPTION_KEY_FILE:
        service->key_file = value;
        return true;
    default:
        return false;
    }
}

int service_check(const struct service *service, const struct command *command,
                  size_t index_count) {
    if (service->name != NULL && index_count > 0)
        return args_wrong(command, "--index does not go with --%s: one of them answers",
                          service->name);
    if (service->name == NULL && service->endpoint != NULL)
        return args_wrong(command, "--endpoint goes with --google or --google-legacy");
    if (service->name == NULL && service->key_file != NULL)
        return args_wrong(command, "--key-file goes with --google or --google-legacy");
    return EXIT_DONE;
}

/* The first line of the file, without spaces at its ends. NULL, with the complaint said, where that fails.
 * A key in an argument would be seen by everybody on the machine; so there is no option for it. */
static char *read_key(const char *path) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        complain("%s: %s", path, strerror(errno));
        return NULL;
    }
    char line[4096];
    size_t length = fread(line, 1, sizeof line - 1, file);
    bool is_broken = ferror(file) != 0;
    fclose(file);
    if (is_broken) {
        complain("%s: it cannot be read", path);
        return NULL;
    }
    line[length] = '\0';
    char *start = line + strspn(line, " \t\r\n");
    size_t key_length = strcspn(start, " \t\r\n");
    if (key_length == 0) {
        complain("%s: there is no key in it", path);
        return NULL;
    }
    return duplicate(start, key_length);
}

static bool set_key(const struct service *service, places_client_options *options,
                    places_error **error) {
    if (service->key_file == NULL)
        return places_client_options_set_api_key(options, getenv("PLACES_API_KEY"), error) ==
               PLACES_OK;
    char *key = read_key(service->key_file);
    if (key == NULL)
        return false;
    bool is_good = places_client_options_set_api_key(options, key, error) == PLACES_OK;
    free(key);
    return is_good;
}

bool service_apply(const struct service *service, places_client_options *options) {
    places_error *error = NULL;
    places_status status = places_client_options_set_service(options, service->name, &error);
    if (status == PLACES_OK)
        status = places_client_options_set_base_url(options, service->endpoint, &error);
    if (status == PLACES_OK)
        status = places_client_options_set_user_agent(options, "places-cli", &error);
    if (status != PLACES_OK) {
        complain_error(service->endpoint != NULL ? "--endpoint" : NULL, status, error);
        return false;
    }
    if (!set_key(service, options, &error)) {
        if (error != NULL)
            complain_error(service->key_file != NULL ? "--key-file" : "PLACES_API_KEY",
                           places_error_status(error), error);
        return false;
    }
    const char *variable = getenv("PLACES_API_KEY");
    bool has_key = service->key_file != NULL || (variable != NULL && variable[0] != '\0');
    if (!has_key && service->endpoint == NULL) {
        complain("--%s needs an API key: put it into PLACES_API_KEY, or into a file for --key-file",
                 service->name);
        return false;
    }
    return true;
}
