/* Instance families: the comparison table, names that are no record, and a page each. */
#include <stdlib.h>

#include "page/backlinks.h"
#include "page/cites.h"
#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};

/* Types of the family with the most GPUs, for the index. */
static struct num most_gpus(const struct family *f)
{
    struct num most = {0};
    for (size_t i = 0; i < f->type_count; i++) {
        struct num n = f->types[i]->gpus;
        if (num_known(n) && (!num_known(most) || n.value > most.value))
            most = n;
    }
    return most;
}

static void number_cell(struct page *p, struct tdict *row, struct num n)
{
    if (!num_known(n)) {
        html_span(&p->scratch, "missing", page_string(p, "value.not_published_short"));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_NUMBER);
        return;
    }
    quantity_number(&p->scratch, n.value, UNIT_SHARE);
    table_cell(row, html_take(p->arena, &p->scratch), arena_printf(p->arena, "%.12g", n.value), COLUMN_NUMBER);
}

static void names_section(struct page *p)
{
    const struct catalog *cat = p->w->catalog;
    page_heading(p, "names", page_string(p, "heading.names"));
    page_paragraph(p, page_string(p, "note.names"));
    struct tdict *t = page_table(p, "names-table", page_string(p, "caption.names"), 0);
    table_column_named(p, t, "name", page_string(p, "field.name"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "trace", page_string(p, "field.trace"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "facts", page_string(p, "field.facts"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < cat->names.n; i++) {
        const struct name *n = &cat->names.at[i];
        struct tdict *row = table_row(t, n->record.id);
        html_code(&p->scratch, n->record.id);
        table_cell(row, html_take(p->arena, &p->scratch), n->record.id, COLUMN_TEXT);
        html_text(&p->scratch, page_string(p, n->trace == NAME_UNLISTED ? "value.trace.unlisted" : "value.trace.none"));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        html_text(&p->scratch, page_text(p, n->facts));
        if (n->sources.n) {
            buf_putc(&p->scratch, ' ');
            cites_inline(p, &p->scratch, n->sources);
        }
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}

/* By status, sold first; inside by id. */
static int by_status(const void *a, const void *b)
{
    const struct family *x = *(const struct family *const *)a, *y = *(const struct family *const *)b;
    if (x->status != y->status)
        return x->status < y->status ? -1 : 1;
    return str_cmp_natural(x->record.id, y->record.id);
}

void page_family_index(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const keys[] = {"chip", "kind", "status", "generation", "interconnect", "nvlink", "erdma", "erdma_bandwidth", "listed"};
    const struct catalog *cat = p->w->catalog;
    const struct schema *s = record_schema(RECORD_family);
    p->title = page_string(p, "title.families");
    p->lead = page_string(p, "lead.families");
    struct tdict *t = page_table(p, "families", page_string(p, "caption.families"), TABLE_SORTABLE);
    table_column_named(p, t, "family", page_string(p, "field.family"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "types", page_string(p, "field.types"), no_text, COLUMN_NUMBER);
    table_column_named(p, t, "most_gpus", page_string(p, "field.most_gpus"), no_text, COLUMN_NUMBER);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_column(p, t, s, keys[i]);
    const struct family **order = ARENA_ARRAY(p->arena, cat->families.n + 1, const struct family *);
    for (size_t i = 0; i < cat->families.n; i++)
        order[i] = &cat->families.at[i];
    if (cat->families.n)
        qsort(order, cat->families.n, sizeof *order, by_status);
    for (size_t i = 0; i < cat->families.n; i++) {
        const struct family *f = order[i];
        struct tdict *row = table_row(t, f->record.id);
        page_uses(p, RECORD_family, f);
        html_link(&p->scratch, page_link(p, RECORD_family, f->record.id), f->record.id);
        table_cell(row, html_take(p->arena, &p->scratch), f->record.id, COLUMN_TEXT);
        number_cell(p, row, NUM((double)f->type_count));
        number_cell(p, row, most_gpus(f));
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            value_cell(p, row, s, f, keys[k]);
    }
    names_section(p);
}

static void facts_of(struct page *p, const struct family *f)
{
    static const char *const keys[] = {"chip", "gpu_memory", "interconnect", "nvlink", "erdma", "erdma_bandwidth", "cpu", "status", "kind"};
    static const char *const rest[] = {"status_note", "generation", "chip_basis", "gpu_specs", "reading", "reading_source", "cpu_base", "cpu_base_to",
                                       "cpu_turbo", "cpu_turbo_all_core", "memory_ratio", "pcie", "host_link", "interconnect_note",
                                       "rdma", "rdma_bandwidth", "jumbo_frames", "ipv6", "max_pps", "max_pps_note", "network_note",
                                       "disk_types", "listed"};
    const struct schema *s = record_schema(RECORD_family);
    struct tdict *facts = page_facts(p);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_fact(p, facts, s, f, keys[i]);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        value_fact_if(p, facts, s, f, rest[i]);
}

static void types_section(struct page *p, const struct family *f)
{
    static const char *const keys[] = {"vcpus", "memory", "gpus", "usable", "network", "pps", "enis", "disk_bandwidth_baseline", "disk_iops_baseline", "listed"};
    page_heading(p, "types", page_string(p, "heading.family_types"));
    if (f->type_count == 0) {
        page_paragraph(p, page_string(p, "family.no_types"));
        return;
    }
    struct tdict *t = page_table(p, "types-table", PAGE_FORMAT(p, "caption.family_types", f->record.id), TABLE_SORTABLE);
    table_column_named(p, t, "type", page_string(p, "field.type"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_column(p, t, &type_schema, keys[i]);
    for (size_t i = 0; i < f->type_count; i++) {
        const struct type *type = f->types[i];
        struct tdict *row = table_row(t, type->record.id);
        page_uses(p, RECORD_type, type);
        html_link(&p->scratch, page_link(p, RECORD_type, type->record.id), type->record.id);
        table_cell(row, html_take(p->arena, &p->scratch), type->record.id, COLUMN_TEXT);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            value_cell(p, row, &type_schema, type, keys[k]);
    }
}

/* What fits on the smallest and on the largest type, when the family has whole GPUs of known memory. */
static void fits_section(struct page *p, const struct family *f)
{
    struct sizing_gpu gpu;
    const struct type *largest = NULL;
    for (size_t i = 0; i < f->type_count; i++)
        if (num_known(f->types[i]->usable) && (!largest || type_gpu_count(f->types[i]) > type_gpu_count(largest)))
            largest = f->types[i];
    page_heading(p, "fits", page_string(p, "heading.fits"));
    if (!largest || f->kind == FAMILY_VGPU || !type_to_gpu(largest, &gpu)) {
        page_paragraph(p, page_string(p, f->kind == FAMILY_VGPU ? "family.fits_by_type" : "family.fits_unknown"));
        return;
    }
    fit_table(p, "fits-table", PAGE_FORMAT(p, "caption.family_fits", largest->record.id, number_text(p, type_gpu_count(largest), 0)), &gpu,
              type_gpu_count(largest));
}

static void siblings_section(struct page *p, const struct family *f)
{
    const struct chip *chip = f->chip.record;
    if (!chip || chip->families.n < 2)
        return;
    page_heading(p, "related", page_string(p, "heading.same_chip"));
    struct tdict *list = page_list(p);
    for (size_t i = 0; i < chip->families.n; i++) {
        const struct family *other = chip->families.at[i].record;
        if (other == f)
            continue;
        html_link(&p->scratch, page_link(p, RECORD_family, other->record.id), other->record.id);
        list_item(list, html_take(p->arena, &p->scratch));
    }
}

void page_family(struct page *p, const void *subject)
{
    const struct family *f = subject;
    const struct chip *chip = f->chip.record;
    p->title = f->record.id;
    p->lead = PAGE_FORMAT(p, "lead.family", f->record.id, chip ? chip_name(chip, p->lang) : page_string(p, "value.not_published"),
                          arena_printf(p->arena, "%zu", f->type_count),
                          page_string_of(p, "value.status.", field_enum_name(schema_find(record_schema(RECORD_family), S("status")), f->status)));
    page_neighbours(p, RECORD_family, f);
    page_uses(p, RECORD_family, f);
    if (chip)
        page_uses(p, RECORD_chip, chip);
    facts_of(p, f);
    types_section(p, f);
    fits_section(p, f);
    if (f->notes.n) {
        page_heading(p, "notes", page_string(p, "heading.notes"));
        struct tdict *list = page_list(p);
        for (size_t i = 0; i < f->notes.n; i++) {
            html_text(&p->scratch, page_text(p, f->notes.at[i]));
            list_item(list, html_take(p->arena, &p->scratch));
        }
    }
    siblings_section(p, f);
    page_backlinks(p, RECORD_family, f);
    page_cites(p, f->sources);
}
