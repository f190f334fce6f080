/*
 * inside URL: from a callback: a new request, a cancel, a blocking call (refused at once), and the client
 * freed.
 */
#include "common.h"

typedef struct {
    places_client *client;
    int calls, wait_status, is_freed;
} owner;

static void second(void *userdata, uint64_t id, places_status status, const places_result *result,
                   const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    owner *data = userdata;
    __atomic_add_fetch(&data->calls, 1, __ATOMIC_SEQ_CST);
    places_client_free(data->client);
    __atomic_store_n(&data->is_freed, 1, __ATOMIC_SEQ_CST);
}

static void first(void *userdata, uint64_t id, places_status status, const places_result *result,
                  const places_error *error) {
    (void)status, (void)result, (void)error;
    owner *data = userdata;
    __atomic_add_fetch(&data->calls, 1, __ATOMIC_SEQ_CST);
    data->wait_status = ask(data->client, "inside");
    places_client_cancel(data->client, id);
    places_request *request = new_request("second");
    places_client_autocomplete(data->client, request, second, data, NULL, NULL);
    places_request_free(request);
}

int main(int argc, char **argv) {
    owner data = {0};
    if (argc < 2)
        return 2;
    double start = now_ms();
    data.client = new_client(argv[1], NULL);
    places_request *request = new_request("first");
    places_client_autocomplete(data.client, request, first, &data, NULL, NULL);
    places_request_free(request);
    for (int tries = 0; tries < 2000 && !__atomic_load_n(&data.is_freed, __ATOMIC_SEQ_CST); tries++)
        sleep_ms(5);
    fact("callbacks", __atomic_load_n(&data.calls, __ATOMIC_SEQ_CST));
    fact("blocking_call_refused", data.wait_status == PLACES_WRONG_THREAD);
    fact("hang", !data.is_freed);
    fact("elapsed_ms", (long)(now_ms() - start));
    sleep_ms(100);
    return 0;
}
