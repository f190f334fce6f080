#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char folder[] = "/tmp/places-fuzz-XXXXXX";
static char index_path[64];

uint8_t take_byte(fuzz_input *input) {
    return input->at < input->end ? *input->at++ : 0;
}

uint32_t take_number(fuzz_input *input, int bytes) {
    uint32_t number = 0;
    while (bytes-- > 0)
        number = number << 8 | take_byte(input);
    return number;
}

double take_degrees(fuzz_input *input, double limit) {
    uint32_t number = take_number(input, 2);
    switch (number) {
    case 0:
        return limit;
    case 1:
        return -limit;
    case 2:
        return limit * 1.001;
    default:
        return limit * ((double)number - 32768) / 32768;
    }
}

/* --- the index ---------------------------------------------------------------------------------------------------- */

static const char *const words[] = {
    "n",
    "new",
    "york",
    "new y",
    "main street",
    "main st 12",
    "12b main",
    "saint",
    "st maria",
    "stra\xc3\x9f",
    "berg",
    "berlin",
    "brelin",
    "elsink",
    "helsinki",
    "dorf haven",
    "\xe6\x9d\xb1\xe4\xba\xac",
    "tokyo",
    "alias 7",
    "xx yy",
    "newyork",
    "caf\xc3\xa9",
    "ha",
    "00180",
    "\xd7\xaa\xd7\x9c",
    "q",
    "zzzzzz",
    "annabrg",
    "fi",
    "poort",
    "t",
    "marai",
};

const char *fuzz_word(unsigned number) {
    return words[number % (sizeof words / sizeof *words)];
}

static const char *const parts[] = {
    "New",         "York",  "Saint",  "Maria",         "Berg",
    "Dorf",        "Haven", "Port",   "Stra\303\237e", "\xe6\x9d\xb1\xe4\xba\xac",
    "Caf\xc3\xa9", "Anna",  "Berlin", "Helsinki",      "Main Street",
    "Tel Aviv"};
static const char *const types[] = {"locality", "cafe", "museum", "route", "airport", ""};

static uint32_t state = 7;

static unsigned draw(unsigned bound) {
    state = state * 1664525 + 1013904223;
    return (state >> 8) % bound;
}

static void write_rows(FILE *file) {
    fputs("id,name,names:fr,names:ja,alt_names,lat,lon,primary_type,types,importance,country,"
          "region,district,locality,"
          "street,house_number,postcode,time_zone,phone,website,viewport,pure_service_area,future_"
          "opening\n",
          file);
    for (unsigned i = 0; i < 160; i++) {
        const char *a = parts[draw(16)], *b = parts[draw(16)], *c = parts[draw(16)];
        double latitude = draw(1800) / 10.0 - 90, longitude = draw(3600) / 10.0 - 180;
        if (i < 2)
            latitude = i ? -90 : 90, longitude = i ? -180 : 180;
        fprintf(file, "%s%u%s,", i % 11 ? "t:" : "named:x", i, i % 11 ? "" : "y");
        fprintf(file, i % 3 ? "%s %s" : "%s %s %s", a, b, c);
        fprintf(file, ",%s,%s,%s,", i % 4 ? "" : "Ville", i % 9 ? "" : parts[9],
                i % 5 ? "" : "alias 7|Old Port");
        const char *type = types[draw(6)];
        fprintf(file, "%.4f,%.4f,%s,%s,%u.%u,%s,%s,%s,%s,", latitude, longitude, type, type,
                draw(7), draw(10), i % 2 ? "FI" : "SE", i % 2 ? "Uusimaa" : "New Region",
                i % 6 ? "" : "Bergland", i % 3 ? "Helsinki" : "");
        if (i % 7)
            fputs(",,,", file);
        else
            fprintf(file, "Main Street,%u%s,00%u,", i, i % 14 ? "b" : "", 100 + i);
        fprintf(file, "%s,%s,%s,%s,%s,%s\n", i % 8 ? "" : "Europe/Helsinki", i % 10 ? "" : "+358 1",
                i % 10 ? "" : "https://example.org/", i % 12 ? "" : "\"-1,-2,3,4\"",
                i % 15 ? "" : "yes", i % 16 ? "" : "yes");
    }
}

static void write_streets(FILE *file) {
    for (unsigned i = 0; i < 6; i++) {
        fprintf(file,
                "{\"type\":\"Feature\",\"id\":\"w%u\",\"properties\":{\"highway\":\"residential\","
                "\"name\":\"%s "
                "Street\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[",
                100 + i, parts[i]);
        for (unsigned point = 0; point < 4 + i; point++)
            fprintf(file, "%s[%.5f,%.5f]", point ? "," : "", 24.9 + point * 0.002,
                    60.1 + i * 0.001);
        fputs("]}}\n", file);
    }
}

