/*
 * Sample 17. "Spagh" in New York: type restaurant, a token. A bias only: one from elsewhere may
 * come last.
 */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    places_token *token = NULL;
    CHECK(places_token_new(&token, &error));
    const char *types[] = {"restaurant"};
    CHECK(places_filter_set_types(filter, types, 1, &error));
    CHECK(places_filter_set_bias_corners(filter, 40.921628, -73.700051, 40.477398, -74.259087,
                                         &error));
    suggest(client, "Spagh", filter, token);
    places_token_free(token);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
