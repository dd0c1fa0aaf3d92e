/* Ways into the calculator from the pages of records. */
#ifndef PAGE_CALCULATOR_LINKS_H
#define PAGE_CALCULATOR_LINKS_H

#include "catalog/calculator.h"
#include "page/page.h"

/* A paragraph with one link: the calculator in this state. */
void calculator_line(struct page *p, const struct calculator_state *state);
/* A paragraph with a link for each of the four methods of the overviews, on `state`, whose workload is not used. */
void calculator_methods(struct page *p, const struct calculator_state *state);

#endif
