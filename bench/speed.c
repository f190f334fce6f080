/*
 * Times keystrokes, one by one: libplaces through its public header, and SQLite FTS5 with its best recipe, on the same
 * places and the same keystrokes.
 *
 *   speed places INDEX KEYSTROKES [thread]   pumped delivery, or the library's thread
 *   speed fts5 DATABASE KEYSTROKES
 *   speed build-fts5 DATABASE PLACES
 *
 * KEYSTROKES: a line each, LATITUDE TAB LONGITUDE TAB TEXT TAB FOLDED; the first two empty without a bias. FOLDED is for
 * FTS5, which gets its text folded for nothing. PLACES: NUMBER TAB NAME TAB FOLDED TAB LATITUDE TAB LONGITUDE, the most
 * important first, numbered from 0.
 *
 * Prints, a line a keystroke, the nanoseconds and the numbers of the places found. What is timed for libplaces: setting
 * text and bias, submitting, dispatching, and the callback that reads the IDs.
 */
#define _GNU_SOURCE
#include <places.h>

#include <math.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { FOUND = 5 };

typedef struct {
    double latitude, longitude;
    int has_bias;
    char *text, *folded;
} keystroke;

typedef struct {
    int64_t nanoseconds;
    int count;
    long found[FOUND];
} answer;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void die(const char *what, const char *why) {
    fprintf(stderr, "speed: %s: %s\n", what, why ? why : "failed");
    exit(1);
}

static char *next_field(char **rest) {
    char *field = strsep(rest, "\t");
    return field ? field : "";
}

static keystroke *read_keystrokes(const char *path, size_t *count) {
    FILE *file = fopen(path, "r");
    if (!file)
        die(path, "cannot be read");
    size_t capacity = 1024, size = 0;
    keystroke *keys = malloc(capacity * sizeof *keys);
    char *line = NULL;
    *count = 0;
    for (ssize_t length; (length = getline(&line, &size, file)) > 0;) {
        if (line[length - 1] == '\n')
            line[length - 1] = 0;
        if (*count == capacity)
            keys = realloc(keys, (capacity *= 2) * sizeof *keys);
        char *rest = line, *latitude = next_field(&rest), *longitude = next_field(&rest);
        keystroke *key = &keys[(*count)++];
        key->has_bias = *latitude != 0;
        key->latitude = strtod(latitude, NULL);
        key->longitude = strtod(longitude, NULL);
        key->text = strdup(next_field(&rest));
        key->folded = strdup(next_field(&rest));
    }
    free(line);
    fclose(file);
    return keys;
}

static void print(const answer *answers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf("%lld", (long long)answers[i].nanoseconds);
        for (int j = 0; j < answers[i].count; j++)
            printf(" %ld", answers[i].found[j]);
        putchar('\n');
    }
}

/* --- libplaces ------------------------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int is_answered, is_threaded;

static void collect(void *userdata, uint64_t id, places_status status, const places_result *result,
                    const places_error *error) {
    (void)id;
    answer *a = userdata;
    if (status)
        die("a request", places_error_message(error));
    a->count = (int)places_result_count(result);
    for (int i = 0; i < a->count && i < FOUND; i++) {
        const char *place = places_result_place_id(result, (size_t)i, NULL);
        const char *colon = strchr(place, ':');
        a->found[i] = colon ? strtol(colon + 1, NULL, 10) : -1;
    }
    if (is_threaded) {
        pthread_mutex_lock(&lock);
        is_answered = 1;
        pthread_cond_signal(&answered);
        pthread_mutex_unlock(&lock);
    }
}

static void ask(places_client *client, places_request *request, places_filter *filter,
                places_filter *none, const keystroke *key, answer *a) {
    int64_t start = now();
    if (key->has_bias)
        places_filter_set_bias_circle(filter, key->latitude, key->longitude, 10000, NULL);
    if (places_request_set_query(request, key->text, PLACES_NUL_TERMINATED, NULL)) {
        a->nanoseconds = now() - start;
        return;
    }
    places_request_set_filter(request, key->has_bias ? filter : none, NULL);
    if (places_client_autocomplete(client, request, collect, a, NULL, NULL))
        die("autocomplete", "was refused");
    if (is_threaded) {
        pthread_mutex_lock(&lock);
        while (!is_answered)
            pthread_cond_wait(&answered, &lock);
        is_answered = 0;
        pthread_mutex_unlock(&lock);
    } else {
        places_client_dispatch(client);
    }
    a->nanoseconds = now() - start;
}

static int time_places(const char *path, const char *keystrokes) {
    int64_t start = now();
    places_error *error = NULL;
    places_index *index = NULL;
    if (places_index_open(path, 0, &index, &error))
        die(path, places_error_message(error));
    int64_t opened = now() - start;
    places_client_options *options = places_client_options_new();
    places_client_options_set_delivery(
        options, is_threaded ? PLACES_DELIVERY_THREAD : PLACES_DELIVERY_PUMPED, NULL);
    places_client_options_add_index(options, index, NULL);
    places_client *client = NULL;
    if (places_client_new(options, &client, &error))
        die("client", places_error_message(error));
    places_client_options_free(options);
    size_t count;
    keystroke *keys = read_keystrokes(keystrokes, &count);
    answer *answers = calloc(count, sizeof *answers);
    places_request *request = places_request_new();
    places_filter *filter = places_filter_new(), *none = places_filter_new();
    answer unused;
    for (size_t i = 0; i < count; i += 7) /* Warm. */
        ask(client, request, filter, none, &keys[i], &unused);
    for (size_t i = 0; i < count; i++)
        ask(client, request, filter, none, &keys[i], &answers[i]);
    print(answers, count);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "open_us %.1f rss_kb %ld\n", (double)opened / 1e3, usage.ru_maxrss);
    places_filter_free(filter);
    places_filter_free(none);
    places_request_free(request);
    places_client_free(client);
    places_index_free(index);
    return 0;
}

/* --- SQLite FTS5: rowid is the rank, so that ORDER BY rowid LIMIT 5 stops early ----------------------------------- */

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

static int time_fts5(const char *path, const char *keystrokes) {
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL))
        die(path, sqlite3_errmsg(database));
    execute("pragma mmap_size=1073741824");
    execute("pragma cache_size=-65536");
    sqlite3_stmt *everywhere =
        prepare("select rowid from f where f match ? order by rowid limit 5");
    sqlite3_stmt *near = prepare("select rowid from f where f match ?1 and +rowid in (select id "
                                 "from g where a >= ?2 and b <= ?3 "
                                 "and c >= ?4 and d <= ?5) order by rowid limit 5");
    size_t count;
    keystroke *keys = read_keystrokes(keystrokes, &count);
    answer *answers = calloc(count, sizeof *answers);
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < count; i += pass ? 1 : 7) {
            answer *a = &answers[i];
            a->count = 0;
            int64_t start = now();
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
            a->nanoseconds = now() - start;
        }
    print(answers, count);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "open_us 0 rss_kb %ld\n", usage.ru_maxrss);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 4 && !strcmp(argv[1], "places")) {
        is_threaded = argc > 4 && !strcmp(argv[4], "thread");
        return time_places(argv[2], argv[3]);
    }
    if (argc == 4 && !strcmp(argv[1], "fts5"))
        return time_fts5(argv[2], argv[3]);
    if (argc == 4 && !strcmp(argv[1], "build-fts5"))
        return build_fts5(argv[2], argv[3]);
    fputs("usage: speed places INDEX KEYSTROKES [thread] | fts5 DATABASE KEYSTROKES | build-fts5 "
          "DATABASE PLACES\n",
          stderr);
    return 2;
}
