/*
 * OpenStreetMap's own files (.osm.pbf, .osm, ...) as the GeoJSON sequence that the index builder reads.
 * The library never starts a process; this command runs osmium-tool for it.
 */
#ifndef PLACES_OSM_EXPORT_H
#define PLACES_OSM_EXPORT_H

#include <stdbool.h>

/* Whether a source is such a file: by the name of its file, "osm:" before it or not. `path` receives
 * where the file's name starts in `source`. */
bool osm_needs_export(const char *source, const char **path);

/* Exports `path` into a new temporary file in the folder of `output`, which has to hold an index of the
 * same data anyway. Returns its name, to be unlinked and freed by the caller; NULL, with the complaint
 * said, on failure. */
char *osm_export(const char *path, const char *output);

#endif
