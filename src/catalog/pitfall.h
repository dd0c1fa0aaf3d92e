/* Pitfalls: advice with a rule that says where it holds.
 *
 * A rule is `when: {all: [condition…]}` or `{any: [condition…]}`; a condition is {field, op, value}. Fields are those of the type,
 * its family, its chip and the workload (`type.memory`, `family.nvlink`, `chip.bf16`, `workload.method`) and two derived ones:
 * `type.vcpus_per_gpu` and `type.memory_per_gpu` (GiB). Operators: =, !=, <, <=, >, >=. A condition on a value that is not published does
 * not hold, and so does one on something that is not at hand (a workload on a type page). */
#ifndef CATALOG_PITFALL_H
#define CATALOG_PITFALL_H

#include "catalog/catalog.h"

/* What a rule looks at; members may be NULL. */
struct pitfall_subject {
    const struct type *type;
    const struct chip *chip;
    const struct workload *workload;
};

bool pitfall_holds(const struct pitfall *p, const struct pitfall_subject *s);

/* Reports rules whose fields, operators or values make no sense, and rules that never or always hold over all types (alone and with
 * the workloads of all scenarios): advice that always holds is a checklist item, advice that never does is noise. */
void pitfall_check(const struct catalog *c, struct diag *diag);

#endif
