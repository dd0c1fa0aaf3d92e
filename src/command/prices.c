/* Prices of the options and of the catalogue, type by type. */
#include "command/prices.h"

#include <stdio.h>

#include "base/escape.h"
#include "base/suggest.h"
#include "command/fields.h"

/* ---- prices of the options */

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

/* ---- prices of the catalogue */

static bool types_amounts(const struct workload_options *o)
{
    for (size_t i = 0; i < o->price_count; i++)
        if (is_of_machine(o->prices[i].slot))
            return true;
    return false;
}

static bool is_chosen(const struct workload_options *o, const struct price_group *g)
{
    return (!o->region || str_eq_c(g->region, o->region)) && (!o->currency || str_eq_c(g->currency, o->currency));
}

/* No group is wrong when it was asked for by region, or by currency with nothing typed that is in it. */
static bool refuse_group(const struct workload_options *o, const struct price_groups *groups)
{
    bool is_region = o->region != NULL;
    struct suggestion near = suggest_begin(str_from(is_region ? o->region : o->currency));
    for (size_t i = 0; i < groups->n; i++)
        suggest_offer(&near, is_region ? groups->at[i].region : groups->at[i].currency);
    fprintf(stderr, "chipfirst: --%s: the catalogue has no prices of \"%s\"", is_region ? "region" : "currency",
            is_region ? o->region : o->currency);
    if (is_region && o->currency)
        fprintf(stderr, " in %s", o->currency);
    if (near.best.n)
        fprintf(stderr, "; did you mean %" STR_FMT "?", STR_ARG(near.best));
    fputc('\n', stderr);
    return false;
}

static bool choose_group(const struct workload_options *o, const struct catalog *c, struct arena *arena, struct price_table *out)
{
    struct price_groups groups = price_groups(c, arena);
    size_t g = 0;
    bool is_typed = types_amounts(o);
    if (is_typed && !o->currency && !o->region)
        g = groups.n;
    while (g < groups.n && !is_chosen(o, &groups.at[g]))
        g++;
    for (size_t i = 0; i < groups.n; i++)
        out->left_out += i == g ? 0 : groups.at[i].n;
    if (g < groups.n)
        out->group = &groups.at[g];
    else if (o->region || (o->currency && groups.n && !is_typed))
        return refuse_group(o, &groups);
    return true;
}

static void take_rows(const struct catalog *c, struct arena *arena, struct price_table *out)
{
    const struct price_group *g = out->group;
    out->rows = ARENA_ARRAY(arena, c->types.n, const struct price *);
    for (size_t i = 0; i < g->n; i++) {
        size_t type = (size_t)((const struct type *)g->rows[i]->type.record - c->types.at);
        out->rows[type] = g->rows[i];
        out->stale += price_is_stale(g->rows[i], out->today, out->days);
        price_to_sizing(g->rows[i], &out->of_type[type]);
    }
    if (out->currency.n == 0)
        out->currency = g->currency;
}

/* ---- both */

/* What is said of one type overrides what is said of all. */
static void take_typed(const struct workload_options *o, const struct type *type, struct sizing_prices *out)
{
    for (int own = 0; own < 2; own++)
        for (size_t i = 0; i < o->price_count; i++)
            if ((o->prices[i].type.n > 0) == own && is_for(&o->prices[i], type))
                ((double *)out)[o->prices[i].slot] = o->prices[i].amount;
}

