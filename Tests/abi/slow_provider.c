#define _GNU_SOURCE
#include "slow_provider.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct job {
    struct job *next;
    places_responder *responder;
    double due;
    char name[64];
    int is_place;
} job;

struct slow_provider {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    places_provider *handle;
    job *jobs;
    int is_stopping, started, cancelled, destroyed;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void answer(places_responder *responder, const char *name, int is_place) {
    char body[512];
    if (!strncmp(name, "fail ", 5)) {
        places_responder_fail(responder, PLACES_NETWORK_ERROR, "the line is down");
        return;
    }
    if (!strncmp(name, "garbage ", 8)) {
        places_responder_finish_json(responder, "<html>", PLACES_NUL_TERMINATED);
        return;
    }
    if (is_place)
        snprintf(body, sizeof body, "{\"id\":\"%s\",\"displayName\":{\"text\":\"%s\"}}", name,
                 name);
    else
        snprintf(body, sizeof body,
                 "{\"suggestions\":[{\"placePrediction\":{\"placeId\":\"slow:%s\","
                 "\"text\":{\"text\":\"%s\",\"matches\":[{\"endOffset\":1}]},"
                 "\"structuredFormat\":{\"mainText\":{\"text\":\"%s\"}}}}]}",
                 name, name, name);
    places_responder_finish_json(responder, body, PLACES_NUL_TERMINATED);
}

static void take(slow_provider *provider, const char *query, places_responder *responder,
                 int is_place) {
    __atomic_add_fetch(&provider->started, 1, __ATOMIC_RELAXED);
    if (!strncmp(query, "now ", 4)) {
        answer(responder, query + 4, is_place);
        return;
    }
    job *new = calloc(1, sizeof *new);
    new->responder = responder;
    new->is_place = is_place;
    double delay = 0;
    if (!strncmp(query, "never ", 6)) {
        delay = 1e12;
    } else if (query[0] >= '0' && query[0] <= '9') {
        char *rest;
        delay = (double)strtol(query, &rest, 10);
        query = *rest ? rest + 1 : rest;
    }
    snprintf(new->name, sizeof new->name, "%s", query);
    new->due = now() + delay;
    pthread_mutex_lock(&provider->lock);
    new->next = provider->jobs;
    provider->jobs = new;
    pthread_cond_signal(&provider->changed);
    pthread_mutex_unlock(&provider->lock);
}

static void autocomplete(void *userdata, uint64_t id, const places_request *request,
                         places_responder *responder) {
    (void)id;
    take(userdata, places_request_query(request, NULL), responder, 0);
}

static void fetch_place(void *userdata, uint64_t id, const places_place_request *request,
                        places_responder *responder) {
    (void)id;
    take(userdata, places_place_request_place_id(request), responder, 1);
}

static void cancel(void *userdata, uint64_t id) {
    (void)id;
    __atomic_add_fetch(&((slow_provider *)userdata)->cancelled, 1, __ATOMIC_RELAXED);
}

static void destroy(void *userdata) {
    __atomic_store_n(&((slow_provider *)userdata)->destroyed, 1, __ATOMIC_SEQ_CST);
}

static void *run(void *argument) {
    slow_provider *provider = argument;
    pthread_mutex_lock(&provider->lock);
    for (;;) {
        job **nearest = NULL;
        for (job **link = &provider->jobs; *link; link = &(*link)->next)
            if (!nearest || (*link)->due < (*nearest)->due)
                nearest = link;
        if (!nearest && provider->is_stopping)
            break;
        if (nearest && (provider->is_stopping || (*nearest)->due <= now())) {
            job *due = *nearest;
            *nearest = due->next;
            pthread_mutex_unlock(&provider->lock);
            answer(due->responder, due->name, due->is_place);
            free(due);
            pthread_mutex_lock(&provider->lock);
            continue;
        }
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_nsec += 1000000;
        if (t.tv_nsec >= 1000000000) {
            t.tv_sec++;
            t.tv_nsec -= 1000000000;
        }
        pthread_cond_timedwait(&provider->changed, &provider->lock, &t);
    }
    pthread_mutex_unlock(&provider->lock);
    return NULL;
}

slow_provider *slow_provider_new(void) {
    slow_provider *provider = calloc(1, sizeof *provider);
    pthread_mutex_init(&provider->lock, NULL);
    pthread_cond_init(&provider->changed, NULL);
    provider->handle = places_provider_new(provider, destroy);
    places_provider_set_autocomplete(provider->handle, autocomplete);
    places_provider_set_fetch_place(provider->handle, fetch_place);
    places_provider_set_cancel(provider->handle, cancel);
    pthread_create(&provider->thread, NULL, run, provider);
    return provider;
}

places_provider *slow_provider_handle(slow_provider *provider) {
    return provider->handle;
}

int slow_provider_started(slow_provider *provider) {
    return __atomic_load_n(&provider->started, __ATOMIC_RELAXED);
}

int slow_provider_cancelled(slow_provider *provider) {
    return __atomic_load_n(&provider->cancelled, __ATOMIC_RELAXED);
}

int slow_provider_destroyed(slow_provider *provider) {
    return __atomic_load_n(&provider->destroyed, __ATOMIC_SEQ_CST);
}

void slow_provider_free(slow_provider *provider) {
    pthread_mutex_lock(&provider->lock);
    provider->is_stopping = 1;
    pthread_cond_signal(&provider->changed);
    pthread_mutex_unlock(&provider->lock);
    pthread_join(provider->thread, NULL);
    places_provider_free(provider->handle);
    pthread_cond_destroy(&provider->changed);
    pthread_mutex_destroy(&provider->lock);
    free(provider);
}

places_client *slow_client(slow_provider *provider, places_delivery delivery,
                           unsigned max_pending) {
    places_client_options *options = places_client_options_new();
    places_client *client = NULL;
    if (places_client_options_set_delivery(options, delivery, NULL) ||
        places_client_options_set_provider(options, slow_provider_handle(provider), NULL) ||
        (max_pending && places_client_options_set_max_pending(options, max_pending, NULL)) ||
        places_client_new(options, &client, NULL))
        abort();
    places_client_options_free(options);
    return client;
}
