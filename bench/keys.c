#define _GNU_SOURCE
#include "keys.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void die(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why ? why : "failed");
    exit(1);
}

char *next_field(char **rest) {
    char *field = strsep(rest, "\t");
    return field ? field : "";
}

keystroke *read_keystrokes(FILE *file, size_t *count) {
    size_t capacity = 0, size = 0;
    keystroke *keys = NULL;
    char *line = NULL;
    *count = 0;
    for (ssize_t length; (length = getline(&line, &size, file)) > 0;) {
        if (line[length - 1] == '\n')
            line[length - 1] = 0;
        if (!*line)
            break;
        if (*count == capacity)
            keys = realloc(keys, (capacity += 1024 + capacity) * sizeof *keys);
        char *rest = line, *latitude = next_field(&rest), *longitude = next_field(&rest);
        keystroke *key = &keys[(*count)++];
        key->has_bias = *latitude != 0;
        key->latitude = strtod(latitude, NULL);
        key->longitude = strtod(longitude, NULL);
        key->text = strdup(next_field(&rest));
        key->folded = strdup(next_field(&rest));
        key->filter = strdup(next_field(&rest));
    }
    free(line);
    return keys;
}

void free_keystrokes(keystroke *keys, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(keys[i].text);
        free(keys[i].folded);
        free(keys[i].filter);
    }
    free(keys);
}

void print_answers(const answer *answers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf("%lld", (long long)answers[i].nanoseconds);
        for (int j = 0; j < answers[i].count && j < FOUND; j++)
            printf(" %ld", answers[i].found[j]);
        putchar('\n');
    }
}

long memory_kb(void) {
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    long memory = 0;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Pss: %ld", &memory) == 1)
            break;
    if (file)
        fclose(file);
    return memory;
}
