/* One page while it is made: blocks and the frame around them. */
#include "page/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/sha256.h"
#include "page/html.h"

struct str page_string(const struct page *p, const char *key)
{
    return string_get(p->w->strings, p->lang, key);
}

struct str page_string_of(const struct page *p, const char *prefix, struct str name)
{
    return string_of(p->w->strings, p->lang, prefix, name);
}

struct str page_format(const struct page *p, const char *key, const struct str *args, size_t count)
{
    struct buf b = {0};
    string_format(&b, page_string(p, key), args, count);
    return arena_take(p->arena, &b);
}

struct str page_link(const struct page *p, enum record_kind kind, struct str id)
{
    return address_relative(p->arena, p->path, address_of(p->arena, kind, id, p->lang));
}

struct str page_to(const struct page *p, const char *name)
{
    return address_relative(p->arena, p->path, address_page(p->arena, p->lang, name));
}

void page_uses(struct page *p, enum record_kind kind, const void *record)
{
    struct object_list list = catalog_list(p->w->catalog, kind);
    size_t index = (size_t)((const char *)record - (const char *)list.at) / record_schema(kind)->size;
    *LIST_ADD(&p->uses, p->arena) = (struct page_use){kind, index};
}

struct str record_title(const struct page *p, enum record_kind kind, const void *record)
{
    switch (kind) {
    case RECORD_chip: return chip_name(record, p->lang);
    case RECORD_model: return ((const struct model *)record)->name;
    case RECORD_scenario: return page_text(p, ((const struct scenario *)record)->title);
    case RECORD_source_record: return ((const struct source_record *)record)->title;
    default: return ((const struct record *)record)->id;
    }
}

static struct page_neighbour neighbour(const struct page *p, enum record_kind kind, const void *record)
{
    return (struct page_neighbour){address_of(p->arena, kind, ((const struct record *)record)->id, p->lang), record_title(p, kind, record)};
}

void page_neighbours(struct page *p, enum record_kind kind, const void *record)
{
    struct object_list list = catalog_list(p->w->catalog, kind);
    const char *first = list.at, *at = record;
    size_t size = record_schema(kind)->size;
    if (at > first)
        p->previous = neighbour(p, kind, at - size);
    if (at + size < first + list.n * size)
        p->next = neighbour(p, kind, at + size);
}

/* ---- blocks: each sets one of these sections and hides the others */

static const char *const block_kinds[] = {"HEADING", "SUBHEADING", "PARAGRAPH", "HTML", "FACTS", "LIST", "CALLOUT", "TABLE"};

/* Letters beyond which a fact takes a whole line and a cell breaks into lines. */
enum { WIDE_FACT = 48, LONG_CELL = 26 };

static struct tdict *add_block(struct page *p, const char *kind)
{
    struct tdict *block = tdict_show(p->dict, "BLOCK"), *inner = NULL;
    for (size_t i = 0; i < sizeof block_kinds / sizeof *block_kinds; i++) {
        if (strcmp(kind, block_kinds[i]) == 0)
            inner = tdict_show(block, block_kinds[i]);
        else
            tdict_hide(block, block_kinds[i]);
    }
    return inner;
}

static void add_heading(struct page *p, const char *kind, struct str id, struct str text)
{
    struct tdict *d = add_block(p, kind);
    tdict_text(d, "ID", id);
    tdict_text(d, "TEXT", text);
    tdict_address(d, "SELF_URL", arena_printf(p->arena, "#%" STR_FMT, STR_ARG(id)));
    tdict_text(d, "LINK_LABEL", PAGE_FORMAT(p, "page.link_to", text));
}

void page_heading(struct page *p, const char *id, struct str text)
{
    add_heading(p, "HEADING", str_from(id), text);
    *LIST_ADD(&p->toc, p->arena) = (struct toc_entry){str_from(id), text};
}

