/* How fast: two typical workloads, training and serving, on all GPUs of a type; the error of the speed model. */
#ifndef PAGE_SPEEDS_H
#define PAGE_SPEEDS_H

#include "page/page.h"
#include "sizing/speed.h"

/* Section `speed` of a type page: what binds, tokens/s, what to change first. */
void page_speed_section(struct page *p, const struct type *t);

/* What to change first, as speed_advise or its like found it, and what it gains. */
struct str speed_advice_text(struct page *p, const struct speed_estimate *e);

/* Section `throughput` of a model page: tokens/s on the largest type of each offered chip. Nothing for models that are no modelled decoders. */
void page_throughput_section(struct page *p, const struct model *m);

/* Section `speed` of the accuracy page: error by group. Nothing without measured rows. */
void page_speed_accuracy_section(struct page *p);

#endif
