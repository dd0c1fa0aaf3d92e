#!/bin/sh
# The computed blocks of the guide against values worked out apart: tests/site/computed.sh BINARY
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
SITE=$(mktemp -d)
export SITE
trap 'rm -rf "$SITE"' EXIT
trap 'exit 1' HUP INT TERM

"$binary" build --out "$SITE" > /dev/null
node --test-reporter=spec tests/site/computed.mjs
