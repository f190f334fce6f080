/* jansson, and what Swift cannot import of it: a name that is both an enum and a function, and macros of locale.h. */
#ifndef PLACES_CJANSSON_SHIM_H
#define PLACES_CJANSSON_SHIM_H

#include <jansson.h>
#include <locale.h>

static inline int cjansson_error_code(const json_error_t *error) {
    return (int)json_error_code(error);
}

/* glibc and musl answer with a constant object: nothing to free. */
static inline locale_t cjansson_c_locale(void) {
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

#endif
