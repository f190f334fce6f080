#!/usr/bin/env bash
# The built libplaces.so as a file: exported names, versions, what it needs, its size, and that it leaves
# the host's signals alone.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

library=build/libplaces.so
passed=0
failed=0
check() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $what"
    fi
}
equal() { [ "$1" = "$2" ] || { printf '  expected: %s\n  found:    %s\n' "$1" "$2"; false; }; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Exported names. nm prints "places_version@@PLACES_0".
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort >"$work/exported"
sed 's/$/@@PLACES_0/' packaging/symbols.txt >"$work/listed"
tools/list-symbols.sh >"$work/declared"
check "packaging/symbols.txt holds what the header declares" diff packaging/symbols.txt "$work/declared"
check "the library exports what packaging/symbols.txt lists, and nothing else" diff "$work/listed" "$work/exported"

# Versions.
version=$(cat VERSION)
IFS=. read -r major minor patch <<<"$version"
dynamic=$(readelf -dW "$library")
macro() { sed -n "s/^#define $1 //p" include/places.h; }
check "PLACES_VERSION" equal "\"$version\"" "$(macro PLACES_VERSION)"
check "PLACES_VERSION_MAJOR" equal "$major" "$(macro PLACES_VERSION_MAJOR)"
check "PLACES_VERSION_MINOR" equal "$minor" "$(macro PLACES_VERSION_MINOR)"
check "PLACES_VERSION_PATCH" equal "$patch" "$(macro PLACES_VERSION_PATCH)"
check "PLACES_VERSION_NUMBER" equal "$((major * 1000000 + minor * 1000 + patch))" "$(macro PLACES_VERSION_NUMBER)"
check "SONAME" equal "libplaces.so.$major" "$(sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' <<<"$dynamic")"
check "the command's version" equal "places $version" "$(build/places --version)"
check "the changelog's newest version" equal "$version" "$(sed -n 's/^## \[\{0,1\}\([0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)"
if [ -f bindings/python/pyproject.toml ]; then
    # Python's metadata says the version, or says that it is read from a file or the package.
    python=$(PYTHONPATH=bindings/python/src PLACES_LIBRARY=$PWD/$library "${PYTHON:-python3}" -c 'import places; print(places.__version__)')
    check "the Python package's version" equal "$version" "$python"
fi

# What it needs: libraries of every Debian, none of Swift's.
check "no RUNPATH" test -z "$(grep -E 'RPATH|RUNPATH' <<<"$dynamic")"
allowed='libc\.so\.6|libm\.so\.6|libstdc\+\+\.so\.6|libgcc_s\.so\.1|ld-linux[-a-z0-9_]*\.so\.[12]|libcurl\.so\.4|libsqlite3\.so\.0'
needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$dynamic")
check "needs only known libraries: $(tr '\n' ' ' <<<"$needed")" test -z "$(grep -vxE "$allowed" <<<"$needed")"
check "never unloaded (NODELETE)" grep -q NODELETE <<<"$dynamic"
check "relocations read-only (NOW)" grep -q 'BIND_NOW\|NOW' <<<"$dynamic"
check "no executable stack" test -z "$(readelf -lW "$library" | grep 'GNU_STACK.*RWE')"
size=$(stat -Lc %s "$library")
check "at most 8 MB: $size bytes" test "$size" -le 8000000
check "the installed command has no run path" test -z "$(readelf -dW build/installed/places | grep -E 'RPATH|RUNPATH')"

# The host's signals.
flags=(-std=gnu11 -Wall -Wextra -Werror -Iinclude Tests/library/signals.c)
check "the signal test compiles" cc "${flags[@]}" -o "$work/signals" -Lbuild -lplaces "-Wl,-rpath,$PWD/build"
check "linked: signal handlers and mask are as before" "$work/signals"
check "the signal test compiles for dlopen" cc "${flags[@]}" -DBY_DLOPEN -o "$work/signals-dlopen" -ldl
check "by dlopen: signal handlers and mask are as before" "$work/signals-dlopen" "$PWD/$library"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
