#include "search_options.h"

#include "commands.h"
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

void search_options_start(struct search_options *options) {
    *options = (struct search_options){.filter = places_filter_new(), .limit = 5};
}

void search_options_free(struct search_options *options) {
    text_list_free(&options->indexes);
    text_list_free(&options->countries);
    text_list_free(&options->types);
    places_filter_free(options->filter);
    *options = (struct search_options){0};
}

static int checked(const char *option, places_status status, places_error *error) {
    return status == PLACES_OK ? EXIT_DONE : complain_error(option, status, error);
}

static int take_area(places_filter *filter, const struct command *command, bool restricts,
                     const char *value) {
    const char *option = restricts ? "--restrict" : "--bias";
    double n[4];
    places_error *error = NULL;
    places_status status;
    if (strncmp(value, "circle:", 7) == 0) {
        if (!parse_numbers(value + 7, n, 3))
            return args_wrong(command, "%s: a circle is circle:LAT,LNG,METRES, not '%s'", option,
                              value);
        status = restricts ? places_filter_set_restriction_circle(filter, n[0], n[1], n[2], &error)
                           : places_filter_set_bias_circle(filter, n[0], n[1], n[2], &error);
    } else if (strncmp(value, "rect:", 5) == 0) {
        if (!parse_numbers(value + 5, n, 4))
            return args_wrong(command, "%s: a rectangle is rect:SOUTH,WEST,NORTH,EAST, not '%s'",
                              option, value);
        status =
            restricts
                ? places_filter_set_restriction_rectangle(filter, n[0], n[1], n[2], n[3], &error)
                : places_filter_set_bias_rectangle(filter, n[0], n[1], n[2], n[3], &error);
    } else {
        return args_wrong(command, "%s: an area is circle:... or rect:..., not '%s'", option,
                          value);
    }
    return checked(option, status, error);
}

int search_options_take(struct search_options *options, const struct command *command, int id,
                        const char *value) {
    places_filter *filter = options->filter;
    places_error *error = NULL;
    places_status status;
    double point[2];
    if (service_take(&options->service, id, value))
        return EXIT_DONE;
    if (id != OPTION_INDEX && options->first_filter == NULL) {
        for (const struct option *option = command->options; option->id != 0; option++) {
            if (option->id == id)
                options->first_filter = option->name;
        }
    }
    switch (id) {
    case OPTION_INDEX:
        text_list_add(&options->indexes, value, strlen(value));
        return EXIT_DONE;
    case OPTION_LANG:
        status = places_filter_set_language(filter, value, &error);
        return checked("--lang", status, error);
    case OPTION_REGION:
        status = places_filter_set_region(filter, value, &error);
        return checked("--region", status, error);
    case OPTION_COUNTRY:
        text_list_split(&options->countries, value, ',');
        return EXIT_DONE;
    case OPTION_TYPE:
        text_list_split(&options->types, value, ',');
        return EXIT_DONE;
    case OPTION_BIAS:
        return take_area(filter, command, false, value);
    case OPTION_RESTRICT:
        return take_area(filter, command, true, value);
    case OPTION_ORIGIN:
        if (!parse_numbers(value, point, 2))
            return args_wrong(command, "--origin: a point is LAT,LNG, not '%s'", value);
        status = places_filter_set_origin(filter, point[0], point[1], &error);
        return checked("--origin", status, error);
    case OPTION_LIMIT:
        if (!parse_integer(value, &options->limit) || options->limit < 1 || options->limit > 5)
            return args_wrong(command, "--limit: a number from 1 to 5, not '%s'", value);
        return EXIT_DONE;
    default:
        return EXIT_USAGE;
    }
}

int search_options_finish(struct search_options *options) {
    places_error *error = NULL;
    const struct text_list *types = &options->types;
    const struct text_list *countries = &options->countries;
    places_status status = places_filter_set_types(
        options->filter, (const char *const *)types->items, types->count, &error);
    if (status != PLACES_OK)
        return complain_error("--type", status, error);
    status = places_filter_set_countries(options->filter, (const char *const *)countries->items,
                                         countries->count, &error);
    return checked("--country", status, error);
}

places_request *search_options_request(const struct search_options *options, const char *query,
                                       size_t length, int *code) {
    places_error *error = NULL;
    places_request *request = places_request_new();
    places_status status = places_request_set_query(request, query, length, &error);
    if (status == PLACES_OK)
        status = places_request_set_limit(request, options->limit, &error);
    if (status == PLACES_OK)
        status = places_request_set_filter(request, options->filter, &error);
    if (status != PLACES_OK) {
        *code = complain_error(NULL, status, error);
        places_request_free(request);
        return NULL;
    }
    return request;
}
