/* Input rules of the sizing core. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"
#include "kinds.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const struct sizing_error ok = {SIZING_OK, SIZING_GROUP_model, 0};

static struct sizing_error fault(enum sizing_reason reason, enum sizing_group group, int slot)
{
    struct sizing_error error = {reason, group, slot};
    return error;
}

static struct sizing_error bad_model(enum sizing_reason reason, enum sizing_model_slot slot)
{
    return fault(reason, SIZING_GROUP_model, (int)slot);
}

static struct sizing_error bad_workload(enum sizing_reason reason, enum sizing_workload_slot slot)
{
    return fault(reason, SIZING_GROUP_workload, (int)slot);
}

static bool is_whole(double value)
{
    return (double)(int64_t)value == value;
}

/* a mod b for whole numbers up to 2^53, b above 0 */
static double remainder_of(double a, double b)
{
    if (b == 1.0) /* mostly; and a division takes long */
        return 0.0;
    return (double)((int64_t)a % (int64_t)b);
}

static enum sizing_reason check_slot(enum sizing_kind kind, double value)
{
    double least = kind == SIZING_KIND_TRISTATE ? -1.0 : 0.0;
    if (value - value != 0.0)
        return SIZING_REASON_not_finite;
    if (value < 0.0 && kind != SIZING_KIND_TRISTATE)
        return SIZING_REASON_negative;
    if (value > SIZING_LIMIT)
        return SIZING_REASON_too_large;
    if (value >= least && value <= kinds_most[kind] && (kind == SIZING_KIND_NUMBER || is_whole(value)))
        return SIZING_OK;
    return kind == SIZING_KIND_COUNT ? SIZING_REASON_must_be_whole : SIZING_REASON_unknown_value;
}

/* 0 is right for every kind, and most slots hold it; whole numbers up to the kind's largest are, too. */
static bool is_usual(enum sizing_kind kind, double value)
{
    return value == 0.0 || (value >= 1.0 && value <= kinds_most[kind] && is_whole(value));
}

struct sizing_error check_slots(enum sizing_group group, const double *slots)
{
    const struct sizing_kinds kinds = kinds_of(group);
    for (int slot = 0; slot < kinds.n; slot++) {
        enum sizing_kind kind = (enum sizing_kind)kinds.at[slot];
        if (is_usual(kind, slots[slot]))
            continue;
        enum sizing_reason reason = check_slot(kind, slots[slot]);
        if (reason != SIZING_OK)
            return fault(reason, group, slot);
    }
    return ok;
}

static struct sizing_error check_positive(enum sizing_group group, const double *slots, const int *needed, int count)
{
    for (int i = 0; i < count; i++)
        if (slots[needed[i]] == 0.0)
            return fault(SIZING_REASON_must_be_positive, group, needed[i]);
    return ok;
}

static struct sizing_error check_needed(const struct sizing_model *model, const int *needed, int count)
{
    return check_positive(SIZING_GROUP_model, (const double *)model, needed, count);
}

static enum sizing_layout layout_without_counter(const struct sizing_model *model)
{
    if (model->architecture == SIZING_ARCH_dense || model->architecture == SIZING_ARCH_moe)
        return SIZING_LAYOUT_decoder;
    if (model->architecture != SIZING_ARCH_encoder || model->vocab_size == 0.0)
        return SIZING_LAYOUT_none;
    if (model->learned_positions > 0.0)
        return SIZING_LAYOUT_bert;
    return model->norm == SIZING_NORM_layernorm_nobias ? SIZING_LAYOUT_modernbert : SIZING_LAYOUT_none;
}

enum sizing_layout check_layout(const struct sizing_model *model)
{
    if (model->counter == SIZING_COUNTER_absent)
        return layout_without_counter(model);
    if (model->counter == SIZING_COUNTER_decoder)
        return SIZING_LAYOUT_decoder;
    if (model->counter == SIZING_COUNTER_bert)
        return SIZING_LAYOUT_bert;
    return model->counter == SIZING_COUNTER_modernbert ? SIZING_LAYOUT_modernbert : SIZING_LAYOUT_none;
}

double check_attention_layers(const struct sizing_model *model)
{
    if (model->linear_attention_kind == SIZING_LINATTN_absent)
        return model->layers;
    double every = model->linear_attention_full_attention_every;
    return (model->layers - remainder_of(model->layers, every)) / every;
}

double check_moe_layers(const struct sizing_model *model)
{
    if (model->moe_experts == 0.0)
        return 0.0;
    if (model->moe_layer_step == 0.0)
        return model->layers - model->moe_first_dense_layers;
    return (model->layers - remainder_of(model->layers, model->moe_layer_step)) / model->moe_layer_step;
}

