#include "width.h"

#include "output.h"
#include "width_table.h"

static int find(const struct width_range *ranges, size_t count, uint32_t code_point) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code_point > ranges[middle].last)
            low = middle + 1;
        else if (code_point < ranges[middle].first)
            high = middle;
        else
            return ranges[middle].width;
    }
    return 1;
}

size_t code_point_width(uint32_t code_point) {
    if (code_point < 0x300)
        return 1;
    return (size_t)find(width_ranges, sizeof width_ranges / sizeof width_ranges[0], code_point);
}

size_t text_fit(const char *text, size_t length, size_t columns, size_t *used) {
    size_t i = 0;
    size_t cells = 0;
    while (i < length) {
        size_t bytes;
        uint32_t code_point = next_code_point(text + i, length - i, &bytes);
        /* put_text() shows an unsafe one as U+FFFD, one cell. */
        size_t width = is_unsafe(code_point) ? 1 : code_point_width(code_point);
        if (cells + width > columns)
            break;
        cells += width;
        i += bytes;
    }
    *used = cells;
    return i;
}

size_t text_width(const char *text, size_t length) {
    size_t used;
    text_fit(text, length, SIZE_MAX, &used);
    return used;
}
