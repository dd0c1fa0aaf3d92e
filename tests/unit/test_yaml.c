/* Tests of data/yaml: every strict rule with its exact message and place, limits, and the overlay of folders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "data/yaml.h"
#include "helper.h"

#define BOM "\xef\xbb\xbf"
#define WIDE "\xe6\x98\xbe\xe5\xad\x98" /* 显存 */

struct world {
    struct arena *arena;
    struct capture *out;
    struct source src;
};

static void begin(struct world *w, struct str text)
{
    *w = (struct world){arena_new(), capture_new(DIAG_TEXT, false), {S("f.yaml"), text}};
}

static void end(struct world *w)
{
    arena_free(w->arena);
    capture_free(w->out);
}

static struct yaml_node *parse(struct world *w)
{
    return yaml_parse(w->arena, &w->src, w->src.text, 1, w->out->diag);
}

/* ---- what is refused. The messages stand without the excerpt lines, whose form test_diag checks. */

static const struct {
    struct str text;
    const char *messages;
} refusals[] = {
    /* D27 duplicate keys: both lines */
    {S("memory: 24 GB\nname: x\nmemory: 48 GB\n"),
     "f.yaml:3:1: error: key \"memory\" stands twice in this mapping; remove one\nf.yaml:1:1: note: the first one is here\n"},
    {S("a: {b: 1, b: 2}\n"),
     "f.yaml:1:11: error: key \"b\" stands twice in this mapping; remove one\nf.yaml:1:5: note: the first one is here\n"},
    {S("- a: 1\n  \"a\": 2\n"), /* quoting does not make another key */
     "f.yaml:2:3: error: key \"a\" stands twice in this mapping; remove one\nf.yaml:1:3: note: the first one is here\n"},
    /* what YAML has and we do not */
    {S("a: &x 1\n"), "f.yaml:1:4: error: YAML anchors are not allowed here; write the value out\n"},
    {S("a: &x {b: 1}\n"), "f.yaml:1:4: error: YAML anchors are not allowed here; write the value out\n"},
    {S("a: &x [1]\n"), "f.yaml:1:4: error: YAML anchors are not allowed here; write the value out\n"},
    {S("a: 1\nb: *a\n"), "f.yaml:2:4: error: YAML aliases are not allowed here; write the value out\n"},
    {S("a: !!str x\n"), "f.yaml:1:4: error: YAML tags are not allowed here; remove the tag, the schema knows the kind of every value\n"},
    {S("a: !t [x]\n"), "f.yaml:1:4: error: YAML tags are not allowed here; remove the tag, the schema knows the kind of every value\n"},
    {S("a: ! x\n"), "f.yaml:1:4: error: YAML tags are not allowed here; remove the tag, the schema knows the kind of every value\n"},
    {S("--- !!map\na: 1\n"), "f.yaml:1:5: error: YAML tags are not allowed here; remove the tag, the schema knows the kind of every value\n"},
    {S("a: 1\n---\nb: 2\n"), "f.yaml:2:1: error: a second YAML document begins here; keep one document in a file\n"},
    {S("[a, b]: 1\n"), "f.yaml:1:1: error: a key must be a plain word, not a list\n"},
    {S("x:\n  ? {a: 1}\n  : 1\n"), "f.yaml:2:5: error: a key must be a plain word, not a mapping\n"},
    /* nothing in it */
    {S(""), "f.yaml: error: no YAML content; the file is empty or has only comments\n"},
    {S("\n# only this\n"), "f.yaml: error: no YAML content; the file is empty or has only comments\n"},
    {S("---\n"), "f.yaml: error: no YAML content; the file is empty or has only comments\n"},
    {S(BOM), "f.yaml: error: no YAML content; the file is empty or has only comments\n"},
    /* bytes (D25) */
    {S("a: 1\nb: " WIDE "\xff\n"), "f.yaml:2:6: error: byte 0xff at offset 14 is not UTF-8; save the file as UTF-8\n"},
    {S(BOM "ab: \xff\n"), "f.yaml:1:5: error: byte 0xff at offset 7 is not UTF-8; save the file as UTF-8\n"},
    {S("a: \xed\xa0\x80\n"), "f.yaml:1:4: error: byte 0xed at offset 3 is not UTF-8; save the file as UTF-8\n"},
    {S("\xff\xfe" "a\0:\0"), "f.yaml:1:1: error: the file is UTF-16; save it as UTF-8\n"},
    {S("\xfe\xff\0a\0:"), "f.yaml:1:1: error: the file is UTF-16; save it as UTF-8\n"},
    {S("a: 1\nb: x\x07y\n"), "f.yaml:2:5: error: control character 0x07 at offset 9; remove it\n"},
    {S("a: x\0y\n"), "f.yaml:1:5: error: control character 0x00 at offset 4; remove it\n"},
    {S("a: \"x\\ay\"\n"), "f.yaml:1:4: error: the text has the control character 0x07; remove it\n"},
    {S("a: \"\\0\"\n"), "f.yaml:1:4: error: the text has the control character 0x00; remove it\n"},
    {S("a: 1\nb: x\xef\xbf\xbe\n"), "f.yaml:2:5: error: YAML: control characters are not allowed\n"}, /* U+FFFE */
    /* line ends that libyaml counts and editors do not would move every later line number */
    {S("a: 1\rb: 2\n"), "f.yaml:1:5: error: carriage return without line feed at offset 4; end lines with a line feed\n"},
    {S("a: x\xe2\x80\xa8y\n"), "f.yaml:1:5: error: line separator of Unicode at offset 4; end lines with a line feed\n"},
    {S("a: x\xe2\x80\xa9y\n"), "f.yaml:1:5: error: line separator of Unicode at offset 4; end lines with a line feed\n"},
    /* broken YAML: libyaml's words, our place */
    {S("a: 1\n b: 2\n"), "f.yaml:2:3: error: YAML: mapping values are not allowed in this context\n"},
    {S(WIDE ": 1\n" WIDE ": @x\n"),
     "f.yaml:2:5: error: YAML: found character that cannot start any token (while scanning for the next token)\n"},
    {S("a: [1, 2\n"), "f.yaml:2:1: error: YAML: did not find expected ',' or ']' (while parsing a flow sequence)\n"},
    {S("a:\n\t- x\n"), "f.yaml:2:1: error: YAML: found character that cannot start any token (while scanning for the next token)\n"},
};

