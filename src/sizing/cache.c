/* What inference keeps per token: KV cache, its copies, and the state of linear attention. */
#include <stdint.h>

#include "check.h"
#include "job.h"

/* Bytes an element of a cached vector of `width` elements; int8 has a 4-byte scale a vector. */
static double element_bytes(const struct job *job, double width)
{
    if (job->workload->kv_precision == SIZING_KV_fp8)
        return 1.0;
    if (job->workload->kv_precision == SIZING_KV_fp32)
        return 4.0;
    return job->workload->kv_precision == SIZING_KV_int8 ? (width + 4.0) / width : 2.0;
}

/* Paged engines hold whole blocks of 16 tokens (arXiv:2309.06180). */
static double held_tokens(const struct job *job)
{
    double tokens = job->workload->seq + job->workload->new_tokens;
    if (job->workload->cache != SIZING_CACHE_paged)
        return tokens;
    return 16.0 * (double)(int64_t)((tokens + 15.0) / 16.0);
}

static double share_of_layers(const struct job *job, double layers)
{
    return layers * job->layers / job->model->layers;
}

static void set_latent_cache(struct sizing_term *term, const struct job *job)
{
    const struct sizing_model *m = job->model;
    double width = m->mla_kv_lora_rank + m->mla_qk_rope_head_dim, each = element_bytes(job, width);
    term->formula = SIZING_FORMULA_kv_mla;
    term->operands[0] = job->layers;
    term->operands[1] = m->mla_kv_lora_rank;
    term->operands[2] = m->mla_qk_rope_head_dim;
    term->operands[3] = each;
    term->operands[4] = held_tokens(job);
    term->operands[5] = job->workload->batch;
    term->bytes = job->layers * (width * each) * term->operands[4] * job->workload->batch;
}

static void set_head_cache(struct sizing_term *term, const struct job *job, double limited, double limit)
{
    const struct sizing_model *m = job->model;
    double heads = m->kv_heads / job_smaller(job->workload->tensor_parallel, m->kv_heads);
    double full = share_of_layers(job, check_attention_layers(m) - limited), tokens = held_tokens(job);
    double each = element_bytes(job, m->head_dim), held = job_smaller(limit, tokens);
    limited = share_of_layers(job, limited);
    term->formula = limited > 0.0 ? SIZING_FORMULA_kv_windowed : SIZING_FORMULA_kv_full;
    term->operands[0] = full;
    term->operands[1] = heads;
    term->operands[2] = m->head_dim;
    term->operands[3] = each;
    term->operands[4] = tokens;
    term->operands[5] = limited > 0.0 ? limited : job->workload->batch;
    if (limited > 0.0) {
        term->operands[6] = held;
        term->operands[7] = job->workload->batch;
    }
    term->bytes = 2.0 * heads * (m->head_dim * each) * (full * tokens + limited * held) * job->workload->batch;
}

static void set_kv_cache(struct sizing_term *term, const struct job *job)
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

double job_prompt_share(const struct job *job)
{
    return job->workload->seq / (job->workload->seq + job->workload->new_tokens);
}

/* ---- copies of the cache */

/* Transformers before 4.42 builds a new cache from the old one in each step: both are alive. A DynamicCache does so layer by
   layer. Nothing is copied while nothing is generated, but the last step of a dynamic cache still joins a layer. */
static void set_cache_copy(struct sizing_estimate *out, const struct job *job)
{
    double cache = job->workload->cache;
    bool is_tuple = cache == SIZING_CACHE_tuple;
    if (cache == SIZING_CACHE_fixed || cache == SIZING_CACHE_paged)
        return;
    struct sizing_term *term = job_term(out, SIZING_TERM_cache_copy, SIZING_FORMULA_cache_copy, SIZING_STATE_modelled);
    term->operands[0] = out->terms[SIZING_TERM_kv_cache].bytes;
    term->operands[1] = 1.0;
    term->operands[2] = is_tuple ? 1.0 : job_larger(share_of_layers(job, check_attention_layers(job->model)), 1.0);
    term->bytes = term->operands[0] / term->operands[2];
}

/* ---- linear attention */

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
    double layers = share_of_layers(job, job->model->layers - check_attention_layers(job->model));
    if (layers == 0.0)
        return;
    term->state = SIZING_STATE_exact;
    if (job->model->linear_attention_kind == SIZING_LINATTN_gated_deltanet)
        set_deltanet_state(term, job, layers);
    else
        set_lightning_state(term, job, layers);
}

void job_set_cache(struct sizing_estimate *out, const struct job *job)
{
    set_kv_cache(&out->terms[SIZING_TERM_kv_cache], job);
    set_cache_copy(out, job);
    set_linear_state(&out->terms[SIZING_TERM_linear_state], job);
}
