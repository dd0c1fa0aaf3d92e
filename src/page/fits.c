/* What fits: results of the sizing core as table cells and sentences. */
#include "page/fits.h"

#include <stdlib.h>

#include "base/number.h"
#include "page/html.h"
#include "page/value.h"
#include "sizing/check.h"
#include "sizing/names.h"
#include "sizing/params.h"

const struct fit_method fit_methods[FIT_METHODS] = {
    {"inference", SIZING_METHOD_inference, 8192},
    {"lora", SIZING_METHOD_lora, 2048},
    {"qlora", SIZING_METHOD_qlora, 2048},
    {"full", SIZING_METHOD_full, 2048},
};

struct sizing_workload fit_workload(const struct fit_method *method, const struct model *model)
{
    double longest = model ? model->sizing.max_context : 0;
    struct sizing_workload w;
    sizing_workload_init(&w);
    w.method = method->method;
    w.seq = longest > 0 && longest < method->seq ? longest : method->seq;
    if (model && method->method != SIZING_METHOD_inference && model->sizing.native_precision == SIZING_PRECISION_fp32)
        w.precision = SIZING_COMPUTE_bf16;
    return w;
}

struct str fit_note_with_cache(const struct page *p, const struct model *model, struct str note)
{
    bool has_cache = !model || check_layout(&model->sizing) == SIZING_LAYOUT_decoder;
    return has_cache ? PAGE_FORMAT(p, "method_note.cache", note) : note;
}

struct str fit_note(const struct page *p, const struct fit_method *method, const struct model *model, double seq)
{
    struct str note = page_string_of(p, "method_note.", str_from(method->id));
    if (method->method == SIZING_METHOD_inference)
        note = fit_note_with_cache(p, model, note);
    return PAGE_FORMAT(p, "method_note.tokens", note, number_text(p, seq, 0));
}

struct fit_cache {
    const struct catalog *catalog;
    struct arena *arena;
    struct sizing_needs **at; /* models × methods; NULL until asked for */
};

struct fit_cache *fit_cache_new(struct arena *arena, const struct catalog *c)
{
    struct fit_cache *cache = ARENA_NEW(arena, struct fit_cache);
    *cache = (struct fit_cache){c, arena, ARENA_ARRAY(arena, c->models.n * FIT_METHODS, struct sizing_needs *)};
    return cache;
}

struct sizing_needs *fit_needs(const struct page *p, const struct model *model, const struct fit_method *method)
{
    struct fit_cache *cache = p->w->fits;
    struct sizing_needs **needs = &cache->at[(model - cache->catalog->models.at) * FIT_METHODS + (method - fit_methods)];
    if (!*needs) {
        struct sizing_workload w = fit_workload(method, model);
        *needs = ARENA_NEW(cache->arena, struct sizing_needs);
        needs_init(*needs, &model->sizing, &w);
    }
    return *needs;
}

static int by_size(const void *a, const void *b)
{
    const struct model *x = *(const struct model *const *)a, *y = *(const struct model *const *)b;
    double dx = x->sizing.params_total, dy = y->sizing.params_total;
    return dx < dy ? -1 : dx > dy ? 1 : str_cmp(x->record.id, y->record.id);
}

bool fit_is_modelled(const struct model *m)
{
    return check_layout(&m->sizing) != SIZING_LAYOUT_none;
}

static struct model_list select_models(const struct page *p, bool references_only)
{
    const struct catalog *c = p->w->catalog;
    struct model_list list = {ARENA_ARRAY(p->arena, c->models.n, const struct model *), 0};
    for (size_t i = 0; i < c->models.n; i++)
        if (references_only ? c->models.at[i].reference == TRI_TRUE : fit_is_modelled(&c->models.at[i]))
            list.at[list.n++] = &c->models.at[i];
    if (list.n)
        qsort(list.at, list.n, sizeof *list.at, by_size);
    return list;
}

struct model_list reference_models(const struct page *p)
{
    return select_models(p, true);
}

struct model_list modelled_models(const struct page *p)
{
    return select_models(p, false);
}

struct str fit_chip_name(const struct page *p, const struct chip *c)
{
    struct sizing_gpu gpu;
    bool lacks_bf16 = chip_to_gpu(c, &gpu) && gpu.bf16 == 0;
    return lacks_bf16 ? PAGE_FORMAT(p, "fit.fp16_only", chip_name(c, p->lang)) : chip_name(c, p->lang);
}

bool fit_is_listed(const struct chip *c)
{
    return c->kind == CHIP_GPU && num_known(c->usable) && chip_is_offered(c);
}

static void put_symbol(const struct page *p, struct buf *out, const char *id, const char *symbol)
{
    struct str word = page_string_of(p, "verdict.", str_from(id));
    buf_printf(out, "<span class=\"v %s\" role=\"img\" aria-label=\"", id);
    html_text(out, word);
    buf_printf(out, "\">%s</span>", symbol);
}

