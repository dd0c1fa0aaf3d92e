/* Prices of the options, type by type. */
#include "command/prices.h"

#include <stdio.h>

#include "command/fields.h"

/* Prices of a machine, which differ from type to type; the others describe the job or the way of paying. */
static bool is_of_machine(int slot)
{
    return slot == SIZING_PRICE_price_hour || slot == SIZING_PRICE_subscription_month || slot == SIZING_PRICE_reserved_month
           || slot == SIZING_PRICE_plan_hour || slot == SIZING_PRICE_spot_hour;
}

static void option_name(char name[FIELD_NAME_MAX], const struct given_price *p)
{
    field_option_name(name, p->name);
}

/* The range of a single amount, as cost_estimate sees it. */
static bool check(const struct given_price *p)
{
    struct sizing_prices prices;
    struct cost_job job = {.machines = 1};
    struct cost_estimate out;
    char name[FIELD_NAME_MAX];
    sizing_prices_init(&prices);
    ((double *)&prices)[p->slot] = p->amount;
    struct sizing_error error = cost_estimate(&prices, &job, &out);
    option_name(name, p);
    if (error.reason == SIZING_OK && is_of_machine(p->slot) && p->amount == 0)
        error.reason = SIZING_REASON_must_be_positive;
    if (error.reason != SIZING_OK)
        field_refuse(name, error.reason);
    return error.reason == SIZING_OK;
}

static bool is_for(const struct given_price *p, const struct type *t)
{
    return p->type.n == 0 || str_eq(p->type, t->record.id);
}

static bool check_type(const struct given_price *p, const struct catalog *c, const struct type *only)
{
    char name[FIELD_NAME_MAX];
    option_name(name, p);
    if (p->type.n == 0 && (only || !is_of_machine(p->slot)))
        return true;
    if (p->type.n == 0) {
        fprintf(stderr, "chipfirst: --%s: of which type? write --%s TYPE=AMOUNT\n", name, name);
        return false;
    }
    const struct type *t = workload_options_find(c, RECORD_type, name, p->type);
    if (!t || !only || t == only)
        return t != NULL;
    fprintf(stderr, "chipfirst: --%s: %" STR_FMT " is not the type of --on\n", name, STR_ARG(p->type));
    return false;
}

bool price_table_fill(const struct workload_options *o, const struct catalog *c, const struct type *only, struct arena *arena,
                      struct price_table *out)
{
    *out = (struct price_table){.currency = o->currency ? str_from(o->currency) : S("")};
    for (size_t i = 0; i < o->price_count; i++)
        if (!check_type(&o->prices[i], c, only) || !check(&o->prices[i]))
            return false;
    if (o->price_count == 0)
        return true;
    out->of_type = ARENA_ARRAY(arena, c->types.n, struct sizing_prices);
    for (size_t t = 0; t < c->types.n; t++) {
        sizing_prices_init(&out->of_type[t]);
        for (int own = 0; own < 2; own++) /* what is said of one type overrides what is said of all */
            for (size_t i = 0; i < o->price_count; i++)
                if ((o->prices[i].type.n > 0) == own && is_for(&o->prices[i], &c->types.at[t]))
                    ((double *)&out->of_type[t])[o->prices[i].slot] = o->prices[i].amount;
    }
    return true;
}

bool price_table_has(const struct price_table *table, const struct catalog *c, const struct type *type)
{
    if (!table->of_type)
        return false;
    const double *slots = (const double *)&table->of_type[type - c->types.at];
    for (int slot = 0; slot < SIZING_PRICE_SLOTS; slot++)
        if (is_of_machine(slot) && slots[slot] > 0)
            return true;
    return false;
}
