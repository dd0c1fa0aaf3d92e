#!/bin/sh
# Scripts and styles are sent without comments and say the same: tests/site/squeeze.sh BINARY
set -eu
case $1 in
/*) CHIPFIRST=$1 ;;
*) CHIPFIRST=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' HUP INT TERM
"$CHIPFIRST" build --out "$WORK/site" > /dev/null
node --test-reporter=spec tests/site/squeeze.mjs
