/* Markdown to HTML: what comes out, and every message with its place. All bodies stand behind a front matter
 * of three lines, so their first line is line 4 of the file. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "guide/front.h"
#include "guide/markdown.h"
#include "guide/piece.h"

#define FRONT "---\ntitle: T\n---\n"
#define COUNT(array) (sizeof(array) / sizeof *(array))

struct run {
    struct arena *arena;
    struct source src;
    struct diag *diag;
    FILE *out;
    char *messages; /* without excerpts, once run_end was called */
    size_t size;
    bool good;
    struct guide_page page;
};

/* chip:bad does not exist, chip:value is a number without a page, chip:nameless has no name. */
static bool resolve(void *ctx, const struct guide_ref *ref, struct guide_target *target)
{
    struct run *r = ctx;
    if (str_eq_c(ref->target, "bad")) {
        diag_error(r->diag, ref->at, "no %" STR_FMT " \"bad\"", STR_ARG(ref->scheme));
        return false;
    }
    if (str_eq_c(ref->target, "value")) {
        *target = (struct guide_target){.text = S("24 < 25"), .css_class = S("value")};
        return true;
    }
    target->address =
        arena_printf(r->arena, "../%" STR_FMT "s/%" STR_FMT ".html", STR_ARG(ref->scheme), STR_ARG(ref->target));
    if (!str_eq_c(ref->target, "nameless"))
        target->text = S("A & B");
    if (ref->query.n || ref->fragment.n)
        target->title = arena_printf(r->arena, "%" STR_FMT "|%" STR_FMT, STR_ARG(ref->query), STR_ARG(ref->fragment));
    return true;
}

static bool is_known_name(void *ctx, struct str name)
{
    (void)ctx;
    return str_eq_c(name, "gn7i") || str_eq_c(name, "ecs.gn7i") || str_eq_c(name, "ecs.gn7i-c16g1.4xlarge");
}

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

enum { FIXED_IDS = 1, STRICT = 2, EXCERPTS = 4 };

static struct run *run_file(struct str text, int flags)
{
    static const struct str reserved[] = {{"main", 4}};
    struct run *r = calloc(1, sizeof *r);
    r->arena = arena_new();
    r->src = (struct source){S("x.md"), arena_str(r->arena, text)};
    r->out = open_memstream(&r->messages, &r->size);
    r->diag = diag_new(r->out, DIAG_TEXT, (flags & STRICT) != 0);
    struct guide_front front;
    assert_true(guide_front(&r->src, &front, r->diag));
    struct guide_input in = {
        .src = &r->src,
        .body = front.body,
        .body_line = front.body_line,
        .require_fixed_ids = (flags & FIXED_IDS) != 0,
        .labels = {S("Link to"), S("Table")},
        .reserved_ids = reserved,
        .n_reserved_ids = COUNT(reserved),
        .resolver = {r, resolve, is_known_name},
        .arena = r->arena,
        .diag = r->diag,
    };
    r->good = guide_markdown(&in, &r->page);
    diag_finish(r->diag);
    fclose(r->out);
    if (!(flags & EXCERPTS))
        drop_excerpts(r->messages);
    return r;
}

static struct run *run_body(const char *body, int flags)
{
    struct buf text = {0};
    buf_printf(&text, "%s%s", FRONT, body);
    struct run *r = run_file(buf_str(&text), flags);
    buf_free(&text);
    return r;
}

static void run_end(struct run *r)
{
    diag_free(r->diag);
    free(r->messages);
    arena_free(r->arena);
    free(r);
}

struct html_case {
    const char *body, *html;
};

#define ANCHOR(id, text) " <a class=\"anchor\" href=\"#" id "\" aria-label=\"Link to: " text "\">#</a>"
#define TABLE(label) "<div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" label "\">\n<table>\n"

