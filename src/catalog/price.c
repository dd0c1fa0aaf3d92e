/* Grouping prices, telling their age. */
#include "catalog/price.h"

#include <stdlib.h>

#include "base/list.h"

/* ---- days */

static long number_at(struct str s, size_t from, size_t to)
{
    long n = 0;
    for (size_t i = from; i < to; i++)
        n = n * 10 + (s.p[i] - '0');
    return n;
}

/* Days since 0000-03-01 in the Gregorian calendar: with years that begin in March the leap day is the last. */
static long day_number(struct str date)
{
    long year = number_at(date, 0, 4), month = number_at(date, 5, 7), day = number_at(date, 8, 10);
    if (month < 3)
        year--;
    long in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    return 365 * year + year / 4 - year / 100 + year / 400 + in_year;
}

long price_days_between(struct str from, struct str to)
{
    return day_number(to) - day_number(from);
}

bool price_is_day(struct str date)
{
    return date.n == sizeof "YYYY-MM-DD" - 1 && schema_is_date(date);
}

static void keep_later(struct str *latest, struct str date)
{
    if (price_is_day(date) && (latest->n == 0 || str_cmp(date, *latest) > 0))
        *latest = date;
}

struct str price_today(const struct catalog *c, struct str today)
{
    struct str latest = today;
    if (today.n)
        return today;
    for (size_t i = 0; i < c->prices.n; i++)
        keep_later(&latest, c->prices.at[i].as_of);
    for (size_t i = 0; i < c->sources.n; i++)
        keep_later(&latest, c->sources.at[i].read);
    return latest;
}

bool price_is_stale(const struct price *price, struct str today, int days)
{
    return today.n && price_days_between(price->as_of, today) > days;
}

/* ---- groups */

unsigned price_covers(const struct price *price)
{
    unsigned bits = 0;
    for (size_t i = 0; i < price->covers.n; i++)
        bits |= 1u << (unsigned)price->covers.at[i].value;
    return bits;
}

static bool is_of_group(const struct price *p, const struct price_group *g)
{
    return str_eq(p->region, g->region) && str_eq(p->currency, g->currency) && price_covers(p) == g->covers;
}

static int by_size(const void *a, const void *b)
{
    const struct price_group *x = a, *y = b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    int order = str_cmp(x->region, y->region);
    if (order == 0)
        order = str_cmp(x->currency, y->currency);
    return order ? order : (x->covers > y->covers) - (x->covers < y->covers);
}

static void add_row(struct price_group *g, const struct price *p)
{
    g->rows[g->n++] = p;
    keep_later(&g->newest, p->as_of);
    if (g->oldest.n == 0 || str_cmp(p->as_of, g->oldest) < 0)
        g->oldest = p->as_of;
}

struct price_groups price_groups(const struct catalog *c, struct arena *arena)
{
    LIST(struct price_group) groups = {0};
    for (size_t i = 0; i < c->prices.n; i++) {
        const struct price *p = &c->prices.at[i];
        size_t g = 0;
        while (g < groups.n && !is_of_group(p, &groups.at[g]))
            g++;
        if (g == groups.n)
            *LIST_ADD(&groups, arena) = (struct price_group){.region = p->region, .currency = p->currency, .covers = price_covers(p),
                                                             .rows = ARENA_ARRAY(arena, c->prices.n, const struct price *)};
        add_row(&groups.at[g], p);
    }
    if (groups.n)
        qsort(groups.at, groups.n, sizeof *groups.at, by_size);
    return (struct price_groups){groups.at, groups.n};
}

const struct price *price_find(const struct price_group *group, const struct type *type)
{
    for (size_t i = 0; i < group->n; i++)
        if (group->rows[i]->type.record == type)
            return group->rows[i];
    return NULL;
}

void price_to_sizing(const struct price *price, struct sizing_prices *out)
{
    const struct {
        struct num from;
        double *to;
    } rows[] = {
        {price->price_hour, &out->price_hour},   {price->subscription_month, &out->subscription_month},
        {price->reserved_month, &out->reserved_month}, {price->plan_hour, &out->plan_hour},
        {price->plan_discount, &out->plan_discount}, {price->spot_hour, &out->spot_hour},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (num_known(rows[i].from))
            *rows[i].to = rows[i].from.value;
}
