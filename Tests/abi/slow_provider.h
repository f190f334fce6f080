/*
 * A provider that answers on a thread of its own, after a delay that the query names: "40 name" answers
 * after 40 ms with one suggestion "name"; "never x" never does; "fail x" fails with a network error;
 * "garbage x" answers with what is no JSON; "now x" answers inside the call.
 */
#ifndef SLOW_PROVIDER_H
#define SLOW_PROVIDER_H

#include <places.h>

typedef struct slow_provider slow_provider;

slow_provider *slow_provider_new(void);
/* The handle for places_client_options_set_provider(). */
places_provider *slow_provider_handle(slow_provider *provider);
/* How many requests were started, and how many of them the library no longer wanted. */
int slow_provider_started(slow_provider *provider);
int slow_provider_cancelled(slow_provider *provider);
/* Whether the library has let go of it (its destroy function ran). */
int slow_provider_destroyed(slow_provider *provider);
/* Answers what is still open, stops the thread, frees all. */
void slow_provider_free(slow_provider *provider);

/* A client that asks this provider. */
places_client *slow_client(slow_provider *provider, places_delivery delivery, unsigned max_pending);

#endif
