/* Sample 21. A circle as bias: 1,000 m round a point in New York. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    CHECK(places_filter_set_bias_circle(filter, 40.730610, -73.935242, 1000, &error));
    suggest(client, "piz", filter, NULL);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
