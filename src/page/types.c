/* Instance types: the comparison table and a page each. */
#include <stdlib.h>

#include "catalog/machine.h"
#include "page/backlinks.h"
#include "page/calculator_links.h"
#include "page/cells.h"
#include "page/cites.h"
#include "page/fits.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/pitfalls.h"
#include "page/prices.h"
#include "page/speeds.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};

static void chip_cell(struct page *p, struct tdict *row, const struct type *t)
{
    const struct chip *chip = type_chip(t);
    if (chip)
        html_link(&p->scratch, page_link(p, RECORD_chip, chip->record.id), chip_name(chip, p->lang));
    else
        html_span(&p->scratch, "missing", page_string(p, "value.not_published_short"));
    table_cell(row, html_take(p->arena, &p->scratch), chip ? chip->record.id : no_text, COLUMN_TEXT);
}

/* By status, sold first; inside by id. */
static int by_status(const void *a, const void *b)
{
    const struct type *x = *(const struct type *const *)a, *y = *(const struct type *const *)b;
    if (x->family->status != y->family->status)
        return x->family->status < y->family->status ? -1 : 1;
    return str_cmp_natural(x->record.id, y->record.id);
}

void page_type_index(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const keys[] = {"gpus", "usable", "vcpus", "memory", "network"};
    static const char *const family_keys[] = {"interconnect", "erdma", "status"};
    const struct catalog *cat = p->w->catalog;
    const struct schema *family_schema = record_schema(RECORD_family);
    p->title = page_string(p, "title.types");
    p->lead = page_string(p, "lead.types");
    struct tdict *t = page_table(p, "types", page_string(p, "caption.types"), TABLE_SORTABLE);
    table_column_named(p, t, "type", page_string(p, "field.type"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "chip", page_string(p, "field.chip"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_column(p, t, &type_schema, keys[i]);
    for (size_t i = 0; i < sizeof family_keys / sizeof *family_keys; i++)
        value_column(p, t, family_schema, family_keys[i]);
    price_columns(p, t);
    value_column(p, t, &type_schema, "listed");
    const struct type **order = ARENA_ARRAY(p->arena, cat->types.n + 1, const struct type *);
    for (size_t i = 0; i < cat->types.n; i++)
        order[i] = &cat->types.at[i];
    if (cat->types.n)
        qsort(order, cat->types.n, sizeof *order, by_status);
    for (size_t i = 0; i < cat->types.n; i++) {
        const struct type *type = order[i];
        struct tdict *row = table_row(t, type->record.id);
        page_uses(p, RECORD_type, type);
        html_link(&p->scratch, page_link(p, RECORD_type, type->record.id), type->record.id);
        table_cell(row, html_take(p->arena, &p->scratch), type->record.id, COLUMN_TEXT);
        chip_cell(p, row, type);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            value_cell(p, row, &type_schema, type, keys[k]);
        for (size_t k = 0; k < sizeof family_keys / sizeof *family_keys; k++)
            value_cell(p, row, family_schema, type->family, family_keys[k]);
        price_cells(p, row, type);
        value_cell(p, row, &type_schema, type, "listed");
    }
    price_legend(p);
}

static void link_fact(struct page *p, struct tdict *facts, const char *key, struct str address, struct str text)
{
    html_link(&p->scratch, address, text);
    fact_html(p, facts, page_string(p, key), html_take(p->arena, &p->scratch));
}

/* NVLink of the family; where that is not published, the chip's, which the speed is computed with. */
static void nvlink_fact(struct page *p, struct tdict *facts, const struct type *t)
{
    struct sizing_machine machine;
    type_to_machine(t, p->w->speed_tables, &machine);
    if (t->family->nvlink.state == NUM_ABSENT && machine.has_nvlink > 0 && machine.nvlink_bandwidth > 0)
        fact_text(p, facts, page_string(p, "field.nvlink"), PAGE_FORMAT(p, "type.nvlink_of_chip", trimmed_text(p, machine.nvlink_bandwidth, 1)));
    else
        value_fact(p, facts, record_schema(RECORD_family), t->family, "nvlink");
}

static void facts_of(struct page *p, const struct type *t)
{
    static const char *const first[] = {"gpus", "vcpus", "memory", "network"};
    static const char *const family_keys[] = {"erdma", "status"};
    static const char *const rest[] = {"gpu_memory_total", "network_burst", "network_cards", "network_card_bandwidth", "roce", "pps", "nic_queues",
                                       "nic_queues_primary", "nic_queues_secondary", "enis", "ipv4_per_eni", "ipv6_per_eni",
                                       "disk_bandwidth_baseline", "disk_bandwidth_max", "disk_iops_baseline", "max_data_disks",
                                       "max_cloud_disks", "local_storage", "api_gpus", "api_gpu_memory", "gpu_unit", "cpu_model", "note", "listed"};
    const struct chip *chip = type_chip(t);
    struct tdict *facts = page_facts(p);
    if (chip)
        link_fact(p, facts, "field.chip", page_link(p, RECORD_chip, chip->record.id), chip_name(chip, p->lang));
    link_fact(p, facts, "field.family", page_link(p, RECORD_family, t->family->record.id), t->family->record.id);
    value_fact(p, facts, &type_schema, t, "usable");
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        value_fact(p, facts, &type_schema, t, first[i]);
    value_fact(p, facts, record_schema(RECORD_family), t->family, "interconnect");
    nvlink_fact(p, facts, t);
    for (size_t i = 0; i < sizeof family_keys / sizeof *family_keys; i++)
        value_fact(p, facts, record_schema(RECORD_family), t->family, family_keys[i]);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        value_fact_if(p, facts, &type_schema, t, rest[i]);
}

static void fits_section(struct page *p, const struct type *t)
{
    struct sizing_gpu gpu;
    const struct chip *chip = type_chip(t);
    page_heading(p, "fits", page_string(p, "heading.fits"));
    if (!type_to_gpu(t, &gpu)) {
        page_paragraph(p, page_string(p, "type.fits_unknown"));
        return;
    }
    struct str mib = number_text(p, t->usable.value, 0), gib = bytes_text(p, t->usable.value * 1048576.0);
    if (!text_empty(t->usable_where))
        page_paragraph(p, PAGE_FORMAT(p, "chip.usable_reading", mib, gib, page_text(p, t->usable_where)));
    else
        page_paragraph(p, PAGE_FORMAT(p, "chip.usable_margin", mib, gib));
    if (chip && chip->kind != CHIP_GPU) {
        page_paragraph(p, page_string(p, "chip.fits_other"));
        return;
    }
    fit_table(p, "fits-table", PAGE_FORMAT(p, "caption.type_fits", t->record.id), &gpu, type_gpu_count(t));
}

static void measured_section(struct page *p, const struct type *t)
{
    static const char *const keys[] = {"product", "gpus", "memory", "driver", "ecc", "pcie", "host_to_device", "device_to_host", "peer_to_peer"};
    if (!t->measured)
        return;
    page_heading(p, "measured", page_string(p, "heading.measured"));
    struct tdict *facts = page_facts(p);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_fact_if(p, facts, record_schema(RECORD_measured_type), t->measured, keys[i]);
    page_uses(p, RECORD_measured_type, t->measured);
    cites_inline(p, &p->scratch, t->measured->sources);
    struct tdict *list = page_list(p);
    list_item(list, html_take(p->arena, &p->scratch));
}

/* Prices, where the catalogue has them, and commands that answer what this site does not store. */
static void lookup_section(struct page *p, const struct type *t)
{
    static const char *const keys[] = {"lookup.price", "lookup.stock", "lookup.spot", "lookup.spot_advice"};
    static const char *const commands[] = {
        "aliyun ecs DescribePrice --RegionId cn-hangzhou --ResourceType instance --InstanceType %" STR_FMT,
        "aliyun ecs DescribeAvailableResource --RegionId cn-hangzhou --DestinationResource InstanceType --InstanceType %" STR_FMT,
        "aliyun ecs DescribeSpotPriceHistory --RegionId cn-hangzhou --NetworkType vpc --InstanceType %" STR_FMT,
        "aliyun ecs DescribeSpotAdvice --RegionId cn-hangzhou --InstanceTypes.1 %" STR_FMT,
    };
    page_heading(p, "price", page_string(p, "heading.price"));
    bool has_prices = price_table(p, t);
    if (has_prices) {
        buf_puts(&p->scratch, "<p>");
        html_link(&p->scratch, page_to(p, "prices"), page_string(p, "prices.all"));
        buf_puts(&p->scratch, "</p>");
        page_html(p, html_take(p->arena, &p->scratch));
    }
    page_paragraph(p, page_string(p, has_prices ? "lookup.intro_priced" : "lookup.intro"));
    struct tdict *facts = page_facts(p);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct buf command = {0};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        buf_printf(&command, commands[i], STR_ARG(t->record.id));
#pragma GCC diagnostic pop
        html_code(&p->scratch, buf_str(&command));
        fact_html(p, facts, page_string(p, keys[i]), html_take(p->arena, &p->scratch));
        buf_free(&command);
    }
    page_paragraph(p, page_string(p, "lookup.console"));
}

static void siblings_section(struct page *p, const struct type *t)
{
    static const char *const keys[] = {"vcpus", "memory", "gpus", "network"};
    if (t->family->type_count < 2)
        return;
    page_heading(p, "siblings", page_string(p, "heading.siblings"));
    struct tdict *table = page_table(p, "siblings-table", PAGE_FORMAT(p, "caption.family_types", t->family->record.id), TABLE_SORTABLE);
    table_column_named(p, table, "type", page_string(p, "field.type"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        value_column(p, table, &type_schema, keys[i]);
    for (size_t i = 0; i < t->family->type_count; i++) {
        const struct type *other = t->family->types[i];
        struct tdict *row = table_row(table, no_text);
        page_uses(p, RECORD_type, other);
        if (other == t)
            html_span(&p->scratch, "current", other->record.id);
        else
            html_link(&p->scratch, page_link(p, RECORD_type, other->record.id), other->record.id);
        table_cell(row, html_take(p->arena, &p->scratch), other->record.id, COLUMN_TEXT);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            value_cell(p, row, &type_schema, other, keys[k]);
    }
}

static struct str share_text(struct page *p, struct num n)
{
    if (!num_known(n))
        return page_string(p, "value.not_published");
    struct buf b = {0};
    quantity_number(&b, n.value, UNIT_SHARE);
    return arena_take(p->arena, &b);
}

void page_type(struct page *p, const void *subject)
{
    const struct type *t = subject;
    const struct chip *chip = type_chip(t);
    p->title = t->record.id;
    p->lead = PAGE_FORMAT(p, "lead.type", share_text(p, t->gpus), chip ? chip_name(chip, p->lang) : page_string(p, "value.not_published"),
                          share_text(p, t->vcpus), share_text(p, t->memory));
    page_neighbours(p, RECORD_type, t);
    page_uses(p, RECORD_type, t);
    page_uses(p, RECORD_family, t->family);
    if (chip)
        page_uses(p, RECORD_chip, chip);
    facts_of(p, t);
    fits_section(p, t);
    calculator_methods(p, &(struct calculator_state){.type = t});
    page_speed_section(p, t);
    measured_section(p, t);
    lookup_section(p, t);
    siblings_section(p, t);
    page_pitfall_section(p, &(struct pitfall_subject){t, chip, NULL}, 1);
    page_backlinks(p, RECORD_type, t);
    page_cites(p, t->family->sources);
    if (t->sources.n) {
        page_subheading(p, "type-sources", page_string(p, "heading.type_sources"));
        struct tdict *list = page_list(p);
        for (size_t i = 0; i < t->sources.n; i++) {
            cites_inline(p, &p->scratch, (struct cite_list){&t->sources.at[i], 1});
            list_item(list, html_take(p->arena, &p->scratch));
        }
    }
}