/* Only the lines with a message. */
static void keep_messages(struct buf *out, const char *text)
{
    struct str rest = str_from(text), line;
    buf_clear(out);
    buf_puts(out, "");
    while (str_next(&rest, '\n', &line))
        if (str_starts(line, S("f.yaml")))
            buf_printf(out, "%" STR_FMT "\n", STR_ARG(line));
}

static void test_refusals(void **state)
{
    (void)state;
    struct buf messages = {0};
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        struct world w;
        begin(&w, refusals[i].text);
        struct yaml_node *root = parse(&w);
        keep_messages(&messages, capture_text(w.out));
        expect_text("refusal", messages.p, refusals[i].messages);
        if (root || diag_exit_code(w.out->diag) != 1)
            fail_msg("case %zu was accepted", i);
        end(&w);
    }
    buf_free(&messages);
}

/* ---- what is read. Shown as text: maps {k=v}, lists [v], places of values as @line:col. */

static void show(struct buf *out, const struct yaml_node *n)
{
    if (n->kind == YAML_SCALAR)
        buf_printf(out, "%s%" STR_FMT "@%u:%u", n->quoted ? "\"" : "", STR_ARG(n->text), n->at.line, n->at.col);
    else
        buf_putc(out, n->kind == YAML_MAP ? '{' : '[');
    for (const struct yaml_node *c = n->first; c; c = c->next) {
        if (n->kind == YAML_MAP)
            buf_printf(out, "%" STR_FMT "=", STR_ARG(c->key));
        show(out, c);
        buf_puts(out, c->next ? " " : "");
    }
    if (n->kind != YAML_SCALAR)
        buf_putc(out, n->kind == YAML_MAP ? '}' : ']');
}

