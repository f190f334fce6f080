/*
 * Clients of a web service: what is refused, NULL everywhere, and the contract with a network below it: exactly
 * one callback, freed anywhere, forked, ended by exit(). The service is a thread of this program.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define BAD PLACES_INVALID_REQUEST

/* The thread sanitizer would end a forked child that starts a thread. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "die_after_fork=0";
}

/* --- a service -------------------------------------------------------------------------------------- */

static int listener;
static char base_url[64];
/* Answers nothing while this is set. */
static atomic_bool is_silent;

static void *serve_one(void *argument) {
    int fd = (int)(intptr_t)argument;
    static const char body[] =
        "{\"id\":\"p\",\"suggestions\":[{\"placePrediction\":{\"placeId\":\"p\","
        "\"text\":{\"text\":\"Alpha\",\"matches\":[{\"endOffset\":2}]}}}],\"places\":[{\"id\":"
        "\"p\"}],"
        "\"photoUri\":\"https://example.org/"
        "\",\"status\":\"OK\",\"results\":[{\"place_id\":\"p\"}]}";
    char request[8192];
    ssize_t got;
    while ((got = recv(fd, request, sizeof request, 0)) > 0) {
        if (is_silent)
            continue;
        char answer[1024];
        int length = snprintf(answer, sizeof answer,
                              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                              "Content-Length: %zu\r\n\r\n%s",
                              sizeof body - 1, body);
        if (send(fd, answer, (size_t)length, MSG_NOSIGNAL) != length)
            break;
    }
    close(fd);
    return NULL;
}

static void *serve(void *argument) {
    (void)argument;
    int fd;
    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve_one, (void *)(intptr_t)fd) != 0)
            abort();
        pthread_detach(thread);
    }
    return NULL;
}

static void start_service(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    pthread_t thread;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 128) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0 ||
        pthread_create(&thread, NULL, serve, NULL) != 0)
        abort();
    pthread_detach(thread);
    snprintf(base_url, sizeof base_url, "http://127.0.0.1:%d", ntohs(address.sin_port));
}

static places_client *new_client(places_delivery delivery) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    ACCEPTED(places_client_options_set_service(options, "google", &error));
    ACCEPTED(places_client_options_set_api_key(options, "KEY-0123", &error));
    ACCEPTED(places_client_options_set_base_url(options, base_url, &error));
    ACCEPTED(places_client_options_set_proxy(options, "", &error));
    ACCEPTED(places_client_options_set_timeouts(options, 5000, 60000, &error));
    ACCEPTED(places_client_options_set_delivery(options, delivery, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    return client;
}

/* --- refusals --------------------------------------------------------------------------------------- */

static void test_options(void) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    REFUSED(BAD, "bing", "google-legacy",
            places_client_options_set_service(options, "bing", &error));
    ACCEPTED(places_client_options_set_service(options, "google", &error));
    REFUSED(PLACES_KEY_INVALID, "google", "key", places_client_new(options, &client, &error));
    CHECK(client == NULL);
    REFUSED(PLACES_KEY_INVALID, "key", "space",
            places_client_options_set_api_key(options, "a b", &error));
    REFUSED(BAD, "url", "ftp:", places_client_options_set_base_url(options, "ftp://x", &error));
    REFUSED(BAD, "url", "address", places_client_options_set_base_url(options, "https://", &error));
    REFUSED(BAD, "url", "name",
            places_client_options_set_base_url(options, "http://a:b@c", &error));
    REFUSED(BAD, "url", "?", places_client_options_set_base_url(options, "http://a/?b", &error));
    REFUSED(BAD, "name", "header", places_client_options_set_header(options, "A B", "x", &error));
    REFUSED(BAD, "value", "line",
            places_client_options_set_header(options, "A", "x\r\nB: y", &error));
    REFUSED(BAD, "connect", "0", places_client_options_set_timeouts(options, 0, 1, &error));
    REFUSED(BAD, "bytes", "1024", places_client_options_set_max_answer_bytes(options, 5, &error));
    REFUSED(BAD, "count", "11", places_client_options_set_retries(options, 11, &error));
    REFUSED(BAD, "user_agent", "line",
            places_client_options_set_user_agent(options, "a\nb", &error));
    places_provider *provider = places_provider_new(NULL, NULL);
    ACCEPTED(places_client_options_set_api_key(options, "KEY-0123", &error));
    ACCEPTED(places_client_options_set_provider(options, provider, &error));
    REFUSED(BAD, "service", "provider", places_client_new(options, &client, &error));
    places_provider_free(provider);
    places_client_options_free(options);
}