static const struct html_case HTML[] = {
    {"", ""},
    {"One & two\nthree\n", "<p>One &amp; two\nthree</p>\n"},
    {"*a* **b** `c < d` \\* &amp; e  \nf\\\ng\n",
     "<p><em>a</em> <strong>b</strong> <code>c &lt; d</code> * &amp; e<br>\nf<br>\ng</p>\n"},
    {"a\n\n[](computed:x-y)\n\nb\n", "<p>a</p>\n<!--computed:x-y-->\n<p>b</p>\n"},
    {"> q\n\n---\n", "<blockquote>\n<p>q</p>\n</blockquote>\n<hr>\n"},
    {"- a\n- b\n  1. c\n  2. d\n", "<ul>\n<li>a</li>\n<li>b\n<ol>\n<li>c</li>\n<li>d</li>\n</ol>\n</li>\n</ul>\n"},
    {"3. a\n\n4. b\n", "<ol start=\"3\">\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n"},
    {"```sh x\na < b & \"c\"\n```\n",
     "<pre tabindex=\"0\"><code class=\"language-sh\">a &lt; b &amp; &quot;c&quot;\n</code></pre>\n"},
    {"    indented\n", "<pre tabindex=\"0\"><code>indented\n</code></pre>\n"},
    /* typographic quotes are left as written, strikethrough and bare addresses are plain text */
    {"他说\"你好\"... ~~x~~ www.example.com\n", "<p>他说&quot;你好&quot;... ~~x~~ www.example.com</p>\n"},
    /* a line break between Chinese characters leaves no blank */
    {"中文换行\n第二行\n", "<p>中文换行第二行</p>\n"},
    {"**中文**\n`x`\n“引号”，\n中文\nGPU\n", "<p><strong>中文</strong>\n<code>x</code>\n“引号”，中文\nGPU</p>\n"},
    {"中文\n**加粗**\n“引号”\n[](chip:value)\n", "<p>中文<strong>加粗</strong>“引号”\n"
                                                 "<span class=\"value\">24 &lt; 25</span></p>\n"},
    {"需要**24 GB**显存，**中文**加粗，前面**注意**：后面\n",
     "<p>需要<strong>24 GB</strong>显存，<strong>中文</strong>加粗，前面<strong>注意</strong>：后面</p>\n"},
    {"2 ** 3, a * b, \\*\\*x\\*\\*, \\_\\_init\\_\\_, &#42;*x, snake_case\n",
     "<p>2 ** 3, a * b, **x**, __init__, **x, snake_case</p>\n"},
    /* headings */
    {"## A `b` *c* {#a-b}\n", "<h2 id=\"a-b\">A <code>b</code> <em>c</em>" ANCHOR("a-b", "A b c") "</h2>\n"},
    {"Two lines\nof it {#two}\n---\n", "<h2 id=\"two\">Two lines\nof it" ANCHOR("two", "Two lines of it") "</h2>\n"},
    {"## A {#a} ##\n\n### \"B\" \\{#b}\n",
     "<h2 id=\"a\">A" ANCHOR("a", "A") "</h2>\n<h3 id=\"b-b\">&quot;B&quot; {#b}" ANCHOR(
         "b-b", "&quot;B&quot; {#b}") "</h3>\n"},
    {"## [](chip:x)\n",
     "<h2 id=\"a-b\"><a href=\"../chips/x.html\">A &amp; B</a>" ANCHOR("a-b", "A &amp; B") "</h2>\n"},
    /* links */
    {"[a](https://x.y/z?a=b&c=d \"t\") <http://x.y>\n",
     "<p><a class=\"external\" href=\"https://x.y/z?a=b&amp;c=d\" rel=\"noopener\" title=\"t\">a</a> "
     "<a class=\"external\" href=\"http://x.y\" rel=\"noopener\">http://x.y</a></p>\n"},
    {"[a](<https://x.y/a b|显%41%>)\n",
     "<p><a class=\"external\" href=\"https://x.y/a%20b%7C%E6%98%BE%41%25\" rel=\"noopener\">a</a></p>\n"},
    {"[A10](chip:nvidia-a10) [](family:ecs.gn7e) [](chip:value) [*v*](chip:value)\n",
     "<p><a href=\"../chips/nvidia-a10.html\">A10</a> <a href=\"../familys/ecs.gn7e.html\">A &amp; B</a> "
     "<span class=\"value\">24 &lt; 25</span> <span class=\"value\"><em>v</em></span></p>\n"},
    {"[](vram:q?method=lora&seq=2048) [x](has:family/ecs.gn7e#interconnect=nvlink)\n",
     "<p><a href=\"../vrams/q.html\" title=\"method=lora&amp;seq=2048|\">A &amp; B</a> "
     "<a href=\"../hass/family/ecs.gn7e.html\" title=\"|interconnect=nvlink\">x</a></p>\n"},
    {"## A {#a}\n\n[up](#a) [main](#main)\n",
     "<h2 id=\"a\">A" ANCHOR("a", "A") "</h2>\n<p><a href=\"#a\">up</a> <a href=\"#main\">main</a></p>\n"},
    /* names of instances */
    {"gn7i, ecs.gn7i. GN7i/`ecs.gn7i-c16g1.4xlarge`; 使用gn7i实例\n",
     "<p>gn7i, ecs.gn7i. GN7i/<code>ecs.gn7i-c16g1.4xlarge</code>; 使用gn7i实例</p>\n"},
    {"[GA7](name:ecs.ga7) [gn99](family:ecs.gn99) [gn99, 4xlarge](type:ecs.gn99-c1.4xlarge)\n",
     "<p><a href=\"../names/ecs.ga7.html\">GA7</a> <a href=\"../familys/ecs.gn99.html\">gn99</a> "
     "<a href=\"../types/ecs.gn99-c1.4xlarge.html\">gn99, 4xlarge</a></p>\n"},
    {"GA100 GP102 https://x.y/gn99 `https://x.y/ecs.gn99` ecs.cn-hangzhou.aliyuncs.com agn99 gn_9\n",
     "<p>GA100 GP102 https://x.y/gn99 <code>https://x.y/ecs.gn99</code> ecs.cn-hangzhou.aliyuncs.com agn99 gn_9</p>\n"},
    {"```\nimport ecs.models\n```\n", "<pre tabindex=\"0\"><code>import ecs.models\n</code></pre>\n"},
    /* tables (D29) */
    {"| a | b | |\n|:--|--:|:-:|\n| `x\\|y` | 1 | c \\| d |\n",
     TABLE("Table 1") "<thead>\n<tr>\n<th scope=\"col\">a</th>\n<th scope=\"col\" class=\"num\">b</th>\n"
                      "<td class=\"center\"></td>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n"
                      "<td class=\"num\">1</td>\n<td class=\"center\">c | d</td>\n</tr>\n</tbody>\n</table>\n</div>\n"},
    {"## H {#h}\n\na | b\n-|-\n",
     "<h2 id=\"h\">H" ANCHOR("h", "H") "</h2>\n" TABLE("Table 1: H")
     "<thead>\n<tr>\n<th scope=\"col\">a</th>\n<th scope=\"col\">b</th>\n</tr>\n</thead>\n</table>\n</div>\n"},
    {"> | c |\n> |---|\n>   d\n",
     "<blockquote>\n" TABLE("Table 1") "<thead>\n<tr>\n<th scope=\"col\">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
     "<td>d</td>\n</tr>\n</tbody>\n</table>\n</div>\n</blockquote>\n"},
};

