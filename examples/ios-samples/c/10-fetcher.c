/* Sample 10. A fetcher for Sydney: a rectangle as restriction, without and with a token. */
#include "sample.h"

static void answered(void *userdata, const char *text, const places_result *result) {
    (void)text;
    size_t count = places_result_count(result);
    for (size_t row = 0; row < count; row++)
        printf("  %s\n", places_result_full_text(result, row, NULL));
    *(bool *)userdata = true;
}

static void ask(places_client *client, const places_filter *filter, const places_token *token) {
    bool is_answered = false;
    places_fetcher *fetcher = NULL;
    const places_fetcher_callbacks callbacks = {.size = sizeof callbacks,
                                                .did_autocomplete = answered};
    CHECK(places_fetcher_new(client, &callbacks, &is_answered, &fetcher, &error));
    CHECK(places_fetcher_set_filter(fetcher, filter, &error));
    if (token == NULL) {
        /* Else the fetcher makes one. */
        CHECK(places_fetcher_set_session_policy(fetcher, PLACES_SESSION_GIVEN, &error));
        printf("no token\n");
    } else {
        CHECK(places_fetcher_set_token(fetcher, token, &error));
        printf("token %s\n", places_token_text(token));
    }
    CHECK(places_fetcher_set_text(fetcher, "quay", PLACES_NUL_TERMINATED, -1, &error));
    pump_until(client, &is_answered);
    places_fetcher_free(fetcher);
}

int main(int argc, char **argv) {
    places_client *client = open_pumped_client(argc, argv);
    places_filter *sydney = places_filter_new();
    places_token *token = NULL;
    CHECK(places_filter_set_restriction_corners(sydney, -33.843366, 151.134002, -33.875725,
                                                151.200349, &error));
    CHECK(places_token_new(&token, &error));
    ask(client, sydney, NULL);
    ask(client, sydney, token);
    places_token_free(token);
    places_filter_free(sydney);
    close_client(client);
    return 0;
}
