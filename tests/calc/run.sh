#!/bin/sh
# The calculator's engine, natively and in WebAssembly: tests/calc/run.sh BINARY
#
# Needs Node.js and the repository's catalogue. calc_native, calc_rows and rows.wasm lie beside the binary.
. "$(dirname "$0")/../frame.sh"
script=calculator
build=$(dirname "$binary")
export CHIPFIRST="$binary" SITE="$work/site"

# Where clang cannot compile for WebAssembly, CMake stops and names the packages.
says_what_is_missing() {
    ! cmake -DWASM_CLANG=/bin/false -G Ninja -S . -B "$work/cmake" > "$work/cmake.log" 2>&1 &&
        grep -q 'missing: clang' "$work/cmake.log" && grep -q 'apt-get install clang lld gzip' "$work/cmake.log"
}

check 'a missing clang is not told' says_what_is_missing
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
