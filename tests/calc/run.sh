#!/bin/sh
# The calculator's engine, natively and in WebAssembly: tests/calc/run.sh BINARY
#
# Needs Node.js and the repository's catalogue. calc_native, calc_rows and rows.wasm lie beside the binary.
. "$(dirname "$0")/../frame.sh"
script=calculator
build=$(dirname "$binary")
export CHIPFIRST="$binary" SITE="$work/site"

check 'the site cannot be built' "$binary" build --out "$SITE"
check 'engine.test.mjs' node --test --test-reporter=spec tests/calc/engine.test.mjs
check 'state.test.mjs' node --test --test-reporter=spec tests/calc/state.test.mjs
check 'rows.mjs' node tests/calc/rows.mjs "$build/calc_rows" "$build/rows.wasm"
# A million cases with one seed; another seed can be named for other ones.
check 'identity.mjs' node tests/calc/identity.mjs "$build/calc_native" "$SITE" "${SEED:-20261130}" "${CASES:-1000000}"
tail -n 1 "$work/log"
check 'queries.mjs' node tests/calc/queries.mjs "$SITE" "${SEED:-20261130}" "${QUERIES:-50000}"
tail -n 1 "$work/log"
finish
