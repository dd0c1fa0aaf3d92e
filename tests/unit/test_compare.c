/* guide/compare: the two languages hold the same facts, line by line. */
#include "guide/compare.h"
#include "helper.h"

struct row {
    const char *en, *zh, *expected; /* the messages, excerpts left out; "" = none */
};

static const struct row rows[] = {
    {"The A10 has 24 GB.\n", "A10有24 GB。\n", ""},
    {"24 GB\n\n\n600 GB/s\n", "24 GB\n600 GB/s\n", ""},
    {"20.2 million parameters\n", "2020万个参数\n", ""},
    {"311 million and 1.5 billion\n", "3.11亿和15亿\n", ""},
    {"150,000 tokens\n", "15万个token\n", ""},
    {"2 of 3\n", "3个中的2个\n", ""},
    {"[a](chip:x) and [b](chip:y)\n", "[乙](chip:y)和[甲](chip:x)\n", ""},
    {"[60 GiB](<has:type/t#memory=60 GiB>)\n", "[60 GiB](<has:type/t#memory=60 GiB>)\n", ""},
    {"## Head {#id-1}\n", "## 标题 {#id-2}\n", ""},
    {"24 GB\n", "24 GiB\n", "en.md:1:1: error: the Chinese line has no \"24 GB\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"it is 24\n", "是25\n", "en.md:1:7: error: the Chinese line has no \"24\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"a gn7i\n", "甲 gn7e\n", "en.md:1:3: error: the Chinese line has no \"gn7i\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"[a](chip:x)\n", "[甲](chip:y)\n", "en.md:1:3: error: the Chinese line has no \"chip:x\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"one\n", "一，共3个\n", "zh.md:1:4: error: the English line has no \"3\"\nen.md:1:1: note: the English line is here\n"},
    {"7 and 7\n", "只有7\n", "en.md:1:7: error: the Chinese line has no \"7\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"90 %\n", "90\n", "en.md:1:1: error: the Chinese line has no \"90 %\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"one\ntwo\n", "一\n", "en.md:2:1: error: the Chinese page has no line that answers this one\n"},
    {"one\n", "一\n\n二\n", "zh.md:3:1: error: the English page has no line that answers this one\n"},
};

static struct guide_doc doc_of(struct arena *arena, const char *path, const char *text)
{
    struct source *src = ARENA_NEW(arena, struct source);
    *src = (struct source){str_from(path), str_from(text)};
    return (struct guide_doc){.src = src, .body = 0, .body_line = 1};
}

/* Lines that are messages; the excerpts begin with a blank. */
static struct str messages_only(struct arena *arena, struct str all)
{
    struct buf b = {0};
    struct str line;
    while (str_next(&all, '\n', &line))
        if (line.n && line.p[0] != ' ')
            buf_printf(&b, "%" STR_FMT "\n", STR_ARG(line));
    struct str s = arena_str(arena, buf_str(&b));
    buf_free(&b);
    return s;
}

static void test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arena *arena = arena_new();
        struct capture *out = capture_new(DIAG_TEXT, false);
        struct guide_pair pair = {S("guide/x"), {doc_of(arena, "en.md", rows[i].en), doc_of(arena, "zh.md", rows[i].zh)}};
        guide_compare_bodies(&pair, arena, out->diag);
        struct str got = messages_only(arena, str_from(capture_text(out)));
        if (!str_eq_c(got, rows[i].expected))
            fail_msg("row %zu, %s: got\n%.*s", i, rows[i].en, (int)got.n, got.n ? got.p : "");
        capture_free(out);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
