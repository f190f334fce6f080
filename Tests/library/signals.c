/*
 * Uses the library and compares every signal's action, and the signal mask, before and after. Linked
 * against the library the comparison is with what a fresh process has; with -DBY_DLOPEN, with what
 * was there before the library, named by the first argument, was loaded.
 */
#include <places.h>

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static struct sigaction before[NSIG];
static sigset_t mask_before;

/* glibc keeps two real-time signals for itself and refuses to tell of them. */
static int action_of(int number, struct sigaction *action) {
    memset(action, 0, sizeof *action);
    return sigaction(number, NULL, action) == 0;
}

static void remember(void) {
    for (int number = 1; number < NSIG; number++)
        action_of(number, &before[number]);
    sigprocmask(SIG_SETMASK, NULL, &mask_before);
}

static int compare(void) {
    int changes = 0;
    for (int number = 1; number < NSIG; number++) {
        struct sigaction now;
        if (action_of(number, &now) && (now.sa_handler != before[number].sa_handler ||
                                        now.sa_flags != before[number].sa_flags)) {
            printf("the action of signal %d changed\n", number);
            changes++;
        }
    }
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number < NSIG; number++) {
        if (sigismember(&mask, number) != sigismember(&mask_before, number)) {
            printf("signal %d is blocked or no longer blocked\n", number);
            changes++;
        }
    }
    return changes;
}

#ifdef BY_DLOPEN

static int use(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        printf("%s\n", dlerror());
        return 0;
    }
    places_status (*new_client)(const places_client_options *, places_client **, places_error **);
    void (*free_client)(places_client *);
    *(void **)&new_client = dlsym(library, "places_client_new");
    *(void **)&free_client = dlsym(library, "places_client_free");
    places_client *client = NULL;
    int is_good = new_client(NULL, &client, NULL) == PLACES_OK;
    free_client(client);
    dlclose(library);
    return is_good;
}

#else

static void answer(void *userdata, uint64_t id, const places_request *request,
                   places_responder *responder) {
    (void)userdata, (void)id, (void)request;
    places_responder_finish_json(responder, "{}", PLACES_NUL_TERMINATED);
}

/* A whole request, so that the library's thread has been there. */
static int use(const char *path) {
    (void)path;
    places_provider *provider = places_provider_new(NULL, NULL);
    places_provider_set_autocomplete(provider, answer);
    places_client_options *options = places_client_options_new();
    places_client_options_set_provider(options, provider, NULL);
    places_client *client = NULL;
    places_result *result = NULL;
    places_request *request = places_request_new();
    places_request_set_query(request, "par", PLACES_NUL_TERMINATED, NULL);
    int is_good =
        places_client_new(options, &client, NULL) == PLACES_OK &&
        places_client_autocomplete_wait(client, request, 5000, &result, NULL) == PLACES_OK;
    places_result_release(result);
    places_request_free(request);
    places_client_free(client);
    places_client_options_free(options);
    places_provider_free(provider);
    return is_good;
}

#endif

int main(int argc, char **argv) {
#ifdef BY_DLOPEN
    remember();
#else
    /* The library was loaded before main(): what a program starts with is the default or ignored. */
    for (int number = 1; number < NSIG; number++) {
        action_of(number, &before[number]);
        if (before[number].sa_handler != SIG_DFL && before[number].sa_handler != SIG_IGN) {
            printf("loading installed a handler for signal %d\n", number);
            return 1;
        }
    }
    remember();
#endif
    if (!use(argc > 1 ? argv[1] : NULL)) {
        printf("the library did not answer\n");
        return 1;
    }
    return compare() != 0;
}
