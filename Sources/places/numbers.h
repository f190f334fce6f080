/*
 * Decimal numbers in arguments: "60.17", "-0.5", "+3". No exponent, hexadecimal, infinity or NaN.
 */
#ifndef PLACES_NUMBERS_H
#define PLACES_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exactly `count` numbers with commas between; spaces around each are taken. */
bool parse_numbers(const char *text, double *numbers, size_t count);

/* A whole number without a fraction. */
bool parse_integer(const char *text, int32_t *number);

#endif