static void test_requests(void) {
    places_search_request *search = places_search_request_new();
    const char *levels[] = {"PRICE_LEVEL_MODERATE", "cheap"};
    REFUSED(BAD, "query", "blank", places_search_request_set_query(search, " ", 1, &error));
    REFUSED(BAD, "rating", "5.5", places_search_request_set_min_rating(search, 5.5, &error));
    REFUSED(BAD, "limit", "20", places_search_request_set_limit(search, 21, &error));
    REFUSED(BAD, "levels[1]", "cheap",
            places_search_request_set_price_levels(search, levels, 2, &error));
    REFUSED(BAD, "mask", "colour", places_search_request_set_fields(search, "colour", &error));
    places_search_request *read = NULL;
    REFUSED(BAD, "textQuery", "missing", places_search_request_from_json("{}", 2, &read, &error));
    REFUSED(BAD, "Unknown name", "x",
            places_search_request_from_json("{\"x\":1}", PLACES_NUL_TERMINATED, &read, &error));
    places_client *client = new_client(PLACES_DELIVERY_THREAD);
    places_place_list *list = NULL;
    REFUSED(BAD, "query", "not set",
            places_client_search_text_wait(client, search, -1, &list, &error));
    ACCEPTED(places_search_request_set_query(search, "x", 1, &error));
    REFUSED(BAD, "fields", "not set",
            places_client_search_text_wait(client, search, -1, &list, &error));

    places_geocode_request *geocode = places_geocode_request_new();
    REFUSED(BAD, "request", "no address",
            places_client_geocode_wait(client, geocode, -1, &list, &error));
    REFUSED(BAD, "name", "planet",
            places_geocode_request_add_component(geocode, "planet", "earth", &error));
    ACCEPTED(places_geocode_request_add_component(geocode, "country", "FI", &error));
    REFUSED(BAD, "country", "already",
            places_geocode_request_add_component(geocode, "country", "SE", &error));
    REFUSED(BAD, "bounds", "empty", places_geocode_request_set_bounds(geocode, 2, 0, 1, 0, &error));
    REFUSED(BAD, "location.latitude", "91",
            places_geocode_request_set_location(geocode, 91, 0, &error));
    char *uri = NULL;
    REFUSED(BAD, "name", "photo",
            places_client_fetch_photo_uri_wait(client, "x", 1, 1, -1, &uri, &error));
    REFUSED(
        BAD, "max_width", "0",
        places_client_fetch_photo_uri_wait(client, "places/a/photos/b", 0, 0, -1, &uri, &error));
    REFUSED(BAD, "Host", "library", places_client_set_header(client, "Host", "x", &error));
    places_geocode_request_free(geocode);
    places_search_request_free(search);
    places_client_free(client);

    places_billing_tier tier;
    ACCEPTED(places_field_mask_tier("id,rating", &tier, &error));
    CHECK(tier == PLACES_BILLING_TIER_ENTERPRISE);
    REFUSED(BAD, "tier", "NULL", places_field_mask_tier("id", NULL, &error));
    REFUSED(BAD, "mask", "NULL", places_field_mask_tier(NULL, &tier, &error));
}

