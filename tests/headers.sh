#!/bin/sh
# Checks that every header compiles alone, and twice in a row: tests/headers.sh [FOLDER THAT HOLDS src]
#
# The headers that a C++ file takes, or that say extern "C", compile as C++ too. CC and CXX as in the Makefile.
set -eu
cd "${1:-"$(dirname "$0")/.."}"
cc=${CC:-gcc}
cxx=${CXX:-g++}
libraries=$(pkg-config --cflags yaml-0.1 libcmark-gfm libctemplate libcjson libutf8proc libcrypto)
passed=0
failed=0

# verdict HEADER LANGUAGE STATUS
verdict() {
    if [ "$3" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: does not compile alone as $2"
    fi
}

# Once more after itself, for the include guard.
compile_c() {
    # shellcheck disable=SC2086 # lists of flags
    printf '#include "%s"\n#include "%s"\n' "$1" "$1" |
        $cc -x c -std=c11 -D_XOPEN_SOURCE=700 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only -I. -Isrc $libraries -
}

compile_cxx() {
    # shellcheck disable=SC2086
    printf 'extern "C" {\n#include "%s"\n}\n' "$1" |
        $cxx -x c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I. -Isrc $libraries -
}

headers() {
    find src tests -name '*.h' -type f | LC_ALL=C sort
}

# Own headers named by C++ files are written from src/ on.
cxx_headers() {
    {
        headers | xargs grep -l 'extern "C"' || true
        find src -name '*.cc' -exec sed -n 's|^#include "\(.*\)".*|src/\1|p' {} +
    } | LC_ALL=C sort -u
}

for header in $(headers); do
    status=0
    compile_c "$header" || status=$?
    verdict "$header" C "$status"
done
for header in $(cxx_headers); do
    status=0
    compile_cxx "$header" || status=$?
    verdict "$header" C++ "$status"
done
if [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
    echo 'src: no header to check'
    failed=1
fi
echo "headers: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
