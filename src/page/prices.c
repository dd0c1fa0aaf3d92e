/* Prices on pages. Only amounts of one region, currency and cover stand in one column. */
#include "page/prices.h"

#include "catalog/price.h"
#include "page/cells.h"
#include "page/cites.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};
static const char *const amounts[] = {"price_hour", "subscription_month", "reserved_month", "plan_hour", "plan_discount", "spot_hour"};
enum { AMOUNTS = sizeof amounts / sizeof *amounts };

static const struct schema *schema(void)
{
    return record_schema(RECORD_price);
}

static const struct field *amount(size_t i)
{
    return schema_find(schema(), str_from(amounts[i]));
}

static bool has_amount(const struct price *const *rows, size_t n, size_t i)
{
    for (size_t r = 0; r < n; r++)
        if (num_known(*(const struct num *)field_at(amount(i), rows[r])))
            return true;
    return false;
}

/* ---- words */

static bool is_stale(const struct page *p, const struct price *price)
{
    return price_is_stale(price, p->w->price_today, p->w->price_days);
}

/* "instance, GPU" of the bits that are set, or are not. */
static struct str cover_text(struct page *p, unsigned covers, bool wanted)
{
    const struct field *f = schema_find(schema(), S("covers"));
    struct buf b = {0};
    for (int i = COVER_INSTANCE; i <= COVER_SYSTEM_DISK; i++) {
        if ((covers >> (unsigned)i & 1u) != wanted)
            continue;
        if (b.n)
            buf_put(&b, page_string(p, "prices.comma"));
        buf_put(&b, page_string_of(p, "value.covers.", field_enum_name(f, i)));
    }
    return arena_take(p->arena, &b);
}

static struct str missing_text(struct page *p, unsigned covers)
{
    struct str missing = cover_text(p, covers, false);
    return missing.n ? missing : page_string(p, "prices.nothing");
}

static size_t stale_count(const struct page *p, const struct price_group *g)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n; i++)
        n += is_stale(p, g->rows[i]);
    return n;
}

static struct str count_text(struct page *p, size_t n)
{
    return arena_printf(p->arena, "%zu", n);
}

static void group_note(struct page *p, const struct price_group *g)
{
    size_t stale = stale_count(p, g);
    struct str missing = cover_text(p, g->covers, false);
    struct str left_out = missing.n ? PAGE_FORMAT(p, "prices.left_out", missing) : page_string(p, "prices.whole");
    struct str days = str_eq(g->oldest, g->newest) ? g->oldest : PAGE_FORMAT(p, "prices.days", g->oldest, g->newest);
    page_paragraph(p, PAGE_FORMAT(p, "prices.note", g->region, g->currency, cover_text(p, g->covers, true), left_out, days));
    if (stale)
        page_paragraph(p, PAGE_FORMAT(p, "prices.stale_note", count_text(p, stale), number_text(p, p->w->price_days, 0), p->w->price_today));
}

/* ---- cells */

static void stale_badge(struct page *p, const struct price *price)
{
    if (!is_stale(p, price))
        return;
    buf_putc(&p->scratch, ' ');
    html_badge(&p->scratch, "badge-outdated", page_string(p, "prices.stale"));
}

static void date_cell(struct page *p, struct tdict *row, const struct price *price)
{
    html_text(&p->scratch, price->as_of);
    stale_badge(p, price);
    table_cell(row, html_take(p->arena, &p->scratch), price->as_of, COLUMN_TEXT);
}

