/* Sample 25. A circle round San Francisco as restriction. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_restriction_circle(filter, 37.775061, -122.419400, 5000, &error));
    suggest(client, "Sicilian piz", filter, NULL);
    suggest(client, "Piz", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
