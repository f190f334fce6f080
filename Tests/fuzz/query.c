/* The text that is typed: prefixes, words, typing errors, letters inside words, addresses, codes, points. */
#include "fuzz.h"

#include <stdlib.h>

static places_client *client;
static places_filter *filters[3];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    places_index *index = NULL;
    if (places_index_open(fuzz_index(), PLACES_INDEX_PRIVATE_MEMORY, &index, NULL))
        abort();
    client = fuzz_client(index);
    places_index_free(index);
    for (int i = 0; i < 3; i++)
        filters[i] = places_filter_new();
    places_filter_set_bias_circle(filters[1], 60.17, 24.94, 10000, NULL);
    places_filter_set_language(filters[1], "ja", NULL);
    places_filter_set_language(filters[2], "fr", NULL);
    places_filter_set_origin(filters[2], -90, 180, NULL);
    return 0;
}

/* Byte 0: the filter, and whether the caret is said; 1: how many rows; 2, 3: the caret; the rest: the text. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = {data, data + size};
    uint8_t how = take_byte(&input), rows = take_byte(&input);
    int32_t caret = (int32_t)(int16_t)take_number(&input, 2);
    places_request *request = places_request_new();
    places_request_set_filter(request, filters[how % 3], NULL);
    places_request_set_limit(request, rows % 24, NULL);
    /* Before the text and after it: which of the two is checked against the other must not matter. */
    if (how & 64)
        places_request_set_input_offset(request, caret, NULL);
    if (!places_request_set_query(request, (const char *)input.at, (size_t)(input.end - input.at),
                                  NULL)) {
        if (how & 128)
            places_request_set_input_offset(request, caret, NULL);
        fuzz_ask(client, request);
    }
    places_request_free(request);
    return 0;
}
