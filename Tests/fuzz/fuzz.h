/*
 * What the fuzz targets share. A target is LLVMFuzzerTestOneInput(), as libFuzzer wants it; without libFuzzer
 * (replay.c) the same function runs once for each file of the corpus. All go through the public header.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <places.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Called once, by libFuzzer and by replay.c. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The bytes of an input, taken one after the other; 0 past the end. */
typedef struct {
    const uint8_t *at, *end;
} fuzz_input;

uint8_t take_byte(fuzz_input *input);
uint32_t take_number(fuzz_input *input, int bytes);
/* `low` to `high`, in steps of two bytes; sometimes a limit of what the header allows, or beyond. */
double take_degrees(fuzz_input *input, double limit);

/* A small index that fills every section; the path of its file, which goes away when the program ends. */
const char *fuzz_index(void);
/* A pumped client of the index. */
places_client *fuzz_client(places_index *index);
/* Asks, and reads all of the answer. */
void fuzz_ask(places_client *client, places_request *request);
/* Some words that the index knows, by number. */
const char *fuzz_word(unsigned number);

/* The index file in memory, damaged, opened, and asked everything; harmless unless something crashes. */
typedef struct {
    uint8_t *bytes;
    size_t count;
} fuzz_file;

fuzz_file fuzz_read_index(void);
/* Makes the checksums fit again: of the header, and with `sections` those of the sections too. */
void fuzz_fix_checksums(fuzz_file *file, int sections);
/* Opens the bytes as an index (`private_memory`: as PLACES_INDEX_PRIVATE_MEMORY) and uses it. */
void fuzz_use_file(const fuzz_file *file, int private_memory, unsigned queries);

#endif
