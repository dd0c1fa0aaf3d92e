#!/bin/sh
# The real site has a page for every record, and every page works from a disk: tests/site/pages.sh BINARY
#
# The ids are read from the YAML with sed, not by the program.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

fails() {
    failed=$((failed + 1))
    echo "pages: $1"
}

# nothing WHAT FILE: the file is empty.
nothing() {
    if [ -s "$2" ]; then
        fails "$1:"
        head -n 5 "$2"
    else
        passed=$((passed + 1))
    fi
}

"$binary" build --out "$work/site" > "$work/stdout" 2> "$work/stderr" || {
    cat "$work/stderr"
    echo 'pages: the site cannot be built'
    exit 1
}
nothing 'the build warns' "$work/stderr"

# ---- every record, in both languages


# records FOLDER LEAST PATTERN FILE…: the ids are what follows the pattern
records() {
    folder=$1
    least=$2
    pattern=$3
    shift 3
    sed -n "s/^$pattern *//p" "$@" | sort > "$work/ids"
    count=$(wc -l < "$work/ids")
    if [ "$count" -ge "$least" ]; then
        passed=$((passed + 1))
    else
        fails "only $count records of $folder; at least $least were there once"
    fi
    for lang in en zh; do
        (cd "$work/site/$lang/$folder" && ls) | sed -n 's/[.]html$//p' | grep -v '^index$' | sort > "$work/pages"
        diff "$work/ids" "$work/pages" > "$work/difference" || :
        nothing "$lang/$folder has other pages than the catalogue has records" "$work/difference"
    done
}

records chips 28 '  - id:' catalog/chips.yaml
records families 76 'id:' catalog/families/*.yaml
records types 242 '  - id:' catalog/families/*.yaml
records models 129 '  - id:' catalog/models/*.yaml
records scenarios 3 'id:' catalog/scenarios/*.yaml

# ---- addresses (D34): lower-case ASCII

(cd "$work/site" && find . -type f) > "$work/files"
grep '[^a-z0-9._/-]' "$work/files" > "$work/odd" || :
nothing 'paths that differ between systems' "$work/odd"

# ---- from the disk (D31): relative links, plain scripts, nothing from elsewhere

cd "$work/site"
find . -name '*.html' ! -path ./404.html -exec grep -l -E '(href|src)="/' {} + > "$work/odd" || :
nothing 'links that need a server' "$work/odd"
find . -name '*.html' -exec grep -l -E 'src="[a-z]+:|<link [^>]*stylesheet[^>]*href="[a-z]+:' {} + > "$work/odd" || :
nothing 'parts of a page from elsewhere' "$work/odd"
find . -name '*.html' -exec grep -l -i -E 'type="?module|<iframe|javascript:| on[a-z]+="' {} + > "$work/odd" || :
nothing 'scripts in the page' "$work/odd"
find . -name '*.html' -exec grep -L -F "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:;" {} + > "$work/odd" || :
nothing 'pages without a policy' "$work/odd"
find . -name '*.html' -exec awk 'FNR == 1 { allowed = 0 } /Content-Security-Policy/ { allowed = 1 } /<(script|link)/ && !allowed { print FILENAME }' {} + > "$work/odd"
nothing 'a policy behind what it is for' "$work/odd"
find . -name '*.html' -exec grep -l -i -E '<script(>| [^s])|<style| style=' {} + > "$work/odd" || :
nothing 'scripts and styles in the page' "$work/odd"
grep -l -E 'fetch\(|XMLHttpRequest|import\(|^import |@import|https?://' assets/*.js assets/*.css > "$work/odd" || :
nothing 'assets that load something' "$work/odd"

# ---- units (D07): what the download counts in GiB, the page shows in GiB

head -n 1 data/types.csv | grep -v '^catalogue,id,vcpus,memory_gib,' > "$work/odd" || :
nothing 'other columns in data/types.csv' "$work/odd"
awk -F, 'NR > 1 && $4 != "" { print $2, $4 }' data/types.csv | while read -r id gib; do
    grep -q "$gib GiB" "en/types/$id.html" || echo "en/types/$id.html: $gib GiB"
done > "$work/odd"
nothing 'memory of a type that its page does not show' "$work/odd"

echo "pages: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
