/* Sources of a record. */
#include "page/cites.h"

#include "page/html.h"

void source_badge(const struct page *p, struct buf *out, const struct source_record *source)
{
    static const char *const ids[] = {"", "official", "vendor", "measured", "secondary"};
    char css_class[32] = "badge-";
    size_t n = 6;
    for (const char *c = ids[source->kind]; *c; c++)
        css_class[n++] = *c;
    css_class[n] = '\0';
    html_badge(out, css_class, page_string_of(p, "value.source.", str_from(ids[source->kind])));
}

static struct str group_label(const struct page *p, struct str group)
{
    if (group.n == 0)
        group = S("record");
    return page_string_of(p, "group.", group);
}

static struct str cite_date(const struct page *p, const struct cite *c)
{
    const struct source_record *source = c->source.record;
    struct str date = c->date.n ? c->date : source->read;
    return str_eq(date, S("undated")) ? page_string(p, "value.undated") : date;
}

static void put_title(const struct page *p, struct buf *out, const struct cite *c)
{
    const struct source_record *source = c->source.record;
    html_link(out, page_link(p, RECORD_source_record, c->source.id), source->title);
    buf_putc(out, ' ');
    source_badge(p, out, source);
}

void page_cites(struct page *p, struct cite_list cites)
{
    if (cites.n == 0)
        return;
    page_heading(p, "sources", page_string(p, "heading.sources"));
    struct tdict *t = page_table(p, "sources-table", page_string(p, "caption.sources"), 0);
    struct str none = {NULL, 0};
    table_column_named(p, t, "of", page_string(p, "cite.of"), none, COLUMN_TEXT);
    table_column_named(p, t, "source", page_string(p, "cite.source"), none, COLUMN_TEXT);
    table_column_named(p, t, "date", page_string(p, "cite.date"), none, COLUMN_TEXT);
    table_column_named(p, t, "what", page_string(p, "cite.what"), none, COLUMN_TEXT);
    for (size_t i = 0; i < cites.n; i++) {
        const struct cite *c = &cites.at[i];
        struct tdict *row = table_row(t, none);
        html_text(&p->scratch, group_label(p, c->group));
        table_cell(row, html_take(p->arena, &p->scratch), none, COLUMN_TEXT);
        put_title(p, &p->scratch, c);
        table_cell(row, html_take(p->arena, &p->scratch), none, COLUMN_TEXT);
        html_text(&p->scratch, cite_date(p, c));
        table_cell(row, html_take(p->arena, &p->scratch), none, COLUMN_TEXT);
        html_text(&p->scratch, page_text(p, c->what));
        table_cell(row, html_take(p->arena, &p->scratch), none, COLUMN_TEXT);
    }
}

void cites_inline(struct page *p, struct buf *out, struct cite_list cites)
{
    for (size_t i = 0; i < cites.n; i++) {
        if (i)
            buf_puts(out, p->lang == LANG_ZH ? "；" : "; ");
        put_title(p, out, &cites.at[i]);
        if (!text_empty(cites.at[i].what)) {
            buf_puts(out, p->lang == LANG_ZH ? "：" : ": ");
            html_text(out, page_text(p, cites.at[i].what));
        }
    }
}
