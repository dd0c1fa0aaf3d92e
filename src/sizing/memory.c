/* The exact memory terms. */
#include <stdbool.h>
#include <stdint.h>

#include "check.h"
#include "memory.h"
#include "params.h"

static const double scheme_bits[] = {
    0.0,
#define QUANTISATION_VALUE(id, spelling, bits) bits,
#include "fields.def"
};
static const double optimizer_states[] = {
    0.0,
#define OPTIMIZER_VALUE(id, spelling, states, state_bytes) states,
#include "fields.def"
};
static const double optimizer_state_bytes[] = {
    0.0,
#define OPTIMIZER_VALUE(id, spelling, states, state_bytes) state_bytes,
#include "fields.def"
};

/* What the terms share: the checked input, this rank's parameters, and the sizes that follow from the choices. */
struct job {
    const struct sizing_model *model;
    const struct sizing_workload *workload;
    struct sizing_params rank;
    double replicas;
    double plain_bytes;
    enum sizing_quantisation scheme;
};

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

double memory_round(double bytes)
{
    return (double)(int64_t)(bytes + 0.5);
}

double memory_bits_per_weight(enum sizing_quantisation scheme)
{
    int known = (int)(sizeof scheme_bits / sizeof scheme_bits[0]);
    return (int)scheme >= 0 && (int)scheme < known ? scheme_bits[scheme] : 0.0;
}

static enum sizing_quantisation released_scheme(const struct sizing_model *model)
{
    if (model->native_precision == SIZING_PRECISION_fp8)
        return SIZING_QUANTISATION_fp8;
    if (model->native_precision == SIZING_PRECISION_mxfp4)
        return SIZING_QUANTISATION_mxfp4;
    return SIZING_QUANTISATION_none;
}

enum sizing_quantisation memory_scheme(const struct sizing_model *model, const struct sizing_workload *workload)
{
    double asked = workload->quantisation;
    if (asked != SIZING_QUANTISATION_native && asked != SIZING_QUANTISATION_absent)
        return (enum sizing_quantisation)(int)asked;
    if (workload->method == SIZING_METHOD_inference)
        return released_scheme(model);
    return workload->method == SIZING_METHOD_qlora ? SIZING_QUANTISATION_nf4_double : SIZING_QUANTISATION_none;
}

static double compute_bytes(double precision, double native_bytes)
{
    if (precision == SIZING_COMPUTE_absent || precision == SIZING_COMPUTE_native)
        return native_bytes;
    return precision == SIZING_COMPUTE_fp32 ? 4.0 : 2.0;
}

double memory_plain_bytes(const struct sizing_model *model, const struct sizing_workload *workload)
{
    return compute_bytes(workload->precision, model->native_precision == SIZING_PRECISION_fp32 ? 4.0 : 2.0);
}

/* ---- terms made of parameters × bytes */

static double ways_from(const struct job *job, double stage)
{
    return job->workload->zero_stage >= stage && job->workload->method != SIZING_METHOD_inference ? job->replicas : 1.0;
}

static void set_parameters(struct sizing_term *term, double params, double each, double ways)
{
    term->state = SIZING_STATE_exact;
    term->formula = ways > 1.0 ? SIZING_FORMULA_parameter_bytes_sharded : SIZING_FORMULA_parameter_bytes;
    term->operands[0] = params;
    term->operands[1] = each;
    if (ways > 1.0)
        term->operands[2] = ways;
    term->bytes = params * each / ways;
}

static void set_quantised(struct sizing_term *term, const struct job *job, double quantised, double ways)
{
    double bits = memory_bits_per_weight(job->scheme), plain = job->rank.total - quantised;
    term->state = SIZING_STATE_exact;
    term->formula = ways > 1.0 ? SIZING_FORMULA_quantised_weights_sharded : SIZING_FORMULA_quantised_weights;
    term->operands[0] = quantised;
    term->operands[1] = bits;
    term->operands[2] = plain;
    term->operands[3] = job->plain_bytes;
    if (ways > 1.0)
        term->operands[4] = ways;
    term->bytes = (quantised * bits / 8.0 + plain * job->plain_bytes) / ways;
}

