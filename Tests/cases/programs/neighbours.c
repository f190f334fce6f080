/* neighbours URL: uses the library and a neighbour with other libraries' names; neither is in the other's way. */
#include "common.h"

long json_object_get(void);
long json_object_iter_next(void);
int neighbour_calls_so_far(void);

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    int is_good = json_object_get() == 4711 && json_object_iter_next() == 4711;
    places_client *client = new_client(argv[1], NULL);
    is_good &= ask(client, "par") == PLACES_OK;
    places_store *store = NULL;
    is_good &= places_store_open(NULL, &store, NULL) == PLACES_OK;
    is_good &= places_store_add(store, "p", "Par", NULL, NULL, 48.0, 2.0, NULL) == PLACES_OK;
    places_store_free(store);
    places_client_free(client);
    is_good &= json_object_get() == 4711;
    fact("calls_into_neighbour", neighbour_calls_so_far() - 3);
    fact("both_work", is_good && neighbour_calls_so_far() == 3);
    return 0;
}
