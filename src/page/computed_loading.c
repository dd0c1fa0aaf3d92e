/* Data loading: what the vCPUs of a type deliver to a GPU, beside what the GPU takes. */
#include "page/cells.h"
#include "page/cites.h"
#include "page/computed.h"
#include "page/html.h"
#include "page/speed_case.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};

/* Bytes of text a token, assumed; English has fewer. */
#define TOKEN_BYTES 10.0
#define MIB 1048576.0

static const struct loading_rate *rate_of(const struct page *p, const char *id)
{
    return catalog_find(p->w->catalog, RECORD_loading_rate, str_from(id));
}

/* ---- the published rates */

static void rate_table(struct page *p)
{
    const struct catalog *c = p->w->catalog;
    const struct field *unit = schema_find(record_schema(RECORD_loading_rate), S("unit"));
    struct tdict *t = page_table(p, "loading-rates", page_string(p, "caption.loading_rates"), 0);
    table_column_named(p, t, "what", page_string(p, "loading.what"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "by", page_string(p, "loading.by"), no_text, COLUMN_TEXT);
    computed_column(p, t, "rate", "loading.rate", "");
    table_column_named(p, t, "unit", page_string(p, "loading.unit"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "source", page_string(p, "cite.source"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < c->loading_rates.n; i++) {
        const struct loading_rate *r = &c->loading_rates.at[i];
        const struct chip *chip = r->chip.record;
        struct str gpus = trimmed_text(p, r->gpus.value, 0);
        struct tdict *row = table_row(t, r->record.id);
        cell_text(p, row, page_text(p, r->what));
        cell_text(p, row, chip ? PAGE_FORMAT(p, "loading.by_gpus", gpus, chip_name(chip, p->lang)) : page_string(p, "loading.by_thread"));
        table_cell(row, readable_text(p, r->rate.value, 1), trimmed_text(p, r->rate.value, 1), COLUMN_NUMBER);
        cell_text(p, row, field_enum_name(unit, r->unit));
        cites_inline(p, &p->scratch, r->sources);
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}

/* ---- by type */

static double vcpus_per_gpu(const struct type *t)
{
    return t->vcpus.value / t->gpus.value;
}

static bool is_listed(const struct type *t)
{
    return num_known(t->vcpus) && num_known(t->gpus) && t->gpus.value >= 1;
}

/* The type of a family with fewest, or most, vCPUs a GPU, and among equals with most GPUs; NULL when none is listed. */
static const struct type *extreme_of(const struct family *family, double sign)
{
    const struct type *best = NULL;
    for (size_t i = 0; i < family->type_count; i++) {
        const struct type *t = family->types[i];
        double more = is_listed(t) && best ? sign * (vcpus_per_gpu(t) - vcpus_per_gpu(best)) : 0;
        if (is_listed(t) && (!best || more > 0 || (more == 0 && t->gpus.value > best->gpus.value)))
            best = t;
    }
    return best;
}

/* Images/s a GPU of that chip takes in the fastest published run; 0: none is published. */
static double images_taken(const struct page *p, const struct chip *chip)
{
    const struct catalog *c = p->w->catalog;
    double most = 0;
    for (size_t i = 0; i < c->loading_rates.n; i++) {
        const struct loading_rate *r = &c->loading_rates.at[i];
        if (r->role == LOADING_GPU && r->chip.record == chip && r->rate.value / r->gpus.value > most)
            most = r->rate.value / r->gpus.value;
    }
    return most;
}

static void image_cells(struct page *p, struct tdict *row, const struct type *t, double thread_rate)
{
    double delivered = vcpus_per_gpu(t) * thread_rate, taken = images_taken(p, type_chip(t));
    cell_rounded(p, row, delivered);
    if (taken > 0) {
        cell_rounded(p, row, taken);
        cell_number(p, row, delivered / taken * 100, 0);
        return;
    }
    cell_missing(p, row, "value.not_published");
    cell_missing(p, row, "value.not_published_short");
}

/* Sequences/s that one vCPU tokenises. */
static double sequences_per_vcpu(double mib_per_second)
{
    return mib_per_second * MIB / (SPEED_CASE_SEQ * TOKEN_BYTES);
}

/* Training of a small model with text that is tokenised on the way: tokens/s of a GPU, and the vCPUs it keeps busy. */
static void text_cells(struct page *p, struct tdict *row, const struct type *t, const struct model *m, double mib_per_second)
{
    struct speed_case c;
    struct speed_estimate fed;
    speed_case(m, t, SPEED_CASE_training, p->w->speed_tables, &c);
    if (c.outcome != SPEED_CASE_rate) {
        cell_missing(p, row, "value.not_published");
        cell_missing(p, row, "value.not_published_short");
        return;
    }
    c.job.run.loader_rate = sequences_per_vcpu(mib_per_second);
    speed_evaluate(&c.job, &c.machine, &c.gpu, &fed);
    double busy = fed.use[SIZING_RESOURCE_data_loading].seconds / c.estimate.seconds;
    cell_rounded(p, row, c.estimate.likely / t->gpus.value);
    cell_number(p, row, busy * vcpus_per_gpu(t), 2);
}

struct feeding {
    const struct loading_rate *decode, *tokenise;
    const struct model *model;
};

static void type_row(struct page *p, struct tdict *table, const struct type *t, const struct feeding *f)
{
    const struct chip *chip = type_chip(t);
    struct tdict *row = table_row(table, no_text);
    cell_record(p, row, RECORD_type, t);
    cell_text(p, row, chip ? chip_name(chip, p->lang) : S("–"));
    cell_number(p, row, t->gpus.value, 0);
    cell_number(p, row, vcpus_per_gpu(t), 1);
    image_cells(p, row, t, f->decode->rate.value);
    text_cells(p, row, t, f->model, f->tokenise->rate.value);
}

static void type_rows(struct page *p, struct tdict *table, const struct feeding *f)
{
    const struct catalog *c = p->w->catalog;
    for (size_t i = 0; i < c->families.n; i++) {
        const struct type *few = extreme_of(&c->families.at[i], -1), *many = extreme_of(&c->families.at[i], 1);
        if (c->families.at[i].status > STATUS_PREVIEW || !few || !type_chip(few) || type_chip(few)->kind != CHIP_GPU)
            continue;
        type_row(p, table, few, f);
        if (vcpus_per_gpu(many) > vcpus_per_gpu(few))
            type_row(p, table, many, f);
    }
}

static void formulas(struct page *p, const struct feeding *f)
{
    struct str decode = trimmed_text(p, f->decode->rate.value, 0), tokenise = trimmed_text(p, f->tokenise->rate.value, 1);
    formulas_open(p);
    formulas_add(p, page_string(p, "loading.images_formula"),
                 PAGE_FORMAT(p, "loading.images_example", decode, rounded_text(p, 16 * f->decode->rate.value)));
    formulas_add(p, page_string(p, "loading.text_formula"),
                 PAGE_FORMAT(p, "loading.text_example", tokenise, trimmed_text(p, SPEED_CASE_SEQ, 0), trimmed_text(p, TOKEN_BYTES, 0),
                             rounded_text(p, sequences_per_vcpu(f->tokenise->rate.value))));
    formulas_close(p);
}

void computed_loading(struct page *p)
{
    static const struct { const char *name, *key, *unit; } columns[] = {
        {"gpus", "field.gpus", ""},
        {"vcpus", "loading.vcpus", ""},
        {"delivered", "loading.delivered", "images/s"},
        {"taken", "loading.taken", "images/s"},
        {"covered", "loading.covered", "%"},
        {"tokens", "loading.tokens", "tokens/s"},
        {"busy", "loading.busy", ""},
    };
    struct feeding f = {rate_of(p, "jpeg-decode"), rate_of(p, "tokenise"), catalog_find(p->w->catalog, RECORD_model, S("qwen2.5-0.5b"))};
    rate_table(p);
    if (!f.decode || !f.tokenise || !f.model)
        return;
    struct tdict *t = page_table(p, "loading-types", PAGE_FORMAT(p, "caption.loading_types", f.model->name), TABLE_SORTABLE);
    table_column_named(p, t, "type", page_string(p, "field.type"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "chip", page_string(p, "field.chip"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        computed_column(p, t, columns[i].name, columns[i].key, columns[i].unit);
    type_rows(p, t, &f);
    formulas(p, &f);
}