static void check_html(const char *body, const char *html)
{
    struct run *r = run_body(body, 0);
    if (!r->good || !str_eq_c(r->page.html, html))
        fail_msg("body\n%s\nexpected\n%s\ngot\n%.*s\n%s", body, html, STR_ARG(r->page.html), r->messages);
    assert_string_equal(r->messages, "");
    run_end(r);
}

static void test_html(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(HTML); i++)
        check_html(HTML[i].body, HTML[i].html);
}

struct error_case {
    int flags;
    const char *body, *messages;
};

#define NAME_TEXT "is neither a family, a type nor used through name:\n"
#define MARKS(m, c) \
    "error: \"" m "\" is not read as emphasis here and would be shown; put the punctuation outside of the marks or a " \
    "blank beside them (for the character itself write \\" c ")\n"
#define NESTING \
    "error: \"**\" opens emphasis inside the same emphasis: an earlier \"**\" did not close; put the punctuation " \
    "outside of the marks or a blank beside them\n"
#define FEW(have, want) \
    "error: the row has " have ", its header " want "; add what is missing, or a blank line if the table has ended\n"
#define MANY(have, want) \
    "error: the row has " have ", its header " want "; write \\| for a pipe inside a cell, in code too\n"
#define DEFINITION \
    "error: link definitions and footnotes are not allowed; write the address into the link: [text](address)\n"
#define RAW(tag) "error: raw HTML is not allowed; write Markdown instead of " tag " (or &lt; for the character)\n"
#define GENERIC_PATH "error: a link to a file; write a reference such as guide:PAGE, chip:ID or family:ID\n"