static void test_null(void) {
    REFUSED(BAD, "options", "NULL", places_client_options_set_service(NULL, "google", &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_api_key(NULL, "x", &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_base_url(NULL, NULL, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_header(NULL, "A", "b", &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_bearer(NULL, NULL, NULL, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_ca_file(NULL, "x", &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_ca_folder(NULL, "x", &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_proxy(NULL, NULL, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_timeouts(NULL, 1, 1, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_max_answer_bytes(NULL, 2048, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_retries(NULL, 1, &error));
    REFUSED(BAD, "options", "NULL", places_client_options_set_user_agent(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_query(NULL, "x", 1, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_fields(NULL, "*", &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_filter(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_strict_type(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_open_now(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_min_rating(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_price_levels(NULL, NULL, 0, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_limit(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_rank_by_distance(NULL, 1, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_page_token(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_search_request_set_deadline(NULL, 1, &error));
    REFUSED(BAD, "out", "NULL", places_search_request_from_json("{}", 2, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_address(NULL, "x", 1, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_place_id(NULL, "x", &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_location(NULL, 0, 0, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_add_component(NULL, "a", "b", &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_bounds(NULL, 0, 0, 0, 0, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_language(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_region(NULL, NULL, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_result_types(NULL, NULL, 0, &error));
    REFUSED(BAD, "request", "NULL",
            places_geocode_request_set_location_types(NULL, NULL, 0, &error));
    REFUSED(BAD, "request", "NULL", places_geocode_request_set_deadline(NULL, 1, &error));
    REFUSED(BAD, "client", "NULL", places_client_set_header(NULL, "A", "b", &error));
    REFUSED(BAD, "client", "NULL", places_client_search_text(NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "client", "NULL", places_client_geocode(NULL, NULL, NULL, NULL, NULL, &error));
    REFUSED(BAD, "client", "NULL",
            places_client_fetch_photo_uri(NULL, NULL, 1, 1, NULL, NULL, NULL, &error));
    places_place_list *list = NULL;
    REFUSED(BAD, "client", "NULL", places_client_search_text_wait(NULL, NULL, 0, &list, &error));
    REFUSED(BAD, "out", "NULL", places_client_geocode_wait(NULL, NULL, 0, NULL, &error));
    REFUSED(BAD, "out", "NULL",
            places_client_fetch_photo_uri_wait(NULL, NULL, 1, 1, 0, NULL, &error));
    places_client *client = NULL;
    ACCEPTED(places_client_new(NULL, &client, &error));
    REFUSED(PLACES_UNSUPPORTED, "service", "places_client_options_set_service",
            places_client_geocode_wait(client, NULL, 0, &list, &error));
    REFUSED(PLACES_UNSUPPORTED, "service", "client",
            places_client_set_header(client, "A", "b", &error));
    places_client_warm_up(client);
    places_client_warm_up(NULL);
    places_client_free(client);

    places_search_request_free(NULL);
    places_geocode_request_free(NULL);
    places_place_list_release(NULL);
    CHECK(!places_place_list_retain(NULL) && !places_place_list_count(NULL) &&
          !places_place_list_place(NULL, 0) && !places_place_list_next_page_token(NULL) &&
          !places_place_list_to_json(NULL) && !places_error_advice(NULL));
    CHECK(!places_place_requested_id(NULL) && !places_place_national_phone_number(NULL) &&
          !places_place_international_phone_number(NULL) && !places_place_website(NULL) &&
          !places_place_maps_uri(NULL) && !places_place_global_plus_code(NULL) &&
          !places_place_compound_plus_code(NULL) && !places_place_icon_mask_base_uri(NULL) &&
          !places_place_icon_background_color(NULL));
    CHECK(!places_place_rating(NULL, NULL) && !places_place_user_rating_count(NULL, NULL) &&
          !places_place_utc_offset_minutes(NULL, NULL));
    CHECK(places_place_price_level(NULL) == PLACES_PRICE_LEVEL_UNKNOWN &&
          places_place_business_status(NULL) == PLACES_BUSINESS_UNKNOWN &&
          places_place_openness(NULL, 0) == PLACES_OPENNESS_UNKNOWN);
    CHECK(!places_place_address_component_count(NULL) &&
          !places_place_address_component_long_text(NULL, 0) &&
          !places_place_address_component_short_text(NULL, 0) &&
          !places_place_address_component_type_count(NULL, 0) &&
          !places_place_address_component_type(NULL, 0, 0) &&
          !places_place_address_part(NULL, NULL, false));
    CHECK(!places_place_photo_count(NULL) && !places_place_photo_name(NULL, 0) &&
          !places_place_photo_size(NULL, 0, NULL, NULL));
    CHECK(!places_place_credit_count(NULL) && !places_place_credit_text(NULL, 0) &&
          !places_place_credit_uri(NULL, 0) && places_place_credit_index(NULL, 0) == -1 &&
          places_place_credit_kind(NULL, 0) == PLACES_CREDIT_SERVICE);
}

/* --- the contract ----------------------------------------------------------------------------------- */

static atomic_int calls, good, cancelled, others;

static void count(void *userdata, uint64_t id, places_status status, const places_result *result,
                  const places_error *error) {
    (void)userdata;
    (void)id;
    calls++;
    if (status == PLACES_OK && places_result_count(result) == 1 && error == NULL)
        good++;
    else if (status == PLACES_CANCELLED)
        cancelled++;
    else
        others++;
}

static void reset_counts(void) {
    calls = good = cancelled = others = 0;
}

static void wait_for(atomic_int *number, int wanted) {
    for (int i = 0; i < 10000 && *number < wanted; i++)
        usleep(1000);
}

static void test_answers(places_delivery delivery) {
    places_client *client = new_client(delivery);
    places_request *request = request_for("al");
    places_result *result = NULL;
    ACCEPTED(places_client_autocomplete_wait(client, request, 10000, &result, &error));
    CHECK(places_result_count(result) == 1 && places_result_attribution_count(result) == 1);
    places_result_release(result);

    places_place_request *details = places_place_request_new();
    ACCEPTED(places_place_request_set_place_id(details, "asked", &error));
    ACCEPTED(places_place_request_set_fields(details, "id", &error));
    places_place *place = NULL;
    ACCEPTED(places_client_fetch_place_wait(client, details, 10000, &place, &error));
    CHECK(!strcmp(places_place_id(place), "p") &&
          !strcmp(places_place_requested_id(place), "asked"));
    places_place_release(place);
    places_place_request_free(details);

    places_search_request *search = places_search_request_new();
    ACCEPTED(places_search_request_set_query(search, "al", 2, &error));
    ACCEPTED(places_search_request_set_fields(search, "id", &error));
    places_place_list *list = NULL;
    ACCEPTED(places_client_search_text_wait(client, search, 10000, &list, &error));
    CHECK(places_place_list_count(list) == 1 && places_place_list_place(list, 1) == NULL);
    /* A place may outlive its list. */
    place = places_place_retain(places_place_list_place(list, 0));
    places_place_list_release(list);
    CHECK(!strcmp(places_place_id(place), "p"));
    places_place_release(place);
    places_search_request_free(search);

    places_geocode_request *geocode = places_geocode_request_new();
    ACCEPTED(places_geocode_request_set_address(geocode, "al", 2, &error));
    ACCEPTED(places_client_geocode_wait(client, geocode, 10000, &list, &error));
    CHECK(places_place_list_count(list) == 1);
    places_place_list_release(list);
    places_geocode_request_free(geocode);

    char *uri = NULL;
    ACCEPTED(places_client_fetch_photo_uri_wait(client, "places/p/photos/r", 100, 0, 10000, &uri,
                                                &error));
    CHECK(uri != NULL && !strcmp(uri, "https://example.org/"));
    places_string_release(uri);
    places_request_free(request);
    places_client_free(client);
}

static void test_exactly_once(void) {
    reset_counts();
    places_client *client = new_client(PLACES_DELIVERY_THREAD);
    places_request *request = request_for("al");
    enum { COUNT = 400 };
    for (int i = 0; i < COUNT; i++) {
        uint64_t id = 0;
        ACCEPTED(places_client_autocomplete(client, request, count, NULL, &id, &error));
        if (i % 3 == 0)
            places_client_cancel(client, id);
    }
    wait_for(&calls, COUNT);
    CHECK(calls == COUNT && others == 0 && good >= COUNT / 2 && cancelled > 0);
    places_request_free(request);
    places_client_free(client);
    CHECK(calls == COUNT);
}

static void test_free_in_flight(void) {
    reset_counts();
    is_silent = true;
    places_client *client = new_client(PLACES_DELIVERY_THREAD);
    places_request *request = request_for("al");
    for (int i = 0; i < 50; i++)
        ACCEPTED(places_client_autocomplete(client, request, count, NULL, NULL, &error));
    places_request_free(request);
    places_client_free(client);
    CHECK(calls == 50 && cancelled == 50);
    is_silent = false;
}

static void free_client(void *userdata, uint64_t id, places_status status,
                        const places_result *result, const places_error *error) {
    (void)id;
    (void)status;
    (void)result;
    (void)error;
    places_client_free(userdata);
    calls++;
}

static void test_free_in_callback(places_delivery delivery) {
    reset_counts();
    places_client *client = new_client(delivery);
    places_request *request = request_for("al");
    ACCEPTED(places_client_autocomplete(client, request, free_client, client, NULL, &error));
    places_request_free(request);
    struct pollfd waiting = {.fd = -1, .events = POLLIN};
    if (delivery == PLACES_DELIVERY_PUMPED) {
        waiting.fd = places_client_fd(client);
        CHECK(poll(&waiting, 1, 10000) == 1);
        CHECK(places_client_dispatch(client) == 1);
    }
    wait_for(&calls, 1);
    CHECK(calls == 1);
}

static void test_fork(void) {
    places_client *client = new_client(PLACES_DELIVERY_THREAD);
    places_request *request = request_for("al");
    places_result *result = NULL;
    ACCEPTED(places_client_autocomplete_wait(client, request, 10000, &result, &error));
    places_result_release(result);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int faults = 0;
        result = NULL;
        faults +=
            places_client_autocomplete_wait(client, request, 1000, &result, NULL) != PLACES_FORKED;
        places_client_warm_up(client);
        faults += places_client_set_header(client, "A", "b", NULL) != PLACES_FORKED;
        places_client_free(client);
        client = new_client(PLACES_DELIVERY_THREAD);
        faults +=
            places_client_autocomplete_wait(client, request, 10000, &result, NULL) != PLACES_OK;
        places_result_release(result);
        places_client_free(client);
        /* What the inherited client held is forgotten, which a leak checker would count at an exit. */
        if (faults == 0)
            raise(SIGKILL);
        _exit(faults);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ACCEPTED(places_client_autocomplete_wait(client, request, 10000, &result, &error));
    places_result_release(result);
    places_request_free(request);
    places_client_free(client);
}

static void test_exit(void) {
    for (int i = 0; i < 5; i++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            places_client *client = new_client(PLACES_DELIVERY_THREAD);
            places_request *request = request_for("al");
            for (int j = 0; j < 100; j++)
                places_client_autocomplete(client, request, count, NULL, NULL, NULL);
            usleep((useconds_t)(i * 700));
            exit(7);
        }
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    }
}

static atomic_int signals;
static void note_signal(int number) {
    (void)number;
    signals++;
}

/* A server that closes while a request is written must not raise SIGPIPE; nor is a host's handler replaced. */
static void test_signals(void) {
    struct sigaction action = {.sa_handler = note_signal}, seen;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    test_answers(PLACES_DELIVERY_THREAD);
    sigaction(SIGPIPE, NULL, &seen);
    CHECK(seen.sa_handler == note_signal && signals == 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
}

static const char *give_token(void *userdata, bool renew) {
    (*(int *)userdata) += renew ? 100 : 1;
    return "token";
}

static void test_bearer(void) {
    int asked = 0;
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    ACCEPTED(places_client_options_set_service(options, "google", &error));
    ACCEPTED(places_client_options_set_base_url(options, base_url, &error));
    ACCEPTED(places_client_options_set_bearer(options, give_token, &asked, &error));
    ACCEPTED(places_client_new(options, &client, &error));
    places_client_options_free(options);
    places_request *request = request_for("al");
    for (int i = 0; i < 3; i++) {
        places_result *result = NULL;
        ACCEPTED(places_client_autocomplete_wait(client, request, 10000, &result, &error));
        places_result_release(result);
    }
    CHECK(asked == 1);
    places_request_free(request);
    places_client_free(client);
}

int main(void) {
    start_service();
    test_options();
    test_requests();
    test_null();
    test_answers(PLACES_DELIVERY_THREAD);
    test_answers(PLACES_DELIVERY_PUMPED);
    test_exactly_once();
    test_free_in_flight();
    test_free_in_callback(PLACES_DELIVERY_THREAD);
    test_free_in_callback(PLACES_DELIVERY_PUMPED);
    test_bearer();
    test_signals();
    test_fork();
    test_exit();
    return report();
}
