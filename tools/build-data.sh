#!/usr/bin/env bash
# Make the default index files, build/data/*.places. Quick when they are there: an index is built anew
# only when its sources, or the code that builds it, changed.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

sources=build/sources
out=build/data
mkdir -p "$out"

echo "data: fetching the packages that the places come from"
python3 data/fetch.py
echo "data: making source files"
python3 data/prepare.py

# build_index NAME SOURCE...: the sources' files are what follows the first colon.
build_index() {
    local name=$1 index=$out/$1.places newest source
    shift
    newest=build/libplaces.so
    for source in "$@"; do
        [ "${source#*:}" -nt "$newest" ] && newest=${source#*:}
    done
    if [ "$index" -nt "$newest" ]; then
        echo "data: $index is up to date"
        return
    fi
    build/places index build --output "$index" --bad-rows "$out/$name.bad-rows.tsv" "$@"
}

build_index world \
    geonames-countries:$sources/countryInfo.tsv geonames-admin1:$sources/admin1CodesASCII.tsv \
    geonames-admin2:$sources/admin2Codes.tsv geonames:$sources/areas.tsv geonames:$sources/cities.tsv \
    geonames-alternates:$sources/alternateNames.tsv csv:$sources/airports.csv
# OpenStreetMap's licence (ODbL 1.0) covers databases made with its data: it stays in files of its own.
build_index helsinki osm:$sources/helsinki.osm.pbf
build_index monaco osm:$sources/monaco.osm.pbf
