/* Chips: the comparison table and a page each. */
#include <stdlib.h>

#include "page/backlinks.h"
#include "page/calculator_links.h"
#include "page/cites.h"
#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/pitfalls.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};

static const struct schema *peaks_table(void)
{
    return schema_find(record_schema(RECORD_chip), S("peaks"))->schema;
}

static void name_cell(struct page *p, struct tdict *row, const struct chip *c)
{
    html_link(&p->scratch, page_link(p, RECORD_chip, c->record.id), chip_name(c, p->lang));
    if (c->kind != CHIP_GPU) {
        buf_putc(&p->scratch, ' ');
        html_badge(&p->scratch, "badge-kind", page_string_of(p, "value.kind.", field_enum_name(schema_find(record_schema(RECORD_chip), S("kind")), c->kind)));
    }
    table_cell(row, html_take(p->arena, &p->scratch), c->record.id, COLUMN_TEXT);
}

static void families_cell(struct page *p, struct tdict *row, const struct chip *c)
{
    for (size_t i = 0; i < c->families.n; i++) {
        if (i)
            buf_puts(&p->scratch, " ");
        const struct family *f = c->families.at[i].record;
        html_link(&p->scratch, page_link(p, RECORD_family, f->record.id), str_sub(f->record.id, 4, f->record.id.n));
    }
    table_cell(row, html_take(p->arena, &p->scratch), arena_printf(p->arena, "%zu", c->families.n), COLUMN_TEXT);
}

/* What can be ordered first, then by memory, the largest first. */
static int by_offer(const void *a, const void *b)
{
    const struct chip *x = *(const struct chip *const *)a, *y = *(const struct chip *const *)b;
    bool ox = chip_is_offered(x), oy = chip_is_offered(y);
    if (ox != oy)
        return ox ? -1 : 1;
    if (x->memory.value != y->memory.value)
        return x->memory.value > y->memory.value ? -1 : 1;
    return str_cmp(x->record.id, y->record.id);
}

void page_chip_index(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const peaks[] = {"fp32", "fp16", "bf16", "fp8", "int8"};
    const struct catalog *cat = p->w->catalog;
    const struct schema *s = record_schema(RECORD_chip);
    p->title = page_string(p, "title.chips");
    p->lead = page_string(p, "lead.chips");
    struct tdict *t = page_table(p, "chips", page_string(p, "caption.chips"), TABLE_SORTABLE);
    table_column_named(p, t, "chip", page_string(p, "field.chip"), no_text, COLUMN_TEXT);
    value_column(p, t, s, "memory");
    value_column(p, t, s, "usable");
    value_column(p, t, s, "bandwidth");
    for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++)
        value_column(p, t, peaks_table(), peaks[i]);
    value_column(p, t, s, "nvlink");
    value_column(p, t, s, "tdp");
    value_column(p, t, s, "compute_capability");
    value_column(p, t, s, "year");
    table_column_named(p, t, "families", page_string(p, "nav.families"), no_text, COLUMN_TEXT);
    const struct chip **order = ARENA_ARRAY(p->arena, cat->chips.n + 1, const struct chip *);
    for (size_t i = 0; i < cat->chips.n; i++)
        order[i] = &cat->chips.at[i];
    if (cat->chips.n)
        qsort(order, cat->chips.n, sizeof *order, by_offer);
    for (size_t i = 0; i < cat->chips.n; i++) {
        const struct chip *c = order[i];
        struct tdict *row = table_row(t, c->record.id);
        page_uses(p, RECORD_chip, c);
        name_cell(p, row, c);
        value_cell(p, row, s, c, "memory");
        value_cell(p, row, s, c, "usable");
        value_cell(p, row, s, c, "bandwidth");
        for (size_t k = 0; k < sizeof peaks / sizeof *peaks; k++)
            value_cell(p, row, peaks_table(), &c->peaks, peaks[k]);
        value_cell(p, row, s, c, "nvlink");
        value_cell(p, row, s, c, "tdp");
        value_cell(p, row, s, c, "compute_capability");
        value_cell(p, row, s, c, "year");
        families_cell(p, row, c);
    }
    page_paragraph(p, page_string(p, "note.chips"));
}

