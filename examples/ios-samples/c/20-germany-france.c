/* Sample 20. Only places in Germany and France. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    const char *countries[] = {"DE", "FR"};
    CHECK(places_filter_set_countries(filter, countries, 2, &error));
    suggest(client, "piz", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
