/* Sample 24. Businesses that come to their customers: left out unless they are asked for. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    printf("without\n");
    suggest(client, "samplewright", filter, NULL);
    CHECK(places_filter_set_include_pure_service_area_businesses(filter, true, &error));
    printf("with\n");
    suggest(client, "samplewright", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
