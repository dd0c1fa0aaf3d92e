/* What one workload needs on each layout, whatever the GPU: worked out when it is first asked for and remembered, so that many
   kinds of GPU and instance types are judged for the price of one. */
#ifndef SIZING_NEEDS_H
#define SIZING_NEEDS_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"

/* Numbers of GPUs that are remembered: 1 to 16, 32, 64, 128, 256; with the ZeRO stages 1 to 3 of each. */
#define NEEDS_COUNTS 20
#define NEEDS_STAGES 3

/* Bytes of the fullest single GPU on one layout. They speak of the whole device, as nvidia-smi shows it, whatever the workload's
   scope, because that is what has to fit. */
struct sizing_need {
    double low, likely, high; /* range of the complete model; 0 without a total */
    double exact;             /* sum of the exact terms: a lower bound */
    bool has_total;
    enum sizing_quantisation scheme;
    struct sizing_error error; /* of this layout; the rest is 0 then */
};

/* Large, and of no use to others: start from needs_init(). The model outlives it. */
struct sizing_needs {
    struct sizing_counted counted;
    struct sizing_workload workload; /* its gpus, tensor_parallel and zero_stage are those of the layout asked for last */
    struct sizing_error error;       /* that no layout cures: of the model, or of values of the workload */
    struct sizing_need at[NEEDS_COUNTS * NEEDS_STAGES + 1]; /* the last: of a layout that is not remembered */
    uint64_t known;                  /* bit set of those that are worked out */
};

/* Check model and workload; its gpus, tensor_parallel and zero_stage are ignored. */
void needs_init(struct sizing_needs *needs, const struct sizing_model *model, const struct sizing_workload *workload);

/* The need of one GPU of `gpus`. Inference: tensor parallel over all of them; stage is not used. Training: data parallel with that
   ZeRO stage, 0 on one GPU and 1 to 3 on more. Valid until the next call. */
const struct sizing_need *needs_of(struct sizing_needs *needs, double gpus, double stage);

/* Of a workload with its own layout. */
struct sizing_need needs_of_workload(const struct sizing_model *model, const struct sizing_workload *workload);

#endif
