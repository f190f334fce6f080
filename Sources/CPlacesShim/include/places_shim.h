/* What Swift cannot say itself: thread-local storage, fork detection, timer descriptors, and
 * functions that the Glibc module leaves out. No logic. */
#ifndef PLACES_SHIM_H
#define PLACES_SHIM_H

#include <pthread.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* How many callbacks of ours are running on this thread. */
int *places_shim_callback_depth(void);

/* Counts the forks between the process that loaded the library and this one. */
uint64_t places_shim_fork_generation(void);

/* A monotonic timer descriptor (non-blocking, close-on-exec); -1 on failure. */
int places_shim_timer_new(void);

/* Makes the descriptor readable at this monotonic time in nanoseconds; 1 or so means at once, 0
 * never. */
void places_shim_timer_set(int fd, uint64_t nanoseconds);

/* Starts a detachable thread with every signal blocked in it, and without touching the caller's
 * mask. 0 on success. */
int places_shim_thread_start(pthread_t *thread, const char *name, void *(*body)(void *),
                             void *argument);

/* Cores that this process may use, at least 1. */
int places_shim_core_count(void);

/* A condition variable that counts in monotonic time. 0 on success. */
int places_shim_condition_init(pthread_cond_t *condition);

/* Starts to write a part of a file to its disk, without waiting for it. */
void places_shim_start_writing(int fd, int64_t offset, int64_t size);

#pragma GCC visibility pop

#endif
