/* One workload against one instance type: the best layout on its GPUs, what fails, and what would help. */
#ifndef SIZING_FIT_TYPE_H
#define SIZING_FIT_TYPE_H

#include <stdbool.h>

#include "fit.h"

/* More GPUs than this are never proposed, nor sequences shorter than this. */
#define FIT_GPUS_MAX 256.0
#define FIT_SEQ_MIN 512.0

/* What sizing knows of an instance type. */
struct sizing_host {
    struct sizing_gpu gpu;  /* one GPU, or the share of one */
    double gpus;            /* whole GPUs; below 1: a share of one, which is used alone */
    double interconnect;    /* class of the links between GPUs: a bit number from 1, 0 = not published */
};

/* What the type must have besides memory. 0 everywhere: nothing. */
struct sizing_demand {
    bool bf16, fp8;          /* published as there; "not published" is not enough */
    bool erdma, has_erdma;   /* wanted, and published as there */
    double min_gpus;
    unsigned interconnects;  /* bit set of classes any of which will do; 0 = any or none */
    bool own_layout;         /* judge the workload's gpus, tensor_parallel and zero_stage instead of searching */
};

/* In the order they are asked: the first that fails is the answer. */
enum sizing_limit {
    SIZING_LIMIT_none,
    SIZING_LIMIT_not_modelled, /* the model's terms are not all known */
    SIZING_LIMIT_memory,       /* the likely need is more than one GPU has, in every layout */
    SIZING_LIMIT_heads,        /* divided by all GPUs it would fit, but attention or KV heads do not divide by that many */
    SIZING_LIMIT_bf16,         /* the GPU has no BF16 and training or precision=bf16 needs it, or it was demanded */
    SIZING_LIMIT_fp8,
    SIZING_LIMIT_interconnect,
    SIZING_LIMIT_erdma,
    SIZING_LIMIT_gpus          /* fewer GPUs than demanded, or than the workload's own layout */
};

/* One field of the workload set to another value. slot -1: none. gpus counts all GPUs, on several machines if there are more than
   the type has; with an own layout of inference, tensor_parallel follows. */
struct sizing_change {
    int slot;
    double value;
};

struct sizing_type_fit {
    struct sizing_fit fit;        /* the best layout */
    enum sizing_limit limit;      /* none: it fits, that is the likely need does; fit.verdict says whether the high end does too */
    struct sizing_change change;  /* smallest that makes limit none; slot -1 when it fits already, none is found or none was asked */
};

/* Judge the best layout of at most host->gpus GPUs, on the fullest single GPU. Training: data parallel with ZeRO 1 to 3 (stage 0
   on one GPU). Inference: tensor parallel over every number the heads allow. Candidates are 1 to 16 GPUs and above that powers
   of two, so that what is possible on n GPUs stays possible on more. The fewest GPUs and lowest stage whose high end fits win,
   else those whose likely need fits, else the layout that needs least: need_bytes never grows with host->gpus.
   demand may be NULL. BF16: inference in the released precision does without, FP16 has as many bytes.
   Errors: check_gpu and those of memory_estimate that no layout cures; *out is all 0 then, with slot -1. */
struct sizing_error fit_type(const struct sizing_model *model, const struct sizing_workload *workload,
                             const struct sizing_host *host, const struct sizing_demand *demand, struct sizing_type_fit *out);

/* The same, and the smallest single change that makes it fit, in this order: more checkpointing, batch halved, sequence halved
   (down to FIT_SEQ_MIN), a higher ZeRO stage (own layout), GPUs doubled (up to FIT_GPUS_MAX, never for a share), 8 then 4 bit
   weights (not with method full). Of each kind the smallest step that is enough; never another method. */
struct sizing_error fit_type_with_change(const struct sizing_model *model, const struct sizing_workload *workload,
                                         const struct sizing_host *host, const struct sizing_demand *demand,
                                         struct sizing_type_fit *out);

/* The two above for many types: a workload whose needs on each layout are worked out once. Model and workload outlive it. */
struct fit_question {
    const struct sizing_model *model;
    const struct sizing_workload *workload;
    struct sizing_needs needs;
};
void fit_question_init(struct fit_question *question, const struct sizing_model *model, const struct sizing_workload *workload);
struct sizing_error fit_ask(struct fit_question *question, const struct sizing_host *host, const struct sizing_demand *demand,
                            struct sizing_type_fit *out);
struct sizing_error fit_ask_with_change(struct fit_question *question, const struct sizing_host *host,
                                        const struct sizing_demand *demand, struct sizing_type_fit *out);

/* The first of the demands that the type itself does not meet, whatever the workload; its own_layout is ignored. */
enum sizing_limit fit_demand(const struct sizing_host *host, const struct sizing_demand *demand);

/* Carry a change out on the workload, and for gpus on the host. */
void fit_apply(const struct sizing_change *change, bool own_layout, struct sizing_workload *workload, struct sizing_host *host);

/* The GPU has no BF16, and the workload cannot do without: training, or inference that asks for it. */
bool fit_lacks_bf16(const struct sizing_workload *workload, const struct sizing_fit *fit);

/* "memory", "heads", …; NULL for none and unknown numbers. */
const char *fit_limit_name(enum sizing_limit limit);

#endif
