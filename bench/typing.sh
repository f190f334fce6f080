#!/usr/bin/env bash
# What the table data source costs above the search itself, on the places and keystrokes of bench/run.sh, and the memory
# of ten thousand tables.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

if [ ! -f build/bench/keystrokes.tsv ] || [ ! -f build/bench/cities.places ]; then
    echo "bench/typing.sh: bench/run.sh makes the places and the keystrokes; run it first" >&2
    exit 2
fi
cc -O2 -Wall -Wextra -Iinclude -o build/bench/typing bench/typing.c -Lbuild -lplaces -lm -lpthread \
    '-Wl,-rpath,$ORIGIN/..'
awk -F'\t' '{ print $3 }' build/bench/keystrokes.tsv | head -n 3000 | build/bench/typing build/bench/cities.places