/* Models released in MXFP4 keep everything but the routed experts in 16 bits (gpt-oss). */
static bool has_plain_linears(const struct job *job)
{
    return job->scheme == SIZING_QUANTISATION_mxfp4 && job->model->native_precision == SIZING_PRECISION_mxfp4;
}

static void set_weights(struct sizing_term *term, const struct job *job)
{
    double ways = ways_from(job, 3.0);
    bool is_plain = job->scheme == SIZING_QUANTISATION_none;
    if (!job->rank.known && (!is_plain || job->workload->tensor_parallel > 1.0))
        term->state = SIZING_STATE_not_modelled;
    else if (is_plain)
        set_parameters(term, job->rank.total, job->plain_bytes, ways);
    else
        set_quantised(term, job, job->rank.experts + (has_plain_linears(job) ? 0.0 : job->rank.linear), ways);
}

static double state_bytes(const struct job *job, double width)
{
    int optimizer = (int)job->workload->optimizer;
    double each = optimizer_state_bytes[optimizer];
    return optimizer_states[optimizer] * (each > 0.0 ? each : width);
}

static void set_full(struct sizing_estimate *out, const struct job *job)
{
    double params = job->rank.total;
    bool has_master = job->plain_bytes < 4.0 && job->workload->master_weights != 0.0;
    if (has_master)
        set_parameters(&out->terms[SIZING_TERM_master_weights], params, 4.0, ways_from(job, 1.0));
    set_parameters(&out->terms[SIZING_TERM_gradients], params,
                   compute_bytes(job->workload->gradient_precision, job->plain_bytes), ways_from(job, 2.0));
    set_parameters(&out->terms[SIZING_TERM_optimizer], params, state_bytes(job, has_master ? 4.0 : job->plain_bytes),
                   ways_from(job, 1.0));
}

static void set_adapter(struct sizing_term *term, const struct job *job, double widths, double each, double ways)
{
    term->state = SIZING_STATE_exact;
    term->formula = ways > 1.0 ? SIZING_FORMULA_adapter_bytes_sharded : SIZING_FORMULA_adapter_bytes;
    term->operands[0] = job->workload->lora_rank;
    term->operands[1] = widths;
    term->operands[2] = each;
    if (ways > 1.0)
        term->operands[3] = ways;
    term->bytes = job->workload->lora_rank * widths * each / ways;
}

static void set_adapters(struct sizing_estimate *out, const struct job *job)
{
    double widths = params_adapter_widths(job->model, job->workload->lora_targets);
    double each = compute_bytes(job->workload->adapter_precision, job->plain_bytes);
    set_adapter(&out->terms[SIZING_TERM_adapter_weights], job, widths, each, ways_from(job, 3.0));
    set_adapter(&out->terms[SIZING_TERM_adapter_gradients], job, widths, each, ways_from(job, 2.0));
    set_adapter(&out->terms[SIZING_TERM_adapter_optimizer], job, widths, state_bytes(job, each), ways_from(job, 1.0));
}

/* ---- caches */

/* Bytes an element of a cached vector of `width` elements; int8 has a 4-byte scale a vector. */
static double element_bytes(const struct job *job, double width)
{
    if (job->workload->kv_precision == SIZING_KV_fp8)
        return 1.0;
    return job->workload->kv_precision == SIZING_KV_int8 ? (width + 4.0) / width : 2.0;
}

static void set_latent_cache(struct sizing_term *term, const struct job *job)
{
    const struct sizing_model *m = job->model;
    double width = m->mla_kv_lora_rank + m->mla_qk_rope_head_dim, each = element_bytes(job, width);
    term->formula = SIZING_FORMULA_kv_mla;
    term->operands[0] = m->layers;
    term->operands[1] = m->mla_kv_lora_rank;
    term->operands[2] = m->mla_qk_rope_head_dim;
    term->operands[3] = each;
    term->operands[4] = job->workload->seq;
    term->operands[5] = job->workload->batch;
    term->bytes = m->layers * (width * each) * job->workload->seq * job->workload->batch;
}

