#!/bin/sh
# The same input gives the same bytes, whatever is around it, and a build that fails changes nothing:
# tests/site/determinism.sh BINARY
. "$(dirname "$0")/../frame.sh"

same() {
    diff -r "$work/a/site" "$1"
}

# The folders and files of the input, created the other way round.
copy_reversed() {
    (cd "$root" && find catalog content templates | LC_ALL=C sort -r) | while IFS= read -r path; do
        if [ -d "$root/$path" ]; then
            mkdir -p "$1/$path"
        else
            mkdir -p "$1/$(dirname "$path")"
            cp "$root/$path" "$1/$path"
        fi
    done
}

# build FOLDER [OPTION…]: inside it, with its own catalog, content and templates
build() {
    folder=$1
    shift
    (cd "$folder" && "$binary" build "$@")
}

# ---- another place, order, locale, time zone, umask, environment and working directory

mkdir -p "$work/a" "$work/far away/b" "$work/elsewhere"
for folder in catalog content templates; do
    cp -R "$folder" "$work/a/$folder"
done
check 'the site cannot be built' build "$work/a"
copy_reversed "$work/far away/b"
locale=$(locale -a 2> /dev/null | grep -i '^tr_TR' | head -n 1)
far() {
    cd "$work/elsewhere"
    umask 077
    env -i TZ=Pacific/Kiritimati "LC_ALL=${locale:-C}" LANG=de_DE.UTF-8 SOURCE_DATE_EPOCH=1 "$binary" build \
        --catalog "$work/far away/b/catalog" --content '../far away/b/content/' --templates '../far away/b/templates' --out here/site
}
check 'the copy cannot be built' eval '(far)'
check 'the copy gives other bytes' same "$work/elsewhere/here/site"

# ---- a second build writes nothing

state() {
    (cd "$work/a" && ls -dli site && ls -liR site)
}
state > "$work/before"
check 'the second build fails' eval 'build "$work/a" > "$work/said"'
check 'the second build says that it wrote' grep -q '^site: 0 written, 0 removed, ' "$work/said"
state > "$work/after"
check 'the second build touched files' cmp "$work/before" "$work/after"

# ---- two builds at once, over an old site that lacks a file, has an old one and keeps a hidden one

mkdir "$work/b"
cp -R "$work/a/catalog" "$work/a/content" "$work/a/templates" "$work/b"
cp -R "$work/a/site" "$work/b/site"
rm "$work/b/site/en/index.html"
echo 'old' > "$work/b/site/zh/index.html"
echo 'kept' > "$work/b/site/.nojekyll"
first=0
second=0
build "$work/b" > "$work/first" 2>&1 &
build "$work/b" > "$work/second" 2>&1 || second=$?
wait $! || first=$?
check 'the first of two builds at once fails' eval 'cat "$work/first" && [ "$first" -eq 0 ]'
check 'the second of two builds at once fails' eval 'cat "$work/second" && [ "$second" -eq 0 ]'
check 'a hidden file of the site is gone' grep -q kept "$work/b/site/.nojekyll"
rm -f "$work/b/site/.nojekyll"
check 'two builds at once give another site' same "$work/b/site"
check 'two builds at once leave something behind' eval '[ "$(ls -A "$work/b" | tr "\n" " ")" = "catalog content site templates " ]'

# ---- a wrong input leaves the old site

state > "$work/before"
for spoil in 'catalog/chips.yaml' 'content/zh/guide/selection.md' 'templates/page.tpl' 'templates/strings.en.yaml'; do
    cp "$work/a/$spoil" "$work/whole"
    printf '\n{{spoiled: [\n\n<b>\n' >> "$work/a/$spoil"
    code=0
    build "$work/a" > "$work/said" 2>&1 || code=$?
    check "an error in $spoil ends with $code" [ "$code" -eq 1 ]
    check "an error in $spoil is reported elsewhere" grep -q "^$spoil:" "$work/said"
    cp "$work/whole" "$work/a/$spoil"
done
state > "$work/after"
check 'a build that failed touched the site' cmp "$work/before" "$work/after"

finish
