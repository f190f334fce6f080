#!/usr/bin/env bash
# Fuzz the index with libFuzzer and the address sanitizer, every target for so many seconds: fuzz.sh [SECONDS [TARGET...]]
#
# The library is built with both, and with counters of what is reached, in a scratch path of its own. What is found new
# goes to build/fuzz/TARGET; an input that crashes, hangs or leaks to build/fuzz/TARGET-crash-*. Then mend it, and put it
# into Tests/fuzz/corpus/TARGET, which `make check` replays. FUZZ_MERGE=1 makes that corpus anew from all there is.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(query filter file)
swift=${SWIFT:-swift}
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
clang=${resources%/lib/swift}/bin/clang

"$swift" build --scratch-path .build/fuzz -c release --product places --sanitize=address \
    -Xswiftc -static-stdlib -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
    -Xswiftc -use-ld=lld -Xlinker -soname=libplaces.so.0
built=$PWD/.build/fuzz/release
ln -sf libplaces.so "$built/libplaces.so.0"

# The sanitizers have to be told of a crash, not the Swift runtime.
export ASAN_OPTIONS=detect_leaks=1:exitcode=66
failed=0
for target in "${targets[@]}"; do
    corpus=build/fuzz/$target
    mkdir -p "$corpus" "Tests/fuzz/corpus/$target"
    "$clang" -g -O1 -Wall -Wextra -Iinclude -fsanitize=fuzzer,address "Tests/fuzz/$target.c" Tests/fuzz/fuzz.c \
        -fuse-ld=lld "-L$built" -lplaces "-Wl,-rpath,$built" -o "build/fuzz/fuzz-$target"
    options=(-timeout=25 -rss_limit_mb=3072 -max_len=200 -len_control=0 "-artifact_prefix=build/fuzz/$target-")
    if [ -n "${FUZZ_MERGE:-}" ]; then
        rm -rf build/fuzz/merged
        mkdir -p build/fuzz/merged
        "build/fuzz/fuzz-$target" "${options[@]}" -set_cover_merge=1 build/fuzz/merged "Tests/fuzz/corpus/$target" "$corpus" \
            >"build/fuzz/$target.log" 2>&1
        echo "fuzz $target: $(find build/fuzz/merged -type f | wc -l) inputs reach all that is reached"
        continue
    fi
    status=0
    "build/fuzz/fuzz-$target" "${options[@]}" "-max_total_time=$seconds" -print_final_stats=1 \
        "$corpus" "Tests/fuzz/corpus/$target" >"build/fuzz/$target.log" 2>&1 || status=$?
    printf 'fuzz %-7s %s\n' "$target" "$(grep -E '^#[0-9]+' "build/fuzz/$target.log" | tail -n 1)"
    if [ "$status" != 0 ]; then
        failed=1
        tail -n 40 "build/fuzz/$target.log" | sed 's/^/    /'
    fi
done
[ "$failed" = 0 ]
