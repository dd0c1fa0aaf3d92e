/* The rules of prices: what a row must say so that nobody takes a part, an old or a foreign amount for the price. */
#include "catalog/internal.h"
#include "catalog/price.h"

static const char *const amounts[] = {"price_hour", "subscription_month", "reserved_month", "plan_hour", "spot_hour"};

static struct num amount_of(const struct price *p, const char *key)
{
    return *(const struct num *)field_at(schema_find(record_schema(RECORD_price), str_from(key)), p);
}

static void check_amounts(const struct price *p, struct diag *diag)
{
    bool any = false;
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        struct num n = amount_of(p, amounts[i]);
        any = any || num_known(n);
        if (num_known(n) && n.value <= 0)
            diag_error(diag, record_place(&p->record, amounts[i]), "%s must be above 0; leave out what is not known", amounts[i]);
    }
    if (!any)
        diag_error(diag, p->record.node->at, "price %" STR_FMT " gives no amount", STR_ARG(p->record.id));
}

static void check_plan(const struct price *p, struct diag *diag)
{
    bool has_plan = num_known(p->plan_hour), has_discount = num_known(p->plan_discount);
    if (has_discount && (p->plan_discount.value <= 0 || p->plan_discount.value >= 1))
        diag_error(diag, record_place(&p->record, "plan_discount"), "plan_discount is a share between 0 and 1; write 0.4 for 40 %%");
    if (has_plan != has_discount || (has_plan && !num_known(p->price_hour)))
        diag_error(diag, record_place(&p->record, has_plan ? "plan_hour" : "plan_discount"),
                   "a savings plan needs plan_hour, plan_discount and the price_hour that the discount is on");
}

static bool is_currency(struct str s)
{
    bool all = s.n == 3;
    for (size_t i = 0; i < s.n; i++)
        all = all && s.p[i] >= 'A' && s.p[i] <= 'Z';
    return all;
}

static void check_context(const struct price *p, struct diag *diag)
{
    if (!is_currency(p->currency))
        diag_error(diag, record_place(&p->record, "currency"), "currency \"%" STR_FMT "\" is not three capital letters such as CNY",
                   STR_ARG(p->currency));
    if (!schema_is_id(p->region))
        diag_error(diag, record_place(&p->record, "region"), "region \"%" STR_FMT "\" is not an id such as cn-hangzhou",
                   STR_ARG(p->region));
    if (!price_is_day(p->as_of))
        diag_error(diag, record_place(&p->record, "as_of"), "as_of \"%" STR_FMT "\" is not a day; write YYYY-MM-DD", STR_ARG(p->as_of));
    if (p->covers.n == 0)
        diag_error(diag, record_place(&p->record, "covers"),
                   "price %" STR_FMT " covers nothing; name what is in the amount: instance, gpu, system_disk", STR_ARG(p->record.id));
}

/* Aggregators and reports are no source of an amount that people pay. */
static void check_source_kinds(const struct price *p, struct diag *diag)
{
    static const char *const kinds[] = {"", "official", "vendor", "measured", "secondary"};
    for (size_t i = 0; i < p->sources.n; i++) {
        const struct source_record *s = p->sources.at[i].source.record;
        if (s && s->kind != SOURCE_OFFICIAL)
            diag_error(diag, record_place(&p->record, "sources"), "a price needs official sources, and %" STR_FMT " is %s",
                       STR_ARG(s->record.id), kinds[s->kind]);
    }
}

static bool is_same(const struct price *a, const struct price *b)
{
    return a->type.record == b->type.record && str_eq(a->region, b->region) && str_eq(a->currency, b->currency) &&
           price_covers(a) == price_covers(b);
}

static void check_twice(const struct catalog *c, size_t i, struct diag *diag)
{
    const struct price *p = &c->prices.at[i];
    for (size_t k = 0; k < i; k++) {
        if (!is_same(p, &c->prices.at[k]))
            continue;
        diag_error(diag, p->record.node->at,
                   "%" STR_FMT " is a second price of %" STR_FMT " in the same region and currency with the same cover; keep the newer one",
                   STR_ARG(p->record.id), STR_ARG(p->type.id));
        diag_note(diag, c->prices.at[k].record.node->at, "the other is here");
        return;
    }
}

void catalog_check_prices(const struct catalog *c, struct diag *diag)
{
    for (size_t i = 0; i < c->prices.n; i++) {
        const struct price *p = &c->prices.at[i];
        check_amounts(p, diag);
        check_plan(p, diag);
        check_context(p, diag);
        check_source_kinds(p, diag);
        check_twice(c, i, diag);
    }
}
