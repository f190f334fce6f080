/*
 * How many cells of a terminal a text fills. wcwidth() would answer by the process's locale, which this
 * program leaves at "C"; tools/width-table.py makes our table from Unicode's data.
 */
#ifndef PLACES_WIDTH_H
#define PLACES_WIDTH_H

#include <stddef.h>
#include <stdint.h>

/* 0 for combining and invisible characters, 2 for wide ones, else 1. */
size_t code_point_width(uint32_t code_point);

size_t text_width(const char *text, size_t length);

/* The bytes of the longest beginning that fits into `columns` cells; `used` receives its cells. */
size_t text_fit(const char *text, size_t length, size_t columns, size_t *used);

#endif