void page_subheading(struct page *p, const char *id, struct str text)
{
    add_heading(p, "SUBHEADING", str_from(id), text);
}

void page_paragraph(struct page *p, struct str text)
{
    tdict_text(add_block(p, "PARAGRAPH"), "TEXT", text);
}

void page_html(struct page *p, struct str html)
{
    tdict_html(add_block(p, "HTML"), "BODY_HTML", html);
}

struct tdict *page_facts(struct page *p)
{
    struct tdict *facts = add_block(p, "FACTS");
    tdict_hide(facts, "FACT");
    return facts;
}

/* About how many Latin letters wide the text of an HTML fragment is; a Han character takes two. */
static size_t text_width(struct str html)
{
    size_t width = 0;
    bool in_tag = false, in_entity = false;
    for (size_t i = 0; i < html.n; i++) {
        unsigned char c = (unsigned char)html.p[i];
        if (c == '<' || c == '>')
            in_tag = c == '<';
        else if (!in_tag && !in_entity && (c < 0x80 || c >= 0xc0))
            width += c >= 0xe3 ? 2 : 1;
        in_entity = (in_entity || c == '&') && c != ';'; /* "&lt;" counts where it begins */
    }
    return width;
}

void fact_html(struct page *p, struct tdict *facts, struct str label, struct str html)
{
    (void)p;
    struct tdict *d = tdict_show(facts, "FACT");
    tdict_text(d, "LABEL", label);
    tdict_html(d, "VALUE_HTML", html);
    tdict_show_if(d, "WIDE", text_width(html) > WIDE_FACT);
}

void fact_text(struct page *p, struct tdict *facts, struct str label, struct str text)
{
    html_text(&p->scratch, text);
    fact_html(p, facts, label, html_take(p->arena, &p->scratch));
}

struct tdict *page_list(struct page *p)
{
    struct tdict *list = add_block(p, "LIST");
    tdict_hide(list, "ITEM");
    return list;
}

void list_item(struct tdict *list, struct str html)
{
    tdict_html(tdict_show(list, "ITEM"), "ITEM_HTML", html);
}

void page_callout(struct page *p, enum callout kind, struct str html)
{
    static const char *const names[] = {"answer", "pitfall", "inferred", "correction"};
    struct tdict *d = add_block(p, "CALLOUT");
    tdict_text(d, "KIND", str_from(names[kind]));
    tdict_text(d, "WORD", page_string_of(p, "callout.", str_from(names[kind])));
    tdict_html(d, "BODY_HTML", html);
    tdict_show_if(d, "ORIGIN", kind == CALLOUT_ANSWER);
}

struct tdict *page_table(struct page *p, const char *id, struct str caption, unsigned flags)
{
    struct tdict *t = add_block(p, "TABLE");
    tdict_text(t, "TABLE_ID", str_from(id));
    tdict_text(t, "CAPTION", caption);
    tdict_text(t, "TABLE_CLASS", flags & TABLE_SORTABLE ? S("sortable") : S("plain"));
    tdict_show_if(t, "TOOLS", flags & TABLE_SORTABLE);
    tdict_hide(t, "COLUMN");
    tdict_hide(t, "ROW");
    return t;
}

static struct str class_of(enum column_kind kind)
{
    return kind == COLUMN_TEXT ? S("txt") : S("num");
}

void table_column(struct page *p, struct tdict *table, struct str label, struct str unit, enum column_kind kind)
{
    table_column_named(p, table, "", label, unit, kind);
}

void table_column_named(struct page *p, struct tdict *table, const char *name, struct str label, struct str unit, enum column_kind kind)
{
    (void)p;
    struct tdict *c = tdict_show(table, "COLUMN");
    tdict_text(c, "LABEL", label);
    tdict_text(c, "CLASS", class_of(kind));
    tdict_hide(c, "KEY");
    if (name[0])
        tdict_text(tdict_show(c, "KEY"), "NAME", str_from(name));
    tdict_hide(c, "UNIT");
    if (unit.n)
        tdict_text(tdict_show(c, "UNIT"), "NAME", unit);
}

