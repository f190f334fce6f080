#include "numbers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* strtod() and printf() follow the process's locale, where half of Europe writes a decimal comma. This
 * program never calls setlocale(), so it stays in the "C" locale whatever the environment says, and
 * both read and write a point. What strtod() takes beyond plain decimals is refused before it. */
static bool parse_number(const char *text, size_t length, double *number) {
    char copy[64];
    size_t i = 0;
    size_t digits = 0;
    if (length == 0 || length >= sizeof copy)
        return false;
    if (text[i] == '-' || text[i] == '+')
        i++;
    for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
        digits++;
    if (i < length && text[i] == '.') {
        i++;
        for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
            digits++;
    }
    if (i != length || digits == 0)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *number = strtod(copy, NULL);
    return true;
}

bool parse_numbers(const char *text, double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text += strspn(text, " ");
        size_t length = strcspn(text, ", ");
        if (!parse_number(text, length, &numbers[i]))
            return false;
        text += length;
        text += strspn(text, " ");
        if (i + 1 < count && *text++ != ',')
            return false;
    }
    return *text == '\0';
}

bool parse_integer(const char *text, int32_t *number) {
    char *end;
    size_t sign = text[0] == '-' || text[0] == '+';
    if (text[sign] < '0' || text[sign] > '9')
        return false;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (*end != '\0' || errno != 0 || value > INT32_MAX || value < INT32_MIN)
        return false;
    *number = (int32_t)value;
    return true;
}
