/* What the timing programs share: keystrokes in files, answers, the clock. */
#ifndef BENCH_KEYS_H
#define BENCH_KEYS_H

#include <stdint.h>
#include <stdio.h>

enum { FOUND = 5 };

/*
 * A line of a file of keystrokes: LATITUDE TAB LONGITUDE TAB TEXT TAB FOLDED [TAB FILTER]. The first two are empty
 * without a bias. FOLDED is for peers that do not fold, which get it for nothing. FILTER is one of
 *
 *   circle LATITUDE LONGITUDE METERS       rectangle SOUTH WEST NORTH EAST
 *   countries CODE...                      types TYPE...
 */
typedef struct {
    double latitude, longitude;
    int has_bias;
    char *text, *folded, *filter;
} keystroke;

typedef struct {
    int64_t nanoseconds;
    int count;
    long found[FOUND];
} answer;

int64_t now(void);
void die(const char *what, const char *why);
/* The next field of a line, "" past its end. */
char *next_field(char **rest);
/* The keystrokes up to a line that is empty, or to the end; NULL where there are none. */
keystroke *read_keystrokes(FILE *file, size_t *count);
void free_keystrokes(keystroke *keys, size_t count);
/* A line each: the nanoseconds, and the numbers of the places found. */
void print_answers(const answer *answers, size_t count);
/* Memory of this process, in kB: what is its own, and its share of what it has in common with others. */
long memory_kb(void);

#endif
