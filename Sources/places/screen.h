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
    /* The list; NULL before there is one. */
    places_table_state *state;
    /* Details of a picked place, in the list's stead; NULL where the list is shown. */
    places_place *place;
    struct detail_list details;
    /* The first detail that is shown. */
    size_t scroll;
    /* Why the text was not taken; "" where it was. */
    char refusal[256];
};

void screen_close_details(struct screen *screen);
void screen_free(struct screen *screen);

/* Draws everything anew. False where the terminal is gone. */
bool screen_draw(const struct screen *screen);

/* How many details fit under one another. */
size_t screen_detail_rows(void);

#endif
