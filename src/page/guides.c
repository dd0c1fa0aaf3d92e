/* Guide pages: prose from content/, and their index. */
#include <stdlib.h>

#include "guide/piece.h"
#include "guide/terms.h"
#include "page/computed.h"
#include "page/guides.h"
#include "page/html.h"
#include "page/pages.h"

static const struct str no_text = {NULL, 0};

struct guide_place guide_place_of(const struct page *p)
{
    /* SYNC: reserved-ids. Ids that the pages around the prose have. */
    static const struct str reserved[] = {{"main", 4}, {"candidates", 10}, {"candidates-table", 16}, {"arithmetic", 10}, {"checklist", 9},
                                          {"choices-table", 13}, {"bottlenecks-table", 17},
                                          {"pitfall-list", 12}, {"related", 7}, {"sources", 7}, {"sources-table", 13}};
    return (struct guide_place){p->w->book, p->w->strings, p->lang, p->path, p->arena, p->w->diag, reserved, sizeof reserved / sizeof *reserved};
}

/* Renders the prose and enters its headings in the page's contents. */
static bool render(struct page *p, const struct guide_pair *pair, struct guide_page *body, struct str *html)
{
    struct guide_place at = guide_place_of(p);
    if (!guide_book_render(&at, pair, body))
        return false;
    *html = guide_link_terms(&at, body->html);
    return true;
}

static void add_to_contents(struct page *p, const struct guide_heading *heading)
{
    *LIST_ADD(&p->toc, p->arena) = (struct toc_entry){heading->id, heading->text};
}

/* Prose, with the computed blocks that it asks for. */
static void add_pieces(struct page *p, struct str html)
{
    for (struct guide_piece piece; guide_next_piece(&html, &piece);) {
        if (piece.prose.n)
            page_html(p, piece.prose);
        computed_block(p, piece.computed);
    }
}

bool guide_body(struct page *p, const struct guide_pair *pair)
{
    struct guide_page body;
    struct str html;
    if (!render(p, pair, &body, &html))
        return false;
    for (size_t i = 0; i < body.n_headings; i++)
        if (body.headings[i].level == 2)
            add_to_contents(p, &body.headings[i]);
    add_pieces(p, html);
    return true;
}

bool guide_sections(struct page *p, const struct guide_pair *pair, guide_after *after, void *context)
{
    static const struct str opening = {"<h2 id=", 7};
    struct guide_page body;
    struct str html;
    if (!render(p, pair, &body, &html))
        return false;
    size_t start = str_find(html, opening);
    add_pieces(p, str_sub(html, 0, start));
    for (size_t i = 0; i < body.n_headings; i++) {
        if (body.headings[i].level != 2)
            continue;
        html = str_sub(html, start, html.n);
        start = opening.n + str_find(str_sub(html, opening.n, html.n), opening);
        add_to_contents(p, &body.headings[i]);
        add_pieces(p, str_sub(html, 0, start));
        after(p, body.headings[i].id, context);
    }
    return true;
}

void guide_related(struct page *p, const struct guide_doc *doc)
{
    struct guide_place at = guide_place_of(p);
    if (doc->related.n == 0)
        return;
    page_heading(p, "related", page_string(p, "heading.related"));
    struct tdict *list = page_list(p);
    for (size_t i = 0; i < doc->related.n; i++) {
        struct guide_target target;
        if (!guide_book_resolve(&at, doc->related.at[i], record_place(&doc->record, "related"), &target))
            continue;
        html_link(&p->scratch, target.address, target.text);
        list_item(list, html_take(p->arena, &p->scratch));
    }
}

bool guide_has_page(const struct page *p, struct str name)
{
    return guide_book_find(p->w->book, name) != NULL;
}

static int by_order(const void *a, const void *b)
{
    const struct guide_pair *x = *(const struct guide_pair *const *)a, *y = *(const struct guide_pair *const *)b;
    double ox = x->in[LANG_EN].order.value, oy = y->in[LANG_EN].order.value;
    return ox < oy ? -1 : ox > oy ? 1 : str_cmp(x->name, y->name);
}

struct guide_pairs guide_pages(const struct page *p)
{
    const struct guide_book *book = p->w->book;
    struct guide_pairs list = {ARENA_ARRAY(p->arena, book->n, const struct guide_pair *), 0};
    for (size_t i = 0; i < book->n; i++)
        if (str_starts(book->at[i].name, S("guide/")))
            list.at[list.n++] = &book->at[i];
    if (list.n)
        qsort(list.at, list.n, sizeof *list.at, by_order);
    return list;
}

static struct page_neighbour neighbour(const struct page *p, const struct guide_pair *pair)
{
    return (struct page_neighbour){address_page(p->arena, p->lang, arena_cstr(p->arena, pair->name)), pair->in[p->lang].title};
}

static void set_neighbours(struct page *p, const struct guide_pair *pair)
{
    struct guide_pairs pages = guide_pages(p);
    for (size_t i = 0; i < pages.n; i++) {
        if (pages.at[i] != pair)
            continue;
        if (i > 0)
            p->previous = neighbour(p, pages.at[i - 1]);
        if (i + 1 < pages.n)
            p->next = neighbour(p, pages.at[i + 1]);
    }
}

void page_guide(struct page *p, const void *subject)
{
    const struct guide_pair *pair = subject;
    const struct guide_doc *doc = &pair->in[p->lang];
    p->title = doc->title;
    p->lead = doc->summary;
    set_neighbours(p, pair);
    guide_body(p, pair);
    guide_related(p, doc);
}

void page_guide_index(struct page *p, const void *subject)
{
    (void)subject;
    struct guide_pairs pages = guide_pages(p);
    p->title = page_string(p, "title.guide");
    p->lead = page_string(p, "lead.guide");
    struct tdict *t = page_table(p, "guide", page_string(p, "caption.guide"), 0);
    table_column_named(p, t, "page", page_string(p, "field.page"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "summary", page_string(p, "field.summary"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < pages.n; i++) {
        const struct guide_doc *doc = &pages.at[i]->in[p->lang];
        struct tdict *row = table_row(t, no_text);
        html_link(&p->scratch, page_to(p, arena_cstr(p->arena, pages.at[i]->name)), doc->title);
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        html_text(&p->scratch, doc->summary);
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}
