/* Templates: every rule of the lint with its message and place, escaping by context, the strict dictionary. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "render/template.h"

#define PRAGMA "{{%AUTOESCAPE context=\"HTML\"}}\n"
#define XML_PRAGMA "{{%AUTOESCAPE context=\"XML\"}}\n"
#define NAMES(list) PRAGMA "{{! names: " list " }}\n"

/* ---- a temporary folder, in which the test runs, with the folder t for the templates ---- */

struct input {
    const char *name, *text;
};

static char root[4096];
static struct arena *arena;
static struct buf messages;

static void set_messages(FILE *f)
{
    char chunk[4096];
    buf_clear(&messages);
    rewind(f);
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;)
        buf_put(&messages, (struct str){chunk, n});
    buf_putc(&messages, 0);
    fclose(f);
}

static void write_text(const char *path, const char *text)
{
    struct file_error err;
    if (!file_write(path, str_from(text), NULL, &err))
        fail_msg("%s", err.message);
}

static void clear_folder(void)
{
    struct file_list list;
    struct file_error err;
    assert_true(file_walk(arena, "t", &list, &err));
    for (size_t i = 0; i < list.n; i++) {
        struct str path = arena_printf(arena, "t/%" STR_FMT, STR_ARG(list.at[i].path));
        assert_true(file_remove(path.p, &err));
    }
}

/* Loads the files (up to one without a name) from a fresh folder; the messages are in `messages`. */
static struct template_set *load(const struct input *files)
{
    clear_folder();
    for (; files->name; files++) {
        struct str path = arena_printf(arena, "t/%s", files->name);
        write_text(path.p, files->text);
    }
    FILE *f = tmpfile();
    struct diag *diag = diag_new(f, DIAG_TEXT, true);
    struct template_set *set = template_set_load("t", arena, diag);
    diag_finish(diag);
    assert_int_equal(set == NULL, diag_errors(diag) > 0);
    diag_free(diag);
    set_messages(f);
    return set;
}

static struct template_set *load_one(const char *text)
{
    return load((struct input[]){{"x.tpl", text}, {NULL, NULL}});
}

static struct template_set *must_load(const struct input *files)
{
    struct template_set *set = load(files);
    if (!set)
        fail_msg("not loaded:\n%s", messages.p);
    return set;
}

/* The page, valid until the next call; NULL after an error. */
static const char *render(const struct template_set *set, const char *name, const struct tdict *d)
{
    static struct buf out;
    FILE *f = tmpfile();
    struct diag *diag = diag_new(f, DIAG_TEXT, true);
    buf_clear(&out);
    buf_puts(&out, "");
    bool ok = template_render(set, name, d, &out, diag);
    diag_finish(diag);
    assert_int_equal(ok, diag_errors(diag) == 0);
    if (!ok)
        assert_int_equal(out.n, 0);
    diag_free(diag);
    set_messages(f);
    buf_putc(&out, 0);
    return ok ? out.p : NULL;
}

static void expect(const char *label, const char *got, const char *wanted)
{
    if (strcmp(got, wanted) != 0)
        fail_msg("%s\n---- got:\n%s\n---- expected:\n%s", label, got, wanted);
}

/* ---- the lint ---- */

struct lint_case {
    const char *text, *expected;
};

static const struct lint_case header_cases[] = {
    {"<p>{{X}}</p>\n", "t/x.tpl:1:1: error: a template begins with {{%AUTOESCAPE context=\"HTML\"}}\n"
                       "     1 | <p>{{X}}</p>\n"
                       "       | ^\n"},
    {"", "t/x.tpl:1:1: error: a template begins with {{%AUTOESCAPE context=\"HTML\"}}\n"},
    {"{{%AUTOESCAPE context=\"HTM\"}}\n",
     "t/x.tpl:1:1: error: a template begins with {{%AUTOESCAPE context=\"HTML\"}}\n"
     "     1 | {{%AUTOESCAPE context=\"HTM\"}}\n"
     "       | ^\n"},
    {PRAGMA "<p></p>\n", "t/x.tpl:2:1: error: behind the pragma a template lists its names: {{! names: TITLE ROW "
                         "ROW.NAME >HEADER }}\n"
                         "     2 | <p></p>\n"
                         "       | ^\n"},
    {PRAGMA "{{! about }}\n", "t/x.tpl:2:1: error: behind the pragma a template lists its names: {{! names: TITLE ROW "
                              "ROW.NAME >HEADER }}\n"
                              "     2 | {{! about }}\n"
                              "       | ^\n"},
    {NAMES("") "<p>\n" PRAGMA, "t/x.tpl:4:1: error: a pragma stands in the first line only\n"
                               "     4 | {{%AUTOESCAPE context=\"HTML\"}}\n"
                               "       | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n"},
    {NAMES("title"), "t/x.tpl:2:12: error: \"title\" is no name; names are capitals, digits and single underscores: "
                     "TITLE, ROW.NAME, >HEADER\n"
                     "     2 | {{! names: title }}\n"
                     "       |            ^~~~~\n"},
    {NAMES("A B\n A") "{{A}}{{B}}", "t/x.tpl:3:2: error: A is declared twice\n"
                                    "     3 |  A }}\n"
                                    "       |  ^\n"
                                    "t/x.tpl:2:12: note: first declared here\n"
                                    "     2 | {{! names: A B\n"
                                    "       |            ^\n"},
    {NAMES("TITLE ROW.NAME") "{{TITLE}}",
     "t/x.tpl:2:18: error: ROW.NAME stands in a section that is not declared; add ROW\n"
     "     2 | {{! names: TITLE ROW.NAME }}\n"
     "       |                  ^~~~~~~~\n"},
    {NAMES("TITLE"), "t/x.tpl:2:12: error: TITLE is declared and not used; remove it, or write TITLE? if it is set all "
                     "the same\n"
                     "     2 | {{! names: TITLE }}\n"
                     "       |            ^~~~~\n"},
    {NAMES("TITLE?") "{{TITLE}}", "t/x.tpl:2:12: error: TITLE is used; declare it without the '?'\n"
                                  "     2 | {{! names: TITLE? }}\n"
                                  "       |            ^~~~~~\n"},
    {NAMES("") "\xff", "t/x.tpl:3:1: error: this byte is not UTF-8\n"
                       "     3 | ?\n"
                       "       | ^\n"},
    {"\xef\xbb\xbf" NAMES(""), "t/x.tpl:1:1: error: remove the byte order mark\n"
                               "     1 | {{%AUTOESCAPE context=\"HTML\"}}\n"
                               "       | ^\n"},
    {NAMES("") "a\x01", "t/x.tpl:3:2: error: control characters are not allowed\n"
                        "     3 | a?\n"
                        "       |  ^\n"},
};

