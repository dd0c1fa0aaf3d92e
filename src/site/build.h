/* Building the site: load, check, make every page, check them, and only then write. */
#ifndef SITE_BUILD_H
#define SITE_BUILD_H

#include "base/diag.h"

struct build_options {
    const char *const *catalogs; /* folders, later ones over earlier ones */
    size_t catalog_count;
    const char *content, *templates;
    const char *out;             /* NULL: check only */
    const char *base_url;        /* "" or an http(s) address that ends in '/' */
    const char *today;           /* YYYY-MM-DD that ages of prices are counted to; NULL: the newest day of the catalogue */
    int price_days;              /* prices older than this are stale */
    bool record_addresses;       /* bring addresses.txt of the first catalogue up to date */
};

struct build_report {
    size_t pages, files, bytes, written, removed, unchanged, assertions;
    char digest[16];
    size_t prices, stale_prices;
    char oldest_price[16], newest_price[16], price_today[16]; /* of no meaning without prices */
};

/* Reports everything through diag; false when anything was wrong, and then nothing was written. */
bool site_build(const struct build_options *options, struct build_report *report, struct diag *diag);

#endif
