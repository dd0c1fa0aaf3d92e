/* Front matter and the encoding of a file: what is found, and every message with its place. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guide/encoding.h"
#include "guide/front.h"

struct result {
    bool good;
    struct guide_front front;
    char *messages; /* as printed, excerpts included */
};

static struct result run(struct str text)
{
    struct result r = {0};
    size_t size;
    FILE *out = open_memstream(&r.messages, &size);
    struct diag *diag = diag_new(out, DIAG_TEXT, false);
    struct source *src = calloc(1, sizeof *src);
    *src = (struct source){S("x.md"), text};
    r.good = guide_front(src, &r.front, diag);
    diag_finish(diag);
    diag_free(diag);
    fclose(out);
    free(src);
    return r;
}

/* The message lines without the excerpts. */
static void drop_excerpts(char *messages)
{
    char *to = messages;
    for (char *line = messages, *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        if (*line == ' ')
            continue;
        memmove(to, line, (size_t)(next - line));
        to += next - line;
    }
    *to = '\0';
}

struct found {
    const char *text;
    const char *yaml;
    unsigned body_line;
    const char *body;
};

static const struct found FOUND[] = {
    {"---\ntitle: A\n---\nBody\n", "title: A\n", 4, "Body\n"},
    {"---\n---\nBody\n", "", 3, "Body\n"},
    {"---\ntitle: A\n---", "title: A\n", 4, ""},
    {"---  \t\ntitle: A\n--- \nBody\n", "title: A\n", 4, "Body\n"},
    {"\xef\xbb\xbf---\ntitle: A\n---\nBody\n", "title: A\n", 4, "Body\n"},
    {"---\r\ntitle: A\r\nsummary: B\r\n--- \r\nBody\r\n", "title: A\r\nsummary: B\r\n", 5, "Body\r\n"},
    /* an indented fence belongs to a block scalar, one with more behind it is no fence */
    {"---\ntitle: |\n  ---\n---- x\n---\n---\n", "title: |\n  ---\n---- x\n", 6, "---\n"},
};

static void test_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FOUND / sizeof *FOUND; i++) {
        const struct found *f = &FOUND[i];
        struct str text = str_from(f->text);
        struct result r = run(text);
        bool good = r.good && str_eq_c(r.front.yaml, f->yaml) && r.front.yaml_line == 2 &&
                    r.front.body_line == f->body_line && str_eq_c(str_sub(text, r.front.body, text.n), f->body);
        if (!good)
            fail_msg("case %zu: %s", i, r.messages);
        assert_string_equal(r.messages, "");
        free(r.messages);
    }
}

struct refused {
    struct str text;
    const char *message;
};

#define NO_FRONT "error: no front matter; the file must begin with a line \"---\", the YAML and another line \"---\"\n"

static const struct refused REFUSED[] = {
    {{"", 0}, "x.md:1:1: " NO_FRONT},
    {{"# Title\n", 8}, "x.md:1:1: " NO_FRONT},
    {{"\n---\na: b\n---\n", 14}, "x.md:1:1: " NO_FRONT},
    {{" ---\na: b\n---\n", 14}, "x.md:1:1: error: blanks before \"---\"; the front matter must start the line\n"},
    {{"---\na: b\n", 9}, "x.md:1:1: error: the front matter is not closed; end it with a line \"---\"\n"},
    {{"\xff\xfe-\0-\0", 6}, "x.md:1:1: error: byte 0xFF at offset 0: the file is UTF-16; save it as UTF-8\n"},
    {{"\xfe\xff\0-\0-", 6}, "x.md:1:1: error: byte 0xFE at offset 0: the file is UTF-16; save it as UTF-8\n"},
    /* columns count characters, offsets bytes */
    {{"---\na: \xe6\x98\xbe\xe5\xad\x98\xb0\n---\n", 19},
     "x.md:2:6: error: byte 0xB0 at offset 13 is not UTF-8; save the file as UTF-8\n"},
    {{"---\na: b\n---\n\xc0\xaf\n", 16},
     "x.md:4:1: error: byte 0xC0 at offset 13 is not UTF-8; save the file as UTF-8\n"},
    {{"---\na: b\n---\n\tx\x07\n", 17}, "x.md:4:3: error: control character U+0007 at offset 15; remove it\n"},
    {{"---\na: b\n---\nx\0y\n", 17}, "x.md:4:2: error: control character U+0000 at offset 14; remove it\n"},
    {{"---\na: b\n---\nx\xc2\x85\n", 17}, "x.md:4:2: error: control character U+0085 at offset 14; remove it\n"},
    {{"---\na: b\n---\nx\ry\n", 17},
     "x.md:4:2: error: carriage return at offset 14 without a line feed; end lines with LF or CRLF\n"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        struct result r = run(REFUSED[i].text);
        drop_excerpts(r.messages);
        if (r.good || strcmp(r.messages, REFUSED[i].message) != 0)
            fail_msg("case %zu: expected\n%sgot\n%s", i, REFUSED[i].message, r.messages);
        free(r.messages);
    }
}

static void test_excerpt(void **state)
{
    (void)state;
    struct result r = run(S("---\na: 显存\xb0\n---\n"));
    assert_string_equal(r.messages, "x.md:2:6: error: byte 0xB0 at offset 13 is not UTF-8; save the file as UTF-8\n"
                                    "     2 | a: 显存?\n"
                                    "       |        ^\n");
    free(r.messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_excerpt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
