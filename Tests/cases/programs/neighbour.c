/*
 * A library that exports names of other libraries: those of JSON libraries, of memory and of Swift's runtime
 * that a host may bring along. Each call is counted; none may come from the library under test.
 */
int neighbour_calls;
int neighbour_calls_so_far(void);
int neighbour_calls_so_far(void) {
    return neighbour_calls;
}

#define STRANGER(name)                                                                             \
    long name(void);                                                                               \
    long name(void) {                                                                              \
        neighbour_calls++;                                                                         \
        return 4711;                                                                               \
    }

STRANGER(json_object_get)
STRANGER(json_object_iter_next)
STRANGER(json_object)
STRANGER(json_loads)
STRANGER(json_loadb)
STRANGER(json_dumps)
STRANGER(json_delete)
STRANGER(json_array_get)
STRANGER(json_string_value)
STRANGER(swift_retain)
STRANGER(swift_release)
STRANGER(swift_allocObject)
STRANGER(utf8proc_decompose)
