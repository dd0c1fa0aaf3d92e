/* GPU memory, term by term: the exact terms (weights, training states, adapters, KV cache). Activations, logits, buffers and
   the runtime are not in it: the sum is a lower bound of what a run takes. */
#ifndef SIZING_MEMORY_H
#define SIZING_MEMORY_H

#include <stdbool.h>

#include "sizing.h"

#define SIZING_OPERANDS_MAX 8

enum sizing_term_state {
    SIZING_STATE_none,        /* the method has no such term; bytes 0 */
    SIZING_STATE_exact,
    SIZING_STATE_not_modelled /* the term exists, we have no number for it; bytes 0, to be shown as words */
};

/* One term on the fullest GPU. bytes = its formula with these operands, not rounded (4-bit weights and shares of GPUs give
   fractions: round with memory_round). names_formula_operands(formula) operands are set, the others are 0. */
struct sizing_term {
    double bytes;
    double operands[SIZING_OPERANDS_MAX];
    enum sizing_term_state state;
    enum sizing_formula formula;
};

struct sizing_estimate {
    struct sizing_term terms[SIZING_TERMS];
    double exact_bytes;              /* sum of the exact terms */
    bool complete;                   /* no term is not_modelled */
    bool is_beyond_context;          /* seq above the model's max_context: a warning, not an error */
    enum sizing_quantisation scheme; /* what quantisation `native` came to; none when 16 or 32 bits */
};

/* Bits a weight of a scheme with its metadata; 0 for native and none (formulas.md §2). */
double memory_bits_per_weight(enum sizing_quantisation scheme);

/* What the workload's quantisation means for this model. native: for inference as released (fp8, or mxfp4 on the routed experts
   only, or none); for full and lora none; for qlora nf4-double. */
enum sizing_quantisation memory_scheme(const struct sizing_model *model, const struct sizing_workload *workload);

/* Bytes a parameter that is not quantised: 4 for fp32 asked or native fp32, else 2. */
double memory_plain_bytes(const struct sizing_model *model, const struct sizing_workload *workload);

/* Bytes of all exact terms on the fullest GPU (formulas.md §2, §3, §8; ZeRO arXiv:1910.02054).
   Weights   (linear + experts) · bits/8 + the rest · 2 or 4 bytes; all experts are resident. Tensor-parallel ranks as in
             params_on_rank.
   Full      gradients, fp32 master copy (16-bit weights with master_weights), optimizer states of every parameter.
   LoRA      the same of rank · widths adapter parameters in adapter_precision, whole on every tensor-parallel rank; the base
             has weights only.
   ZeRO      over gpus / tensor_parallel replicas: states and master from stage 1, gradients from 2, weights from 3.
   KV        inference of decoders: per KV head and cached token, windows and chunks applied, per rank / min(tp, kv_heads);
             MLA's latent is not divided. Weight precision never enters. Constant state for linear-attention layers.
   Layout none: weights from params_total unless quantised or tensor-parallel; all else not_modelled.
   Errors: those of check_pair and params_count; too_large when the sum passes 2^53 bytes, at the field that
   drives the term where it does: seq, batch, lora_rank or params_total.
   On error *out is all zero. */
struct sizing_error memory_estimate(const struct sizing_model *model, const struct sizing_workload *workload,
                                    struct sizing_estimate *out);

/* Bytes as the whole number that is printed: half up. `bytes` from 0 to 2^53. */
double memory_round(double bytes);

#endif
