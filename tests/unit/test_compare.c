/* guide/compare: the two languages hold the same facts, line by line. */
#include "guide/compare.h"

#include <string.h>

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
    {"30-60 s each, 600 by default; 5-minute\n", "每个30-60秒，默认600秒，5分钟\n", ""},
    {"2 bytes, 12 of 14 bytes, 16-bit, 8 or 4 bits\n", "2字节、14字节中的12字节、16位、8位或4位\n", ""},
    {"3 hours, 2 days, 1 month, 6 FLOP, 224 pixels, 7 ms\n", "3小时、2天、1个月、6 FLOP、224像素、7 ms\n", ""},
    {"ZeRO stage 2 or 3 on A100 80 GB\n", "A100 80 GB上用ZeRO-2或ZeRO-3\n", ""},
    {"ecs.gn6v-c8g1.2xlarge\n", "ecs.gn6v-c8g1.2xlarge\n", ""},
    {"---\ntitle: A10\nsummary: One\n  A10, 24 GB.\norder: 1\n---\none\n", "---\ntitle: A10\nsummary: 一张A10，24 GB。\norder: 1\n---\n一\n", ""},
    {"---\ntitle: A10\nsummary: One\n  A10, 24 GB.\norder: 1\n---\none\n", "---\ntitle: A10\nsummary: 一张A10，16 GB。\norder: 1\n---\n一\n",
     "en.md:4:8: error: the Chinese line has no \"24 GB\"\nzh.md:3:1: note: the Chinese line is here\n"},
    {"---\ntitle: The A10\n---\none\n", "---\ntitle: A1O\n---\n一\n",
     "en.md:2:12: error: the Chinese line has no \"A10\"\nzh.md:2:1: note: the Chinese line is here\n"},
    {"wait 5 minutes\n", "等5小时\n", "en.md:1:6: error: the Chinese line has no \"5 min\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"wait 5 minutes\n", "等5\n", "en.md:1:6: error: the Chinese line has no \"5 min\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"5 minutes or 10 minutzs\n", "5分钟或10分钟\n", "en.md:1:14: error: the Chinese line has no \"10\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"5 s or 10 x\n", "5秒或10 s\n", "en.md:1:8: error: the Chinese line has no \"10\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"4 FLOP, 6 with it\n", "4 FLOP，用了它6 FLOG\n", "en.md:1:9: error: the Chinese line has no \"6\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"5 s, 2 a day, 8 x A100\n", "5秒，一天2次，8 x A100\n", ""},
    {"5.2e11 FLOP and 2 FLOP\n", "5.2e11 FLOP和2 FLOP\n", ""},
    {"5.2e11 FLOP a pair\n", "每对5.2e11 FGOP\n", "en.md:1:1: error: the Chinese line has no \"5.2e11 FLOP\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"5.2e11 FLOP a pair\n", "每对5.2e12 FLOP\n", "en.md:1:1: error: the Chinese line has no \"5.2e11 FLOP\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"90 GB or 80\n", "90 GB或80 GB\n", "en.md:1:10: error: the Chinese line has no \"80\"\nzh.md:1:1: note: the Chinese line is here\n"},
    {"ZeRO stage 2\n", "ZeRO-3\n", "en.md:1:12: error: the Chinese line has no \"2\"\nzh.md:1:1: note: the Chinese line is here\n"},
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
    struct guide_doc doc = {.src = src, .body_line = 1};
    size_t fence = str_find(src->text, S("\n---\n"));
    if (fence < src->text.n)
        doc.body = fence + strlen("\n---\n");
    return doc;
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
