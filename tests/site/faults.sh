#!/bin/sh
# A world that is against it, and inputs of every size: tests/site/faults.sh BINARY
#
# Whatever happens, the site that stood before stands whole, the message names the place, and the exit code tells whose fault
# it is: 1 the input's, 2 the world's. Wrong inputs and their exact messages are in tests/errors.
. "$(dirname "$0")/../frame.sh"

# ---- helpers

# small FOLDER: the small site of tests/golden with its templates, built.
small() {
    mkdir "$1"
    cp -R "$root/tests/golden/input/." "$1"
    cp -R "$root/templates" "$1/templates"
    build "$1" > "$work/said" 2>&1
}

# build FOLDER [OPTION…]: inside it
build() {
    folder=$1
    shift
    (cd "$folder" && "$binary" build "$@")
}

# refused WHAT CODE TEXT COMMAND…: it ends with the code, and says the text. What it says goes through a pipe, which is no file
# with a limit.
refused() {
    refused_what=$1
    expected=$2
    text=$3
    shift 3
    {
        code=0
        "$@" 2>&1 > /dev/null || code=$?
        echo "$code" > "$work/code"
    } | cat > "$work/said"
    check "$refused_what: the code is $(cat "$work/code")" eval 'cat "$work/said" && [ "$(cat "$work/code")" -eq "$expected" ]'
    check "$refused_what: it does not say \"$text\"" eval 'cat "$work/said" && grep -qF -- "$text" "$work/said"'
}

# Names, sizes, inodes and times of all files: nothing was touched.
state() {
    (cd "$1" && ls -liAR --time-style=full-iso .)
}

# untouched WHAT FOLDER: it is as `state` found it before.
untouched() {
    state "$2" > "$work/after"
    check "$1: files were touched" diff "$work/before" "$work/after"
}

small "$work/old"

# ---- the output cannot be written

for command in 'help' 'check --help' 'check' 'estimate --help' 'estimate --model test-dense-8b' 'recommend --scenario test-serving --json' \
    'accuracy --help' 'import --help' 'publish --help'; do
    # shellcheck disable=SC2086 # several arguments
    refused "$command > /dev/full" 2 'chipfirst: cannot write the output: No space left on device' \
        eval '(cd "$work/old" && "$binary" $command > /dev/full)'
done
refused 'check without stdout' 2 'chipfirst: cannot write the output: Bad file descriptor' eval '(cd "$work/old" && "$binary" check >&-)'
refused 'an unknown command > /dev/full' 1 'there is no command' eval '"$binary" nothing > /dev/full'

# ---- no room for files: a limit on their size, which holds for everybody

largest=$(find "$work/old/site" -type f -exec wc -c {} + | awk '$2 != "total" && $1 > n { n = $1 } END { print n }')
state "$work/old" > "$work/before"
limited() (
    ulimit -f "$blocks"
    build "$work/old" --base-url https://site.example/
)
for blocks in 0 8 $((largest / 1024)); do
    refused "files of at most $blocks blocks" 2 'chipfirst: error: cannot write site.chipfirst-new/' limited
    untouched "files of at most $blocks blocks" "$work/old"
done

# ---- a full disk: where a small one may be mounted

cat > "$work/full.sh" << 'END'
# full.sh BINARY OLD MOUNT OPTIONS: a copy of the site at OLD on a disk of its own, and a build that finds no room there.
set -eu
mount -t tmpfs -o "$4" none "$3"
cp -R "$2/." "$3"
cd "$3"
find . | sort > "$2.list"
code=0
"$1" build --base-url https://site.example/ || code=$?
diff -r "$2" . && find . | sort | diff "$2.list" - || code=9
exit "$code"
END
mkdir "$work/disk"
full() {
    unshare --user --map-root-user --mount sh "$work/full.sh" "$binary" "$work/old" "$work/disk" "$1"
}
used_kib=$(du -sk "$work/old" | cut -f 1)
used_files=$(find "$work/old" | wc -l)
if unshare --user --map-root-user --mount mount -t tmpfs none "$work/disk" 2> "$work/said"; then
    refused 'a full disk' 2 'No space left on device' full "size=$((used_kib + 200))k"
    refused 'a disk without room for more files' 2 'No space left on device' full "size=64m,nr_inodes=$((used_files + 20))"
