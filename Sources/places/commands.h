/*
 * The commands of `places`. Each takes the arguments after its own name and returns an exit code.
 */
#ifndef PLACES_COMMANDS_H
#define PLACES_COMMANDS_H

/* docs/man/places.1 documents these; the first two are those of grep. */
enum exit_code { EXIT_DONE = 0, EXIT_NOTHING_FOUND = 1, EXIT_USAGE = 2, EXIT_FAILED = 3 };

int run_suggest(int argc, char **argv);
int run_place(int argc, char **argv);
int run_index(int argc, char **argv);
int run_interactive(int argc, char **argv);

#endif
