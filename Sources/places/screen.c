#include "screen.h"

#include "output.h"
#include "rows.h"
#include "terminal.h"
#include "width.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char prompt[] = "> ";

/* Puts as much of a text as fits into `columns` cells; returns the cells used. */
static size_t put_fitting(FILE *out, const char *text, size_t columns) {
    size_t used;
    size_t length = text_fit(text, strlen(text), columns, &used);
    put_text(out, text, length);
    return used;
}

static void end_line(FILE *out) {
    fputs("\033[K\r\n", out);
}

static void put_dim_line(FILE *out, const char *text, size_t columns, bool marks) {
    if (marks)
        fputs("\033[2m", out);
    put_fitting(out, text, columns);
    if (marks)
        fputs("\033[0m", out);
    end_line(out);
}

/* All of a text, in as many lines as it takes: what must be shown is not cut. */
static void put_dim_lines(FILE *out, const char *text, size_t columns, bool marks) {
    while (*text != '\0') {
        size_t used;
        size_t length = text_fit(text, strlen(text), columns, &used);
        if (length == 0)
            return;
        /* Between words where that is possible. */
        size_t end = length;
        while (text[length] != '\0' && end > 0 && text[end] != ' ')
            end--;
        if (end > 0)
            length = end;
        if (marks)
            fputs("\033[2m", out);
        put_text(out, text, length);
        if (marks)
            fputs("\033[0m", out);
        end_line(out);
        text += length;
        text += strspn(text, " ");
    }
}

/* The input line; a text longer than the line is shown around its caret. Returns the caret's column. */
static size_t put_input(FILE *out, const struct editor *editor, size_t columns) {
    size_t room = columns > sizeof prompt ? columns - sizeof prompt : 1;
    size_t start = 0;
    while (text_width(editor->text + start, editor->caret - start) > room) {
        size_t used;
        next_code_point(editor->text + start, editor->length - start, &used);
        start += used;
    }
    fputs(prompt, out);
    size_t used;
    size_t length = text_fit(editor->text + start, editor->length - start, room, &used);
    put_text(out, editor->text + start, length);
    end_line(out);
    return sizeof prompt - 1 + text_width(editor->text + start, editor->caret - start);
}

static void put_row(FILE *out, const places_table_state *state, size_t row, size_t columns,
                    bool marks) {
    const places_result *result = places_table_state_result(state);
    const char *distance = places_table_state_row_distance(state, row);
    bool is_search = places_table_state_row_kind(state, row) == PLACES_ROW_SEARCH;
    const char *lead = is_search ? "Search for: " : "";
    size_t width = text_width(distance, strlen(distance));
    size_t reserved = 2 + strlen(lead) + (width > 0 ? width + 2 : 0);
    size_t room = columns > reserved ? columns - reserved : 0;
    bool is_marked = places_table_state_highlighted(state) == (int32_t)row;
    fputs(is_marked ? "* " : "  ", out);
    put_fitting(out, lead, columns > 2 ? columns - 2 : 0);
    size_t used = put_row_text(out, result, row, PLACES_TEXT_PRIMARY, room, marks);
    if (used + 2 < room) {
        fputs(marks ? "  \033[2m" : "  ", out);
        /* Bold and faint share their end; the secondary text is faint as a whole. */
        put_row_text(out, result, row, PLACES_TEXT_SECONDARY, room - used - 2, false);
        if (marks)
            fputs("\033[0m", out);
    }
    if (width > 0)
        fprintf(out, "  %s", distance);
    end_line(out);
}

/* What is to be said about the list; "" for nothing. */
static const char *list_message(const struct screen *screen) {
    const places_table_state *state = screen->state;
    const places_error *error = places_table_state_error(state);
    if (screen->refusal[0] != '\0')
        return screen->refusal;
    if (error != NULL)
        return places_error_message(error);
    if (places_table_state_is_picking(state))
        return "Fetching details...";
    switch (places_table_state_phase(state)) {
    case PLACES_TABLE_LOADING:
        return "Searching...";
    case PLACES_TABLE_NOTHING_FOUND:
        return "No place found.";
    default:
        return "";
    }
}

static const char *list_keys(const places_table_state *state) {
    size_t count = places_table_state_row_count(state);
    if (places_table_state_can_retry(state))
        return count > 0 ? "Up, Down: choose   Enter: try again   Esc: quit"
                         : "Enter: try again   Esc: quit";
    if (count == 0)
        return "Esc: quit   Type a place: a city, a street, an airport, 60.17, 24.94";
    return places_table_state_row_kind(state, 0) == PLACES_ROW_SEARCH
               ? "Enter: search   Esc: quit"
               : "Up, Down: choose   Enter: details   Esc: quit";
}

