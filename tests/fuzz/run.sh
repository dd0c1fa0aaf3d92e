#!/bin/sh
# Runs every fuzz harness: tests/fuzz/run.sh RUNS [KEEP]
# Seeds lie in tests/fuzz/seeds/<name>/, inputs that once failed beside them; both run first. With KEEP new interesting inputs are
# kept in that folder (a long run by `make fuzz`), else they are thrown away.
set -eu
cd "$(dirname "$0")/../.."
runs=$1
keep=${2:-}
CC=clang CXX=clang++ cmake -G Ninja -S . -B build-fuzz -DFUZZ=ON > /dev/null
ninja -C build-fuzz fuzz > /dev/null
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
passed=0
failed=0
for harness in build-fuzz/fuzz_*; do
    [ -x "$harness" ] || continue
    name=${harness##*/fuzz_}
    corpus=$scratch/$name
    mkdir -p "$corpus"
    [ -z "$keep" ] || corpus=$keep/$name
    mkdir -p "$corpus"
    if "$harness" -runs="$runs" -max_len=4096 -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$scratch/$name-" -verbosity=0 -print_final_stats=1 \
        "$corpus" "tests/fuzz/seeds/$name" > "$scratch/log" 2>&1; then
        passed=$((passed + 1))
        echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/log") runs, no finding"
    else
        failed=$((failed + 1))
        echo "fuzz: $name: FAILED" >&2
        tail -n 40 "$scratch/log" >&2
        for input in "$scratch/$name"-*; do
            [ -e "$input" ] || continue
            echo "fuzz: the input, to be kept as tests/fuzz/seeds/$name/found-*:" >&2
            od -c "$input" | head -n 40 >&2
        done
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
