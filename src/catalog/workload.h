/* Workloads written as text, and catalogue records as inputs of the sizing core. */
#ifndef CATALOG_WORKLOAD_H
#define CATALOG_WORKLOAD_H

#include "catalog/catalog.h"
#include "sizing/fit.h"

/* A model and what to do with it, on a chip: `qwen2.5-7b?method=lora&seq=2048&on=nvidia-a10`. */
struct workload_query {
    const struct model *model;
    struct sizing_workload workload;
    const struct chip *on; /* or NULL */
};

/* Reads `target` (id of a model) and `query` (key=value pairs with the keys of sizing/fields.def, `on` and `stack`).
 * Reports what is wrong at `at` and returns false. */
bool workload_query_parse(const struct catalog *c, struct str target, struct str query, struct place at,
                          struct workload_query *out, struct diag *diag);

/* What sizing needs of a whole GPU of this chip; false when no memory size is published. */
bool chip_to_gpu(const struct chip *chip, struct sizing_gpu *out);
/* One GPU, or the share of one, of this type; false when no memory size is published: the formats are filled in all the same. */
bool type_to_gpu(const struct type *type, struct sizing_gpu *out);
/* How many GPUs sizing may spread over: whole GPUs of the type, 1 for a share. */
double type_gpu_count(const struct type *type);

/* "seq must be positive": what the sizing core refused, in English, for messages. In the arena. */
struct str sizing_error_text(struct arena *arena, struct sizing_error err);

#endif
