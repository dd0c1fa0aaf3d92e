/* Speed as sections of type, model and accuracy pages. */
#include "page/speeds.h"

#include "catalog/accuracy_speed.h"
#include "page/cells.h"
#include "page/html.h"
#include "page/speed_case.h"
#include "page/value.h"
#include "sizing/check.h"
#include "sizing/names.h"

static const struct str no_text = {NULL, 0};

static const struct {
    enum speed_case_kind kind;
    const char *id;      /* of the section, its table and its texts */
    const char *table;
    const char *setup, *caption, *seconds, *exceeds;
} cases[] = {
    {SPEED_CASE_training, "speed-training", "speed-training-table", "speed.training_setup", "caption.speed_training", "speed.step_seconds",
     "speed.exceeds_training"},
    {SPEED_CASE_serving, "speed-serving", "speed-serving-table", "speed.serving_setup", "caption.speed_serving", "speed.round_seconds",
     "speed.exceeds_serving"},
};

/* Why there is no rate; for SPEED_CASE_exceeds it depends on the case. */
static const char *const reasons[] = {
    [SPEED_CASE_rate] = NULL,
    [SPEED_CASE_exceeds] = NULL,
    [SPEED_CASE_other_chip] = "speed.other_chip",
    [SPEED_CASE_no_memory] = "speed.no_memory",
    [SPEED_CASE_not_modelled] = "speed.not_modelled",
    [SPEED_CASE_no_share] = "speed.no_share",
    [SPEED_CASE_no_peak] = "speed.no_peak",
    [SPEED_CASE_no_bandwidth] = "speed.no_bandwidth",
};

static struct str range(struct page *p, const struct speed_estimate *e)
{
    return PAGE_FORMAT(p, "speed.range", rounded_text(p, e->low), rounded_text(p, e->high));
}

/* ---- types */

/* Without a rate there is no verdict, and no time either: what computing hides of the others is not known. */
static void resource_row(struct page *p, struct tdict *t, const struct speed_estimate *e, enum sizing_resource resource)
{
    const struct speed_use *use = &e->use[resource];
    bool is_known = use->state == SPEED_STATE_known, binds = e->has_rate && resource == e->binding;
    struct str name = page_string_of(p, "resource.", str_from(names_resource(resource)));
    struct tdict *row = table_row(t, no_text);
    if (binds) {
        buf_puts(&p->scratch, "<strong>");
        html_text(&p->scratch, PAGE_FORMAT(p, "speed.binds", name));
        buf_puts(&p->scratch, "</strong>");
    } else {
        html_text(&p->scratch, name);
    }
    table_cell(row, html_take(p->arena, &p->scratch), name, COLUMN_TEXT);
    if (is_known && e->has_rate) {
        cell_rounded(p, row, use->seconds);
        cell_rounded(p, row, use->seconds / e->seconds * 100);
    } else {
        cell_missing(p, row, "value.not_published_short");
        cell_missing(p, row, "value.not_published_short");
    }
    cell_text(p, row, page_string(p, is_known ? "speed.known" : "value.not_published"));
}

static void resource_table(struct page *p, size_t which, const struct speed_case *c)
{
    struct tdict *t = page_table(p, cases[which].table, page_string(p, cases[which].caption), 0);
    table_column(p, t, page_string(p, "speed.resource"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, cases[which].seconds), S("s"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "speed.share"), S("%"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "speed.state"), no_text, COLUMN_TEXT);
    for (int r = 0; r < SIZING_RESOURCES; r++)
        if (c->estimate.use[r].state != SPEED_STATE_none)
            resource_row(p, t, &c->estimate, (enum sizing_resource)r);
}

struct str speed_advice_text(struct page *p, const struct speed_estimate *e)
{
    const char *id = names_advice(e->advice);
    if (!id)
        return page_string(p, "speed.no_advice");
    if (e->advice == SIZING_ADVICE_faster_gpu)
        id = e->binding == SIZING_RESOURCE_compute ? "higher_peak" : e->binding == SIZING_RESOURCE_memory ? "more_bandwidth" : id;
    struct str change = page_string_of(p, "advice.", str_from(id));
    if (e->gain <= 1)
        return change;
    return PAGE_FORMAT(p, "speed.gain", change, number_text(p, e->gain, 2));
}

static void speed_facts(struct page *p, const struct speed_case *c)
{
    const struct speed_estimate *e = &c->estimate;
    struct tdict *facts = page_facts(p);
    fact_text(p, facts, page_string(p, "speed.tokens"), PAGE_FORMAT(p, "speed.tokens_range", rounded_text(p, e->likely), range(p, e)));
    if (e->first_token > 0) {
        fact_text(p, facts, page_string(p, "speed.first_token"), PAGE_FORMAT(p, "speed.seconds", rounded_text(p, e->first_token)));
        fact_text(p, facts, page_string(p, "speed.between_tokens"), PAGE_FORMAT(p, "speed.seconds", rounded_text(p, e->between_tokens)));
    }
    fact_text(p, facts, page_string(p, "speed.change_first"), speed_advice_text(p, e));
}

