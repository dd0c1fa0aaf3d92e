/* Models: the comparison table and a page each. */
#include "page/backlinks.h"
#include "page/calculator_links.h"
#include "page/cites.h"
#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/speeds.h"
#include "page/value.h"
#include "sizing/check.h"
#include "sizing/params.h"

static const struct str no_text = {NULL, 0};

static void params_cell(struct page *p, struct tdict *row, double params)
{
    if (params > 0)
        table_cell(row, params_text(p, params), arena_printf(p->arena, "%.0f", params), COLUMN_NUMBER);
    else
        table_cell(row, S("–"), no_text, COLUMN_NUMBER);
}

/* What is longer than the model's context is said to be, and has no number. */
static void bytes_cell(struct page *p, struct tdict *row, const struct model *m, const struct sizing_workload *w, enum sizing_term_id term)
{
    struct sizing_estimate e;
    if (m->sizing.max_context > 0 && w->seq > m->sizing.max_context) {
        html_span(&p->scratch, "missing", page_string(p, "kv.beyond"));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_NUMBER);
        return;
    }
    bool known = memory_estimate(&m->sizing, w, &e).reason == SIZING_OK && e.terms[term].state == SIZING_STATE_exact;
    if (!known) {
        html_span(&p->scratch, "missing", page_string(p, "verdict.not_modelled"));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_NUMBER);
        return;
    }
    table_cell(row, bytes_number(p, e.terms[term].bytes), arena_printf(p->arena, "%.0f", e.terms[term].bytes), COLUMN_NUMBER);
}

