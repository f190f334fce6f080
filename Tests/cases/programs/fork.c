/* fork URL: a request before the fork, one in flight over it, and both processes afterwards. */
#include "common.h"

#include <sys/wait.h>

static int calls;

static void done(void *userdata, uint64_t id, places_status status, const places_result *result,
                 const places_error *error) {
    (void)userdata, (void)id, (void)status, (void)result, (void)error;
    __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
}

static int in_child(places_client *old, const char *url) {
    double start = now_ms();
    places_request *request = new_request("old");
    places_error *error = NULL;
    places_status status = places_client_autocomplete(old, request, done, NULL, NULL, &error);
    fact("child_old_client_refused", status != PLACES_OK && places_error_message(error)[0] != 0);
    fact("child_old_client_ms", (long)(now_ms() - start));
    places_error_release(error);
    places_request_free(request);
    places_client_free(old);
    places_client *client = new_client(url, NULL);
    fact("child_new_client_ok", ask(client, "child") == PLACES_OK);
    places_client_free(client);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    places_client *client = new_client(argv[1], NULL);
    int is_good = ask(client, "first") == PLACES_OK;
    places_request *request = new_request("slow");
    is_good &= places_client_autocomplete(client, request, done, NULL, NULL, NULL) == PLACES_OK;
    places_request_free(request);
    sleep_ms(50);
    double start = now_ms();
    pid_t child = fork();
    if (child == 0)
        exit(in_child(client, argv[1]));
    int status = 0, waited = 0;
    while (waited < 10000 && waitpid(child, &status, WNOHANG) == 0) {
        sleep_ms(5);
        waited += 5;
    }
    fact("child_exit_ms", (long)(now_ms() - start));
    fact("child_exit_code", WIFEXITED(status) ? WEXITSTATUS(status) : 1000);
    for (int tries = 0; tries < 1000 && __atomic_load_n(&calls, __ATOMIC_SEQ_CST) == 0; tries++)
        sleep_ms(5);
    is_good &= __atomic_load_n(&calls, __ATOMIC_SEQ_CST) == 1;
    is_good &= ask(client, "again") == PLACES_OK;
    places_client_free(client);
    fact("parent_ok", is_good);
    return 0;
}
