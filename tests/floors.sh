#!/bin/sh
# Checks that the #include lines of src/ point downward only: tests/floors.sh [FOLDER THAT HOLDS src]
#
# A folder may include itself and folders on lower floors, never one on its own floor or above. Libraries belong to
# one folder each, and C++ to one file of render/. Prints each line that breaks a rule; exit 1 when there is one.
set -eu
cd "${1:-"$(dirname "$0")/.."}"

find src -type f | LC_ALL=C sort | awk '
BEGIN {
    floor["base"] = 0
    floor["data"] = floor["sizing"] = 1
    floor["calc"] = floor["catalog"] = 2
    floor["guide"] = floor["render"] = 3
    floor["page"] = 4
    floor["site"] = floor["publish"] = 5
    floor["command"] = 6
    floor["main.c"] = 7

    owner["^cmark"] = "guide"
    owner["^(yaml[.]h|cJSON[.]h|cjson/)"] = "data"
    owner["^ctemplate/"] = "render"
    freestanding = "^(stdint|stddef|stdbool|float)[.]h$"
}

# src/page/chip.c gives page, src/main.c gives main.c.
function folder(path) {
    sub(/^src\//, "", path)
    sub(/\/.*/, "", path)
    return path
}

function without_dots(path) {
    gsub(/\/(\.\/)+/, "/", path)
    while (sub(/\/[^\/.][^\/]*\/\.\.\//, "/", path))
        ;
    return path
}

# The file of src/ that the compiler takes, or "" when the name is not one of ours.
function resolve(from, name, quoted, path) {
    sub(/[^\/]*$/, "", from)
    path = without_dots(from name)
    if (quoted && (path in is_ours))
        return path
    path = without_dots("src/" name)
    return path in is_ours ? path : ""
}

function report(message) {
    print file ":" line ": " message
    failed++
}

function check_ours(here, ours, there) {
    there = folder(ours)
    if (here == there)
        return
    if (here == "sizing")
        report("sizing/ includes nothing outside itself, and here " there)
    else if (here == "calc" && there == "base" && ours != "src/base/digits.h")
        report("calc/ is freestanding: of base/ only digits.h, and here " ours)
    else if (!(there in floor) || !(here in floor))
        return
    else if (floor[there] >= floor[here])
        report(here " (floor " floor[here] ") may not include " there " (floor " floor[there] ")")
}

function check_library(here, name, quoted, pattern, owned) {
    for (pattern in owner)
        if (name ~ pattern) {
            owned = 1
            if (owner[pattern] != here)
                report("only " owner[pattern] "/ includes " name)
        }
    if ((here == "sizing" || here == "calc" || file ~ /^src\/base\/digits/) && name !~ freestanding)
        report((here == "base" ? file : here "/") " is freestanding: <stdint.h> <stddef.h> <stdbool.h> <float.h> only, and here " name)
    else if (quoted && !owned)
        report("\"" name "\" is no file under src/; a header of the system is written <" name ">")
}

function check_include(text, quoted, name, ours) {
    quoted = text ~ /^"[^"]+"/
    if (!quoted && text !~ /^<[^>]+>/) {
        report("an include that the preprocessor computes cannot be checked")
        return
    }
    name = substr(text, 2)
    sub(/[">].*/, "", name)
    ours = resolve(file, name, quoted)
    if (ours != "")
        check_ours(folder(file), ours)
    else
        check_library(folder(file), name, quoted)
}

function check_place(here) {
    here = folder(file)
    if (!(here in floor))
        report("src/" here " has no floor; give it one in tests/floors.sh")
    if (file ~ /[.](cc|cpp|cxx|hh|hpp|hxx)$/ && (here != "render" || ++cxx_files > 1))
        report("C++ is for one file of render/")
}

function check_file(text, before) {
    line = 1
    before = failed
    check_place()
    passed += failed == before
    for (line = 1; (getline text < file) > 0; line++) {
        gsub(/\/\*[^*]*\*\//, " ", text)
        if (!sub(/^[ \t]*#[ \t]*include(_next)?[ \t]*/, "", text))
            continue
        before = failed
        check_include(text)
        passed += failed == before
    }
    close(file)
}

{ files[NR] = $0; is_ours[$0] = 1 }

END {
    if (NR == 0) {
        print "src: no file to check"
        failed++
    }
    for (i = 1; i <= NR; i++) {
        file = files[i]
        check_file()
    }
    printf "floors: %d passed, %d failed\n", passed, failed
    exit (failed > 0)
}'
