#!/usr/bin/env bash
# Replay the fuzzers' corpus, and damage an index file at every 61st byte, under the address sanitizer. No libFuzzer is
# needed, and the library is the one that the suite `address` builds.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

swift=${SWIFT:-swift}
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
clang=${resources%/lib/swift}/bin/clang
passed=0
failed=0

"$swift" build --scratch-path .build/address --product places --sanitize=address \
    -Xswiftc -static-stdlib -Xlinker -soname=libplaces.so.0 || {
    echo "the library does not build"
    echo "0 passed, 1 failed"
    exit 1
}
built=$PWD/.build/address/debug
ln -sf libplaces.so "$built/libplaces.so.0"
export ASAN_OPTIONS=detect_leaks=1:exitcode=66

# run NAME SOURCE... -- ARGUMENT...: a program of these sources, which has to end well.
run() {
    local name=$1 sources=() program
    shift
    while [ "$1" != -- ]; do
        sources+=("Tests/fuzz/$1")
        shift
    done
    shift
    program=build/fuzz/replay-$name
    if "$clang" -g -O1 -Wall -Wextra -Werror -Iinclude -fsanitize=address "${sources[@]}" -fuse-ld=lld "-L$built" -lplaces \
        "-Wl,-rpath,$built" -o "$program" && "$program" "$@" >"$program.log" 2>&1; then
        passed=$((passed + 1))
        echo "$name: $(tail -n 1 "$program.log")"
    else
        failed=$((failed + 1))
        echo "$name failed"
        tail -n 40 "$program.log" | sed 's/^/    /'
    fi
}

mkdir -p build/fuzz
for target in query filter file; do
    run "$target" "$target.c" replay.c fuzz.c -- "Tests/fuzz/corpus/$target"/*
done
run every-offset every_offset.c fuzz.c -- 61
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
