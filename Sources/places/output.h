/*
 * Writing to people and to pipes.
 *
 * Place data comes from everywhere; a name with an escape sequence in it must not reach a terminal. All
 * text that is not our own goes through put_text().
 */
#ifndef PLACES_OUTPUT_H
#define PLACES_OUTPUT_H

#include <places.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Makes the three standard descriptors exist. Where one is closed, a file opened later would take its
 * number, and what we print would go into an index. */
void output_start(void);

/* Flushes standard output. Complains and returns false when anything that was printed got lost. */
bool output_finish(void);

/* "places: ..." on standard error. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says the error and releases it. `context` ("--bias", a file's name) is put before it; may be NULL.
 * Returns the exit code: EXIT_USAGE for a refused argument, else EXIT_NOTHING_FOUND or EXIT_FAILED. */
int complain_error(const char *context, places_status status, places_error *error);

/* Out of memory ends the program, as in the library. */
void *allocate(size_t count, size_t size);
void *reallocate(void *memory, size_t count, size_t size);
char *duplicate(const char *text, size_t length);
/* printf into a new string. */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The next code point of UTF-8; ill-formed bytes count as U+FFFD, one by one. `length` above 0. */
uint32_t next_code_point(const char *text, size_t length, size_t *used);

/* Whether a code point can do harm on a terminal or in a line: controls, line separators, and what turns
 * the direction of the text after it. */
bool is_unsafe(uint32_t code_point);

/* UTF-8 with each unsafe code point shown as U+FFFD. */
void put_text(FILE *out, const char *text, size_t length);

/* JSON text, one line, with a line feed. For a terminal, controls that JSON allows in a string (U+007F
 * to U+009F) are escaped. */
void put_json(FILE *out, const char *json);

/* Whether to mark matched letters: on a terminal that can, and NO_COLOR is not set (no-color.org). */
bool wants_marks(int descriptor);

/* A list of texts that grows. */
struct text_list {
    char **items;
    size_t count;
};
void text_list_add(struct text_list *list, const char *text, size_t length);
/* Adds each item of a list that `separator` divides. */
void text_list_split(struct text_list *list, const char *text, char separator);
void text_list_free(struct text_list *list);

#endif
