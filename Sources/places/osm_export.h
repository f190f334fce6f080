/*
 * OpenStreetMap's own files (.osm.pbf, .osm, ...) as the GeoJSON sequence that the index builder reads.
 * The library never starts a process; this command runs osmium-tool for it.
 */
#ifndef PLACES_OSM_EXPORT_H
#define PLACES_OSM_EXPORT_H

#include <stdbool.h>

/* Whether a source is such a file: by the name of its file, "osm:" before it or not. Then `path`
 * receives its name, to be freed, and `options` what follows it in `source`: "?country=FI", or "". */
bool osm_split(const char *source, char **path, const char **options);

/* Exports `path` into a new temporary folder beside `output`, on the disk that has to hold an index of
 * the same data anyway. Returns the file's name, for osm_discard(); NULL, with the complaint said, on
 * failure. */
char *osm_export(const char *path, const char *output);

/* Removes the file and its folder, and frees the name. NULL is fine. */
void osm_discard(char *exported);

#endif
