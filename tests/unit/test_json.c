/* The JSON reader: what it refuses and where, paths and places of values, numbers in strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/json.h"

static char *messages;
static size_t message_size;
static FILE *out;
static struct diag *diag;
static struct source src;

static int setup(void **state)
{
    (void)state;
    out = open_memstream(&messages, &message_size);
    diag = diag_new(out, DIAG_TEXT, false);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    diag_free(diag);
    fclose(out);
    free(messages);
    return 0;
}

static struct json_file *parse(const char *text)
{
    src = (struct source){S("x.json"), str_from(text)};
    return json_parse(&src, diag);
}

/* What was said since the last call. */
static const char *said(void)
{
    static char copy[65536];
    diag_finish(diag);
    snprintf(copy, sizeof copy, "%s", messages);
    diag_free(diag);
    fclose(out);
    free(messages);
    setup(NULL);
    return copy;
}

#define AT "x.json:1:"

static const struct {
    const char *json, *says;
} refused[] = {
    {"", "x.json: error: no JSON; the file is empty\n"},
    {" \n\t", "x.json: error: no JSON; the file is empty\n"},
    {"{\"a\": [1, 2", AT "12: error: JSON: the text ends too early; is the file cut off?\n"},
    {"{\"a\":\n [1,\n", "x.json:3:1: error: JSON: the text ends too early"},
    {"{\"a\": tru}", AT "7: error: JSON: this is not what the syntax allows here\n"},
    {"{\"é\": 1 \"b\": 2}", AT "9: error: JSON: this is not"},
    {"{\"a\": 1,}", AT "9: error: JSON: this is not"},
    {"{} {}", AT "4: error: JSON: this is not"},
    {"{\"a\": NaN}", AT "7: error: JSON: this is not"},
    {"{,}", AT "2: error: JSON: this is not"},
    {"{\"a\": 1, x: 2}", AT "10: error: JSON: this is not"},
    {"[1,[x]]", AT "5: error: JSON: this is not"},
    {"[1,2x]", AT "5: error: JSON: this is not"},
    {"[1,{}x]", AT "6: error: JSON: this is not"},
    {"[1,,2]", AT "4: error: JSON: this is not"},
    {"[1]]", AT "4: error: JSON: this is not"},
    {"{'a': 1}", AT "2: error: JSON: this is not"},
    {"{\"a\": \"b", AT "7: error: JSON: the string that begins here is not closed; is the file cut off?\n"},
    {"{\"a\": \"b\\", AT "7: error: JSON: the string that begins here is not closed"},
    {"{\"a\": \"b\nc\"}", AT "7: error: JSON: a line break or tab inside the string that begins here\n"},
    {"{\"a\": \"b\\u0000c\"}", AT "9: error: JSON: a NUL character in a string; remove it\n"},
    {"{\"a\": \"\\ud800\"}", "error: JSON: this is not"},
    {"{\"a\": \"\\ud83dx\"}", "error: JSON: this is not"},
    {"{\"a\": \"\xff\"}", AT "8: error: byte 0xff at offset 7 is not UTF-8; save the file as UTF-8\n"},
    {"{\"a\": \"\xed\xa0\x80\"}", AT "8: error: byte 0xed at offset 7 is not UTF-8"},
    {"{\"a\": \"\x1b[2J\"}", AT "8: error: control character 0x1b at offset 7; remove it\n"},
    {"{\"a\": {\"b\": 1, \"c\": [{\"d\": 1, \"d\": 2}]}}", AT "31: error: a.c[0].d stands twice in this object\n"},
    {"{\"a\": 1, \"a\": 2}", AT "2: note: the first one is here\n"},
    {"{\"a\": 1, \"\\u0061\": 2}", AT "10: error: a stands twice"},
    {"{\"\\u009b31m\": 1, \"\\u009b31m\": 2}", "error: ?31m stands twice"},
    {"{\"1\":1,\"2\":1,\"3\":1,\"4\":1,\"5\":1,\"6\":1,\"7\":1,\"8\":1,\"9\":1,\"10\":1,\"11\":1,\"12\":1,\"13\":1,"
     "\"14\":1,\"15\":1,\"16\":1,\"17\":1,\"17\":1}",
     AT "112: error: 17 stands twice"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct json_file *f = parse(refused[i].json);
        const char *text = said();
        if (f || !strstr(text, refused[i].says))
            fail_msg("%s\nwanted \"%s\", got:\n%s", refused[i].json, refused[i].says, text);
    }
}

/* 64 levels are allowed, 65 not; 200,000 must not reach the stack. */
static void test_depth(void **state)
{
    (void)state;
    static const size_t depths[] = {64, 65, 200000};
    for (size_t i = 0; i < 3; i++) {
        struct buf b = {0};
        for (size_t k = 0; k < depths[i]; k++)
            buf_putc(&b, '[');
        for (size_t k = 0; k < depths[i]; k++)
            buf_putc(&b, ']');
        struct json_file *f = parse(b.p);
        assert_int_equal(f != NULL, depths[i] == 64);
        const char *text = said();
        if (!f && !strstr(text, AT "65: error: JSON: nested deeper than 64 levels\n"))
            fail_msg("%s", text);
        json_free(f);
        buf_free(&b);
    }
}

