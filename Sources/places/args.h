/*
 * Command-line arguments, read by a table: the same table parses and prints --help, so the two cannot
 * say different things. Own code and not getopt_long, which takes abbreviations ("--reg") that scripts
 * come to depend on, and reads "-33.9, 151.2", a place in Sydney, as options.
 */
#ifndef PLACES_ARGS_H
#define PLACES_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct option {
    /* Returned by args_next(); above 0. */
    int id;
    /* Without the dashes. */
    const char *name;
    /* A one-letter form, or 0. */
    char letter;
    /* What stands for its value in the help; NULL for a flag. */
    const char *value;
    const char *help;
};

struct command {
    /* "places suggest" */
    const char *name;
    /* What follows the name, one usage a line. */
    const char *const *usages;
    /* What it does, printed under the usage. */
    const char *description;
    /* Ends with an option whose id is 0. */
    const struct option *options;
    /* Printed under the options; may be NULL. */
    const char *notes;
};

struct args {
    const struct command *command;
    int argc;
    char **argv;
    int next;
    bool operands_only;
    /* Of the option or operand that args_next() returned. */
    const char *value;
};

enum {
    ARGS_END = 0,
    ARGS_OPERAND = -1,
    /* Wrong usage; said on standard error already. */
    ARGS_WRONG = -2,
    /* Ids that every table shares. */
    OPTION_HELP = 1,
    OPTION_FIRST_FREE = 2
};

#define OPTION_HELP_ROW                                                                            \
    { OPTION_HELP, "help", 'h', NULL, "print this help and exit" }
#define OPTION_END                                                                                 \
    { 0, NULL, 0, NULL, NULL }

/* `argv` holds what follows the command's name. */
void args_start(struct args *args, const struct command *command, int argc, char **argv);

/* The next option's id, ARGS_OPERAND, ARGS_WRONG or ARGS_END. */
int args_next(struct args *args);

/* Says on standard error what is wrong and where the help is. Returns EXIT_USAGE. */
int args_wrong(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints the help to standard output. */
void args_print_help(const struct command *command);

#endif
