/*
 * The command line of libplaces: the first program on places.h, and on nothing else.
 */
#include "commands.h"
#include "output.h"

#include <string.h>

int main(int argc, char **argv) {
    output_start();
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "suggest") == 0)
        return run_suggest(argc - 2, argv + 2);
    if (strcmp(command, "place") == 0)
        return run_place(argc - 2, argv + 2);
    if (strcmp(command, "index") == 0)
        return run_index(argc - 2, argv + 2);
    if (strcmp(command, "help") == 0)
        return run_interactive(1, (char *[]){"--help", NULL});
    if (command[0] != '\0' && command[0] != '-') {
        complain("there is no command '%s'. To search: places suggest '%s'", command, command);
        complain("try 'places --help'");
        return EXIT_USAGE;
    }
    return run_interactive(argc > 1 ? argc - 1 : 0, argv + 1);
}
