/* Types of the sizing core, generated from fields.def: model, workload, GPU, and the errors of their checks. */
#ifndef SIZING_SIZING_H
#define SIZING_SIZING_H

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "the sizing core needs plain double arithmetic (FLT_EVAL_METHOD 0), or native and WebAssembly results differ"
#endif

/* Largest whole number up to which doubles count exactly; fields and bytes above it are errors. */
#define SIZING_LIMIT 9007199254740992.0

enum sizing_kind {
#define KIND(id) SIZING_KIND_##id,
#include "fields.def"
    SIZING_KINDS
};

enum sizing_arch { SIZING_ARCH_absent,
#define ARCH_VALUE(id, spelling) SIZING_ARCH_##id,
#include "fields.def"
};
enum sizing_counter { SIZING_COUNTER_absent,
#define COUNTER_VALUE(id, spelling) SIZING_COUNTER_##id,
#include "fields.def"
};
enum sizing_mlp { SIZING_MLP_absent,
#define MLP_VALUE(id, spelling) SIZING_MLP_##id,
#include "fields.def"
};
enum sizing_norm { SIZING_NORM_absent,
#define NORM_VALUE(id, spelling) SIZING_NORM_##id,
#include "fields.def"
};
enum sizing_qk_norm { SIZING_QKNORM_absent,
#define QKNORM_VALUE(id, spelling) SIZING_QKNORM_##id,
#include "fields.def"
};
enum sizing_linear_attention { SIZING_LINATTN_absent,
#define LINATTN_VALUE(id, spelling) SIZING_LINATTN_##id,
#include "fields.def"
};
enum sizing_precision { SIZING_PRECISION_absent,
#define PRECISION_VALUE(id, spelling) SIZING_PRECISION_##id,
#include "fields.def"
};
enum sizing_method { SIZING_METHOD_absent,
#define METHOD_VALUE(id, spelling) SIZING_METHOD_##id,
#include "fields.def"
};
enum sizing_compute { SIZING_COMPUTE_absent,
#define COMPUTE_VALUE(id, spelling) SIZING_COMPUTE_##id,
#include "fields.def"
};
enum sizing_quantisation { SIZING_QUANTISATION_absent,
#define QUANTISATION_VALUE(id, spelling, bits) SIZING_QUANTISATION_##id,
#include "fields.def"
};
enum sizing_optimizer { SIZING_OPTIMIZER_absent,
#define OPTIMIZER_VALUE(id, spelling, states, state_bytes) SIZING_OPTIMIZER_##id,
#include "fields.def"
};
enum sizing_kv { SIZING_KV_absent,
#define KV_VALUE(id, spelling) SIZING_KV_##id,
#include "fields.def"
};
enum sizing_lora { SIZING_LORA_absent,
#define LORA_VALUE(id, spelling) SIZING_LORA_##id,
#include "fields.def"
};
enum sizing_dequant { SIZING_DEQUANT_absent,
#define DEQUANT_VALUE(id, spelling) SIZING_DEQUANT_##id,
#include "fields.def"
};
enum sizing_ckpt { SIZING_CKPT_absent,
#define CKPT_VALUE(id, spelling) SIZING_CKPT_##id,
#include "fields.def"
};
enum sizing_attn { SIZING_ATTN_absent,
#define ATTN_VALUE(id, spelling) SIZING_ATTN_##id,
#include "fields.def"
};
enum sizing_loss { SIZING_LOSS_absent,
#define LOSS_VALUE(id, spelling) SIZING_LOSS_##id,
#include "fields.def"
};
enum sizing_step { SIZING_STEP_absent,
#define STEP_VALUE(id, spelling) SIZING_STEP_##id,
#include "fields.def"
};
enum sizing_sharding { SIZING_SHARDING_absent,
#define SHARDING_VALUE(id, spelling) SIZING_SHARDING_##id,
#include "fields.def"
};
enum sizing_cache { SIZING_CACHE_absent,
#define CACHE_VALUE(id, spelling) SIZING_CACHE_##id,
#include "fields.def"
};
enum sizing_prompt { SIZING_PROMPT_absent,
#define PROMPT_VALUE(id, spelling) SIZING_PROMPT_##id,
#include "fields.def"
};
enum sizing_scope { SIZING_SCOPE_absent,
#define SCOPE_VALUE(id, spelling) SIZING_SCOPE_##id,
#include "fields.def"
};

enum sizing_family { SIZING_FAMILY_absent,
#define FAMILY_VALUE(id, spelling) SIZING_FAMILY_##id,
#include "fields.def"
};
enum sizing_engine { SIZING_ENGINE_absent,
#define ENGINE_VALUE(id, spelling) SIZING_ENGINE_##id,
#include "fields.def"
};
enum sizing_trainer { SIZING_TRAINER_absent,
#define TRAINER_VALUE(id, spelling) SIZING_TRAINER_##id,
#include "fields.def"
};

