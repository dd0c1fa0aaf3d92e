/* Pitfalls: the list of all, and the sections on the pages where they hold. */
#include "page/pitfalls.h"

#include <string.h>

#include "page/cites.h"
#include "page/html.h"
#include "page/pages.h"

static const struct str no_text = {NULL, 0};

static void put_pitfall(struct page *p, const struct pitfall *pit)
{
    struct buf *b = &p->scratch;
    buf_puts(b, "<p><strong>");
    html_link(b, page_link(p, RECORD_pitfall, pit->record.id), page_text(p, pit->title));
    buf_puts(b, "</strong></p><p>");
    html_text(b, page_text(p, pit->why));
    buf_puts(b, p->lang == LANG_ZH ? "" : " ");
    html_text(b, page_text(p, pit->action));
    buf_puts(b, "</p>");
    page_callout(p, CALLOUT_PITFALL, html_take(p->arena, b));
}

static bool holds_for_any(const struct pitfall *pit, const struct pitfall_subject *subjects, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pitfall_holds(pit, &subjects[i]))
            return true;
    return false;
}

void page_pitfall_section(struct page *p, const struct pitfall_subject *subjects, size_t n)
{
    const struct catalog *c = p->w->catalog;
    bool has_heading = false;
    for (size_t i = 0; i < c->pitfalls.n; i++) {
        if (!holds_for_any(&c->pitfalls.at[i], subjects, n))
            continue;
        if (!has_heading)
            page_heading(p, "pitfall-list", page_string(p, "heading.pitfalls"));
        has_heading = true;
        put_pitfall(p, &c->pitfalls.at[i]);
    }
}

/* How many types a rule speaks of, on its own. */
static size_t count_types(const struct catalog *c, const struct pitfall *pit)
{
    size_t n = 0;
    for (size_t i = 0; i < c->types.n; i++) {
        struct pitfall_subject s = {&c->types.at[i], type_chip(&c->types.at[i]), NULL};
        n += pitfall_holds(pit, &s);
    }
    return n;
}

static void put_rule(struct page *p, struct buf *b, struct object_list list, const char *joint)
{
    const struct condition *c = list.at;
    for (size_t i = 0; i < list.n; i++) {
        if (i) {
            buf_putc(b, ' ');
            html_text(b, page_string(p, joint));
            buf_putc(b, ' ');
        }
        html_code(b, arena_printf(p->arena, "%" STR_FMT " %" STR_FMT " %" STR_FMT, STR_ARG(c[i].field), STR_ARG(c[i].op), STR_ARG(c[i].value)));
    }
}

void page_pitfall_list(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const columns[] = {"field.pitfall", "field.pitfall.why", "field.action", "field.rule", "field.types", "cite.source"};
    const struct catalog *c = p->w->catalog;
    p->title = page_string(p, "title.pitfalls");
    p->lead = page_string(p, "lead.pitfalls");
    struct tdict *t = page_table(p, "pitfalls", page_string(p, "caption.pitfalls"), TABLE_SORTABLE);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column_named(p, t, strrchr(columns[i], '.') + 1, page_string(p, columns[i]), no_text, i == 4 ? COLUMN_NUMBER : COLUMN_TEXT);
    for (size_t i = 0; i < c->pitfalls.n; i++) {
        const struct pitfall *pit = &c->pitfalls.at[i];
        struct tdict *row = table_row(t, pit->record.id);
        struct text texts[] = {pit->title, pit->why, pit->action};
        for (size_t k = 0; k < 3; k++) {
            html_text(&p->scratch, page_text(p, texts[k]));
            table_cell(row, html_take(p->arena, &p->scratch), page_text(p, texts[k]), COLUMN_TEXT);
        }
        put_rule(p, &p->scratch, pit->when.all, "rule.and");
        if (pit->when.all.n && pit->when.any.n)
            buf_puts(&p->scratch, "; ");
        put_rule(p, &p->scratch, pit->when.any, "rule.or");
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        struct str n = arena_printf(p->arena, "%zu", count_types(c, pit));
        table_cell(row, n, n, COLUMN_NUMBER);
        cites_inline(p, &p->scratch, pit->sources);
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}
