#define _GNU_SOURCE
#include "places_shim.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/timerfd.h>
#include <time.h>

static _Thread_local int callback_depth;

int *places_shim_callback_depth(void) {
    return &callback_depth;
}

static _Atomic uint64_t fork_generation;

static void count_fork(void) {
    atomic_fetch_add(&fork_generation, 1);
}

__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(NULL, NULL, count_fork);
}

uint64_t places_shim_fork_generation(void) {
    return atomic_load_explicit(&fork_generation, memory_order_relaxed);
}

int places_shim_timer_new(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

void places_shim_timer_set(int fd, uint64_t nanoseconds) {
    struct itimerspec when = {
        .it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                     .tv_nsec = (long)(nanoseconds % 1000000000u)},
    };
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}

int places_shim_thread_start(pthread_t *thread, const char *name, void *(*body)(void *),
                             void *argument) {
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure)
        return failure;
    sigset_t all;
    sigfillset(&all);
    failure = pthread_attr_setsigmask_np(&attributes, &all);
    if (!failure)
        failure = pthread_create(thread, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    if (!failure)
        pthread_setname_np(*thread, name);
    return failure;
}

int places_shim_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    int failure = pthread_condattr_init(&attributes);
    if (failure)
        return failure;
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    failure = pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return failure;
}

/* The static Swift runtime may install handlers for SIGSEGV, SIGABRT and others in the host. The
 * link wraps its entry by this; 0 tells the runtime that all is well. */
__attribute__((visibility("hidden"))) int __wrap__swift_installCrashHandler(void);
__attribute__((visibility("hidden"))) int __wrap__swift_installCrashHandler(void) {
    return 0;
}
