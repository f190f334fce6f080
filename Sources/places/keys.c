#include "output.h"
#include "terminal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Bytes that were read and are no key yet. */
static char input[4096];
static size_t input_length;
static bool is_pasting;

static void drop(size_t count) {
    memmove(input, input + count, input_length - count);
    input_length -= count;
}

bool keys_read(void) {
    if (input_length == sizeof input)
        return true;
    ssize_t count = read(STDIN_FILENO, input + input_length, sizeof input - input_length);
    if (count > 0)
        input_length += (size_t)count;
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

static enum key control_key(char byte) {
    switch (byte) {
    case '\r':
    case '\n':
        return KEY_ENTER;
    case 0x7F:
    case 0x08:
        return KEY_BACKSPACE;
    case 0x01:
        return KEY_HOME;
    case 0x02:
        return KEY_LEFT;
    case 0x03:
        return KEY_INTERRUPT;
    case 0x04:
        return KEY_END_OF_INPUT;
    case 0x05:
        return KEY_END;
    case 0x06:
        return KEY_RIGHT;
    case 0x0B:
        return KEY_CLEAR_TO_END;
    case 0x0C:
        return KEY_REDRAW;
    case 0x0E:
        return KEY_DOWN;
    case 0x10:
        return KEY_UP;
    case 0x15:
        return KEY_CLEAR_LINE;
    case 0x17:
        return KEY_CLEAR_WORD;
    case 0x1A:
        return KEY_SUSPEND;
    default:
        return KEY_NONE;
    }
}

/* A sequence after ESC [ or ESC O: parameters, then one final byte. */
static enum key sequence_key(const char *parameters, char final) {
    switch (final) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return KEY_HOME;
    case 'F':
        return KEY_END;
    case '~':
        break;
    default:
        return KEY_NONE;
    }
    if (strcmp(parameters, "200") == 0)
        is_pasting = true;
    else if (strcmp(parameters, "201") == 0)
        is_pasting = false;
    switch (parameters[0]) {
    case '1':
    case '7':
        return parameters[1] == '\0' ? KEY_HOME : KEY_NONE;
    case '3':
        return KEY_DELETE;
    case '4':
    case '8':
        return KEY_END;
    case '5':
        return KEY_PAGE_UP;
    case '6':
        return KEY_PAGE_DOWN;
    default:
        return KEY_NONE;
    }
}

/* Bytes of the escape sequence at the start of the input; 0 where it is not whole yet. */
static size_t sequence_length(void) {
    if (input_length < 2)
        return 0;
    if (input[1] != '[' && input[1] != 'O')
        return 2;
    for (size_t i = 2; i < input_length; i++) {
        if (input[i] >= 0x40 && input[i] <= 0x7E)
            return i + 1;
        if (i == 31)
            return i + 1;
    }
    return 0;
}

static struct key_event take_sequence(void) {
    struct key_event event = {.key = KEY_NONE};
    size_t length = sequence_length();
    if (length == 2) {
        /* ESC and a character: the Alt key, or Escape pressed before it. */
        event.key = KEY_ESCAPE;
        length = 1;
    } else {
        char parameters[32] = "";
        memcpy(parameters, input + 2, length - 3);
        event.key = sequence_key(parameters, input[length - 1]);
    }
    drop(length);
    return event;
}

static struct key_event take_text(void) {
    struct key_event event = {.key = KEY_NONE};
    size_t used;
    uint32_t code_point = next_code_point(input, input_length, &used);
    if (code_point == 0xFFFD && used == 1) {
        size_t expected = (unsigned char)input[0] >= 0xF0   ? 4
                          : (unsigned char)input[0] >= 0xE0 ? 3
                          : (unsigned char)input[0] >= 0xC0 ? 2
                                                            : 1;
        /* The rest of the character is on its way. */
        if (expected > input_length)
            return event;
        drop(1);
        return keys_next();
    }
    if (!is_unsafe(code_point)) {
        event.key = KEY_TEXT;
        event.length = used;
        memcpy(event.text, input, used);
    }
    drop(used);
    return event.key == KEY_TEXT ? event : keys_next();
}

struct key_event keys_next(void) {
    while (input_length > 0) {
        unsigned char byte = (unsigned char)input[0];
        if (byte == 0x1B) {
            if (sequence_length() == 0)
                break;
            struct key_event event = take_sequence();
            if (event.key != KEY_NONE)
                return event;
        } else if (byte < 0x20 || byte == 0x7F) {
            enum key key = control_key((char)byte);
            drop(1);
            bool is_space = byte == '\t' || (is_pasting && key == KEY_ENTER);
            if (is_space)
                return (struct key_event){.key = KEY_TEXT, .text = " ", .length = 1};
            if (key != KEY_NONE && !is_pasting)
                return (struct key_event){.key = key};
        } else {
            return take_text();
        }
    }
    return (struct key_event){.key = KEY_NONE};
}

bool keys_are_pending(void) {
    return input_length > 0;
}

struct key_event keys_flush(void) {
    struct key_event event = {.key = KEY_NONE};
    if (input_length > 0 && input[0] == 0x1B) {
        event.key = KEY_ESCAPE;
        drop(1);
    } else {
        input_length = 0;
    }
    return event;
}
