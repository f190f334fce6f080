#include "rows.h"

#include "output.h"
#include "width.h"

#include <stdlib.h>
#include <string.h>

/* "340 m", "2.1 km", "1234 km"; "" without a distance. */
static void format_distance(const places_result *result, size_t row, char *text, size_t capacity) {
    int32_t meters;
    text[0] = '\0';
    if (!places_result_distance_meters(result, row, &meters))
        return;
    if (meters < 1000)
        snprintf(text, capacity, "%d m", (int)meters);
    else if (meters < 99950)
        snprintf(text, capacity, "%.1f km", meters / 1000.0);
    else
        snprintf(text, capacity, "%.0f km", meters / 1000.0);
}

/* A service may send a row without its parts; the whole text stands for the name then. */
static places_text shown_part(const places_result *result, size_t row, places_text text) {
    size_t length = 0;
    if (text == PLACES_TEXT_PRIMARY && places_result_primary_text(result, row, &length) != NULL &&
        length == 0)
        return PLACES_TEXT_FULL;
    return text;
}

static const char *row_text(const places_result *result, size_t row, places_text text,
                            size_t *length) {
    text = shown_part(result, row, text);
    const char *found =
        text == PLACES_TEXT_PRIMARY     ? places_result_primary_text(result, row, length)
        : text == PLACES_TEXT_SECONDARY ? places_result_secondary_text(result, row, length)
                                        : places_result_full_text(result, row, length);
    if (found == NULL)
        *length = 0;
    return found != NULL ? found : "";
}

size_t put_row_text(FILE *out, const places_result *result, size_t row, places_text text,
                    size_t columns, bool marks) {
    size_t length;
    text = shown_part(result, row, text);
    const char *shown = row_text(result, row, text, &length);
    size_t used;
    size_t end = text_fit(shown, length, columns, &used);
    bool is_cut = end < length;
    if (is_cut && columns > 0)
        end = text_fit(shown, length, columns - 1, &used);
    size_t position = 0;
    size_t count = marks ? places_result_match_count(result, row, text) : 0;
    for (size_t i = 0; i < count; i++) {
        size_t match_start;
        size_t match_end;
        if (!places_result_match(result, row, text, i, PLACES_UNIT_UTF8, &match_start, &match_end))
            break;
        if (match_start < position || match_start >= end)
            break;
        if (match_end > end)
            match_end = end;
        put_text(out, shown + position, match_start - position);
        fputs("\033[1m", out);
        put_text(out, shown + match_start, match_end - match_start);
        fputs("\033[22m", out);
        position = match_end;
    }
    put_text(out, shown + position, end - position);
    if (is_cut && columns > 0) {
        fputs("\xE2\x80\xA6", out);
        used++;
    }
    return used;
}

void put_rows(FILE *out, const places_result *result, bool marks) {
    const size_t widest = 48;
    size_t count = places_result_count(result);
    size_t columns[3] = {0, 0, 0};
    char distance[32];
    for (size_t row = 0; row < count; row++) {
        for (size_t i = 0; i < 2; i++) {
            size_t length;
            const char *text = row_text(
                result, row, i == 0 ? PLACES_TEXT_PRIMARY : PLACES_TEXT_SECONDARY, &length);
            size_t width = text_width(text, length);
            /* One very long name must not push everybody's columns out of sight. */
            if (width > columns[i] && width <= widest)
                columns[i] = width;
        }
        format_distance(result, row, distance, sizeof distance);
        if (strlen(distance) > columns[2])
            columns[2] = strlen(distance);
    }
    for (size_t row = 0; row < count; row++) {
        size_t used = put_row_text(out, result, row, PLACES_TEXT_PRIMARY, SIZE_MAX, marks);
        fprintf(out, "%*s", (int)(used < columns[0] ? columns[0] - used : 0) + 2, "");
        if (columns[1] > 0) {
            used = put_row_text(out, result, row, PLACES_TEXT_SECONDARY, SIZE_MAX, marks);
            fprintf(out, "%*s", (int)(used < columns[1] ? columns[1] - used : 0) + 2, "");
        }
        if (columns[2] > 0) {
            format_distance(result, row, distance, sizeof distance);
            fprintf(out, "%*s  ", (int)columns[2], distance);
        }
        const char *id = places_result_place_id(result, row, NULL);
        if (id != NULL)
            put_text(out, id, strlen(id));
        fputc('\n', out);
        const char *explanation = places_result_explanation(result, row);
        if (explanation != NULL)
            fprintf(out, "    %s\n", explanation);
    }
}
