/* Tests of base/ but for files, diagnostics and numbers: strings, buffers, arenas, Unicode, escapes, maps, digests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/escape.h"
#include "base/list.h"
#include "base/map.h"
#include "base/sha256.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "helper.h"

/* ---- strings */

static const struct {
    const char *a, *b;
    int plain, natural; /* signs of the two orders */
} orders[] = {
    {"", "", 0, 0},
    {"", "a", -1, -1},
    {"a", "ab", -1, -1},
    {"ecs.gn7i-c8g1.2xlarge", "ecs.gn7i-c16g1.4xlarge", 1, -1},
    {"ecs.gn7i", "ecs.gn10", 1, -1},
    {"a9", "a10", 1, -1},
    {"a10b2", "a10b10", 1, -1},
    {"a12z", "a21a", -1, -1},
    {"a01", "a1", -1, -1}, /* equal by value: byte order decides */
    {"a1", "a01b", 1, -1},
    {"a0", "a00", -1, -1},
    {"x1.5", "x1.10", 1, -1},
    {"a-", "a1", -1, -1},
    {"99999999999999999999999", "100000000000000000000000", 1, -1}, /* beyond any integer type */
    {"\xe6\x98\xbe", "z", 1, 1}, /* bytes are unsigned */
};

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void test_orders(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        struct str a = str_from(orders[i].a), b = str_from(orders[i].b);
        if (sign(str_cmp(a, b)) != orders[i].plain || sign(str_cmp(b, a)) != -orders[i].plain)
            fail_msg("str_cmp \"%s\" \"%s\"", orders[i].a, orders[i].b);
        if (sign(str_cmp_natural(a, b)) != orders[i].natural || sign(str_cmp_natural(b, a)) != -orders[i].natural)
            fail_msg("str_cmp_natural \"%s\" \"%s\"", orders[i].a, orders[i].b);
    }
}

/* A comparison that is not transitive makes the order of pages depend on the sort's whims. */
static void test_natural_order_is_transitive(void **state)
{
    (void)state;
    static const char *const s[] = {"", "a", "a0", "a00", "a01", "a1", "a10", "a1a", "a01a", "a1-", "a-1", "a:1", "0", "00", "1"};
    for (size_t i = 0; i < COUNT_OF(s); i++)
        for (size_t j = 0; j < COUNT_OF(s); j++)
            for (size_t k = 0; k < COUNT_OF(s); k++) {
                int ij = str_cmp_natural(str_from(s[i]), str_from(s[j])), jk = str_cmp_natural(str_from(s[j]), str_from(s[k]));
                if (ij < 0 && jk < 0 && str_cmp_natural(str_from(s[i]), str_from(s[k])) >= 0)
                    fail_msg("%s < %s < %s", s[i], s[j], s[k]);
                if (ij == 0 && i != j)
                    fail_msg("%s = %s", s[i], s[j]);
            }
}

static const struct {
    const char *text, *needle;
    size_t at;
    bool starts, ends;
} finds[] = {
    {"", "", 0, true, true},        {"abc", "", 0, true, true},       {"abc", "abcd", 3, false, false},
    {"abab", "ab", 0, true, true},  {"aab", "ab", 1, false, true},    {"a.yaml", ".yaml", 1, false, true},
    {"abc", "x", 3, false, false},  {"aaab", "aab", 1, false, true},
};

static void test_finding(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(finds); i++) {
        struct str text = str_from(finds[i].text), needle = str_from(finds[i].needle);
        if (str_find(text, needle) != finds[i].at || str_starts(text, needle) != finds[i].starts ||
            str_ends(text, needle) != finds[i].ends)
            fail_msg("\"%s\" in \"%s\"", finds[i].needle, finds[i].text);
    }
}

static const struct {
    const char *text, *parts; /* joined with | */
} splits[] = {{"", ""}, {"a", "a|"}, {"a,b", "a|b|"}, {",a", "|a|"}, {"a,,b", "a||b|"}, {",", "|"}, {"a,", "a|"}};

