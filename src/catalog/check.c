/* Rules between records and fields. */
#include <math.h>

#include "base/suggest.h"
#include "catalog/internal.h"
#include "catalog/workload.h"
#include "sizing/check.h"
#include "catalog/pitfall.h"

struct checker {
    const struct catalog *c;
    struct diag *diag;
};

static struct str num_text(const struct checker *k, double value, enum unit unit)
{
    struct buf b = {0};
    quantity_text(&b, value, unit);
    return arena_take(k->c->arena, &b);
}

/* SYNC: source-groups, with `group.` in templates/strings.*.yaml. What the keys under `sources:` may be. */
static const char *const groups[] = {"record", "memory", "peaks", "interconnect", "power_form_year", "compute_capability", "formats", "name",
                                     "inference", "as_printed", "tie_to_h20", "code_name", "exact", "label", "network"};

static void check_groups(const struct checker *k, const struct record *r, struct cite_list sources)
{
    for (size_t i = 0; i < sources.n; i++) {
        struct str group = sources.at[i].group;
        struct suggestion near = suggest_begin(group);
        bool known = group.n == 0;
        for (size_t j = 0; j < sizeof groups / sizeof *groups; j++) {
            known = known || str_eq_c(group, groups[j]);
            suggest_offer(&near, str_from(groups[j]));
        }
        if (known)
            continue;
        diag_error(k->diag, sources.at[i].group_at, "sources of %" STR_FMT " have the unknown group \"%" STR_FMT "\"", STR_ARG(r->id), STR_ARG(group));
        if (near.best.n)
            diag_note(k->diag, sources.at[i].group_at, "did you mean \"%" STR_FMT "\"?", STR_ARG(near.best));
    }
}

static void check_sources(const struct checker *k, const struct record *r, struct cite_list sources, const char *kind)
{
    if (sources.n == 0)
        diag_error(k->diag, r->node->at, "%s %" STR_FMT " names no source", kind, STR_ARG(r->id));
    check_groups(k, r, sources);
}

/* `peaks.fp16` or `network`: the field that a disputed value belongs to. */
static const struct field *dispute_field(const struct schema *schema, struct str name)
{
    struct str rest = name, part;
    const struct field *f = NULL;
    while (schema && str_next(&rest, '.', &part)) {
        f = schema_find(schema, part);
        schema = f ? f->schema : NULL;
    }
    return f;
}

static void check_disputes(const struct checker *k, const struct schema *schema, struct object_list disputed)
{
    const struct dispute *d = disputed.at;
    for (size_t i = 0; i < disputed.n; i++) {
        const struct field *f = dispute_field(schema, d[i].field);
        struct str why;
        double value;
        if (!f)
            diag_error(k->diag, record_place(&d[i].record, "field"), "a %s has no field %" STR_FMT, schema->name,
                       STR_ARG(d[i].field));
        else if (f->kind == FIELD_NUM && !quantity_parse(k->c->arena, d[i].value, f->unit, &value, &why))
            diag_error(k->diag, record_place(&d[i].record, "value"), "disputed %" STR_FMT " \"%" STR_FMT "\" %" STR_FMT,
                       STR_ARG(d[i].field), STR_ARG(d[i].value), STR_ARG(why));
    }
}

static void check_chip(const struct checker *k, const struct chip *chip)
{
    check_sources(k, &chip->record, chip->sources, "chip");
    check_disputes(k, record_schema(RECORD_chip), chip->disputed);
    const struct reading *readings = chip->readings.at;
    for (size_t i = 0; i < chip->readings.n; i++)
        if (num_known(chip->memory) && readings[i].memory.value > chip->memory.value * MIB_PER_GIB * 1.02)
            diag_error(k->diag, record_place(&readings[i].record, "memory"),
                       "a reading of %" STR_FMT " is above the sold size of %" STR_FMT, STR_ARG(num_text(k, readings[i].memory.value, UNIT_MIB)),
                       STR_ARG(num_text(k, chip->memory.value, UNIT_GB)));
    if (chip->has_inferred && chip->inferred.chip.record == chip)
        diag_error(k->diag, record_place(&chip->inferred.record, "chip"), "a chip cannot be inferred from itself");
}

/* GB of one GPU of a family, as the family's page or else the chip says. */
static struct num gpu_memory_each(const struct family *f)
{
    const struct chip *chip = f->chip.record;
    if (num_known(f->gpu_memory))
        return f->gpu_memory;
    return chip ? chip->memory : (struct num){0};
}

