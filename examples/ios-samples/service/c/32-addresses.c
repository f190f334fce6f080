/* Sample 32. Addresses that autocomplete finds nothing for: the text itself is geocoded. */
#include "service_sample.h"

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    const char *addresses[] = {"Stroupežnického 3191/17, Praha", "23-30 29th St, Queens",
                               "47-380 Kamehameha Hwy, Kaneohe"};
    places_client *client = client_of("google", argv[1]);
    places_error *error = NULL;
    for (int i = 0; i < 3; i++) {
        places_result *result = suggest(client, addresses[i], PLACES_NUL_TERMINATED, NULL, NULL);
        if (places_result_count(result) == 0) {
            places_geocode_request *geocode = places_geocode_request_new();
            places_place_list *list = NULL;
            must(places_geocode_request_set_address(geocode, addresses[i], PLACES_NUL_TERMINATED,
                                                    &error),
                 error);
            must(places_client_geocode_wait(client, geocode, -1, &list, &error), error);
            printf("%s\n", places_place_formatted_address(places_place_list_place(list, 0)));
            places_place_list_release(list);
            places_geocode_request_free(geocode);
        }
        places_result_release(result);
    }
    places_client_free(client);
    return 0;
}
