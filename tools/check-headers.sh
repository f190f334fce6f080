#!/usr/bin/env bash
# The public header with every compiler and language version that people use it with, every warning on
# and each an error.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

toolchain=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

cat >"$work/use.c" <<'C'
#include <places.h>
#include <places.h>
int use(void);
int use(void) { return PLACES_OK + (int)PLACES_FIELD_NAME + (int)sizeof(places_status); }
C
cp "$work/use.c" "$work/use.cpp"

try() {
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'failed: %s\n%s\n' "$*" "$output"
    fi
}

# Whether a compiler knows a language version at all.
knows() { "$1" "-std=$2" -x "$3" -fsyntax-only /dev/null >/dev/null 2>&1; }

warnings=(-Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wundef -Wcast-align)
for compiler in gcc "$toolchain/clang"; do
    extra=("${warnings[@]}" -Wstrict-prototypes -Wold-style-definition)
    [[ $compiler = *clang ]] && extra+=(-Weverything -Wno-unsafe-buffer-usage -Wno-padded -Wno-pre-c11-compat
        -Wno-c++98-compat -Wno-declaration-after-statement -Wno-pre-c23-compat -Wno-pre-c2x-compat
        -Wno-reserved-macro-identifier)
    for standard in c99 c11 c17 c2x c23; do
        knows "$compiler" "$standard" c || continue
        try "$compiler" "-std=$standard" "${extra[@]}" -Iinclude -c -o /dev/null "$work/use.c"
    done
done
for compiler in g++ "$toolchain/clang++"; do
    extra=("${warnings[@]}")
    for standard in c++11 c++14 c++17 c++20 c++23 c++2b; do
        knows "$compiler" "$standard" c++ || continue
        try "$compiler" "-std=$standard" "${extra[@]}" -Iinclude -c -o /dev/null "$work/use.cpp"
    done
done
# The header must stand alone, and needs nothing of the compiler's own dialect.
try gcc -std=c99 -pedantic-errors -ffreestanding -Werror -Iinclude -c -o /dev/null "$work/use.c"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