static void facts_of(struct page *p, const struct chip *c)
{
    static const char *const keys[] = {"memory", "usable", "bandwidth", "memory_type", "nvlink", "pcie", "bf16", "fp8", "compute_capability",
                                       "tdp", "vendor", "architecture", "year"};
    static const char *const rest[] = {"memory_note", "kind", "aliases", "form", "gpus_per_board", "on_chip_memory", "interconnect", "interchip",
                                       "interchip_note", "nvlink_note", "tdp_note", "mig", "capability_basis", "process", "year_note"};
    const struct schema *s = record_schema(RECORD_chip);
    struct tdict *facts = page_facts(p);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_fact(p, facts, s, c, keys[i]);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        value_fact_if(p, facts, s, c, rest[i]);
    const struct figure *figures = c->figures.at;
    for (size_t i = 0; i < c->figures.n; i++)
        fact_text(p, facts, page_text(p, figures[i].label), figures[i].value);
}

static void peaks_section(struct page *p, const struct chip *c)
{
    const struct schema *s = peaks_table();
    page_heading(p, "peaks", page_string(p, "heading.peaks"));
    struct tdict *facts = page_facts(p);
    for (const struct field *f = s->fields; f->key; f++) {
        struct num n = *(const struct num *)field_at(f, &c->peaks);
        bool unchecked = !num_known(n) && num_known(*(const struct num *)field_at(f, &c->unchecked.peaks));
        bool inferred = !num_known(n) && num_known(*(const struct num *)field_at(f, &c->inferred.peaks));
        const void *from = unchecked ? &c->unchecked.peaks : inferred ? &c->inferred.peaks : &c->peaks;
        if (!value_html(p, &p->scratch, f, from, true)) {
            buf_clear(&p->scratch);
            continue;
        }
        if (unchecked || inferred) {
            buf_putc(&p->scratch, ' ');
            html_badge(&p->scratch, "badge-inferred", page_string(p, unchecked ? "value.unchecked" : "value.inferred"));
        }
        value_disputes(p, &p->scratch, c->disputed, arena_printf(p->arena, "peaks.%s", f->key));
        fact_html(p, facts, field_label(p, s, f), html_take(p->arena, &p->scratch));
    }
    if (!text_empty(c->peaks_note))
        page_paragraph(p, page_text(p, c->peaks_note));
    page_paragraph(p, page_string(p, "note.peaks"));
}

static void usable_sentence(struct page *p, const struct chip *c)
{
    struct str mib = number_text(p, c->usable.value, 0), gib = bytes_text(p, c->usable.value * 1048576.0);
    if (num_known(c->reading))
        page_paragraph(p, PAGE_FORMAT(p, "chip.usable_reading", mib, gib, page_text(p, c->usable_where)));
    else if (num_known(c->usable))
        page_paragraph(p, PAGE_FORMAT(p, "chip.usable_margin", mib, gib));
    else
        page_paragraph(p, page_string(p, "chip.usable_unknown"));
}

static void reading_row(struct page *p, struct tdict *t, struct num mib, struct str where_html)
{
    struct tdict *row = table_row(t, no_text);
    table_cell(row, number_text(p, mib.value, 0), no_text, COLUMN_NUMBER);
    table_cell(row, bytes_number(p, mib.value * 1048576.0), no_text, COLUMN_NUMBER);
    table_cell(row, where_html, no_text, COLUMN_TEXT);
}

