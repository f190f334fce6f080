/* Sample 14. Only places in Australia and New Zealand (legacy). */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_mode(filter, PLACES_MODE_LEGACY, &error));
    const char *countries[] = {"au", "nz"};
    CHECK(places_filter_set_countries(filter, countries, 2, &error));
    suggest(client, "sample", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
