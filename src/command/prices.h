/* What a machine of each type costs: typed by the user, and from the price lists of the catalogue. */
#ifndef COMMAND_PRICES_H
#define COMMAND_PRICES_H

#include "base/arena.h"
#include "catalog/price.h"
#include "command/workload_options.h"
#include "sizing/cost.h"

struct price_table {
    struct sizing_prices *of_type;  /* in the order of catalog->types; NULL when no price is known */
    struct str currency;            /* empty: not said */
    const struct price_group *group; /* rows of the catalogue that are used, or NULL */
    const struct price **rows;      /* the row of a type, or NULL; in the order of catalog->types, NULL without a group */
    size_t left_out;                /* prices of the catalogue in another region, currency or cover */
    size_t stale;                   /* rows of the group that are */
    struct str today;
    int days;                       /* older than this is stale */
};

/* Prices of the catalogue, of the one group that --region and --currency choose or else the largest, and those of the options over
 * them. With a price of a machine among the options and without --currency the catalogue's are left out: they might be in another
 * currency. Says what is wrong, by the option's name, on stderr and returns false: a type that is not in the catalogue or, where
 * `only` is not NULL, another than that; an amount outside its range; a price of a machine without a type while `only` is NULL; a
 * region or currency without prices. */
bool price_table_fill(const struct workload_options *o, const struct catalog *c, const struct type *only, struct arena *arena,
                      struct price_table *out);

/* True when the table gives a price of a machine of this type. */
bool price_table_has(const struct price_table *table, const struct catalog *c, const struct type *type);

/* True when the amounts of a type rest on a row of the catalogue that is stale. */
bool price_table_is_stale(const struct price_table *table, size_t type);

/* Prints what the prices of the catalogue are, a line or two; nothing without them. `only`: the row of the one type that is spoken
 * of, or NULL for all. */
void price_table_put(const struct price_table *table, const struct price *only);
/* Appends one JSON object, or null without prices of the catalogue. */
void price_table_json(struct buf *out, const struct price_table *table);

#endif
