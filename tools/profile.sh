#!/usr/bin/env bash
# How often each path through the library is taken, for the compiler: what is often run lies together and is not
# interrupted by what is not, which is a sixth of a usual keystroke.
#
#   tools/profile.sh           make packaging/libplaces.profdata anew (make profile)
#   tools/profile.sh flags     what `swift build` is to be called with; nothing where the compiler cannot read it
#   tools/profile.sh forget    remove the objects of a build with other flags or another profile: the compiler keeps an
#                              object as long as its code is the same, and does not count the profile as part of it
#
# Code that was changed since is compiled as without a profile; make it anew after changes to the search.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

profile=packaging/libplaces.profdata
swift=${SWIFT:-swift}
toolchain=$(dirname "$(readlink -f "$(command -v "$swift")")")

# All of the help is read: with `grep -q` the compiler may find nobody to write to, which `pipefail` takes for a no.
knows_profiles() { "${swift}c" -frontend -help-hidden 2>/dev/null | grep -e '-ir-profile-use' >/dev/null; }

if [ "${1:-}" = flags ]; then
    # The compiler refuses a file that is newer than itself, which its own tool tells.
    if knows_profiles && ("$toolchain/llvm-profdata" show "$profile") >/dev/null 2>&1; then
        echo "-Xswiftc -Xfrontend -Xswiftc -ir-profile-use=$PWD/$profile"
    fi
    exit
fi

if [ "${1:-}" = forget ]; then
    used=.build/release/profile-used
    wanted=$(tools/profile.sh flags; cksum "$profile" 2>/dev/null || true)
    if [ -d .build/release ] && [ "$(cat "$used" 2>/dev/null || true)" != "$wanted" ]; then
        rm -f .build/release/*.build/*.o
        echo "$wanted" >"$used"
    fi
    exit
fi

knows_profiles || { echo "profile: $swift knows no profiles" >&2; exit 3; }
folder=build/profile
runtime=$(find "$toolchain/.." -name 'libclang_rt.profile*.a' -path "*$(uname -m)*" -print -quit)
[ -n "$runtime" ] || runtime=$(find "$toolchain/.." -name "libclang_rt.profile-$(uname -m).a" -print -quit)
mkdir -p "$folder/lib"
rm -f "$folder"/*.profraw

echo "profile: building the library that counts"
"$swift" build -c release --product places --scratch-path "$folder/build" --disable-local-rpath \
    -Xswiftc -static-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -ir-profile-generate \
    -Xlinker --version-script="$PWD/packaging/libplaces.map" -Xlinker -soname=libplaces.so.0 \
    -Xlinker --wrap=_swift_installCrashHandler -Xlinker --wrap=_swift_stdlib_getScalarName \
    -Xlinker -u__llvm_profile_runtime -Xlinker "$(readlink -f "$runtime")"
cp "$folder/build/release/libplaces.so" "$folder/lib/libplaces.so.0"

echo "profile: typing"
cc -O2 -Iinclude -o "$folder/speed" bench/speed.c bench/keys.c -Lbuild -lplaces -lpthread
python3 bench/profile.py "$folder"

# A build counts more than all keystrokes together, and is waited for less often.
weighted=()
for counts in "$folder"/keys-*.profraw; do weighted+=("-weighted-input=20,$counts"); done
"$toolchain/llvm-profdata" merge -sparse -o "$profile" "${weighted[@]}" "$folder"/filter-*.profraw \
    "$folder"/build.profraw
ls -l "$profile"