static void set_head_cache(struct sizing_term *term, const struct job *job, double limited, double limit)
{
    const struct sizing_model *m = job->model;
    double heads = m->kv_heads / smaller(job->workload->tensor_parallel, m->kv_heads);
    double full = check_attention_layers(m) - limited, seq = job->workload->seq;
    double each = element_bytes(job, m->head_dim), held = smaller(limit, seq);
    term->formula = limited > 0.0 ? SIZING_FORMULA_kv_windowed : SIZING_FORMULA_kv_full;
    term->operands[0] = full;
    term->operands[1] = heads;
    term->operands[2] = m->head_dim;
    term->operands[3] = each;
    term->operands[4] = seq;
    term->operands[5] = limited > 0.0 ? limited : job->workload->batch;
    if (limited > 0.0) {
        term->operands[6] = held;
        term->operands[7] = job->workload->batch;
    }
    term->bytes = 2.0 * heads * (m->head_dim * each) * (full * seq + limited * held) * job->workload->batch;
}

static void set_cache(struct sizing_term *term, const struct job *job)
{
    const struct sizing_model *m = job->model;
    term->state = SIZING_STATE_exact;
    if (m->mla_kv_lora_rank > 0.0)
        set_latent_cache(term, job);
    else if (m->attention_chunk_layers > 0.0)
        set_head_cache(term, job, m->attention_chunk_layers, m->attention_chunk_size);
    else
        set_head_cache(term, job, m->sliding_window_layers, m->sliding_window);
}

/* Recurrent state in fp32 and the last conv_kernel − 1 inputs of the convolution in 16 bits (transformers modeling_qwen3_next,
   vLLM mamba_utils gated_delta_net_state_shape); heads and channels are divided among the ranks. */
static void set_deltanet_state(struct sizing_term *term, const struct job *job, double layers)
{
    const struct sizing_model *m = job->model;
    double ways = job->workload->tensor_parallel, heads = m->linear_attention_value_heads / ways;
    double channels = 2.0 * m->linear_attention_key_heads * m->linear_attention_key_head_dim
                      + m->linear_attention_value_heads * m->linear_attention_value_head_dim;
    double convolution = channels / ways * (m->linear_attention_conv_kernel - 1.0);
    double recurrent = heads * m->linear_attention_key_head_dim * m->linear_attention_value_head_dim;
    term->formula = SIZING_FORMULA_state_deltanet;
    term->operands[0] = layers;
    term->operands[1] = heads;
    term->operands[2] = m->linear_attention_key_head_dim;
    term->operands[3] = m->linear_attention_value_head_dim;
    term->operands[4] = 4.0;
    term->operands[5] = convolution;
    term->operands[6] = 2.0;
    term->operands[7] = job->workload->batch;
    term->bytes = layers * (recurrent * 4.0 + convolution * 2.0) * job->workload->batch;
}

/* One head_dim × head_dim matrix a head in the compute type (vLLM mamba_utils linear_attention_state_dtype: no fp32 state). */
static void set_lightning_state(struct sizing_term *term, const struct job *job, double layers)
{
    const struct sizing_model *m = job->model;
    double heads = m->attention_heads / job->workload->tensor_parallel;
    term->formula = SIZING_FORMULA_state_lightning;
    term->operands[0] = layers;
    term->operands[1] = heads;
    term->operands[2] = m->head_dim;
    term->operands[3] = m->head_dim;
    term->operands[4] = job->plain_bytes;
    term->operands[5] = job->workload->batch;
    term->bytes = layers * heads * m->head_dim * m->head_dim * job->plain_bytes * job->workload->batch;
}

static void set_linear_state(struct sizing_term *term, const struct job *job)
{
    double layers = job->model->layers - check_attention_layers(job->model);
    if (layers == 0.0)
        return;
    term->state = SIZING_STATE_exact;
    if (job->model->linear_attention_kind == SIZING_LINATTN_gated_deltanet)
        set_deltanet_state(term, job, layers);
    else
        set_lightning_state(term, job, layers);
}

