/* Sample 8. "cheesebu", type bank, one token; with and without a rectangle bias (legacy). */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    places_token *token = NULL;
    CHECK(places_token_new(&token, &error));
    const char *types[] = {"bank"};
    CHECK(places_filter_set_types(filter, types, 1, &error));
    printf("without a bias\n");
    suggest(client, "cheesebu", filter, token);
    CHECK(places_filter_set_bias_corners(filter, 40.921628, -73.700051, 40.477398, -74.259087,
                                         &error));
    printf("with a bias round New York City\n");
    suggest(client, "cheesebu", filter, token);
    places_token_free(token);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
