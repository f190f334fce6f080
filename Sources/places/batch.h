/*
 * Batches: a request a line in, an answer a line out, in order.
 */
#ifndef PLACES_BATCH_H
#define PLACES_BATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes in a line. A query may have a million; JSON may write each of them in six. A longer line is
 * answered by an error, and its rest is read over. */
#define BATCH_LINE_LIMIT ((size_t)8 << 20)

/* Answers a line: returns the JSON text to print, to be released with places_string_release(). `line`
 * is NUL-terminated, and may hold NULs before its length. */
typedef char *(*batch_answer)(void *context, const char *line, size_t length);

/* Runs until standard input ends. Only a line feed ends a line. Output is flushed whenever no input
 * waits, so a program at the other end of two pipes gets its answer before it writes the next line.
 * Returns the exit code. */
int batch_run(batch_answer answer, void *context);

#endif
