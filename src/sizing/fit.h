/* The memory a workload needs against the memory of a GPU. */
#ifndef SIZING_FIT_H
#define SIZING_FIT_H

#include <stdbool.h>

#include "needs.h"
#include "sizing.h"

enum sizing_verdict {
    SIZING_VERDICT_exceeds,      /* more than the GPU has even at the low end; without a total: the exact terms alone are */
    SIZING_VERDICT_fits,         /* the high end of the range fits */
    SIZING_VERDICT_not_modelled, /* the terms we have fit, others are not modelled: no answer */
    SIZING_VERDICT_tight         /* the GPU's memory lies within the range */
};

/* "exceeds", …; NULL for unknown numbers. */
const char *fit_verdict_name(enum sizing_verdict verdict);

/* One layout on one kind of GPU; bytes of the fullest single GPU, never a pool (case D21). They speak of the whole device, as
   nvidia-smi shows it, whatever the workload's scope, because that is what has to fit. */
struct sizing_fit {
    double low_bytes, likely_bytes, high_bytes; /* range of the complete model; 0 without a total */
    double need_bytes;      /* likely_bytes, or the sum of the exact terms without a total */
    double have_bytes;      /* memory_bytes × gpu_fraction */
    double headroom_bytes;  /* have − need; below 0 when it exceeds, or is tight on the wrong side */
    double gpus, tensor_parallel, zero_stage; /* the layout judged */
    double bf16, fp8;       /* 1: the GPU has the format or it is not needed, 0: needed and not there, -1: needed, not known */
    enum sizing_verdict verdict;
    bool is_total;          /* false: exact terms only, a lower bound */
};

/* Judge the workload's own layout. Errors: check_gpu, then memory_estimate; *out is all 0 then. */
struct sizing_error fit_check(const struct sizing_model *model, const struct sizing_workload *workload,
                              const struct sizing_gpu *gpu, struct sizing_fit *out);

/* Smallest number of GPUs among 1, 2, 4, … ≤ max_gpus on which the need does not exceed (fits, tight or not modelled): training with ZeRO-3 (stage 0 on one
   GPU), inference with tensor parallelism over all of them; numbers that break a head rule are passed over; a share of a GPU
   (gpu_fraction below 1) is used alone. The workload's own gpus, tensor_parallel and zero_stage are ignored.
   *out: the fit found, or the last one that exceeds with gpus = 0 if none does not. Errors: check_gpu, then those of
   memory_estimate that more GPUs do not cure; *out is all 0 then. */
struct sizing_error fit_smallest(const struct sizing_model *model, const struct sizing_workload *workload,
                                 const struct sizing_gpu *gpu, double max_gpus, struct sizing_fit *out);

/* The same for several kinds of GPU: the needs are worked out once. */
struct sizing_error fit_smallest_of(struct sizing_needs *needs, const struct sizing_gpu *gpu, double max_gpus, struct sizing_fit *out);

/* Judge one layout, as in needs_of; the GPU is checked. Errors: those of the layout; *out is as it was then. */
struct sizing_error fit_layout(struct sizing_needs *needs, double gpus, double stage, const struct sizing_gpu *gpu,
                               struct sizing_fit *out);

#endif
