/*
 * Sample 31. Seven characters typed, requests after the third; then one geocoding call for the address. The prices are
 * those of the older pages. The meter counts, the adviser compares.
 */
#include "service_sample.h"

#include <string.h>

static void picked(void *userdata, const places_table_state *state, size_t row,
                   const places_token *token) {
    (void)token; /* none was sent */
    const char *id = places_result_place_id(places_table_state_result(state), row, NULL);
    snprintf(userdata, 64, "%s", id);
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    const char typed[] = "Spaghet";
    char place_id[64] = "";
    places_client *client = client_of("google", argv[1]);
    places_error *error = NULL;
    places_table *table = NULL;
    const places_table_delegate delegate = {.size = sizeof delegate, .did_pick = picked};
    must(places_table_new(client, &delegate, place_id, &table, &error), error);
    must(places_table_set_mode(table, PLACES_TYPING_THROTTLE, 0, &error), error);
    must(places_table_set_min_length(table, 4, &error), error);
    /* No token: each request is billed by itself, and no session is. The pick is ours to look up. */
    must(places_table_set_session_policy(table, PLACES_SESSION_GIVEN, &error), error);
    must(places_table_set_pick(table, PLACES_PICK_SUGGESTION, &error), error);
    for (size_t length = 1; length < sizeof typed; length++) {
        must(places_table_set_text(table, typed, length, -1, &error), error);
        pump(client, table);
    }
    must(places_table_select(table, NULL, 0, &error), error);
    pump(client, table);

    places_geocode_request *geocode = places_geocode_request_new();
    places_place_list *list = NULL;
    must(places_geocode_request_set_place_id(geocode, place_id, &error), error);
    must(places_client_geocode_wait(client, geocode, -1, &list, &error), error);
    printf("%s\n", places_place_formatted_address(places_place_list_place(list, 0)));

    places_prices *prices = places_prices_new();
    must(places_prices_set(prices, "autocomplete_request", 0.00283, &error), error);
    must(places_prices_set(prices, "autocomplete_session", 0.017, &error), error);
    must(places_prices_set(prices, "geocoding", 0.005, &error), error);
    must(places_prices_set(prices, "details_essentials", 0, &error), error);
    places_meter *meter = places_client_meter(client);
    places_billing_way cheapest;
    double costs[3];
    must(places_prices_advise(prices, "formattedAddress,location",
                              places_meter_requests_per_pick(meter), &cheapest, costs, &error),
         error);
    printf("%d requests and one geocoding call: %.5f\n",
           (int)places_meter_count(meter, PLACES_COUNT_AUTOCOMPLETE),
           costs[PLACES_WAY_REQUESTS_GEOCODING]);
    printf("one session: %.5f\n", costs[PLACES_WAY_SESSION_BASIC]);
    printf("cheapest: %s\n",
           cheapest == PLACES_WAY_REQUESTS_GEOCODING ? "requests and geocoding" : "a session");
    places_meter_free(meter);
    places_prices_free(prices);
    places_place_list_release(list);
    places_geocode_request_free(geocode);
    places_table_free(table);
    places_client_free(client);
    return 0;
}
