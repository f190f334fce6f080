/*
 * The options that say which web service is asked instead of an index.
 */
#ifndef PLACES_SERVICE_H
#define PLACES_SERVICE_H

#include "args.h"

#include <places.h>

/* Above the ids of any table that these rows stand in. */
enum { OPTION_GOOGLE = 1000, OPTION_GOOGLE_LEGACY, OPTION_ENDPOINT, OPTION_KEY_FILE };

#define SERVICE_OPTION_ROWS                                                                        \
    {OPTION_GOOGLE, "google", 0, NULL,                                                             \
     "ask Google's Places API (New) instead of an index; its key is read from PLACES_API_KEY or "  \
     "--key-file"},                                                                                \
        {OPTION_GOOGLE_LEGACY, "google-legacy", 0, NULL, "the same with the legacy Places API"},   \
        {OPTION_ENDPOINT, "endpoint", 0, "URL",                                                    \
         "another address than the service's own, such as a proxy's; then no key is needed"},      \
    {                                                                                              \
        OPTION_KEY_FILE, "key-file", 0, "FILE", "read the API key from the first line of a file"   \
    }

struct service {
    /* NULL: none, an index answers. */
    const char *name;
    const char *endpoint;
    const char *key_file;
};

/* Takes one of the options above; false where it is another one. */
bool service_take(struct service *service, int id, const char *value);

/* Whether the options fit together and `index_count` files; complains and returns an exit code where
 * not, else EXIT_DONE. */
int service_check(const struct service *service, const struct command *command, size_t index_count);

/* Sets the client's options. Complains and returns false where that fails. */
bool service_apply(const struct service *service, places_client_options *options);

#endif
