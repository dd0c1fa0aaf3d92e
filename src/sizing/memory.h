/* GPU memory, term by term, and its peak over the phases of a run. */
#ifndef SIZING_MEMORY_H
#define SIZING_MEMORY_H

#include <stdbool.h>

#include "constants.h"
#include "params.h"
#include "sizing.h"

#define SIZING_OPERANDS_MAX 8

enum sizing_term_state {
    SIZING_STATE_none,         /* the method has no such term; bytes 0 */
    SIZING_STATE_exact,        /* follows from the architecture and the choices */
    SIZING_STATE_not_modelled, /* the term exists, we have no number for it; bytes 0, to be shown as words */
    SIZING_STATE_modelled      /* rests on constants.def: read from implementations or fitted */
};

/* One term on the fullest GPU. bytes = its formula with these operands, not rounded (4-bit weights and shares of GPUs give
   fractions: round with memory_round). names_formula_operands(formula) operands are set, the others are 0. */
struct sizing_term {
    double bytes;
    double peak_bytes; /* what of it is alive in the phase of the peak: bytes, 0, or the prompt's part of a cache */
    double operands[SIZING_OPERANDS_MAX];
    enum sizing_term_state state;
    enum sizing_formula formula;
};

/* What is read where: torch's max_memory_allocated ≤ max_memory_reserved ≤ what nvidia-smi shows. Bytes. */
struct sizing_totals {
    double allocated, reserved, device;
};

struct sizing_estimate {
    struct sizing_term terms[SIZING_TERMS];
    double exact_bytes;              /* sum of the exact terms: a lower bound, whether or not there is a total */
    bool complete;                   /* every term that could be exact is */
    bool has_total;                  /* every term has a number; without it phase, totals and range are 0 */
    bool is_beyond_context;          /* as SIZING_WARNING_beyond_context */
    bool warnings[SIZING_WARNINGS];
    enum sizing_quantisation scheme; /* what quantisation `native` came to; none when 16 or 32 bits */
    enum sizing_phase phase;         /* of the peak */
    struct sizing_totals gpu;        /* the fullest GPU, engine_pool left out: the need */
    struct sizing_totals all_gpus;   /* summed over the GPUs: their number times the fullest, or a split model's own sum */
    double low, likely, high;        /* of the workload's scope on the fullest GPU; nine of ten measured cases lie below high */
};

/* Bits a weight of a scheme with its metadata; 0 for native and none (formulas.md §2). */
double memory_bits_per_weight(enum sizing_quantisation scheme);

/* Schemes whose 4- and 8-bit matmuls are bitsandbytes' or torchao's: they dequantise a matrix at a time. */
bool memory_is_bitsandbytes(enum sizing_quantisation scheme);

/* What the workload's quantisation means for this model. native: for inference as released (fp8, or mxfp4 on the routed experts
   only, or none); for full and lora none; for qlora nf4-double. */
enum sizing_quantisation memory_scheme(const struct sizing_model *model, const struct sizing_workload *workload);

/* Bytes a value of the compute type: 4 for fp32 asked or native fp32, else 2. */
double memory_compute_bytes(const struct sizing_model *model, const struct sizing_workload *workload);

/* Bytes a stored parameter that is not quantised: weight_precision in training, 4 after k-bit preparation, else the compute
   type's. */
double memory_plain_bytes(const struct sizing_model *model, const struct sizing_workload *workload);

/* Bytes of all terms on the fullest GPU, the phase of the peak, totals and range, with constants_fitted.

   Exact (formulas.md §2, §3, §8; ZeRO arXiv:1910.02054):
   Weights   (linear + experts) · bits/8 + the rest · 2 or 4 bytes; all experts are resident. Tensor-parallel ranks as in
             params_on_rank; pipeline stages have whole layers, the first the embedding, the last the head.
   Full      gradients, fp32 master copy (16-bit weights with master_weights), optimizer states of every parameter.
   LoRA      the same of rank · widths adapter parameters in adapter_precision, whole on every tensor-parallel rank; the base
             has weights only.
   ZeRO      over gpus / (tensor_parallel · pipeline_parallel) replicas: states and master from stage 1, gradients from 2,
             weights from 3.
   KV        inference of decoders: per KV head and cached token (seq + new_tokens), windows and chunks applied, per rank
             / min(tp, kv_heads); MLA's latent is not divided. Weight precision never enters. Constant state for
             linear-attention layers.
   Modelled: everything else of `term` in fields.def. Layout none: weights from params_total unless quantised or divided; all
   else not_modelled. Linear attention: activations and the prompt's peak are not_modelled.
   Errors: those of check_pair and params_count; too_large when a sum passes 2^53 bytes, at the field that drives the term where
   it does: seq, batch, lora_rank or params_total.
   On error *out is all zero. */
struct sizing_error memory_estimate(const struct sizing_model *model, const struct sizing_workload *workload,
                                    struct sizing_estimate *out);

/* The same with other constants: constants_theory for an estimate that rests on nothing fitted. */
struct sizing_error memory_estimate_with(const struct sizing_constants *constants, const struct sizing_model *model,
                                         const struct sizing_workload *workload, struct sizing_estimate *out);

/* A checked model with its counts, for estimates of many workloads. The model outlives it. */
struct sizing_counted {
    const struct sizing_model *model;
    struct sizing_params whole;
    struct sizing_matrices matrices;
    struct sizing_error error; /* params_total too_large: told by the estimate, after what is wrong with the workload */
};

/* Check and count a model. Errors: those of check_model; *out is of no use then. */
struct sizing_error memory_count(const struct sizing_model *model, struct sizing_counted *out);

/* memory_estimate_with for a counted model and a workload that check_workload_values and check_rules allow: about half the time. */
struct sizing_error memory_estimate_checked(const struct sizing_constants *constants, const struct sizing_counted *counted,
                                            const struct sizing_workload *workload, struct sizing_estimate *out);

/* Bytes as the whole number that is printed: half up. `bytes` from 0 to 2^53. */
double memory_round(double bytes);

#endif
