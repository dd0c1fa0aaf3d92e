/* How fast: two typical workloads, training and serving, on all GPUs of a type; the error of the speed model. */
#ifndef PAGE_SPEEDS_H
#define PAGE_SPEEDS_H

#include "page/page.h"

/* Section `speed` of a type page: what binds, tokens/s, what to change first. */
void page_speed_section(struct page *p, const struct type *t);

/* Section `throughput` of a model page: tokens/s on the largest type of each offered chip. Nothing for models that are no modelled decoders. */
void page_throughput_section(struct page *p, const struct model *m);

/* Section `speed` of the accuracy page: error by group. Nothing without measured rows. */
void page_speed_accuracy_section(struct page *p);

#endif
