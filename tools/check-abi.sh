#!/usr/bin/env bash
# The C tests, every Tests/abi/test_*.c: check-abi.sh plain|valgrind|thread|address ...
#
# plain and valgrind use the library that `make build` made; thread and address build one with that
# sanitizer, each in a scratch path of its own.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

swift=${SWIFT:-swift}
# The sanitizers' runtimes have to be those of the compiler that built the library.
resources=$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
clang=${resources%/lib/swift}/bin/clang
passed=0
failed=0
limit=${PLACES_TEST_SECONDS:-300}
# Programs that test one thing many times do it less often where PLACES_TEST_SLOW is set.

flags=(-std=gnu11 -g -O1 -Wall -Wextra -Werror -pthread -Iinclude -ITests/abi)
support=()
for source in Tests/abi/*.c; do
    [[ $source = */test_* ]] || support+=("$source")
done

# run KIND PROGRAM COMMAND...: counts the checks that the program says it made.
run() {
    local kind=$1 name=$2 status=0 output line good bad
    shift 2
    output=$(timeout "$limit" "$@" 2>&1)
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' <<<"$output" | tail -n 1)
    good=$(sed 's/ passed.*//' <<<"${line:-0}")
    bad=$(sed 's/.*passed, \([0-9]*\) failed/\1/' <<<"${line:-0}")
    if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ -z "$line" ]; }; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    printf '%-9s %-24s %s passed, %s failed (exit code %s)\n' "$kind" "$name" "$good" "$bad" "$status"
    if [ "$bad" != 0 ]; then
        tail -n 80 <<<"$output" | sed 's/^/    /'
    fi
}

# programs KIND COMPILER FLAG...: compiles every test into build/abi/KIND.
programs() {
    local kind=$1 compiler=$2 source name
    shift 2
    mkdir -p "build/abi/$kind"
    for source in Tests/abi/test_*.c; do
        name=$(basename "$source" .c)
        if ! "$compiler" "${flags[@]}" "$source" "${support[@]}" -o "build/abi/$kind/$name" "$@" -ldl -lm; then
            failed=$((failed + 1))
            echo "$kind: $name does not compile"
        fi
    done
}

each() {
    local program
    for program in "build/abi/$1"/test_*; do
        [ -x "$program" ] && run "$2" "$(basename "$program")" "${@:3}" "$program"
    done
}

plain() {
    rm -rf build/abi/plain
    programs plain "${CC:-cc}" -Lbuild -lplaces "-Wl,-rpath,$PWD/build"
}

sanitized() {
    local kind=$1
    shift
    rm -rf "build/abi/$kind"
    "$swift" build --scratch-path ".build/$kind" --product places --sanitize="$kind" \
        -Xswiftc -static-stdlib -Xlinker -soname=libplaces.so.0 || {
        failed=$((failed + 1))
        echo "$kind: the library does not build"
        return
    }
    local built=$PWD/.build/$kind/debug
    ln -sf libplaces.so "$built/libplaces.so.0"
    programs "$kind" "$clang" "-fsanitize=$kind" "$@" "-L$built" -lplaces "-Wl,-rpath,$built"
    each "$kind" "$kind" env PLACES_TEST_SLOW=1
}

for mode in "$@"; do
    case "$mode" in
    plain)
        plain
        each plain plain
        ;;
    valgrind)
        [ -d build/abi/plain ] || plain
        each plain valgrind env PLACES_TEST_SLOW=1 valgrind --quiet --error-exitcode=99 --leak-check=full \
            --show-leak-kinds=definite --errors-for-leak-kinds=definite --num-callers=30 --fair-sched=yes
        ;;
    thread)
        export TSAN_OPTIONS=halt_on_error=0:exitcode=66:die_after_fork=0:suppressions=$PWD/Tests/abi/thread-sanitizer.supp
        sanitized thread -fuse-ld=lld "-L$resources/linux" "-Wl,-rpath,$resources/linux" -ldispatch -lBlocksRuntime
        ;;
    address)
        # A fork with other threads running is what one test is about; ASan's leak check does not mind.
        export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:exitcode=66
        sanitized address -fuse-ld=lld
        ;;
    *)
        echo "usage: tools/check-abi.sh plain|valgrind|thread|address ..." >&2
        exit 2
        ;;
    esac
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