static const struct lint_case name_cases[] = {
    {NAMES("TITLE") "{{TITLE}}\n显存 {{TITEL}}\n",
     "t/x.tpl:4:4: error: {{TITEL}} is not among the declared names; did you mean TITLE?\n"
     "     4 | 显存 {{TITEL}}\n"
     "       |      ^~~~~~~~~\n"},
    {NAMES("") "{{QUITE_OTHER}}", "t/x.tpl:3:1: error: {{QUITE_OTHER}} is not among the declared names\n"
                                  "     3 | {{QUITE_OTHER}}\n"
                                  "       | ^~~~~~~~~~~~~~~\n"},
    {NAMES("ROW ROW.NAME") "{{#ROW}}{{NAME}}{{/ROW}}{{NAME}}",
     "t/x.tpl:3:25: error: {{NAME}} is declared as ROW.NAME and stands outside {{#ROW}}\n"
     "     3 | {{#ROW}}{{NAME}}{{/ROW}}{{NAME}}\n"
     "       |                         ^~~~~~~~\n"},
    {NAMES("A") "{{A}}\n{{#A}}{{/A}}", "t/x.tpl:4:1: error: A is a section here and a variable elsewhere\n"
                                       "     4 | {{#A}}{{/A}}\n"
                                       "       | ^~~~~~\n"
                                       "t/x.tpl:3:1: note: the other use\n"
                                       "     3 | {{A}}\n"
                                       "       | ^~~~~\n"},
    /* Inside a section that is not known nothing more is reported. */
    {NAMES("") "{{#ROW}}{{NAME}}{{/ROW}}", "t/x.tpl:3:1: error: {{#ROW}} is not among the declared names\n"
                                           "     3 | {{#ROW}}{{NAME}}{{/ROW}}\n"
                                           "       | ^~~~~~~~\n"},
};

static const struct lint_case form_cases[] = {
    {NAMES("E") "{{E}} {{ E }}", "t/x.tpl:3:7: error: a marker has no blanks: {{E}}\n"
                                 "     3 | {{E}} {{ E }}\n"
                                 "       |       ^~~~~~~\n"},
    {NAMES("") "<p>{{title}}", "t/x.tpl:3:4: error: {{title}} is no marker; names are capitals, digits and single "
                               "underscores\n"
                               "     3 | <p>{{title}}\n"
                               "       |    ^~~~~~~~~\n"},
    {NAMES("") "{{}}", "t/x.tpl:3:1: error: {{}} is no marker; names are capitals, digits and single underscores\n"
                       "     3 | {{}}\n"
                       "       | ^~~~\n"},
    {NAMES("") "{{A__B}}", "t/x.tpl:3:1: error: {{A__B}} is no marker; names are capitals, digits and single "
                           "underscores\n"
                           "     3 | {{A__B}}\n"
                           "       | ^~~~~~~~\n"},
    {NAMES("") "{{=| |=}}", "t/x.tpl:3:1: error: {{=| |=}} is no marker; names are capitals, digits and single "
                            "underscores\n"
                            "     3 | {{=| |=}}\n"
                            "       | ^~~~~~~~~\n"},
    {NAMES("E") "{{E</p>\n{{E}}", "t/x.tpl:3:1: error: this marker is not closed; it ends with }} on the same line\n"
                                  "     3 | {{E</p>\n"
                                  "       | ^~\n"},
    {NAMES("E") "{{E}}}}", "t/x.tpl:3:6: error: }} without {{\n"
                           "     3 | {{E}}}}\n"
                           "       |      ^~\n"},
    {NAMES("E") "{{E:u}}", "t/x.tpl:3:1: error: there is no modifier \"u\" here; values are escaped for their place, "
                           "and only *_HTML names take :none\n"
                           "     3 | {{E:u}}\n"
                           "       | ^~~~~~~\n"},
    {NAMES("E") "{{E:x-zzz}}", "t/x.tpl:3:1: error: there is no modifier \"x-zzz\" here; values are escaped for their "
                               "place, and only *_HTML names take :none\n"
                               "     3 | {{E:x-zzz}}\n"
                               "       | ^~~~~~~~~~~\n"},
    {NAMES("E") "{{E:none}}", "t/x.tpl:3:1: error: :none is for names ending in _HTML, set with ready HTML\n"
                              "     3 | {{E:none}}\n"
                              "       | ^~~~~~~~~~\n"},
    {NAMES("E_HTML") "{{E_HTML}}", "t/x.tpl:3:1: error: E_HTML is ready HTML: write {{E_HTML:none}}\n"
                                   "     3 | {{E_HTML}}\n"
                                   "       | ^~~~~~~~~~\n"},
    {NAMES("E_HTML") "<p title=\"{{E_HTML:none}}\">",
     "t/x.tpl:3:11: error: ready HTML may stand in text only, not in an attribute value\n"
     "     3 | <p title=\"{{E_HTML:none}}\">\n"
     "       |           ^~~~~~~~~~~~~~~\n"},
    {NAMES("E_HTML") "<title>{{E_HTML:none}}</title>",
     "t/x.tpl:3:8: error: ready HTML may stand in text only, not in a title or textarea\n"
     "     3 | <title>{{E_HTML:none}}</title>\n"
     "       |        ^~~~~~~~~~~~~~~\n"},
};

