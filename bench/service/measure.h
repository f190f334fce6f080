/* Time, processor time and memory of a run. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct measure {
    double wall;
    double cpu;
};

static inline double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static inline long resident_kilobytes(void) {
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &pages, &resident) != 2)
        resident = 0;
    if (file != NULL)
        fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static long memory_after_1000;

static inline void note_memory(long done) {
    if (done == 1000)
        memory_after_1000 = resident_kilobytes();
}

static inline struct measure measure_start(void) {
    return (struct measure){.wall = seconds_now(), .cpu = cpu_seconds()};
}

static inline void measure_print(const char *name, const char *mode, long count, long bad,
                                 struct measure start) {
    double wall = seconds_now() - start.wall, cpu = cpu_seconds() - start.cpu;
    printf("{\"client\": \"%s\", \"mode\": \"%s\", \"requests\": %ld, \"bad\": %ld, "
           "\"cpu_us\": %.2f, \"per_second\": %.0f, \"kb_after_1000\": %ld, \"kb_at_end\": %ld}\n",
           name, mode, count, bad, 1e6 * cpu / (double)count, (double)count / wall,
           memory_after_1000, resident_kilobytes());
}

#endif
