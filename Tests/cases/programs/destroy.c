/*
 * destroy URL MILLISECONDS...: a fetcher destroyed while its timer is armed, and requests whose client is
 * destroyed so many milliseconds after they were sent. User data is on the heap and freed after each
 * destroy. A callback after that would be counted (the memory is kept in a list then, with
 * PLACES_KEEP=1), or found by valgrind and the sanitizers.
 */
#include "common.h"

typedef struct {
    int calls, is_dead, late_calls;
} owner;

static int keeps;
static owner *kept[64];
static int kept_count;

static void count(owner *data) {
    if (__atomic_load_n(&data->is_dead, __ATOMIC_SEQ_CST))
        __atomic_add_fetch(&data->late_calls, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&data->calls, 1, __ATOMIC_SEQ_CST);
}

static void done(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    (void)id, (void)status, (void)result, (void)error;
    count(userdata);
}
static void started(void *userdata) {
    count(userdata);
}
static void delivered(void *userdata, const char *text, const places_result *result) {
    (void)text, (void)result;
    count(userdata);
}
static void failed(void *userdata, const places_error *error) {
    (void)error;
    count(userdata);
}

static void let_go(owner *data) {
    __atomic_store_n(&data->is_dead, 1, __ATOMIC_SEQ_CST);
    if (keeps && kept_count < 64)
        kept[kept_count++] = data;
    else
        free(data);
}

static void fetcher_with_its_timer_armed(const char *url, int client_first) {
    owner *data = calloc(1, sizeof *data);
    places_client *client = new_client(url, NULL);
    places_fetcher_callbacks callbacks = {sizeof callbacks, started, delivered, failed};
    places_fetcher *fetcher = NULL;
    if (places_fetcher_new(client, &callbacks, data, &fetcher, NULL) != PLACES_OK)
        exit(71);
    places_fetcher_set_mode(fetcher, PLACES_TYPING_DEBOUNCE, 100, NULL);
    places_fetcher_set_text(fetcher, "kel", PLACES_NUL_TERMINATED, -1, NULL);
    if (client_first)
        places_client_free(client);
    places_fetcher_free(fetcher);
    if (!client_first)
        places_client_free(client);
    let_go(data);
}

int main(int argc, char **argv) {
    int most = 0, fewest = 1000, late = 0;
    keeps = getenv("PLACES_KEEP") != NULL;
    fetcher_with_its_timer_armed(argv[1], 0);
    fetcher_with_its_timer_armed(argv[1], 1);
    for (int i = 2; i < argc; i++) {
        owner *data = calloc(1, sizeof *data);
        places_client *client = new_client(argv[1], NULL);
        places_request *request = new_request("kelv");
        if (places_client_autocomplete(client, request, done, data, NULL, NULL) != PLACES_OK)
            return 72;
        places_request_free(request);
        sleep_ms(atol(argv[i]));
        places_client_free(client);
        int calls = __atomic_load_n(&data->calls, __ATOMIC_SEQ_CST);
        most = calls > most ? calls : most;
        fewest = calls < fewest ? calls : fewest;
        let_go(data);
    }
    sleep_ms(500);
    for (int i = 0; i < kept_count; i++) {
        late += kept[i]->late_calls;
        free(kept[i]);
    }
    fact("callbacks_per_request", most == fewest ? most : -1);
    fact("callbacks_after_destroy", late);
    return 0;
}