static const struct lint_case section_cases[] = {
    {NAMES("A") "\n<p>{{#A}}</p>\n", "t/x.tpl:4:4: error: {{#A}} is not closed\n"
                                     "     4 | <p>{{#A}}</p>\n"
                                     "       |    ^~~~~~\n"},
    {NAMES("") "<p>{{/A}}", "t/x.tpl:3:4: error: {{/A}} closes nothing\n"
                            "     3 | <p>{{/A}}\n"
                            "       |    ^~~~~~\n"},
    {NAMES("A A.B") "{{#A}}\n{{#B}}\n{{/A}}\n", "t/x.tpl:5:1: error: {{/A}} does not close {{#B}}\n"
                                                "     5 | {{/A}}\n"
                                                "       | ^~~~~~\n"
                                                "t/x.tpl:4:1: note: opened here\n"
                                                "     4 | {{#B}}\n"
                                                "       | ^~~~~~\n"},
    {NAMES("ROW") "{{#ROW}}{{/RWO}}", "t/x.tpl:3:9: error: {{/RWO}} does not close {{#ROW}}\n"
                                      "     3 | {{#ROW}}{{/RWO}}\n"
                                      "       |         ^~~~~~~~\n"
                                      "t/x.tpl:3:1: note: opened here\n"
                                      "     3 | {{#ROW}}{{/RWO}}\n"
                                      "       | ^~~~~~~~\n"},
    {NAMES("A") "{{#A}}<p title=\"{{/A}}\">", "t/x.tpl:3:17: error: {{/A}} stands in an attribute value, its section "
                                              "was opened in text\n"
                                              "     3 | {{#A}}<p title=\"{{/A}}\">\n"
                                              "       |                 ^~~~~~\n"
                                              "t/x.tpl:3:1: note: opened here\n"
                                              "     3 | {{#A}}<p title=\"{{/A}}\">\n"
                                              "       | ^~~~~~\n"},
    {NAMES("A") "{{#A}}{{/A}}{{#A_separator}},{{/A_separator}}",
     "t/x.tpl:3:13: error: {{#A_separator}} stands directly inside {{#A}} only\n"
     "     3 | {{#A}}{{/A}}{{#A_separator}},{{/A_separator}}\n"
     "       |             ^~~~~~~~~~~~~~~~\n"},
    {NAMES("A") "{{#A:none}}{{/A}}{{#A}}{{/A}}", "t/x.tpl:3:1: error: {{#A:none}} is no marker; names are capitals, "
                                                 "digits and single underscores\n"
                                                 "     3 | {{#A:none}}{{/A}}{{#A}}{{/A}}\n"
                                                 "       | ^~~~~~~~~~~\n"
                                                 "t/x.tpl:3:12: error: {{/A}} closes nothing\n"
                                                 "     3 | {{#A:none}}{{/A}}{{#A}}{{/A}}\n"
                                                 "       |            ^~~~~~\n"},
};

#define ADDRESS_RULE(attribute) \
    attribute " takes one variable whose name ends in _URL and nothing else: " attribute "=\"{{PAGE_URL}}\"\n"

static const struct lint_case place_cases[] = {
    {NAMES("X") "<script>var a = \"{{X}}\";</script>",
     "t/x.tpl:3:18: error: no marker may stand in <script>; hand the value over in a data- attribute\n"
     "     3 | <script>var a = \"{{X}}\";</script>\n"
     "       |                  ^~~~~\n"},
    {NAMES("X") "<style>p{width:{{X}}}</style>",
     "t/x.tpl:3:16: error: no marker may stand in <style>; hand the value over in a data- attribute\n"
     "     3 | <style>p{width:{{X}}}</style>\n"
     "       |                ^~~~~\n"},
    {NAMES("X") "<!-- {{X}} -->", "t/x.tpl:3:6: error: no marker may stand in an HTML comment\n"
                                  "     3 | <!-- {{X}} -->\n"
                                  "       |      ^~~~~\n"},
    {NAMES("X") "<!doctype {{X}}>", "t/x.tpl:3:11: error: no marker may stand in a declaration\n"
                                    "     3 | <!doctype {{X}}>\n"
                                    "       |           ^~~~~\n"},
    {NAMES("X") "<h{{X}}>", "t/x.tpl:3:3: error: no marker may be the name of a tag or an attribute\n"
                            "     3 | <h{{X}}>\n"
                            "       |   ^~~~~\n"},
    {NAMES("X") "<{{X}}>", "t/x.tpl:3:2: error: no marker may be the name of a tag or an attribute\n"
                           "     3 | <{{X}}>\n"
                           "       |  ^~~~~\n"},
    {NAMES("X") "<p {{X}}>", "t/x.tpl:3:4: error: no marker may be the name of a tag or an attribute\n"
                             "     3 | <p {{X}}>\n"
                             "       |    ^~~~~\n"},
    {NAMES("X") "<p title={{X}}>", "t/x.tpl:3:10: error: the value of title needs quotes: title=\"{{X}}\"\n"
                                   "     3 | <p title={{X}}>\n"
                                   "       |          ^~~~~\n"},
    {NAMES("X") "<p onclick=\"f('{{X}}')\">",
     "t/x.tpl:3:16: error: no marker may stand in onclick; use a class or a data- attribute\n"
     "     3 | <p onclick=\"f('{{X}}')\">\n"
     "       |                ^~~~~\n"},
    {NAMES("X") "<p STYLE='width:{{X}}'>",
     "t/x.tpl:3:17: error: no marker may stand in STYLE; use a class or a data- attribute\n"
     "     3 | <p STYLE='width:{{X}}'>\n"
     "       |                 ^~~~~\n"},
    {NAMES("X") "<meta content=\"0;url={{X}}\" http-equiv=refresh>",
     "t/x.tpl:3:22: error: no marker may stand in <meta http-equiv>\n"
     "     3 | <meta content=\"0;url={{X}}\" http-equiv=refresh>\n"
     "       |                      ^~~~~\n"},
    {NAMES("X") "<a href=\"{{X}}\">", "t/x.tpl:3:10: error: " ADDRESS_RULE("href") "     3 | <a href=\"{{X}}\">\n"
                                                                                   "       |          ^~~~~\n"},
    {NAMES("X_URL") "<img src=\"/a/{{X_URL}}\">",
     "t/x.tpl:3:14: error: " ADDRESS_RULE("src") "     3 | <img src=\"/a/{{X_URL}}\">\n"
                                                 "       |              ^~~~~~~~~\n"},
    {NAMES("X_URL") "<a HREF='{{X_URL}}#a'>",
     "t/x.tpl:3:10: error: " ADDRESS_RULE("HREF") "     3 | <a HREF='{{X_URL}}#a'>\n"
                                                  "       |          ^~~~~~~~~\n"},
    {NAMES("A") "<use xlink:href=\"{{#A}}a{{/A}}\"/>",
     "t/x.tpl:3:18: error: " ADDRESS_RULE("xlink:href") "     3 | <use xlink:href=\"{{#A}}a{{/A}}\"/>\n"
                                                        "       |                  ^~~~~~\n"
                                                        "t/x.tpl:3:25: error: " ADDRESS_RULE(
                                                            "xlink:href") "     3 | <use "
                                                                          "xlink:href=\"{{#A}}a{{/A}}\"/>\n"
                                                                          "       |                         ^~~~~~\n"},
    {NAMES("") "<p title=\"a>\n<b>x</b>\n", "t/x.tpl:3:10: error: the value of title contains '<': close its quote, or "
                                            "write &lt;\n"
                                            "     3 | <p title=\"a>\n"
                                            "       |          ^\n"
                                            "t/x.tpl:3:1: error: the file ends inside an attribute value that begins "
                                            "here\n"
                                            "     3 | <p title=\"a>\n"
                                            "       | ^\n"},
    {NAMES("") "a < b", "t/x.tpl:3:3: error: '<' begins no tag; write &lt;\n"
                        "     3 | a < b\n"
                        "       |   ^\n"},
    {NAMES("") "<script>f()\n", "t/x.tpl:3:1: error: the file ends inside a script or style that begins here\n"
                                "     3 | <script>f()\n"
                                "       | ^\n"},
    {NAMES("") "<p>\n<!-- x\n", "t/x.tpl:4:1: error: the file ends inside a comment that begins here\n"
                                "     4 | <!-- x\n"
                                "       | ^\n"},
    {NAMES("X") "<script>a</scripts>{{X}}</script>",
     "t/x.tpl:3:20: error: no marker may stand in <script>; hand the value over in a data- attribute\n"
     "     3 | <script>a</scripts>{{X}}</script>\n"
     "       |                    ^~~~~\n"},
    /* What the lint does not see, ctemplate does. */
    {NAMES("X") "<p title=\"a\"\" {{#X}}b{{/X}}>\n",
     "t/x.tpl:3:1: error: ctemplate cannot read the HTML at <p title=\"a\"\" \n"
     "     3 | <p title=\"a\"\" {{#X}}b{{/X}}>\n"
     "       | ^~~~~~~~~~~~~~\n"},
};