/* "8", or "1/6" for a share of a GPU. */
static struct str gpus_text(struct page *p, const struct type *t)
{
    if (!num_known(t->gpus) || t->gpus.value >= 1)
        return number_text(p, type_gpu_count(t), 0);
    struct buf b = {0};
    quantity_number(&b, t->gpus.value, UNIT_SHARE);
    return arena_take(p->arena, &b);
}

static struct str setup_text(struct page *p, const struct type *t, size_t which, const struct model *m, const struct speed_case *c)
{
    const struct sizing_workload *w = &c->job.workload;
    struct str variant = page_string_of(p, "speed.variant_", str_from(c->variant));
    if (cases[which].kind == SPEED_CASE_training)
        return PAGE_FORMAT(p, cases[which].setup, m->name, variant, gpus_text(p, t), number_text(p, w->zero_stage, 0), number_text(p, w->seq, 0),
                           number_text(p, w->batch, 0));
    struct str each = t->gpus.value < 1 ? gpus_text(p, t) : number_text(p, w->tensor_parallel, 0);
    return PAGE_FORMAT(p, cases[which].setup, m->name, variant, number_text(p, w->gpus / w->tensor_parallel, 0), each, number_text(p, w->batch, 0),
                       number_text(p, w->seq, 0), number_text(p, w->new_tokens, 0));
}

static void rate_blocks(struct page *p, const struct model *m, size_t which, struct speed_case *c)
{
    speed_case_advise(m, c);
    resource_table(p, which, c);
    speed_facts(p, c);
    if (!c->estimate.is_complete)
        page_paragraph(p, page_string(p, "speed.incomplete"));
}

static void case_section(struct page *p, const struct type *t, const struct model *m, size_t which)
{
    struct speed_case c;
    speed_case(m, t, cases[which].kind, p->w->speed_tables, &c);
    page_subheading(p, cases[which].id, page_string_of(p, "heading.", str_from(cases[which].id)));
    if (c.variant)
        page_paragraph(p, setup_text(p, t, which, m, &c));
    if (c.outcome == SPEED_CASE_no_peak || c.outcome == SPEED_CASE_no_bandwidth)
        resource_table(p, which, &c);
    if (c.outcome == SPEED_CASE_exceeds)
        page_paragraph(p, PAGE_FORMAT(p, cases[which].exceeds, m->name));
    else if (c.outcome != SPEED_CASE_rate)
        page_paragraph(p, page_string(p, reasons[c.outcome]));
    else
        rate_blocks(p, m, which, &c);
}

void page_speed_section(struct page *p, const struct type *t)
{
    const struct model *m = catalog_find(p->w->catalog, RECORD_model, S("qwen2.5-7b"));
    const struct chip *chip = type_chip(t);
    if (!m)
        return;
    page_uses(p, RECORD_model, m);
    page_heading(p, "speed", page_string(p, "heading.speed"));
    if (chip && chip->kind != CHIP_GPU) {
        page_paragraph(p, page_string(p, "speed.other_chip"));
        return;
    }
    page_paragraph(p, PAGE_FORMAT(p, "speed.intro", m->name));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        case_section(p, t, m, i);
}

/* ---- models */

/* A type that can still be ordered and has more GPUs, or the same number in a family that is sold more widely. */
static bool is_better(const struct type *t, const struct type *best)
{
    if (t->family->status > STATUS_PREVIEW || !num_known(t->gpus))
        return false;
    if (!best || t->gpus.value != best->gpus.value)
        return !best || t->gpus.value > best->gpus.value;
    return t->family->status < best->family->status;
}

static const struct type *largest_type(const struct catalog *cat, const struct chip *chip)
{
    const struct type *best = NULL;
    for (size_t i = 0; i < cat->types.n; i++)
        if (type_chip(&cat->types.at[i]) == chip && is_better(&cat->types.at[i], best))
            best = &cat->types.at[i];
    return best;
}

static const char *short_reason(enum speed_case_outcome outcome)
{
    switch (outcome) {
    case SPEED_CASE_exceeds: return "verdict.exceeds";
    case SPEED_CASE_not_modelled: return "verdict.not_modelled";
    case SPEED_CASE_rate: case SPEED_CASE_other_chip: case SPEED_CASE_no_memory: case SPEED_CASE_no_share:
    case SPEED_CASE_no_peak: case SPEED_CASE_no_bandwidth: break;
    }
    return "value.not_published";
}

