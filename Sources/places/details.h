/*
 * JSON objects as lines for people: a leaf a line, named by its path.
 *
 *   displayName.text  Paris
 *   types             locality, political
 */
#ifndef PLACES_DETAILS_H
#define PLACES_DETAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct detail {
    /* "location.latitude", "addressComponents.0.longText" */
    char *path;
    /* Unescaped UTF-8; array items that are no objects are joined by ", ". */
    char *value;
};

struct detail_list {
    struct detail *items;
    size_t count;
};

/* Reads JSON that the library wrote. False where it is not well-formed. */
bool details_read(struct detail_list *details, const char *json);
void details_free(struct detail_list *details);

/* NULL where no detail has the path. */
const char *details_find(const struct detail_list *details, const char *path);

/* All details in aligned columns. */
void details_put(FILE *out, const struct detail_list *details);

#endif