static void readings_section(struct page *p, const struct chip *c)
{
    const struct catalog *cat = p->w->catalog;
    page_heading(p, "readings", page_string(p, "heading.readings"));
    usable_sentence(p, c);
    if (!num_known(c->reading))
        return;
    struct tdict *t = page_table(p, "readings-table", page_string(p, "caption.readings"), 0);
    table_column_named(p, t, "reading", page_string(p, "field.reading"), S("MiB"), COLUMN_NUMBER);
    table_column_named(p, t, "reading", page_string(p, "field.reading"), S("GiB"), COLUMN_NUMBER);
    table_column_named(p, t, "where", page_string(p, "field.where"), no_text, COLUMN_TEXT);
    const struct reading *r = c->readings.at;
    for (size_t i = 0; i < c->readings.n; i++) {
        html_text(&p->scratch, page_text(p, r[i].where));
        reading_row(p, t, r[i].memory, html_take(p->arena, &p->scratch));
    }
    for (size_t i = 0; i < c->families.n; i++) {
        const struct family *f = c->families.at[i].record;
        if (!num_known(f->reading) || f->kind == FAMILY_VGPU)
            continue;
        html_link(&p->scratch, page_link(p, RECORD_family, f->record.id), f->record.id);
        buf_puts(&p->scratch, p->lang == LANG_ZH ? "：" : ": ");
        html_link(&p->scratch, page_link(p, RECORD_source_record, f->reading_source.id), ((const struct source_record *)f->reading_source.record)->title);
        reading_row(p, t, f->reading, html_take(p->arena, &p->scratch));
    }
    for (size_t i = 0; i < cat->measured_types.n; i++) {
        const struct measured_type *m = &cat->measured_types.at[i];
        if (type_chip(m->type.record) != c || ((const struct type *)m->type.record)->family->kind == FAMILY_VGPU)
            continue;
        html_link(&p->scratch, page_link(p, RECORD_measured_type, m->record.id), m->type.id);
        html_text(&p->scratch, arena_printf(p->arena, " (%" STR_FMT ")", STR_ARG(m->product)));
        reading_row(p, t, m->memory, html_take(p->arena, &p->scratch));
    }
    for (size_t i = 0; i < cat->measured_cards.n; i++) {
        const struct measured_card *m = &cat->measured_cards.at[i];
        if (m->chip.record != c)
            continue;
        html_link(&p->scratch, page_link(p, RECORD_measured_card, m->record.id), m->product);
        reading_row(p, t, m->memory, html_take(p->arena, &p->scratch));
    }
}

