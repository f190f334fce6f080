#!/usr/bin/env bash
# swift test, with a last line that counts tests.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

log=build/check/swift-test.log
mkdir -p build/check
"${SWIFT:-swift}" test 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
# "Test run with 48 tests in 7 suites passed after ...": one line, whatever the number of targets.
total=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\}.*/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
failed=$(grep -cE '^.{0,4}Test "?.*"? (\(.*\) )?failed after' "$log")
if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
    failed=1
fi
passed=$((total > failed ? total - failed : 0))
echo "$passed passed, $failed failed"
exit "$status"
