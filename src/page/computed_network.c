/* Network: the exchange of a training step over every link of the catalogue, inside machines and between them. */
#include <stdlib.h>

#include "page/cells.h"
#include "page/computed.h"
#include "page/html.h"
#include "page/speed_case.h"
#include "page/value.h"
#include "sizing/names.h"
#include "sizing/speed_constants.h"

static const struct str no_text = {NULL, 0};

/* A machine type that stands for all with the same chip and the same links. */
struct example {
    const struct type *type;
    struct sizing_machine machine;
    struct sizing_gpu gpu;
    struct speed_gpu speed;
};
struct examples {
    LIST(struct example) list;
};

static bool has_more(const struct type *t, const struct type *best)
{
    if (!best || t->gpus.value != best->gpus.value)
        return !best || t->gpus.value > best->gpus.value;
    return t->network.value > best->network.value;
}

/* The type of a family with most GPUs, and of these the one with the widest network; NULL without one of two GPUs or more. */
static const struct type *largest_of(const struct family *family)
{
    const struct type *best = NULL;
    for (size_t i = 0; i < family->type_count; i++)
        if (num_known(family->types[i]->gpus) && family->types[i]->gpus.value >= 2 && has_more(family->types[i], best))
            best = family->types[i];
    return best;
}

static bool is_same_class(const struct example *a, const struct example *b)
{
    return type_chip(a->type) == type_chip(b->type) && a->speed.link == b->speed.link && a->speed.has_nvlink == b->speed.has_nvlink &&
           a->machine.network_bandwidth == b->machine.network_bandwidth;
}

static void add_example(const struct page *p, struct examples *all, const struct type *type)
{
    struct example e = {.type = type};
    if (!type || !type_chip(type) || type_chip(type)->kind != CHIP_GPU || !type_to_gpu(type, &e.gpu))
        return;
    type_to_machine(type, p->w->speed_tables, &e.machine);
    speed_gpu_of(&e.machine, &e.gpu, &e.speed);
    for (size_t i = 0; i < all->list.n; i++)
        if (is_same_class(&all->list.at[i], &e))
            return;
    *LIST_ADD(&all->list, p->arena) = e;
}

/* Of every family that can be ordered, in order of the ids. */
static struct examples find_examples(const struct page *p)
{
    const struct catalog *c = p->w->catalog;
    struct examples all = {0};
    for (size_t i = 0; i < c->families.n; i++)
        if (c->families.at[i].status <= STATUS_PREVIEW)
            add_example(p, &all, largest_of(&c->families.at[i]));
    return all;
}

static void optional_cell(struct page *p, struct tdict *row, double value)
{
    if (value > 0)
        cell_rounded(p, row, value);
    else
        cell_missing(p, row, "value.not_published");
}

/* ---- one all-reduce, link by link */

enum { RANKS = 8 };

static double all_reduce_seconds(double params, double bus)
{
    return speed_time(speed_ring(2, 2 * params, RANKS), bus);
}

static const struct model *model_of(const struct page *p, const char *id)
{
    return catalog_find(p->w->catalog, RECORD_model, str_from(id));
}

static void link_row(struct page *p, struct tdict *t, struct str path, const struct type *type, double rate, double bus)
{
    static const char *const models[] = {"qwen2.5-7b", "qwen2.5-72b"};
    struct tdict *row = table_row(t, no_text);
    cell_text(p, row, path);
    cell_record(p, row, RECORD_type, type);
    cell_number(p, row, rate / 1e9, 1);
    cell_number(p, row, bus / 1e9, 1);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        const struct model *m = model_of(p, models[i]);
        optional_cell(p, row, m ? all_reduce_seconds(m->sizing.params_total, bus) : 0);
    }
}

static void inside_row(struct page *p, struct tdict *t, const struct example *e)
{
    link_row(p, t, page_string(p, e->speed.has_nvlink ? "network.nvlink" : "network.pcie"), e->type, e->speed.link, speed_bus(&e->speed, 1, 1, 0));
}

static double network_rate(const struct example *e)
{
    return e->machine.network_bandwidth / 8 * 1e9;
}

static const char *network_kind(const struct type *t)
{
    if (num_known(t->roce))
        return "network.roce";
    return t->family->erdma == TRI_TRUE || num_known(t->family->erdma_bandwidth) ? "network.erdma" : "network.vpc";
}

static void between_row(struct page *p, struct tdict *t, const struct example *e)
{
    struct str path = PAGE_FORMAT(p, network_kind(e->type), trimmed_text(p, e->machine.network_bandwidth, 1));
    double gpus = e->machine.node_gpus;
    link_row(p, t, path, e->type, network_rate(e), speed_bus(&e->speed, RANKS * gpus, gpus, network_rate(e)));
}

/* The faster first; the order of the ids between equals. */
static int by_rate(const struct example *a, const struct example *b, double rate_a, double rate_b)
{
    return rate_a > rate_b ? -1 : rate_a < rate_b ? 1 : str_cmp(a->type->record.id, b->type->record.id);
}

static int by_link(const void *a, const void *b)
{
    const struct example *x = a, *y = b;
    return by_rate(x, y, x->speed.link, y->speed.link);
}

