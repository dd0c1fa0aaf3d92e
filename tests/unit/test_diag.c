/* Tests of base/diag: places, excerpts and carets, both formats, counting and exit codes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <cJSON.h>

#include "base/buf.h"
#include "helper.h"

#define STR_SOURCE(content) ((struct source){S("f.yaml"), S(content)})

/* 显存 is two characters of three bytes and two columns each. */
#define WIDE "\xe6\x98\xbe\xe5\xad\x98"

/* ---- places */

static const struct {
    const char *text;
    size_t offset, width_bytes;
    unsigned line, col, width;
} offsets[] = {
    {"", 0, 1, 1, 1, 0},
    {"abc", 0, 1, 1, 1, 1},
    {"abc", 2, 1, 1, 3, 1},
    {"abc", 3, 1, 1, 4, 0},
    {"abc", 9, 1, 1, 4, 0},
    {"a\nbc", 1, 1, 1, 2, 1}, /* the line end belongs to its line */
    {"a\nbc", 2, 2, 2, 1, 2},
    {"a\r\nbc", 3, 1, 2, 1, 1},
    {"\n\n\n", 3, 0, 4, 1, 0},
    {"\tx", 1, 1, 1, 2, 1}, /* a tab is one character */
    {WIDE "x", 6, 1, 1, 3, 1},
    {"x" WIDE, 1, 6, 1, 2, 2},
    {"\xef\xbb\xbf" "ab", 4, 1, 1, 2, 1}, /* a byte order mark is no character */
    {"\xef\xbb\xbf" "ab", 1, 4, 1, 1, 2},
    {"\xef\xbb\xbf" "ab", 0, 3, 1, 1, 0}, /* the mark itself has no width */
    {"\xef\xbb\xbf", 0, 1, 1, 1, 0},
    {"\xff\xfex", 2, 1, 1, 3, 1}, /* a bad byte is one character */
};

static void test_place_at(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        struct source src = {S("f"), str_from(offsets[i].text)};
        struct place at = place_at(&src, offsets[i].offset, offsets[i].width_bytes);
        if (at.line != offsets[i].line || at.col != offsets[i].col || at.width != offsets[i].width || at.src != &src)
            fail_msg("case %zu: %u:%u width %u", i, at.line, at.col, at.width);
    }
}

static const struct {
    const char *text;
    unsigned line;
    const char *expected;
} lines[] = {
    {"a\nb", 1, "a"}, {"a\nb", 2, "b"}, {"a\nb", 3, ""}, {"a\r\nb\r\n", 2, "b"}, {"\n\nc", 3, "c"}, {"\n\nc", 2, ""},
    {"", 1, ""},      {"a\n", 0, ""}, {"\xef\xbb\xbf" "a\nb", 1, "a"},
};

static void test_source_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct source src = {S("f"), str_from(lines[i].text)};
        if (!str_eq_c(source_line(&src, lines[i].line), lines[i].expected))
            fail_msg("line %u of case %zu is \"%" STR_FMT "\"", lines[i].line, i, STR_ARG(source_line(&src, lines[i].line)));
    }
}

static void test_place_right(void **state)
{
    (void)state;
    struct source src = STR_SOURCE("abc");
    struct place at = place_right((struct place){&src, 1, 1, 3}, 2, 1);
    assert_int_equal(at.line, 1);
    assert_int_equal(at.col, 3);
    assert_int_equal(at.width, 1);
}

/* ---- text format */

static const struct {
    const char *text;
    unsigned line, col, width;
    const char *expected;
} excerpts[] = {
    {"memory: 24\n", 1, 9, 2,
     "f.yaml:1:9: error: bad\n"
     "     1 | memory: 24\n"
     "       |         ^~\n"},
    {"a\r\nb: c\r\n", 2, 4, 0, /* no carriage return in the excerpt */
     "f.yaml:2:4: error: bad\n"
     "     2 | b: c\n"
     "       |    ^\n"},
    {"a: " WIDE " x\n", 1, 4, 2,
     "f.yaml:1:4: error: bad\n"
     "     1 | a: " WIDE " x\n"
     "       |    ^~\n"},
    {"a: " WIDE " x\n", 1, 7, 1, /* two columns for each wide character before it */
     "f.yaml:1:7: error: bad\n"
     "     1 | a: " WIDE " x\n"
     "       |         ^\n"},
    {"\ta\t" WIDE "b\n", 1, 6, 1, /* tabs stay tabs, so the terminal aligns both lines alike */
     "f.yaml:1:6: error: bad\n"
     "     1 | \ta\t" WIDE "b\n"
     "       | \t \t    ^\n"},
    {"abc\n", 1, 4, 5, /* behind the last character nothing is underlined */
     "f.yaml:1:4: error: bad\n"
     "     1 | abc\n"
     "       |    ^\n"},
    {"a\x01\xff\x1b[2J: b\n", 1, 8, 1, /* nothing reaches the terminal that could steer it */
     "f.yaml:1:8: error: bad\n"
     "     1 | a???[2J: b\n"
     "       |        ^\n"},
    {"abc\n", 9, 1, 1, "f.yaml:9:1: error: bad\n"}, /* no such line: no excerpt */
    {"abc\n", 0, 0, 0, "f.yaml: error: bad\n"},     /* the file as a whole */
};