bool price_table_fill(const struct workload_options *o, const struct catalog *c, const struct type *only, struct arena *arena,
                      struct price_table *out)
{
    *out = (struct price_table){.currency = o->currency ? str_from(o->currency) : S(""), .days = o->price_days};
    out->today = price_today(c, o->today ? str_from(o->today) : S(""));
    for (size_t i = 0; i < o->price_count; i++)
        if (!check_type(&o->prices[i], c, only) || !check(&o->prices[i]))
            return false;
    if (!choose_group(o, c, arena, out))
        return false;
    if (!types_amounts(o) && !out->group)
        return true;
    out->of_type = ARENA_ARRAY(arena, c->types.n, struct sizing_prices);
    for (size_t t = 0; t < c->types.n; t++)
        sizing_prices_init(&out->of_type[t]);
    if (out->group)
        take_rows(c, arena, out);
    for (size_t t = 0; t < c->types.n; t++)
        take_typed(o, &c->types.at[t], &out->of_type[t]);
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

bool price_table_is_stale(const struct price_table *table, size_t type)
{
    const struct price *row = table->rows ? table->rows[type] : NULL;
    return row && price_is_stale(row, table->today, table->days);
}

/* ---- texts */

/* The names of what is covered, or of what is not, each between `quote`s. */
static void put_covers(struct buf *out, unsigned covers, bool wanted, const char *quote)
{
    const struct field *f = schema_find(record_schema(RECORD_price), S("covers"));
    const char *separator = "";
    for (int i = COVER_INSTANCE; i <= COVER_SYSTEM_DISK; i++) {
        if ((covers >> (unsigned)i & 1u) != wanted)
            continue;
        buf_printf(out, "%s%s%" STR_FMT "%s", separator, quote, STR_ARG(field_enum_name(f, i)), quote);
        separator = ", ";
    }
}

static void put_group(const struct price_group *g, struct str oldest, struct str newest)
{
    struct buf covered = {0}, missing = {0};
    put_covers(&covered, g->covers, true, "");
    put_covers(&missing, g->covers, false, "");
    printf("Prices of the catalogue: %" STR_FMT ", %" STR_FMT ", for %" STR_FMT "%s%" STR_FMT "; as of %" STR_FMT, STR_ARG(g->region),
           STR_ARG(g->currency), STR_ARG(buf_str(&covered)), missing.n ? "; not in them: " : "", STR_ARG(buf_str(&missing)), STR_ARG(oldest));
    if (str_eq(oldest, newest))
        putchar('\n');
    else
        printf(" to %" STR_FMT "\n", STR_ARG(newest));
    buf_free(&covered);
    buf_free(&missing);
}

void price_table_put(const struct price_table *table, const struct price *only)
{
    const struct price_group *g = table->group;
    if (g)
        put_group(g, only ? only->as_of : g->oldest, only ? only->as_of : g->newest);
    if (only && price_is_stale(only, table->today, table->days))
        printf("Stale: more than %d days old on %" STR_FMT "\n", table->days, STR_ARG(table->today));
    else if (!only && table->stale)
        printf("Stale, marked *: %zu of them, more than %d days old on %" STR_FMT "\n", table->stale, table->days,
               STR_ARG(table->today));
    if (table->left_out)
        printf("Left out: %zu price%s of the catalogue %s\n", table->left_out, table->left_out == 1 ? "" : "s",
               g ? "in another region, currency or cover" : "that may be in another currency than those typed; see --currency");
}

void price_table_json(struct buf *out, const struct price_table *table)
{
    const struct price_group *g = table->group;
    if (!g) {
        buf_puts(out, "null");
        return;
    }
    buf_puts(out, "{\"region\": ");
    escape_json_string(out, g->region);
    buf_puts(out, ", \"currency\": ");
    escape_json_string(out, g->currency);
    buf_puts(out, ", \"covers\": [");
    put_covers(out, g->covers, true, "\"");
    buf_puts(out, "], \"not_covered\": [");
    put_covers(out, g->covers, false, "\"");
    buf_printf(out, "], \"oldest\": \"%" STR_FMT "\", \"newest\": \"%" STR_FMT "\", ", STR_ARG(g->oldest), STR_ARG(g->newest));
    buf_printf(out, "\"today\": \"%" STR_FMT "\", \"stale\": %zu, \"left_out\": %zu}", STR_ARG(table->today), table->stale,
               table->left_out);
}
