/* Pitfalls on the pages where their rules hold. */
#ifndef PAGE_PITFALLS_H
#define PAGE_PITFALLS_H

#include "catalog/pitfall.h"
#include "page/page.h"

/* Heading and a callout a pitfall; nothing when none holds. */
void page_pitfall_section(struct page *p, const struct pitfall_subject *subject);
/* The same for a scenario: what holds for its answer with any of its workloads. */
void page_scenario_pitfalls(struct page *p, const struct scenario *s);

#endif
