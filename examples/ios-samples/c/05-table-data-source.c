/* Sample 5. A table data source under one's own search field: request, update, pick, fail, should-select. */
#include "sample.h"

#include <string.h>

static void did_request(void *userdata, const places_table_state *state) {
    (void)userdata;
    printf("  request: %s\n", places_table_state_text(state));
}

static void did_update(void *userdata, const places_table_state *state) {
    if (places_table_state_is_loading(state) || places_table_state_is_picking(state))
        return;
    const places_result *rows = places_table_state_result(state);
    size_t count = places_table_state_row_count(state);
    printf("  update: %zu rows\n", count);
    for (size_t row = 0; row < count; row++)
        printf("    %s\n", places_result_full_text(rows, row, NULL));
    if (places_table_state_phase(state) == PLACES_TABLE_ROWS)
        *(bool *)userdata = true;
}

/* Only shops are wanted. */
static bool did_select(void *userdata, const places_table_state *state, size_t row) {
    (void)userdata;
    const places_result *rows = places_table_state_result(state);
    bool wanted = false;
    for (size_t i = 0; i < places_result_type_count(rows, row); i++)
        wanted = wanted || strcmp(places_result_type(rows, row, i), "store") == 0;
    printf("  should select %s: %s\n", places_result_primary_text(rows, row, NULL),
           wanted ? "yes" : "no");
    return wanted;
}

static void did_autocomplete(void *userdata, const places_place *place, const char *typed) {
    const char *name = places_place_display_name(place); /* NULL where the details have none */
    const char *address = places_place_formatted_address(place);
    printf("  picked for %s: %s, %s\n", typed, name ? name : "no name",
           address ? address : "no address");
    *(bool *)userdata = true;
}

static void did_fail(void *userdata, const places_error *failure) {
    printf("  failed: %s\n", places_error_message(failure));
    *(bool *)userdata = true;
}

int main(int argc, char **argv) {
    bool is_done = false;
    places_client *client = open_pumped_client(argc, argv);
    places_table *table = NULL;
    const places_table_delegate delegate = {.size = sizeof delegate,
                                            .did_request = did_request,
                                            .did_update = did_update,
                                            .did_select_prediction = did_select,
                                            .did_autocomplete = did_autocomplete,
                                            .did_fail = did_fail};
    places_filter *filter = places_filter_new();
    const char *const country = "us", *const type = "sample_type";
    CHECK(places_table_new(client, &delegate, &is_done, &table, &error));
    CHECK(places_table_set_language(table, "en", &error));
    CHECK(places_filter_set_countries(filter, &country, 1, &error));
    CHECK(places_table_set_filter(table, filter, &error));

    const char *field = "spaghetti s";
    printf("typed: %s\n", field);
    CHECK(places_table_set_text(table, field, PLACES_NUL_TERMINATED, -1, &error));
    pump_until(client, &is_done);
    places_table_state *seen = places_table_state_now(table);
    for (size_t row = 0; row < places_table_state_row_count(seen); row++) {
        printf("tapped: %s\n",
               places_result_primary_text(places_table_state_result(seen), row, NULL));
        CHECK(places_table_select(table, seen, row, &error));
        pump_until(client, &is_done);
        places_table_state *now = places_table_state_now(table);
        bool is_picked = places_table_state_row_count(now) == 0;
        places_table_state_release(now);
        if (is_picked)
            break;
    }
    places_table_state_release(seen);

    printf("a type that the index does not know\n");
    places_filter_free(filter);
    filter = places_filter_new();
    CHECK(places_filter_set_types(filter, &type, 1, &error));
    CHECK(places_table_set_filter(table, filter, &error));
    CHECK(places_table_set_text(table, "pizza", PLACES_NUL_TERMINATED, -1, &error));
    pump_until(client, &is_done);
    places_filter_free(filter);
    places_table_free(table);
    close_client(client);
    return 0;
}
