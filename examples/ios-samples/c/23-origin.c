/* Sample 23. An origin: each row has its distance from there. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_origin(filter, 37.395804, -122.077023, &error));
    suggest(client, "sicilian", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
