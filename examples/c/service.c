/*
 * From typing to picking with Google's service: service NAME TEXT
 *
 * NAME is "google" or "google-legacy": that word is all that changes. The key comes from PLACES_API_KEY; ENDPOINT, if
 * it is set, is the address of a proxy of one's own.
 */
#include <places.h>

#include <stdio.h>
#include <stdlib.h>

static int complain(places_error *error) {
    fprintf(stderr, "%s\n%s\n", places_error_message(error), places_error_advice(error));
    places_error_release(error);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    places_error *error = NULL;
    places_client *client = NULL;
    places_client_options *options = places_client_options_new();
    if (places_client_options_set_service(options, argv[1], &error) != PLACES_OK ||
        places_client_options_set_api_key(options, getenv("PLACES_API_KEY"), &error) != PLACES_OK ||
        places_client_options_set_base_url(options, getenv("ENDPOINT"), &error) != PLACES_OK ||
        places_client_new(options, &client, &error) != PLACES_OK)
        return complain(error);
    places_client_options_free(options);
    /* As soon as a text field has the focus: the first letter then waits for no name server and no handshake. */
    places_client_warm_up(client);

    places_token *token = NULL;
    places_request *request = places_request_new();
    places_result *result = NULL;
    if (places_token_new(&token, &error) != PLACES_OK ||
        places_request_set_query(request, argv[2], PLACES_NUL_TERMINATED, &error) != PLACES_OK ||
        places_request_set_token(request, token, &error) != PLACES_OK ||
        places_client_autocomplete_wait(client, request, -1, &result, &error) != PLACES_OK)
        return complain(error);
    for (size_t row = 0; row < places_result_count(result); row++)
        printf("%s\n", places_result_full_text(result, row, NULL));
    /* Whatever is shown, this belongs below it. */
    for (size_t i = 0; i < places_result_attribution_count(result); i++)
        printf("%s\n", places_result_attribution(result, i));

    if (places_result_count(result) > 0) {
        places_place_request *details = places_place_request_new();
        places_place *place = NULL;
        if (places_place_request_set_place_id(details, places_result_place_id(result, 0, NULL),
                                              &error) != PLACES_OK ||
            places_place_request_set_fields(details, "id,displayName,formattedAddress", &error) !=
                PLACES_OK ||
            places_place_request_set_token(details, token, &error) != PLACES_OK ||
            places_client_fetch_place_wait(client, details, -1, &place, &error) != PLACES_OK)
            return complain(error);
        const char *name = places_place_display_name(place); /* NULL where the details have none */
        const char *address = places_place_formatted_address(place);
        printf("%s, %s\n", name ? name : "no name", address ? address : "no address");
        for (size_t i = 0; i < places_place_credit_count(place); i++)
            printf("%s\n", places_place_credit_text(place, i));
        places_place_release(place);
        places_place_request_free(details);
    }
    places_result_release(result);
    places_request_free(request);
    places_token_free(token);
    places_client_free(client);
    return 0;
}
