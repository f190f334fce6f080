#!/usr/bin/env bash
# Write what the README shows: real searches on the default data, between its two marks.
set -euo pipefail
cd "$(dirname "$0")/.." || exit 3

new=$(mktemp)
trap 'rm -f "$new"' EXIT
{
    sed '/^<!-- searches/q' README.md
    echo '```'
    # From the first "$" to the line before the attributions.
    tools/demo.sh </dev/null | sed -n '/^\$ /,$p'
    echo '```'
    sed -n '/^<!-- end -->/,$p' README.md
} >"$new"
cat "$new" >README.md