static void case_cells(struct page *p, struct tdict *row, const struct model *m, const struct type *t, enum speed_case_kind kind)
{
    struct speed_case c;
    speed_case(m, t, kind, p->w->speed_tables, &c);
    if (c.outcome != SPEED_CASE_rate) {
        table_cell(row, S("–"), no_text, COLUMN_TEXT);
        cell_missing(p, row, short_reason(c.outcome));
        cell_missing(p, row, "value.not_published_short");
        return;
    }
    cell_text(p, row, page_string_of(p, "speed.variant_", str_from(c.variant)));
    cell_rounded(p, row, c.estimate.likely);
    table_cell(row, range(p, &c.estimate), arena_printf(p->arena, "%.6g", c.estimate.low), COLUMN_NUMBER);
}

static void throughput_row(struct page *p, struct tdict *table, const struct model *m, const struct chip *chip, const struct type *t)
{
    struct tdict *row = table_row(table, no_text);
    page_uses(p, RECORD_chip, chip);
    page_uses(p, RECORD_type, t);
    page_uses(p, RECORD_family, t->family);
    cell_record(p, row, RECORD_chip, chip);
    cell_record(p, row, RECORD_type, t);
    table_cell(row, gpus_text(p, t), arena_printf(p->arena, "%.6g", t->gpus.value), COLUMN_NUMBER);
    case_cells(p, row, m, t, SPEED_CASE_serving);
    case_cells(p, row, m, t, SPEED_CASE_training);
}

void page_throughput_section(struct page *p, const struct model *m)
{
    static const struct { const char *name, *key; const char *unit; enum column_kind kind; } columns[] = {
        {"serving", "speed.serving", "", COLUMN_TEXT},          {"serving_rate", "speed.decoding_rate", "speed.tokens_unit", COLUMN_NUMBER},
        {"serving_range", "speed.range_column", "speed.tokens_unit", COLUMN_NUMBER},
        {"training", "speed.training", "", COLUMN_TEXT},        {"training_rate", "speed.training_rate", "speed.tokens_unit", COLUMN_NUMBER},
        {"training_range", "speed.range_column", "speed.tokens_unit", COLUMN_NUMBER},
    };
    const struct catalog *cat = p->w->catalog;
    if (check_layout(&m->sizing) != SIZING_LAYOUT_decoder)
        return;
    page_heading(p, "throughput", page_string(p, "heading.throughput"));
    page_paragraph(p, page_string(p, "speed.throughput_intro"));
    struct tdict *t = page_table(p, "throughput-table", PAGE_FORMAT(p, "caption.throughput", m->name), TABLE_SORTABLE);
    table_column_named(p, t, "chip", page_string(p, "field.chip"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "type", page_string(p, "field.type"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "gpus", page_string(p, "field.gpus"), no_text, COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column_named(p, t, columns[i].name, page_string(p, columns[i].key), *columns[i].unit ? page_string(p, columns[i].unit) : no_text,
                           columns[i].kind);
    for (size_t i = 0; i < cat->chips.n; i++) {
        const struct chip *chip = &cat->chips.at[i];
        const struct type *type = chip->kind == CHIP_GPU && chip_is_offered(chip) ? largest_type(cat, chip) : NULL;
        if (type)
            throughput_row(p, t, m, chip, type);
    }
}

/* ---- accuracy */

static void group_rows(struct page *p, struct tdict *t, const struct speed_groups *groups, const char *prefix)
{
    for (size_t i = 0; groups && i < groups->n; i++) {
        const struct speed_group *g = &groups->at[i];
        const double cells[] = {g->median_ape, g->p90_ape, g->median_signed, g->under_5pct_share};
        struct tdict *row = table_row(t, no_text);
        cell_text(p, row, page_string_of(p, prefix, str_from(g->name)));
        cell_number(p, row, (double)g->n, 0);
        cell_number(p, row, (double)g->skipped, 0);
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            cell_number(p, row, cells[k], k == 3 ? 0 : 1);
    }
}

void page_speed_accuracy_section(struct page *p)
{
    static const char *const columns[] = {"accuracy.median", "accuracy.p90", "accuracy.signed", "accuracy.under"};
    const struct speed_groups *groups = p->w->speed_groups;
    if (!groups || groups->n == 0)
        return;
    page_heading(p, "speed", page_string(p, "heading.accuracy_speed"));
    page_paragraph(p, page_string(p, "accuracy.speed_how"));
    struct tdict *t = page_table(p, "speed-table", page_string(p, "caption.accuracy_speed"), TABLE_SORTABLE);
    table_column(p, t, page_string(p, "accuracy.group"), no_text, COLUMN_TEXT);
    table_column(p, t, page_string(p, "accuracy.points"), no_text, COLUMN_NUMBER);
    table_column(p, t, page_string(p, "accuracy.skipped"), no_text, COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(p, t, page_string(p, columns[i]), S("%"), COLUMN_NUMBER);
    group_rows(p, t, groups, "accuracy.");
    group_rows(p, t, p->w->own_speed_groups, "accuracy.own_");
}
