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
    bool record_addresses;       /* bring addresses.txt of the first catalogue up to date */
};

struct build_report {
    size_t pages, files, bytes, written, removed, unchanged, assertions;
    char digest[16];
};

/* Reports everything through diag; false when anything was wrong, and then nothing was written. */
bool site_build(const struct build_options *options, struct build_report *report, struct diag *diag);

#endif
