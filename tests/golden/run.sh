#!/bin/sh
# A small site and its exact output: tests/golden/run.sh BINARY [--update]
#
# Builds input/ with the templates of the repository and compares a choice of its files with expected/; then looks for
# the strings of truth.txt, which were worked out by hand and which --update leaves alone. The hashes in the names of the
# assets are left out, so that a change of style changes nothing here. --update shows the difference and takes it over.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
update=${2-}
cd "$(dirname "$0")"
golden=$PWD
templates=$golden/../../templates
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pages='index.html 404.html
en/index.html en/guide/selection.html zh/guide/selection.html
en/chips/nvidia-test-24gb.html en/chips/testcorp-npu.html en/families/ecs.vgn90t.html en/types/index.html
en/types/ecs.gn90t-c8g1.2xlarge.html en/prices.html zh/prices.html zh/models/test-dense-8b.html en/vram/test-dense-8b.html
en/scenarios/test-serving.html'
hash='s/\.[0-9a-f]\{8,\}\.\(css\|js\)/.HASH.\1/g'

# Without an addresses.txt of its own the site is new: what --record-addresses writes is a part of the output.
build() {
    cp -R input "$work/site.in"
    cd "$work/site.in"
    "$binary" build --base-url https://site.example/gpu/ --templates "$templates" --record-addresses \
        > "$work/stdout" 2> "$work/stderr" || {
        cat "$work/stderr"
        echo 'golden: the small site cannot be built'
        exit 1
    }
    cd "$golden"
}

# collect FILE: a file of the site, without hashes, to where it is compared.
collect() {
    mkdir -p "$work/got/$(dirname "$1")"
    sed "$hash" "$work/site.in/site/$1" > "$work/got/$1"
}

collect_all() {
    for file in $pages robots.txt sitemap.xml; do
        collect "$file"
    done
    for file in "$work/site.in/site/data/"*; do
        collect "data/${file##*/}"
    done
    sed "$hash" "$work/site.in/site/.chipfirst" > "$work/got/files.txt"
    cp "$work/site.in/catalog/addresses.txt" "$work/got/addresses.txt"
    sed 's/[0-9.]* MB/N MB/' "$work/stdout" > "$work/got/stdout.txt"
    cp "$work/stderr" "$work/got/stderr.txt"
}

# Lines of truth.txt: FILE|TEXT, or !FILE|TEXT for what must not stand there.
check_truth() {
    while IFS='|' read -r file text; do
        case $file in
        '' | '#'*) continue ;;
        '!'*)
            file=${file#!}
            found=1
            [ -f "$work/site.in/site/$file" ] && ! grep -qF -- "$text" "$work/site.in/site/$file" || found=0
            rule='must not hold' ;;
        *)
            found=1
            grep -qF -- "$text" "$work/site.in/site/$file" || found=0
            rule='must hold' ;;
        esac
        if [ "$found" = 1 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            printf 'golden: %s %s: %s\n' "$file" "$rule" "$text"
        fi
    done < truth.txt
}

passed=0
failed=0
build
collect_all
mkdir -p expected
if diff -ruN expected "$work/got"; then
    passed=$((passed + 1))
elif [ "$update" = --update ]; then
    rm -rf expected
    cp -R "$work/got" expected
    echo 'golden: expected/ is rewritten'
else
    failed=$((failed + 1))
    echo 'golden: the output differs from expected/; if that is meant, run make golden'
fi
check_truth
echo "golden: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
