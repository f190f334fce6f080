/*
 * Sample 31. Seven characters typed, a request after each from the fourth on; then one geocoding call for the
 * address. The prices are those of the older pages.
 */
#include "service_sample.h"

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    const char typed[] = "Spaghet";
    const double per_request = 0.00283, geocoding = 0.005, session = 0.017;
    places_client *client = client_of("google", argv[1]);
    places_error *error = NULL;
    places_result *result = NULL;
    int requests = 0;
    for (size_t length = 4; length < sizeof typed; length++) {
        places_result_release(result);
        /* No token: each request is billed by itself, and no session is. */
        result = suggest(client, typed, length, NULL, NULL);
        requests++;
    }
    places_geocode_request *geocode = places_geocode_request_new();
    places_place_list *list = NULL;
    must(places_geocode_request_set_place_id(geocode, places_result_place_id(result, 0, NULL),
                                             &error),
         error);
    must(places_client_geocode_wait(client, geocode, -1, &list, &error), error);
    printf("%s\n", places_place_formatted_address(places_place_list_place(list, 0)));
    printf("%d requests and one geocoding call: %.5f\n", requests,
           requests * per_request + geocoding);
    printf("one session: %.5f\n", session);
    places_place_list_release(list);
    places_geocode_request_free(geocode);
    places_result_release(result);
    places_client_free(client);
    return 0;
}