static void source_cell(struct page *p, struct tdict *row, const struct price *price)
{
    cites_inline(p, &p->scratch, price->sources);
    if (!text_empty(price->note)) {
        buf_put(&p->scratch, page_string(p, "prices.before_note"));
        html_text(&p->scratch, page_text(p, price->note));
    }
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

static void amount_columns(struct page *p, struct tdict *t, const struct price *const *rows, size_t n, struct str currency)
{
    for (size_t i = 0; i < AMOUNTS; i++)
        if (has_amount(rows, n, i))
            table_column_named(p, t, amounts[i], field_label(p, schema(), amount(i)),
                               str_eq_c(str_from(amounts[i]), "plan_discount") ? no_text : currency, COLUMN_NUMBER);
}

static void amount_cells(struct page *p, struct tdict *row, const struct price *const *rows, size_t n, const struct price *price)
{
    for (size_t i = 0; i < AMOUNTS; i++)
        if (has_amount(rows, n, i))
            value_cell(p, row, schema(), price, amounts[i]);
}

static void plain_column(struct page *p, struct tdict *t, const char *name, const char *key)
{
    table_column_named(p, t, name, page_string(p, key), no_text, COLUMN_TEXT);
}

/* ---- tables of types */

const struct price_group *price_group_shown(const struct page *p)
{
    return p->w->prices.n ? p->w->prices.at : NULL;
}

void price_columns(struct page *p, struct tdict *table)
{
    const struct price_group *g = price_group_shown(p);
    if (!g)
        return;
    amount_columns(p, table, g->rows, g->n, g->currency);
    plain_column(p, table, "as_of", "field.as_of");
}

void price_cells(struct page *p, struct tdict *row, const struct type *type)
{
    static const struct price nothing; /* every amount "–" */
    const struct price_group *g = price_group_shown(p);
    const struct price *price = g ? price_find(g, type) : NULL;
    if (!g)
        return;
    amount_cells(p, row, g->rows, g->n, price ? price : &nothing);
    if (!price) {
        html_span(&p->scratch, "missing", page_string(p, "value.not_published_short"));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        return;
    }
    page_uses(p, RECORD_price, price);
    date_cell(p, row, price);
}

void price_legend(struct page *p)
{
    const struct price_group *g = price_group_shown(p);
    if (g)
        group_note(p, g);
}

/* ---- a type */

static void type_row(struct page *p, struct tdict *t, const struct price *const *rows, size_t n, const struct price *price)
{
    struct tdict *row = table_row(t, no_text);
    page_uses(p, RECORD_price, price);
    cell_text(p, row, price->region);
    cell_text(p, row, price->currency);
    amount_cells(p, row, rows, n, price);
    cell_text(p, row, cover_text(p, price_covers(price), true));
    cell_text(p, row, missing_text(p, price_covers(price)));
    date_cell(p, row, price);
    source_cell(p, row, price);
}

bool price_table(struct page *p, const struct type *type)
{
    const struct catalog *c = p->w->catalog;
    const struct price **rows = ARENA_ARRAY(p->arena, c->prices.n + 1, const struct price *);
    size_t n = 0;
    for (size_t i = 0; i < c->prices.n; i++)
        if (c->prices.at[i].type.record == type)
            rows[n++] = &c->prices.at[i];
    if (n == 0)
        return false;
    struct tdict *t = page_table(p, "prices-table", PAGE_FORMAT(p, "caption.type_prices", type->record.id), 0);
    plain_column(p, t, "region", "field.region");
    plain_column(p, t, "currency", "field.currency");
    amount_columns(p, t, rows, n, no_text);
    plain_column(p, t, "covers", "field.price.covers");
    plain_column(p, t, "missing", "prices.missing");
    plain_column(p, t, "as_of", "field.as_of");
    plain_column(p, t, "source", "field.source");
    for (size_t i = 0; i < n; i++)
        type_row(p, t, rows, n, rows[i]);
    return true;
}

/* ---- the page of all */

/* cn-hangzhou-cny-instance-gpu */
static struct str group_id(struct page *p, const struct price_group *g)
{
    struct buf b = {0};
    buf_put(&b, g->region);
    buf_putc(&b, '-');
    for (size_t i = 0; i < g->currency.n; i++)
        buf_putc(&b, (char)(g->currency.p[i] - 'A' + 'a'));
    for (int i = COVER_INSTANCE; i <= COVER_SYSTEM_DISK; i++)
        if (g->covers >> (unsigned)i & 1u)
            buf_printf(&b, "-%" STR_FMT, STR_ARG(field_enum_name(schema_find(schema(), S("covers")), i)));
    return arena_take(p->arena, &b);
}

static void group_section(struct page *p, const struct price_group *g)
{
    struct str id = group_id(p, g);
    page_heading(p, id.p, PAGE_FORMAT(p, "prices.heading", g->region, g->currency, cover_text(p, g->covers, true)));
    group_note(p, g);
    struct str caption = PAGE_FORMAT(p, "caption.prices", g->region, g->currency, cover_text(p, g->covers, true));
    struct tdict *t = page_table(p, arena_printf(p->arena, "table-%" STR_FMT, STR_ARG(id)).p, caption, TABLE_SORTABLE);
    plain_column(p, t, "type", "field.type");
    amount_columns(p, t, g->rows, g->n, g->currency);
    plain_column(p, t, "as_of", "field.as_of");
    plain_column(p, t, "source", "field.source");
    for (size_t i = 0; i < g->n; i++) {
        struct tdict *row = table_row(t, g->rows[i]->record.id);
        page_uses(p, RECORD_price, g->rows[i]);
        cell_record(p, row, RECORD_type, g->rows[i]->type.record);
        amount_cells(p, row, g->rows, g->n, g->rows[i]);
        date_cell(p, row, g->rows[i]);
        source_cell(p, row, g->rows[i]);
    }
}

void page_prices(struct page *p, const void *subject)
{
    (void)subject;
    p->title = page_string(p, "title.prices");
    p->lead = page_string(p, "lead.prices");
    page_paragraph(p, page_string(p, "prices.compare"));
    for (size_t i = 0; i < p->w->prices.n; i++)
        group_section(p, &p->w->prices.at[i]);
}