static void put_count(struct page *p, const struct sizing_fit *fit, enum fit_show show)
{
    struct buf *b = &p->scratch;
    number_fixed(b, fit->gpus, 0);
    if (show == FIT_SHOW_BYTES) {
        buf_puts(b, " × ");
        buf_put(b, bytes_number(p, fit->need_bytes));
    }
}

/* Below a tight number of GPUs the smallest that is not, where there is one. */
static void put_roomy(struct page *p, struct sizing_needs *needs, const struct sizing_gpu *gpu, double max_gpus, const struct sizing_fit *tight, enum fit_show show)
{
    struct sizing_fit more;
    for (double gpus = tight->gpus * 2; gpus <= max_gpus && gpu->gpu_fraction >= 1; gpus *= 2) {
        if (fit_layout(needs, gpus, 3, gpu, &more).reason != SIZING_OK || more.verdict != SIZING_VERDICT_fits)
            continue;
        buf_puts(&p->scratch, HTML_BELOW "● ");
        put_count(p, &more, show);
        buf_puts(&p->scratch, "</span>");
        return;
    }
}

static void put_verdict(struct page *p, const struct sizing_fit *fit, enum fit_show show)
{
    struct buf *b = &p->scratch;
    bool tight = fit->verdict == SIZING_VERDICT_tight;
    if (fit->verdict == SIZING_VERDICT_not_modelled) {
        html_span(b, "missing", page_string(p, "verdict.not_modelled"));
        return;
    }
    if (fit->verdict == SIZING_VERDICT_exceeds) {
        put_symbol(p, b, "exceeds", "○");
        return;
    }
    put_symbol(p, b, tight ? "tight" : "fits", tight ? "◐" : "●");
    buf_putc(b, ' ');
    put_count(p, fit, show);
}

void fit_cell(struct page *p, struct tdict *row, struct sizing_needs *needs, const struct sizing_gpu *gpu, double max_gpus,
              enum fit_show show)
{
    struct sizing_fit fit;
    if (fit_smallest_of(needs, gpu, max_gpus, &fit).reason != SIZING_OK)
        fit.verdict = SIZING_VERDICT_not_modelled;
    put_verdict(p, &fit, show);
    if (fit.verdict == SIZING_VERDICT_tight)
        put_roomy(p, needs, gpu, max_gpus, &fit, show);
    bool has_number = fit.verdict == SIZING_VERDICT_fits || fit.verdict == SIZING_VERDICT_tight;
    struct str sort = {NULL, 0};
    if (has_number && show == FIT_SHOW_BYTES)
        sort = arena_printf(p->arena, "%.0f", fit.gpus * 1e6 + fit.need_bytes / 1048576.0);
    table_cell(row, html_take(p->arena, &p->scratch), sort, show == FIT_SHOW_BYTES ? COLUMN_NUMBER : COLUMN_FIGURE);
}

void fit_legend(struct page *p)
{
    struct buf *b = &p->scratch;
    static const char *const ids[] = {"fits", "tight", "exceeds"}, *const symbols[] = {"●", "◐", "○"};
    buf_puts(b, "<p class=\"legend\">");
    for (size_t i = 0; i < 3; i++) {
        put_symbol(p, b, ids[i], symbols[i]);
        buf_putc(b, ' ');
        html_text(b, page_string_of(p, "legend.", str_from(ids[i])));
        buf_puts(b, p->lang == LANG_ZH ? "　" : " &nbsp; ");
    }
    html_text(b, page_string(p, "legend.on_top"));
    buf_puts(b, "</p>");
    page_html(p, html_take(p->arena, b));
}

/* What the numbers assume, and where each is worked out. */
static void put_assumptions(struct page *p)
{
    struct buf *b = &p->scratch;
    buf_puts(b, "<p>");
    html_text(b, PAGE_FORMAT(p, "fit.assumed", number_text(p, fit_methods[0].seq, 0), number_text(p, fit_methods[1].seq, 0)));
    for (size_t i = 0; i < FIT_METHODS; i++) {
        struct str id = str_from(fit_methods[i].id);
        buf_puts(b, i ? " · " : p->lang == LANG_ZH ? "" : " ");
        html_link(b, page_to(p, arena_printf(p->arena, "vram/%" STR_FMT, STR_ARG(id)).p), page_string_of(p, "method.", id));
    }
    buf_puts(b, "</p>");
    page_html(p, html_take(p->arena, b));
}

