#!/usr/bin/env bash
# Install what a target of the Makefile needs, where it is missing: setup.sh build|demo|bench|check.
#
# Debian and Ubuntu: by apt-get, as root or through sudo. Elsewhere it names what is missing and goes on
# only when nothing is.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: %s\n' "$*" >&2
    exit 1
}

packages=(gcc libc6-dev make binutils pkg-config libcurl4-openssl-dev libsqlite3-dev)
case "${1:-}" in
build) ;;
demo) packages+=(python3 python3-pip python3-venv osmium-tool) ;;
bench)
    packages+=(python3 python3-pip python3-venv osmium-tool libjansson-dev nginx-light)
    ;;
check)
    packages+=(libjansson-dev libglib2.0-dev python3 python3-pip python3-venv osmium-tool g++ valgrind clang-format
        gawk locales man-db mandoc zsh fish shellcheck)
    ;;
*)
    echo "usage: tools/setup.sh build|demo|bench|check" >&2
    exit 2
    ;;
esac

install_packages() {
    local missing=() package
    for package in "${packages[@]}"; do
        if ! dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
            missing+=("$package")
        fi
    done
    [ ${#missing[@]} -eq 0 ] && return
    say "installing Debian packages: ${missing[*]}"
    local root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            fail "not root and no sudo. As root, run: apt-get install ${missing[*]}"
        root=(sudo)
    fi
    "${root[@]}" apt-get update -qq || say "apt-get update failed; trying with the lists that are there"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >build/apt.log 2>&1 || {
        tail -n 20 build/apt.log >&2
        fail "apt-get could not install them; the whole output is in build/apt.log"
    }
}

mkdir -p build
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_packages
else
    for program in cc make strip pkg-config; do
        command -v "$program" >/dev/null || fail "$program is missing; install: ${packages[*]} (Debian's names)"
    done
    pkg-config --exists libcurl || fail "the headers of libcurl are missing; install: ${packages[*]} (Debian's names)"
fi

# The Swift toolchain is no Debian package that would do; https://swift.org/install has it.
swift=${SWIFT:-swift}
command -v "$swift" >/dev/null ||
    fail "$swift is not found. Install Swift 6.0 or later from https://swift.org/install, or set SWIFT"
version=$("$swift" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
case "$version" in
[6-9].* | [1-9][0-9].*) ;;
*) fail "$swift is version ${version:-unknown}; Swift 6.0 or later is needed" ;;
esac

# Python's standard library does for the data; the tools that check are in an environment of their own.
if [ "$1" = check ]; then
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
        say "making the Python environment .venv"
        rm -rf .venv
        "${PYTHON:-python3}" -m venv .venv
    fi
    if ! cmp -s tools/requirements.txt .venv/.installed; then
        say "installing into .venv: $(tr '\n' ' ' <tools/requirements.txt)"
        .venv/bin/python -m pip install --quiet --disable-pip-version-check -r tools/requirements.txt
        cp tools/requirements.txt .venv/.installed
    fi
fi
if [ "$1" = bench ] && ! build/bench-venv/bin/python -c 'import googlemaps, tantivy' 2>/dev/null; then
    say "installing googlemaps and tantivy, peers, into build/bench-venv"
    "${PYTHON:-python3}" -m venv build/bench-venv
    build/bench-venv/bin/python -m pip install --quiet --disable-pip-version-check googlemaps==4.10.0 \
        tantivy==0.27.0
fi
say "ready for make $1 (Swift $version)"
