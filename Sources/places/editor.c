#include "editor.h"

#include "output.h"
#include "width.h"

#include <string.h>

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static bool is_mark(const struct editor *editor, size_t at) {
    size_t used;
    return at < editor->length &&
           code_point_width(next_code_point(editor->text + at, editor->length - at, &used)) == 0;
}

static size_t before(const struct editor *editor, size_t at) {
    while (at > 0) {
        do
            at--;
        while (at > 0 && is_continuation(editor->text[at]));
        if (!is_mark(editor, at))
            break;
    }
    return at;
}

static size_t after(const struct editor *editor, size_t at) {
    while (at < editor->length) {
        do
            at++;
        while (at < editor->length && is_continuation(editor->text[at]));
        if (!is_mark(editor, at))
            break;
    }
    return at;
}

static bool cut(struct editor *editor, size_t start, size_t end) {
    if (start == end)
        return false;
    memmove(editor->text + start, editor->text + end, editor->length - end);
    editor->length -= end - start;
    editor->caret = start;
    return true;
}

bool editor_insert(struct editor *editor, const char *text, size_t length) {
    if (length > sizeof editor->text - editor->length)
        return false;
    memmove(editor->text + editor->caret + length, editor->text + editor->caret,
            editor->length - editor->caret);
    memcpy(editor->text + editor->caret, text, length);
    editor->length += length;
    editor->caret += length;
    return true;
}

bool editor_backspace(struct editor *editor) {
    return cut(editor, before(editor, editor->caret), editor->caret);
}

bool editor_delete(struct editor *editor) {
    return cut(editor, editor->caret, after(editor, editor->caret));
}

bool editor_clear(struct editor *editor) {
    return cut(editor, 0, editor->length);
}

bool editor_clear_to_end(struct editor *editor) {
    return cut(editor, editor->caret, editor->length);
}

bool editor_clear_word(struct editor *editor) {
    size_t start = editor->caret;
    while (start > 0 && editor->text[start - 1] == ' ')
        start--;
    while (start > 0 && editor->text[start - 1] != ' ')
        start--;
    return cut(editor, start, editor->caret);
}

void editor_left(struct editor *editor) {
    editor->caret = before(editor, editor->caret);
}

void editor_right(struct editor *editor) {
    editor->caret = after(editor, editor->caret);
}

int32_t editor_offset(const struct editor *editor) {
    int32_t offset = 0;
    for (size_t i = 0; i < editor->caret; i++)
        offset += !is_continuation(editor->text[i]);
    return offset;
}