/* Slot numbers: the index of a field in its struct seen as an array of doubles. */
enum sizing_model_slot {
#define MODEL_FIELD(id, kind, unit) SIZING_MODEL_##id,
#include "fields.def"
    SIZING_MODEL_SLOTS
};
enum sizing_workload_slot {
#define WORKLOAD_FIELD(id, kind, unit, initial) SIZING_WORKLOAD_##id,
#include "fields.def"
    SIZING_WORKLOAD_SLOTS
};
enum sizing_gpu_slot {
#define GPU_FIELD(id, kind, unit, initial) SIZING_GPU_##id,
#include "fields.def"
    SIZING_GPU_SLOTS
};

/* Architecture of a model. A number that is absent is 0, an enum field holds the index of its value, a bool 0 or 1.
   Start from sizing_model_init(): it sets final_norm and pooler. */
struct sizing_model {
#define MODEL_FIELD(id, kind, unit) double id;
#include "fields.def"
};

/* What is to run and how it is laid out. Start from sizing_workload_init(). */
struct sizing_workload {
#define WORKLOAD_FIELD(id, kind, unit, initial) double id;
#include "fields.def"
};

/* One GPU of the machine, or the share of one. Start from sizing_gpu_init(). */
struct sizing_gpu {
#define GPU_FIELD(id, kind, unit, initial) double id;
#include "fields.def"
};

enum sizing_term_id {
#define TERM(id) SIZING_TERM_##id,
#include "fields.def"
    SIZING_TERMS
};

enum sizing_formula { SIZING_FORMULA_none,
#define FORMULA(id, operands) SIZING_FORMULA_##id,
#include "fields.def"
    SIZING_FORMULAS
};

enum sizing_phase {
#define PHASE(id) SIZING_PHASE_##id,
#include "fields.def"
    SIZING_PHASES
};

enum sizing_warning {
#define WARNING(id) SIZING_WARNING_##id,
#include "fields.def"
    SIZING_WARNINGS
};

enum sizing_reason { SIZING_OK,
#define REASON(id) SIZING_REASON_##id,
#include "fields.def"
    SIZING_REASONS
};

/* SYNC: speed-groups. machine, run and prices are the inputs of speed.h and cost.h. */
enum sizing_group {
    SIZING_GROUP_model, SIZING_GROUP_workload, SIZING_GROUP_gpu,
    SIZING_GROUP_machine, SIZING_GROUP_run, SIZING_GROUP_prices,
    SIZING_GROUPS
};

/* The first rule an input breaks: which field of which struct, and why. reason SIZING_OK: none; the rest is 0 then. */
struct sizing_error {
    enum sizing_reason reason;
    enum sizing_group group;
    int slot;
};

/* Set every field to its initial value in fields.def. */
void sizing_model_init(struct sizing_model *model);
void sizing_workload_init(struct sizing_workload *workload);
void sizing_gpu_init(struct sizing_gpu *gpu);

/* ---- speed and cost */

enum sizing_machine_slot {
#define MACHINE_FIELD(id, kind, unit, initial) SIZING_MACHINE_##id,
#include "fields.def"
    SIZING_MACHINE_SLOTS
};
enum sizing_run_slot {
#define RUN_FIELD(id, kind, unit, initial) SIZING_RUN_##id,
#include "fields.def"
    SIZING_RUN_SLOTS
};
enum sizing_price_slot {
#define PRICE_FIELD(id, kind, unit, initial) SIZING_PRICE_##id,
#include "fields.def"
    SIZING_PRICE_SLOTS
};

/* One GPU's rates and the machine around it. Start from sizing_machine_init(). */
struct sizing_machine {
#define MACHINE_FIELD(id, kind, unit, initial) double id;
#include "fields.def"
};

/* What speed needs beyond the workload. Start from sizing_run_init(). */
struct sizing_run {
#define RUN_FIELD(id, kind, unit, initial) double id;
#include "fields.def"
};

/* What the user pays. Start from sizing_prices_init(). */
struct sizing_prices {
#define PRICE_FIELD(id, kind, unit, initial) double id;
#include "fields.def"
};

enum sizing_way {
#define WAY(id) SIZING_WAY_##id,
#include "fields.def"
    SIZING_WAYS
};

enum sizing_resource {
#define RESOURCE(id) SIZING_RESOURCE_##id,
#include "fields.def"
    SIZING_RESOURCES
};

enum sizing_advice { SIZING_ADVICE_none,
#define ADVICE(id) SIZING_ADVICE_##id,
#include "fields.def"
    SIZING_ADVICES
};

void sizing_machine_init(struct sizing_machine *machine);
void sizing_run_init(struct sizing_run *run);
void sizing_prices_init(struct sizing_prices *prices);

#endif