static void test_split_and_trim(void **state)
{
    (void)state;
    struct buf out = {0};
    for (size_t i = 0; i < COUNT_OF(splits); i++) {
        struct str rest = str_from(splits[i].text), part;
        buf_clear(&out);
        while (str_next(&rest, ',', &part)) {
            buf_put(&out, part);
            buf_putc(&out, '|');
        }
        expect_text(splits[i].text, out.p ? out.p : "", splits[i].parts);
    }
    buf_free(&out);
    assert_true(str_eq_c(str_trim(S(" \t\r\n a b \n")), "a b"));
    assert_int_equal(str_trim(S(" \n\t ")).n, 0);
}

/* ---- memory */

static void test_buf(void **state)
{
    (void)state;
    struct buf b = {0};
    assert_int_equal(buf_str(&b).n, 0);
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "%03d,", i);
    assert_int_equal(b.n, 4000);
    assert_memory_equal(b.p + 3996, "999,", 5); /* with its NUL */
    buf_cut(&b, 5000);
    assert_int_equal(b.n, 4000);
    buf_cut(&b, 4);
    assert_string_equal(b.p, "000,");
    buf_clear(&b);
    buf_put(&b, (struct str){"a\0b", 3});
    assert_memory_equal(b.p, "a\0b", 4);
    buf_free(&b);
    assert_null(b.p);
}

static void test_arena_gives_zeroed_aligned_memory_again_after_reset(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    for (int round = 0; round < 3; round++) {
        for (size_t size = 0; size < 300; size++) {
            unsigned char *p = arena_alloc(a, size);
            assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
            for (size_t i = 0; i < size; i++)
                if (p[i])
                    fail_msg("round %d: byte %zu of %zu is not zero", round, i, size);
            memset(p, 0xff, size);
        }
        memset(arena_alloc(a, 1000000), 0xff, 1000000);
        arena_reset(a);
    }
    assert_string_equal(arena_printf(a, "%d-%s", 7, "x").p, "7-x");
    assert_string_equal(arena_cstr(a, (struct str){NULL, 0}), "");
    arena_free(a);
}

