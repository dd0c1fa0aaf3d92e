/* /data: the records as JSON and CSV. */
#ifndef SITE_EXPORTS_H
#define SITE_EXPORTS_H

#include "catalog/catalog.h"
#include "site/output.h"

/* Adds data/<kind>.json and .csv for every kind of record. Each row names the digest of the whole catalogue. */
void site_make_exports(const struct catalog *c, struct outputs *out, struct diag *diag);

#endif
