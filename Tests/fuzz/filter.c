/* Filters: bias and restriction as circles and rectangles, countries, types, modes, origin; with a text that is known. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static places_client *client;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    places_index *index = NULL;
    if (places_index_open(fuzz_index(), PLACES_INDEX_PRIVATE_MEMORY, &index, NULL))
        abort();
    client = fuzz_client(index);
    places_index_free(index);
    return 0;
}

static double take_radius(fuzz_input *input) {
    uint32_t number = take_number(input, 2);
    return number == 1 ? 50000.01 : number < 100 ? number / 100.0 : number * 0.77;
}

static void set_types(places_filter *filter, fuzz_input *input) {
    static const char *const known[] = {
        "cafe",          "museum",  "locality", "(cities)",  "(regions)", "geocode", "route",
        "establishment", "address", "airport",  "political", "x",         "premise"};
    const char *list[8];
    size_t count = take_byte(input) % 8;
    for (size_t i = 0; i < count; i++)
        list[i] = known[take_byte(input) % (sizeof known / sizeof *known)];
    places_filter_set_types(filter, list, count, NULL);
}

static void set_countries(places_filter *filter, fuzz_input *input) {
    char text[20][3];
    const char *list[20];
    size_t count = take_byte(input) % 20;
    for (size_t i = 0; i < count; i++) {
        uint8_t which = take_byte(input);
        memcpy(text[i], which % 3 ? which % 3 == 1 ? "fi" : "SE" : "aa", 3);
        if (which % 3 == 0)
            text[i][0] = (char)('a' + which % 26);
        list[i] = text[i];
    }
    places_filter_set_countries(filter, list, count, NULL);
}

/* One of the setters a turn, in whatever order; refusals are fine. */
static void set_one(places_filter *filter, fuzz_input *input) {
    double n[4];
    uint8_t which = take_byte(input);
    switch (which % 12) {
    case 0:
    case 1:
        n[0] = take_degrees(input, 90), n[1] = take_degrees(input, 180), n[2] = take_radius(input);
        if (which % 12)
            places_filter_set_bias_circle(filter, n[0], n[1], n[2], NULL);
        else
            places_filter_set_restriction_circle(filter, n[0], n[1], n[2], NULL);
        break;
    case 2:
    case 3:
    case 4:
    case 5:
        for (int i = 0; i < 4; i++)
            n[i] = take_degrees(input, i % 2 ? 180 : 90);
        if (which % 12 == 2)
            places_filter_set_bias_rectangle(filter, n[0], n[1], n[2], n[3], NULL);
        else if (which % 12 == 3)
            places_filter_set_restriction_rectangle(filter, n[0], n[1], n[2], n[3], NULL);
        else if (which % 12 == 4)
            places_filter_set_bias_corners(filter, n[0], n[1], n[2], n[3], NULL);
        else
            places_filter_set_restriction_corners(filter, n[0], n[1], n[2], n[3], NULL);
        break;
    case 6:
        set_types(filter, input);
        break;
    case 7:
        set_countries(filter, input);
        break;
    case 8:
        places_filter_set_mode(filter, take_byte(input) % 2 ? PLACES_MODE_LEGACY : PLACES_MODE_NEW,
                               NULL);
        break;
    case 9:
        n[0] = take_degrees(input, 90), n[1] = take_degrees(input, 180);
        places_filter_set_origin(filter, n[0], n[1], NULL);
        break;
    case 10:
        places_filter_set_region(filter, take_byte(input) % 2 ? "fi" : "se", NULL);
        places_filter_set_language(filter, take_byte(input) % 2 ? "fr" : "zh-TW", NULL);
        break;
    default:
        places_filter_set_include_pure_service_area_businesses(filter, take_byte(input) % 2, NULL);
        places_filter_set_include_future_opening_businesses(filter, take_byte(input) % 2, NULL);
        break;
    }
}

/* Byte 0: how many settings, 1: the text, 2: how many letters of it; the rest: the settings. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = {data, data + size};
    unsigned settings = take_byte(&input) % 8;
    const char *text = fuzz_word(take_byte(&input));
    size_t length = take_byte(&input) % (strlen(text) + 1);
    places_filter *filter = places_filter_new();
    for (unsigned i = 0; i < settings; i++)
        set_one(filter, &input);
    places_request *request = places_request_new();
    places_request_set_filter(request, filter, NULL);
    if (!places_request_set_query(request, text, length ? length : strlen(text), NULL))
        fuzz_ask(client, request);
    places_request_free(request);
    places_filter_free(filter);
    return 0;
}
