#!/bin/sh
# The small site of tests/golden in other clothes: tests/site/variants.sh BINARY
#
# Line ends and byte order marks change no byte of the output (D25); the address of the site changes only what must
# know it (D35).
. "$(dirname "$0")/../frame.sh"

# build NAME [OPTION…]: the input in $work/NAME
build() {
    name=$1
    shift
    (cd "$work/$name" && "$binary" build --templates "$root/templates" "$@")
}

# variant NAME AWK-PROGRAM: every text of the input goes through the program.
variant() {
    cp -R tests/golden/input "$work/$1"
    find "$work/$1" -type f | while IFS= read -r file; do
        LC_ALL=C awk "$2" "$file" > "$work/changed"
        cat "$work/changed" > "$file"
    done
    check "$1 cannot be built" build "$1"
    check "$1 gives other bytes" diff -r "$work/plain/site" "$work/$1/site"
}

variant plain '{ print }'
variant crlf '{ printf "%s\r\n", $0 }'
variant mark 'NR == 1 { printf "\357\273\277" } { print }'
variant mark-crlf 'NR == 1 { printf "\357\273\277" } { printf "%s\r\n", $0 }'
variant fence-blank 'FILENAME ~ /[.]md$/ && $0 == "---" { $0 = "--- " } { print }'
variant comments '{ print } FILENAME ~ /[.]yaml$/ && NR == 1 { print "# a comment changes no digest" }'

# ---- addresses

html() {
    (cd "$work/$1/site" && find . -name '*.html' | LC_ALL=C sort)
}

# Lines with href or src that leave the folder of the page in another way than by a relative path. The empty icon, data:,
# says that there is none; it asks nobody for anything.
absolute_links() {
    cd "$work/$1/site"
    find . -name '*.html' ! -path ./404.html -exec grep -n -E '(href|src)="(/|[a-z]+:)' {} + |
        grep -v -E 'rel="(canonical|alternate)"|href="https://|<link rel="icon" href="data:,">' || :
    cd "$root"
}

cp -R tests/golden/input "$work/deep"
check 'a base address cannot be built' build deep --base-url https://site.example/x/y/
for name in plain deep; do
    absolute_links $name > "$work/absolute"
    check "pages of $name have absolute links" eval 'cat "$work/absolute" && [ ! -s "$work/absolute" ]'
done
check '404.html links from the root' grep -q 'href="/en/index.html"' "$work/plain/site/404.html"
check '404.html links from the base' grep -q 'href="/x/y/en/index.html"' "$work/deep/site/404.html"
check '404.html has relative links' \
    eval '! grep -v "<link rel=\"icon\" href=\"data:,\">" "$work/deep/site/404.html" | grep -E "(href|src)=\"[^/]"'
check 'a sitemap without base' [ ! -e "$work/plain/site/sitemap.xml" ]
check 'a canonical address without base' eval '! grep -r "rel=\"canonical\"" "$work/plain/site"'
check 'not every page but 404 is in the sitemap' \
    [ "$(grep -c '<loc>https://site.example/x/y/' "$work/deep/site/sitemap.xml")" -eq "$(($(html deep | wc -l) - 1))" ]

# A base address adds lines to the head of a page and changes none of the others.
strip() {
    mkdir "$work/$1-stripped"
    cp -R "$work/$1/site/en" "$work/$1/site/zh" "$work/$1-stripped"
    find "$work/$1-stripped" -name '*.html' | while IFS= read -r file; do
        sed '/rel="canonical"/d; /rel="alternate"/d; /(chipfirst, [0-9a-f]*)/d' "$file" > "$work/changed"
        cat "$work/changed" > "$file"
    done
}
strip plain
strip deep
check 'a base address changes more than the head and the citation' diff -r "$work/plain-stripped" "$work/deep-stripped"

finish