static void check_lint(const struct lint_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct template_set *set = load_one(cases[i].text);
        expect(cases[i].text, messages.p, cases[i].expected);
        template_set_free(set);
    }
}

#define CHECK_LINT(cases) check_lint(cases, sizeof(cases) / sizeof *(cases))

static void test_lint_header(void **state)
{
    (void)state;
    CHECK_LINT(header_cases);
}

static void test_lint_names(void **state)
{
    (void)state;
    CHECK_LINT(name_cases);
}

static void test_lint_form(void **state)
{
    (void)state;
    CHECK_LINT(form_cases);
}

static void test_lint_sections(void **state)
{
    (void)state;
    CHECK_LINT(section_cases);
}

static void test_lint_places(void **state)
{
    (void)state;
    CHECK_LINT(place_cases);
}

struct folder_case {
    struct input files[5];
    const char *expected;
};

static const struct folder_case folder_cases[] = {
    {{{"part_head.tpl", NAMES("")}, {"x.tpl", NAMES(">HEAD >HAED") "{{>HEAD}}\n{{>HAED}}\n"}},
     "t/x.tpl:4:1: error: there is no part_haed.tpl; did you mean part_head.tpl?\n"
     "     4 | {{>HAED}}\n"
     "       | ^~~~~~~~~\n"},
    {{{"part_head.tpl", NAMES("")}, {"x.tpl", NAMES("") "{{>HEAD}}\n"}},
     "t/x.tpl:3:1: error: {{>HEAD}} is not among the declared names; add >HEAD\n"
     "     3 | {{>HEAD}}\n"
     "       | ^~~~~~~~~\n"},
    {{{"part_head.tpl", NAMES("")}}, "t/part_head.tpl: error: no template includes this part\n"},
    {{{"part_a.tpl", NAMES(">B") "{{>B}}"}, {"part_b.tpl", NAMES(">A") "\n{{>A}}"}, {"x.tpl", NAMES(">A") "{{>A}}"}},
     "t/part_b.tpl:4:1: error: part_a.tpl includes itself\n"
     "     4 | {{>A}}\n"
     "       | ^~~~~~\n"
     "t/part_a.tpl:3:1: note: by way of this\n"
     "     3 | {{>B}}\n"
     "       | ^~~~~~\n"},
    {{{"part_head.tpl", NAMES("")}, {"x.tpl", NAMES(">HEAD") "<p title=\"{{>HEAD}}\"><title>{{>HEAD}}</title>"}},
     "t/x.tpl:3:11: error: a part may stand in text only, not in an attribute value\n"
     "     3 | <p title=\"{{>HEAD}}\"><title>{{>HEAD}}</title>\n"
     "       |           ^~~~~~~~~\n"
     "t/x.tpl:3:29: error: a part may stand in text only, not in <title>\n"
     "     3 | <p title=\"{{>HEAD}}\"><title>{{>HEAD}}</title>\n"
     "       |                             ^~~~~~~~~\n"},
    {{{"map.xml.tpl", NAMES("")}},
     "t/map.xml.tpl:1:1: error: a template begins with {{%AUTOESCAPE context=\"XML\"}}\n"
     "     1 | {{%AUTOESCAPE context=\"HTML\"}}\n"
     "       | ^\n"},
    {{{"map.xml.tpl", XML_PRAGMA "{{! names: A_HTML }}\n<a>{{A_HTML:none}}</a>"}},
     "t/map.xml.tpl:3:4: error: ready HTML cannot stand in XML; hand it over as text, under another name\n"
     "     3 | <a>{{A_HTML:none}}</a>\n"
     "       |    ^~~~~~~~~~~~~~~\n"},
};

static void test_lint_folder(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof folder_cases / sizeof *folder_cases; i++) {
        assert_null(load(folder_cases[i].files));
        expect(folder_cases[i].files[0].text, messages.p, folder_cases[i].expected);
    }
}

static void test_missing_folder(void **state)
{
    (void)state;
    FILE *f = tmpfile();
    struct diag *diag = diag_new(f, DIAG_TEXT, true);
    assert_null(template_set_load("nowhere", arena, diag));
    assert_int_equal(diag_exit_code(diag), 2);
    diag_finish(diag);
    diag_free(diag);
    set_messages(f);
    assert_non_null(strstr(messages.p, "nowhere: No such file or directory"));
}

static void test_deep_sections(void **state)
{
    (void)state;
    struct buf text = {0};
    buf_puts(&text, NAMES("A"));
    for (int i = 0; i < 17; i++)
        buf_puts(&text, "{{#A}}");
    assert_null(load_one(text.p));
    assert_non_null(strstr(messages.p, "t/x.tpl:3:97: error: sections may nest 16 deep\n"));
    buf_free(&text);
}

/* ---- escaping ---- */

static const char hostile[] = "The \"so-called\" <b>GPU</b> & co's\n\t</title><script>alert(1)</script>";
#define HOSTILE_ESCAPED \
    "The &quot;so-called&quot; &lt;b&gt;GPU&lt;/b&gt; &amp; co&#39;s\n\t" \
    "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;"

