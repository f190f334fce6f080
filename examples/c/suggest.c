/* Suggestions for what was typed: suggest INDEX TEXT */
#include <places.h>
#include <stdio.h>

int main(int argc, char **argv) {
    places_error *error = NULL;
    places_index *index = NULL;
    places_client *client = NULL;
    places_result *result = NULL;
    places_client_options *options = places_client_options_new();
    places_request *request = places_request_new();
    if (argc != 3 || places_index_open(argv[1], 0, &index, &error) ||
        places_client_options_add_index(options, index, &error) ||
        places_client_new(options, &client, &error) ||
        places_request_set_query(request, argv[2], PLACES_NUL_TERMINATED, &error) ||
        places_client_autocomplete_wait(client, request, 1000, &result, &error))
        fprintf(stderr, "%s\n", error ? places_error_message(error) : "usage: suggest INDEX TEXT");
    for (size_t row = 0; row < places_result_count(result); row++)
        puts(places_result_full_text(result, row, NULL));

    /* NULL is fine for each of these, and so is any order. */
    int status = result == NULL;
    places_result_release(result);
    places_error_release(error);
    places_request_free(request);
    places_client_options_free(options);
    places_client_free(client);
    places_index_free(index);
    return status;
}
