/* Damaged index files: bytes of any section, the header and the section table changed, with checksums that fit. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static fuzz_file good, bad;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    good = fuzz_read_index();
    bad.bytes = malloc(good.count);
    return 0;
}

/*
 * Byte 0: bit 0 leaves the checksums as they are, bit 1 maps the file, bit 2 cuts it; 1: which queries. Then changes of
 * seven bytes: section (0: header and table), how, offset in the section (three bytes), a number (two bytes).
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { HEADER = 64, ENTRY = 32, MAXIMUM_CHANGES = 64 };
    fuzz_input input = {data, data + size};
    uint8_t flags = take_byte(&input), queries = take_byte(&input);
    memcpy(bad.bytes, good.bytes, good.count);
    bad.count = good.count;
    uint32_t sections;
    memcpy(&sections, good.bytes + 12, 4);
    for (int change = 0; change < MAXIMUM_CHANGES && input.at < input.end; change++) {
        uint32_t section = take_byte(&input) % (sections + 1), how = take_byte(&input),
                 at = take_number(&input, 3), number = take_number(&input, 2);
        uint64_t offset = 0, length = HEADER + (uint64_t)sections * ENTRY;
        if (section) {
            memcpy(&offset, good.bytes + HEADER + (section - 1) * ENTRY + 8, 8);
            memcpy(&length, good.bytes + HEADER + (section - 1) * ENTRY + 16, 8);
        }
        if (length == 0)
            continue;
        at %= (uint32_t)length;
        uint8_t *target = bad.bytes + offset + at;
        size_t room = (size_t)length - at;
        switch (how % 6) {
        case 0:
            *target = (uint8_t)number;
            break;
        case 1:
            memcpy(target, &number, room < 4 ? room : 4);
            break;
        case 2:
            number = ~number;
            memcpy(target, &number, room < 4 ? room : 4);
            break;
        case 3:
            memset(target, (int)(number >> 8), room < (number & 255) ? room : number & 255);
            break;
        case 4: /* The whole section. */
            memset(bad.bytes + offset, (int)number, (size_t)length);
            break;
        default: /* What is elsewhere in the section. */
            memmove(target, bad.bytes + offset + number % length,
                    room < length - number % length ? room : length - number % length);
            break;
        }
    }
    if (flags & 4)
        bad.count = bad.count * (queries + 1u) / 257;
    if (!(flags & 1))
        fuzz_fix_checksums(&bad, flags & 8);
    fuzz_use_file(&bad, !(flags & 2), queries);
    return 0;
}
