#!/bin/sh
# The real site and variants of the small one: tests/site/run.sh BINARY. Runs the other scripts of this folder.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
cd "$(dirname "$0")"
failed=0
for script in *.sh; do
    [ "$script" = run.sh ] || ./"$script" "$binary" || failed=$((failed + 1))
done
[ "$failed" -eq 0 ]
