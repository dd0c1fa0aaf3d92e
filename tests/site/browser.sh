#!/bin/sh
# The site in a browser, every kind of page over http and from disk: tests/site/browser.sh BINARY
#
# Needs Chromium (CHROMIUM names another one) and node_modules. The tests are in tests/browser/.
set -eu
case $1 in
/*) CHIPFIRST=$1 ;;
*) CHIPFIRST=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)}
[ -n "$CHROMIUM" ] || {
    echo 'browser: no Chromium; install it, or say where it is with CHROMIUM=/path'
    exit 1
}
# Its profiles go below WORK too, so that nothing is left behind however the tests end.
WORK=$(mktemp -d)
TMPDIR=$WORK
export CHIPFIRST CHROMIUM WORK TMPDIR
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' HUP INT TERM
node --test-reporter=spec tests/browser/all.mjs
