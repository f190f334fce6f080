/*
 * The terminal while bare `places` has it: raw input, the alternate screen, keys. Whatever ends the
 * program - quitting, a signal, a crash - gives the terminal back as it was.
 */
#ifndef PLACES_TERMINAL_H
#define PLACES_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Takes the terminal on standard input and output. Complains and returns false where there is none that
 * can do it. */
bool terminal_start(void);

/* Gives it back. May be called more than once. */
void terminal_stop(void);

/* Gives it back, stops this program as Ctrl-Z does, and takes it again when the program goes on. */
void terminal_suspend(void);

void terminal_size(size_t *rows, size_t *columns);

/* Readable after the window's size changed or a signal asked the program to end. */
int terminal_signal_descriptor(void);

/* Empties that descriptor. The number of the signal to end by, 0 for none. */
int terminal_take_signal(void);

/* False where the terminal is gone. */
bool terminal_write(const char *text, size_t length);

enum key {
    KEY_NONE,
    /* A code point, in the text of the event. */
    KEY_TEXT,
    KEY_ENTER,
    KEY_ESCAPE,
    KEY_BACKSPACE,
    KEY_DELETE,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_CLEAR_LINE,
    KEY_CLEAR_TO_END,
    KEY_CLEAR_WORD,
    KEY_REDRAW,
    KEY_SUSPEND,
    KEY_END_OF_INPUT,
    KEY_INTERRUPT
};

struct key_event {
    enum key key;
    char text[4];
    size_t length;
};

/* Reads what waits on standard input. False at its end. */
bool keys_read(void);

/* The next key of what was read; KEY_NONE where more input is needed. */
struct key_event keys_next(void);

/* Whether a lone ESC or a part of a sequence waits. When nothing follows in a short while, keys_flush()
 * says what it was: the Escape key, or nothing. */
bool keys_are_pending(void);
struct key_event keys_flush(void);

#endif
