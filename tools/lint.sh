#!/usr/bin/env bash
# Formatting and linters, over the files that git knows; a file or tool that is not there yet is left out.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 3

passed=0
failed=0
check() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $what"
    fi
}
list() { git ls-files --cached --others --exclude-standard "$@"; }

mapfile -t swift < <(list '*.swift')
mapfile -t c < <(list '*.c' '*.h' '*.hpp' '*.cpp' | grep -v 'width_table\.h$')
mapfile -t shell < <(list '*.sh' '.ci/run')
check "swift format" "${SWIFT:-swift}" format lint --strict --parallel "${swift[@]}"
check "clang-format" clang-format --dry-run --Werror "${c[@]}"
check "shellcheck" shellcheck --severity=warning "${shell[@]}"
check "ruff" .venv/bin/ruff check --quiet data tools Tests bindings examples
check "man page" mandoc -T lint -W warning docs/man/places.1
check "bash completion" bash -n packaging/completions/places.bash
check "zsh completion" zsh -n packaging/completions/_places
check "fish completion" fish --no-execute packaging/completions/places.fish
check "no trailing space" test -z "$(list | grep -vE '^Tests/fuzz/corpus/|\.(tsv|pbf|lock)$' | xargs grep -lIE '[ 	]+$' 2>/dev/null)"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
