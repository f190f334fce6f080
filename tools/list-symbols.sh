#!/usr/bin/env bash
# The functions that include/places.h declares, sorted: what packaging/symbols.txt holds.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3
${CC:-cc} -E -P -Iinclude -x c include/places.h | grep -oE '\bplaces_[a-z0-9_]+ ?\(' | tr -d ' (' | LC_ALL=C sort -u
