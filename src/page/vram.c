/* Precomputed memory tables: models against chips, a page a method, and KV cache by context. */
#include <string.h>

#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/value.h"
#include "sizing/check.h"

static const struct str no_text = {NULL, 0};

static void put_model(struct page *p, const struct model *m, struct str address)
{
    buf_puts(&p->scratch, "<li>");
    html_link(&p->scratch, address, m->name);
    buf_puts(&p->scratch, "</li>");
}

/* Every model has a page of its own here, or is said to have none. */
static void models_section(struct page *p)
{
    const struct catalog *c = p->w->catalog;
    struct model_list models = modelled_models(p);
    page_heading(p, "models", page_string(p, "heading.vram_models"));
    page_paragraph(p, page_string(p, "vram.models_note"));
    buf_puts(&p->scratch, "<ul class=\"columns\">");
    for (size_t i = 0; i < models.n; i++)
        put_model(p, models.at[i], page_to(p, arena_printf(p->arena, "vram/%" STR_FMT, STR_ARG(models.at[i]->record.id)).p));
    buf_puts(&p->scratch, "</ul>");
    page_html(p, html_take(p->arena, &p->scratch));
    if (models.n == c->models.n)
        return;
    page_heading(p, "not-modelled", page_string(p, "heading.vram_not_modelled"));
    page_paragraph(p, page_string(p, "vram.not_modelled_note"));
    buf_puts(&p->scratch, "<ul class=\"columns\">");
    for (size_t i = 0; i < c->models.n; i++)
        if (!fit_is_modelled(&c->models.at[i]))
            put_model(p, &c->models.at[i], page_link(p, RECORD_model, c->models.at[i].record.id));
    buf_puts(&p->scratch, "</ul>");
    page_html(p, html_take(p->arena, &p->scratch));
}