/* ---- all terms */

static bool has_term(double method, enum sizing_term_id term)
{
    switch (term) {
    case SIZING_TERM_weights: return true;
    case SIZING_TERM_master_weights:
    case SIZING_TERM_gradients:
    case SIZING_TERM_optimizer: return method == SIZING_METHOD_full;
    case SIZING_TERM_adapter_weights:
    case SIZING_TERM_adapter_gradients:
    case SIZING_TERM_adapter_optimizer: return method == SIZING_METHOD_lora || method == SIZING_METHOD_qlora;
    case SIZING_TERM_kv_cache: return method == SIZING_METHOD_inference;
    case SIZING_TERM_linear_state:
    case SIZING_TERMS: break;
    }
    return false;
}

static void set_unknown_layout(struct sizing_estimate *out, double method)
{
    for (int term = SIZING_TERM_weights + 1; term < SIZING_TERMS; term++)
        if (has_term(method, (enum sizing_term_id)term))
            out->terms[term].state = SIZING_STATE_not_modelled;
}

static void set_terms(struct sizing_estimate *out, const struct job *job)
{
    double method = job->workload->method;
    set_weights(&out->terms[SIZING_TERM_weights], job);
    if (!job->rank.known) {
        set_unknown_layout(out, method);
    } else if (method == SIZING_METHOD_full) {
        set_full(out, job);
    } else if (method == SIZING_METHOD_lora || method == SIZING_METHOD_qlora) {
        set_adapters(out, job);
    } else if (check_layout(job->model) == SIZING_LAYOUT_decoder) {
        set_cache(&out->terms[SIZING_TERM_kv_cache], job);
        set_linear_state(&out->terms[SIZING_TERM_linear_state], job);
    }
}

static struct sizing_error too_large(enum sizing_term_id term)
{
    struct sizing_error error = {SIZING_REASON_too_large, SIZING_GROUP_workload, SIZING_WORKLOAD_seq};
    switch (term) {
    case SIZING_TERM_kv_cache: break;
    case SIZING_TERM_linear_state: error.slot = SIZING_WORKLOAD_batch; break;
    case SIZING_TERM_adapter_weights:
    case SIZING_TERM_adapter_gradients:
    case SIZING_TERM_adapter_optimizer: error.slot = SIZING_WORKLOAD_lora_rank; break;
    default: error.group = SIZING_GROUP_model; error.slot = SIZING_MODEL_params_total; break;
    }
    return error;
}

static struct sizing_error add_up(struct sizing_estimate *out)
{
    struct sizing_error ok = {SIZING_OK, SIZING_GROUP_model, 0};
    out->complete = true;
    for (int term = 0; term < SIZING_TERMS; term++) {
        out->complete = out->complete && out->terms[term].state != SIZING_STATE_not_modelled;
        out->exact_bytes += out->terms[term].bytes;
        if (out->exact_bytes > SIZING_LIMIT)
            return too_large((enum sizing_term_id)term);
    }
    return ok;
}

struct sizing_error memory_estimate(const struct sizing_model *model, const struct sizing_workload *workload,
                                    struct sizing_estimate *out)
{
    struct job job = {.model = model, .workload = workload};
    struct sizing_error error = check_pair(model, workload);
    *out = (struct sizing_estimate){.exact_bytes = 0.0};
    if (error.reason == SIZING_OK)
        error = params_count(model, &job.rank);
    if (error.reason != SIZING_OK)
        return error;
    params_on_rank(model, workload->tensor_parallel, &job.rank);
    job.replicas = workload->gpus / workload->tensor_parallel;
    job.plain_bytes = memory_plain_bytes(model, workload);
    job.scheme = memory_scheme(model, workload);
    set_terms(out, &job);
    out->scheme = job.scheme;
    out->is_beyond_context = model->max_context > 0.0 && workload->seq > model->max_context;
    error = add_up(out);
    if (error.reason != SIZING_OK)
        *out = (struct sizing_estimate){.exact_bytes = 0.0};
    return error;
}
