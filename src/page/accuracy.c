/* How far the memory model is from published measurements, beside other estimators; every point; the stacks and constants behind. */
#include <math.h>

#include "base/number.h"
#include "catalog/measured.h"
#include "catalog/peers.h"
#include "page/cells.h"
#include "page/cites.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/speeds.h"
#include "page/value.h"
#include "sizing/constants.h"

static const struct str no_text = {NULL, 0};

static void text_columns(struct page *p, struct tdict *t, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_column(p, t, page_string(p, keys[i]), no_text, COLUMN_TEXT);
}

static void groups_section(struct page *p, const struct measured_points *points)
{
    static const char *const columns[] = {"accuracy.median", "accuracy.p90", "accuracy.signed", "accuracy.under", "accuracy.within"};
    struct measured_error errors[MEASURED_GROUPS];
    size_t n = measured_errors(points, &constants_fitted, p->arena, errors);
    page_heading(p, "groups", page_string(p, "heading.accuracy_groups"));
    struct tdict *t = page_table(p, "groups-table", page_string(p, "caption.accuracy_groups"), TABLE_SORTABLE);
    table_column(p, t, page_string(p, "accuracy.group"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "accuracy.points"), no_text, COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(p, t, page_string(p, columns[i]), S("%"), COLUMN_NUMBER);
    for (size_t i = 0; i < n; i++) {
        struct tdict *row = table_row(t, no_text);
        cell_text(p, row, page_string_of(p, "accuracy.", str_from(errors[i].name)));
        cell_number(p, row, (double)errors[i].n, 0);
        cell_number(p, row, errors[i].median_ape, 1);
        cell_number(p, row, errors[i].p90_ape, 1);
        cell_number(p, row, errors[i].median_signed, 1);
        cell_number(p, row, errors[i].under_5pct_share, 0);
        cell_number(p, row, errors[i].within_high_share, 0);
    }
}

static bool is_shown_group(struct str group)
{
    return str_eq(group, S("all")) || str_eq(group, S("training")) || str_eq(group, S("inference"));
}

static void peers_section(struct page *p, const struct peer_list *peers)
{
    if (peers->n == 0)
        return;
    page_heading(p, "peers", page_string(p, "heading.accuracy_peers"));
    page_paragraph(p, page_string(p, "accuracy.peers_note"));
    struct tdict *t = page_table(p, "peers-table", page_string(p, "caption.accuracy_peers"), TABLE_SORTABLE);
    table_column(p, t, page_string(p, "accuracy.estimator"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "accuracy.group"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "accuracy.points"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.median"), S("%"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.p90"), S("%"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.signed"), S("%"), COLUMN_NUMBER);
    for (size_t i = 0; i < peers->n; i++) {
        const struct peer *peer = &peers->at[i];
        if (!is_shown_group(peer->group))
            continue;
        struct tdict *row = table_row(t, no_text);
        cell_text(p, row, peer->estimator);
        cell_text(p, row, page_string_of(p, "accuracy.", peer->group));
        cell_number(p, row, peer->n, 0);
        cell_number(p, row, peer->median_ape, 1);
        cell_number(p, row, peer->p90_ape, 1);
        cell_number(p, row, peer->median_signed, 1);
    }
}

/* Position on an axis of three decades, 0.3 to 1000 GiB, on a square of 300. */
static double axis(double bytes)
{
    double at = (log10(bytes / 1073741824.0) + 0.5) / 3.5 * 300;
    return at < 0 ? 0 : at > 300 ? 300 : at;
}

static void chart(struct page *p, const struct measured_points *points)
{
    struct buf *b = &p->scratch;
    buf_puts(b, "<figure class=\"chart\"><svg viewBox=\"-40 -8 356 340\" role=\"img\" aria-label=\"");
    html_text(b, page_string(p, "accuracy.chart"));
    buf_puts(b, "\"><path class=\"chart-axis\" d=\"M0 300H300M0 300V0M0 300L300 0\"/>");
    static const double ticks[] = {1, 10, 100, 1000};
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        double at = axis(ticks[i] * 1073741824.0);
        buf_printf(b, "<text class=\"chart-text\" x=\"%.1f\" y=\"316\" text-anchor=\"middle\">%.0f</text>", at, ticks[i]);
        buf_printf(b, "<text class=\"chart-text\" x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>", 300 - at + 4, ticks[i]);
    }
    buf_puts(b, "<path class=\"chart-points\" d=\"");
    for (size_t i = 0; i < points->n; i++) {
        double predicted;
        struct sizing_error err;
        if (measured_predict(&points->at[i], &constants_fitted, &predicted, &err))
            buf_printf(b, "M%.1f %.1fh0", axis(points->at[i].bytes), 300 - axis(predicted));
    }
    buf_puts(b, "\"/></svg><figcaption>");
    html_text(b, page_string(p, "accuracy.chart"));
    buf_puts(b, "</figcaption></figure>");
    page_html(p, html_take(p->arena, b));
}

static void points_section(struct page *p, const struct measured_points *points)
{
    static const char *const columns[] = {"accuracy.point", "accuracy.source", "field.model", "accuracy.framework", "accuracy.group"};
    page_heading(p, "points", page_string(p, "heading.accuracy_points"));
    chart(p, points);
    struct tdict *t = page_table(p, "points-table", page_string(p, "caption.accuracy_points"), TABLE_SORTABLE);
    text_columns(p, t, columns, sizeof columns / sizeof *columns);
    table_column(p, t, page_string(p, "accuracy.measured"), S("GiB"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.computed"), S("GiB"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.error"), S("%"), COLUMN_NUMBER);
    for (size_t i = 0; i < points->n; i++) {
        const struct measured_point *m = &points->at[i];
        double predicted;
        struct sizing_error err;
        struct tdict *row = table_row(t, no_text);
        cell_text(p, row, m->id);
        cell_text(p, row, m->source);
        cell_text(p, row, m->model);
        cell_text(p, row, m->framework);
        cell_text(p, row, page_string_of(p, "accuracy.", str_from(m->group)));
        cell_number(p, row, m->bytes / 1073741824.0, 2);
        if (measured_predict(m, &constants_fitted, &predicted, &err)) {
            cell_number(p, row, predicted / 1073741824.0, 2);
            cell_number(p, row, (predicted - m->bytes) / m->bytes * 100, 1);
        } else {
            table_cell(row, page_string(p, "verdict.not_modelled"), no_text, COLUMN_NUMBER);
            table_cell(row, S("–"), no_text, COLUMN_NUMBER);
        }
    }
}

static void stacks_section(struct page *p)
{
    static const char *const columns[] = {"accuracy.stack", "accuracy.versions", "field.note", "cite.source"};
    const struct catalog *c = p->w->catalog;
    page_heading(p, "stacks", page_string(p, "heading.stacks"));
    page_paragraph(p, page_string(p, "accuracy.stacks_note"));
    struct tdict *t = page_table(p, "stacks-table", page_string(p, "caption.stacks"), 0);
    text_columns(p, t, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < c->stacks.n; i++) {
        const struct stack *s = &c->stacks.at[i];
        struct tdict *row = table_row(t, s->record.id);
        page_uses(p, RECORD_stack, s);
        cell_text(p, row, s->name);
        cell_text(p, row, s->versions);
        cell_text(p, row, page_text(p, s->note));
        cites_inline(p, &p->scratch, s->sources);
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}

static void constants_section(struct page *p)
{
    page_heading(p, "constants", page_string(p, "heading.constants"));
    page_paragraph(p, page_string(p, "accuracy.constants_note"));
    struct tdict *t = page_table(p, "constants-table", page_string(p, "caption.constants"), 0);
    table_column(p, t, page_string(p, "accuracy.constant"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "field.value"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.theory"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.fitted_on"), no_text, COLUMN_NUMBER);
    for (int i = 0; constants_entry(i); i++) {
        const struct sizing_constant *k = constants_entry(i);
        struct tdict *row = table_row(t, no_text);
        html_code(&p->scratch, str_from(k->id));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        table_cell(row, arena_printf(p->arena, "%.6g", k->value), no_text, COLUMN_NUMBER);
        table_cell(row, arena_printf(p->arena, "%.6g", k->theory), no_text, COLUMN_NUMBER);
        if (k->points > 0)
            cell_number(p, row, k->points, 0);
        else
            table_cell(row, S("–"), no_text, COLUMN_NUMBER);
    }
}

void page_accuracy(struct page *p, const void *subject)
{
    (void)subject;
    p->title = page_string(p, "title.accuracy");
    p->lead = page_string(p, "lead.accuracy");
    page_paragraph(p, page_string(p, "accuracy.how"));
    if (p->w->points) {
        groups_section(p, p->w->points);
        peers_section(p, p->w->peers);
    }
    page_speed_accuracy_section(p);
    if (p->w->points)
        points_section(p, p->w->points);
    stacks_section(p);
    constants_section(p);
}
