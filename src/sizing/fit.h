/* The exact terms against the memory of a GPU. */
#ifndef SIZING_FIT_H
#define SIZING_FIT_H

#include "memory.h"
#include "sizing.h"

enum sizing_verdict {
    SIZING_VERDICT_exceeds,      /* the exact terms alone are more than the GPU has: it cannot run */
    SIZING_VERDICT_fits,         /* all exact terms fit; what is left is for activations, logits, buffers and the runtime */
    SIZING_VERDICT_not_modelled  /* the terms we have fit, others are not modelled: no answer */
};

/* One layout on one kind of GPU; bytes of the fullest single GPU, never a pool (case D21). */
struct sizing_fit {
    double need_bytes;      /* sum of the exact terms */
    double have_bytes;      /* memory_bytes × gpu_fraction */
    double headroom_bytes;  /* have − need; below 0 when it exceeds */
    double gpus, tensor_parallel, zero_stage; /* the layout judged */
    double bf16, fp8;       /* 1: the GPU has the format or it is not needed, 0: needed and not there, -1: needed, not known */
    enum sizing_verdict verdict;
};

/* Judge the workload's own layout. Errors: check_gpu, then memory_estimate; *out is all 0 then. */
struct sizing_error fit_check(const struct sizing_model *model, const struct sizing_workload *workload,
                              const struct sizing_gpu *gpu, struct sizing_fit *out);

/* Smallest number of GPUs among 1, 2, 4, … ≤ max_gpus on which the exact terms do not exceed: training with ZeRO-3 (stage 0 on one
   GPU), inference with tensor parallelism over all of them; numbers that break a head rule are passed over; a share of a GPU
   (gpu_fraction below 1) is used alone. The workload's own gpus, tensor_parallel and zero_stage are ignored.
   *out: the fit found, or the last one that exceeds with gpus = 0 if none does not. Errors: check_gpu, then those of
   memory_estimate that more GPUs do not cure; *out is all 0 then. */
struct sizing_error fit_smallest(const struct sizing_model *model, const struct sizing_workload *workload,
                                 const struct sizing_gpu *gpu, double max_gpus, struct sizing_fit *out);

#endif
