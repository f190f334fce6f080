#!/usr/bin/env bash
# Every example, by examples/run.sh, with a last line as the other suites have it.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

output=$(examples/run.sh 2>&1)
status=$?
printf '%s\n' "$output"
total=$(sed -n 's/^examples: \([0-9]*\) run, \([0-9]*\) failed$/\1/p' <<<"$output")
failed=$(sed -n 's/^examples: \([0-9]*\) run, \([0-9]*\) failed$/\2/p' <<<"$output")
echo "$((${total:-0} - ${failed:-0})) passed, ${failed:-1} failed"
exit "$status"