struct tdict *table_row(struct tdict *table, struct str anchor)
{
    struct tdict *row = tdict_show(table, "ROW");
    tdict_hide(row, "ANCHOR");
    if (anchor.n)
        tdict_text(tdict_show(row, "ANCHOR"), "ROW_ID", anchor);
    tdict_hide(row, "FIRST");
    tdict_hide(row, "CELL");
    return row;
}

void table_cell(struct tdict *row, struct str html, struct str sort, enum column_kind kind)
{
    struct tdict *cell = tdict_show(row, tdict_is_shown(row, "FIRST") ? "CELL" : "FIRST");
    struct str first_line = str_sub(html, 0, str_find(html, S(HTML_BELOW)));
    bool is_long = kind == COLUMN_TEXT && text_width(first_line) > LONG_CELL;
    tdict_text(cell, "CLASS", is_long ? S("txt long") : class_of(kind));
    tdict_hide(cell, "KEY");
    if (kind == COLUMN_NUMBER || (kind == COLUMN_TEXT && sort.n))
        tdict_text(tdict_show(cell, "KEY"), "SORT", sort);
    tdict_html(cell, "CELL_HTML", html);
}

/* ---- the frame */

/* SYNC: navigation. Name of the page and key of its label. */
static const struct nav {
    const char *name, *key;
} navigation[] = {
    {"scenarios/index", "nav.scenarios"}, {"chips/index", "nav.chips"},   {"families/index", "nav.families"},
    {"types/index", "nav.types"},         {"models/index", "nav.models"}, {"vram/index", "nav.vram"},
    {"guide/index", "nav.guide"},         {"calculator", "nav.calculator"},
};

static bool is_current(const struct page *p, const char *name)
{
    size_t n = strcspn(name, "/");
    return p->section.n == n && memcmp(p->section.p, name, n) == 0;
}

static void put_navigation(struct page *p)
{
    for (size_t i = 0; i < sizeof navigation / sizeof *navigation; i++) {
        struct tdict *d = tdict_show(p->dict, "NAV");
        tdict_text(d, "LABEL", page_string(p, navigation[i].key));
        tdict_address(d, "NAV_URL", page_to(p, navigation[i].name));
        tdict_show_if(d, "CURRENT", is_current(p, navigation[i].name));
    }
}

static void put_crumbs(struct page *p)
{
    tdict_hide(p->dict, "CRUMB");
    if (str_ends(p->path, S("/index.html")) && p->section.n == 0)
        return;
    struct tdict *d = tdict_show(p->dict, "CRUMB");
    tdict_text(d, "LABEL", page_string(p, "nav.start"));
    tdict_address(d, "CRUMB_URL", page_to(p, "index"));
    for (size_t i = 0; i < sizeof navigation / sizeof *navigation; i++) {
        bool is_itself = str_ends(p->path, S("/index.html")) || str_find_char(str_from(navigation[i].name), '/') == strlen(navigation[i].name);
        if (!is_current(p, navigation[i].name) || is_itself)
            continue;
        d = tdict_show(p->dict, "CRUMB");
        tdict_text(d, "LABEL", page_string(p, navigation[i].key));
        tdict_address(d, "CRUMB_URL", page_to(p, navigation[i].name));
    }
}

static void put_contents(struct page *p)
{
    tdict_hide(p->dict, "TOC");
    if (p->toc.n < 2)
        return;
    struct tdict *toc = tdict_show(p->dict, "TOC");
    for (size_t i = 0; i < p->toc.n; i++) {
        struct tdict *d = tdict_show(toc, "TOC_ITEM");
        tdict_text(d, "LABEL", p->toc.at[i].text);
        tdict_address(d, "TOC_URL", arena_printf(p->arena, "#%" STR_FMT, STR_ARG(p->toc.at[i].id)));
    }
}

