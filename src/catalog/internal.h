/* Steps of catalog_load, a file each. */
#ifndef CATALOG_INTERNAL_H
#define CATALOG_INTERNAL_H

#include "catalog/catalog.h"

/* Points every reference at its record; reports dangling ones, except those to a kind of which a file could not be read: its
 * record may well be there. */
void catalog_resolve(struct catalog *c, const bool incomplete[RECORD_KIND_COUNT], struct diag *diag);
/* Fills in what follows from the records: types of families, families of chips, usable memory, sizing structs. */
void catalog_derive(struct catalog *c);
/* Rules between records and fields. */
void catalog_check(const struct catalog *c, struct diag *diag);
/* The rules of prices, a part of the above. */
void catalog_check_prices(const struct catalog *c, struct diag *diag);
/* Digest of every record and of all. */
void catalog_digest(struct catalog *c);

#endif
