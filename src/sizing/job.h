/* What the terms of the memory model share, and the terms themselves, a file each group. Internal to sizing/. */
#ifndef SIZING_JOB_H
#define SIZING_JOB_H

#include <stdbool.h>

#include "constants.h"
#include "memory.h"
#include "params.h"

/* Which part of the model a GPU of a pipeline has; without one, a GPU has it all. */
enum job_stage { JOB_WHOLE, JOB_FIRST, JOB_LAST };

/* Activations of one layer, bytes per token (formulas.md §4). */
struct job_layer {
    double norms, attention, mlp, adapters;
};

/* The checked input, this GPU's parameters, and the sizes that follow from the choices. */
struct job {
    const struct sizing_model *model;
    const struct sizing_workload *workload;
    const struct sizing_constants *k;
    const struct sizing_params *whole;      /* parameters of the whole model */
    const struct sizing_matrices *matrices;
    struct sizing_params rank;      /* parameters on this GPU before data-parallel sharding */
    enum sizing_quantisation scheme;
    enum job_stage stage;
    bool is_training, is_full, is_adapted, is_post_norm;
    double replicas;                /* GPUs that share one part of the model: ZeRO shards over them */
    double expert_replicas;         /* the same of the routed experts */
    double layers;                  /* on this GPU */
    double tokens;                  /* of one micro-batch on this GPU, context parallelism applied */
    double compute_bytes;           /* of the compute type: 2 or 4 */
    double plain_bytes;             /* of a stored parameter that is not quantised */
    double layer_params;            /* matrices of the largest layer on this GPU */
    double widest;                  /* width of the widest MLP matrix */
    struct job_layer layer;         /* training, and the layout's activations are modelled */
};

static inline double job_smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double job_larger(double a, double b)
{
    return a > b ? a : b;
}

/* states.c: weights, master copies, gradients, optimizer states, adapters and what stands beside the weights. */
void job_set_weights(struct sizing_estimate *out, const struct job *job);
void job_set_states(struct sizing_estimate *out, const struct job *job);
void job_set_weight_copies(struct sizing_estimate *out, const struct job *job);
void job_set_step(struct sizing_estimate *out, const struct job *job);
/* Largest matrix that an optimizer works on at once, in elements: the embedding or one of the MLP. */
double job_largest_matrix(const struct job *job);

/* cache.c: KV cache, its copies, linear-attention state. */
void job_set_cache(struct sizing_estimate *out, const struct job *job);
/* Share of the cache that the prompt alone fills: 1 when nothing is generated. */
double job_prompt_share(const struct job *job);

/* activations.c: what layers keep for the backward pass. */
void job_set_layer(struct job *job);
void job_set_activations(struct sizing_estimate *out, const struct job *job);

/* transients.c: logits and loss, the prompt's own peak, dequantised weights, sharding buffers. */
void job_set_logits(struct sizing_estimate *out, const struct job *job);
void job_set_prefill(struct sizing_estimate *out, const struct job *job);
void job_set_dequantised(struct sizing_estimate *out, const struct job *job);
void job_set_buffers(struct sizing_estimate *out, const struct job *job);

/* peak.c: phases, allocator, runtime, totals. All other terms are set. */
void job_set_peak(struct sizing_estimate *out, const struct job *job);

/* Marks a term as one that has a number; `formula` and operands follow. */
static inline struct sizing_term *job_term(struct sizing_estimate *out, enum sizing_term_id id, enum sizing_formula formula,
                                           enum sizing_term_state state)
{
    struct sizing_term *term = &out->terms[id];
    term->formula = formula;
    term->state = state;
    return term;
}

#endif
