/*
 * From typing to picking in one session: details INDEX TEXT
 *
 * One token goes on every autocomplete request of a search and on the one details request that ends it.
 */
#include <places.h>
#include <stdio.h>
#include <stdlib.h>

static places_error *failure;

/* Says why a call was refused, and ends. */
static void check(places_status status) {
    if (status == PLACES_OK)
        return;
    fprintf(stderr, "%s\n", places_error_message(failure));
    exit(1);
}

static void print_field(const char *label, const char *text) {
    if (text != NULL)
        printf("%-10s %s\n", label, text);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: details INDEX TEXT\n");
        return 2;
    }
    places_index *index;
    places_client *client;
    places_token *token;
    check(places_index_open(argv[1], 0, &index, &failure));
    places_client_options *options = places_client_options_new();
    check(places_client_options_add_index(options, index, &failure));
    check(places_client_new(options, &client, &failure));
    places_client_options_free(options);
    check(places_token_new(&token, &failure));

    places_request *request = places_request_new();
    places_result *result;
    check(places_request_set_query(request, argv[2], PLACES_NUL_TERMINATED, &failure));
    check(places_request_set_token(request, token, &failure));
    check(places_client_autocomplete_wait(client, request, 1000, &result, &failure));
    if (places_result_count(result) == 0) {
        printf("nothing found\n");
        return 0;
    }

    places_place_request *details = places_place_request_new();
    places_place *place;
    check(places_place_request_set_place_id(details, places_result_place_id(result, 0, NULL),
                                            &failure));
    /* Ask for what you show and for nothing else: a web service charges by field. */
    check(places_place_request_set_field_bits(
        details,
        PLACES_FIELD_PLACE_ID | PLACES_FIELD_NAME | PLACES_FIELD_FORMATTED_ADDRESS |
            PLACES_FIELD_COORDINATE | PLACES_FIELD_TYPES | PLACES_FIELD_PHONE_NUMBER,
        &failure));
    check(places_place_request_set_token(details, token, &failure));
    check(places_client_fetch_place_wait(client, details, 1000, &place, &failure));

    double latitude, longitude;
    print_field("id", places_place_id(place));
    print_field("name", places_place_display_name(place));
    print_field("address", places_place_formatted_address(place));
    if (places_place_location(place, &latitude, &longitude))
        printf("%-10s %.4f, %.4f\n", "location", latitude, longitude);
    print_field("type", places_place_primary_type(place));
    print_field("phone", places_place_text(place, "internationalPhoneNumber", NULL));
    print_field("show", places_place_attribution(place));

    places_place_release(place);
    places_place_request_free(details);
    places_result_release(result);
    places_request_free(request);
    places_token_free(token);
    places_client_free(client);
    places_index_free(index);
    return 0;
}
