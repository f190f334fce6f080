/*
 * signals URL CA_FILE PAUSE_MS: two requests; the server closes the connection in between. SIGPIPE stays at
 * its default, and the actions of all signals and the mask are compared after each call.
 */
#include "common.h"

#include <signal.h>

static struct sigaction before[NSIG];
static sigset_t mask;

static int action_of(int number, struct sigaction *action) {
    memset(action, 0, sizeof *action);
    return sigaction(number, NULL, action) == 0;
}

static long changes(void) {
    long found = 0;
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction now;
        found += action_of(number, &now) && (now.sa_handler != before[number].sa_handler ||
                                             now.sa_flags != before[number].sa_flags);
        found += sigismember(&blocked, number) != sigismember(&mask, number);
    }
    return found;
}

int main(int argc, char **argv) {
    long changed = 0;
    if (argc < 4)
        return 2;
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number < NSIG; number++)
        action_of(number, &before[number]);
    places_client *client = new_client(argv[1], argv[2][0] ? argv[2] : NULL);
    changed += changes();
    fact("first_ok", ask(client, "par") == PLACES_OK);
    changed += changes();
    sleep_ms(atol(argv[3]));
    fact("second_ok", ask(client, "pari") == PLACES_OK);
    changed += changes();
    places_client_free(client);
    changed += changes();
    fact("alive", 1);
    fact("sigaction_unchanged", changed == 0);
    return 0;
}
