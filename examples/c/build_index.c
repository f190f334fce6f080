/* Builds an index file: build_index OUT SOURCE... (each KIND:PATH, see docs/sources.md) */
#include <places.h>
#include <stdio.h>

static bool show_progress(void *userdata, const char *source, double fraction, uint64_t places) {
    (void)userdata;
    if (*source != '\0' && fraction >= 1)
        printf("read %s: %llu places\n", source, (unsigned long long)places);
    return true; /* false would stop the build */
}

static void show_bad_row(void *userdata, const char *source, uint64_t line, const char *reason) {
    (void)userdata;
    (void)source;
    printf("line %llu left out: %s\n", (unsigned long long)line, reason);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: build_index OUT SOURCE...\n");
        return 2;
    }
    places_error *error = NULL;
    places_index_builder *builder = places_index_builder_new();
    places_status status = PLACES_OK;
    for (int i = 2; i < argc && status == PLACES_OK; i++)
        status = places_index_builder_add_source(builder, argv[i], &error);
    places_index_builder_set_progress(builder, show_progress, NULL);
    places_index_builder_set_bad_row(builder, show_bad_row, NULL);
    if (status == PLACES_OK)
        status = places_index_builder_write(builder, argv[1], &error);
    if (status == PLACES_OK)
        printf("%llu places, %llu rows left out\n",
               (unsigned long long)places_index_builder_place_count(builder),
               (unsigned long long)places_index_builder_bad_row_count(builder));
    else
        fprintf(stderr, "%s\n", places_error_message(error));
    places_error_release(error);
    places_index_builder_free(builder);
    return status != PLACES_OK;
}
