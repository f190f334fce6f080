/*
 * The options that say what is searched and where: those of `places suggest` and of bare `places`.
 */
#ifndef PLACES_SEARCH_OPTIONS_H
#define PLACES_SEARCH_OPTIONS_H

#include "args.h"
#include "indexes.h"
#include "output.h"
#include "service.h"

#include <places.h>

enum {
    OPTION_INDEX = OPTION_FIRST_FREE,
    OPTION_LANG,
    OPTION_REGION,
    OPTION_COUNTRY,
    OPTION_TYPE,
    OPTION_BIAS,
    OPTION_RESTRICT,
    OPTION_ORIGIN,
    OPTION_LIMIT,
    OPTION_AFTER_SEARCH
};

#define SEARCH_OPTION_ROWS                                                                         \
    {OPTION_INDEX, "index", 'i', "FILE", OPTION_INDEX_HELP}, SERVICE_OPTION_ROWS,                  \
        {OPTION_LANG, "lang", 'l', "LANG",                                                         \
         "language of the answers, such as de or zh-Hant; default: each place's own"},             \
        {OPTION_REGION, "region", 'r', "CC",                                                       \
         "your country, two letters: its name is left out of the texts"},                          \
        {OPTION_COUNTRY, "country", 'c', "CC[,CC]...", "only places of these countries"},          \
        {OPTION_TYPE, "type", 't', "TYPE[,TYPE]...",                                               \
         "only places of these types, such as restaurant or airport, or (cities) or (regions)"},   \
        {OPTION_BIAS, "bias", 'b', "AREA", "prefer places near an area"},                          \
        {OPTION_RESTRICT, "restrict", 'R', "AREA", "only places inside an area"},                  \
        {OPTION_ORIGIN, "origin", 'o', "LAT,LNG", "show distances from this point"}, {             \
        OPTION_LIMIT, "limit", 'n', "N", "at most N places, 1 to 5; default 5"                     \
    }

#define AREA_NOTES                                                                                 \
    "An AREA is circle:LAT,LNG,METRES or rect:SOUTH,WEST,NORTH,EAST, in degrees with a\n"          \
    "decimal point. A rectangle with WEST above EAST crosses the antimeridian."

struct search_options {
    struct text_list indexes;
    struct service service;
    places_filter *filter;
    int32_t limit;
    /* The first filter option that was given, for a message; NULL for none. */
    const char *first_filter;
    struct text_list countries;
    struct text_list types;
};

void search_options_start(struct search_options *options);
void search_options_free(struct search_options *options);

/* Takes one option. Complains and returns an exit code where it is not right, else EXIT_DONE. */
int search_options_take(struct search_options *options, const struct command *command, int id,
                        const char *value);

/* To be called after the last option: sets what was gathered. */
int search_options_finish(struct search_options *options);

/* A request for `query` under the options; NULL, with the complaint said and `code` set, where the
 * library refuses it. */
places_request *search_options_request(const struct search_options *options, const char *query,
                                       size_t length, int *code);

#endif
