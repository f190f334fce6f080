/* Sample 22. A rectangle round New York City as bias. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_bias_corners(filter, 40.921628, -73.700051, 40.477398, -74.259087,
                                         &error));
    suggest(client, "piz", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