static int by_use(const void *a, const void *b)
{
    const struct page_use *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Digest of the facts that the page shows; of all facts when it names none. */
static struct str page_digest(struct page *p)
{
    const struct catalog *c = p->w->catalog;
    if (p->uses.n == 0)
        return str_from(c->digest);
    qsort(p->uses.at, p->uses.n, sizeof *p->uses.at, by_use);
    struct buf all = {0};
    for (size_t i = 0; i < p->uses.n; i++)
        if (i == 0 || by_use(&p->uses.at[i - 1], &p->uses.at[i]) != 0)
            buf_puts(&all, c->record_digests[p->uses.at[i].kind][p->uses.at[i].index]);
    char *hex = arena_alloc(p->arena, DIGEST_DIGITS + 1);
    sha256_hex(buf_str(&all), hex, DIGEST_DIGITS);
    buf_free(&all);
    return str_from(hex);
}

static void put_canonical(struct page *p, struct str other)
{
    tdict_hide(p->dict, "CANONICAL");
    if (p->w->base_url.n == 0)
        return;
    struct tdict *d = tdict_show(p->dict, "CANONICAL");
    struct str base = p->w->base_url;
    tdict_address(d, "SELF_URL", arena_printf(p->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(base), STR_ARG(p->path)));
    tdict_address(d, "ALTERNATE_URL", arena_printf(p->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(base), STR_ARG(other)));
    tdict_text(d, "ALTERNATE_LANG", p->lang == LANG_EN ? S("zh-CN") : S("en"));
}

static void put_neighbour(struct page *p, struct tdict *both, const char *section, const struct page_neighbour *n)
{
    tdict_hide(both, section);
    if (n->path.n == 0)
        return;
    struct tdict *d = tdict_show(both, section);
    tdict_text(d, "LABEL", n->label);
    tdict_address(d, "PAGE_URL", address_relative(p->arena, p->path, n->path));
}

static void put_neighbours(struct page *p)
{
    tdict_hide(p->dict, "NEIGHBOURS");
    if (p->previous.path.n + p->next.path.n == 0)
        return;
    struct tdict *both = tdict_show(p->dict, "NEIGHBOURS");
    put_neighbour(p, both, "PREVIOUS", &p->previous);
    put_neighbour(p, both, "NEXT", &p->next);
}

/* The page as a reference in a review: title, address, digest. The address is relative when the site does not know its own. */
static void put_citation(struct page *p, struct str digest)
{
    struct str url = arena_printf(p->arena, "%" STR_FMT "%" STR_FMT, STR_ARG(p->w->base_url), STR_ARG(p->path));
    struct buf html = {0}, markdown = {0};
    buf_puts(&html, "<a href=\"");
    escape_html(&html, url);
    buf_puts(&html, "\">");
    escape_html(&html, p->title);
    buf_puts(&html, "</a>");
    for (size_t i = 0; i < p->title.n; i++) {
        if (strchr("[]<>*_`\\", p->title.p[i]))
            buf_putc(&markdown, '\\');
        buf_putc(&markdown, p->title.p[i]);
    }
    tdict_text(p->dict, "CITE_MARKDOWN", arena_printf(p->arena, "[%" STR_FMT "](%" STR_FMT ") (chipfirst, %" STR_FMT ")", STR_ARG(buf_str(&markdown)), STR_ARG(url), STR_ARG(digest)));
    tdict_text(p->dict, "CITE_MARKUP", arena_printf(p->arena, "%" STR_FMT " (chipfirst, %" STR_FMT ")", STR_ARG(buf_str(&html)), STR_ARG(digest)));
    tdict_text(p->dict, "CITE_TEXT", arena_printf(p->arena, "%" STR_FMT ", %" STR_FMT " (chipfirst, %" STR_FMT ")", STR_ARG(p->title), STR_ARG(url), STR_ARG(digest)));
    buf_free(&html);
    buf_free(&markdown);
}

static void put_style(struct page *p)
{
    tdict_hide(p->dict, "STYLE");
    if (p->style.n)
        tdict_address(tdict_show(p->dict, "STYLE"), "STYLE_URL", address_relative(p->arena, p->path, p->style));
}

void page_finish(struct page *p)
{
    struct str digest = page_digest(p);
    struct str other = address_other(p->arena, p->path, p->lang);
    tdict_text(p->dict, "HTML_LANG", p->lang == LANG_EN ? S("en") : S("zh-CN"));
    tdict_text(p->dict, "TITLE", p->title);
    tdict_text(p->dict, "LEAD", p->lead);
    tdict_text(p->dict, "CRUMB_HERE", p->crumb.n ? p->crumb : p->title);
    tdict_address(p->dict, "CSS_URL", address_relative(p->arena, p->path, p->w->css));
    put_style(p);
    tdict_address(p->dict, "SCRIPT_URL", address_relative(p->arena, p->path, p->w->script));
    tdict_address(p->dict, "HOME_URL", page_to(p, "index"));
    tdict_address(p->dict, "OTHER_URL", address_relative(p->arena, p->path, other));
    tdict_text(p->dict, "OTHER_LANG", p->lang == LANG_EN ? S("zh-CN") : S("en"));
    tdict_text(p->dict, "DIGEST", digest);
    tdict_address(p->dict, "SOURCES_URL", page_to(p, "sources"));
    tdict_address(p->dict, "GLOSSARY_URL", page_to(p, "glossary"));
    tdict_address(p->dict, "CLAIMS_URL", page_to(p, "claims"));
    tdict_address(p->dict, "SCHEMA_URL", page_to(p, "schema"));
    tdict_address(p->dict, "PITFALLS_URL", page_to(p, "pitfalls"));
    tdict_address(p->dict, "ACCURACY_URL", page_to(p, "accuracy"));
    tdict_address(p->dict, "FACTS_URL", page_to(p, "facts"));
    tdict_address(p->dict, "MEASURED_URL", page_to(p, "measured"));
    tdict_address(p->dict, "DATA_URL", page_to(p, "data"));
    static const char *const words[] = {"SITE_NAME", "SKIP", "MENU", "OTHER_NAME", "ON_THIS_PAGE", "DIGEST_LABEL", "THEME",
                                        "SOURCES_LABEL", "GLOSSARY_LABEL", "CLAIMS_LABEL", "PITFALLS_LABEL", "ACCURACY_LABEL", "SCHEMA_LABEL", "FACTS_LABEL",
                                        "MEASURED_LABEL", "DATA_LABEL", "LICENCE_NOTE", "BREADCRUMBS", "FOOTER_LABEL", "BRAND", "TAGLINE",
                                        "SORTED_BY", "ASCENDING", "DESCENDING", "FILTER_ROWS", "ROWS_SHOWN", "SHOW_ALL",
                                        "ROW_LINK", "LINK_COPIED", "CITE", "CITE_MARKDOWN_LABEL", "CITE_MARKUP_LABEL", "CITE_TEXT_LABEL", "PREVIOUS_LABEL", "NEXT_LABEL", "NEIGHBOURS_LABEL", NULL};
    for (size_t i = 0; words[i]; i++) {
        char key[64] = "frame.";
        size_t n = strlen(key);
        for (const char *c = words[i]; *c && n + 1 < sizeof key; c++)
            key[n++] = *c == '_' ? '_' : (char)(*c - 'A' + 'a');
        key[n] = '\0';
        tdict_text(p->dict, words[i], page_string(p, key));
    }
    put_navigation(p);
    put_crumbs(p);
    put_contents(p);
    put_neighbours(p);
    put_citation(p, digest);
    put_canonical(p, other);
}
