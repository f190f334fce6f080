/* Sample 8 on the legacy service: "cheesebu", banks, one token, with and without a rectangle as bias. */
#include "service_sample.h"

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    places_client *client = client_of("google-legacy", argv[1]);
    places_error *error = NULL;
    places_token *token = NULL;
    places_filter *filter = places_filter_new();
    const char *types[] = {"bank"};
    must(places_token_new(&token, &error), error);
    must(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error), error);
    must(places_filter_set_types(filter, types, 1, &error), error);
    for (int has_bias = 0; has_bias < 2; has_bias++) {
        if (has_bias)
            must(places_filter_set_bias_corners(filter, 39.0, -95.0, 37.5, -100.0, &error), error);
        places_result *result = suggest(client, "cheesebu", PLACES_NUL_TERMINATED, filter, token);
        for (size_t row = 0; row < places_result_count(result); row++)
            printf("%s | %s\n", places_result_primary_text(result, row, NULL),
                   places_result_secondary_text(result, row, NULL));
        places_result_release(result);
    }
    places_filter_free(filter);
    places_token_free(token);
    places_client_free(client);
    return 0;
}
