/*
 * What bare `places` shows: the state, and drawing it.
 */
#ifndef PLACES_SCREEN_H
#define PLACES_SCREEN_H

#include "details.h"
#include "editor.h"

#include <places.h>

#include <stdbool.h>
#include <stddef.h>

struct screen {
    struct editor editor;
    /* The answer to what was typed last; NULL before there is one. */
    places_result *result;
    size_t selected;
    /* Details of a picked place, in the list's stead; NULL where the list is shown. */
    places_place *place;
    struct detail_list details;
    /* The first detail that is shown. */
    size_t scroll;
    /* Why there is no answer; "" for none. */
    char message[256];
};

/* Draws everything anew. False where the terminal is gone. */
bool screen_draw(const struct screen *screen);

/* How many details fit under one another. */
size_t screen_detail_rows(void);

#endif
