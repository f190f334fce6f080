/*
 * peer seq|many COUNT URL: the same requests by libcurl's multi interface and jansson, as a C programmer would
 * write it: one easy handle a request in flight, used again; each answer parsed and its texts copied into a
 * list that a callback reads.
 */
#include "measure.h"

#include <curl/curl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { IN_FLIGHT = 64, ROWS = 5 };

struct row {
    char *place_id, *text, *main_text, *secondary_text;
    size_t matches[4][2];
    size_t match_count;
    char *types[8];
    size_t type_count;
    int distance;
};

struct transfer {
    char *bytes;
    size_t length, capacity;
    char url[256];
};

static size_t total_bytes;

static size_t receive(char *data, size_t size, size_t count, void *userdata) {
    struct transfer *transfer = userdata;
    size_t length = size * count;
    if (transfer->length + length > transfer->capacity) {
        transfer->capacity = (transfer->length + length) * 2;
        transfer->bytes = realloc(transfer->bytes, transfer->capacity);
    }
    memcpy(transfer->bytes + transfer->length, data, length);
    transfer->length += length;
    return length;
}

static char *copy_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return strdup(text != NULL ? text : "");
}

static void callback(const struct row *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        total_bytes += strlen(rows[i].place_id) + strlen(rows[i].text) + strlen(rows[i].main_text) +
                       strlen(rows[i].secondary_text);
}

/* Returns whether five rows were there. */
static int parse(const struct transfer *transfer) {
    json_t *root = json_loadb(transfer->bytes, transfer->length, 0, NULL);
    json_t *list = json_object_get(root, "suggestions");
    size_t count = json_array_size(list) < ROWS ? json_array_size(list) : ROWS;
    struct row *rows = calloc(ROWS, sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        json_t *prediction = json_object_get(json_array_get(list, i), "placePrediction");
        json_t *text = json_object_get(prediction, "text");
        json_t *format = json_object_get(prediction, "structuredFormat");
        json_t *matches = json_object_get(text, "matches");
        json_t *types = json_object_get(prediction, "types");
        rows[i].place_id = copy_text(prediction, "placeId");
        rows[i].text = copy_text(text, "text");
        rows[i].main_text = copy_text(json_object_get(format, "mainText"), "text");
        rows[i].secondary_text = copy_text(json_object_get(format, "secondaryText"), "text");
        for (size_t j = 0; j < json_array_size(matches) && j < 4; j++) {
            json_t *match = json_array_get(matches, j);
            rows[i].matches[j][0] =
                (size_t)json_integer_value(json_object_get(match, "startOffset"));
            rows[i].matches[j][1] = (size_t)json_integer_value(json_object_get(match, "endOffset"));
            rows[i].match_count++;
        }
        for (size_t j = 0; j < json_array_size(types) && j < 8; j++)
            rows[i].types[rows[i].type_count++] =
                strdup(json_string_value(json_array_get(types, j)));
        rows[i].distance = (int)json_integer_value(json_object_get(prediction, "distanceMeters"));
    }
    json_decref(root);
    callback(rows, count);
    for (size_t i = 0; i < count; i++) {
        free(rows[i].place_id);
        free(rows[i].text);
        free(rows[i].main_text);
        free(rows[i].secondary_text);
        for (size_t j = 0; j < rows[i].type_count; j++)
            free(rows[i].types[j]);
    }
    free(rows);
    return count == ROWS;
}

static struct curl_slist *headers;

/* The body is built for each request: the text changes with each letter. */
static void prepare(CURL *easy, struct transfer *transfer) {
    json_t *body = json_pack("{s:s, s:s, s:[s, s]}", "input", "par", "languageCode", "en",
                             "includedRegionCodes", "fr", "us");
    char *text = json_dumps(body, JSON_COMPACT);
    transfer->length = 0;
    curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, text);
    free(text);
    json_decref(body);
}

static CURL *make(struct transfer *transfer, const char *base) {
    CURL *easy = curl_easy_init();
    snprintf(transfer->url, sizeof transfer->url, "%s/v1/places:autocomplete", base);
    curl_easy_setopt(easy, CURLOPT_URL, transfer->url);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "peer/1");
    prepare(easy, transfer);
    return easy;
}

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    long count = atol(argv[2]), started = 0, done = 0, bad = 0;
    long in_flight = strcmp(argv[1], "seq") == 0 ? 1 : IN_FLIGHT;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    headers = curl_slist_append(NULL, "Content-Type: application/json");
    headers = curl_slist_append(headers, "X-Goog-Api-Key: KEY");
    headers = curl_slist_append(headers, "Expect:");
    struct transfer *transfers = calloc((size_t)in_flight, sizeof *transfers);
    CURL **handles = calloc((size_t)in_flight, sizeof *handles);
    CURLM *multi = curl_multi_init();
    struct measure measure = measure_start();
    for (long i = 0; i < in_flight && started < count; i++, started++) {
        handles[i] = make(&transfers[i], argv[3]);
        curl_multi_add_handle(multi, handles[i]);
    }
    while (done < count) {
        int running = 0, left = 0;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left)) != NULL) {
            if (message->msg != CURLMSG_DONE)
                continue;
            CURL *easy = message->easy_handle;
            struct transfer *transfer = NULL;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
            if (message->data.result != CURLE_OK || !parse(transfer))
                bad++;
            curl_multi_remove_handle(multi, easy);
            note_memory(++done);
            if (started < count) {
                started++;
                prepare(easy, transfer);
                curl_multi_add_handle(multi, easy);
            }
        }
        if (done < count)
            curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    measure_print("libcurl and jansson", argv[1], count, bad, measure);
    for (long i = 0; i < in_flight; i++) {
        curl_easy_cleanup(handles[i]);
        free(transfers[i].bytes);
    }
    curl_multi_cleanup(multi);
    return bad != 0;
}
