#!/bin/sh
# The guidance is tested like code: tests/guidance/run.sh BINARY
#
# Needs Node.js alone. The repository's catalogue and content are copied before they are changed.
set -eu
case $1 in
/*) CHIPFIRST=$1 ;;
*) CHIPFIRST=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
TMPDIR=$(mktemp -d)
export CHIPFIRST TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# One file at a time: each keeps all processors busy by itself.
node --test --test-concurrency=1 --test-reporter=spec tests/guidance/*.test.mjs