/* The child's own words go nowhere: the parent reports. */
static bool aborts(void (*body)(void))
{
    pid_t child = fork();
    if (child == 0) {
        struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        body();
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void overflow_array(void)
{
    struct arena *a = arena_new();
    arena_array(a, SIZE_MAX / 8, 16);
}

static void test_arena_array_overflow_aborts(void **state)
{
    (void)state;
    assert_true(aborts(overflow_array));
}

static void test_list_keeps_items_while_it_grows(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    LIST(int) list = {0};
    for (int i = 0; i < 1000; i++) {
        int *item = LIST_ADD(&list, a);
        assert_int_equal(*item, 0);
        *item = i;
    }
    assert_int_equal(list.n, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list.at[i], i);
    arena_free(a);
}

static void test_map(void **state)
{
    (void)state;
    enum { N = 20000 };
    struct arena *a = arena_new();
    int *values = arena_array(a, N, sizeof *values);
    struct map m;
    map_init(&m, a);
    assert_null(map_get(&m, S("")));
    for (int i = 0; i < N; i++)
        assert_null(map_add(&m, arena_printf(a, "key-%d", i), &values[i]));
    assert_null(map_add(&m, S(""), &values[1]));
    for (int i = 0; i < N; i++) {
        struct str key = arena_printf(a, "key-%d", i);
        assert_ptr_equal(map_get(&m, key), &values[i]);
        assert_ptr_equal(map_add(&m, key, &values[0]), &values[i]);
        assert_ptr_equal(map_get(&m, key), &values[i]); /* the old value stays */
    }
    assert_ptr_equal(map_get(&m, S("")), &values[1]);
    assert_null(map_get(&m, S("key-20000")));
    arena_free(a);
}

/* ---- Unicode */

static const struct {
    const char *text;
    size_t invalid, length;
} encodings[] = {
    {"", 0, 0},
    {"abc", 3, 3},
    {"\xe6\x98\xbe\xe5\xad\x98", 6, 2}, /* 显存 */
    {"\xf0\x9f\x98\x80", 4, 1},
    {"a\xff", 1, 2},
    {"a\xc0\x80", 1, 3},         /* overlong NUL */
    {"\xe0\x80\xaf", 0, 3},      /* overlong slash */
    {"\xed\xa0\x80", 0, 3},      /* surrogate */
    {"\xf4\x90\x80\x80", 0, 4},  /* above U+10FFFF */
    {"\xf4\x8f\xbf\xbd", 4, 1},
    {"ab\xe6\x98", 2, 4},        /* cut off */
    {"\x80", 0, 1},
};

static void test_utf8_validity(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct str s = str_from(encodings[i].text);
        if (utf8_invalid(s) != encodings[i].invalid || utf8_length(s) != encodings[i].length)
            fail_msg("case %zu: invalid at %zu, length %zu", i, utf8_invalid(s), utf8_length(s));
    }
}

static void test_utf8_control(void **state)
{
    (void)state;
    assert_int_equal(utf8_control(S("a\tb\r\n\xe6\x98\xbe\xc2\xa0")), 10);
    assert_int_equal(utf8_control(S("ab\x01")), 2);
    assert_int_equal(utf8_control(S("ab\x7f")), 2);
    assert_int_equal(utf8_control(S("a\xc2\x85")), 1);
    assert_int_equal(utf8_control((struct str){"a\0", 2}), 1);
}

static const struct {
    uint32_t cp;
    bool wide, cjk, word;
} characters[] = {
    {'a', false, false, true},    {'7', false, false, true},   {'-', false, false, false}, {' ', false, false, false},
    {0xe9, false, false, true},   {0x301, false, false, true}, {0x663e, true, true, true}, {0x3002, true, true, false},
    {0xff08, true, true, false},  {0xac00, true, true, true},  {0x30a2, true, true, true}, {0x20000, true, true, true},
    {0x1f600, true, false, false}, {0x416, false, false, true}, {UTF8_BAD, false, false, false},
};

static void test_utf8_properties(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(characters); i++) {
        uint32_t cp = characters[i].cp;
        if (utf8_is_wide(cp) != characters[i].wide || utf8_is_cjk(cp) != characters[i].cjk ||
            utf8_is_word(cp) != characters[i].word)
            fail_msg("U+%04X: wide %d, CJK %d, word %d", (unsigned)cp, utf8_is_wide(cp), utf8_is_cjk(cp), utf8_is_word(cp));
    }
}

static const struct {
    const char *text, *folded;
} folds[] = {
    {"NVLink A100", "nvlink a100"},
    {"Stra\xc3\x9f" "e", "strasse"},
    {"e\xcc\x81", "\xc3\xa9"}, /* e and accent become one é */
    {"\xe6\x98\xbe", "\xe6\x98\xbe"},
    {"", ""},
};

static void test_utf8_fold(void **state)
{
    (void)state;
    struct buf b = {0};
    for (size_t i = 0; i < COUNT_OF(folds); i++) {
        buf_clear(&b);
        utf8_fold(&b, str_from(folds[i].text));
        expect_text(folds[i].text, b.p ? b.p : "", folds[i].folded);
    }
    buf_free(&b);
}

/* ---- escapes, suggestions, digests */