static struct sizing_error check_attention(const struct sizing_model *model)
{
    static const int mla[] = {SIZING_MODEL_mla_qk_nope_head_dim, SIZING_MODEL_mla_qk_rope_head_dim, SIZING_MODEL_mla_v_head_dim};
    static const int heads[] = {SIZING_MODEL_kv_heads, SIZING_MODEL_head_dim};
    if (model->mla_kv_lora_rank > 0.0)
        return check_needed(model, mla, COUNT_OF(mla));
    struct sizing_error error = check_needed(model, heads, COUNT_OF(heads));
    if (error.reason != SIZING_OK)
        return error;
    if (remainder_of(model->attention_heads, model->kv_heads) != 0.0)
        return bad_model(SIZING_REASON_must_divide_heads, SIZING_MODEL_kv_heads);
    return ok;
}

static struct sizing_error check_linear_attention(const struct sizing_model *model)
{
    static const int always[] = {SIZING_MODEL_linear_attention_full_attention_every};
    static const int deltanet[] = {
        SIZING_MODEL_linear_attention_full_attention_every, SIZING_MODEL_linear_attention_key_heads,
        SIZING_MODEL_linear_attention_key_head_dim,         SIZING_MODEL_linear_attention_value_heads,
        SIZING_MODEL_linear_attention_value_head_dim,       SIZING_MODEL_linear_attention_conv_kernel,
    };
    if (model->linear_attention_kind == SIZING_LINATTN_absent)
        return ok;
    if (model->mla_kv_lora_rank > 0.0)
        return bad_model(SIZING_REASON_excludes_other, SIZING_MODEL_mla_kv_lora_rank);
    if (model->linear_attention_kind == SIZING_LINATTN_gated_deltanet)
        return check_needed(model, deltanet, COUNT_OF(deltanet));
    return check_needed(model, always, COUNT_OF(always));
}

static struct sizing_error check_windows(const struct sizing_model *model)
{
    double layers = check_attention_layers(model);
    if (model->sliding_window_layers > 0.0 && model->attention_chunk_layers > 0.0)
        return bad_model(SIZING_REASON_excludes_other, SIZING_MODEL_attention_chunk_layers);
    if (model->sliding_window_layers > layers)
        return bad_model(SIZING_REASON_more_than_layers, SIZING_MODEL_sliding_window_layers);
    if (model->attention_chunk_layers > layers)
        return bad_model(SIZING_REASON_more_than_layers, SIZING_MODEL_attention_chunk_layers);
    if (model->sliding_window_layers > 0.0 && model->sliding_window == 0.0)
        return bad_model(SIZING_REASON_must_be_positive, SIZING_MODEL_sliding_window);
    if (model->attention_chunk_layers > 0.0 && model->attention_chunk_size == 0.0)
        return bad_model(SIZING_REASON_must_be_positive, SIZING_MODEL_attention_chunk_size);
    return ok;
}

static struct sizing_error check_experts(const struct sizing_model *model)
{
    static const int experts[] = {SIZING_MODEL_moe_experts_per_token, SIZING_MODEL_moe_intermediate_size};
    struct sizing_error error = check_needed(model, experts, COUNT_OF(experts));
    if (error.reason != SIZING_OK)
        return error;
    if (model->moe_experts_per_token > model->moe_experts)
        return bad_model(SIZING_REASON_more_than_experts, SIZING_MODEL_moe_experts_per_token);
    if (model->moe_shared_experts > 0.0 && model->moe_shared_intermediate_size == 0.0)
        return bad_model(SIZING_REASON_must_be_positive, SIZING_MODEL_moe_shared_intermediate_size);
    if (model->moe_layer_step > 0.0 && model->moe_first_dense_layers > 0.0)
        return bad_model(SIZING_REASON_excludes_other, SIZING_MODEL_moe_layer_step);
    if (model->moe_first_dense_layers > model->layers)
        return bad_model(SIZING_REASON_more_than_layers, SIZING_MODEL_moe_first_dense_layers);
    return ok;
}

