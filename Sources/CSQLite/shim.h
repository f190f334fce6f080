/* SQLite, and what Swift cannot import of it: a macro that is a cast. No logic. */
#ifndef PLACES_CSQLITE_SHIM_H
#define PLACES_CSQLITE_SHIM_H

#include <sqlite3.h>

/* The text is copied by SQLite. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int number, const char *text,
                                    int length) {
    return sqlite3_bind_text(statement, number, text, length, SQLITE_TRANSIENT);
}

#endif