static const struct {
    struct str text;
    const char *tree;
} readings[] = {
    /* D28: scalars are text */
    {S("country: NO\nnvlink: no\nregions: [no, on, yes]\nx: ~\ny: null\nz: 0123\n"),
     "{country=NO@1:10 nvlink=no@2:9 regions=[no@3:11 on@3:15 yes@3:19] x=~@4:4 y=null@5:4 z=0123@6:4}"},
    {S("no: 1\n12.0: 12.0\n"), "{no=1@1:5 12.0=12.0@2:7}"},
    /* D25: the same with a byte order mark and with CRLF */
    {S("a: 1\nb: x y\n"), "{a=1@1:4 b=x y@2:4}"},
    {S(BOM "a: 1\nb: x y\n"), "{a=1@1:4 b=x y@2:4}"},
    {S("a: 1\r\nb: x y\r\n"), "{a=1@1:4 b=x y@2:4}"},
    {S(BOM "a: 1\r\nb: x y"), "{a=1@1:4 b=x y@2:4}"},
    /* quotes, blocks, columns in characters */
    {S("a: 'no'\nb: \"x\\u0041\"\n"), "{a=\"no@1:4 b=\"xA@2:4}"},
    {S("a: |\n  x\n  y\nb: >-\n  x\n  y\n"), "{a=\"x\ny\n@1:4 b=\"x y@4:4}"},
    {S(WIDE ": {" WIDE ": x, b: y}\n"), "{" WIDE "={" WIDE "=x@1:10 b=y@1:16}}"},
    {S("- - a\n  - b\n- c: # comment\n    d\n"), "[[a@1:5 b@2:5] {c=d@4:5}]"},
    {S("<<: {a: 1}\n"), "{<<={a=1@1:9}}"}, /* no merging */
    {S("a:\nb: ''\n"), "{a=@1:3 b=\"@2:4}"},
    {S("word\n"), "word@1:1"},
};

static void test_readings(void **state)
{
    (void)state;
    struct buf tree = {0};
    for (size_t i = 0; i < COUNT_OF(readings); i++) {
        struct world w;
        begin(&w, readings[i].text);
        struct yaml_node *root = parse(&w);
        expect_text("messages", capture_text(w.out), "");
        buf_clear(&tree);
        show(&tree, root);
        expect_text("tree", tree.p, readings[i].tree);
        end(&w);
    }
    buf_free(&tree);
}

/* D26: YAML inside another file counts that file's lines, in nodes and in every kind of message. */
static const struct {
    const char *yaml, *place;
} fronts[] = {
    {"title: x\nbroken\nc: d\n", "f.yaml:3:1: error: YAML: could not find expected ':'"}, /* where the key begins */
    {"a: 1\nb: 'x\nc: d\n", "f.yaml:3:4: error: YAML: found unexpected end of stream"}, /* where the quote begins */
    {"a: 1\nb: 2\na: 3\n", "f.yaml:4:1: error: key \"a\" stands twice"},
    {"a: 1\nb: \xff\n", "f.yaml:3:4: error: byte 0xff at offset 12 is not UTF-8"},
    {"a: x\n\x01\n", "f.yaml:3:1: error: control character 0x01"},
    {"a: x\nb: \xef\xbf\xbe\n", "f.yaml:3:4: error: YAML: control characters"},
    {"a: *b\n", "f.yaml:2:4: error: YAML aliases"},
};

static void test_front_matter_counts_lines_of_its_file(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(fronts); i++) {
        struct world w;
        begin(&w, (struct str){NULL, 0});
        w.src.text = arena_printf(w.arena, "---\n%s---\n# Title\n", fronts[i].yaml);
        struct str part = str_sub(w.src.text, 4, 4 + strlen(fronts[i].yaml));
        assert_null(yaml_parse(w.arena, &w.src, part, 2, w.out->diag));
        expect_part("front matter", capture_text(w.out), fronts[i].place);
        end(&w);
    }
}

/* ---- limits */

static struct str repeat(struct arena *a, const char *before, const char *unit, size_t times, const char *after)
{
    size_t n = strlen(unit);
    char *p = arena_alloc(a, times * n + 1);
    for (size_t i = 0; i < times; i++)
        memcpy(p + i * n, unit, n);
    return arena_printf(a, "%s%s%s", before, p, after);
}