static struct sizing_error check_mlp(const struct sizing_model *model)
{
    if (model->architecture == SIZING_ARCH_moe && model->moe_experts == 0.0)
        return bad_model(SIZING_REASON_must_be_positive, SIZING_MODEL_moe_experts);
    if (model->architecture == SIZING_ARCH_dense && model->moe_experts > 0.0)
        return bad_model(SIZING_REASON_excludes_other, SIZING_MODEL_moe_experts);
    if (model->moe_experts > 0.0) {
        struct sizing_error error = check_experts(model);
        if (error.reason != SIZING_OK)
            return error;
    }
    if (check_moe_layers(model) < model->layers && model->intermediate_size == 0.0)
        return bad_model(SIZING_REASON_must_be_positive, SIZING_MODEL_intermediate_size);
    return ok;
}

static struct sizing_error check_decoder(const struct sizing_model *model)
{
    static const int needed[] = {
        SIZING_MODEL_layers, SIZING_MODEL_hidden_size, SIZING_MODEL_attention_heads, SIZING_MODEL_mlp, SIZING_MODEL_vocab_size,
        SIZING_MODEL_norm,   SIZING_MODEL_norms_per_layer,
    };
    struct sizing_error error = check_needed(model, needed, COUNT_OF(needed));
    if (error.reason == SIZING_OK)
        error = check_attention(model);
    if (error.reason == SIZING_OK)
        error = check_linear_attention(model);
    if (error.reason == SIZING_OK)
        error = check_windows(model);
    return error.reason == SIZING_OK ? check_mlp(model) : error;
}

static struct sizing_error check_encoder(const struct sizing_model *model)
{
    static const int needed[] = {
        SIZING_MODEL_layers, SIZING_MODEL_hidden_size, SIZING_MODEL_attention_heads, SIZING_MODEL_intermediate_size,
        SIZING_MODEL_mlp,    SIZING_MODEL_vocab_size,
    };
    return check_needed(model, needed, COUNT_OF(needed));
}

struct sizing_error check_model(const struct sizing_model *model)
{
    static const int uncounted[] = {SIZING_MODEL_architecture, SIZING_MODEL_params_total};
    struct sizing_error error = check_slots(SIZING_GROUP_model, (const double *)model);
    if (error.reason != SIZING_OK)
        return error;
    switch (check_layout(model)) {
    case SIZING_LAYOUT_decoder: return check_decoder(model);
    case SIZING_LAYOUT_bert:
    case SIZING_LAYOUT_modernbert: return check_encoder(model);
    case SIZING_LAYOUT_none: break;
    }
    return check_needed(model, uncounted, COUNT_OF(uncounted));
}

static struct sizing_error check_method(const struct sizing_workload *workload)
{
    bool plain = workload->quantisation == SIZING_QUANTISATION_none;
    bool native = workload->quantisation == SIZING_QUANTISATION_native || workload->quantisation == SIZING_QUANTISATION_absent;
    if (workload->method == SIZING_METHOD_qlora && plain)
        return bad_workload(SIZING_REASON_not_with_method, SIZING_WORKLOAD_quantisation);
    if (workload->method == SIZING_METHOD_full && !plain && !native)
        return bad_workload(SIZING_REASON_not_with_method, SIZING_WORKLOAD_quantisation);
    return ok;
}

/* gpus = tensor × pipeline × context parallel × replicas; experts are divided over GPUs of one stage. */
static struct sizing_error check_degrees(const struct sizing_workload *w)
{
    double left = w->gpus;
    if (remainder_of(left, w->tensor_parallel) != 0.0)
        return bad_workload(SIZING_REASON_must_divide_gpus, SIZING_WORKLOAD_tensor_parallel);
    left /= w->tensor_parallel;
    if (remainder_of(left, w->pipeline_parallel) != 0.0)
        return bad_workload(SIZING_REASON_must_divide_gpus, SIZING_WORKLOAD_pipeline_parallel);
    if (remainder_of(w->gpus / w->pipeline_parallel, w->expert_parallel) != 0.0)
        return bad_workload(SIZING_REASON_must_divide_gpus, SIZING_WORKLOAD_expert_parallel);
    left /= w->pipeline_parallel;
    if (remainder_of(left, w->context_parallel) != 0.0)
        return bad_workload(SIZING_REASON_must_divide_gpus, SIZING_WORKLOAD_context_parallel);
    if (w->layer_split != 0.0 && w->pipeline_parallel != w->gpus)
        return bad_workload(SIZING_REASON_must_divide_gpus, SIZING_WORKLOAD_layer_split);
    return ok;
}

/* A share of a card needs the card. */
static struct sizing_error check_engine(const struct sizing_workload *workload)
{
    if (workload->engine_utilisation > 1.0)
        return bad_workload(SIZING_REASON_above_one, SIZING_WORKLOAD_engine_utilisation);
    if (workload->engine_utilisation > 0.0 && workload->card_bytes == 0.0)
        return bad_workload(SIZING_REASON_must_be_positive, SIZING_WORKLOAD_card_bytes);
    return ok;
}