static void check_total(const struct checker *k, const struct type *t)
{
    struct num each = gpu_memory_each(t->family);
    if (!num_known(t->gpu_memory_total) || !num_known(t->gpus) || !num_known(each))
        return;
    double derived = t->gpus.value * each.value;
    if (fabs(derived - t->gpu_memory_total.value) > 0.01)
        diag_error(k->diag, record_place(&t->record, "gpu_memory_total"),
                   "gpu_memory_total is %" STR_FMT ", but %" STR_FMT " GPUs of %" STR_FMT " give %" STR_FMT,
                   STR_ARG(num_text(k, t->gpu_memory_total.value, UNIT_GB)), STR_ARG(num_text(k, t->gpus.value, UNIT_SHARE)),
                   STR_ARG(num_text(k, each.value, UNIT_GB)), STR_ARG(num_text(k, derived, UNIT_GB)));
}

/* ecs.vgn6i of ecs.vgn6i-vws: some types put the suffix of the family behind the size. */
static struct str family_stem(struct str id)
{
    return str_sub(id, 0, str_find_char(id, '-'));
}

static void check_type(const struct checker *k, const struct type *t)
{
    check_groups(k, &t->record, t->sources);
    struct str id = t->record.id, family = family_stem(t->family->record.id);
    if (!str_starts(id, family) || id.n == family.n || (id.p[family.n] != '.' && id.p[family.n] != '-'))
        diag_error(k->diag, record_place(&t->record, "id"), "type %" STR_FMT " does not begin with %" STR_FMT " as its family does",
                   STR_ARG(id), STR_ARG(family));
    if (num_known(t->gpus) && t->gpus.value > 0 && !t->family->chip.record)
        diag_error(k->diag, record_place(&t->record, "gpus"), "type %" STR_FMT " has GPUs, but its family names no chip",
                   STR_ARG(id));
    if (num_known(t->vcpus) && t->vcpus.value == 0)
        diag_error(k->diag, record_place(&t->record, "vcpus"), "vcpus is 0; leave the key out when it is not published");
    check_total(k, t);
    check_disputes(k, &type_schema, t->disputed);
}

static void check_family(const struct checker *k, const struct family *f)
{
    const struct chip *chip = f->chip.record;
    check_sources(k, &f->record, f->sources, "family");
    check_disputes(k, record_schema(RECORD_family), f->disputed);
    if (f->interconnect == INTERCONNECT_NVLINK && f->nvlink.state == NUM_NONE)
        diag_error(k->diag, record_place(&f->record, "nvlink"), "nvlink is none, but the interconnect is nvlink");
    if (f->kind != FAMILY_VGPU && chip && num_known(chip->memory) && num_known(f->gpu_memory) &&
        chip->memory.value != f->gpu_memory.value && !num_known(chip->gpus_per_board))
        diag_error(k->diag, record_place(&f->record, "gpu_memory"),
                   "gpu_memory is %" STR_FMT ", but the chip %" STR_FMT " has %" STR_FMT,
                   STR_ARG(num_text(k, f->gpu_memory.value, UNIT_GB)), STR_ARG(chip->record.id),
                   STR_ARG(num_text(k, chip->memory.value, UNIT_GB)));
    if (num_known(f->reading) && !f->reading_source.record)
        diag_error(k->diag, record_place(&f->record, "reading"), "a reading needs reading_source");
}

static void check_name(const struct checker *k, const struct name *n)
{
    static const enum record_kind kinds[] = {RECORD_family, RECORD_type};
    for (size_t i = 0; i < 2; i++) {
        const struct record *r = catalog_find(k->c, kinds[i], n->record.id);
        if (!r)
            continue;
        diag_error(k->diag, record_place(&n->record, "id"), "%" STR_FMT " is a %s of the catalogue, so it cannot be a name without record",
                   STR_ARG(n->record.id), record_kind_name(kinds[i]));
        diag_note(k->diag, record_place(r, "id"), "the record is here");
    }
    if (n->trace == NAME_UNLISTED)
        check_sources(k, &n->record, n->sources, "name");
}

static void check_scenario(const struct checker *k, const struct scenario *s)
{
    const struct type *t = s->answer.type.record;
    const struct family *f = s->answer.family.record;
    if (t->family != f)
        diag_error(k->diag, s->answer.type.at, "type %" STR_FMT " is not of the family %" STR_FMT, STR_ARG(t->record.id),
                   STR_ARG(f->record.id));
    if (f->chip.record != s->answer.chip.record)
        diag_error(k->diag, s->answer.chip.at, "the family %" STR_FMT " does not carry the chip %" STR_FMT,
                   STR_ARG(f->record.id), STR_ARG(s->answer.chip.id));
    if (s->need != NEED_REQUIREMENTS && s->workloads.n == 0)
        diag_error(k->diag, record_place(&s->record, "need"), "the need is computed, but there are no workloads");
    check_sources(k, &s->record, s->sources, "scenario");
}

