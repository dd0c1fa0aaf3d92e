/* References of the guidance language: cross links, computed values, assertions. */
#ifndef GUIDE_REFERENCE_H
#define GUIDE_REFERENCE_H

#include "guide/book.h"

/* Callbacks of the Markdown pass; ctx is a struct guide_place. */
bool reference_resolve(void *ctx, const struct guide_ref *ref, struct guide_target *target);
bool reference_is_known_name(void *ctx, struct str name);

#endif
