#define _GNU_SOURCE
#include <stdint.h>
#include "places_shim.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/timerfd.h>
#include <time.h>

static _Thread_local int callback_depth;

int *places_shim_callback_depth(void) {
    return &callback_depth;
}

static _Atomic uint64_t fork_generation;

/* The Swift runtime's locks are futexes that hold their owner's thread number. It keeps that number here
 * (ulock_get_tid() of its ulock.h) and does not ask for it again after fork(): in the child the kernel then
 * refuses to unlock what is waited for, and both threads hang. Its definition is weak, as is this one, so the
 * linker makes them one variable; where the runtime has none, or is a library of its own, this is nobody's. */
__attribute__((weak, visibility("hidden"))) _Thread_local pid_t
    places_shim_runtime_thread_number __asm__(
        "_ZZN5swift14threading_impl5linux13ulock_get_tidEvE3tid");

static void after_fork(void) {
    places_shim_runtime_thread_number = 0;
    atomic_fetch_add(&fork_generation, 1);
}

__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(NULL, NULL, after_fork);
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

int places_shim_core_count(void) {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores))
        return 1; /* more cores than the set has room for, or a sandbox */
    return CPU_COUNT(&cores);
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

/* The names of all characters ("LATIN SMALL LETTER A") are 550 kB of tables in the static runtime,
 * which nothing here asks for. The link wraps their one reader by this, and drops them; 0 is the
 * length of a name that a character has not. */
__attribute__((visibility("hidden"))) intptr_t
__wrap__swift_stdlib_getScalarName(uint32_t character, uint8_t *buffer, intptr_t capacity);
__attribute__((visibility("hidden"))) intptr_t
__wrap__swift_stdlib_getScalarName(uint32_t character, uint8_t *buffer, intptr_t capacity) {
    (void)character;
    (void)buffer;
    (void)capacity;
    return 0;
}

void places_shim_start_writing(int fd, int64_t offset, int64_t size) {
#ifdef SYNC_FILE_RANGE_WRITE
    /* A hint: what it cannot do, fsync does. */
    (void)sync_file_range(fd, offset, size, SYNC_FILE_RANGE_WRITE);
#else
    (void)fd;
    (void)offset;
    (void)size;
#endif
}
