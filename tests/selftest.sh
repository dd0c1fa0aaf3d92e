#!/bin/sh
# Checks that floors.sh and headers.sh find what they are for: each rule is broken once in a small tree of its own.
set -eu
cd "$(dirname "$0")"
tests=$PWD
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
passed=0
failed=0

# put FILE TEXT: printf turns \n into line ends.
put() {
    mkdir -p "$tree/$(dirname "$1")"
    # shellcheck disable=SC2059 # the texts are ours
    printf "$2\n" > "$tree/$1"
}

# A tree without a fault, in which every floor uses all it may.
plant() {
    rm -rf "$tree/src" "$tree/tests"
    mkdir -p "$tree/tests"
    put src/base/str.h '#ifndef STR_H\n#define STR_H\n#include <stddef.h>\nstruct str { size_t n; };\n#endif'
    put src/sizing/fit.h '#ifndef FIT_H\n#define FIT_H\nint fit(void);\n#endif'
    put src/sizing/fit.c '#include <stdint.h>\n#include <stddef.h>\n#include <stdbool.h>\n#include <float.h>\n#include "fit.h"'
    put src/data/tree.h '#ifndef TREE_H\n#define TREE_H\n#include "base/str.h"\nstruct tree { struct str s; };\n#endif'
    put src/data/tree.c '#include <yaml.h>\n#include <cjson/cJSON.h>\n#include "data/tree.h"'
    put src/catalog/load.c '#include "data/tree.h"\n#include "sizing/fit.h"\n#include "../base/str.h"'
    put src/guide/markdown.c '#include <cmark-gfm.h>\n#include "data/tree.h"'
    put src/render/engine.h '#ifndef ENGINE_H\n#define ENGINE_H\nvoid engine(void);\n#endif'
    put src/render/engine.cc '#include <ctemplate/template.h>\nextern "C" {\n#include "render/engine.h"\n}'
    put src/page/chip.c '#include "render/engine.h"\n#include "sizing/fit.h"'
    put src/command/build.h '#ifndef BUILD_H\n#define BUILD_H\n#include "base/str.h"\n#endif'
    put src/main.c '#include "command/build.h"\n#include "base/str.h"'
}

count() {
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

accepted() {
    if output=$("$tests/$1.sh" "$tree" 2>&1); then
        return
    fi
    printf '%s.sh refuses a tree without a fault:\n%s\n' "$1" "$output"
    return 1
}

# refused SCRIPT EXPECTED MESSAGE
refused() {
    if output=$("$tests/$1.sh" "$tree" 2>&1); then
        printf '%s.sh accepts what it should refuse; expected: %s\n' "$1" "$2"
        return 1
    fi
    case $output in
    *"$2"*) return ;;
    esac
    printf '%s.sh does not say: %s\nbut:\n%s\n' "$1" "$2" "$output"
    return 1
}

# breaks SCRIPT FILE TEXT EXPECTED MESSAGE
breaks() {
    plant
    put "$2" "$3"
    count refused "$1" "$4"
}

plant
count accepted floors
count accepted headers

breaks floors src/base/a.c '#include "data/tree.h"' 'src/base/a.c:1: base (floor 0) may not include data (floor 1)'
breaks floors src/data/a.c '\n#include "sizing/fit.h"' 'src/data/a.c:2: data (floor 1) may not include sizing (floor 1)'
breaks floors src/data/a.c '  #  include "sizing/fit.h"' 'data (floor 1) may not include sizing'
breaks floors src/data/a.c '/* for */ #include "sizing/fit.h"' 'data (floor 1) may not include sizing'
breaks floors src/data/a.c '#include <sizing/fit.h>' 'data (floor 1) may not include sizing'
breaks floors src/data/a.c '#include "../sizing/fit.h"' 'data (floor 1) may not include sizing'
breaks floors src/data/a.c '#include "base/../sizing/./fit.h"' 'data (floor 1) may not include sizing'
breaks floors src/guide/a.c '#include "render/engine.h"' 'guide (floor 3) may not include render (floor 3)'
breaks floors src/render/a.c '#include "page/chip.c"' 'render (floor 3) may not include page (floor 4)'
breaks floors src/publish/a.c '#include "command/build.h"' 'publish (floor 5) may not include command (floor 6)'
breaks floors src/command/a.c '#include "main.c"' 'command (floor 6) may not include main.c (floor 7)'
breaks floors src/sizing/a.c '#include "base/str.h"' 'sizing/ includes nothing outside itself, and here base'
breaks floors src/sizing/a.c '#include <math.h>' 'sizing/ is freestanding'
breaks floors src/calc/a.c '#include "catalog/load.c"' 'calc (floor 2) may not include catalog (floor 2)'
breaks floors src/calc/a.c '#include "base/str.h"' 'calc/ is freestanding: of base/ only digits.h, and here src/base/str.h'
breaks floors src/calc/a.c '#include <string.h>' 'calc/ is freestanding'
breaks floors src/base/digits.c '#include <math.h>' 'src/base/digits.c is freestanding'
breaks floors src/sizing/fields.def '#include <string.h>' 'src/sizing/fields.def:1: sizing/ is freestanding'
breaks floors src/page/a.c '#include <cmark-gfm-core-extensions.h>' 'only guide/ includes cmark-gfm-core-extensions.h'
breaks floors src/catalog/a.c '#include <yaml.h>' 'only data/ includes yaml.h'
breaks floors src/catalog/a.c '#include "cJSON.h"' 'only data/ includes cJSON.h'
breaks floors src/page/a.c '#include <ctemplate/template.h>' 'only render/ includes ctemplate/template.h'
breaks floors src/page/a.cc 'int a;' 'C++ is for one file of render/'
breaks floors src/render/another.cc 'int a;' 'C++ is for one file of render/'
breaks floors src/page/a.c '#include "page/none.h"' '"page/none.h" is no file under src/'
breaks floors src/page/a.c '#include HEADER' 'an include that the preprocessor computes cannot be checked'
breaks floors src/attic/a.c 'int a;' 'src/attic has no floor'
breaks floors src/extra.c 'int a;' 'src/extra.c has no floor'

breaks headers src/data/a.h 'size_t a(void);' 'src/data/a.h: does not compile alone as C'
breaks headers src/data/a.h '#ifndef A_H\n#define A_H\nstatic inline int a(long n) { return n; }\n#endif' 'conversion'
breaks headers src/data/a.h 'struct a { int a; };' 'src/data/a.h: does not compile alone as C'
breaks headers src/data/a.h '#ifndef A_H\n#define A_H\n#include "base/none.h"\n#endif' 'src/data/a.h: does not compile alone as C'
breaks headers tests/a.h 'size_t a(void);' 'tests/a.h: does not compile alone as C'
breaks headers src/render/engine.h 'void engine(int class);' 'src/render/engine.h: does not compile alone as C++'
breaks headers src/render/a.h '#ifdef __cplusplus\nextern "C" {\nint class;\n}\n#endif' 'src/render/a.h: does not compile alone as C++'

rm -rf "$tree/src"
mkdir "$tree/src"
count refused floors 'no file to check'
count refused headers 'no header to check'

echo "selftest: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