static const struct error_case ERRORS[] = {
    /* headings */
    {0, "# A\n", "x.md:4:3: error: a heading of level 1; the title stands in the front matter, begin with ##\n"},
    {0, "### A\n", "x.md:4:5: error: the first heading has level 3; begin with ##\n"},
    {0, "## A\n\n#### B\n", "x.md:6:6: error: a heading of level 4 under one of level 2; no level may be left out\n"},
    {0, "##\n", "x.md:4:3: error: a heading without text\n"},
    {0, "## {#a}\n", "x.md:4:4: error: a heading without text\n"},
    {0, "## ！？\n", "x.md:4:4: error: heading \"！？\" has no letters to make an id of; write {#id} at its end\n"},
    {0, "## 显存 {#A_b}\n",
     "x.md:4:7: error: id \"A_b\" is not allowed; write small letters a-z, digits and - between them\n"},
    {0, "## A {#}\n", "x.md:4:6: error: id \"\" is not allowed; write small letters a-z, digits and - between them\n"},
    {0, "## A {#-a}\n",
     "x.md:4:6: error: id \"-a\" is not allowed; write small letters a-z, digits and - between them\n"},
    {0, "## A {#a*b*}\n",
     "x.md:4:6: error: id \"a*b*\" is not allowed; write small letters a-z, digits and - between them\n"},
    {0, "## A {#x}\n\n- y\n\n## B {#x}\n",
     "x.md:8:6: error: id \"x\" is used twice\nx.md:4:6: note: first used here\n"},
    {0, "## A {#main}\n", "x.md:4:6: error: id \"main\" belongs to the page around the text; choose another\n"},
    {FIXED_IDS, "## 显存\n\n### The Memory\n\n#### Deep\n",
     "x.md:4:4: error: heading \"显存\" needs an id, the same in both languages; write {#id} at its end\n"
     "x.md:6:5: error: heading \"The Memory\" needs an id, the same in both languages; write {#the-memory} at its "
     "end\n"},
    {STRICT, "## Example\n\n## **Example**!\n",
     "x.md:6:4: error: id \"example\" is taken, so this heading gets \"example-1\", which changes with its neighbours; "
     "write {#id} at its end\nx.md:4:4: note: taken here\n"},
    /* links */
    {0, "a [b](chip:bad) and 显存 [](family:bad)\n",
     "x.md:4:7: error: no chip \"bad\"\nx.md:4:27: error: no family \"bad\"\n"},
    {0, "[a\nb](chip:bad\n\"t\") [c](  <chip:bad>)\n",
     "x.md:5:4: error: no chip \"bad\"\nx.md:6:13: error: no chip \"bad\"\n"},
    {0, "> a\n>  \\\n> **[b](chip:bad)**\n", "x.md:6:9: error: no chip \"bad\"\n"},
    {0, "| a\\|b | [c](chip:bad) |\n|---|---|\n|`a\\|b`| [c](chip:bad) |\n",
     "x.md:4:14: error: no chip \"bad\"\nx.md:6:14: error: no chip \"bad\"\n"},
    {0, "[x](chip:)\n", "x.md:4:5: error: \"chip:\" names nothing; write chip:ID\n"},
    {0, "[](chip:nameless)\n",
     "x.md:4:4: error: this reference has no text of its own; write one between the brackets\n"},
    {0, "a [](computed:x)\n\n- [](computed:y)\n\n> [](computed:z)\n\n[v](computed:v)\n",
     "x.md:4:6: error: a computed block is a paragraph of its own, without text: [](computed:x)\n"
     "x.md:6:6: error: a computed block is a paragraph of its own, without text: [](computed:y)\n"
     "x.md:8:6: error: a computed block is a paragraph of its own, without text: [](computed:z)\n"
     "x.md:10:5: error: a computed block is a paragraph of its own, without text: [](computed:v)\n"},
    {0, "[x](chips:a)\n", "x.md:4:5: error: unknown scheme \"chips:\"; did you mean \"chip:\"?\n"},
    {0, "[x](javascript:alert(1))\n",
     "x.md:4:5: error: scheme \"javascript:\" is not allowed; use https: or a reference such as chip: or guide:\n"},
    {0, "<a@b.c>\n",
     "x.md:4:2: error: scheme \"mailto:\" is not allowed; use https: or a reference such as chip: or guide:\n"},
    {0, "[x](&#106;avascript:a)\n",
     "x.md:4:5: error: scheme \"javascript:\" is not allowed; use https: or a reference such as chip: or guide:\n"},
    {0, "[x](https:/a) [x](http://?q)\n",
     "x.md:4:5: error: an address without a host; write https://HOST/…\n"
     "x.md:4:19: error: an address without a host; write http://HOST/…\n"},
    {0, "[x]()\n", "x.md:4:5: error: a link without an address\n"},
    {0, "[x](//a.b)\n", "x.md:4:5: error: an address without its scheme; write https://a.b\n"},
    {0, "[x](pitfalls.md#a)\n", "x.md:4:5: error: a link to a file; write the reference guide:pitfalls\n"},
    {0, "[x](../chips/nvidia-a10.html)\n", "x.md:4:5: error: a link to a file; write the reference chip:nvidia-a10\n"},
    {0, "[x](../x) [x](calculator.html)\n", "x.md:4:5: " GENERIC_PATH "x.md:4:15: " GENERIC_PATH},
    {0, "[](https://a.b) [ ](#a)\n",
     "x.md:4:4: error: a link without text; only references such as chip: may go without\n"
     "x.md:4:21: error: a link without text; only references such as chip: may go without\n"},
    {0, "## Memory {#memory}\n\n[x](#memry) [y](#other)\n",
     "x.md:6:5: error: no heading of this page has the id \"memry\"; did you mean \"memory\"?\n"
     "x.md:6:17: error: no heading of this page has the id \"other\"\n"},
    {0, "[x](guide:a b)\n",
     "x.md:4:3: error: this is not read as a link and would be shown; an address with blanks or "
     "brackets is written [text](<address>)\n"},
    {0, "[a <https://b.c>](chip:x)\n", "x.md:4:5: error: a link inside the text of another\n"},
    {0, "[a]: https://b.c\n\n[a]\n",
     "x.md:6:2: error: a link through a definition; write its address here: [text](address)\n"
     "x.md:4:1: " DEFINITION},
    {0, "a[^1]\n\n> - [^1]: note here\n\n```\n[a]: b\n```\n", "x.md:6:5: " DEFINITION},
    /* raw HTML and images */
    {0, "a <b>x</b>\n", "x.md:4:3: " RAW("<b>") "x.md:4:7: " RAW("</b>")},
    {0, "a\n\n<div class=\"x\">\n", "x.md:6:1: " RAW("<div class=\"x\">")},
    {0, "<!-- c -->\n\na <!-- d -->\n",
     "x.md:4:1: error: HTML comments are not allowed; take it out\n"
     "x.md:6:3: error: HTML comments are not allowed; take it out\n"},
    {0, "显 ![x](y.png)\n", "x.md:4:3: error: images are not allowed in the guidance yet\n"},
    /* names (D04) */
    {0, "显存 gn10x 和 `ecs.nosuch`\n",
     "x.md:4:4: error: `gn10x` " NAME_TEXT "x.md:4:13: error: `ecs.nosuch` " NAME_TEXT},
    {0, "GN9, gn7i-c1g1.large, ebmgn12. a/sgn8 GA7\n",
     "x.md:4:1: error: `GN9` " NAME_TEXT "x.md:4:6: error: `gn7i-c1g1.large` " NAME_TEXT
     "x.md:4:23: error: `ebmgn12` " NAME_TEXT "x.md:4:34: error: `sgn8` " NAME_TEXT
     "x.md:4:39: error: `GA7` " NAME_TEXT},
    {0, "[gn99](chip:x) [gn99](family:ecs.gn9) [gn9](family:ecs.gn99)\n",
     "x.md:4:2: error: `gn99` " NAME_TEXT "x.md:4:17: error: `gn99` " NAME_TEXT "x.md:4:40: error: `gn9` " NAME_TEXT},
    {0, "a &amp; \\* &frac12; gn99\n", "x.md:4:21: error: `gn99` " NAME_TEXT},
    {0, "- a\n\n  ```\n  \tx ecs.gn99\n  ```\n", "x.md:7:6: error: `ecs.gn99` " NAME_TEXT},
    {0, "## gn99 {#gn98}\n\n`` a\nb gn97 ``\n",
     "x.md:4:4: error: `gn99` " NAME_TEXT "x.md:7:3: error: `gn97` " NAME_TEXT},
    /* emphasis beside Chinese punctuation */
    {0, "前面**注意：**后面\n", "x.md:4:3: " MARKS("**", "*")},
    {0, "**“引号”**中文\n", "x.md:4:1: " MARKS("**", "*")},
    {0, "前面**注意：**后面**重要**\n", "x.md:4:8: " NESTING},
    {0, "一*斜体。*中文\n", "x.md:4:2: " MARKS("*", "*")},
    {0, "a__b\n", "x.md:4:2: " MARKS("__", "_")},
    {0, "2**10\n", "x.md:4:2: " MARKS("**", "*")},
    /* tables (D29) */
    {0, "| a | b |\n|---|---|\n| `a|b` | x |\n", "x.md:6:5: " MANY("3 cells", "2")},
    {0, "| a | b |\n|---|---|\n| 显\\|存 | x | y\n| x |\nend\n",
     "x.md:6:12: " MANY("3 cells", "2") "x.md:7:5: " FEW("1 cell", "2") "x.md:8:3: " FEW("1 cell", "2")},
    {0, "> - | a | b |\n>   |---|---|\n>   | x || y |\n", "x.md:6:10: " MANY("3 cells", "2")},
    {0, "| a | b |\n|---|\n| c | d |\n", "x.md:5:5: error: no table: the header has 2 cells, the line under it 1\n"},
    {0, "| a |\n|---|---|\n", "x.md:5:5: error: no table: the header has 1 cell, the line under it 2\n"},
    {0, "| a | b |\n| c | d |\n",
     "x.md:4:1: error: no table: a header needs a line like |---|---| under it (for the character itself write \\|)\n"},
    {0, "text gn99\n| a |\n|---|\n| gn98 |\n",
     "x.md:5:1: error: a table right under a paragraph; put a blank line before it\n"
     "x.md:4:6: error: `gn99` " NAME_TEXT "x.md:7:3: error: `gn98` " NAME_TEXT},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ERRORS); i++) {
        struct run *r = run_body(ERRORS[i].body, ERRORS[i].flags);
        if (r->good || strcmp(r->messages, ERRORS[i].messages) != 0)
            fail_msg("body\n%s\nexpected\n%s\ngot\n%s", ERRORS[i].body, ERRORS[i].messages, r->messages);
        run_end(r);
    }
}