void fit_table(struct page *p, const char *id, struct str caption, const struct sizing_gpu *gpu, double max_gpus)
{
    struct model_list models = reference_models(p);
    if (gpu->bf16 == 0)
        page_paragraph(p, page_string(p, "fit.no_bf16_note"));
    struct tdict *t = page_table(p, id, caption, TABLE_SORTABLE);
    table_column_named(p, t, "model", page_string(p, "field.model"), (struct str){NULL, 0}, COLUMN_TEXT);
    table_column_named(p, t, "params_total", page_string(p, "field.params_total"), (struct str){NULL, 0}, COLUMN_NUMBER);
    for (size_t i = 0; i < FIT_METHODS; i++)
        table_column_named(p, t, fit_methods[i].id, page_string_of(p, "method.", str_from(fit_methods[i].id)), page_string(p, "unit.gpus_gib"), COLUMN_NUMBER);
    for (size_t i = 0; i < models.n; i++) {
        const struct model *m = models.at[i];
        page_uses(p, RECORD_model, m);
        struct tdict *row = table_row(t, (struct str){NULL, 0});
        html_link(&p->scratch, page_link(p, RECORD_model, m->record.id), m->name);
        table_cell(row, html_take(p->arena, &p->scratch), m->record.id, COLUMN_TEXT);
        table_cell(row, params_text(p, m->sizing.params_total), arena_printf(p->arena, "%.0f", m->sizing.params_total), COLUMN_NUMBER);
        for (size_t k = 0; k < FIT_METHODS; k++)
            fit_cell(p, row, fit_needs(p, m, &fit_methods[k]), gpu, max_gpus, FIT_SHOW_BYTES);
    }
    fit_legend(p);
    put_assumptions(p);
}

bool fit_need(const struct model *model, const struct sizing_workload *w, double *bytes)
{
    struct sizing_estimate e;
    if (memory_estimate(&model->sizing, w, &e).reason != SIZING_OK)
        return false;
    *bytes = e.likely;
    return e.has_total;
}

/* An operand: whole numbers grouped, others with the decimals they need. */
static struct str operand_text(const struct page *p, double value)
{
    struct buf b = {0};
    number_readable(&b, value, 6);
    return arena_take(p->arena, &b);
}

struct str fit_formula(const struct page *p, const struct sizing_term *term)
{
    struct str args[SIZING_OPERANDS_MAX];
    int n = names_formula_operands(term->formula);
    for (int i = 0; i < n; i++)
        args[i] = operand_text(p, term->operands[i]);
    struct buf b = {0};
    string_format(&b, page_string_of(p, "formula.", str_from(names_formula(term->formula))), args, (size_t)n);
    return arena_take(p->arena, &b);
}

/* peak: what of the term is alive at the peak; below 0 when the table has no such column. */
static void term_row(struct page *p, struct tdict *t, struct str label, double bytes, double peak, struct str formula)
{
    static const struct str no_key = {NULL, 0};
    struct tdict *row = table_row(t, no_key);
    html_text(&p->scratch, label);
    table_cell(row, html_take(p->arena, &p->scratch), no_key, COLUMN_TEXT);
    table_cell(row, bytes_number(p, bytes), no_key, COLUMN_FIGURE);
    if (peak >= 0)
        table_cell(row, bytes_number(p, peak), no_key, COLUMN_FIGURE);
    html_text(&p->scratch, formula);
    table_cell(row, html_take(p->arena, &p->scratch), no_key, COLUMN_TEXT);
}

static bool has_bytes(const struct sizing_term *t)
{
    return (t->state == SIZING_STATE_exact || t->state == SIZING_STATE_modelled) && t->bytes > 0;
}

static void range_row(struct page *p, struct tdict *t, const struct sizing_estimate *e)
{
    struct str phase = page_string_of(p, "phase.", str_from(names_phase(e->phase)));
    struct str note = PAGE_FORMAT(p, "fit.peak_note", phase, bytes_text(p, e->low), bytes_text(p, e->high));
    term_row(p, t, page_string(p, "fit.peak"), e->likely, e->likely, note);
}

void fit_terms_table(struct page *p, const char *id, struct str caption, const struct model *model,
                     const struct sizing_workload *w)
{
    struct sizing_estimate e;
    if (memory_estimate(&model->sizing, w, &e).reason != SIZING_OK)
        return;
    struct tdict *t = page_table(p, id, caption, 0);
    table_column(p, t, page_string(p, "fit.term"), (struct str){NULL, 0}, COLUMN_TEXT);
    table_column(p, t, page_string(p, "fit.need"), S("GiB"), COLUMN_NUMBER);
    if (e.has_total)
        table_column(p, t, page_string(p, "fit.at_peak"), S("GiB"), COLUMN_NUMBER);
    table_column(p, t, page_string(p, "fit.formula"), (struct str){NULL, 0}, COLUMN_TEXT);
    for (int i = 0; i < SIZING_TERMS; i++)
        if (has_bytes(&e.terms[i]))
            term_row(p, t, page_string_of(p, "term.", str_from(names_term((enum sizing_term_id)i))), e.terms[i].bytes,
                     e.has_total ? e.terms[i].peak_bytes : -1, fit_formula(p, &e.terms[i]));
    if (e.has_total)
        range_row(p, t, &e);
    else
        term_row(p, t, page_string(p, "fit.sum"), e.exact_bytes, -1, page_string(p, "fit.sum_note"));
}