static int by_network(const void *a, const void *b)
{
    const struct example *x = a, *y = b;
    return by_rate(x, y, x->machine.network_bandwidth, y->machine.network_bandwidth);
}

/* Is it the first of `all` with its link inside, or with its kind and rate of network? */
static bool is_first(const struct examples *all, size_t i, bool is_inside)
{
    const struct example *e = &all->list.at[i];
    for (size_t k = 0; k < i; k++) {
        const struct example *x = &all->list.at[k];
        if (is_inside ? x->speed.link == e->speed.link && x->speed.has_nvlink == e->speed.has_nvlink
                      : x->machine.network_bandwidth == e->machine.network_bandwidth && network_kind(x->type) == network_kind(e->type))
            return false;
    }
    return true;
}

static void inside_rows(struct page *p, struct tdict *t, struct examples *all)
{
    qsort(all->list.at, all->list.n, sizeof *all->list.at, by_link);
    for (size_t i = 0; i < all->list.n; i++)
        if (all->list.at[i].speed.link > 0 && is_first(all, i, true))
            inside_row(p, t, &all->list.at[i]);
}

static void between_rows(struct page *p, struct tdict *t, struct examples *all)
{
    qsort(all->list.at, all->list.n, sizeof *all->list.at, by_network);
    for (size_t i = 0; i < all->list.n; i++)
        if (network_rate(&all->list.at[i]) > 0 && is_first(all, i, false))
            between_row(p, t, &all->list.at[i]);
}

static void link_formulas(struct page *p)
{
    const struct model *m = model_of(p, "qwen2.5-7b");
    formulas_open(p);
    formulas_add(p, page_string(p, "network.bus_formula"),
                 PAGE_FORMAT(p, "network.bus_note", trimmed_text(p, K(nvlink_share), 2), trimmed_text(p, K(pcie_share), 2),
                             trimmed_text(p, K(network_share), 2)));
    if (m)
        formulas_add(p, page_string(p, "network.ring_formula"),
                     PAGE_FORMAT(p, "network.ring_example", number_text(p, 2 * m->sizing.params_total / 1e9, 2),
                                 number_text(p, speed_ring(2, 2 * m->sizing.params_total, RANKS) / 1e9, 2)));
    formulas_close(p);
}

