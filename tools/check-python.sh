#!/usr/bin/env bash
# The Python package: its types, then its tests.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

python=${PYTHON:-$PWD/.venv/bin/python}
export PLACES_LIBRARY=$PWD/build/libplaces.so PYTHONPATH=$PWD/bindings/python/src
typed=0
(cd bindings/python && "$python" -m mypy --strict src tests) || typed=1
"$python" -m pytest -q bindings/python/tests | tee build/check/pytest.log
status=${PIPESTATUS[0]}
summary=$(tail -n 1 build/check/pytest.log)
number() { grep -oE "[0-9]+ $1" <<<"$summary" | awk '{ sum += $1 } END { print sum + 0 }'; }
echo "$(($(number passed) + 1 - typed)) passed, $(($(number 'failed|[0-9]+ error') + typed)) failed"
[ "$status" = 0 ] && [ "$typed" = 0 ]
