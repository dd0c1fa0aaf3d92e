/* Assertions: sentences that the build checks against catalogue and formulas. */
#ifndef GUIDE_ASSERTION_H
#define GUIDE_ASSERTION_H

#include "guide/book.h"

/* fits: and nofit: `qwen2.5-7b?method=qlora&on=nvidia-a10&gpus=1`. nofit is proven when the exact terms alone are
 * more than the card has; fits holds when they are less and the chip computes in the formats the workload needs. */
bool assertion_fits(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *target);

/* has: and hasnot: `family/ecs.gn7e#interconnect=nvlink`. On a field that is not published both fail. */
bool assertion_has(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *target);

#endif