static const struct lint_case escape_cases[] = {
    {"<p>{{E}}</p>", "<p>" HOSTILE_ESCAPED "</p>"},
    {"<title>{{E}}</title>", "<title>" HOSTILE_ESCAPED "</title>"},
    {"<textarea>{{E}}</textarea>", "<textarea>" HOSTILE_ESCAPED "</textarea>"},
    {"<pre>{{E}}</pre>", "<pre>" HOSTILE_ESCAPED "</pre>"},
    {"<meta name=\"description\" content=\"{{E}}\">", "<meta name=\"description\" content=\"" HOSTILE_ESCAPED "\">"},
    {"<p title='{{E}}' data-x = \"a {{E}}\" hidden>",
     "<p title='" HOSTILE_ESCAPED "' data-x = \"a " HOSTILE_ESCAPED "\" hidden>"},
    {"<svg><title>{{E}}</title><text x=\"1\" class=\"{{E}}\">{{E}}</text></svg>",
     "<svg><title>" HOSTILE_ESCAPED "</title><text x=\"1\" class=\"" HOSTILE_ESCAPED "\">" HOSTILE_ESCAPED
     "</text></svg>"},
    {"<script>if (a<b) {x = {y:{}}}</script><p>{{E}}", "<script>if (a<b) {x = {y:{}}}</script><p>" HOSTILE_ESCAPED},
    {"<!-- a ' \" <b --><p>{{E}}", "<!-- a ' \" <b --><p>" HOSTILE_ESCAPED},
};

static void test_escaping(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof escape_cases / sizeof *escape_cases; i++) {
        struct str text = arena_printf(arena, "%s%s", NAMES("E"), escape_cases[i].text);
        struct template_set *set = must_load((struct input[]){{"x.tpl", text.p}, {NULL, NULL}});
        struct tdict *d = tdict_new(arena);
        tdict_text(d, "E", str_from(hostile));
        const char *page = render(set, "x.tpl", d);
        expect(escape_cases[i].text, page ? page : messages.p, escape_cases[i].expected);
        template_set_free(set);
    }
}

/* Reads back what escaping wrote, as a browser does: any byte string must come back as it was. */
static void unescape(struct buf *out, const char *s)
{
    static const struct {
        const char *entity;
        char c;
    } entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    while (*s) {
        assert_null(strchr("<>\"'", *s));
        size_t i = 0, n = sizeof entities / sizeof *entities;
        while (*s == '&' && i < n && strncmp(s, entities[i].entity, strlen(entities[i].entity)) != 0)
            i++;
        assert_true(*s != '&' || i < n);
        buf_putc(out, *s == '&' ? entities[i].c : *s);
        s += *s == '&' ? strlen(entities[i].entity) : 1;
    }
}

static void test_any_bytes(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){{"x.tpl", NAMES("E") "{{E}}"}, {NULL, NULL}});
    uint32_t seed = 1;
    for (int run = 0; run < 2000; run++) {
        char bytes[24];
        size_t n = sizeof bytes - 1;
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            unsigned char c = (unsigned char)(seed >> 24);
            bytes[i] = (char)(c == 0 ? '<' : run % 2 ? c : "<>&\"';#amplt \n\t\xe6\x98\xbe"[c % 18]);
        }
        bytes[n] = 0;
        struct tdict *d = tdict_new(arena);
        tdict_text(d, "E", str_from(bytes));
        struct buf back = {0};
        unescape(&back, render(set, "x.tpl", d));
        assert_int_equal(back.n, n);
        assert_memory_equal(back.p, bytes, n);
        buf_free(&back);
    }
    template_set_free(set);
}

/* What a real page has in its head and forms. */
static void test_whole_page(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"x.tpl",
         NAMES(
             "LANG TITLE STYLE_URL SCRIPT_URL IS_CHOSEN COUNT") "<!doctype html>\n<html "
                                                                "lang=\"{{LANG}}\">\n<head>\n<meta "
                                                                "charset=\"utf-8\">\n<title>{{TITLE}} · "
                                                                "chipfirst</title>\n"
                                                                "<link rel=\"stylesheet\" "
                                                                "href=\"{{STYLE_URL}}\">\n<script "
                                                                "src=\"{{SCRIPT_URL}}\" defer></script>\n</head>\n"
                                                                "<body class=page>\n<details open><summary>a &lt; "
                                                                "b</summary></details>\n"
                                                                "<input type=\"text\" value='{{TITLE}}' "
                                                                "required>\n<select><option "
                                                                "value=\"{{TITLE}}\"{{#IS_CHOSEN}} selected"
                                                                "{{/IS_CHOSEN}}>{{TITLE}}</option></select>\n<br/>\n"
                                                                "<svg viewBox=\"0 0 10 10\"><rect width=\"{{COUNT}}\" "
                                                                "height=\"1\"/></svg>\n</body>\n</html>\n"},
        {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "LANG", S("zh-CN"));
    tdict_text(d, "TITLE", S("\"A10\" & 显存"));
    tdict_text(d, "COUNT", S("62.5"));
    tdict_address(d, "STYLE_URL", S("../assets/site.0a1b2c3d.css"));
    tdict_address(d, "SCRIPT_URL", S("../assets/site.0a1b2c3d.js"));
    tdict_show(d, "IS_CHOSEN");
    expect("page", render(set, "x.tpl", d),
           "<!doctype html>\n<html lang=\"zh-CN\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<title>&quot;A10&quot; &amp; 显存 · chipfirst</title>\n"
           "<link rel=\"stylesheet\" href=\"../assets/site.0a1b2c3d.css\">\n"
           "<script src=\"../assets/site.0a1b2c3d.js\" defer></script>\n</head>\n"
           "<body class=page>\n<details open><summary>a &lt; b</summary></details>\n"
           "<input type=\"text\" value='&quot;A10&quot; &amp; 显存' required>\n"
           "<select><option value=\"&quot;A10&quot; &amp; 显存\" selected>&quot;A10&quot; &amp; "
           "显存</option></select>\n<br/>\n"
           "<svg viewBox=\"0 0 10 10\"><rect width=\"62.5\" height=\"1\"/></svg>\n</body>\n</html>\n");
    template_set_free(set);
}

