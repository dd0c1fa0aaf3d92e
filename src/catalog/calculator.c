/* States of the calculator. */
#include "catalog/calculator.h"

#include "base/number.h"
#include "catalog/address.h"
#include "sizing/names.h"

static void put_key(struct buf *b, const char *key)
{
    buf_printf(b, "%c%s=", str_find_char(buf_str(b), '?') == b->n ? '?' : '&', key);
}

static void put_id(struct buf *b, const char *key, struct str id)
{
    put_key(b, key);
    buf_put(b, id);
}

static void put_slot(struct buf *b, const struct sizing_field *f, double value)
{
    const char *spelling = names_value(f->kind, (int)value);
    put_key(b, f->id);
    if (names_value_count(f->kind) && spelling)
        buf_puts(b, spelling);
    else
        number_trimmed(b, value, 9);
}

static void put_workload(struct buf *b, const struct calculator_state *s)
{
    struct sizing_workload base;
    sizing_workload_init(&base);
    if (s->stack)
        workload_overlay(&s->stack->switches.fields, &base);
    const double *from = (const double *)&base, *to = (const double *)s->workload;
    for (int slot = 0; slot < SIZING_WORKLOAD_SLOTS; slot++)
        if (to[slot] != from[slot])
            put_slot(b, names_field(SIZING_GROUP_workload, slot), to[slot]);
}

static void put_requirements(struct buf *b, const struct requirements *q)
{
    static const char *const links[] = {NULL, "pcie", "pcie_switch", "nvlink", "nvswitch"};
    if (q->bf16 == TRI_TRUE)
        put_id(b, "bf16", S("1"));
    if (q->fp8 == TRI_TRUE)
        put_id(b, "fp8", S("1"));
    if (q->erdma == TRI_TRUE)
        put_id(b, "erdma", S("1"));
    for (size_t i = 0; i < q->interconnect.n; i++) {
        if (i == 0)
            put_key(b, "interconnect");
        buf_printf(b, "%s%s", i ? "," : "", links[(int)q->interconnect.at[i].value]);
    }
    if (num_known(q->min_gpus)) {
        put_key(b, "min_gpus");
        number_trimmed(b, q->min_gpus.value, 0);
    }
}

/* The end, which a cut link lacks: a link of the site itself is about whatever facts the site has. */
static struct str take(struct arena *arena, struct buf *b)
{
    put_key(b, "catalog");
    buf_puts(b, "latest");
    return arena_take(arena, b);
}

struct str calculator_address(struct arena *arena, enum lang lang, const struct calculator_state *s)
{
    struct buf b = {0};
    buf_put(&b, address_page(arena, lang, "calculator"));
    if (s->model)
        put_id(&b, "model", s->model->record.id);
    if (s->stack)
        put_id(&b, "stack", s->stack->record.id);
    if (s->workload)
        put_workload(&b, s);
    if (s->requirements)
        put_requirements(&b, s->requirements);
    if (s->on)
        put_id(&b, "on", s->on->record.id);
    if (s->type)
        put_id(&b, "type", s->type->record.id);
    return take(arena, &b);
}

struct str calculator_address_of_query(struct arena *arena, enum lang lang, struct str model, struct str query)
{
    struct buf b = {0};
    buf_put(&b, address_page(arena, lang, "calculator"));
    put_id(&b, "model", model);
    if (query.n)
        buf_printf(&b, "&%" STR_FMT, STR_ARG(query));
    return take(arena, &b);
}
