/* What follows from the records. */
#include <math.h>

#include "base/list.h"
#include "catalog/internal.h"

struct smallest {
    double mib; /* 0: none yet */
    struct text where;
};

static void offer(struct smallest *s, double mib, struct text where)
{
    if (s->mib == 0 || mib < s->mib) {
        s->mib = mib;
        s->where = where;
    }
}

static struct text same_text(struct str s)
{
    return (struct text){{s, s}};
}

static bool is_whole_gpu(const struct type *t)
{
    return num_known(t->gpus) && t->gpus.value >= 1 && t->family->kind != FAMILY_VGPU;
}

/* The smallest of all published readings of the whole card: the chip's own, its families' and measured ones. */
static struct smallest smallest_reading(const struct catalog *c, const struct chip *chip)
{
    struct smallest s = {0};
    const struct reading *readings = chip->readings.at;
    for (size_t i = 0; i < chip->readings.n; i++)
        offer(&s, readings[i].memory.value, readings[i].where);
    for (size_t i = 0; i < chip->families.n; i++) {
        const struct family *f = chip->families.at[i].record;
        if (num_known(f->reading) && f->kind != FAMILY_VGPU)
            offer(&s, f->reading.value, same_text(f->record.id));
    }
    for (size_t i = 0; i < c->measured_types.n; i++) {
        const struct measured_type *m = &c->measured_types.at[i];
        const struct type *t = m->type.record;
        if (type_chip(t) == chip && is_whole_gpu(t))
            offer(&s, m->memory.value, same_text(t->record.id));
    }
    for (size_t i = 0; i < c->measured_cards.n; i++)
        if (c->measured_cards.at[i].chip.record == chip)
            offer(&s, c->measured_cards.at[i].memory.value, same_text(c->measured_cards.at[i].product));
    return s;
}

/* Whole MiB, rounded down: the figure stands for a driver reading. */
static struct num less_margin(double mib)
{
    return NUM(floor(mib * (1 - SOLD_SIZE_MARGIN)));
}

static void derive_chip(struct catalog *c, struct chip *chip)
{
    chip->has_inferred = chip->inferred.record.node != NULL;
    chip->has_unchecked = chip->unchecked.record.node != NULL;
    struct smallest s = smallest_reading(c, chip);
    if (s.mib > 0) {
        chip->usable = chip->reading = NUM(s.mib);
        chip->usable_where = s.where;
    } else if (num_known(chip->memory)) {
        chip->usable = less_margin(chip->memory.value * MIB_PER_GB);
    }
}

/* A share of a card: its own reading if there is one, else what is sold, less the margin. The API's GiB of a share are read
 * as 10^9 bytes: they are the sold size under another name, and drivers report less. */
static void derive_share(struct type *t)
{
    if (t->measured) {
        t->usable = t->measured->memory;
        t->usable_where = same_text(t->record.id);
    } else if (num_known(t->gpu_memory_total)) {
        t->usable = less_margin(t->gpu_memory_total.value * MIB_PER_GB);
    } else if (num_known(t->api_gpu_memory)) {
        t->usable = less_margin(t->api_gpu_memory.value * MIB_PER_GB);
    }
}

static void derive_type(struct type *t)
{
    const struct chip *chip = type_chip(t);
    if (is_whole_gpu(t) && chip) {
        t->usable = chip->usable;
        t->usable_where = chip->usable_where;
    } else {
        derive_share(t);
    }
}

static void link_types(struct catalog *c)
{
    for (size_t i = 0; i < c->families.n; i++) {
        struct family *f = &c->families.at[i];
        const struct type *own = f->type_records.at;
        f->types = ARENA_ARRAY(c->arena, f->type_records.n, const struct type *);
        for (size_t j = 0; j < f->type_records.n; j++) {
            const struct type *t = catalog_find(c, RECORD_type, own[j].record.id);
            if (t)
                f->types[f->type_count++] = t;
        }
    }
    for (size_t i = 0; i < c->measured_types.n; i++) {
        struct type *t = &c->types.at[(const struct type *)c->measured_types.at[i].type.record - c->types.at];
        if (!t->measured || c->measured_types.at[i].memory.value < t->measured->memory.value)
            t->measured = &c->measured_types.at[i];
    }
}

static void link_families(struct catalog *c)
{
    for (size_t i = 0; i < c->chips.n; i++) {
        LIST(struct ref) families = {0};
        for (size_t j = 0; j < c->families.n; j++)
            if (c->families.at[j].chip.record == &c->chips.at[i])
                *LIST_ADD(&families, c->arena) = (struct ref){c->families.at[j].record.id, &c->families.at[j], {0}};
        c->chips.at[i].families = (struct ref_list){families.at, families.n};
    }
}

static void derive_workload(struct workload *w)
{
    const struct stack *stack = w->stack.record;
    sizing_workload_init(&w->sizing);
    if (stack)
        workload_overlay(&stack->switches.fields, &w->sizing);
    workload_overlay(&w->fields, &w->sizing);
}

void catalog_derive(struct catalog *c)
{
    link_types(c);
    link_families(c);
    for (size_t i = 0; i < c->chips.n; i++)
        derive_chip(c, &c->chips.at[i]);
    for (size_t i = 0; i < c->types.n; i++)
        derive_type(&c->types.at[i]);
    for (size_t i = 0; i < c->models.n; i++)
        model_to_sizing(&c->models.at[i].arch, &c->models.at[i].vision, &c->models.at[i].sizing);
    for (size_t i = 0; i < c->scenarios.n; i++) {
        struct workload *w = c->scenarios.at[i].workloads.at;
        for (size_t j = 0; j < c->scenarios.at[i].workloads.n; j++)
            derive_workload(&w[j]);
    }
}