static void test_excerpt(void **state)
{
    (void)state;
    struct run *r = run_body("显存见[A10](chip:bad)。\n", EXCERPTS);
    assert_string_equal(r->messages, "x.md:4:10: error: no chip \"bad\"\n"
                                     "     4 | 显存见[A10](chip:bad)。\n"
                                     "       |             ^~~~~~~~\n");
    run_end(r);
}

struct id_case {
    const char *heading, *id;
};

/* D23, D24: any script; a made-up id never takes one away from the heading that has it by its own text. */
static const struct id_case IDS[] = {
    {"foo", "foo"},
    {"foo", "foo-2"},
    {"foo-1", "foo-1"},
    {"显存估算", "显存估算"},
    {"价格", "价格"},
    {"24 GB（最低）", "24-gb最低"},
    {"E\xcc\x81TAT  x_y", "état-x-y"}, /* NFC and case folding */
    {"Straße ½ — A/B", "strasse-ab"},
    {"全角　空格", "全角-空格"},
    {"Fixed {#foo-3}", "foo-3"},
    {"foo", "foo-4"},
};

static void test_ids(void **state)
{
    (void)state;
    struct buf body = {0};
    for (size_t i = 0; i < COUNT(IDS); i++)
        buf_printf(&body, "## %s\n\n", IDS[i].heading);
    struct run *r = run_body(body.p, 0);
    assert_true(r->good);
    assert_int_equal(r->page.n_headings, COUNT(IDS));
    assert_int_equal(r->page.n_ids, COUNT(IDS));
    for (size_t i = 0; i < COUNT(IDS); i++) {
        if (!str_eq_c(r->page.headings[i].id, IDS[i].id) || !str_eq_c(r->page.ids[i], IDS[i].id))
            fail_msg("%s: %.*s", IDS[i].heading, STR_ARG(r->page.headings[i].id));
        assert_int_equal(r->page.headings[i].at.line, 4 + 2 * i);
    }
    assert_true(r->page.headings[9].fixed);
    assert_true(str_eq_c(r->page.headings[9].text, "Fixed"));
    assert_false(r->page.headings[10].fixed);
    run_end(r);
    buf_free(&body);
}

