/* Memory tables of one model: what one GPU needs by method and length, each figure with its derivation, and the GPUs it takes. */
#include <stdlib.h>

#include "catalog/workload.h"
#include "page/calculator_links.h"
#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/value.h"
#include "sizing/names.h"

enum { LENGTHS = 4 };

static const struct str no_text = {NULL, 0};

/* A row of the table is a method at a length. `id` is the key of its texts and the first part of its anchors. */
struct variant {
    const char *id;
    enum sizing_method method;
    int bits; /* of the weights, in inference */
};
static const struct variant variants[] = {
    {"full", SIZING_METHOD_full, 0},
    {"lora", SIZING_METHOD_lora, 0},
    {"qlora", SIZING_METHOD_qlora, 0},
    {"inference-16bit", SIZING_METHOD_inference, 16},
    {"inference-8bit", SIZING_METHOD_inference, 8},
    {"inference-4bit", SIZING_METHOD_inference, 4},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

struct lengths {
    double at[LENGTHS];
    size_t n;
};

/* Up to the longest context; where that is short, down from it. */
static struct lengths lengths_of(const struct model *m, const struct variant *v)
{
    static const double training[LENGTHS] = {1024, 2048, 4096, 8192}, inference[LENGTHS] = {2048, 8192, 32768, 131072};
    double longest = m->sizing.max_context;
    struct lengths lengths = {.n = 0};
    for (size_t i = 0; i < LENGTHS; i++) {
        double seq = v->method == SIZING_METHOD_inference ? inference[i] : training[i];
        if (longest == 0 || seq <= longest)
            lengths.at[lengths.n++] = seq;
    }
    if (lengths.n > 2 || longest < 4)
        return lengths;
    return (struct lengths){{(double)(long long)(longest / 4), (double)(long long)(longest / 2), longest}, 3};
}

/* Models released in FP8 or MXFP4 are served as they are. */
static enum sizing_quantisation scheme_of(const struct model *m, int bits)
{
    double native = m->sizing.native_precision;
    if (bits == 8)
        return native == SIZING_PRECISION_fp8 ? SIZING_QUANTISATION_fp8 : SIZING_QUANTISATION_gptq_int8;
    if (bits == 4)
        return native == SIZING_PRECISION_mxfp4 ? SIZING_QUANTISATION_mxfp4 : SIZING_QUANTISATION_awq_int4;
    return SIZING_QUANTISATION_none;
}

static struct sizing_workload workload_of(const struct model *m, const struct variant *v, double seq)
{
    struct sizing_workload w;
    sizing_workload_init(&w);
    w.method = v->method;
    w.seq = seq;
    if (m->sizing.native_precision == SIZING_PRECISION_fp32)
        w.precision = SIZING_COMPUTE_bf16;
    if (v->bits)
        w.quantisation = scheme_of(m, v->bits);
    return w;
}

static struct str anchor_of(const struct page *p, const struct variant *v, double seq)
{
    return arena_printf(p->arena, "%s-%.0f", v->id, seq);
}

/* ---- chips, those with the same memory in one column */

struct column {
    struct sizing_gpu gpu;
    struct str names;
};

struct columns {
    struct column *at;
    size_t n;
};

static int by_memory(const void *a, const void *b)
{
    const struct column *x = a, *y = b;
    if (x->gpu.memory_bytes != y->gpu.memory_bytes)
        return x->gpu.memory_bytes < y->gpu.memory_bytes ? -1 : 1;
    return str_cmp(x->names, y->names);
}

static struct columns sorted_chips(struct page *p)
{
    const struct catalog *c = p->w->catalog;
    struct columns all = {ARENA_ARRAY(p->arena, c->chips.n, struct column), 0};
    for (size_t i = 0; i < c->chips.n; i++) {
        if (!fit_is_listed(&c->chips.at[i]) || !chip_to_gpu(&c->chips.at[i], &all.at[all.n].gpu))
            continue;
        all.at[all.n++].names = fit_chip_name(p, &c->chips.at[i]);
        page_uses(p, RECORD_chip, &c->chips.at[i]);
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_memory);
    return all;
}

static struct columns columns_of(struct page *p)
{
    struct columns all = sorted_chips(p), merged = {all.at, 0};
    for (size_t i = 0; i < all.n; i++) {
        struct column *last = merged.n ? &merged.at[merged.n - 1] : NULL;
        if (last && last->gpu.memory_bytes == all.at[i].gpu.memory_bytes)
            last->names = PAGE_FORMAT(p, "vram.and", last->names, all.at[i].names);
        else
            merged.at[merged.n++] = all.at[i];
    }
    return merged;
}

/* ---- the table */

static void need_cell(struct page *p, struct tdict *row, const struct model *m, const struct variant *v, const struct sizing_workload *w)
{
    double need;
    struct str text = fit_need(m, w, &need) ? bytes_number(p, need) : page_string(p, "verdict.not_modelled");
    html_link(&p->scratch, arena_printf(p->arena, "#%" STR_FMT, STR_ARG(anchor_of(p, v, w->seq))), text);
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_FIGURE);
}

