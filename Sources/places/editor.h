/*
 * A line of text with a caret.
 */
#ifndef PLACES_EDITOR_H
#define PLACES_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct editor {
    /* UTF-8; what would not fit is not taken. */
    char text[1024];
    size_t length;
    /* In bytes, between characters. */
    size_t caret;
};

/* Each returns whether the text changed. */
bool editor_insert(struct editor *editor, const char *text, size_t length);
bool editor_backspace(struct editor *editor);
bool editor_delete(struct editor *editor);
bool editor_clear(struct editor *editor);
bool editor_clear_to_end(struct editor *editor);
bool editor_clear_word(struct editor *editor);

/* By one character: a base with the marks on it. */
void editor_left(struct editor *editor);
void editor_right(struct editor *editor);

/* The caret in code points. */
int32_t editor_offset(const struct editor *editor);

#endif