static void families_section(struct page *p, const struct chip *c)
{
    static const char *const keys[] = {"kind", "status", "interconnect", "nvlink", "erdma", "erdma_bandwidth"};
    const struct schema *s = record_schema(RECORD_family);
    page_heading(p, "families", page_string(p, "heading.chip_families"));
    if (c->families.n == 0) {
        page_paragraph(p, page_string(p, "chip.no_family"));
        return;
    }
    struct tdict *t = page_table(p, "families-table", page_string(p, "caption.chip_families"), TABLE_SORTABLE);
    table_column_named(p, t, "family", page_string(p, "field.family"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_column(p, t, s, keys[i]);
    for (size_t i = 0; i < c->families.n; i++) {
        const struct family *f = c->families.at[i].record;
        page_uses(p, RECORD_family, f);
        struct tdict *row = table_row(t, no_text);
        html_link(&p->scratch, page_link(p, RECORD_family, f->record.id), f->record.id);
        table_cell(row, html_take(p->arena, &p->scratch), f->record.id, COLUMN_TEXT);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            value_cell(p, row, s, f, keys[k]);
    }
}

static void inferred_section(struct page *p, const struct chip *c)
{
    if (!c->has_inferred)
        return;
    struct buf *b = &p->scratch;
    const struct inferred *in = &c->inferred;
    if (in->chip.record) {
        html_text(b, page_string(p, "chip.inferred_chip"));
        buf_putc(b, ' ');
        html_link(b, page_link(p, RECORD_chip, in->chip.id), chip_name(in->chip.record, p->lang));
        buf_puts(b, p->lang == LANG_ZH ? "。" : ". ");
    } else if (in->product.n) {
        html_text(b, PAGE_FORMAT(p, "chip.inferred_product", in->product));
        buf_puts(b, p->lang == LANG_ZH ? "" : " ");
    }
    html_text(b, PAGE_FORMAT(p, "chip.inferred_basis", page_text(p, in->basis)));
    if (!text_empty(in->against)) {
        buf_puts(b, p->lang == LANG_ZH ? "" : " ");
        html_text(b, PAGE_FORMAT(p, "chip.inferred_against", page_text(p, in->against)));
    }
    if (in->memory_type.n && in->compute_capability.n) {
        buf_puts(b, p->lang == LANG_ZH ? "" : " ");
        html_text(b, PAGE_FORMAT(p, "chip.inferred_then", in->memory_type, in->compute_capability, number_text(p, in->tdp.value, 0)));
    }
    page_callout(p, CALLOUT_INFERRED, html_take(p->arena, b));
}

static void text_section(struct page *p, const char *id, const char *key, struct text_list texts)
{
    if (texts.n == 0)
        return;
    page_heading(p, id, page_string(p, key));
    struct tdict *list = page_list(p);
    for (size_t i = 0; i < texts.n; i++) {
        html_text(&p->scratch, page_text(p, texts.at[i]));
        list_item(list, html_take(p->arena, &p->scratch));
    }
}

/* What a reader must know before anything else comes first: not every accelerator runs CUDA. */
static struct str lead_of(struct page *p, const struct chip *c)
{
    struct str families = arena_printf(p->arena, "%zu", c->families.n), lead;
    struct buf memory = {0};
    quantity_text(&memory, c->memory.value, UNIT_GB);
    lead = num_known(c->memory) ? PAGE_FORMAT(p, "lead.chip", chip_name(c, p->lang), buf_str(&memory), families)
                                : PAGE_FORMAT(p, "lead.chip_unknown", chip_name(c, p->lang), families);
    buf_free(&memory);
    if (c->kind == CHIP_GPU || c->kind == CHIP_VGPU)
        return lead;
    struct str warning = page_string(p, c->kind == CHIP_UNSTATED ? "chip.kind_unstated" : "chip.no_cuda");
    return arena_printf(p->arena, "%" STR_FMT "%s%" STR_FMT, STR_ARG(warning), p->lang == LANG_ZH ? "" : " ", STR_ARG(lead));
}

void page_chip(struct page *p, const void *subject)
{
    const struct chip *c = subject;
    struct sizing_gpu gpu;
    bool sized = chip_to_gpu(c, &gpu);
    p->title = chip_name(c, p->lang);
    p->lead = lead_of(p, c);
    page_neighbours(p, RECORD_chip, c);
    page_uses(p, RECORD_chip, c);
    inferred_section(p, c);
    facts_of(p, c);
    peaks_section(p, c);
    readings_section(p, c);
    families_section(p, c);
    page_heading(p, "fits", page_string(p, "heading.fits"));
    if (sized && c->kind == CHIP_GPU)
        fit_table(p, "fits-table", PAGE_FORMAT(p, "caption.chip_fits", chip_name(c, p->lang)), &gpu, FIT_MAX_GPUS);
    else
        page_paragraph(p, page_string(p, c->kind == CHIP_GPU ? "chip.fits_unknown" : "chip.fits_other"));
    calculator_methods(p, &(struct calculator_state){.on = c});
    text_section(p, "notes", "heading.notes", c->notes);
    text_section(p, "contradictions", "heading.contradictions", c->contradictions);
    page_pitfall_section(p, &(struct pitfall_subject){NULL, c, NULL}, 1);
    page_backlinks(p, RECORD_chip, c);
    page_cites(p, c->sources);
}
