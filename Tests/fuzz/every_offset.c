/*
 * every_offset [STRIDE [FIRST]]: every byte of an index file, one after the other, becomes something else, with
 * checksums that fit, and the file is used. Prints how many files there were; a crash is the failure.
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    size_t stride = argc > 1 ? strtoul(argv[1], NULL, 10) : 1,
           first = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    fuzz_file file = fuzz_read_index();
    unsigned long files = 0;
    for (size_t at = first; stride && at < file.count; at += stride) {
        uint8_t old = file.bytes[at];
        const uint8_t changed[] = {0, 0xFF, (uint8_t)(old ^ 0x80), (uint8_t)(old + 1)};
        for (int i = 0; i < 4; i++) {
            if (changed[i] == old)
                continue;
            file.bytes[at] = changed[i];
            fuzz_fix_checksums(&file, 0);
            fuzz_use_file(&file, 1, (unsigned)(at + (size_t)i));
            files++;
        }
        file.bytes[at] = old;
        fuzz_fix_checksums(&file, 0);
    }
    free(file.bytes);
    printf("%lu files of %zu bytes, one byte changed in each\n", files, file.count);
    return 0;
}