static const struct {
    const char *before, *unit;
    size_t times;
    const char *after, *message; /* NULL: accepted */
} limits[] = {
    {"", "[", 32, "x]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", NULL},
    {"", "[", 33, "x]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", "f.yaml:1:33: error: nested deeper than 32 levels"},
    {"", "- ", 32, "x", NULL},
    {"", "- ", 33, "x", "f.yaml:1:65: error: nested deeper than 32 levels"},
    {"", "[", 200000, "", "f.yaml:1:33: error: nested deeper than 32 levels"},
    {"", "{a: ", 200000, "", "f.yaml:1:129: error: nested deeper than 32 levels"},
    {"", "k", 1000, ": v", NULL},
    {"", "k", 1025, ": v", "f.yaml:1:1026: error: YAML: mapping values are not allowed in this context"},
    {"a: ", "x", (8 << 20) - 3, "", NULL},
    {"a: ", "x", (8 << 20) - 2, "", "f.yaml: error: YAML of 8388609 bytes; at most 8388608 are allowed"},
};

static void test_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct world w;
        begin(&w, (struct str){NULL, 0});
        w.src.text = repeat(w.arena, limits[i].before, limits[i].unit, limits[i].times, limits[i].after);
        double start = cpu_seconds();
        struct yaml_node *root = parse(&w);
        if (cpu_seconds() - start > 5)
            fail_msg("case %zu takes %.1f s", i, cpu_seconds() - start);
        if ((root == NULL) != (limits[i].message != NULL))
            fail_msg("case %zu: %s", i, root ? "was accepted" : capture_text(w.out));
        expect_part("limit", capture_text(w.out), limits[i].message ? limits[i].message : "");
        end(&w);
    }
}

/* Quadratic work on 100,000 keys would take minutes; the duplicate at the end must still be found. */
static void test_many_keys(void **state)
{
    (void)state;
    struct world w;
    struct buf text = {0};
    for (int i = 0; i < 100000; i++)
        buf_printf(&text, "key%d: %d\n", i, i);
    begin(&w, buf_str(&text));
    double start = cpu_seconds();
    struct yaml_node *root = parse(&w);
    assert_non_null(root);
    assert_int_equal(root->count, 100000);
    assert_true(str_eq_c(yaml_get_text(root, "key77777"), "77777"));
    size_t whole = text.n;
    buf_puts(&text, "key77777: x\n");
    w.src.text = buf_str(&text);
    assert_null(parse(&w));
    buf_cut(&text, whole);
    buf_puts(&text, "key5: x\n");
    w.src.text = buf_str(&text);
    assert_null(parse(&w));
    assert_true(cpu_seconds() - start < 10);
    expect_part("duplicate", capture_text(w.out), "f.yaml:100001:1: error: key \"key77777\" stands twice");
    expect_part("first", capture_text(w.out), "f.yaml:77778:1: note: the first one is here");
    expect_part("duplicate", capture_text(w.out), "f.yaml:100001:1: error: key \"key5\" stands twice");
    expect_part("first", capture_text(w.out), "f.yaml:6:1: note: the first one is here");
    end(&w);
    buf_free(&text);
}

static void test_read_from_a_file(void **state)
{
    (void)state;
    struct world w;
    char *folder = folder_new(), path[FILE_ERROR_SIZE];
    begin(&w, (struct str){NULL, 0});
    put_file(folder, "x.yaml", "a: 1\na: 2\n");
    snprintf(path, sizeof path, "%s/x.yaml", folder);
    assert_null(yaml_read(w.arena, path, S("shown/x.yaml"), w.out->diag));
    assert_int_equal(diag_exit_code(w.out->diag), 1);
    snprintf(path, sizeof path, "%s/none.yaml", folder);
    assert_null(yaml_read(w.arena, path, S("shown/none.yaml"), w.out->diag));
    assert_int_equal(diag_exit_code(w.out->diag), 2); /* the world is wrong */
    expect_part("shown path", capture_text(w.out), "shown/x.yaml:2:1: error: key \"a\"");
    end(&w);
    folder_remove(folder);
}

static void test_get(void **state)
{
    (void)state;
    struct world w;
    begin(&w, S("a: 1\nb: [x]\n"));
    struct yaml_node *root = parse(&w);
    assert_true(str_eq_c(yaml_get_text(root, "a"), "1"));
    assert_int_equal(yaml_get_text(root, "b").n, 0); /* no scalar */
    assert_null(yaml_get(root, "c"));
    assert_null(yaml_get(NULL, "a"));
    assert_null(yaml_get(yaml_get(root, "b"), "a"));
    assert_null(yaml_get(yaml_get(root, "a"), "a"));
    end(&w);
}