else
    echo "faults: no disk may be mounted here ($(cat "$work/said")): a limit on the size of files stands for the full one"
fi

# ---- no permission: as somebody whom modes bind, which they do not the superuser

other=$work/other
small "$other"
cp "$binary" "$work/binary"
if [ "$(id -u)" -eq 0 ]; then
    chmod 755 "$work"
    chown -R 65534 "$other"
    as_other() { setpriv --reuid 65534 --clear-groups "$@"; }
else
    as_other() { "$@"; }
fi
build_other() (
    cd "$other"
    as_other "$work/binary" build "$@"
)

# forbidden PATH MODE MESSAGE [OPTION…]: with that mode the build fails and touches nothing.
forbidden() {
    path=$1
    mode=$2
    forbidden_message=$3
    shift 3
    state "$other" > "$work/before"
    before=$(stat -c %a "$other/$path")
    chmod "$mode" "$other/$path"
    refused "$path with mode $mode" 2 "chipfirst: error: $forbidden_message: Permission denied" build_other "$@"
    chmod "$before" "$other/$path"
    untouched "$path" "$other"
}

check 'the other user cannot build' build_other
for file in catalog/chips.yaml catalog/families/ecs.gn90t.yaml content/en/guide/selection.md content/zh/guide/selection.md \
    templates/page.tpl templates/strings.zh.yaml templates/assets/style.css; do
    forbidden $file 0 "cannot read $file"
done
for folder in catalog catalog/models content content/en/guide templates templates/assets site; do
    forbidden $folder 0 "cannot read folder $folder"
done
forbidden . 555 'cannot make folder site.chipfirst-new' --base-url https://site.example/
forbidden site/.chipfirst 0 'cannot read site/.chipfirst'

# The folder of a page cannot be emptied: the new site stands, what is left of the old one is told, now and before the next.
chmod 555 "$other/site/en/guide"
refused 'a part of the site without write permission' 2 'chipfirst: error: cannot remove site.chipfirst-new: Permission denied' \
    build_other --base-url https://site.example/
check 'the new site does not stand' grep -q 'https://site.example/en/index.html' "$other/site/sitemap.xml"
refused 'what was left of it' 2 'chipfirst: error: cannot remove site.chipfirst-new: Permission denied' build_other
check 'nothing is left' chmod -R u+w "$other/site.chipfirst-new"
check 'it cannot be removed' build_other
check 'something is left' [ ! -e "$other/site.chipfirst-new" ]

# ---- killed at 40 moments

killed=$work/killed
small "$killed"
check 'addresses' build "$killed" --record-addresses
cp -R "$killed" "$work/new"
check 'the other site' build "$work/new" --base-url https://site.example/
cp -R "$killed/site" "$work/before-kill"

same() {
    diff -r "$1" "$2" > "$work/diff" 2>&1
}