static void test_chinese(void **state)
{
    (void)state;
    struct template_set *set =
        must_load((struct input[]){{"x.tpl", NAMES("N") "<p title=\"显存{{N}}\">“{{N}}”</p>\n"}, {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "N", S("显存 24 GB，𠮷"));
    expect("chinese", render(set, "x.tpl", d), "<p title=\"显存显存 24 GB，𠮷\">“显存 24 GB，𠮷”</p>\n");
    template_set_free(set);
}

static void test_html(void **state)
{
    (void)state;
    struct template_set *set =
        must_load((struct input[]){{"x.tpl", NAMES("BODY_HTML") "<div>{{BODY_HTML:none}}</div>"}, {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_html(d, "BODY_HTML", S("<p>a &amp; b</p>\n<pre>\t{{X}}</pre>"));
    expect("html", render(set, "x.tpl", d), "<div><p>a &amp; b</p>\n<pre>\t{{X}}</pre></div>");
    template_set_free(set);
}

static void test_xml(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"map.xml.tpl", XML_PRAGMA "{{! names: PAGE PAGE.PAGE_URL PAGE.NAME }}\n<?xml version=\"1.0\"?>\n<urlset>\n"
                                   "{{#PAGE}}\n<url n=\"{{NAME}}\"><loc>{{PAGE_URL}}</loc>{{NAME}}</url>\n{{/PAGE}}\n"
                                   "</urlset>\n"},
        {NULL, NULL}});
    struct tdict *d = tdict_new(arena), *page = tdict_show(d, "PAGE");
    tdict_address(page, "PAGE_URL", S("https://x.org/a?b=1&c=2"));
    tdict_text(page, "NAME", S("a\n<&nbsp;'\">"));
    expect("xml", render(set, "map.xml.tpl", d),
           "<?xml version=\"1.0\"?>\n<urlset>\n<url n=\"a\n&lt;&amp;nbsp;&#39;&quot;&gt;\">"
           "<loc>https://x.org/a?b=1&amp;c=2</loc>a\n&lt;&amp;nbsp;&#39;&quot;&gt;</url>\n</urlset>\n");
    template_set_free(set);
}

/* ---- addresses ---- */

static const struct {
    const char *address;
    const char *expected; /* in href="…"; NULL: refused */
    const char *problem;
} address_cases[] = {
    {"https://x.org/a?b=1&c=2#d", "https://x.org/a?b=1&amp;c=2#d", NULL},
    {"HTTP://x.org", "HTTP://x.org", NULL},
    {"http://[::1]:8080/[a]", "http://[::1]:8080/%5Ba%5D", NULL},
    {"../chips/a10.html#s", "../chips/a10.html#s", NULL},
    {"/404.html", "/404.html", NULL},
    {"#top", "#top", NULL},
    {"?model=qwen2.5-7b&seq=2048", "?model=qwen2.5-7b&amp;seq=2048", NULL},
    /* ctemplate would make "#" of these */
    {"calculator.html?model=a:b", "calculator.html?model=a%3Ab", NULL},
    {"a.html#t:x", "a.html#t%3Ax", NULL},
    {"./a:b.html", "./a:b.html", NULL},
    {"2.5:7b.html", "2.5%3A7b.html", NULL},
    {"a b.html", "a%20b.html", NULL},
    {"/显存/a.html", "/%E6%98%BE%E5%AD%98/a.html", NULL},
    {"a%20b%zz%4", "a%20b%25zz%254", NULL},
    {"a\"><script>", "a%22%3E%3Cscript%3E", NULL},
    {"a'b", "a&#39;b", NULL},
    {"\\\\evil.org/", "%5C%5Cevil.org/", NULL},
    {"/\\evil.org", "/%5Cevil.org", NULL},
    {"a#b#c", "a#b%23c", NULL},
    {"a|b{c}^`d", "a%7Cb%7Bc%7D%5E%60d", NULL},
    {"javascript:alert(1)", NULL, "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)"},
    {"JaVaScRiPt:alert(1)//http://", NULL,
     "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)"},
    {"data:text/html,x", NULL, "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)"},
    {"mailto:a@b.c", NULL, "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)"},
    {"chip:nvidia-a10", NULL, "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)"},
    {"https:x", NULL, "is neither relative nor http:// nor https:// (a ':' in a file name is written %3A)"},
    {"https:///x", NULL, "has no host"},
    {"java\tscript:alert(1)", NULL, "has a control character or a blank at an end"},
    {" javascript:alert(1)", NULL, "has a control character or a blank at an end"},
    {"//evil.org/", NULL, "takes its scheme from the page; write https://"},
    {"", NULL, "is empty"},
};

static void test_addresses(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"x.tpl", NAMES("X_URL") "<a href=\"{{X_URL}}\"><img src='{{X_URL}}'><use xlink:href=\"{{X_URL}}\"/>"},
        {NULL, NULL}});
    for (size_t i = 0; i < sizeof address_cases / sizeof *address_cases; i++) {
        const char *address = address_cases[i].address, *wanted = address_cases[i].expected;
        struct tdict *d = tdict_new(arena);
        tdict_address(d, "X_URL", str_from(address));
        const char *page = render(set, "x.tpl", d);
        if (wanted) {
            struct str all =
                arena_printf(arena, "<a href=\"%s\"><img src='%s'><use xlink:href=\"%s\"/>", wanted, wanted, wanted);
            expect(address, page ? page : messages.p, all.p);
            continue;
        }
        struct str message = arena_printf(arena, "t/x.tpl:3:10: error: {{X_URL}}: the address \"%s\" %s\n", address,
                                          address_cases[i].problem);
        assert_null(page);
        messages.p[message.n < messages.n ? message.n : 0] = 0;
        expect(address, messages.p, message.p);
    }
    template_set_free(set);
}

/* ---- the dictionary ---- */

static void test_sections(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"x.tpl",
         NAMES(
             "SITE ROW ROW.K ROW.CELL ROW.CELL.M SHOWN HIDDEN HIDDEN.Z") "{{#ROW}}[{{K}}:{{#CELL}}{{M}}{{K}}{{SITE}}{{#"
                                                                         "CELL_separator}}|{{/CELL_separator}}{{/CELL}}"
                                                                         "{{#SHOWN}}!{{K}}{{/"
                                                                         "SHOWN}}]{{#ROW_separator}}, "
                                                                         "{{/ROW_separator}}{{/ROW}}{{#HIDDEN}}{{Z}}{{/"
                                                                         "HIDDEN}}\n"},
        {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "SITE", S("@"));
    tdict_show_if(d, "SHOWN", true);
    tdict_show_if(d, "HIDDEN", false);
    tdict_hide(d, "ROW");
    for (size_t i = 0; i < 3; i++) {
        struct tdict *row = tdict_show(d, "ROW");
        tdict_text(row, "K", str_from(&"0\0001\0002"[2 * i]));
        tdict_hide(row, "CELL");
        for (size_t k = 0; k < i; k++)
            tdict_text(tdict_show(row, "CELL"), "M", k ? S("y") : S("x"));
    }
    expect("sections", render(set, "x.tpl", d), "[0:!0], [1:x1@!1], [2:x2@|y2@!2]\n");
    template_set_free(set);
}

