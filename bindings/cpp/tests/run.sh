#!/bin/sh
# Compiles the C++ wrapper with every warning as C++17 and C++20, and runs its tests. BUILD, CXX as in examples/run.sh.
set -eu
cd "$(dirname "$0")/../../.."
build=${BUILD:-$PWD/build}
out=$build/cpp-tests
passed=0
mkdir -p "$out"
for standard in c++17 c++20; do
    ${CXX:-c++} -std=$standard -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude \
        -Ibindings/cpp/include -o "$out/test_places-$standard" bindings/cpp/tests/test_places.cpp \
        -L"$build" -lplaces -Wl,-rpath,"$build" -pthread
    folder=$(mktemp -d)
    "$out/test_places-$standard" "$folder"
    rmdir "$folder"
    passed=$((passed + 1))
done
echo "$passed passed, 0 failed"
