/* unload LIBRARY URL TIMES: each time in a new thread: dlopen, create, one request, destroy, dlclose. */
#include <places.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *library_path, *url;

#define NAMED(name)                                                                                \
    __typeof__(&name) call_##name;                                                                 \
    *(void **)&call_##name = dlsym(library, #name)

static void *once(void *unused) {
    (void)unused;
    void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(70);
    }
    NAMED(places_client_options_new);
    NAMED(places_client_options_free);
    NAMED(places_client_options_set_service);
    NAMED(places_client_options_set_base_url);
    NAMED(places_client_new);
    NAMED(places_client_free);
    NAMED(places_request_new);
    NAMED(places_request_free);
    NAMED(places_request_set_query);
    NAMED(places_client_autocomplete_wait);
    NAMED(places_result_release);
    places_client_options *options = call_places_client_options_new();
    places_client *client = NULL;
    places_result *result = NULL;
    call_places_client_options_set_service(options, "google", NULL);
    call_places_client_options_set_base_url(options, url, NULL);
    int is_good = call_places_client_new(options, &client, NULL) == PLACES_OK;
    call_places_client_options_free(options);
    places_request *request = call_places_request_new();
    call_places_request_set_query(request, "par", PLACES_NUL_TERMINATED, NULL);
    is_good = is_good && call_places_client_autocomplete_wait(client, request, 5000, &result,
                                                              NULL) == PLACES_OK;
    call_places_result_release(result);
    call_places_request_free(request);
    call_places_client_free(client);
    dlclose(library);
    return is_good ? &library_path : NULL;
}

int main(int argc, char **argv) {
    int good = 0;
    if (argc < 4)
        return 2;
    library_path = argv[1];
    url = argv[2];
    int times = atoi(argv[3]);
    for (int i = 0; i < times; i++) {
        pthread_t thread;
        void *result = NULL;
        if (pthread_create(&thread, NULL, once, NULL) != 0)
            return 71;
        pthread_join(thread, &result);
        good += result != NULL;
    }
    printf("good %d\n", good);
    return good == times ? 0 : 1;
}
