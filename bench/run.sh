#!/usr/bin/env bash
# Builds the timing program and runs the comparison. Arguments go to bench/run.py.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

mkdir -p build/bench
if ! pkg-config --exists sqlite3; then
    echo "bench: the peer needs SQLite's header: apt-get install libsqlite3-dev" >&2
    exit 2
fi
# build NAME LIBRARY...: bench/NAME.c
build() {
    local name=$1
    shift
    cc -O2 -Wall -Wextra -Iinclude -o "build/bench/$name" "bench/$name.c" bench/keys.c "$@" -lpthread
}
ours=(-Lbuild -lplaces "-Wl,-rpath,\$ORIGIN/..")
build speed "${ours[@]}"
build threads "${ours[@]}"
build fts5 -lsqlite3 -lm
exec python3 bench/run.py "$@"
