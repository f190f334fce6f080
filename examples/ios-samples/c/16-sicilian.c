/*
 * Sample 16. "Sicilian piz" in Mountain View: type restaurant, an origin, a rectangle bias.
 *
 * The page calls the corners north-east and south-west, but they are the other two: take them as
 * any two opposite corners.
 */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    const char *types[] = {"restaurant"};
    CHECK(places_filter_set_types(filter, types, 1, &error));
    CHECK(places_filter_set_origin(filter, 37.3913916, -122.0879074, &error));
    CHECK(places_filter_set_bias_corners(filter, 37.388162, -122.088137, 37.395804, -122.077023,
                                         &error));
    suggest(client, "Sicilian piz", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
