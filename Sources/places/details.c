#include "details.h"

#include "output.h"
#include "width.h"

#include <stdlib.h>
#include <string.h>

/* Deeper than any Place; a bound, so that no input can exhaust the stack. */
enum { MAX_DEPTH = 32 };

struct reader {
    const char *at;
    struct detail_list *details;
    /* Path of the value being read, dots between its parts. */
    char path[512];
    size_t path_length;
    int depth;
};

static bool read_value(struct reader *reader);

static void skip_spaces(struct reader *reader) {
    reader->at += strspn(reader->at, " \t\r\n");
}

static bool take(struct reader *reader, char character) {
    skip_spaces(reader);
    if (*reader->at != character)
        return false;
    reader->at++;
    return true;
}

static size_t put_utf8(uint32_t code_point, char *out) {
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xC0 | code_point >> 6);
        out[1] = (char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xE0 | code_point >> 12);
        out[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code_point >> 18);
    out[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code_point & 0x3F));
    return 4;
}

static bool read_hex(struct reader *reader, uint32_t *value) {
    *value = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdefABCDEF";
        char character = *reader->at;
        const char *found = character != '\0' ? strchr(digits, character) : NULL;
        if (found == NULL)
            return false;
        size_t digit = (size_t)(found - digits);
        *value = *value << 4 | (uint32_t)(digit < 16 ? digit : digit - 6);
        reader->at++;
    }
    return true;
}

static bool read_escape(struct reader *reader, char *out, size_t *used) {
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    char character = *reader->at;
    if (character == 'u') {
        uint32_t value;
        uint32_t low;
        reader->at++;
        if (!read_hex(reader, &value))
            return false;
        if (value >= 0xD800 && value < 0xDC00 && reader->at[0] == '\\' && reader->at[1] == 'u') {
            reader->at += 2;
            if (!read_hex(reader, &low) || low < 0xDC00 || low > 0xDFFF)
                return false;
            value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
        }
        *used = put_utf8(value, out);
        return true;
    }
    const char *found = character != '\0' ? strchr(names, character) : NULL;
    if (found == NULL)
        return false;
    reader->at++;
    out[0] = values[found - names];
    *used = 1;
    return true;
}

/* A new string without quotes and escapes; NULL where it is not well-formed. An escape is never shorter
 * than what it stands for, so the text's own length is room enough. */
static char *read_string(struct reader *reader) {
    if (!take(reader, '"'))
        return NULL;
    char *text = allocate(strlen(reader->at) + 1, 1);
    size_t length = 0;
    while (*reader->at != '"') {
        size_t used = 1;
        bool is_good = *reader->at != '\0';
        if (is_good && *reader->at == '\\') {
            reader->at++;
            is_good = read_escape(reader, text + length, &used);
        } else if (is_good) {
            text[length] = *reader->at++;
        }
        if (!is_good) {
            free(text);
            return NULL;
        }
        length += used;
    }
    reader->at++;
    text[length] = '\0';
    return text;
}

/* Takes `value`. A second leaf of the same path, from an array, goes onto the first one's line. */
static void add_leaf(struct reader *reader, char *value) {
    struct detail_list *details = reader->details;
    if (details->count > 0) {
        struct detail *last = &details->items[details->count - 1];
        if (strcmp(last->path, reader->path) == 0) {
            char *joined = format_text("%s, %s", last->value, value);
            free(last->value);
            free(value);
            last->value = joined;
            return;
        }
    }
    details->items = reallocate(details->items, details->count + 1, sizeof *details->items);
    details->items[details->count++] =
        (struct detail){.path = duplicate(reader->path, reader->path_length), .value = value};
}

static bool read_below(struct reader *reader, const char *part) {
    size_t kept = reader->path_length;
    size_t length = strlen(part);
    if (kept + length + 2 > sizeof reader->path)
        return false;
    if (kept > 0)
        reader->path[reader->path_length++] = '.';
    memcpy(reader->path + reader->path_length, part, length + 1);
    reader->path_length += length;
    bool is_good = read_value(reader);
    reader->path_length = kept;
    reader->path[kept] = '\0';
    return is_good;
}

static bool read_object(struct reader *reader) {
    if (!take(reader, '{'))
        return false;
    if (take(reader, '}'))
        return true;
    do {
        skip_spaces(reader);
        char *name = read_string(reader);
        bool is_good = name != NULL && take(reader, ':') && read_below(reader, name);
        free(name);
        if (!is_good)
            return false;
    } while (take(reader, ','));
    return take(reader, '}');
}

static bool read_array(struct reader *reader) {
    if (!take(reader, '['))
        return false;
    if (take(reader, ']'))
        return true;
    size_t index = 0;
    do {
        skip_spaces(reader);
        char part[24];
        snprintf(part, sizeof part, "%zu", index++);
        bool is_nested = *reader->at == '{' || *reader->at == '[';
        if (!(is_nested ? read_below(reader, part) : read_value(reader)))
            return false;
    } while (take(reader, ','));
    return take(reader, ']');
}

static bool read_value(struct reader *reader) {
    if (reader->depth >= MAX_DEPTH)
        return false;
    reader->depth++;
    skip_spaces(reader);
    bool is_good;
    if (*reader->at == '{') {
        is_good = read_object(reader);
    } else if (*reader->at == '[') {
        is_good = read_array(reader);
    } else if (*reader->at == '"') {
        char *text = read_string(reader);
        is_good = text != NULL;
        if (is_good)
            add_leaf(reader, text);
    } else {
        size_t length = strcspn(reader->at, ",]} \t\r\n");
        is_good = length > 0;
        if (is_good)
            add_leaf(reader, duplicate(reader->at, length));
        reader->at += length;
    }
    reader->depth--;
    return is_good;
}

bool details_read(struct detail_list *details, const char *json) {
    struct reader reader = {.at = json, .details = details};
    *details = (struct detail_list){0};
    return read_value(&reader);
}

void details_free(struct detail_list *details) {
    for (size_t i = 0; i < details->count; i++) {
        free(details->items[i].path);
        free(details->items[i].value);
    }
    free(details->items);
    *details = (struct detail_list){0};
}

const char *details_find(const struct detail_list *details, const char *path) {
    for (size_t i = 0; i < details->count; i++) {
        if (strcmp(details->items[i].path, path) == 0)
            return details->items[i].value;
    }
    return NULL;
}

void details_put(FILE *out, const struct detail_list *details) {
    size_t widest = 0;
    for (size_t i = 0; i < details->count; i++) {
        size_t width = strlen(details->items[i].path);
        if (width > widest && width <= 40)
            widest = width;
    }
    for (size_t i = 0; i < details->count; i++) {
        const struct detail *item = &details->items[i];
        size_t width = strlen(item->path);
        put_text(out, item->path, width);
        fprintf(out, "%*s", (int)(width < widest ? widest - width : 0) + 2, "");
        put_text(out, item->value, strlen(item->value));
        fputc('\n', out);
    }
}