void page_model_index(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const keys[] = {"vendor", "modality", "architecture", "layers", "kv_heads", "max_context", "native_precision", "released"};
    const struct catalog *cat = p->w->catalog;
    const struct schema *s = record_schema(RECORD_model);
    p->title = page_string(p, "title.models");
    p->lead = page_string(p, "lead.models");
    struct tdict *t = page_table(p, "models", page_string(p, "caption.models"), TABLE_SORTABLE);
    table_column_named(p, t, "model", page_string(p, "field.model"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "params_total", page_string(p, "field.params_total"), no_text, COLUMN_NUMBER);
    table_column_named(p, t, "params_active", page_string(p, "field.params_active"), no_text, COLUMN_NUMBER);
    table_column_named(p, t, "weights", page_string(p, "models.weights"), S("GiB"), COLUMN_NUMBER);
    table_column_named(p, t, "kv_8k", page_string(p, "models.kv_8k"), S("GiB"), COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_column(p, t, s, keys[i]);
    for (size_t i = 0; i < cat->models.n; i++) {
        const struct model *m = &cat->models.at[i];
        struct tdict *row = table_row(t, m->record.id);
        page_uses(p, RECORD_model, m);
        html_link(&p->scratch, page_link(p, RECORD_model, m->record.id), m->name);
        table_cell(row, html_take(p->arena, &p->scratch), m->record.id, COLUMN_TEXT);
        params_cell(p, row, m->sizing.params_total);
        params_cell(p, row, m->sizing.params_active);
        struct sizing_workload inference = fit_workload(&fit_methods[0], m);
        bytes_cell(p, row, m, &inference, SIZING_TERM_weights);
        inference.seq = fit_methods[0].seq;
        bytes_cell(p, row, m, &inference, SIZING_TERM_kv_cache);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            value_cell(p, row, s, m, keys[k]);
    }
}

static void facts_of(struct page *p, const struct model *m)
{
    static const char *const first[] = {"vendor", "family", "released", "license", "hf_id", "modality"};
    const struct schema *s = record_schema(RECORD_model);
    struct tdict *facts = page_facts(p);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        value_fact(p, facts, s, m, first[i]);
#define MODEL_FIELD(id, kind, unit) value_fact_if(p, facts, s, m, #id);
#include "sizing/fields.def"
    value_fact_if(p, facts, s, m, "blocks");
    value_fact_if(p, facts, s, m, "context_note");
    value_fact_if(p, facts, s, m, "note");
}

static void component_section(struct page *p, const char *id, struct str title, const struct component *c)
{
    const struct schema *s = schema_find(record_schema(RECORD_model), S("vision"))->schema;
    page_subheading(p, id, title);
    struct tdict *facts = page_facts(p);
    for (const struct field *f = s->fields; f->key; f++)
        if (!str_eq_c(S("id"), f->key))
            value_fact_if(p, facts, s, c, f->key);
}

static void components_section(struct page *p, const struct model *m)
{
    bool vision = m->vision.record.node != NULL, text = m->text.record.node != NULL;
    if (!vision && !text && m->components.n == 0)
        return;
    page_heading(p, "components", page_string(p, "heading.components"));
    if (vision)
        component_section(p, "vision", page_string(p, "heading.vision"), &m->vision);
    if (text)
        component_section(p, "text", page_string(p, "heading.text"), &m->text);
    const struct component *parts = m->components.at;
    for (size_t i = 0; i < m->components.n; i++)
        component_section(p, arena_printf(p->arena, "part-%" STR_FMT, STR_ARG(parts[i].record.id)).p, parts[i].record.id, &parts[i]);
}

/* Our count against the ones published elsewhere. */
static void counts_section(struct page *p, const struct model *m)
{
    static const char *const keys[] = {"exact", "exact_of", "label", "active_label", "why", "why_active"};
    const struct schema *s = schema_find(record_schema(RECORD_model), S("published"))->schema;
    struct sizing_params count;
    bool known = params_count(&m->sizing, &count).reason == SIZING_OK && count.known;
    page_heading(p, "parameters", page_string(p, "heading.parameters"));
    struct tdict *facts = page_facts(p);
    if (known) {
        static const struct { const char *key; size_t at; } parts[] = {
            {"params.embedding", offsetof(struct sizing_params, embedding)}, {"params.linear", offsetof(struct sizing_params, linear)},
            {"params.experts", offsetof(struct sizing_params, experts)},     {"params.head", offsetof(struct sizing_params, head)},
            {"params.norms", offsetof(struct sizing_params, norms)},         {"params.other", offsetof(struct sizing_params, other)},
            {"params.vision", offsetof(struct sizing_params, vision)},       {"params.total", offsetof(struct sizing_params, total)},
        };
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            double value = *(const double *)(const void *)((const char *)&count + parts[i].at);
            if (value <= 0)
                continue;
            struct num n = NUM(value);
            static const struct field whole = {"", FIELD_NUM, UNIT_COUNT, 0, 0, NULL, NULL};
            value_html(p, &p->scratch, &whole, &n, false);
            fact_html(p, facts, page_string(p, parts[i].key), html_take(p->arena, &p->scratch));
        }
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_fact_if(p, facts, s, &m->published, keys[i]);
    page_paragraph(p, page_string(p, known ? "params.computed" : "params.given"));
}

static void memory_section(struct page *p, const struct model *m)
{
    page_heading(p, "memory", page_string(p, "heading.memory"));
    if (check_layout(&m->sizing) == SIZING_LAYOUT_none) {
        struct sizing_workload w = fit_workload(&fit_methods[0], m);
        page_paragraph(p, page_string(p, "model.weights_only"));
        fit_terms_table(p, "terms-weights", page_string(p, "caption.weights"), m, &w);
        calculator_line(p, &(struct calculator_state){.model = m});
        return;
    }
    page_paragraph(p, page_string(p, "model.memory_intro"));
    buf_puts(&p->scratch, "<p>");
    html_link(&p->scratch, page_to(p, arena_printf(p->arena, "vram/%" STR_FMT, STR_ARG(m->record.id)).p), page_string(p, "model.more_lengths"));
    buf_puts(&p->scratch, "</p>");
    page_html(p, html_take(p->arena, &p->scratch));
    calculator_methods(p, &(struct calculator_state){.model = m});
    for (size_t i = 0; i < FIT_METHODS; i++) {
        struct sizing_workload w = fit_workload(&fit_methods[i], m);
        struct str method = page_string_of(p, "method.", str_from(fit_methods[i].id));
        page_subheading(p, arena_printf(p->arena, "memory-%s", fit_methods[i].id).p, method);
        fit_terms_table(p, arena_printf(p->arena, "terms-%s", fit_methods[i].id).p,
                        fit_note(p, &fit_methods[i], m, w.seq), m, &w);
    }
    page_paragraph(p, page_string(p, "legend.on_top"));
}

/* Lengths of the context table: powers of two up to the model's longest. */
static void context_section(struct page *p, const struct model *m)
{
    if (check_layout(&m->sizing) != SIZING_LAYOUT_decoder || !num_known(m->arch.max_context))
        return;
    page_heading(p, "context", page_string(p, "heading.context"));
    struct tdict *t = page_table(p, "context-table", page_string(p, "caption.context"), 0);
    table_column_named(p, t, "seq", page_string(p, "field.seq"), no_text, COLUMN_NUMBER);
    table_column_named(p, t, "kv16", page_string(p, "context.kv16"), S("GiB"), COLUMN_NUMBER);
    table_column_named(p, t, "kv8", page_string(p, "context.kv8"), S("GiB"), COLUMN_NUMBER);
    table_column_named(p, t, "total", page_string(p, "context.total"), S("GiB"), COLUMN_NUMBER);
    double longest = m->arch.max_context.value;
    for (double seq = 2048; seq <= longest * 1.0001; seq *= 2) {
        struct sizing_workload w = fit_workload(&fit_methods[0], m);
        struct sizing_estimate e, e8;
        w.seq = seq;
        if (memory_estimate(&m->sizing, &w, &e).reason != SIZING_OK)
            break;
        w.kv_precision = SIZING_KV_fp8;
        if (memory_estimate(&m->sizing, &w, &e8).reason != SIZING_OK)
            break;
        struct tdict *row = table_row(t, no_text);
        table_cell(row, number_text(p, seq, 0), no_text, COLUMN_NUMBER);
        table_cell(row, bytes_number(p, e.terms[SIZING_TERM_kv_cache].bytes), no_text, COLUMN_NUMBER);
        table_cell(row, bytes_number(p, e8.terms[SIZING_TERM_kv_cache].bytes), no_text, COLUMN_NUMBER);
        if (e.has_total)
            table_cell(row, bytes_number(p, e.likely), no_text, COLUMN_NUMBER);
        else
            table_cell(row, page_string(p, "verdict.not_modelled"), no_text, COLUMN_NUMBER);
    }
}

static void chips_section(struct page *p, const struct model *m)
{
    const struct catalog *cat = p->w->catalog;
    page_heading(p, "chips", page_string(p, "heading.model_chips"));
    if (check_layout(&m->sizing) == SIZING_LAYOUT_none) {
        page_paragraph(p, page_string(p, "model.chips_not_modelled"));
        return;
    }
    struct tdict *t = page_table(p, "chips-table", PAGE_FORMAT(p, "caption.model_chips", m->name), TABLE_SORTABLE);
    table_column_named(p, t, "chip", page_string(p, "field.chip"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "usable", page_string(p, "field.usable"), S("GiB"), COLUMN_NUMBER);
    for (size_t i = 0; i < FIT_METHODS; i++)
        table_column_named(p, t, fit_methods[i].id, page_string_of(p, "method.", str_from(fit_methods[i].id)), page_string(p, "unit.gpus_gib"), COLUMN_NUMBER);
    for (size_t i = 0; i < cat->chips.n; i++) {
        const struct chip *c = &cat->chips.at[i];
        struct sizing_gpu gpu;
        if (c->kind != CHIP_GPU || !chip_to_gpu(c, &gpu))
            continue;
        page_uses(p, RECORD_chip, c);
        struct tdict *row = table_row(t, no_text);
        html_link(&p->scratch, page_link(p, RECORD_chip, c->record.id), chip_name(c, p->lang));
        if (gpu.bf16 == 0) {
            buf_putc(&p->scratch, ' ');
            html_badge(&p->scratch, "badge-format", page_string(p, "fit.no_bf16"));
        }
        table_cell(row, html_take(p->arena, &p->scratch), c->record.id, COLUMN_TEXT);
        table_cell(row, bytes_number(p, gpu.memory_bytes), arena_printf(p->arena, "%.0f", gpu.memory_bytes), COLUMN_NUMBER);
        for (size_t k = 0; k < FIT_METHODS; k++)
            fit_cell(p, row, fit_needs(p, m, &fit_methods[k]), &gpu, FIT_MAX_GPUS, FIT_SHOW_BYTES);
    }
    fit_legend(p);
}

void page_model(struct page *p, const void *subject)
{
    const struct model *m = subject;
    p->title = m->name;
    p->lead = PAGE_FORMAT(p, "lead.model", m->name, params_text(p, m->sizing.params_total), m->vendor);
    page_neighbours(p, RECORD_model, m);
    page_uses(p, RECORD_model, m);
    facts_of(p, m);
    memory_section(p, m);
    context_section(p, m);
    chips_section(p, m);
    page_throughput_section(p, m);
    counts_section(p, m);
    components_section(p, m);
    page_backlinks(p, RECORD_model, m);
    page_cites(p, m->sources);
}
