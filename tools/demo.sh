#!/usr/bin/env bash
# What `make demo` shows: bare `places` on a terminal, some searches elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

PLACES_INDEX=$(printf '%s:' build/data/*.places)
export PLACES_INDEX=${PLACES_INDEX%:}

if [ -t 0 ] && [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then
    exec build/places
fi

show() {
    local word
    printf '\n$ places'
    for word in "$@"; do
        [[ $word =~ ^[A-Za-z0-9.,:+-]+$ ]] || word=${word@Q}
        printf ' %s' "$word"
    done
    printf '\n'
    build/places "$@" || [ $? = 1 ]
}

echo
echo "Searches on real places. On a terminal, make demo lets you type; now or later:"
echo "    PLACES_INDEX=$PLACES_INDEX build/places"
show suggest "par tex"
show suggest --bias circle:60.17,24.94,3000 --origin 60.17,24.94 muse
show suggest zurich
show suggest "東京"
show suggest 9GG65WCR+22
show suggest "60.17, 24.94"
echo
# What must be shown with the places; a terminal shows it under them.
for index in build/data/*.places; do
    build/places index info "$index" | sed -n 's/^sources\.[0-9]*\.attribution  *//p'
done | sort -u
