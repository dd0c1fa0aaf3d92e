/* Prices on pages: a page of all, the section of a type, and columns for tables of types. A site without prices has none of it. */
#ifndef PAGE_PRICES_H
#define PAGE_PRICES_H

#include "page/page.h"

/* The rows that a table of types compares: the largest group of the catalogue; NULL without prices. */
const struct price_group *price_group_shown(const struct page *p);

/* One column for each way of paying that the group has an amount for; nothing without prices. */
void price_columns(struct page *p, struct tdict *table);
/* The cells of a type under these columns, with a mark on an old amount. */
void price_cells(struct page *p, struct tdict *row, const struct type *type);
/* A paragraph below the table: region, cover, what is not in the amounts, oldest and newest day, how many are stale. */
void price_legend(struct page *p);

/* The prices of a type as a table; false, and nothing, when there are none. */
bool price_table(struct page *p, const struct type *type);

/* The page of all prices, a table for each group. */
void page_prices(struct page *p, const void *subject);

#endif