struct sizing_error check_workload_values(const struct sizing_workload *workload)
{
    static const int needed[] = {
        SIZING_WORKLOAD_method, SIZING_WORKLOAD_seq,       SIZING_WORKLOAD_batch,
        SIZING_WORKLOAD_gpus,   SIZING_WORKLOAD_optimizer, SIZING_WORKLOAD_tensor_parallel,
        SIZING_WORKLOAD_lora_rank, SIZING_WORKLOAD_gradient_accumulation,
        SIZING_WORKLOAD_pipeline_parallel, SIZING_WORKLOAD_context_parallel, SIZING_WORKLOAD_expert_parallel,
    };
    const double *slots = (const double *)workload;
    struct sizing_error error = check_slots(SIZING_GROUP_workload, slots);
    return error.reason == SIZING_OK ? check_positive(SIZING_GROUP_workload, slots, needed, COUNT_OF(needed)) : error;
}

static struct sizing_error check_workload_rules(const struct sizing_workload *workload)
{
    if (workload->zero_stage > 3.0)
        return bad_workload(SIZING_REASON_unknown_value, SIZING_WORKLOAD_zero_stage);
    struct sizing_error error = check_degrees(workload);
    if (error.reason == SIZING_OK)
        error = check_engine(workload);
    return error.reason == SIZING_OK ? check_method(workload) : error;
}

struct sizing_error check_workload(const struct sizing_workload *workload)
{
    struct sizing_error error = check_workload_values(workload);
    return error.reason == SIZING_OK ? check_workload_rules(workload) : error;
}

struct sizing_error check_gpu(const struct sizing_gpu *gpu)
{
    static const int needed[] = {SIZING_GPU_memory_bytes, SIZING_GPU_gpu_fraction};
    const double *slots = (const double *)gpu;
    struct sizing_error error = check_slots(SIZING_GROUP_gpu, slots);
    if (error.reason == SIZING_OK)
        error = check_positive(SIZING_GROUP_gpu, slots, needed, COUNT_OF(needed));
    if (error.reason == SIZING_OK && gpu->gpu_fraction > 1.0)
        return fault(SIZING_REASON_above_one, SIZING_GROUP_gpu, SIZING_GPU_gpu_fraction);
    return error;
}

static bool is_uneven(double heads, double ways)
{
    return remainder_of(heads, ways) != 0.0 && remainder_of(ways, heads) != 0.0;
}

static struct sizing_error check_tensor_parallel(const struct sizing_model *model, double ways)
{
    double linear_heads = model->linear_attention_key_heads;
    if (remainder_of(model->attention_heads, ways) != 0.0 || (linear_heads > 0.0 && remainder_of(linear_heads, ways) != 0.0))
        return bad_workload(SIZING_REASON_must_divide_heads, SIZING_WORKLOAD_tensor_parallel);
    if (model->mla_kv_lora_rank == 0.0 && model->kv_heads > 0.0 && is_uneven(model->kv_heads, ways))
        return bad_workload(SIZING_REASON_must_match_kv_heads, SIZING_WORKLOAD_tensor_parallel);
    return ok;
}

struct sizing_error check_rules(const struct sizing_model *model, const struct sizing_workload *workload)
{
    struct sizing_error error = check_workload_rules(workload);
    if (error.reason != SIZING_OK || check_layout(model) == SIZING_LAYOUT_none)
        return error;
    if (workload->pipeline_parallel > model->layers)
        return bad_workload(SIZING_REASON_more_than_layers, SIZING_WORKLOAD_pipeline_parallel);
    if (workload->expert_parallel > 1.0 && remainder_of(model->moe_experts, workload->expert_parallel) != 0.0)
        return bad_workload(SIZING_REASON_must_divide_experts, SIZING_WORKLOAD_expert_parallel);
    if (workload->expert_parallel > 1.0 && model->moe_experts == 0.0)
        return bad_workload(SIZING_REASON_must_divide_experts, SIZING_WORKLOAD_expert_parallel);
    return check_tensor_parallel(model, workload->tensor_parallel);
}

struct sizing_error check_pair(const struct sizing_model *model, const struct sizing_workload *workload)
{
    struct sizing_error error = check_model(model);
    if (error.reason == SIZING_OK)
        error = check_workload_values(workload);
    return error.reason == SIZING_OK ? check_rules(model, workload) : error;
}
