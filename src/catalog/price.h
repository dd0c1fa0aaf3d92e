/* Prices of the catalogue: which rows may be compared, what they leave out, how old they are. No clock is read. */
#ifndef CATALOG_PRICE_H
#define CATALOG_PRICE_H

#include "catalog/catalog.h"

/* Older than this many days is stale, unless somebody says otherwise. */
#define PRICE_DAYS_MAX 90

/* Rows that may be compared: one region, one currency, the same cover. A type is at most once in a group. */
struct price_group {
    struct str region, currency;
    unsigned covers;           /* bit set of enum price_cover */
    const struct price **rows; /* in the order of the catalogue */
    size_t n;
    struct str oldest, newest; /* as_of */
};

struct price_groups {
    struct price_group *at; /* most rows first; then by region, currency, cover */
    size_t n;
};

/* All groups, in the arena. */
struct price_groups price_groups(const struct catalog *c, struct arena *arena);

/* The row of a type, or NULL. */
const struct price *price_find(const struct price_group *group, const struct type *type);

/* Bit set of what the row's amounts cover. */
unsigned price_covers(const struct price *price);

/* The day that ages are counted to: `today` where it is not empty, else the newest day that stands in the catalogue, of a price or
 * of the reading of a source; empty when there is none. */
struct str price_today(const struct catalog *c, struct str today);

/* True when the row is more than `days` days older than `today`; false without one. */
bool price_is_stale(const struct price *price, struct str today, int days);

/* A whole date, YYYY-MM-DD. */
bool price_is_day(struct str date);

/* Days between two dates YYYY-MM-DD, below 0 when `from` is later. */
long price_days_between(struct str from, struct str to);

/* Sets the amounts that the row gives; the others stay as they are. */
void price_to_sizing(const struct price *price, struct sizing_prices *out);

#endif
