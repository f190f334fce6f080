/* Sample 28. "Amoeba" with an origin in San Francisco: the distance is printed. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_origin(filter, 37.7749, -122.4194, &error));
    suggest(client, "Amoeba", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
