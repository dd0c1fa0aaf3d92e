# shellcheck shell=sh
# Spoils the small site in the working folder as a case says: sh -eu spoil.sh CASE WORK
# The functions are for the cases; `args` is how the binary is called. A command that fails ends it.
case_file=$1
work=$2
args=build

fail() {
    echo "$*" >&2
    exit 1
}

# put FILE < TEXT
put() {
    mkdir -p "$(dirname "$1")"
    cat > "$1"
}

# change FILE COMMAND…: the file goes through the command, which must change something.
change() {
    file=$1
    shift
    "$@" < "$file" > "$work/changed" || fail "$* does not work"
    if cmp -s "$work/changed" "$file"; then
        fail "nothing changes in $file"
    fi
    cat "$work/changed" > "$file"
}

# edit FILE SED-COMMAND
edit() {
    change "$1" sed "$2"
}

# line FILE TEXT: a line at its end, printf turning \t and \377 into bytes.
line() {
    # shellcheck disable=SC2059 # the texts are ours
    printf -- "$2\n" >> "$1"
}

# guide TEXT: a paragraph at the end of the English page.
guide() {
    printf '\n%s\n' "$1" >> content/en/guide/selection.md
}

# both TEXT: at the end of the page in both languages.
both() {
    guide "$1"
    printf '\n%s\n' "$1" >> content/zh/guide/selection.md
}

# shellcheck source=/dev/null
. "$case_file"
printf '%s' "$args" > "$work/args"
