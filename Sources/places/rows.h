/*
 * Suggestions as lines for people.
 */
#ifndef PLACES_ROWS_H
#define PLACES_ROWS_H

#include <places.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One text of a row, cut to `columns` cells, its matched letters bold where `marks` is set. Returns the
 * cells used. */
size_t put_row_text(FILE *out, const places_result *result, size_t row, places_text text,
                    size_t columns, bool marks);

/* All rows, a line each, in columns: name, what tells it from others, distance, place ID. Under a row its
 * explanation, where it has one. */
void put_rows(FILE *out, const places_result *result, bool marks);

#endif