void computed_all_reduce(struct page *p)
{
    struct examples all = find_examples(p);
    struct tdict *t = page_table(p, "all-reduce-table", PAGE_FORMAT(p, "caption.all_reduce", trimmed_text(p, RANKS, 0)), TABLE_SORTABLE);
    table_column_named(p, t, "path", page_string(p, "network.path"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "type", page_string(p, "network.for_example"), no_text, COLUMN_TEXT);
    computed_column(p, t, "rate", "network.one_direction", "GB/s");
    computed_column(p, t, "bus", "network.bus", "GB/s");
    computed_column(p, t, "small", "network.gradients_7b", "s");
    computed_column(p, t, "large", "network.gradients_72b", "s");
    inside_rows(p, t, &all);
    between_rows(p, t, &all);
    link_formulas(p);
}

/* ---- a training step: what of it is exchange */

enum { STAGES = 4 };

struct exchange {
    bool fits;
    double seconds; /* of the exchange, hidden or not; 0: a bandwidth it needs is not published */
    double share;   /* of the step that waits for it; below 0: that, or what computing takes, is not published */
    bool has_peak;  /* for what computing takes */
};

/* The lowest ZeRO stage that fits. */
static bool lay_out(const struct model *m, enum sizing_method method, double gpus, const struct sizing_gpu *gpu, struct sizing_workload *w)
{
    sizing_workload_init(w);
    w->method = method;
    w->seq = SPEED_CASE_SEQ;
    w->gpus = gpus;
    for (int stage = 0; stage < STAGES; stage++) {
        w->zero_stage = stage;
        if (speed_case_holds(m, w, gpu))
            return true;
    }
    return false;
}

static struct exchange exchange_of(const struct model *m, enum sizing_method method, const struct example *e, double machines)
{
    struct sizing_workload w;
    struct sizing_run run;
    struct speed_job job;
    struct speed_training training;
    struct speed_step step;
    sizing_run_init(&run);
    if (!lay_out(m, method, machines * e->machine.node_gpus, &e->gpu, &w) || speed_prepare(&m->sizing, &w, &run, &job).reason != SIZING_OK)
        return (struct exchange){.fits = false};
    speed_training_of(&job, &e->machine, &training);
    speed_training_step(&job.shape, &e->speed, &training, &step);
    bool has_links = e->speed.link > 0 && (machines == 1 || training.network > 0);
    bool has_rates = speed_peak(&e->speed, training.format) > 0 && e->speed.bandwidth > 0;
    return (struct exchange){true, has_links ? step.data_parallel : 0, has_links && has_rates ? step.exposed / step.seconds : -1,
                             speed_peak(&e->speed, training.format) > 0};
}

static void exchange_cells(struct page *p, struct tdict *row, struct exchange x)
{
    if (!x.fits)
        cell_missing(p, row, "verdict.exceeds");
    else
        optional_cell(p, row, x.seconds);
    if (!x.fits)
        cell_missing(p, row, "value.not_published_short");
    else if (x.share < 0)
        cell_missing(p, row, x.has_peak ? "value.not_published" : "network.no_peak");
    else
        cell_number(p, row, x.share * 100, 1);
}

static struct tdict *step_table(struct page *p, const char *id, struct str caption)
{
    struct tdict *t = page_table(p, id, caption, TABLE_SORTABLE);
    table_column_named(p, t, "type", page_string(p, "field.type"), no_text, COLUMN_TEXT);
    computed_column(p, t, "link", "network.link", "GB/s");
    computed_column(p, t, "network", "network.network", "Gbit/s");
    return t;
}

/* The type, with a mark where its chip trains in FP16 alone. */
static void type_cell(struct page *p, struct tdict *row, const struct example *e)
{
    struct str id = e->type->record.id;
    html_link(&p->scratch, page_link(p, RECORD_type, id), id);
    if (e->gpu.bf16 == 0) {
        buf_putc(&p->scratch, ' ');
        html_badge(&p->scratch, "badge-format", page_string(p, "fit.no_bf16"));
    }
    table_cell(row, html_take(p->arena, &p->scratch), id, COLUMN_TEXT);
}

static struct tdict *step_row(struct page *p, struct tdict *t, const struct example *e)
{
    struct tdict *row = table_row(t, no_text);
    type_cell(p, row, e);
    optional_cell(p, row, e->speed.link / 1e9);
    optional_cell(p, row, e->machine.network_bandwidth);
    return row;
}

static void exchange_columns(struct page *p, struct tdict *t, const char *name, struct str label)
{
    table_column_named(p, t, arena_printf(p->arena, "%s_seconds", name).p, label, page_string(p, "network.exchange"), COLUMN_NUMBER);
    table_column_named(p, t, arena_printf(p->arena, "%s_share", name).p, label, page_string(p, "network.waiting"), COLUMN_NUMBER);
}

static const char *method_id(enum sizing_method method)
{
    return names_value(SIZING_KIND_METHOD, (int)method);
}

/* Methods on numbers of machines: the columns of a table. */
struct setting {
    enum sizing_method method;
    double machines;
};

static bool fits_any(const struct exchange *each, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (each[k].fits)
            return true;
    return false;
}

static void setting_columns(struct page *p, struct tdict *t, struct setting s)
{
    struct str method = page_string_of(p, "method.", str_from(method_id(s.method))), machines = trimmed_text(p, s.machines, 0);
    struct str name = arena_printf(p->arena, "%s_%" STR_FMT, method_id(s.method), STR_ARG(machines));
    exchange_columns(p, t, name.p, PAGE_FORMAT(p, s.machines > 1 ? "network.setting_many" : "network.setting", method, machines));
}

enum { SETTINGS_MAX = 4 };

/* A row for each type on which any of the settings fits. */
static void step_rows(struct page *p, struct tdict *t, const struct examples *all, const struct model *m, const struct setting *settings, size_t n)
{
    struct exchange each[SETTINGS_MAX];
    for (size_t k = 0; k < n; k++)
        setting_columns(p, t, settings[k]);
    for (size_t i = 0; i < all->list.n; i++) {
        for (size_t k = 0; k < n; k++)
            each[k] = exchange_of(m, settings[k].method, &all->list.at[i], settings[k].machines);
        if (!fits_any(each, n))
            continue;
        struct tdict *row = step_row(p, t, &all->list.at[i]);
        for (size_t k = 0; k < n; k++)
            exchange_cells(p, row, each[k]);
    }
}

static void step_formulas(struct page *p)
{
    formulas_open(p);
    formulas_add(p, page_string(p, "network.bytes_formula"), page_string(p, "network.bytes_note"));
    formulas_add(p, page_string(p, "network.exposed_formula"), PAGE_FORMAT(p, "network.exposed_note", trimmed_text(p, K(overlap), 2)));
    formulas_add(p, page_string(p, "network.share_formula"), page_string(p, "network.share_note"));
    formulas_close(p);
}

void computed_exchange(struct page *p)
{
    static const struct setting of_small[] = {{SIZING_METHOD_full, 1}, {SIZING_METHOD_full, 8}, {SIZING_METHOD_lora, 1}, {SIZING_METHOD_lora, 8}};
    static const struct setting of_large[] = {{SIZING_METHOD_lora, 8}, {SIZING_METHOD_full, 8}};
    const struct model *small = model_of(p, "qwen2.5-7b"), *large = model_of(p, "qwen2.5-72b");
    struct examples all = find_examples(p);
    if (!small || !large)
        return;
    page_paragraph(p, PAGE_FORMAT(p, "network.setup", trimmed_text(p, SPEED_CASE_SEQ, 0)));
    step_rows(p, step_table(p, "steps-7b", PAGE_FORMAT(p, "caption.steps", small->name)), &all, small, of_small, 4);
    step_rows(p, step_table(p, "steps-72b", PAGE_FORMAT(p, "caption.steps", large->name)), &all, large, of_large, 2);
    step_formulas(p);
}
