/* Cells of tables. */
#include "page/cells.h"

#include "base/number.h"
#include "page/html.h"
#include "page/value.h"

struct str rounded_text(const struct page *p, double value)
{
    struct buf b = {0};
    number_rounded(&b, value);
    return arena_take(p->arena, &b);
}

struct str readable_text(const struct page *p, double value, int decimals)
{
    struct buf b = {0};
    number_readable(&b, value, decimals);
    return arena_take(p->arena, &b);
}

struct str trimmed_text(const struct page *p, double value, int decimals)
{
    struct buf b = {0};
    number_trimmed(&b, value, decimals);
    return arena_take(p->arena, &b);
}

static struct str sort_key(struct page *p, double value)
{
    return arena_printf(p->arena, "%.6g", value);
}

void cell_number(struct page *p, struct tdict *row, double value, int decimals)
{
    table_cell(row, number_text(p, value, decimals), sort_key(p, value), COLUMN_NUMBER);
}

void cell_rounded(struct page *p, struct tdict *row, double value)
{
    table_cell(row, rounded_text(p, value), sort_key(p, value), COLUMN_NUMBER);
}

void cell_text(struct page *p, struct tdict *row, struct str text)
{
    html_text(&p->scratch, text);
    table_cell(row, html_take(p->arena, &p->scratch), text, COLUMN_TEXT);
}

void cell_record(struct page *p, struct tdict *row, enum record_kind kind, const void *record)
{
    struct str id = ((const struct record *)record)->id;
    html_link(&p->scratch, page_link(p, kind, id), record_title(p, kind, record));
    table_cell(row, html_take(p->arena, &p->scratch), id, COLUMN_TEXT);
}

void cell_missing(struct page *p, struct tdict *row, const char *key)
{
    html_span(&p->scratch, "missing", page_string(p, key));
    table_cell(row, html_take(p->arena, &p->scratch), (struct str){NULL, 0}, COLUMN_NUMBER);
}