/* ---- overlay. Values keep the line and column of the text that they come from. */

static const struct {
    const char *base, *over, *tree;
} overlays[] = {
    {"a: 1\nb: 2", "b: 3", "{a=1@1:4 b=3@1:4}"},
    {"a: 1", "b: 2", "{a=1@1:4 b=2@1:4}"},
    {"a: 1\nb: 2\nc: 3", "b: 9\nd: 4", "{a=1@1:4 b=9@1:4 c=3@3:4 d=4@2:4}"}, /* siblings behind stay */
    {"m:\n  x: 1\n  y: 2", "m:\n  y: 3\n  z: 4", "{m={x=1@2:6 y=3@2:6 z=4@3:6}}"},
    {"m: {x: 1}", "m: 2", "{m=2@1:4}"}, /* another kind replaces */
    {"m: 2\nn: 1", "m: {x: 1}", "{m={x=1@1:8} n=1@2:4}"},
    {"l: [1, 2, 3]", "l: [4]", "{l=[4@1:5]}"}, /* plain lists are replaced */
    {"l: [{a: 1}]", "l: [{a: 2}]", "{l=[{a=2@1:9}]}"},
    {"l: [{id: x, v: 1}, {id: y, v: 2}]", "l: [{id: y, v: 9}]", "{l=[{id=x@1:10 v=1@1:16} {id=y@1:10 v=9@1:16}]}"},
    {"l: [{id: x, v: 1}]", "l: [{id: z, v: 3}]", "{l=[{id=x@1:10 v=1@1:16} {id=z@1:10 v=3@1:16}]}"},
    {"l: [{id: x, m: {a: 1, b: 2}}]", "l: [{id: x, m: {b: 3}}]", "{l=[{id=x@1:10 m={a=1@1:20 b=3@1:20}}]}"},
    {"l: []", "l: [{id: x}]", "{l=[{id=x@1:10}]}"},
    {"l: [{id: x}]", "l: []", "{l=[]}"},
    {"l: [1]", "l: [{id: x}]", "{l=[{id=x@1:10}]}"},
    {"a: 1\nb: 2", "n: 1\nb: 9", "{a=1@1:4 b=9@2:4 n=1@1:4}"},
};

static void test_overlay(void **state)
{
    (void)state;
    struct buf tree = {0};
    for (size_t i = 0; i < COUNT_OF(overlays); i++) {
        struct world base, over;
        begin(&base, str_from(overlays[i].base));
        begin(&over, str_from(overlays[i].over));
        struct yaml_node *root = parse(&base), *upper = parse(&over);
        yaml_overlay(root, upper);
        buf_clear(&tree);
        show(&tree, root);
        expect_text(overlays[i].over, tree.p, overlays[i].tree);
        end(&base);
        end(&over);
    }
    buf_free(&tree);
}

static void test_overlay_remembers_the_file(void **state)
{
    (void)state;
    struct world base, over;
    begin(&base, S("a: 1\nb: 2\n"));
    begin(&over, S("b: 3\nc: 4\n"));
    struct yaml_node *root = parse(&base);
    yaml_overlay(root, parse(&over));
    assert_ptr_equal(yaml_get(root, "a")->at.src, &base.src);
    assert_ptr_equal(yaml_get(root, "b")->at.src, &over.src);
    assert_ptr_equal(yaml_get(root, "b")->key_at.src, &over.src);
    assert_ptr_equal(yaml_get(root, "c")->at.src, &over.src);
    assert_int_equal(root->count, 3);
    assert_ptr_equal(root->last, yaml_get(root, "c"));
    end(&base);
    end(&over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_readings),
        cmocka_unit_test(test_front_matter_counts_lines_of_its_file), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_many_keys), cmocka_unit_test(test_read_from_a_file), cmocka_unit_test(test_get),
        cmocka_unit_test(test_overlay), cmocka_unit_test(test_overlay_remembers_the_file),
    };
    return cmocka_run_group_tests_name("yaml", tests, NULL, NULL);
}
