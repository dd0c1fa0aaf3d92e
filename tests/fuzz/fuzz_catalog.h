/* A catalogue for the harnesses that need one: loaded once, kept. */
#ifndef FUZZ_FUZZ_CATALOG_H
#define FUZZ_FUZZ_CATALOG_H

#include <stdlib.h>

#include "catalog/catalog.h"
#include "fuzz.h"

static inline struct catalog *fuzz_catalog(const char *folder)
{
    struct arena *lasting = arena_new();
    struct diag *diag = diag_new(stderr, DIAG_TEXT, false);
    struct catalog *c = catalog_load(&folder, 1, lasting, diag);
    diag_finish(diag);
    diag_free(diag);
    if (!c)
        abort();
    return c;
}

#endif
