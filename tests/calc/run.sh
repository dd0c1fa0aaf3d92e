#!/bin/sh
# The calculator's engine, natively and in WebAssembly: tests/calc/run.sh BINARY
#
# Needs Node.js and the repository's catalogue. build/calc_native lies beside the binary.
. "$(dirname "$0")/../frame.sh"
script=calculator
native=$(dirname "$binary")/calc_native
export CHIPFIRST="$binary" SITE="$work/site"

check 'the site cannot be built' "$binary" build --out "$SITE"
check 'engine.test.mjs' node --test --test-reporter=spec tests/calc/engine.test.mjs
check 'state.test.mjs' node --test --test-reporter=spec tests/calc/state.test.mjs
# A million cases with one seed; another seed can be named for other ones.
check 'identity.mjs' node tests/calc/identity.mjs "$native" "$SITE" "${SEED:-20261130}" "${CASES:-1000000}"
tail -n 1 "$work/log"
finish
