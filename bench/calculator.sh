#!/bin/sh
# The calculator's recomputation in Chromium: bench/calculator.sh BINARY
# Numbers to keep: everything for all types in 5 ms without smallest changes, in 20 ms with them (medians).
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.."
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)}
[ -n "$CHROMIUM" ] || {
    echo 'calculator: no Chromium; install it, or say where it is with CHROMIUM=/path'
    exit 1
}
folder=$(mktemp -d)
TMPDIR=$folder
export CHROMIUM TMPDIR
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
"$binary" build --out "$folder/site" > "$folder/log"
node bench/calculator.mjs "$folder/site"
