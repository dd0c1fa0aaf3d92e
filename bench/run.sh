#!/bin/sh
# Measures the build of the real site: bench/run.sh BINARY [MEASURE]
# Numbers to keep: a whole build under 1.5 s of CPU and under 100 MB; a second build writes nothing.
set -eu
binary=$1
measure=${2:-$(dirname "$binary")/measure}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM

"$measure" "check (nothing written)" 5 "$binary" check
"$measure" "build into an empty folder" 1 "$binary" build --out "$folder/site"
"$measure" "build again, nothing changed" 5 "$binary" build --out "$folder/site"
"$binary" build --out "$folder/site"