static void test_excerpts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(excerpts); i++) {
        struct capture *c = capture_new(DIAG_TEXT, false);
        struct source src = {S("f.yaml"), str_from(excerpts[i].text)};
        diag_error(c->diag, (struct place){&src, excerpts[i].line, excerpts[i].col, excerpts[i].width}, "bad");
        expect_text("excerpt", capture_text(c), excerpts[i].expected);
        capture_free(c);
    }
}

/* A line of a megabyte: a window around the column, marked on both sides, with the caret under its character. */
static void test_long_line_is_cut_to_a_window(void **state)
{
    (void)state;
    struct buf line = {0};
    for (int i = 0; i < 1000000; i++)
        buf_putc(&line, i == 499999 ? '!' : 'x');
    struct source src = {S("f.yaml"), buf_str(&line)};
    struct capture *c = capture_new(DIAG_TEXT, false);
    diag_error(c->diag, (struct place){&src, 1, 500000, 1}, "bad");
    const char *text = capture_text(c);
    assert_in_range(strlen(text), 100, 600);
    const char *mark = strchr(text, '!'), *caret = strchr(text, '^'), *excerpt = strchr(text, '\n') + 1;
    assert_non_null(mark);
    assert_non_null(caret);
    assert_int_equal(mark - excerpt, caret - (strchr(excerpt, '\n') + 1));
    expect_part("left", text, "| ...x");
    expect_part("right", text, "x...\n");
    capture_free(c);
    buf_free(&line);
}

static void test_notes_and_messages_without_a_file(void **state)
{
    (void)state;
    struct source src = STR_SOURCE("a: 1\na: 2\n");
    struct capture *c = capture_new(DIAG_TEXT, false);
    diag_note(c->diag, (struct place){0}, "a note without a message is dropped");
    diag_error(c->diag, (struct place){&src, 2, 1, 1}, "twice");
    diag_note(c->diag, (struct place){&src, 1, 1, 1}, "first");
    diag_warning(c->diag, (struct place){0}, "option %s", "--x");
    expect_text("notes", capture_text(c),
                "f.yaml:2:1: error: twice\n     2 | a: 2\n       | ^\n"
                "f.yaml:1:1: note: first\n     1 | a: 1\n       | ^\n"
                "chipfirst: warning: option --x\n");
    capture_free(c);
}

/* ---- JSON format: one object a line, read back by another program's parser */

static void test_json(void **state)
{
    (void)state;
    struct source src = {S("dir/\"f\".yaml"), S("a: 1\na: 2\n")};
    struct capture *c = capture_new(DIAG_JSON, false);
    diag_error(c->diag, (struct place){&src, 2, 3, 1}, "key \"a\"\n<%s>", WIDE);
    diag_note(c->diag, (struct place){&src, 1, 1, 1}, "first");
    diag_note(c->diag, (struct place){&src, 0, 0, 0}, "second");
    diag_warning(c->diag, (struct place){0}, "w");
    expect_text("json", capture_text(c),
                "{\"severity\": \"error\", \"file\": \"dir/\\\"f\\\".yaml\", \"line\": 2, \"column\": 3, "
                "\"message\": \"key \\\"a\\\"\\n\\u003c" WIDE "\\u003e\", \"notes\": ["
                "{\"severity\": \"note\", \"file\": \"dir/\\\"f\\\".yaml\", \"line\": 1, \"column\": 1, \"message\": \"first\"}, "
                "{\"severity\": \"note\", \"file\": \"dir/\\\"f\\\".yaml\", \"line\": null, \"column\": null, \"message\": \"second\"}]}\n"
                "{\"severity\": \"warning\", \"file\": null, \"line\": null, \"column\": null, \"message\": \"w\", \"notes\": []}\n");
    const char *rest = NULL;
    cJSON *first = cJSON_ParseWithOpts(c->text, &rest, 0);
    assert_string_equal(cJSON_GetObjectItem(first, "message")->valuestring, "key \"a\"\n<" WIDE ">");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(first, "notes")), 2);
    cJSON_Delete(first);
    capture_free(c);
}

/* ---- counting */

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static const struct {
    enum diag_format format;
    size_t messages, lines;
} floods[] = {
    {DIAG_TEXT, 50, 50}, {DIAG_TEXT, 51, 51}, {DIAG_TEXT, 1000, 51}, {DIAG_JSON, 50, 50}, {DIAG_JSON, 51, 51}, {DIAG_JSON, 1000, 1000},
};

static void test_fifty_messages_as_text_all_as_json(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(floods); i++) {
        struct capture *c = capture_new(floods[i].format, false);
        for (size_t j = 0; j < floods[i].messages; j++)
            diag_error(c->diag, (struct place){0}, "message %zu", j);
        const char *text = capture_text(c);
        if (count_lines(text) != floods[i].lines)
            fail_msg("%zu messages: %zu lines", floods[i].messages, count_lines(text));
        expect_part("the fiftieth", text, "message 49");
        bool is_text = floods[i].format == DIAG_TEXT;
        if (is_text)
            assert_null(strstr(text, "message 50"));
        else if (floods[i].messages == 1000)
            expect_part("the last", text, "message 999");
        assert_int_equal(diag_errors(c->diag), floods[i].messages); /* all are counted */
        if (is_text && floods[i].messages == 1000)
            expect_part("rest", text, "\nchipfirst: 950 more messages not shown\n");
        capture_free(c);
    }
}