# Milliseconds of a build that writes every file.
milliseconds() {
    begun=$(date +%s%N)
    build "$killed" "$@" > "$work/said"
    echo $((($(date +%s%N) - begun) / 1000000))
}
lasts=$(milliseconds --base-url https://site.example/)
again=$(milliseconds)
[ "$lasts" -lt "$again" ] || lasts=$again

# Moments by a seeded generator: one in each twentieth of the time a build takes, then in its last third, when it writes;
# more than are needed, since a build may be done before its moment has come.
awk -v lasts="$lasts" 'BEGIN {
    srand(20240607)
    for (i = 0; i < 200; i++) {
        share = (i % 20 + rand()) / 20
        printf "%.4f\n", lasts / 1000 * (i < 20 ? share : 2 / 3 + share / 3)
    }
}' > "$work/moments"
hits=0
writing=0
while [ "$hits" -lt 40 ] && IFS= read -r moment; do
    (cd "$killed" && exec "$binary" build --base-url https://site.example/ > "$work/said" 2>&1) &
    victim=$!
    sleep "$moment"
    kill -9 "$victim" 2> "$work/said" || :
    code=0
    wait "$victim" 2> "$work/said" || code=$?
    if [ "$code" -eq 137 ]; then
        hits=$((hits + 1))
        [ ! -e "$killed/site.chipfirst-new" ] || writing=$((writing + 1))
        check "killed after $moment s: the site is neither the old nor the new one" \
            eval 'same "$killed/site" "$work/before-kill" || same "$killed/site" "$work/new/site"'
    fi
    check "after $moment s: the next build fails" build "$killed" --base-url https://site.example/
    check "after $moment s: the next build gives other bytes" eval 'same "$killed" "$work/new" || ! cat "$work/diff"'
    check "after $moment s: back to the first site" build "$killed"
done < "$work/moments"
check "only $hits kills hit a build of $lasts ms" [ "$hits" -eq 40 ]
check 'no kill hit while files were written' [ "$writing" -gt 0 ]
echo "faults: killed $hits builds of $lasts ms, $writing while they wrote"

# A new site that could not be exchanged in one step, and a build that was ended between the two.
mv "$killed/site" "$killed/site.chipfirst-new.old"
mkdir "$killed/site.chipfirst-new"
check 'a site that was moved away does not come back' eval 'build "$killed" > "$work/said" && grep -q "^site: 0 written" "$work/said"'
check 'it is not the same' same "$killed/site" "$work/before-kill"
check 'the folders beside it are still there' eval '[ "$(ls -A "$killed" | tr "\n" " ")" = "catalog content site templates " ]'

# ---- size: at the limit, above it, and many

big=$work/big
small "$big"
# pad FILE BYTES: comments, or a paragraph, to exactly that size.
pad() {
    size=$(wc -c < "$1")
    awk -v n="$(($2 - size))" 'BEGIN { while (n > 100) { printf "# %97s\n", "x"; n -= 100 } while (n-- > 1) printf "#"; print "" }' >> "$1"
}
pad "$big/catalog/names.yaml" 8388608
check 'a file of 8 MiB is refused' eval 'build "$big" > "$work/said" && [ "$(wc -c < "$big/catalog/names.yaml")" -eq 8388608 ]'
cp -R "$big/site" "$work/big-site"
echo '#' >> "$big/catalog/names.yaml"
refused 'a file above 8 MiB' 1 'catalog/names.yaml: error: the file has 8388610 bytes; at most 8388608 are allowed' build "$big"
check 'the site is another' same "$big/site" "$work/big-site"

rm -r "$big"
small "$big"
awk -v folder="$big/catalog/families" 'BEGIN {
    for (f = 1000; f < 2000; f++) {
        file = folder "/ecs.gn" f "k.yaml"
        printf "id: ecs.gn%dk\nkind: vm\nstatus: sold\nchip: nvidia-test-24gb\nlisted: [page]\nsources: [test-cloud-page]\ntypes:\n", f > file
        for (t = 1; t <= 10; t++)
            printf "  - id: ecs.gn%dk-c%dg1.large\n    vcpus: %d\n    gpus: 1\n    listed: [page]\n", f, t, t > file
        close(file)
    }
}'
begun=$(date +%s)
check '10,000 types cannot be checked' eval '(cd "$big" && "$binary" check > "$work/many")'
check '10,000 types have no page each' grep -q '^2[0-9]* pages, ' "$work/many"
echo "faults: 10,000 types checked in $(($(date +%s) - begun)) s: $(head -n 1 "$work/many")"

finish
