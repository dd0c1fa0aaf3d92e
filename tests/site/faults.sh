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

finish
