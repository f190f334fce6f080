/*
 * Sample 32. Addresses that autocomplete finds nothing for: the table offers the way on, which geocodes the text, as
 * places_text_is_for_geocoding() says.
 */
#include "service_sample.h"

static void found(void *userdata, const places_place *place, const char *typed) {
    (void)userdata, (void)typed;
    printf("%s\n", places_place_formatted_address(place));
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    const char *texts[] = {"Stroupežnického 3191/17, Praha", "23-30 29th St, Queens",
                           "47-380 Kamehameha Hwy, Kaneohe", "24 Hour Fitness"};
    places_client *client = client_of("google", argv[1]);
    places_error *error = NULL;
    places_table *table = NULL;
    const places_table_delegate delegate = {.size = sizeof delegate, .did_autocomplete = found};
    must(places_table_new(client, &delegate, NULL, &table, &error), error);
    for (int i = 0; i < 4; i++) {
        if (!places_text_is_for_geocoding(texts[i])) {
            printf("%s: a name, for a text search\n", texts[i]);
            continue;
        }
        must(places_table_set_text(table, texts[i], PLACES_NUL_TERMINATED, -1, &error), error);
        pump(client, table);
        /* Nothing was found: the one row is the way on. */
        places_table_state *state = places_table_state_now(table);
        if (places_table_state_phase(state) == PLACES_TABLE_NOTHING_FOUND &&
            places_table_state_row_kind(state, 0) == PLACES_ROW_SEARCH)
            must(places_table_select(table, state, 0, &error), error);
        places_table_state_release(state);
        pump(client, table);
    }
    places_table_free(table);
    places_client_free(client);
    return 0;
}
