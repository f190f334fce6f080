/*
 * Sample 12. A bias towards the rectangle between Denver and Kansas City: places elsewhere still
 * come (legacy).
 */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    CHECK(places_filter_set_bias_corners(filter, 39.0, -95.0, 37.5, -100.0, &error));
    suggest(client, "pizza", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
