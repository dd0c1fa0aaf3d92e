#!/bin/sh
# Checks setup.sh on pretended machines: PATH holds only stand-ins, which note their calls and answer from the file
# `installed`. So no test here touches a package, the network or the build.
set -eu
cd "$(dirname "$0")/.."
setup=$PWD/setup.sh
shell=$(command -v sh)
machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
passed=0
failed=0
build='make cmake ninja-build pkg-config gcc g++ libctemplate-dev libyaml-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libcjson-dev libutf8proc-dev libssl-dev libcurl4-openssl-dev clang lld gzip'
check='libclang-rt-dev libcmocka-dev chromium fonts-noto-cjk'

# stand_in NAME BODY
stand_in() {
    printf '#!%s\n%s\n' "$shell" "$2" > "$machine/bin/$1"
    chmod +x "$machine/bin/$1"
}

# A Debian, used by root, with exactly the named packages, with Node.js 20 and Java 17 from elsewhere.
debian() {
    rm -rf "${machine:?}/bin"
    mkdir "$machine/bin"
    for tool in sed grep dirname env cat rm; do
        ln -s "$(command -v "$tool")" "$machine/bin/$tool"
    done
    printf '%s\n' "$@" > "$machine/installed"
    stand_in id 'echo 0'
    stand_in node 'echo v20.1.0'
    stand_in npm ''
    stand_in java 'echo "Picked up JAVA_TOOL_OPTIONS: -Xmx9g
openjdk version \"17.0.2\" 2022-01-18" >&2'
    stand_in make "echo make \$* >> $machine/calls"
    stand_in dpkg-query "for p; do :; done; grep -qx \$p $machine/installed && echo installed || echo config-files"
    stand_in apt-get "echo \${DEBIAN_FRONTEND:-chatty} apt-get \$* >> $machine/calls
if [ \$1 = install ]; then shift 3; printf '%s\n' \$* >> $machine/installed; fi"
    stand_in sudo "echo sudo >> $machine/calls; \"\$@\""
}

# expect NAME ARGUMENTS EXIT-CODE CALLS EXPECTED MESSAGE
expect() {
    : > "$machine/calls"
    code=0
    # shellcheck disable=SC2086 # a list of arguments
    output=$(unset DEBIAN_FRONTEND; PATH=$machine/bin "$shell" "$setup" $2 2>&1) || code=$?
    calls=$(tr '\n' ';' < "$machine/calls")
    case $code:$calls:$output in
    "$3:$4:"*"$5"*) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        printf '%s:\n expected exit %s, calls %s\n  and the message: %s\n got exit %s, calls %s\n  and: %s\n' \
            "$1" "$3" "$4" "$5" "$code" "$calls" "$output"
        ;;
    esac
}

update='chatty apt-get update'
install='noninteractive apt-get install -y --no-install-recommends'

# shellcheck disable=SC2086 # lists of packages
{
    debian $build
    expect 'site, nothing missing' site 0 'make site;' 'all packages are there'
    expect 'check needs more than site' check 0 "$update;$install $check;make check;" \
        "setup: installing these Debian packages: $check"

    debian $build $check
    expect 'check, nothing missing' check 0 'make check;' 'all packages are there'

    debian
    stand_in id 'echo 1000'
    expect 'a bare machine, with sudo' site 0 "sudo;$update;sudo;$install $build;make site;" \
        "installing these Debian packages: $build"

    debian $build
    stand_in id 'echo 1000'
    rm "$machine/bin/sudo"
    expect 'neither root nor sudo, but nothing missing' site 0 'make site;' 'all packages are there'
    expect 'neither root nor sudo' check 2 '' "as root: apt-get install --no-install-recommends $check"

    debian $build $check
    stand_in node 'echo v16.20.2'
    stand_in java 'echo java version \"1.8.0_402\" >&2'
    rm "$machine/bin/npm"
    expect 'old Node.js and Java that Debian does not replace' check 2 \
        "$update;$install nodejs npm default-jre-headless;" 'still missing or too old after the installation: nodejs'

    debian $build
    stand_in apt-get 'exit 100'
    expect 'no network' check 2 '' 'apt-get update failed'
    stand_in apt-get "[ \$1 = update ]"
    expect 'a package that cannot be had' check 2 '' "apt-get could not install $check"

    debian $build
    rm "$machine/bin/dpkg-query"
    expect 'another system' site 0 'make site;' 'README lists for your system'
    rm "$machine/bin/make"
    expect 'another system without make' site 2 '' 'make is not installed'

    debian $build
    stand_in make 'exit 2'
    expect 'make fails' site 2 '' 'make site failed'
    expect 'no target' '' 1 '' 'sh setup.sh site'
    expect 'an unknown target' install 1 '' 'sh setup.sh site'
    expect 'too much' 'site now' 1 '' 'sh setup.sh site'
}

echo "setup_test: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