/* D23: the id as it is and percent-encoded both land. */
static void test_unicode_fragments(void **state)
{
    (void)state;
    struct run *r = run_body("## 显存\n\n[a](#显存) [b](#%E6%98%BE%E5%AD%98)\n", 0);
    assert_true(r->good);
    struct str link = S("<p><a href=\"#%E6%98%BE%E5%AD%98\">a</a> <a href=\"#%E6%98%BE%E5%AD%98\">b</a></p>\n");
    assert_true(str_ends(r->page.html, link));
    run_end(r);
}

static void test_links_and_summary(void **state)
{
    (void)state;
    struct run *r = run_body("## A {#a}\n\n第一*段*\n见[](chip:x)`c` [u](https://x.y/显)\nend\n\n[z](#a)\n", 0);
    assert_true(r->good);
    assert_true(str_eq_c(r->page.summary, "第一段见A & Bc u end"));
    assert_int_equal(r->page.n_links, 3);
    const struct guide_link *l = r->page.links;
    assert_true(l[0].kind == GUIDE_LINK_REFERENCE && str_eq_c(l[0].target, "chip:x"));
    assert_true(str_eq_c(l[0].address, "../chips/x.html") && l[0].at.line == 7 && l[0].at.col == 5 &&
                l[0].at.width == 6);
    assert_true(l[1].kind == GUIDE_LINK_EXTERNAL && str_eq_c(l[1].target, "https://x.y/显"));
    assert_true(str_eq_c(l[1].address, "https://x.y/%E6%98%BE"));
    assert_true(l[2].kind == GUIDE_LINK_FRAGMENT && str_eq_c(l[2].target, "#a") && l[2].at.line == 10);
    run_end(r);
}