static const struct {
    void (*escape)(struct buf *out, struct str s);
    const char *text, *expected;
} escapes[] = {
    {escape_html, "a<b> & \"c\" 'd'", "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"},
    {escape_html, "&amp;", "&amp;amp;"},
    {escape_html, "\xe6\x98\xbe", "\xe6\x98\xbe"},
    {escape_url_part, "a-Z_0.~", "a-Z_0.~"},
    {escape_url_part, "a b&c=d/e?#%+", "a%20b%26c%3Dd%2Fe%3F%23%25%2B"},
    {escape_url_part, "\xe6\x98\xbe", "%E6%98%BE"},
    {escape_json_string, "", "\"\""},
    {escape_json_string, "a\"b\\c\n\t\x01\x7f", "\"a\\\"b\\\\c\\n\\u0009\\u0001\\u007f\""},
    {escape_json_string, "</script>&", "\"\\u003c/script\\u003e\\u0026\""},
    {escape_json_string, "\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xa6", "\"\\u2028\\u2029\xe2\x80\xa6\""},
    {escape_csv_field, "plain text", "plain text"},
    {escape_csv_field, "a,b", "\"a,b\""},
    {escape_csv_field, "say \"x\"", "\"say \"\"x\"\"\""},
    {escape_csv_field, "a\nb", "\"a\nb\""},
    {escape_csv_field, "a\rb", "\"a\rb\""},
    {escape_csv_field, "", ""},
};

static void test_escapes(void **state)
{
    (void)state;
    struct buf b = {0};
    for (size_t i = 0; i < COUNT_OF(escapes); i++) {
        buf_clear(&b);
        escapes[i].escape(&b, str_from(escapes[i].text));
        expect_text(escapes[i].text, b.p ? b.p : "", escapes[i].expected);
    }
    buf_free(&b);
}

static const struct {
    const char *wanted, *candidates[3], *best;
} suggestions[] = {
    {"memry", {"name", "memory", "vendor"}, "memory"},
    {"nvlnik", {"nvlink", "nvswitch"}, "nvlink"}, /* a swap is one edit */
    {"gpu", {"npu", "fpga"}, "npu"},              /* one edit in three letters */
    {"gpu", {"fpga", "cpus"}, ""},
    {"ab", {"ac"}, "ac"},                         /* at least one edit is near enough */
    {"ab", {"cd"}, ""},
    {"abcdef", {"abcdxy"}, "abcdxy"},
    {"abcdef", {"abcxyz"}, ""},
    {"nvidia-a11", {"nvidia-a10", "nvidia-a16"}, "nvidia-a10"}, /* the first of equals */
    {"x", {""}, ""},
};

static void test_suggest(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(suggestions); i++) {
        struct suggestion s = suggest_begin(str_from(suggestions[i].wanted));
        for (size_t j = 0; j < 3 && suggestions[i].candidates[j]; j++)
            suggest_offer(&s, str_from(suggestions[i].candidates[j]));
        if (!str_eq_c(s.best, suggestions[i].best))
            fail_msg("%s: \"%" STR_FMT "\", expected \"%s\"", suggestions[i].wanted, STR_ARG(s.best), suggestions[i].best);
    }
}

/* FIPS 180-4 examples. */
static void test_sha256(void **state)
{
    (void)state;
    char hex[65];
    sha256_hex(S(""), hex, 64);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    sha256_hex(S("abc"), hex, 64);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_hex(S("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), hex, 64);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    struct arena *a = arena_new();
    char *million = arena_alloc(a, 1000000);
    memset(million, 'a', 1000000);
    sha256_hex((struct str){million, 1000000}, hex, 12);
    assert_string_equal(hex, "cdc76e5c9914");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders), cmocka_unit_test(test_natural_order_is_transitive), cmocka_unit_test(test_finding),
        cmocka_unit_test(test_split_and_trim), cmocka_unit_test(test_buf),
        cmocka_unit_test(test_arena_gives_zeroed_aligned_memory_again_after_reset),
        cmocka_unit_test(test_arena_array_overflow_aborts), cmocka_unit_test(test_list_keeps_items_while_it_grows),
        cmocka_unit_test(test_map), cmocka_unit_test(test_utf8_validity),
        cmocka_unit_test(test_utf8_control), cmocka_unit_test(test_utf8_properties), cmocka_unit_test(test_utf8_fold),
        cmocka_unit_test(test_escapes), cmocka_unit_test(test_suggest), cmocka_unit_test(test_sha256),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
