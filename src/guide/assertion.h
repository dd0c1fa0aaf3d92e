/* Assertions: sentences that the build checks against catalogue and formulas. */
#ifndef GUIDE_ASSERTION_H
#define GUIDE_ASSERTION_H

#include "guide/book.h"

/* fits: and nofit: `qwen2.5-7b?method=qlora&on=nvidia-a10&gpus=1`. fits holds when the high end of the estimate is within the card's
 * memory and the chip computes in the formats the workload needs; nofit when the low end is above it (for models without a
 * total: the exact terms alone). Between the two neither can be asserted. */
bool assertion_fits(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *target);

/* has: and hasnot: `family/ecs.gn7e#interconnect=nvlink`. On a field that is not published both fail. */
bool assertion_has(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *target);

#endif
