/* Completes the opaque structs of places.h, for the library's own Swift code only (never installed): so
 * that a places_filter * and a places_request * are two types there, too. A handle's address is the
 * address of the Swift object behind it; the struct is never read. */
#ifndef PLACES_HANDLES_H
#define PLACES_HANDLES_H

#include "../../include/places.h"

struct places_client {
    char unused;
};
struct places_client_options {
    char unused;
};
struct places_error {
    char unused;
};
struct places_fetcher {
    char unused;
};
struct places_filter {
    char unused;
};
struct places_geocode_request {
    char unused;
};
struct places_index {
    char unused;
};
struct places_index_builder {
    char unused;
};
struct places_meter {
    char unused;
};
struct places_place {
    char unused;
};
struct places_place_list {
    char unused;
};
struct places_place_request {
    char unused;
};
struct places_prices {
    char unused;
};
struct places_provider {
    char unused;
};
struct places_request {
    char unused;
};
struct places_responder {
    char unused;
};
struct places_result {
    char unused;
};
struct places_search_request {
    char unused;
};
struct places_source {
    char unused;
};
struct places_store {
    char unused;
};
struct places_table {
    char unused;
};
struct places_table_state {
    char unused;
};
struct places_token {
    char unused;
};

#endif
