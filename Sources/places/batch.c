#include "batch.h"

#include "commands.h"
#include "output.h"

#include <places.h>

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reader {
    char *buffer;
    size_t capacity;
    /* What is read and not yet handed out: start to end. */
    size_t start;
    size_t end;
    /* How far after start there is no line feed for sure. */
    size_t scanned;
    bool is_at_end;
    /* Inside a line that is longer than the limit. */
    bool is_skipping;
};

enum outcome { LINE, LINE_TOO_LONG, INPUT_ENDED, READ_FAILED, WRITE_FAILED };

/* Reads more; false at the end of the input or on failure, with errno set to 0 at the end. */
static bool fill(struct reader *reader) {
    for (;;) {
        ssize_t count =
            read(STDIN_FILENO, reader->buffer + reader->end, reader->capacity - reader->end);
        if (count > 0) {
            reader->end += (size_t)count;
            return true;
        }
        if (count == 0) {
            errno = 0;
            return false;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
            poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
}

static bool flush_if_idle(void) {
    struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&waiting, 1, 0) > 0)
        return true;
    return fflush(stdout) == 0;
}

static void make_room(struct reader *reader) {
    if (reader->start > 0) {
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
    }
    /* One byte stays for the NUL after a line. */
    if (reader->end + 1 < reader->capacity)
        return;
    reader->capacity *= 2;
    reader->buffer = reallocate(reader->buffer, reader->capacity, 1);
}

static enum outcome next_line(struct reader *reader, char **line, size_t *length) {
    for (;;) {
        size_t from = reader->start + reader->scanned;
        char *feed =
            reader->end > from ? memchr(reader->buffer + from, '\n', reader->end - from) : NULL;
        if (feed != NULL || (reader->is_at_end && reader->end > reader->start)) {
            size_t stop = feed != NULL ? (size_t)(feed - reader->buffer) : reader->end;
            *line = reader->buffer + reader->start;
            *length = stop - reader->start;
            reader->buffer[stop] = '\0';
            reader->start = feed != NULL ? stop + 1 : stop;
            reader->scanned = 0;
            bool is_rest = reader->is_skipping;
            reader->is_skipping = false;
            return is_rest || *length > BATCH_LINE_LIMIT ? LINE_TOO_LONG : LINE;
        }
        if (reader->is_at_end) {
            bool is_rest = reader->is_skipping;
            reader->is_skipping = false;
            return is_rest ? LINE_TOO_LONG : INPUT_ENDED;
        }
        reader->scanned = reader->end - reader->start;
        if (reader->scanned > BATCH_LINE_LIMIT) {
            reader->is_skipping = true;
            reader->start = reader->end = reader->scanned = 0;
        }
        make_room(reader);
        if (!flush_if_idle())
            return WRITE_FAILED;
        if (!fill(reader)) {
            if (errno != 0)
                return READ_FAILED;
            reader->is_at_end = true;
        }
    }
}

static void put_too_long(void) {
    printf("{\"error\":{\"code\":400,\"message\":\"the line is longer than %zu bytes\","
           "\"status\":\"INVALID_ARGUMENT\"}}\n",
           BATCH_LINE_LIMIT);
}

int batch_run(batch_answer answer, void *context) {
    struct reader reader = {.capacity = 1 << 16};
    reader.buffer = allocate(reader.capacity, 1);
    int code = EXIT_DONE;
    bool is_running = true;
    while (is_running) {
        char *line = NULL;
        size_t length = 0;
        switch (next_line(&reader, &line, &length)) {
        case LINE: {
            char *json = answer(context, line, length);
            fputs(json != NULL ? json : "{}", stdout);
            fputc('\n', stdout);
            places_string_release(json);
            break;
        }
        case LINE_TOO_LONG:
            put_too_long();
            break;
        case INPUT_ENDED:
            is_running = false;
            break;
        case READ_FAILED:
            complain("standard input: %s", strerror(errno));
            code = EXIT_FAILED;
            is_running = false;
            break;
        case WRITE_FAILED:
            is_running = false;
            break;
        }
        if (ferror(stdout))
            is_running = false;
    }
    free(reader.buffer);
    return output_finish() ? code : EXIT_FAILED;
}
