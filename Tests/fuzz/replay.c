/* Stands in for libFuzzer's main: runs the target once for each file that is named. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    LLVMFuzzerInitialize(&argc, &argv);
    int done = 0;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 3;
        }
        fseek(file, 0, SEEK_END);
        size_t count = (size_t)ftell(file);
        rewind(file);
        /* As large as the input, so that a read past its end is noticed. */
        uint8_t *bytes = malloc(count ? count : 1);
        if (fread(bytes, 1, count, file) != count)
            return 3;
        fclose(file);
        fprintf(stderr, "%s\n", argv[i]);
        LLVMFuzzerTestOneInput(bytes, count);
        free(bytes);
        done++;
    }
    printf("%d inputs\n", done);
    return 0;
}