static void table_of(struct page *p, const struct model *m, const struct columns *chips)
{
    struct tdict *t = page_table(p, "needs", PAGE_FORMAT(p, "caption.vram_model", m->name), 0);
    table_column_named(p, t, "method", page_string(p, "field.method"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "seq", page_string(p, "vram.tokens"), no_text, COLUMN_FIGURE);
    table_column_named(p, t, "need", page_string(p, "vram.need"), S("GiB"), COLUMN_FIGURE);
    for (size_t i = 0; i < chips->n; i++)
        table_column(p, t, chips->at[i].names, page_string(p, "vram.gpus"), COLUMN_FIGURE);
    for (size_t v = 0; v < VARIANTS; v++) {
        struct lengths lengths = lengths_of(m, &variants[v]);
        for (size_t i = 0; i < lengths.n; i++) {
            struct sizing_workload w = workload_of(m, &variants[v], lengths.at[i]);
            struct sizing_needs needs;
            struct tdict *row = table_row(t, no_text);
            needs_init(&needs, &m->sizing, &w);
            table_cell(row, page_string_of(p, "method.", str_from(variants[v].id)), no_text, COLUMN_TEXT);
            table_cell(row, number_text(p, w.seq, 0), no_text, COLUMN_FIGURE);
            need_cell(p, row, m, &variants[v], &w);
            for (size_t k = 0; k < chips->n; k++)
                fit_cell(p, row, &needs, &chips->at[k].gpu, FIT_MAX_GPUS, FIT_SHOW_GPUS);
        }
    }
    fit_legend(p);
}

/* ---- derivations */

static void put_line(struct page *p, struct buf *b, double bytes, struct str what, bool is_sum)
{
    buf_puts(b, is_sum ? "<li class=\"sum\"><b>" : "<li><b>");
    buf_put(b, bytes_number(p, bytes));
    buf_puts(b, "</b> ");
    html_text(b, what);
    buf_puts(b, "</li>");
}

static struct str term_name(const struct page *p, int id)
{
    return page_string_of(p, "term.", str_from(names_term((enum sizing_term_id)id)));
}

/* Terms that peak at another time and are no part of the sum; those that would be a hundredth of it at least. */
static void put_absent(struct page *p, struct buf *b, const struct sizing_estimate *e)
{
    struct buf list = {0};
    for (int id = 0; id < SIZING_TERMS; id++) {
        if (e->terms[id].bytes < e->likely / 100 || e->terms[id].peak_bytes > 0)
            continue;
        buf_put(&list, list.n ? page_string(p, "vram.list_comma") : no_text);
        buf_put(&list, term_name(p, id));
        buf_putc(&list, ' ');
        buf_put(&list, bytes_number(p, e->terms[id].bytes));
    }
    struct str names = arena_take(p->arena, &list);
    if (names.n == 0)
        return;
    buf_puts(b, "<li class=\"absent\">");
    html_text(b, PAGE_FORMAT(p, "vram.absent", names));
    buf_puts(b, "</li>");
}

static void put_total(struct page *p, struct buf *b, const struct sizing_estimate *e)
{
    struct str phase = page_string_of(p, "phase.", str_from(names_phase(e->phase)));
    put_line(p, b, e->likely, PAGE_FORMAT(p, "vram.line", page_string(p, "fit.peak"), phase), true);
    put_absent(p, b, e);
}

static void put_terms(struct page *p, struct buf *b, const struct sizing_estimate *e)
{
    buf_puts(b, "<ul class=\"terms\">");
    for (int id = 0; id < SIZING_TERMS; id++) {
        double bytes = e->has_total ? e->terms[id].peak_bytes : e->terms[id].bytes;
        if (bytes > 0)
            put_line(p, b, bytes, PAGE_FORMAT(p, "vram.line", term_name(p, id), fit_formula(p, &e->terms[id])), false);
    }
    if (e->has_total)
        put_total(p, b, e);
    else
        put_line(p, b, e->exact_bytes, PAGE_FORMAT(p, "vram.line", page_string(p, "fit.sum"), page_string(p, "fit.sum_note")), true);
    buf_puts(b, "</ul>");
}

static void put_derivation(struct page *p, const struct model *m, const struct variant *v, double seq)
{
    struct sizing_workload w = workload_of(m, v, seq);
    struct sizing_estimate e;
    struct buf *b = &p->scratch;
    if (memory_estimate(&m->sizing, &w, &e).reason != SIZING_OK)
        return;
    buf_printf(b, "<details id=\"%" STR_FMT "\"><summary><span>", STR_ARG(anchor_of(p, v, seq)));
    html_text(b, PAGE_FORMAT(p, "kv.tokens", number_text(p, seq, 0)));
    buf_puts(b, "</span> <b>");
    html_text(b, e.has_total ? bytes_text(p, e.likely) : page_string(p, "verdict.not_modelled"));
    buf_puts(b, "</b>");
    if (e.has_total) {
        buf_puts(b, " <span>");
        html_text(b, PAGE_FORMAT(p, "vram.range", bytes_number(p, e.low), bytes_number(p, e.high)));
        buf_puts(b, "</span>");
    }
    buf_puts(b, "</summary>");
    put_terms(p, b, &e);
    buf_puts(b, "</details>");
}

static struct str note_of(struct page *p, const struct model *m, const struct variant *v)
{
    if (!v->bits)
        return page_string_of(p, "method_note.", str_from(v->id));
    if (v->bits == 16)
        return fit_note_with_cache(p, m, page_string(p, "vram.note_16bit"));
    const char *scheme = names_value_id(SIZING_KIND_QUANTISATION, (int)scheme_of(m, v->bits));
    return fit_note_with_cache(p, m, PAGE_FORMAT(p, "vram.note_scheme", page_string_of(p, "value.quantisation.", str_from(scheme))));
}

static void derivations(struct page *p, const struct model *m)
{
    page_heading(p, "derivations", page_string(p, "heading.derivations"));
    for (size_t v = 0; v < VARIANTS; v++) {
        struct lengths lengths = lengths_of(m, &variants[v]);
        page_subheading(p, variants[v].id, page_string_of(p, "method.", str_from(variants[v].id)));
        page_paragraph(p, note_of(p, m, &variants[v]));
        buf_puts(&p->scratch, "<div class=\"needs\">");
        for (size_t i = 0; i < lengths.n; i++)
            put_derivation(p, m, &variants[v], lengths.at[i]);
        buf_puts(&p->scratch, "</div>");
        page_html(p, html_take(p->arena, &p->scratch));
    }
}

/* ---- the page */

/* Some architectures are modelled in part: the terms that are known are shown, and no total. */
static bool is_incomplete(const struct model *m)
{
    double need;
    for (size_t v = 0; v < VARIANTS; v++) {
        struct lengths lengths = lengths_of(m, &variants[v]);
        struct sizing_workload w = workload_of(m, &variants[v], lengths.n ? lengths.at[0] : 1);
        if (!fit_need(m, &w, &need))
            return true;
    }
    return false;
}

static struct page_neighbour neighbour(const struct page *p, const struct model *m)
{
    struct str name = arena_printf(p->arena, "vram/%" STR_FMT, STR_ARG(m->record.id));
    return (struct page_neighbour){address_page(p->arena, p->lang, name.p), m->name};
}

static void set_neighbours(struct page *p, const struct model *m)
{
    struct model_list list = modelled_models(p);
    for (size_t i = 0; i < list.n; i++) {
        if (list.at[i] != m)
            continue;
        if (i > 0)
            p->previous = neighbour(p, list.at[i - 1]);
        if (i + 1 < list.n)
            p->next = neighbour(p, list.at[i + 1]);
    }
}

void page_vram_model(struct page *p, const void *subject)
{
    const struct model *m = subject;
    struct columns chips = columns_of(p);
    p->title = PAGE_FORMAT(p, "title.vram_model", m->name);
    p->lead = PAGE_FORMAT(p, "lead.vram_model", m->name);
    p->crumb = m->name;
    page_uses(p, RECORD_model, m);
    set_neighbours(p, m);
    page_paragraph(p, page_string(p, is_incomplete(m) ? "vram.incomplete" : "vram.model_intro"));
    buf_puts(&p->scratch, "<p>");
    html_link(&p->scratch, page_link(p, RECORD_model, m->record.id), PAGE_FORMAT(p, "vram.to_model", m->name));
    buf_puts(&p->scratch, "</p>");
    page_html(p, html_take(p->arena, &p->scratch));
    calculator_methods(p, &(struct calculator_state){.model = m});
    table_of(p, m, &chips);
    derivations(p, m);
}
