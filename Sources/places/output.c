#include "output.h"

#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make_descriptor(int descriptor, int mode) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF)
        return;
    /* The lowest free number is the one we want, since those below it exist by now. */
    int opened = open("/dev/null", mode);
    if (opened >= 0 && opened != descriptor) {
        dup2(opened, descriptor);
        close(opened);
    }
}

void output_start(void) {
    /* Opened the wrong way round, so that using one fails as it does when it is closed. */
    make_descriptor(STDIN_FILENO, O_WRONLY);
    make_descriptor(STDOUT_FILENO, O_RDONLY);
    make_descriptor(STDERR_FILENO, O_RDWR);
}

bool output_finish(void) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    complain("standard output: %s", errno != 0 ? strerror(errno) : "write error");
    return false;
}

void complain(const char *format, ...) {
    char message[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    size_t shown = (size_t)length < sizeof message ? (size_t)length : sizeof message - 1;
    /* What was printed before comes before, also where both streams are one file. */
    fflush(stdout);
    fputs("places: ", stderr);
    put_text(stderr, message, shown);
    fputc('\n', stderr);
}

int complain_error(const char *context, places_status status, places_error *error) {
    const char *message = error != NULL ? places_error_message(error) : NULL;
    if (message == NULL || message[0] == '\0')
        message = places_status_description(status);
    if (context != NULL)
        complain("%s: %s", context, message);
    else
        complain("%s", message);
    places_error_release(error);
    switch (status) {
    case PLACES_INVALID_REQUEST:
        return EXIT_USAGE;
    case PLACES_NOT_FOUND:
        return EXIT_NOTHING_FOUND;
    default:
        return EXIT_FAILED;
    }
}

static void *checked(void *memory) {
    if (memory == NULL) {
        complain("out of memory");
        exit(EXIT_FAILED);
    }
    return memory;
}

void *allocate(size_t count, size_t size) {
    return checked(calloc(count > 0 ? count : 1, size));
}

void *reallocate(void *memory, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
        return checked(NULL);
    return checked(realloc(memory, count > 0 ? count * size : 1));
}

char *duplicate(const char *text, size_t length) {
    char *copy = allocate(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char *format_text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = allocate((size_t)(length > 0 ? length : 0) + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)(length > 0 ? length : 0) + 1, format, arguments);
    va_end(arguments);
    return text;
}

uint32_t next_code_point(const char *text, size_t length, size_t *used) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count;
    uint32_t value;
    *used = 1;
    if (bytes[0] < 0x80)
        return bytes[0];
    if ((bytes[0] & 0xE0) == 0xC0) {
        count = 2;
        value = bytes[0] & 0x1F;
    } else if ((bytes[0] & 0xF0) == 0xE0) {
        count = 3;
        value = bytes[0] & 0x0F;
    } else if ((bytes[0] & 0xF8) == 0xF0) {
        count = 4;
        value = bytes[0] & 0x07;
    } else {
        return 0xFFFD;
    }
    if (count > length)
        return 0xFFFD;
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0xFFFD;
        value = value << 6 | (bytes[i] & 0x3F);
    }
    if (value < smallest[count] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0xFFFD;
    *used = count;
    return value;
}

bool is_unsafe(uint32_t code_point) {
    return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || code_point == 0x2028 ||
           code_point == 0x2029 || (code_point >= 0x202A && code_point <= 0x202E) ||
           (code_point >= 0x2066 && code_point <= 0x2069);
}

void put_text(FILE *out, const char *text, size_t length) {
    size_t kept = 0;
    size_t i = 0;
    while (i < length) {
        size_t used;
        uint32_t code_point = next_code_point(text + i, length - i, &used);
        bool is_ill_formed = code_point == 0xFFFD && used == 1;
        if (is_unsafe(code_point) || is_ill_formed) {
            fwrite(text + kept, 1, i - kept, out);
            fputs("\xEF\xBF\xBD", out);
            kept = i + used;
        }
        i += used;
    }
    fwrite(text + kept, 1, length - kept, out);
}

void put_json(FILE *out, const char *json) {
    size_t length = strlen(json);
    if (!isatty(fileno(out))) {
        fwrite(json, 1, length, out);
    } else {
        for (size_t i = 0; i < length;) {
            size_t used;
            uint32_t code_point = next_code_point(json + i, length - i, &used);
            /* Outside a string JSON has no such code point, so an escape is right wherever one is. */
            if (is_unsafe(code_point))
                fprintf(out, "\\u%04x", (unsigned)code_point);
            else
                fwrite(json + i, 1, used, out);
            i += used;
        }
    }
    fputc('\n', out);
}

bool wants_marks(int descriptor) {
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(descriptor) && (no_color == NULL || no_color[0] == '\0') && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

void text_list_add(struct text_list *list, const char *text, size_t length) {
    list->items = reallocate(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = duplicate(text, length);
}

void text_list_split(struct text_list *list, const char *text, char separator) {
    for (;;) {
        const char *end = strchr(text, separator);
        text_list_add(list, text, end != NULL ? (size_t)(end - text) : strlen(text));
        if (end == NULL)
            return;
        text = end + 1;
    }
}

void text_list_free(struct text_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (struct text_list){0};
}
