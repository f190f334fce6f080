/*
 * Finding and opening the index files, and a client on them.
 */
#ifndef PLACES_INDEXES_H
#define PLACES_INDEXES_H

#include "output.h"
#include "service.h"

#include <places.h>

#define OPTION_INDEX_HELP                                                                          \
    "an index file to search; may be given several times. Without it: PLACES_INDEX, then "         \
    "*.places "                                                                                    \
    "in the data folders"

struct session {
    places_client *client;
    places_index **indexes;
    size_t index_count;
};

/* Opens the files in `paths`, or those of the environment when there are none, and a pumped client on
 * all of them; with a service, a client of that and no file. Complains and returns false where that fails
 * or no index is found. */
bool session_open(struct session *session, const struct text_list *paths,
                  const struct service *service, bool time_zone_bias);
void session_close(struct session *session);

#endif
