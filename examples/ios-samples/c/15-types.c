/* Sample 15. Only airports and amusement parks (legacy). */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    const char *types[] = {"airport", "amusement_park"};
    CHECK(places_filter_set_types(filter, types, 2, &error));
    suggest(client, "sample", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