static void test_size(void **state)
{
    (void)state;
    src = (struct source){S("x.json"), {"1", (size_t)JSON_MAX_BYTES + 1}};
    assert_null(json_parse(&src, diag)); /* refused by its size alone: there is but one byte to read */
    assert_non_null(strstr(said(), "x.json: error: JSON of 67108865 bytes; at most 67108864 are allowed\n"));
}

/* A hundred thousand keys: linear, or this test would take minutes. */
static void test_many_keys(void **state)
{
    (void)state;
    struct buf b = {0};
    buf_puts(&b, "{\"first\": 0");
    for (int i = 0; i < 100000; i++)
        buf_printf(&b, ", \"k%d\": %d", i, i);
    buf_puts(&b, "}");
    struct json_file *f = parse(b.p);
    assert_non_null(f);
    double value = 0;
    assert_true(json_number(json_get(json_root(f), "k99999"), &value, diag));
    assert_true(value == 99999);
    json_free(f);
    buf_free(&b);
}

/* A string full of what looks like structure, keys before it, lists in lists: the place must still be right. */
static const char document[] = "\xef\xbb\xbf{\n"
                               "  \"a\\\"]\": \"{[\\\"\\\\\",\n"
                               "  \"list\": [[], {}, 1.5, [true, {\"k\": \"\xf0\x9f\x9a\x80\\ud83d\\ude80\"}]],\n"
                               "  \"n\": null, \"s\": \"16.25\",\"w\":-3e2\n"
                               "}\n";

static struct json item(struct json list, int index)
{
    struct json v = json_first(list);
    while (index-- > 0)
        v = json_next(v);
    return v;
}

static void assert_at(struct json v, const char *path, unsigned line, unsigned col, unsigned width)
{
    struct buf b = {0};
    json_path(&b, v);
    struct place at = json_place(v);
    if (!str_eq_c(buf_str(&b), path) || at.line != line || at.col != col || at.width != width)
        fail_msg("%" STR_FMT " at %u:%u, width %u instead of %s at %u:%u, width %u", STR_ARG(buf_str(&b)), at.line,
                 at.col, at.width, path, line, col, width);
    buf_free(&b);
}

static void test_places(void **state)
{
    (void)state;
    struct json_file *f = parse(document);
    assert_non_null(f);
    struct json root = json_root(f), list = json_get(root, "list");
    assert_at(json_get(root, "a\"]"), "a\"]", 2, 11, 8);
    assert_at(list, "list", 3, 11, 1);
    assert_at(item(list, 0), "list[0]", 3, 12, 1);
    assert_at(item(list, 1), "list[1]", 3, 16, 1);
    assert_at(item(list, 2), "list[2]", 3, 20, 3);
    assert_at(item(item(list, 3), 0), "list[3][0]", 3, 26, 4);
    assert_at(json_get(item(item(list, 3), 1), "k"), "list[3][1].k", 3, 38, 15);
    assert_at(json_get(root, "s"), "s", 4, 19, 7);
    assert_at(json_get(root, "w"), "w", 4, 31, 4);
    assert_false(json_has(item(list, 4)));
    assert_false(json_has(json_first(json_get(root, "s"))));
    json_free(f);
}

static void test_values(void **state)
{
    (void)state;
    struct json_file *f = parse(document);
    struct json root = json_root(f), v;
    struct str text;
    double number;
    assert_true(json_text(json_get(item(item(json_get(root, "list"), 3), 1), "k"), &text, diag));
    assert_true(str_eq_c(text, "\xf0\x9f\x9a\x80\xf0\x9f\x9a\x80")); /* raw and as a pair of surrogates */
    assert_true(json_number(json_get(root, "s"), &number, diag) && number == 16.25);
    assert_true(json_number(json_get(root, "w"), &number, diag) && number == -300);
    assert_false(json_has(json_get(root, "n"))); /* null is no value */
    assert_false(json_has(json_get(root, "S"))); /* keys are told apart by case */
    assert_false(json_has(json_get(root, "s.x.y")));
    assert_int_equal(diag_errors(diag), 0);
    assert_false(json_need(root, "n", &v, diag));
    assert_non_null(strstr(said(), "x.json:1:1: error: n is missing\n"));
    assert_false(json_need(item(item(json_get(root, "list"), 3), 1), "z", &v, diag));
    assert_non_null(strstr(said(), "x.json:3:32: error: list[3][1].z is missing\n"));
    assert_false(json_text(json_get(root, "w"), &text, diag));
    assert_non_null(strstr(said(), "x.json:4:31: error: w must be a string, not a number\n"));
    assert_false(json_number(json_get(root, "a\"]"), &number, diag));
    assert_non_null(strstr(said(), "x.json:2:11: error: a\"] must be a number; the string holds something else\n"));
    assert_false(json_number(json_get(root, "list"), &number, diag));
    assert_non_null(strstr(said(), "error: list must be a number, not a list\n"));
    json_free(f);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_refused),   TEST(test_depth),  TEST(test_size),
        TEST(test_many_keys), TEST(test_places), TEST(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