static void clean(void) {
    unlink(index_path);
    rmdir(folder);
}

static void need(places_status status, places_error *error) {
    if (status) {
        fprintf(stderr, "fuzz: %s\n", places_error_message(error));
        exit(3);
    }
}

static FILE *create(char *path, size_t size, const char *name) {
    snprintf(path, size, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        exit(3);
    return file;
}

const char *fuzz_index(void) {
    if (*index_path)
        return index_path;
    if (!mkdtemp(folder))
        exit(3);
    char table[64], streets[64], source[96];
    FILE *file = create(table, sizeof table, "rows.csv");
    write_rows(file);
    fclose(file);
    file = create(streets, sizeof streets, "streets.geojsonseq");
    write_streets(file);
    fclose(file);
    places_index_builder *builder = places_index_builder_new();
    places_error *error = NULL;
    snprintf(source, sizeof source, "csv:%s?attribution=Fuzz", table);
    need(places_index_builder_add_source(builder, source, &error), error);
    snprintf(source, sizeof source, "osm:%s?country=FI", streets);
    need(places_index_builder_add_source(builder, source, &error), error);
    snprintf(index_path, sizeof index_path, "%s/index.places", folder);
    need(places_index_builder_write(builder, index_path, &error), error);
    places_index_builder_free(builder);
    unlink(table);
    unlink(streets);
    atexit(clean);
    return index_path;
}

places_client *fuzz_client(places_index *index) {
    places_client_options *options = places_client_options_new();
    places_error *error = NULL;
    places_client *client = NULL;
    need(places_client_options_set_delivery(options, PLACES_DELIVERY_PUMPED, &error), error);
    need(places_client_options_add_index(options, index, &error), error);
    need(places_client_new(options, &client, &error), error);
    places_client_options_free(options);
    return client;
}

/* --- asking ------------------------------------------------------------------------------------------------------- */

static volatile size_t sink;

static void touch(const char *text) {
    sink += text ? strlen(text) : 0;
}

static void on_answer(void *userdata, uint64_t id, places_status status,
                      const places_result *result, const places_error *error) {
    (void)userdata, (void)id;
    if (status) {
        touch(places_error_message(error));
        return;
    }
    for (size_t row = 0; row < places_result_count(result); row++) {
        touch(places_result_place_id(result, row, NULL));
        touch(places_result_row_attribution(result, row));
        for (size_t type = 0; type < places_result_type_count(result, row); type++)
            touch(places_result_type(result, row, type));
        static const places_text texts[] = {PLACES_TEXT_FULL, PLACES_TEXT_PRIMARY,
                                            PLACES_TEXT_SECONDARY};
        for (int part = 0; part < 3; part++)
            for (size_t match = 0; match < places_result_match_count(result, row, texts[part]);
                 match++) {
                size_t start = 0, end = 0;
                places_result_match(result, row, texts[part], match, PLACES_UNIT_UTF8, &start,
                                    &end);
                /* What is marked is a part of the text. */
                size_t length = 0;
                const char *text = texts[part] == PLACES_TEXT_FULL
                                       ? places_result_full_text(result, row, &length)
                                   : texts[part] == PLACES_TEXT_PRIMARY
                                       ? places_result_primary_text(result, row, &length)
                                       : places_result_secondary_text(result, row, &length);
                if (!text || start > end || end > length)
                    abort();
            }
    }
    char *json = places_result_to_json(result);
    touch(json);
    places_string_release(json);
}

void fuzz_ask(places_client *client, places_request *request) {
    if (places_client_autocomplete(client, request, on_answer, NULL, NULL, NULL))
        return;
    if (places_client_dispatch(client) != 1)
        abort(); /* Exactly once. */
}

/* --- damaged files ------------------------------------------------------------------------------------------------ */

fuzz_file fuzz_read_index(void) {
    fuzz_file file = {NULL, 0};
    FILE *stream = fopen(fuzz_index(), "rb");
    if (!stream)
        exit(3);
    fseek(stream, 0, SEEK_END);
    file.count = (size_t)ftell(stream);
    rewind(stream);
    file.bytes = malloc(file.count);
    if (fread(file.bytes, 1, file.count, stream) != file.count)
        exit(3);
    fclose(stream);
    return file;
}

static uint64_t mix(uint64_t lane, uint64_t word) {
    uint64_t value = (lane ^ word) * UINT64_C(0x9FB21C651E98DF25);
    return value << 29 | value >> 35;
}

/* docs/index-format.md */
static uint64_t checksum(const uint8_t *bytes, size_t count) {
    uint64_t lanes[4] = {UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xC2B2AE3D27D4EB4F),
                         UINT64_C(0x165667B19E3779F9), UINT64_C(0x27D4EB2F165667C5)};
    size_t at = 0;
    for (; at + 32 <= count; at += 32)
        for (size_t lane = 0; lane < 4; lane++) {
            uint64_t word;
            memcpy(&word, bytes + at + lane * 8, 8);
            lanes[lane] = mix(lanes[lane], word);
        }
    for (; at < count; at++)
        lanes[0] = mix(lanes[0], bytes[at]);
    uint64_t result = mix(count, lanes[0]);
    for (int lane = 1; lane < 4; lane++)
        result = mix(result, lanes[lane]);
    return result;
}

