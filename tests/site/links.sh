#!/bin/sh
# Every link and fragment of the real site: tests/site/links.sh BINARY
#
# Three opinions: the program's own check, with the base addresses / and /x/y/; linkinator, which fetches what the links
# name; and a browser's parser, which looks for what the fragments name.
set -eu
case $1 in
/*) CHIPFIRST=$1 ;;
*) CHIPFIRST=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)}
WORK=$(mktemp -d)
TMPDIR=$WORK
export CHIPFIRST CHROMIUM WORK TMPDIR
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' HUP INT TERM

for base in '' http://127.0.0.1/ http://127.0.0.1/x/y/; do
    "$CHIPFIRST" check ${base:+--base-url "$base"} > /dev/null || {
        echo "links: the own check fails with the base address \"$base\""
        exit 1
    }
done
node --test-reporter=spec tests/site/links.mjs
