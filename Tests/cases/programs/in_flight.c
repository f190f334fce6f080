/* in_flight URL COUNT: exit() with requests in flight and the client never freed. */
#include "common.h"

static void done(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    (void)userdata, (void)id, (void)status, (void)result, (void)error;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    places_client *client = new_client(argv[1], NULL);
    for (int i = 0; i < atoi(argv[2]); i++) {
        places_request *request = new_request("slow");
        places_client_autocomplete(client, request, done, NULL, NULL, NULL);
        places_request_free(request);
    }
    sleep_ms(20);
    exit(0);
}
