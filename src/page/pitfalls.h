/* Pitfalls on the pages where their rules hold. */
#ifndef PAGE_PITFALLS_H
#define PAGE_PITFALLS_H

#include "catalog/pitfall.h"
#include "page/page.h"

/* Heading and a callout for each pitfall that holds for one of the subjects; nothing when none does. */
void page_pitfall_section(struct page *p, const struct pitfall_subject *subjects, size_t n);

#endif