/* A template with one wrong name meets it again on each page; one message is enough, its notes go with it. */
static void test_same_message_for_same_place_is_given_once(void **state)
{
    (void)state;
    struct source f = STR_SOURCE("a: 1\nb: 2\n"), g = {S("g.yaml"), S("a: 1\n")};
    struct place here = {&f, 1, 1, 1};
    struct capture *c = capture_new(DIAG_TEXT, false);
    for (int i = 0; i < 3; i++) {
        diag_error(c->diag, here, "no %s", "name");
        diag_note(c->diag, here, "seen here");
    }
    diag_error(c->diag, here, "no %s", "id");                                  /* another text */
    diag_error(c->diag, (struct place){&f, 2, 1, 1}, "no name");               /* another line */
    diag_error(c->diag, (struct place){&f, 1, 2, 1}, "no name");               /* another column */
    diag_error(c->diag, (struct place){&g, 1, 1, 1}, "no name");               /* another file */
    diag_warning(c->diag, here, "no name");                                    /* another severity */
    expect_text("once", capture_text(c),
                "f.yaml:1:1: error: no name\n     1 | a: 1\n       | ^\n"
                "f.yaml:1:1: note: seen here\n     1 | a: 1\n       | ^\n"
                "f.yaml:1:1: error: no id\n     1 | a: 1\n       | ^\n"
                "f.yaml:2:1: error: no name\n     2 | b: 2\n       | ^\n"
                "f.yaml:1:2: error: no name\n     1 | a: 1\n       |  ^\n"
                "g.yaml:1:1: error: no name\n     1 | a: 1\n       | ^\n"
                "f.yaml:1:1: warning: no name\n     1 | a: 1\n       | ^\n");
    assert_int_equal(diag_errors(c->diag), 5);
    assert_int_equal(diag_warnings(c->diag), 1);
    capture_free(c);
}

/* The world stays wrong when the message about it is a repetition. */
static void test_repeated_fatal(void **state)
{
    (void)state;
    struct capture *c = capture_new(DIAG_TEXT, false);
    diag_error(c->diag, (struct place){0}, "cannot read x");
    assert_int_equal(diag_exit_code(c->diag), 1);
    diag_fatal(c->diag, "cannot read x");
    assert_int_equal(diag_exit_code(c->diag), 2);
    expect_text("fatal", capture_text(c), "chipfirst: error: cannot read x\n");
    capture_free(c);
}

static const struct {
    bool strict;
    unsigned errors, warnings, fatals; /* to report */
    unsigned count_errors, count_warnings;
    int exit_code;
    const char *part;
} runs[] = {
    {false, 0, 0, 0, 0, 0, 0, ""},
    {false, 0, 2, 0, 0, 2, 0, "warning: w"},
    {true, 0, 2, 0, 2, 0, 1, "error: w"},
    {false, 1, 1, 0, 1, 1, 1, "error: e"},
    {false, 0, 0, 1, 1, 0, 2, "error: f"},
    {false, 3, 0, 1, 4, 0, 2, "error: f"}, /* the world counts for more than the input */
};

static void test_strict_and_exit_codes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(runs); i++) {
        struct capture *c = capture_new(DIAG_TEXT, runs[i].strict);
        for (unsigned n = 0; n < runs[i].errors; n++)
            diag_error(c->diag, (struct place){0}, "e%u", n);
        for (unsigned n = 0; n < runs[i].warnings; n++)
            diag_warning(c->diag, (struct place){0}, "w%u", n);
        for (unsigned n = 0; n < runs[i].fatals; n++)
            diag_fatal(c->diag, "f%u", n);
        if (diag_errors(c->diag) != runs[i].count_errors || diag_warnings(c->diag) != runs[i].count_warnings ||
            diag_exit_code(c->diag) != runs[i].exit_code)
            fail_msg("case %zu: %zu errors, %zu warnings, exit %d", i, diag_errors(c->diag), diag_warnings(c->diag),
                     diag_exit_code(c->diag));
        expect_part("strict", capture_text(c), runs[i].part);
        capture_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_place_at), cmocka_unit_test(test_source_line), cmocka_unit_test(test_place_right),
        cmocka_unit_test(test_excerpts), cmocka_unit_test(test_long_line_is_cut_to_a_window),
        cmocka_unit_test(test_notes_and_messages_without_a_file), cmocka_unit_test(test_json),
        cmocka_unit_test(test_fifty_messages_as_text_all_as_json), cmocka_unit_test(test_same_message_for_same_place_is_given_once),
        cmocka_unit_test(test_repeated_fatal), cmocka_unit_test(test_strict_and_exit_codes),
    };
    return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