static void put_list(FILE *out, const struct screen *screen, size_t columns, bool marks) {
    const places_table_state *state = screen->state;
    const char *message = list_message(screen);
    size_t count = places_table_state_row_count(state);
    /* The way on stands below what it is the way on from; rows must not jump for a message. */
    bool is_first = count > 0 && places_table_state_row_kind(state, 0) == PLACES_ROW_SEARCH;
    if (message[0] != '\0' && is_first)
        put_dim_line(out, message, columns, marks);
    for (size_t row = 0; row < count; row++)
        put_row(out, state, row, columns, marks);
    if (message[0] != '\0' && !is_first)
        put_dim_line(out, message, columns, marks);
    if (places_table_state_is_fallback(state))
        put_dim_line(out, "offline", columns, marks);
    end_line(out);
    for (size_t i = 0; i < places_table_state_attribution_count(state); i++)
        put_dim_lines(out, places_table_state_attribution(state, i), columns, marks);
    put_dim_line(out, list_keys(state), columns, marks);
}

size_t screen_detail_rows(void) {
    size_t rows;
    size_t columns;
    terminal_size(&rows, &columns);
    /* Prompt, blank line, blank line, attribution in up to three lines, keys. */
    return rows > 8 ? rows - 7 : 1;
}

static void put_details(FILE *out, const struct screen *screen, size_t columns, bool marks) {
    size_t shown = screen_detail_rows();
    size_t widest = 0;
    for (size_t i = 0; i < screen->details.count; i++) {
        size_t width = strlen(screen->details.items[i].path);
        if (width > widest && width <= 32)
            widest = width;
    }
    for (size_t i = screen->scroll; i < screen->details.count && i < screen->scroll + shown; i++) {
        const struct detail *item = &screen->details.items[i];
        if (marks)
            fputs("\033[2m", out);
        size_t used = put_fitting(out, item->path, columns);
        if (marks)
            fputs("\033[0m", out);
        size_t pad = (used < widest ? widest - used : 0) + 2;
        if (used + pad < columns) {
            fprintf(out, "%*s", (int)pad, "");
            put_fitting(out, item->value, columns - used - pad);
        }
        end_line(out);
    }
    end_line(out);
    const char *attribution = places_place_attribution(screen->place);
    if (attribution != NULL)
        put_dim_lines(out, attribution, columns, marks);
    put_dim_line(out, "Up, Down: scroll   Esc: back   Ctrl-C: quit", columns, marks);
}

/* Cuts a frame to the terminal's rows: one line feed more would scroll it. */
static size_t cut_to_rows(const char *frame, size_t length, size_t rows) {
    const char *end = frame;
    for (size_t row = 0; row < rows; row++) {
        const char *next = strstr(end, "\r\n");
        if (next == NULL)
            return length;
        end = next + (row + 1 < rows ? 2 : 0);
    }
    return (size_t)(end - frame);
}

bool screen_draw(const struct screen *screen) {
    char *frame = NULL;
    size_t length = 0;
    size_t rows;
    size_t columns;
    bool marks = wants_marks(STDOUT_FILENO);
    terminal_size(&rows, &columns);
    FILE *out = open_memstream(&frame, &length);
    if (out == NULL)
        return false;
    /* A cursor behind the last column is where terminals differ. */
    if (columns > 1)
        columns--;
    /* The cursor is hidden meanwhile: no flicker. */
    fputs("\033[?25l\033[H", out);
    size_t column = put_input(out, &screen->editor, columns);
    end_line(out);
    if (screen->place != NULL)
        put_details(out, screen, columns, marks);
    else
        put_list(out, screen, columns, marks);
    bool is_written = fclose(out) == 0;
    int kept = is_written ? (int)cut_to_rows(frame, length, rows) : 0;
    char *whole = format_text("%.*s\033[0m\033[J\033[1;%zuH\033[?25h", kept, frame, column + 1);
    is_written = is_written && terminal_write(whole, strlen(whole));
    free(whole);
    free(frame);
    return is_written;
}

void screen_close_details(struct screen *screen) {
    places_place_release(screen->place);
    screen->place = NULL;
    details_free(&screen->details);
}

void screen_free(struct screen *screen) {
    screen_close_details(screen);
    places_table_state_release(screen->state);
    screen->state = NULL;
}
