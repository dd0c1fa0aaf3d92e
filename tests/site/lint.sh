#!/bin/sh
# The linters over styles, scripts and the browser tests: tests/site/lint.sh BINARY (which is not used)
#
# Each linter first has to refuse something that is wrong.
set -eu
cd "$(dirname "$0")/../.."
bin=$PWD/node_modules/.bin
failed=0

# refuses LINTER OPTION FILE TEXT: the option tells the linter as which file to read the text.
refuses() {
    if printf '%s\n' "$4" | "$bin/$1" --stdin "$2" "$3" > /dev/null 2>&1; then
        echo "lint: $1 accepts what it should refuse: $4"
        failed=$((failed + 1))
    fi
}

# accepts LINTER FILES
accepts() {
    linter=$1
    shift
    if "$bin/$linter" --max-warnings 0 "$@"; then
        echo "lint: $linter finds nothing in $# files"
    else
        failed=$((failed + 1))
    fi
}

refuses stylelint --stdin-filepath templates/assets/a.css 'a { color: #ggg }'
refuses eslint --stdin-filename templates/assets/a.js 'let unused = missing;'
refuses eslint --stdin-filename tests/browser/a.mjs 'let unused = missing;'
accepts stylelint templates/assets/*.css
accepts eslint templates/assets/*.js tests/*/*.mjs bench/*.mjs ./*.mjs
[ "$failed" -eq 0 ]
