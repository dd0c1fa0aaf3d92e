/* How far the memory model is from published measurements, beside other estimators; every point; the stacks and constants behind. */
#include <math.h>
#include <string.h>

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

/* ---- errors by group, and beside other estimators */

struct ours {
    struct measured_error at[MEASURED_GROUPS];
    size_t n;
};

static struct ours errors_of(struct page *p, const struct sizing_constants *constants)
{
    struct ours ours;
    ours.n = measured_errors(p->w->points, constants, p->arena, ours.at);
    return ours;
}

static const struct measured_error *find_group(const struct ours *ours, const char *group)
{
    for (size_t i = 0; i < ours->n; i++)
        if (strcmp(ours->at[i].name, group) == 0)
            return &ours->at[i];
    return NULL;
}

static void answer(struct page *p, const struct ours *ours)
{
    static const char *const groups[] = {"all", "training", "inference"};
    struct str args[7];
    size_t n = 1;
    for (size_t i = 0; i < 3; i++) {
        const struct measured_error *e = find_group(ours, groups[i]);
        if (!e)
            return;
        args[n++] = number_text(p, e->median_ape, 1);
        args[n++] = number_text(p, e->p90_ape, 1);
    }
    args[0] = number_text(p, (double)ours->at[0].n, 0);
    html_text(&p->scratch, page_format(p, "accuracy.answer", args, n));
    page_callout(p, CALLOUT_ANSWER, html_take(p->arena, &p->scratch));
}