void page_vram_index(struct page *p, const void *subject)
{
    (void)subject;
    p->title = page_string(p, "title.vram");
    p->lead = page_string(p, "lead.vram");
    page_paragraph(p, page_string(p, "vram.intro"));
    struct tdict *t = page_table(p, "tables", page_string(p, "caption.vram"), 0);
    table_column_named(p, t, "page", page_string(p, "field.page"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "summary", page_string(p, "field.summary"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i <= FIT_METHODS; i++) {
        const char *id = i < FIT_METHODS ? fit_methods[i].id : "kv-cache";
        struct tdict *row = table_row(t, no_text);
        html_link(&p->scratch, page_to(p, arena_printf(p->arena, "vram/%s", id).p), page_string_of(p, "vram.title.", str_from(id)));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        html_text(&p->scratch, page_string_of(p, "vram.lead.", str_from(id)));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
    page_paragraph(p, page_string(p, "legend.on_top"));
    models_section(p);
}

/* Length and need; the number leads to its derivation on the model's page. */
static void need_cells(struct page *p, struct tdict *row, const struct model *m, const struct fit_method *method)
{
    struct sizing_workload w = fit_workload(method, m);
    struct str page = page_link(p, RECORD_model, m->record.id);
    double need;
    table_cell(row, number_text(p, w.seq, 0), arena_printf(p->arena, "%.0f", w.seq), COLUMN_NUMBER);
    if (!fit_need(m, &w, &need)) {
        table_cell(row, page_string(p, "verdict.not_modelled"), no_text, COLUMN_NUMBER);
        return;
    }
    html_link(&p->scratch, arena_printf(p->arena, "%" STR_FMT "#memory-%s", STR_ARG(page), method->id), bytes_number(p, need));
    table_cell(row, html_take(p->arena, &p->scratch), arena_printf(p->arena, "%.0f", need), COLUMN_NUMBER);
}

void page_vram_method(struct page *p, const void *subject)
{
    const struct fit_method *method = subject;
    const struct catalog *cat = p->w->catalog;
    struct str id = str_from(method->id);
    p->title = page_string_of(p, "vram.title.", id);
    p->lead = page_string_of(p, "vram.lead.", id);
    page_paragraph(p, page_string(p, "vram.method_intro"));
    struct tdict *t = page_table(p, "models", fit_note(p, method, NULL, method->seq), TABLE_SORTABLE);
    table_column_named(p, t, "model", page_string(p, "field.model"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "params_total", page_string(p, "field.params_total"), no_text, COLUMN_NUMBER);
    table_column_named(p, t, "seq", page_string(p, "vram.tokens"), no_text, COLUMN_NUMBER);
    table_column_named(p, t, "need", page_string(p, "vram.need"), S("GiB"), COLUMN_NUMBER);
    for (size_t i = 0; i < cat->chips.n; i++)
        if (fit_is_listed(&cat->chips.at[i])) {
            table_column_named(p, t, arena_cstr(p->arena, cat->chips.at[i].record.id), fit_chip_name(p, &cat->chips.at[i]), page_string(p, "unit.gpus_gib"), COLUMN_NUMBER);
            page_uses(p, RECORD_chip, &cat->chips.at[i]);
        }
    struct model_list models = modelled_models(p);
    for (size_t k = 0; k < models.n; k++) {
        const struct model *m = models.at[k];
        struct tdict *row = table_row(t, m->record.id);
        page_uses(p, RECORD_model, m);
        html_link(&p->scratch, page_link(p, RECORD_model, m->record.id), m->name);
        table_cell(row, html_take(p->arena, &p->scratch), m->record.id, COLUMN_TEXT);
        table_cell(row, params_text(p, m->sizing.params_total), arena_printf(p->arena, "%.0f", m->sizing.params_total), COLUMN_NUMBER);
        need_cells(p, row, m, method);
        for (size_t i = 0; i < cat->chips.n; i++) {
            struct sizing_gpu gpu;
            if (fit_is_listed(&cat->chips.at[i]) && chip_to_gpu(&cat->chips.at[i], &gpu))
                fit_cell(p, row, fit_needs(p, m, method), &gpu, FIT_MAX_GPUS, FIT_SHOW_BYTES);
        }
    }
    fit_legend(p);
}

void page_vram_kv(struct page *p, const void *subject)
{
    (void)subject;
    static const double lengths[] = {2048, 8192, 32768, 131072, 262144};
    p->title = page_string(p, "vram.title.kv-cache");
    p->lead = page_string(p, "vram.lead.kv-cache");
    struct tdict *t = page_table(p, "models", page_string(p, "caption.kv"), TABLE_SORTABLE);
    table_column_named(p, t, "model", page_string(p, "field.model"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "per_token", page_string(p, "kv.per_token"), S("KiB"), COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        table_column_named(p, t, number_text(p, lengths[i], 0).p, PAGE_FORMAT(p, "kv.tokens", number_text(p, lengths[i], 0)), S("GiB"), COLUMN_NUMBER);
    struct model_list models = modelled_models(p);
    for (size_t k = 0; k < models.n; k++) {
        const struct model *m = models.at[k];
        if (check_layout(&m->sizing) != SIZING_LAYOUT_decoder)
            continue;
        struct tdict *row = table_row(t, m->record.id);
        page_uses(p, RECORD_model, m);
        html_link(&p->scratch, page_link(p, RECORD_model, m->record.id), m->name);
        table_cell(row, html_take(p->arena, &p->scratch), m->record.id, COLUMN_TEXT);
        struct sizing_workload w = fit_workload(&fit_methods[0], m);
        struct sizing_estimate e;
        w.seq = 1;
        memory_estimate(&m->sizing, &w, &e);
        double kib = e.terms[SIZING_TERM_kv_cache].bytes / 1024.0;
        html_link(&p->scratch, arena_printf(p->arena, "%" STR_FMT "#memory-inference", STR_ARG(page_link(p, RECORD_model, m->record.id))), number_text(p, kib, 1));
        table_cell(row, html_take(p->arena, &p->scratch), arena_printf(p->arena, "%.3f", kib), COLUMN_NUMBER);
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            w.seq = lengths[i];
            bool beyond = num_known(m->arch.max_context) && lengths[i] > m->arch.max_context.value;
            if (beyond || memory_estimate(&m->sizing, &w, &e).reason != SIZING_OK) {
                html_span(&p->scratch, "missing", page_string(p, "kv.beyond"));
                table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_NUMBER);
                continue;
            }
            double bytes = e.terms[SIZING_TERM_kv_cache].bytes;
            table_cell(row, bytes_number(p, bytes), arena_printf(p->arena, "%.0f", bytes), COLUMN_NUMBER);
        }
    }
    page_paragraph(p, page_string(p, "kv.note"));
}
