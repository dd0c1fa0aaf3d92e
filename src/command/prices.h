/* What a machine of each type costs: typed by the user. */
#ifndef COMMAND_PRICES_H
#define COMMAND_PRICES_H

#include "base/arena.h"
#include "command/workload_options.h"
#include "sizing/cost.h"

struct price_table {
    struct sizing_prices *of_type; /* in the order of catalog->types; NULL when no price is known */
    struct str currency;           /* empty: not said */
};

/* Prices of the options. Says what is wrong, by the option's name, on stderr and returns false: a type that is not in the
 * catalogue or, where `only` is not NULL, another than that; an amount outside its range; a price of a machine without a type
 * while `only` is NULL. */
bool price_table_fill(const struct workload_options *o, const struct catalog *c, const struct type *only, struct arena *arena,
                      struct price_table *out);

/* True when the table gives a price of a machine of this type. */
bool price_table_has(const struct price_table *table, const struct catalog *c, const struct type *type);

#endif
