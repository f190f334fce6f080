#!/usr/bin/env bash
# Every test, suite by suite. Each suite's output is in build/check/NAME.log and shown when it fails.
# Ends with "N passed, M failed" over all suites. With names as arguments: only those.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

log=build/check
mkdir -p "$log"
python=$PWD/.venv/bin/python
export PYTHON=$python
passed=0
failed=0
failures=()

# The counts of a log: the last "N passed" and "N failed" (or "N errors") of one line, as our own
# scripts, pytest and the summary below print it.
count() {
    grep -E '[0-9]+ (passed|failed|error)' "$1" | tail -n 1 |
        grep -oE "[0-9]+ $2" | awk '{ sum += $1 } END { print sum + 0 }'
}

wanted=("$@")
suite() {
    local name=$1 started=$SECONDS status=0
    shift
    if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then
        return
    fi
    printf '%-12s ' "$name"
    # A job in the background has Ctrl-C ignored, and so would have every program that is tested.
    env --default-signal=INT,QUIT "$@" >"$log/$name.log" 2>&1 || status=$?
    local good bad
    good=$(count "$log/$name.log" passed)
    bad=$(count "$log/$name.log" '(failed|error)')
    # A suite that ended badly, or tested nothing, has failed whatever it counted.
    if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ "$good" = 0 ]; }; then
        bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    printf '%5d passed, %d failed   (%d s)\n' "$good" "$bad" $((SECONDS - started))
    if [ "$bad" != 0 ]; then
        failures+=("$name")
        tail -n 60 "$log/$name.log" | sed 's/^/    /'
    fi
}

suite lint tools/lint.sh
suite swift tools/check-swift.sh
suite schema tools/check-schema.sh
suite data "$python" -m pytest -q Tests/data
suite headers tools/check-headers.sh
suite library tools/check-library.sh
suite abi tools/check-abi.sh plain valgrind
suite thread tools/check-abi.sh thread
suite address tools/check-abi.sh address
suite fuzz tools/check-fuzz.sh
suite cli "$python" -m pytest -q Tests/cli
suite service env PLACES_LIBRARY="$PWD/build/libplaces.so" "$python" -m pytest -q Tests/service
suite cases "$python" Tests/cases/run.py
suite install tools/check-install.sh
suite python tools/check-python.sh
suite cpp bindings/cpp/tests/run.sh
suite examples tools/check-examples.sh

if [ ${#failures[@]} -gt 0 ]; then
    echo "failed: ${failures[*]} (whole output in $log)"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