/* D25: a byte order mark and CRLF give the same bytes. */
static void test_same_bytes(void **state)
{
    (void)state;
    const char *text =
        "--- \ntitle: T\n---\n## A {#a}\n\nx `a\nb` [c](chip:x\n\"t\")\\\ny\n\n```\ncode\n\nmore\n```\n\n"
        "| a | b |\n|---|--:|\n| c | d |\n\n    indented\n\n> q\n> r\n";
    struct buf crlf = {0};
    buf_puts(&crlf, "\xef\xbb\xbf");
    for (const char *p = text; *p; p++)
        buf_puts(&crlf, *p == '\n' ? "\r\n" : (char[]){*p, '\0'});
    struct run *a = run_file(str_from(text), 0), *b = run_file(buf_str(&crlf), 0);
    struct run *c = run_file(str_sub(buf_str(&crlf), 3, crlf.n), 0);
    assert_true(a->good && b->good && c->good);
    assert_true(a->page.html.n > 300);
    assert_true(str_eq(a->page.html, b->page.html));
    assert_true(str_eq(a->page.html, c->page.html));
    run_end(a);
    run_end(b);
    run_end(c);
    buf_free(&crlf);
}

/* D30: whatever a text holds, its HTML holds no character that could end it. */
static void test_hostile_text(void **state)
{
    (void)state;
    const char *body =
        "## The \"so-called\" \\<b> & 'co' {#a}\n\n"
        "The \"so-called\" \\<b>GPU\\</b> & co \\</title>\\<script> 'x' `</p>` [\"<\\<\"](chip:x '\"><x>')\n";
    struct run *r = run_body(body, 0);
    assert_string_equal(r->messages, "");
    const char *want =
        "<h2 id=\"a\">The &quot;so-called&quot; &lt;b&gt; &amp; &#39;co&#39; <a class=\"anchor\" href=\"#a\" "
        "aria-label=\"Link to: The &quot;so-called&quot; &lt;b&gt; &amp; &#39;co&#39;\">#</a></h2>\n"
        "<p>The &quot;so-called&quot; &lt;b&gt;GPU&lt;/b&gt; &amp; co &lt;/title&gt;&lt;script&gt; &#39;x&#39; "
        "<code>&lt;/p&gt;</code> <a href=\"../chips/x.html\" "
        "title=\"&quot;&gt;&lt;x&gt;\">&quot;&lt;&lt;&quot;</a></p>\n";
    if (!str_eq_c(r->page.html, want))
        fail_msg("%.*s", STR_ARG(r->page.html));
    run_end(r);
}

struct limit_case {
    const char *head, *unit; /* the body: head, then unit so many times */
    size_t times;
    const char *message;
};

static const struct limit_case LIMITS[] = {
    {"", "a b\n", 262145, "x.md:4:1: error: a text of 1048581 bytes; at most 1048576 are allowed\n"},
    {"a\n", "b ", 8193, "x.md:5:1: error: a line of 16386 bytes; at most 16384 are allowed\n"},
    {"a\n", "> ", 33, "x.md:5:67: error: 33 marks of lists and quotes on one line; at most 32 levels are allowed\n"},
    {"", "- 1. ", 20, "x.md:4:101: error: 40 marks of lists and quotes on one line; at most 32 levels are allowed\n"},
    {"|\n", "|-", 65, "x.md:5:130: error: a table of 65 columns; at most 64 are allowed\n"},
    {"a|b|c|d|e\n-|-|-|-|-\n", "x\n", 20000, "x.md:5:1: error: a table of 100005 cells; at most 100000 are allowed\n"},
    {"", "> > - a\n\n", 1000, ""},
};

