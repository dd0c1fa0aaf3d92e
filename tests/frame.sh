# shellcheck shell=sh
# The frame of a script that counts checks, called with the binary as its first argument: `. tests/frame.sh`, then `check`
# what there is to check, and `finish`. Sets `binary` and `root`, both absolute, and `work`, a folder of its own; the working
# folder is the root.
set -eu
case $1 in
/*) binary=$1 ;;
*) binary=$PWD/$1 ;;
esac
script=$(basename "$0" .sh)
work=$(mktemp -d)
clear_away() {
    chmod -R u+rwx "$work"
    rm -rf "$work"
}
trap clear_away EXIT
trap 'exit 1' HUP INT TERM
cd "$(dirname "$0")/../.."
# shellcheck disable=SC2034 # for the scripts
root=$PWD
passed=0
failed=0

# check WHAT COMMAND…
check() {
    what=$1
    shift
    if "$@" > "$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$script: $what"
        head -n 20 "$work/log"
    fi
}

# Says how many there were; to be called last.
finish() {
    echo "$script: $passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
