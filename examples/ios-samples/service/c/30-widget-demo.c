/* Sample 30. The widget's demo: a place is picked; details come with the token that the search used. */
#include "service_sample.h"

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    places_client *client = client_of("google", argv[1]);
    places_token *token = NULL;
    places_error *error = NULL;
    must(places_token_new(&token, &error), error);
    places_result *result = suggest(client, "spagh", PLACES_NUL_TERMINATED, NULL, token);
    places_place_request *request = places_place_request_new();
    places_place *place = NULL;
    must(
        places_place_request_set_place_id(request, places_result_place_id(result, 0, NULL), &error),
        error);
    must(places_place_request_set_fields(request, "displayName,formattedAddress", &error), error);
    must(places_place_request_set_token(request, token, &error), error);
    must(places_client_fetch_place_wait(client, request, -1, &place, &error), error);
    const char *name = places_place_display_name(place); /* NULL where the details have none */
    const char *address = places_place_formatted_address(place);
    const char *attribution = places_place_attribution(place);
    printf("%s\n%s\n%s\n", name ? name : "no name", address ? address : "no address",
           attribution ? attribution : "");
    places_place_release(place);
    places_place_request_free(request);
    places_result_release(result);
    places_token_free(token);
    places_client_free(client);
    return 0;
}
