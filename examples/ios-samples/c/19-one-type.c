/* Sample 19. One type alone: sporting goods stores. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    const char *types[] = {"sporting_goods_store"};
    CHECK(places_filter_set_types(filter, types, 1, &error));
    suggest(client, "s", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