static void test_silent_lines(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"part_foot.tpl", NAMES("N") "<i>{{N}}</i>\r\n<pre>\n x</pre>\n"},
        {"x.tpl",
         PRAGMA "\n{{! names: N\n  A >FOOT }}\n<ul>\n  {{! a\n comment }}  \n  {{#A}}\r\n  <li>{{N}}\n  {{/A}}\n"
                "  {{>FOOT}}\n  {{#A}} {{>FOOT}} {{/A}}\n</ul>\n  {{>FOOT}}</p>\n{{N}}\n\n{{#A}}{{/A}}"},
        {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "N", S("n"));
    tdict_show(d, "A");
    expect("lines", render(set, "x.tpl", d),
           "<ul>\n  <li>n\n<i>n</i>\n<pre>\n x</pre>\n<i>n</i>\n<pre>\n x</pre>\n</ul>\n  <i>n</i>\n<pre>\n x</pre>\n"
           "</p>\nn\n\n");
    template_set_free(set);
}

static struct template_set *load_parts(void)
{
    return must_load(
        (struct input[]){{"part_cell.tpl", NAMES("NAME SITE >DEEP") "<td>{{NAME}}@{{SITE}}</td>\n{{>DEEP}}\n"},
                         {"part_deep.tpl", NAMES("LINK LINK.NAME") "{{#LINK}}<b>{{NAME}}</b>{{/LINK}}\n"},
                         {"x.tpl", NAMES("ROW >CELL SEEN?") "{{#ROW}}\n{{>CELL}}\n{{/ROW}}\n"},
                         {NULL, NULL}});
}

static void test_parts(void **state)
{
    (void)state;
    struct template_set *set = load_parts();
    struct tdict *d = tdict_new(arena), *row = tdict_show(d, "ROW");
    tdict_text(d, "SITE", S("s"));
    tdict_text(d, "SEEN", S("not used"));
    tdict_text(row, "NAME", S("<1>"));
    tdict_text(tdict_show(row, "LINK"), "NAME", S("inner"));
    expect("parts", render(set, "x.tpl", d), "<td>&lt;1&gt;@s</td>\n<b>inner</b>\n");
    template_set_free(set);
}

static void test_unset(void **state)
{
    (void)state;
    struct template_set *set = load_parts();
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "SITE", S("s"));
    for (int i = 0; i < 3; i++) {
        struct tdict *row = tdict_show(d, "ROW");
        tdict_hide(row, "LINK");
        if (i == 0)
            tdict_text(row, "NAME", S("1"));
    }
    assert_null(render(set, "x.tpl", d));
    expect("in a part, once", messages.p,
           "t/part_cell.tpl:3:5: error: {{NAME}} is not set\n"
           "     3 | <td>{{NAME}}@{{SITE}}</td>\n"
           "       |     ^~~~~~~~\n");
    assert_null(render(set, "x.tpl", tdict_new(arena)));
    expect("section", messages.p,
           "t/x.tpl:3:1: error: {{#ROW}} is not set\n"
           "     3 | {{#ROW}}\n"
           "       | ^~~~~~~~\n");
    template_set_free(set);
}

static void test_unset_in_section(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"x.tpl", NAMES("NAME ROW ROW.PLACE") "{{NAME}}\n{{#ROW}}{{PLACE}}{{NAME}}{{/ROW}}\n"}, {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "NAME", S("x"));
    tdict_text(tdict_show(d, "ROW"), "PLACE", S("x"));
    tdict_text(tdict_show(d, "ROW"), "PLACES", S("x"));
    assert_null(render(set, "x.tpl", d));
    expect("both sides", messages.p,
           "t/x.tpl:2:5: error: ROW.PLACES is set, but not used here or in a part; did you mean ROW.PLACE?\n"
           "     2 | {{! names: NAME ROW ROW.PLACE }}\n"
           "       |     ^~~~~~\n"
           "t/x.tpl:4:9: error: {{PLACE}} is not set in {{#ROW}} number 2; did you mean PLACES?\n"
           "     4 | {{#ROW}}{{PLACE}}{{NAME}}{{/ROW}}\n"
           "       |         ^~~~~~~~~\n");
    template_set_free(set);
}

static void test_unused(void **state)
{
    (void)state;
    struct template_set *set = load_parts();
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "SITE", S("s"));
    tdict_text(d, "QUITE_OTHER", S("s"));
    tdict_hide(d, "ROW");
    assert_null(render(set, "x.tpl", d));
    expect("unused", messages.p,
           "t/x.tpl:2:5: error: QUITE_OTHER is set, but not used here or in a part; declare it as "
           "QUITE_OTHER? if that is intended\n"
           "     2 | {{! names: ROW >CELL SEEN? }}\n"
           "       |     ^~~~~~\n");
    template_set_free(set);
}

static void test_wrong_kind(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){{"x.tpl", NAMES("A B") "{{A}}\n{{#B}}{{/B}}"}, {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    tdict_show(d, "A");
    tdict_text(d, "B", S("b"));
    assert_null(render(set, "x.tpl", d));
    expect("kinds", messages.p,
           "t/x.tpl:3:1: error: {{A}} is set as a section\n"
           "     3 | {{A}}\n"
           "       | ^~~~~\n"
           "t/x.tpl:4:1: error: {{#B}} is set as a variable\n"
           "     4 | {{#B}}{{/B}}\n"
           "       | ^~~~~~\n");
    template_set_free(set);
}

static void test_no_template(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){{"start.tpl", NAMES("") "a"}, {"b.txt", "{{"}, {NULL, NULL}});
    assert_null(render(set, "strat.tpl", tdict_new(arena)));
    expect("no template", messages.p,
           "chipfirst: error: there is no template strat.tpl in t; did you mean start.tpl?\n");
    expect("still usable", render(set, "start.tpl", tdict_new(arena)), "a");
    template_set_free(set);
}

/* Output is appended; a failed page leaves what was there. */
static void test_append(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){{"x.tpl", NAMES("A") "a{{A}}"}, {NULL, NULL}});
    FILE *f = tmpfile();
    struct diag *diag = diag_new(f, DIAG_TEXT, true);
    struct buf out = {0};
    struct tdict *d = tdict_new(arena);
    tdict_text(d, "A", S("1"));
    assert_true(template_render(set, "x.tpl", d, &out, diag));
    assert_true(template_render(set, "x.tpl", d, &out, diag));
    assert_false(template_render(set, "x.tpl", tdict_new(arena), &out, diag));
    assert_string_equal(out.p, "a1a1");
    buf_free(&out);
    diag_free(diag);
    fclose(f);
    template_set_free(set);
}