static void test_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(LIMITS); i++) {
        struct buf body = {0};
        buf_puts(&body, LIMITS[i].head);
        for (size_t n = 0; n < LIMITS[i].times; n++)
            buf_puts(&body, LIMITS[i].unit);
        buf_putc(&body, '\n');
        struct run *r = run_body(body.p, 0);
        if (strcmp(r->messages, LIMITS[i].message) != 0)
            fail_msg("expected\n%sgot\n%s", LIMITS[i].message, r->messages);
        assert_int_equal(r->good, LIMITS[i].message[0] == '\0');
        run_end(r);
        buf_free(&body);
    }
}

static void test_depth(void **state)
{
    (void)state;
    struct buf body = {0};
    for (int depth = 0; depth < 20; depth++)
        buf_printf(&body, "%*s- a\n", depth * 2, "");
    struct run *r = run_body(body.p, 0);
    assert_false(r->good);
    assert_string_equal(r->messages, "x.md:19:31: error: nested more than 32 levels deep\n");
    run_end(r);
    buf_free(&body);
}

/* Puts a name into random bodies behind all that shifts columns, and looks where it is reported. */
static void test_places_of_random_bodies(void **state)
{
    (void)state;
    static const char *const parts[] = {"a &amp; b ",
                                        "\\* ",
                                        "显存，",
                                        "**b** ",
                                        "`` ` `` ",
                                        "[l](chip:x \"t\\\"\") ",
                                        "*e*\n",
                                        "\\\n",
                                        "  \n ",
                                        "&#x41;",
                                        "<https://x.y> ",
                                        "[](<chip:(>)",
                                        "\n>   q ",
                                        "[a\n*b*](chip:y) ",
                                        "`c\nd` ",
                                        "_e `f` g_ ",
                                        "\t",
                                        "😀 ",
                                        "a_b "};
    uint32_t seed = 1;
    for (int n = 0; n < 500; n++) {
        struct buf body = {0};
        buf_puts(&body, n % 2 ? "> x " : "- x ");
        for (int k = 0; k < 8; k++) {
            seed = seed * 1664525u + 1013904223u;
            const char *part = parts[(seed >> 16) % COUNT(parts)];
            buf_puts(&body, n % 2 == 0 && part[0] == '\n' ? "\n    " : part);
        }
        buf_puts(&body, "w gn99\n");
        struct run *r = run_body(body.p, 0);
        struct place at = place_at(&r->src, str_find(r->src.text, S("gn99")), 4);
        char want[200];
        snprintf(want, sizeof want, "x.md:%u:%u: error: `gn99` %s", at.line, at.col, NAME_TEXT);
        if (!strstr(r->messages, want))
            fail_msg("body\n%s\nexpected\n%s\ngot\n%s", body.p, want, r->messages);
        run_end(r);
        buf_free(&body);
    }
}

/* Prose and blocks in turn, at the edges, too. */
static void test_pieces(void **state)
{
    static const struct {
        const char *html;
        struct guide_piece pieces[4];
        size_t n;
    } cases[] = {
        {"", {{{NULL, 0}, {NULL, 0}}}, 0},
        {"<p>a</p>", {{S("<p>a</p>"), {NULL, 0}}}, 1},
        {"<p>a</p><!--computed:x--><p>b</p>", {{S("<p>a</p>"), S("x")}, {S("<p>b</p>"), {NULL, 0}}}, 2},
        {"<!--computed:x--><!--computed:yz-->", {{{NULL, 0}, S("x")}, {{NULL, 0}, S("yz")}}, 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct str html = str_from(cases[i].html);
        struct guide_piece piece;
        size_t n = 0;
        for (; guide_next_piece(&html, &piece); n++) {
            assert_true(n < cases[i].n);
            assert_true(str_eq(piece.prose, cases[i].pieces[n].prose));
            assert_true(str_eq(piece.computed, cases[i].pieces[n].computed));
        }
        assert_int_equal(n, cases[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_html),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_excerpt),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_unicode_fragments),
        cmocka_unit_test(test_links_and_summary),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_hostile_text),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_places_of_random_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