static void check_model_record(const struct checker *k, const struct model *m)
{
    check_sources(k, &m->record, m->sources, "model");
    if (!num_known(m->arch.params_total))
        diag_error(k->diag, m->record.node->at, "model %" STR_FMT " has no params_total", STR_ARG(m->record.id));
    if (num_known(m->published.exact) != (m->published.exact_of != 0))
        diag_error(k->diag, m->published.record.node->at, "exact and exact_of stand together or not at all");
}

static void check_measured(const struct checker *k, const struct measured_type *m)
{
    const struct type *t = m->type.record;
    if (num_known(m->gpus) && num_known(t->gpus) && t->gpus.value >= 1 && m->gpus.value != t->gpus.value)
        diag_error(k->diag, record_place(&m->record, "gpus"), "measured with %" STR_FMT " GPUs, but %" STR_FMT " has %" STR_FMT,
                   STR_ARG(num_text(k, m->gpus.value, UNIT_COUNT)), STR_ARG(t->record.id),
                   STR_ARG(num_text(k, t->gpus.value, UNIT_SHARE)));
    check_sources(k, &m->record, m->sources, "measured type");
}

static void check_stack(const struct checker *k, const struct stack *s)
{
    struct sizing_workload w;
    sizing_workload_init(&w);
    workload_overlay(&s->switches.fields, &w);
    struct sizing_error err = check_workload(&w);
    if (err.reason != SIZING_OK)
        diag_error(k->diag, record_place(&s->record, "switches"), "%" STR_FMT, STR_ARG(sizing_error_text(k->c->arena, err)));
    check_sources(k, &s->record, s->sources, "stack");
}

static bool grows(const struct size_rate *rate)
{
    return num_known(rate->per_size);
}

static void check_volume(const struct checker *k, const struct volume *v)
{
    bool has_size = num_known(v->min_size) || num_known(v->max_size) || grows(&v->read) || grows(&v->write) || grows(&v->iops);
    if (has_size && !v->size_unit)
        diag_error(k->diag, v->record.node->at, "storage %" STR_FMT " has a size, so it needs size_unit", STR_ARG(v->record.id));
    check_sources(k, &v->record, v->sources, "volume");
}

static void check_loading_rate(const struct checker *k, const struct loading_rate *r)
{
    bool has_run = num_known(r->gpus) && r->gpus.value >= 1 && r->chip.record;
    if (r->role == LOADING_GPU && !has_run)
        diag_error(k->diag, record_place(&r->record, "role"), "a rate of GPUs needs gpus and chip");
    check_sources(k, &r->record, r->sources, "loading rate");
}

static void check_claim(const struct checker *k, const struct claim *c)
{
    if (c->verdict != VERDICT_CONFIRMED && text_empty(c->right))
        diag_error(k->diag, c->record.node->at, "claim %" STR_FMT " is not confirmed, so it needs what is right",
                   STR_ARG(c->record.id));
}

void catalog_check(const struct catalog *c, struct diag *diag)
{
    struct checker k = {c, diag};
    for (size_t i = 0; i < c->chips.n; i++)
        check_chip(&k, &c->chips.at[i]);
    for (size_t i = 0; i < c->families.n; i++)
        check_family(&k, &c->families.at[i]);
    for (size_t i = 0; i < c->types.n; i++)
        check_type(&k, &c->types.at[i]);
    for (size_t i = 0; i < c->models.n; i++)
        check_model_record(&k, &c->models.at[i]);
    for (size_t i = 0; i < c->names.n; i++)
        check_name(&k, &c->names.at[i]);
    for (size_t i = 0; i < c->scenarios.n; i++)
        check_scenario(&k, &c->scenarios.at[i]);
    for (size_t i = 0; i < c->measured_types.n; i++)
        check_measured(&k, &c->measured_types.at[i]);
    for (size_t i = 0; i < c->stacks.n; i++)
        check_stack(&k, &c->stacks.at[i]);
    for (size_t i = 0; i < c->volumes.n; i++)
        check_volume(&k, &c->volumes.at[i]);
    for (size_t i = 0; i < c->loading_rates.n; i++)
        check_loading_rate(&k, &c->loading_rates.at[i]);
    for (size_t i = 0; i < c->claims.n; i++)
        check_claim(&k, &c->claims.at[i]);
    for (size_t i = 0; i < c->prices.n; i++)
        check_sources(&k, &c->prices.at[i].record, c->prices.at[i].sources, "price");
    catalog_check_prices(c, diag);
    pitfall_check(c, diag);
}
