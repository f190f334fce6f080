#!/bin/sh
# Builds every example against the library, runs it on the fixture index and compares what it prints with the file
# beside it (NAME.expected; for the twins of the iOS samples expected/NN.txt, the same for C and Python).
#
#   examples/run.sh                     all
#   examples/run.sh --update            writes the expected files anew: look at the difference before you commit it
#
# BUILD is the folder with libplaces.so (default: build in the source tree), PYTHON the interpreter, CC and CXX the
# compilers. Everything that is made goes to $BUILD/examples.
set -eu
cd "$(dirname "$0")"
root=$(cd .. && pwd)
build=${BUILD:-$root/build}
python=${PYTHON:-python3}
out=$build/examples
update=no
[ "${1:-}" = --update ] && update=yes

[ -e "$build/libplaces.so" ] || {
    echo "run.sh: $build/libplaces.so is missing; run 'make build' first" >&2
    exit 2
}
mkdir -p "$out"
rm -f "$out/sample.places"
export PLACES_LIBRARY="$build/libplaces.so"
export PYTHONPATH="$root/bindings/python/src" PYTHONDONTWRITEBYTECODE=1
warnings='-Wall -Wextra -Wpedantic -Werror'
link="-I$root/include -L$build -lplaces -Wl,-rpath,$build"
index=$out/sample.places
fixture="csv:fixture/places.csv?source=sample&attribution=Made-up%20sample%20places%20of%20libplaces"
total=0
failed=0

# compare EXPECTED COMMAND...: session tokens are random, so their text is not compared.
compare() {
    expected=$1
    shift
    total=$((total + 1))
    if ! "$@" >"$out/actual" 2>&1; then
        echo "FAILED: $*"
        cat "$out/actual"
        failed=$((failed + 1))
        return 0
    fi
    sed -i -E "s/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/<token>/" "$out/actual"
    if [ $update = yes ]; then
        cp "$out/actual" "$expected"
    elif ! diff -u "$expected" "$out/actual"; then
        echo "DIFFERS: $*"
        failed=$((failed + 1))
    fi
}

# The library is loaded by its SONAME.
[ -e "$build/libplaces.so.0" ] || ln -s libplaces.so "$build/libplaces.so.0"

# GLib is the one thing that an example needs and the library does not.
glib=yes
pkg-config --exists glib-2.0 || {
    echo "run.sh: GLib's headers are missing (Debian: libglib2.0-dev); SKIPPED: c/glib.c" >&2
    glib=no
}

for source in c/*.c ios-samples/c/*.c ios-samples/service/c/*.c; do
    flags=
    if [ "$source" = c/glib.c ]; then
        [ $glib = yes ] || continue
        flags=$(pkg-config --cflags --libs glib-2.0)
    fi
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 $warnings -o "$out/$(basename "$source" .c)" "$source" $link $flags
done
for source in cpp/*.cpp; do
    # shellcheck disable=SC2086
    ${CXX:-c++} -std=c++17 $warnings -I"$root/bindings/cpp/include" -o "$out/cpp-$(basename "$source" .cpp)" \
        "$source" $link -pthread
done

# The fixture, and with it the examples that build an index.
compare c/build_index.expected "$out/build_index" "$index" "$fixture"
compare python/build_index.expected "$python" python/build_index.py "$index" "$fixture"

[ -e "$index" ] || {
    echo "run.sh: there is no index of the sample places, so nothing else can run" >&2
    echo "examples: $total run, $failed failed"
    exit 1
}

compare c/suggest.expected "$out/suggest" "$index" "piz new york"
compare c/typing.expected "$out/typing" "$index" "kōwh"
compare c/details.expected "$out/details" "$index" "cheesebury sav"
compare c/table.expected "$out/table" "$index" "spagh"
[ $glib = no ] || compare c/glib.expected "$out/glib" "$index" "spagh"
compare python/suggest.expected "$python" python/suggest.py "$index" "piz new york"
compare python/typing_loop.expected "$python" python/typing_loop.py "$index" "kōwh"
compare python/details.expected "$python" python/details.py "$index" "cheesebury sav"
compare python/futures.expected "$python" python/futures.py "$index" "spagh" "harb" " " "zzz"
compare python/fetcher.expected "$python" python/fetcher.py "$index" "spagh"
compare python/table_sync.expected "$python" python/table_sync.py "$index" "spagh"
compare python/table_asyncio.expected "$python" python/table_asyncio.py "$index" "par"
compare python/own_provider.expected "$python" python/own_provider.py "print"
compare cpp/table.expected "$out/cpp-table" "$index" "spagh"
compare cpp/suggest.expected "$out/cpp-suggest" "$index" "piz new york"
compare cpp/futures.expected "$out/cpp-futures" "$index" "spagh" "harb" " " "zzz"

# The README's programs, as they stand there, in a folder where the sample places are the demo's index.
# snippet LANGUAGE N: the README's Nth block of a language.
snippet() { awk -v fence='```'"$1" -v n="$2" '$0 == fence { on = ++seen == n; next } /^```/ { on = 0 } on' "$root/README.md"; }
readme=$out/readme
mkdir -p "$readme/build/data"
ln -sf "$index" "$readme/build/data/world.places"
snippet c 1 >"$readme/first.c"
snippet cpp 1 >"$readme/first.cpp"
snippet python 1 >"$readme/first.py"
snippet python 2 >"$readme/table.py"
# shellcheck disable=SC2086
${CC:-cc} -std=c11 $warnings -o "$readme/first-c" "$readme/first.c" $link
# shellcheck disable=SC2086
${CXX:-c++} -std=c++17 $warnings -I"$root/bindings/cpp/include" -o "$readme/first-cpp" "$readme/first.cpp" $link -pthread
compare readme/c.expected "$readme/first-c" "$index" "piz new york"
compare readme/cpp.expected "$readme/first-cpp" "$index" "piz new york"
compare readme/python.expected "$python" "$readme/first.py" "$index" "piz new york"
compare readme/table.expected env -C "$readme" "$python" table.py

for source in ios-samples/c/*.c; do
    number=$(basename "$source" | cut -d- -f1)
    compare "ios-samples/expected/$number.txt" "$out/$(basename "$source" .c)" "$index"
done
for source in ios-samples/python/[0-9]*.py; do
    number=$(basename "$source" | cut -d_ -f1)
    compare "ios-samples/expected/$number.txt" "$python" "$source" "$index"
done

# Those that ask a service ask one of our own, which starts and stops here.
rm -f "$out/service.url"
"$python" fixture/service.py "$out/service.url" &
service=$!
trap 'kill $service 2>/dev/null' EXIT
tries=0
while [ ! -s "$out/service.url" ] && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
url=$(cat "$out/service.url")
for name in google google-legacy; do
    compare "c/service-$name.expected" env PLACES_API_KEY=SAMPLE-KEY ENDPOINT="$url" "$out/service" $name chees
    compare "c/service-$name.expected" env PLACES_API_KEY=SAMPLE-KEY ENDPOINT="$url" "$python" python/service.py $name chees
done
for source in ios-samples/service/c/*.c; do
    number=$(basename "$source" | cut -d- -f1)
    compare "ios-samples/service/expected/$number.txt" "$out/$(basename "$source" .c)" "$url"
done
for source in ios-samples/service/python/[0-9]*.py; do
    number=$(basename "$source" | cut -d_ -f1)
    compare "ios-samples/service/expected/$number.txt" "$python" "$source" "$url"
done
kill $service
trap - EXIT

rm -f "$out/actual" "$out/service.url"
echo "examples: $total run, $failed failed"
[ "$failed" = 0 ]