static void groups_section(struct page *p, const struct ours *ours)
{
    static const char *const columns[] = {"accuracy.median", "accuracy.p90", "accuracy.signed", "accuracy.under", "accuracy.within"};
    page_heading(p, "groups", page_string(p, "heading.accuracy_groups"));
    struct tdict *t = page_table(p, "groups-table", page_string(p, "caption.accuracy_groups"), TABLE_SORTABLE);
    table_column(p, t, page_string(p, "accuracy.group"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "accuracy.points"), no_text, COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(p, t, page_string(p, columns[i]), S("%"), COLUMN_NUMBER);
    for (size_t i = 0; i < ours->n; i++) {
        const struct measured_error *e = &ours->at[i];
        struct tdict *row = table_row(t, no_text);
        cell_text(p, row, page_string_of(p, "accuracy.", str_from(e->name)));
        cell_number(p, row, (double)e->n, 0);
        cell_number(p, row, e->median_ape, 1);
        cell_number(p, row, e->p90_ape, 1);
        cell_number(p, row, e->median_signed, 1);
        cell_number(p, row, e->under_5pct_share, 0);
        cell_number(p, row, e->within_high_share, 0);
    }
}

static const char *const methods[] = {"all", "inference", "training", "full", "lora", "qlora"};
enum { METHODS = sizeof methods / sizeof *methods };

/* "39.7 / 86.4", and below it sign and points; a dash when the estimator prices none. */
static void score_cell(struct page *p, struct tdict *row, const struct peer *score)
{
    struct buf *b = &p->scratch;
    if (!score || score->n == 0) {
        table_cell(row, S("–"), no_text, COLUMN_NUMBER);
        return;
    }
    number_fixed(b, score->median_ape, 1);
    buf_puts(b, " / ");
    number_fixed(b, score->p90_ape, 1);
    buf_puts(b, "<br><span class=\"unit\">");
    number_fixed(b, score->median_signed, 1);
    buf_puts(b, " · ");
    number_fixed(b, score->n, 0);
    buf_puts(b, "</span>");
    table_cell(row, html_take(p->arena, b), arena_printf(p->arena, "%.6g", score->median_ape), COLUMN_NUMBER);
}

static void our_row(struct page *p, struct tdict *t, const char *name, const struct ours *ours)
{
    struct tdict *row = table_row(t, no_text);
    buf_puts(&p->scratch, "<b>");
    html_text(&p->scratch, page_string(p, name));
    buf_puts(&p->scratch, "</b>");
    table_cell(row, html_take(p->arena, &p->scratch), page_string(p, name), COLUMN_TEXT);
    for (size_t i = 0; i < METHODS; i++) {
        const struct measured_error *e = find_group(ours, methods[i]);
        struct peer score = {.n = 0};
        if (e)
            score = (struct peer){.n = (double)e->n, .median_ape = e->median_ape, .p90_ape = e->p90_ape, .median_signed = e->median_signed};
        score_cell(p, row, &score);
    }
}

static const struct peer *find_score(const struct peer_list *peers, struct str estimator, const char *group)
{
    for (size_t i = 0; i < peers->n; i++)
        if (str_eq(peers->at[i].estimator, estimator) && str_eq_c(peers->at[i].group, group))
            return &peers->at[i];
    return NULL;
}

static void peer_row(struct page *p, struct tdict *t, const struct peer_list *peers, struct str estimator)
{
    struct tdict *row = table_row(t, no_text);
    cell_text(p, row, estimator);
    for (size_t i = 0; i < METHODS; i++)
        score_cell(p, row, find_score(peers, estimator, methods[i]));
}

static void peers_section(struct page *p, const struct peer_list *peers, const struct ours *ours)
{
    struct ours theory = errors_of(p, &constants_theory);
    page_heading(p, "peers", page_string(p, "heading.accuracy_peers"));
    page_paragraph(p, page_string(p, "accuracy.peers_note"));
    struct tdict *t = page_table(p, "peers-table", page_string(p, "caption.accuracy_peers"), TABLE_SORTABLE);
    table_column(p, t, page_string(p, "accuracy.estimator"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < METHODS; i++)
        table_column_named(p, t, methods[i], page_string_of(p, "accuracy.", str_from(methods[i])), page_string(p, "accuracy.peers_unit"), COLUMN_NUMBER);
    our_row(p, t, "accuracy.ours", ours);
    our_row(p, t, "accuracy.ours_theory", &theory);
    for (size_t i = 0; i < peers->n; i++)
        if (find_score(peers, peers->at[i].estimator, arena_cstr(p->arena, peers->at[i].group)) == &peers->at[i]
            && str_eq(peers->at[i].group, peers->at[0].group))
            peer_row(p, t, peers, peers->at[i].estimator);
}

/* ---- every point */

/* Position on an axis of three decades, 0.3 to 1000 GiB, on a square of 300. */
static double axis(double bytes)
{
    double at = (log10(bytes / 1073741824.0) + 0.5) / 3.5 * 300;
    return at < 0 ? 0 : at > 300 ? 300 : at;
}

static void put_points(struct buf *b, const struct measured_points *points, bool training)
{
    buf_printf(b, "<path class=\"chart-points%s\" d=\"", training ? " chart-squares" : "");
    for (size_t i = 0; i < points->n; i++) {
        double predicted;
        struct sizing_error err;
        if (points->at[i].is_training == training && measured_predict(&points->at[i], &constants_fitted, &predicted, &err))
            buf_printf(b, "M%.1f %.1fh0", axis(points->at[i].bytes), 300 - axis(predicted));
    }
    buf_puts(b, "\"/>");
}

static void chart(struct page *p, const struct measured_points *points)
{
    struct buf *b = &p->scratch;
    buf_puts(b, "<figure class=\"chart\"><svg viewBox=\"-40 -8 356 340\" role=\"img\" aria-label=\"");
    html_text(b, page_string(p, "accuracy.chart"));
    double band = log10(1.2) / 3.5 * 300; /* ±20 % of the measured value */
    buf_puts(b, "\"><path class=\"chart-axis\" d=\"M0 300H300M0 300V0M0 300L300 0\"/>");
    buf_printf(b, "<path class=\"chart-band\" d=\"M0 %.1fL%.1f 0M%.1f 300L300 %.1f\"/>", 300 - band, 300 - band, band, band);
    static const double ticks[] = {1, 10, 100, 1000};
    for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
        double at = axis(ticks[i] * 1073741824.0);
        buf_printf(b, "<text class=\"chart-text\" x=\"%.1f\" y=\"316\" text-anchor=\"middle\">%.0f</text>", at, ticks[i]);
        buf_printf(b, "<text class=\"chart-text\" x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>", 300 - at + 4, ticks[i]);
    }
    put_points(b, points, false);
    put_points(b, points, true);
    buf_puts(b, "</svg><figcaption>");
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

/* A constant's value; bytes and counts are grouped. */
static void value_cell_of(struct page *p, struct tdict *row, double value)
{
    struct buf b = {0};
    number_readable(&b, value, 4);
    table_cell(row, arena_take(p->arena, &b), arena_printf(p->arena, "%.6g", value), COLUMN_NUMBER);
}

static void constants_section(struct page *p)
{
    page_heading(p, "constants", page_string(p, "heading.constants"));
    page_paragraph(p, page_string(p, "accuracy.constants_note"));
    struct tdict *t = page_table(p, "constants-table", page_string(p, "caption.constants"), TABLE_SORTABLE);
    table_column(p, t, page_string(p, "accuracy.constant"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "accuracy.meaning"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "field.value"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.theory"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.fitted_on"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "cite.source"), no_text, COLUMN_TEXT);
    for (int i = 0; constants_entry(i); i++) {
        const struct sizing_constant *k = constants_entry(i);
        struct tdict *row = table_row(t, no_text);
        html_code(&p->scratch, str_from(k->id));
        table_cell(row, html_take(p->arena, &p->scratch), str_from(k->id), COLUMN_TEXT);
        cell_text(p, row, page_string_of(p, "constant.", str_from(k->id)));
        value_cell_of(p, row, k->value);
        value_cell_of(p, row, k->theory);
        if (k->points > 0)
            cell_number(p, row, k->points, 0);
        else
            table_cell(row, S("–"), no_text, COLUMN_NUMBER);
        cell_text(p, row, page_string_of(p, "constant_source.", str_from(k->id)));
    }
}

static void memory_sections(struct page *p, const struct measured_points *points)
{
    struct ours ours = errors_of(p, &constants_fitted);
    answer(p, &ours);
    page_paragraph(p, PAGE_FORMAT(p, "accuracy.how", number_text(p, (double)points->n, 0), number_text(p, (double)(points->unusable + points->skipped_n), 0)));
    groups_section(p, &ours);
    peers_section(p, p->w->peers, &ours);
}

void page_accuracy(struct page *p, const void *subject)
{
    (void)subject;
    p->title = page_string(p, "title.accuracy");
    p->lead = page_string(p, "lead.accuracy");
    if (p->w->points)
        memory_sections(p, p->w->points);
    page_speed_accuracy_section(p);
    if (p->w->points)
        points_section(p, p->w->points);
    stacks_section(p);
    constants_section(p);
}