/* ---- mistakes of the program abort ---- */

static void set_twice(struct tdict *d)
{
    tdict_text(d, "A", S(""));
    tdict_text(d, "A", S(""));
}

static void html_without_suffix(struct tdict *d)
{
    tdict_html(d, "BODY", S(""));
}

static void text_with_html_suffix(struct tdict *d)
{
    tdict_text(d, "BODY_HTML", S(""));
}

static void text_with_url_suffix(struct tdict *d)
{
    tdict_text(d, "PAGE_URL", S(""));
}

static void address_without_suffix(struct tdict *d)
{
    tdict_address(d, "PAGE", S("a"));
}

static void lower_case(struct tdict *d)
{
    tdict_text(d, "Title", S(""));
}

static void section_over_value(struct tdict *d)
{
    tdict_text(d, "A", S(""));
    tdict_show(d, "A");
}

static void test_misuse(void **state)
{
    (void)state;
    void (*const mistakes[])(struct tdict *) = {
        set_twice,          html_without_suffix, text_with_html_suffix, text_with_url_suffix, address_without_suffix,
        section_over_value, lower_case,
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
            signal(SIGABRT, SIG_DFL);
            if (!freopen("/dev/null", "w", stderr))
                _exit(2);
            mistakes[i](tdict_new(arena));
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            fail_msg("mistake %zu did not abort", i);
    }
}

/* ---- size and speed ---- */

static void test_many_rows(void **state)
{
    (void)state;
    struct template_set *set =
        must_load((struct input[]){{"x.tpl", NAMES("ROW ROW.N") "{{#ROW}}\n{{N}};\n{{/ROW}}\n"}, {NULL, NULL}});
    struct tdict *d = tdict_new(arena);
    struct buf wanted = {0};
    for (int i = 0; i < 10000; i++) {
        struct str n = arena_printf(arena, "%d", i);
        tdict_text(tdict_show(d, "ROW"), "N", n);
        buf_printf(&wanted, "%d;\n", i);
    }
    expect("10,000 rows", render(set, "x.tpl", d), wanted.p);
    buf_free(&wanted);
    template_set_free(set);
}

#define TABLE_PAGE \
    NAMES("TITLE NAV NAV.LABEL NAV.PAGE_URL ROW ROW.A ROW.B ROW.C ROW.D ROW.PAGE_URL >HEAD") \
    "{{>HEAD}}\n<ul>\n{{#NAV}}\n<li><a " \
    "href=\"{{PAGE_URL}}\">{{LABEL}}</a></li>\n{{/NAV}}\n</ul>\n<h1>{{TITLE}}</h1>\n" \
    "<table>\n{{#ROW}}\n<tr><td><a href=\"{{PAGE_URL}}\">{{A}}</a></td><td class=\"num\">{{B}}</td><td class=\"num\">" \
    "{{C}}</td><td>{{D}}</td><td class=\"copy\"><span>link</span></td></tr>\n{{/ROW}}\n</table>\n"

static struct tdict *table_dict(struct arena *page)
{
    struct tdict *d = tdict_new(page);
    tdict_text(d, "TITLE", S("NVIDIA A10 & 显存"));
    for (int i = 0; i < 20; i++) {
        struct tdict *nav = tdict_show(d, "NAV");
        tdict_text(nav, "LABEL", S("Families"));
        tdict_address(nav, "PAGE_URL", S("../families/ecs.gn7i.html"));
    }
    for (int i = 0; i < 200; i++) {
        struct tdict *row = tdict_show(d, "ROW");
        tdict_text(row, "A", S("ecs.gn7i-c16g1.4xlarge"));
        tdict_text(row, "B", S("24 GB"));
        tdict_text(row, "C", S("600 GB/s"));
        tdict_text(row, "D", S("Fits with 8-bit weights & a <small> batch"));
        tdict_address(row, "PAGE_URL", S("../types/ecs.gn7i-c16g1.4xlarge.html"));
    }
    return d;
}

/* A thousand pages with the same memory: the arena is emptied after each, the output is the same each time. */
static void test_thousand_pages(void **state)
{
    (void)state;
    struct template_set *set = must_load((struct input[]){
        {"part_head.tpl", NAMES("TITLE") "<title>{{TITLE}}</title>\n"}, {"x.tpl", TABLE_PAGE}, {NULL, NULL}});
    struct arena *page = arena_new();
    struct diag *diag = diag_new(stderr, DIAG_TEXT, true);
    struct buf out = {0}, first = {0};
    clock_t start = clock();
    for (int i = 0; i < 1000; i++) {
        buf_clear(&out);
        assert_true(template_render(set, "x.tpl", table_dict(page), &out, diag));
        if (i == 0)
            buf_put(&first, buf_str(&out));
        assert_true(str_eq(buf_str(&first), buf_str(&out)));
        arena_reset(page);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%zu bytes a page, %.0f pages/s\n", out.n, 1000 / seconds);
    buf_free(&out);
    buf_free(&first);
    diag_free(diag);
    arena_free(page);
    template_set_free(set);
}

/* ---- the test run ---- */

static int set_up(void **state)
{
    (void)state;
    const char *tmp = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/chipfirst-template-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    arena = arena_new();
    return mkdtemp(root) && chdir(root) == 0 && mkdir("t", 0700) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    clear_folder();
    arena_free(arena);
    buf_free(&messages);
    return rmdir("t") == 0 && chdir("/") == 0 && rmdir(root) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lint_header),    cmocka_unit_test(test_lint_names),
        cmocka_unit_test(test_lint_form),      cmocka_unit_test(test_lint_sections),
        cmocka_unit_test(test_lint_places),    cmocka_unit_test(test_lint_folder),
        cmocka_unit_test(test_missing_folder), cmocka_unit_test(test_deep_sections),
        cmocka_unit_test(test_escaping),       cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_whole_page),     cmocka_unit_test(test_chinese),
        cmocka_unit_test(test_html),           cmocka_unit_test(test_xml),
        cmocka_unit_test(test_addresses),      cmocka_unit_test(test_sections),
        cmocka_unit_test(test_silent_lines),   cmocka_unit_test(test_parts),
        cmocka_unit_test(test_unset),          cmocka_unit_test(test_unset_in_section),
        cmocka_unit_test(test_unused),         cmocka_unit_test(test_wrong_kind),
        cmocka_unit_test(test_no_template),    cmocka_unit_test(test_append),
        cmocka_unit_test(test_misuse),         cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_thousand_pages),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
