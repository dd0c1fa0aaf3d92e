/* A typical workload laid out on all GPUs of a type: the first variant that fits, and its speed. */
#ifndef PAGE_SPEED_CASE_H
#define PAGE_SPEED_CASE_H

#include "catalog/machine.h"
#include "catalog/workload.h"
#include "sizing/speed.h"

#define SPEED_CASE_PROMPT 1024.0
#define SPEED_CASE_OUTPUT 256.0
#define SPEED_CASE_BATCH 8.0
#define SPEED_CASE_SEQ 2048.0

enum speed_case_kind {
    SPEED_CASE_training, /* full fine-tuning, else LoRA, else QLoRA; data parallel at the lowest ZeRO stage that fits, 0 or 3 */
    SPEED_CASE_serving   /* vLLM with weights as released, else AWQ int4; replicas on as few GPUs as hold one */
};

enum speed_case_outcome {
    SPEED_CASE_rate,
    SPEED_CASE_other_chip,   /* not a GPU that the model covers */
    SPEED_CASE_no_memory,    /* GPU memory not published */
    SPEED_CASE_not_modelled,
    SPEED_CASE_exceeds,      /* no variant fits */
    SPEED_CASE_no_share,     /* what share of a GPU the type has is not published */
    SPEED_CASE_no_peak,      /* not published */
    SPEED_CASE_no_bandwidth
};

/* All but outcome is set from SPEED_CASE_rate, SPEED_CASE_no_peak and SPEED_CASE_no_bandwidth on. */
struct speed_case {
    enum speed_case_outcome outcome;
    const char *variant;        /* "full", "lora", "qlora"; "native", "int4" */
    struct speed_job job;
    struct sizing_machine machine;
    struct sizing_gpu gpu;
    struct speed_estimate estimate; /* advice and gain by speed_case_advise only */
};

/* Is the likely need of a GPU at most what it has? */
bool speed_case_holds(const struct model *model, const struct sizing_workload *w, const struct sizing_gpu *gpu);

/* `tables` may be NULL. */
void speed_case(const struct model *model, const struct type *type, enum speed_case_kind kind, const struct speed_tables *tables,
                struct speed_case *out);

/* What to change first in a case with a rate: the change of speed_advise when it fits the memory, else the best of those that do. */
void speed_case_advise(const struct model *model, struct speed_case *c);

#endif
