/* Sample 9. Every part of a text that was typed, bold (legacy): on a terminal, in colour codes; here
 * between asterisks. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_result *result = NULL;
    places_request *request = places_request_new();
    CHECK(places_request_set_query(request, "sample harb", PLACES_NUL_TERMINATED, &error));
    CHECK(places_client_autocomplete_wait(client, request, 5000, &result, &error));
    for (size_t row = 0; row < places_result_count(result); row++) {
        size_t length, start, end, position = 0;
        const char *text = places_result_full_text(result, row, &length);
        for (size_t i = 0;
             places_result_match(result, row, PLACES_TEXT_FULL, i, PLACES_UNIT_UTF8, &start, &end);
             i++) {
            printf("%.*s*%.*s*", (int)(start - position), text + position, (int)(end - start),
                   text + start);
            position = end;
        }
        printf("%.*s\n", (int)(length - position), text + position);
    }
    places_result_release(result);
    places_request_free(request);
    close_client(client);
    return 0;
}
