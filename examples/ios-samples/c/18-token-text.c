/* Sample 18. "Piz" with an origin, and the text of the token, for other services. */
#include "sample.h"

int main(int argc, char **argv) {
    places_client *client = open_client(argc, argv);
    places_filter *filter = places_filter_new();
    places_token *token = NULL;
    CHECK(places_token_new(&token, &error));
    CHECK(places_filter_set_origin(filter, 39.7, -94.5, &error));
    suggest(client, "Piz", filter, token);
    printf("token: %s\n", places_token_text(token));
    places_token_free(token);
    places_filter_free(filter);
    close_client(client);
    return 0;
}
