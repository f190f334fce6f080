/*
 * Times keystrokes of SQLite FTS5 with its best recipe: rowid is the rank, so that ORDER BY rowid LIMIT 5 stops early.
 *
 *   fts5 build DATABASE PLACES
 *   fts5 time DATABASE KEYSTROKES [TIMES]   the fastest time of so many
 *
 * PLACES: NUMBER TAB NAME TAB FOLDED TAB LATITUDE TAB LONGITUDE, the most important first, numbered from 0. keys.h has
 * the form of KEYSTROKES; filters are not looked at.
 */
#define _GNU_SOURCE
#include "keys.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *database;

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL))
        die(sql, sqlite3_errmsg(database));
    return statement;
}

static void execute(const char *sql) {
    char *message;
    if (sqlite3_exec(database, sql, NULL, NULL, &message))
        die(sql, message);
}

static int build_fts5(const char *path, const char *places) {
    remove(path);
    if (sqlite3_open(path, &database))
        die(path, sqlite3_errmsg(database));
    int64_t start = now();
    execute("create virtual table f using fts5(n, content='', prefix='1 2 3 4', "
            "tokenize='unicode61 remove_diacritics 2')");
    execute("create virtual table g using rtree(id, a, b, c, d)");
    execute("begin");
    sqlite3_stmt *text = prepare("insert into f(rowid, n) values(?, ?)");
    sqlite3_stmt *box = prepare("insert into g values(?1, ?2, ?2, ?3, ?3)");
    FILE *file = fopen(places, "r");
    if (!file)
        die(places, "cannot be read");
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, file)) > 0;) {
        line[length - 1] = 0;
        char *rest = line, *number = next_field(&rest);
        next_field(&rest);
        char *folded = next_field(&rest), *latitude = next_field(&rest),
             *longitude = next_field(&rest);
        sqlite3_bind_int64(text, 1, strtol(number, NULL, 10) + 1);
        sqlite3_bind_text(text, 2, folded, -1, SQLITE_TRANSIENT);
        sqlite3_step(text);
        sqlite3_reset(text);
        sqlite3_bind_int64(box, 1, strtol(number, NULL, 10) + 1);
        sqlite3_bind_double(box, 2, strtod(latitude, NULL));
        sqlite3_bind_double(box, 3, strtod(longitude, NULL));
        sqlite3_step(box);
        sqlite3_reset(box);
    }
    execute("insert into f(f) values('optimize')");
    execute("commit");
    execute("vacuum");
    fprintf(stderr, "build_s %.2f\n", (double)(now() - start) / 1e9);
    return 0;
}

static void take(sqlite3_stmt *statement, answer *a) {
    while (a->count < FOUND && sqlite3_step(statement) == SQLITE_ROW) {
        long id = (long)sqlite3_column_int64(statement, 0) - 1;
        int is_known = 0;
        for (int i = 0; i < a->count; i++)
            is_known |= a->found[i] == id;
        if (!is_known)
            a->found[a->count++] = id;
    }
    sqlite3_reset(statement);
}

static int time_fts5(const char *path, const char *keystrokes, int times) {
    long memory = memory_kb();
    int64_t start = now();
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL))
        die(path, sqlite3_errmsg(database));
    execute("pragma mmap_size=1073741824");
    execute("pragma cache_size=-65536");
    int64_t opened = now() - start;
    sqlite3_stmt *everywhere =
        prepare("select rowid from f where f match ? order by rowid limit 5");
    sqlite3_stmt *near = prepare("select rowid from f where f match ?1 and +rowid in (select id "
                                 "from g where a >= ?2 and b <= ?3 "
                                 "and c >= ?4 and d <= ?5) order by rowid limit 5");
    size_t count;
    FILE *file = fopen(keystrokes, "r");
    if (!file)
        die(keystrokes, "cannot be read");
    keystroke *keys = read_keystrokes(file, &count);
    fclose(file);
    answer *answers = calloc(count, sizeof *answers);
    for (size_t pass = 0; pass < (size_t)times + 1; pass++)
        for (size_t i = 0; i < count; i += pass ? 1 : 7) {
            answer *a = &answers[i];
            a->count = 0;
            int64_t began = now();
            char match[1024] = "";
            size_t used = 0;
            const char *word = keys[i].folded;
            while (*word && used + 16 < sizeof match) {
                size_t length = strcspn(word, " ");
                if (length)
                    used +=
                        (size_t)snprintf(match + used, sizeof match - used, "%s\"%.*s\"",
                                         used ? " " : "", length > 200 ? 200 : (int)length, word);
                word += length + (word[length] == ' ');
            }
            size_t end = strlen(keys[i].folded);
            if (used && keys[i].folded[end - 1] != ' ')
                strcpy(match + used, "*");
            if (used && keys[i].has_bias) {
                double height = 50 / 111.2,
                       width = height / fmax(.15, cos(keys[i].latitude * M_PI / 180));
                sqlite3_bind_text(near, 1, match, -1, SQLITE_STATIC);
                sqlite3_bind_double(near, 2, keys[i].latitude - height);
                sqlite3_bind_double(near, 3, keys[i].latitude + height);
                sqlite3_bind_double(near, 4, keys[i].longitude - width);
                sqlite3_bind_double(near, 5, keys[i].longitude + width);
                take(near, a);
            }
            if (used && a->count < FOUND) {
                sqlite3_bind_text(everywhere, 1, match, -1, SQLITE_STATIC);
                take(everywhere, a);
            }
            int64_t took = now() - began;
            if (pass < 2 || took < a->nanoseconds)
                a->nanoseconds = took;
        }
    print_answers(answers, count);
    free(answers);
    free_keystrokes(keys, count);
    fprintf(stderr, "open_us %.1f memory_kb %ld\n", (double)opened / 1e3, memory_kb() - memory);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 4 && !strcmp(argv[1], "time"))
        return time_fts5(argv[2], argv[3], argc > 4 ? atoi(argv[4]) : 1);
    if (argc == 4 && !strcmp(argv[1], "build"))
        return build_fts5(argv[2], argv[3]);
    fputs("usage: fts5 build DATABASE PLACES | fts5 time DATABASE KEYSTROKES [TIMES]\n", stderr);
    return 2;
}
