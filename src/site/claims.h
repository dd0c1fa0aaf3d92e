/* The claims ledger against the finished pages. */
#ifndef SITE_CLAIMS_H
#define SITE_CLAIMS_H

#include "catalog/catalog.h"
#include "site/output.h"

/* Every claim names a page that treats it (`covers`), and that page links back to the claim, in both languages. */
void site_check_claims(const struct catalog *c, const struct outputs *out, struct diag *diag);

#endif
