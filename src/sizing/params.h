/* Parameter counts of decoders (dense, MoE, MLA, linear-attention hybrids), BERT and ModernBERT from their shapes. */
#ifndef SIZING_PARAMS_H
#define SIZING_PARAMS_H

#include <stdbool.h>

#include "sizing.h"

#define PARAMS_MATRICES_MAX 16

/* What a block matrix does, as far as LoRA targets and counts ask. */
enum sizing_part {
    SIZING_PART_query,     /* query projection; ModernBERT: the fused qkv; MLA: the query up-projection */
    SIZING_PART_key,
    SIZING_PART_value,     /* MLA: the up-projection of keys and values */
    SIZING_PART_attention, /* other projections of attention blocks: output, MLA's down-projections, linear attention */
    SIZING_PART_mlp,       /* dense and shared-expert MLPs */
    SIZING_PART_expert     /* routed experts */
};

/* One kind of matrix in the blocks: `count` of them over all layers, each inputs × outputs, with `outputs` biases if biased.
   Tensor parallelism divides it by at most max_ways. */
struct sizing_matrix {
    double inputs, outputs, count, max_ways;
    enum sizing_part part;
    bool biased;
};

/* Every block matrix of a model. */
struct sizing_matrices {
    struct sizing_matrix item[PARAMS_MATRICES_MAX];
    int count;
};

/* Parameters by part; the first seven are disjoint and add up to total.
   embedding   token, position and type tables, OPT's embedding projections
   head        lm_head unless tied, its bias
   norms       weights and biases of all norms
   linear      block matrices except the routed experts': what a scheme quantises, with experts
   experts     matrices of all routed experts
   other       biases, routers, gates, attention sinks, convolutions, pooler
   vision      the field vision_params
   active      what one token reads: total less vision and the experts not chosen; for a dense model total less vision
   mtp         multi-token-prediction layers, not in total; mtp_copies: the embedding and head they repeat
   known       false: layout not counted; total is the field params_total and everything else 0 */
struct sizing_params {
    double embedding, head, norms, linear, experts, other, vision, total, active, mtp, mtp_copies;
    bool known;
};

/* List the block matrices of a checked model; none for a layout we do not count. */
void params_matrices(const struct sizing_model *model, struct sizing_matrices *out);

/* Count the whole model. Source: the counters of facts/check_models.py, checked against published exact counts.
   Errors: those of check_model, and params_total too_large when the count exceeds 2^53; *out is all 0 then. */
struct sizing_error params_count(const struct sizing_model *model, struct sizing_params *out);

/* The same for a checked model, with its list of matrices, which those below take. */
struct sizing_error params_count_checked(const struct sizing_model *model, struct sizing_params *out,
                                         struct sizing_matrices *matrices);

/* Count what one of `ways` tensor-parallel ranks of a checked model holds: embedding, head and matrices divided (K and V
   projections by at most kv_heads; MLA's down-projections not at all, as vLLM replicates them), the rest whole on every rank.
   Layout none: not divided. ways 1 is the whole model. No errors. */
void params_on_rank(const struct sizing_model *model, const struct sizing_matrices *matrices, double ways,
                    struct sizing_params *out);

/* Does LoRA with these targets (an enum sizing_lora; 0 counts as all_linear) adapt such matrices? */
bool params_is_adapted(enum sizing_part part, double targets);

/* Inputs plus outputs, summed over the matrices that lora_targets names: adapter parameters = rank × this (LoRA,
   arXiv:2106.09685). is_fused: q, k and v are one matrix with one input; else separate matrices are assumed. */
double params_adapter_widths(const struct sizing_matrices *matrices, double targets, bool is_fused);

/* Cached K and V elements of one token over all layers, no window applied; MLA: latent and rope key; 0 unless a decoder. */
double params_kv_elements(const struct sizing_model *model);

#endif
