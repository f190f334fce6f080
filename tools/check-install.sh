#!/usr/bin/env bash
# `make install` into a staging folder and as a user would: pkg-config, compiling, running; then
# `make uninstall` leaves nothing behind.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

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
prefix=$work/a\ prefix
prefix=${prefix// /-}
version=$(cat VERSION)

check "install" make --no-print-directory install "PREFIX=$prefix" "LIBDIR=$prefix/lib64"
export PKG_CONFIG_PATH=$prefix/lib64/pkgconfig
check "pkg-config's version" equal "$version" "$(pkg-config --modversion libplaces)"
cat >"$work/use.c" <<'C'
#include <places.h>
#include <stdio.h>
int main(void) {
    puts(places_version());
    return 0;
}
C
# shellcheck disable=SC2046
check "compiling with pkg-config" cc "$work/use.c" -o "$work/use" $(pkg-config --cflags --libs libplaces)
export LD_LIBRARY_PATH=$prefix/lib64
check "running" equal "$version" "$("$work/use")"
check "the installed command" equal "places $version" "$("$prefix/bin/places" --version)"
check "the manual" test -n "$(MANPATH=$prefix/share/man man -P cat places 2>/dev/null)"

# A second install with another prefix writes a .pc of its own.
check "staged install" make --no-print-directory install "DESTDIR=$work/stage" PREFIX=/usr
check "the staged .pc names the final prefix" grep -qx 'prefix=/usr' "$work/stage/usr/lib/pkgconfig/libplaces.pc"
check "nothing of the build machine's paths is installed" \
    test -z "$(grep -rlF "$PWD" "$work/stage" | grep -v 'libplaces\.so')"
check "uninstall" make --no-print-directory uninstall "DESTDIR=$work/stage" PREFIX=/usr
check "uninstall leaves no file" test -z "$(find "$work/stage" ! -type d)"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
