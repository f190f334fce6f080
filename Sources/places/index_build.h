#ifndef PLACES_INDEX_BUILD_H
#define PLACES_INDEX_BUILD_H

/* `places index build`. */
int run_index_build(int argc, char **argv);

#endif
