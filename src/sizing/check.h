/* Checks of the sizing core's inputs, and which parameter count a model's fields describe. */
#ifndef SIZING_CHECK_H
#define SIZING_CHECK_H

#include "sizing.h"

/* The shapes we can count. none: weights come from params_total, everything else is not modelled. */
enum sizing_layout { SIZING_LAYOUT_none, SIZING_LAYOUT_decoder, SIZING_LAYOUT_bert, SIZING_LAYOUT_modernbert };

/* Layout by the field counter, or without it by architecture, vocabulary, learned positions and norm (see fields.def). */
enum sizing_layout check_layout(const struct sizing_model *model);

/* Layers whose attention caches every token: all, or every full_attention_every-th of a hybrid model. The model is checked. */
double check_attention_layers(const struct sizing_model *model);

/* Layers whose MLP is a mixture of experts; 0 for a dense model. The model is checked. */
double check_moe_layers(const struct sizing_model *model);

/* First slot of a group that does not hold what its kind allows. */
struct sizing_error check_slots(enum sizing_group group, const double *slots);

/* First rule the model breaks: every slot by its kind, then what its layout needs. Layout none needs params_total. */
struct sizing_error check_model(const struct sizing_model *model);

/* First rule the workload breaks on its own: kinds, positive counts, stage, GPUs by the degrees of parallelism, the engine's
   share of a card, method and quantisation. */
struct sizing_error check_workload(const struct sizing_workload *workload);

/* First rule the GPU breaks: memory above 0, fraction above 0 and at most 1. */
struct sizing_error check_gpu(const struct sizing_gpu *gpu);

/* Both checks, then that there are as many layers as pipeline stages, expert_parallel divides the experts, and tensor_parallel
   divides the attention heads and divides, or is a multiple of, the KV heads: a rank holds at least one KV head and all ranks as
   many (case D21; the same rule as vLLM's). Layout none: no rule on these. */
struct sizing_error check_pair(const struct sizing_model *model, const struct sizing_workload *workload);

/* The parts of check_pair that depend on less: the workload's kinds and positive counts; and, for a checked model and checked
   values, everything else. */
struct sizing_error check_workload_values(const struct sizing_workload *workload);
struct sizing_error check_rules(const struct sizing_model *model, const struct sizing_workload *workload);

#endif
