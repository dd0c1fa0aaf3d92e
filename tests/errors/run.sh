#!/bin/sh
# Wrong inputs and their exact messages: tests/errors/run.sh BINARY [--update] [CASE…]
#
# Each folder here holds `case`, shell commands that spoil a copy of the small site (tests/golden/input and the
# repository's templates; the functions of spoil.sh are at hand), and `expected`: the exit code and all that is printed to
# stderr. The binary runs inside the copy with relative paths. It must fail, say something, and leave every file of the
# copy as it is. --update shows the differences and takes them over.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
shift
update=
if [ "${1-}" = --update ]; then
    update=1
    shift
fi
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

mkdir "$work/base"
cp -R ../golden/input/. "$work/base"
cp -R ../../templates "$work/base/templates"
cd "$work/base"
if ! "$binary" build --record-addresses --out "$work/site" > "$work/stdout" 2> "$work/stderr"; then
    cat "$work/stderr"
    echo 'errors: the small site is wrong before it is spoiled'
    exit 1
fi
cd "$here"

# prepare NAME: the spoiled copy in $work/run, its arguments in $work/args.
prepare() {
    rm -rf "$work/run"
    cp -R "$work/base" "$work/run"
    cd "$work/run"
    sh -eu "$here/spoil.sh" "$here/$1/case" "$work" || {
        cd "$here"
        echo "$1: its commands fail"
        return 1
    }
}

run_case() {
    prepare "$1" || return 1
    args=$(cat "$work/args")
    find . | sort > "$work/before"
    code=0
    # shellcheck disable=SC2086 # several arguments
    "$binary" $args > "$work/stdout" 2> "$work/stderr" || code=$?
    find . | sort > "$work/after"
    cd "$here"
    { echo "$code" && cat "$work/stderr"; } > "$work/got"
    if [ "$code" = 0 ] || [ ! -s "$work/stderr" ]; then
        echo "$1: nothing was reported (exit code $code)"
        return 1
    fi
    if ! cmp -s "$work/before" "$work/after"; then
        echo "$1: files were written or removed:"
        diff "$work/before" "$work/after"
        return 1
    fi
}

compare() {
    if [ -f "$1/expected" ] && cmp -s "$1/expected" "$work/got"; then
        return
    fi
    echo "$1: the messages differ:"
    if [ -f "$1/expected" ]; then
        diff -u "$1/expected" "$work/got" || :
    else
        cat "$work/got"
    fi
    [ -n "$update" ] || return 1
    cp "$work/got" "$1/expected"
}

passed=0
failed=0
[ $# -gt 0 ] || set -- */
for name; do
    if run_case "${name%/}" && compare "${name%/}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "errors: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