static uint64_t load(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, 8);
    return value;
}

void fuzz_fix_checksums(fuzz_file *file, int sections) {
    enum { HEADER = 64, ENTRY = 32 };
    uint32_t count;
    if (file->count < HEADER)
        return;
    memcpy(&count, file->bytes + 12, 4);
    if (count > (file->count - HEADER) / ENTRY)
        return;
    size_t end = HEADER + (size_t)count * ENTRY;
    for (uint8_t *entry = file->bytes + HEADER; sections && entry < file->bytes + end;
         entry += ENTRY) {
        uint64_t offset = load(entry + 8), size = load(entry + 16), sum;
        if (offset > file->count || size > file->count - offset)
            continue;
        sum = checksum(file->bytes + offset, (size_t)size);
        memcpy(entry + 24, &sum, 8);
    }
    uint64_t sum = checksum(file->bytes, 24) * 3 ^ checksum(file->bytes + 32, end - 32);
    memcpy(file->bytes + 24, &sum, 8);
}

static void fetch(places_client *client, const char *id) {
    places_place_request *request = places_place_request_new();
    places_place *place = NULL;
    places_place_request_set_place_id(request, id, NULL);
    places_place_request_set_fields(request, "*", NULL);
    if (!places_client_fetch_place_wait(client, request, -1, &place, NULL)) {
        char *json = places_place_to_json(place);
        touch(json);
        places_string_release(json);
        places_place_release(place);
    }
    places_place_request_free(request);
}

static void use(places_client *client, unsigned queries) {
    places_filter *plain = places_filter_new(), *near = places_filter_new(),
                  *inside = places_filter_new(), *kind = places_filter_new();
    places_filter_set_language(plain, "fr", NULL);
    places_filter_set_bias_circle(near, 60, 25, 5000, NULL);
    places_filter_set_origin(near, 60, 25, NULL);
    places_filter_set_restriction_rectangle(inside, -50, 20, 70, -20, NULL);
    places_filter_set_types(kind, (const char *const[]){"cafe"}, 1, NULL);
    places_filter_set_countries(kind, (const char *const[]){"fi"}, 1, NULL);
    const places_filter *filters[] = {plain, near, inside, kind};
    places_request *request = places_request_new();
    for (unsigned i = 0; i < 8; i++) {
        places_request_set_query(request, fuzz_word(queries * 5 + i * 3), PLACES_NUL_TERMINATED,
                                 NULL);
        places_request_set_filter(request, filters[(i + queries) % 4], NULL);
        fuzz_ask(client, request);
    }
    places_request_free(request);
    places_filter_free(plain);
    places_filter_free(near);
    places_filter_free(inside);
    places_filter_free(kind);
    static const char *const ids[] = {"t:7", "named:x22y", "osm:w101", "t:24"};
    fetch(client, ids[queries % 4]);
}

void fuzz_use_file(const fuzz_file *file, int private_memory, unsigned queries) {
    int descriptor = memfd_create("index", MFD_CLOEXEC);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    for (size_t done = 0; done < file->count;) {
        ssize_t wrote = write(descriptor, file->bytes + done, file->count - done);
        if (wrote <= 0)
            exit(3);
        done += (size_t)wrote;
    }
    places_index *index = NULL;
    places_error *error = NULL;
    if (places_index_open(path, private_memory ? PLACES_INDEX_PRIVATE_MEMORY : 0, &index, &error)) {
        touch(places_error_message(error));
        places_error_release(error);
    } else {
        places_index_verify(index, NULL);
        char *info = places_index_info_json(index);
        touch(info);
        places_string_release(info);
        places_client *client = fuzz_client(index);
        use(client, queries);
        places_client_free(client);
        places_index_free(index);
    }
    close(descriptor);
}
