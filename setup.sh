#!/bin/sh
# Makes a machine ready for a target and runs it: sh setup.sh site | sh setup.sh check
#
# On Debian and its relatives the missing packages are installed, with sudo when not root. When none is missing,
# neither apt nor the network is touched. Elsewhere the packages have to be there already: README names them.
set -eu

# What the Debian packages are called, by target; `check` needs both lists.
build_packages='make cmake ninja-build pkg-config gcc g++
    libctemplate-dev libyaml-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libcjson-dev libutf8proc-dev libssl-dev
    libcurl4-openssl-dev clang lld gzip'
check_packages='libclang-rt-dev libcmocka-dev chromium fonts-noto-cjk nodejs npm default-jre-headless'

say() {
    printf 'setup: %s\n' "$*"
}

# fail EXIT-CODE MESSAGE: 1 when the call was wrong, 2 when the machine is.
fail() {
    code=$1
    shift
    printf 'setup: error: %s\n' "$*" >&2
    exit "$code"
}

usage() {
    fail 1 'write "sh setup.sh site" (build the site) or "sh setup.sh check" (build and run all tests)'
}

node_major() {
    node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p'
}

java_major() {
    java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p'
}

# Node.js and Java often come from elsewhere than Debian; any that is new enough will do.
is_there() {
    case $1 in
    nodejs) [ "0$(node_major)" -ge 18 ] ;;
    npm) command -v npm >/dev/null ;;
    default-jre-headless) [ "0$(java_major)" -ge 11 ] ;;
    *) dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed ;;
    esac
}

# Prints those of its arguments that are missing, each after a blank.
missing_of() {
    for package in "$@"; do
        is_there "$package" || printf ' %s' "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail 2 "installing packages needs root, and there is no sudo; as root: apt-get install --no-install-recommends$missing"
    fi
}

install_missing() {
    missing=$(missing_of "$@")
    if [ -z "$missing" ]; then
        say 'all packages are there'
        return
    fi
    say "installing these Debian packages:$missing"
    as_root apt-get update || fail 2 'apt-get update failed (its message is above); is the network there?'
    # shellcheck disable=SC2086 # a list of names
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing ||
        fail 2 "apt-get could not install$missing (its message is above)"
    missing=$(missing_of "$@")
    [ -z "$missing" ] || fail 2 "still missing or too old after the installation:$missing (Node.js 18 and Java 11 at least)"
}

[ $# -eq 1 ] || usage
case $1 in
site) packages=$build_packages ;;
check) packages="$build_packages $check_packages" ;;
*) usage ;;
esac

cd "$(dirname "$0")"
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2086 # a list of names
    install_missing $packages
else
    say 'this is no Debian: install the packages that README lists for your system by hand; going on as if they were there'
fi
command -v make >/dev/null || fail 2 'make is not installed'
say "running make $1"
make "$1" || fail 2 "make $1 failed; the reason is above"
