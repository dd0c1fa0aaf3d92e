/* Markdown to checked HTML: limits, cmark, one walk with all checks, ids, then the HTML. */
#include <cmark-gfm-core-extensions.h>
#include <stdlib.h>

#include "guide/markdown.h"
#include "guide/encoding.h"
#include "guide/heading.h"
#include "guide/html.h"
#include "guide/limit.h"
#include "guide/link.h"
#include "guide/text.h"
#include "guide/walk.h"

/* Tables only: strikethrough and autolink change global tables of cmark. Lines go in one by one with LF, so
 * that CRLF gives the same nodes. */
static cmark_node *parse(const struct lines *lines)
{
    cmark_gfm_core_extensions_ensure_registered();
    cmark_syntax_extension *table = cmark_find_syntax_extension("table");
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    if (!table || !parser || !cmark_parser_attach_syntax_extension(parser, table))
        abort();
    for (size_t i = 1; i <= lines->n; i++) {
        struct str line = lines_text(lines, i);
        cmark_parser_feed(parser, line.p, line.n);
        cmark_parser_feed(parser, "\n", 1);
    }
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

/* Definitions leave no node behind, so they are looked for in the source: "[label]:" at a line's start. */
static void check_definitions(const struct work *w)
{
    for (size_t i = 1; i <= w->lines.n && !work_is_hopeless(w); i++) {
        struct str line = lines_text(&w->lines, i);
        size_t marks, skip = line_marks(line, &marks), end = skip;
        if (w->is_code[i] || skip == line.n || line.p[skip] != '[')
            continue;
        while (end < line.n && line.p[end] != ']')
            end += line.p[end] == '\\' ? 2 : 1;
        if (end + 1 < line.n && line.p[end + 1] == ':')
            diag_error(w->diag, lines_place(&w->lines, lines_start(&w->lines, i) + skip, end + 2 - skip),
                       "link definitions and footnotes are not allowed; write the address into the link: "
                       "[text](address)");
    }
}

static struct str summary_of(struct arena *arena, cmark_node *document)
{
    cmark_node *node = cmark_node_first_child(document);
    while (node && cmark_node_get_type(node) != CMARK_NODE_PARAGRAPH)
        node = cmark_node_next(node);
    return node ? text_plain(arena, node) : (struct str){NULL, 0};
}

static void collect_headings(const struct work *w, struct guide_page *out)
{
    size_t n = w->headings.n;
    struct guide_heading *headings = ARENA_ARRAY(w->arena, n, struct guide_heading);
    struct str *ids = ARENA_ARRAY(w->arena, n, struct str);
    for (size_t i = 0; i < n; i++) {
        headings[i] = w->headings.at[i]->h;
        ids[i] = headings[i].id;
    }
    out->headings = headings;
    out->ids = ids;
    out->n_headings = out->n_ids = n;
}

static void collect_links(const struct work *w, struct guide_page *out)
{
    out->n_links = w->links.n;
    struct guide_link *links = ARENA_ARRAY(w->arena, out->n_links, struct guide_link);
    for (size_t i = 0; i < out->n_links; i++) {
        const struct link *l = w->links.at[i];
        links[i] = (struct guide_link){l->kind, l->url, l->target.address, l->ref.at};
    }
    out->links = links;
}

static void write_page(const struct work *w, cmark_node *document, struct guide_page *out)
{
    struct buf html = {0};
    html_write(&html, &w->in->labels, document);
    out->html = arena_take(w->arena, &html);
    out->summary = summary_of(w->arena, document);
    collect_headings(w, out);
    collect_links(w, out);
}

bool guide_markdown(const struct guide_input *in, struct guide_page *out)
{
    struct work w = {.in = in, .arena = in->arena, .diag = in->diag, .last_level = 1};
    w.errors_before = diag_errors(in->diag);
    *out = (struct guide_page){0};
    if (!guide_encoding(in->src, in->diag))
        return false;
    lines_index(&w.lines, in->src, in->body, in->body_line, in->arena);
    if (!limit_check(&w.lines, in->diag))
        return false;
    w.is_code = ARENA_ARRAY(w.arena, w.lines.n + 1, bool);
    map_init(&w.ids, w.arena);
    locator_init(&w.loc, &w.lines, w.arena);
    cmark_node *document = parse(&w.lines);
    walk_nodes(&w, document);
    check_definitions(&w);
    if (!work_is_hopeless(&w)) {
        heading_assign_ids(&w);
        link_check_fragments(&w);
    }
    bool good = diag_errors(in->diag) == w.errors_before;
    if (good)
        write_page(&w, document, out);
    cmark_node_free(document);
    locator_free(&w.loc);
    return good;
}
