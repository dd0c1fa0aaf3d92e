/* What the layers keep for the backward pass (formulas.md §4; the bytes autograd saves were counted for the RMSNorm, gated-MLP,
   LoRA and 4-bit lines; Korthikanti et al., arXiv:2205.05198). */
#include "check.h"
#include "job.h"

/* ---- one layer, bytes per token */

static bool is_gated(const struct sizing_model *m)
{
    return m->mlp == SIZING_MLP_swiglu || m->mlp == SIZING_MLP_geglu;
}

static bool is_kbit(const struct job *job)
{
    return job->workload->kbit_prepared != 0.0 && memory_is_bitsandbytes(job->scheme);
}

static bool keeps_quantised_input(const struct job *job)
{
    return job->workload->keeps_quantised_input != 0.0 && memory_is_bitsandbytes(job->scheme);
}

/* Every linear keeps its input: its weight trains, or its kernel says so. */
static bool keeps_inputs(const struct job *job)
{
    return job->is_full || keeps_quantised_input(job);
}

static bool is_cast(const struct job *job)
{
    return job->workload->autocast != 0.0 || job->compute_bytes == 4.0;
}

static bool has_fp32_adapters(const struct job *job)
{
    return job->is_adapted && job->compute_bytes < 4.0 && job->workload->adapter_precision == SIZING_COMPUTE_fp32;
}

/* Bytes an adapter keeps per element of its own copy of the input: the copy and a byte of dropout mask; 0 where it shares. */
static double adapter_input_bytes(const struct job *job)
{
    double mask = job->workload->lora_dropout != 0.0 ? 1.0 : 0.0;
    if (job->workload->shared_adapter_inputs != 0.0)
        return 0.0;
    if (has_fp32_adapters(job))
        return (is_cast(job) ? 2.0 : 4.0) + mask;
    return mask > 0.0 ? job->compute_bytes + mask : 0.0;
}

struct adapter_sums {
    double inputs;           /* elements of the adapted matrices' inputs, per token and layer */
    bool is_attention, is_mlp, is_down; /* an adapted matrix reads the attention's, the MLP's, the down projection's input */
};

static double routed_share(const struct sizing_model *m, enum sizing_part part)
{
    return part == SIZING_PART_expert ? m->moe_experts_per_token / m->moe_experts : 1.0;
}

static struct adapter_sums sum_adapters(const struct job *job)
{
    struct adapter_sums sums = {0.0, false, false, false};
    bool is_fused = job->workload->fused_qkv != 0.0;
    for (int i = 0; job->is_adapted && i < job->matrices->count; i++) {
        const struct sizing_matrix *m = &job->matrices->item[i];
        bool is_mlp = m->part == SIZING_PART_mlp || m->part == SIZING_PART_expert;
        if (!params_is_adapted(m->part, job->workload->lora_targets))
            continue;
        if (!(is_fused && (m->part == SIZING_PART_key || m->part == SIZING_PART_value)))
            sums.inputs += m->inputs * m->count * routed_share(job->model, m->part);
        sums.is_attention = sums.is_attention || !is_mlp;
        sums.is_mlp = sums.is_mlp || is_mlp;
    }
    sums.is_down = sums.is_mlp;
    sums.inputs /= job->model->layers;
    return sums;
}

/* What the norms keep, and their outputs where a linear keeps its input. */
static double norm_bytes(const struct job *job, const struct adapter_sums *adapters)
{
    const struct sizing_model *m = job->model;
    double h = m->hidden_size, count = m->norms_per_layer > 0.0 ? m->norms_per_layer : 2.0, p = job->compute_bytes;
    double wide = is_kbit(job) ? 4.0 : p; /* k-bit preparation turns the residual stream into fp32 */
    double kept = m->norm == SIZING_NORM_rmsnorm ? count * 4.0 * h + (job->is_full ? count * p * h : 0.0)
                                                 : (m->parallel_block != 0.0 ? 1.0 : count) * wide * h;
    if (is_kbit(job) && keeps_quantised_input(job))
        return kept + 5.0 * 2.0 * h; /* q, k, v, gate and up each have their own 16-bit copy */
    if (keeps_inputs(job))
        return kept + job_smaller(count, 2.0) * p * h;
    if (job->is_adapted && adapter_input_bytes(job) == 0.0)
        return kept + ((adapters->is_attention ? 1.0 : 0.0) + (adapters->is_mlp ? 1.0 : 0.0)) * p * h;
    return kept;
}

/* Elements of query, cached keys and values, and output that attention keeps for a token. */
static double attention_elements(const struct job *job)
{
    const struct sizing_model *m = job->model;
    double query = m->attention_heads * m->head_dim, key = m->kv_heads * m->head_dim;
    bool is_repeated = job->workload->attention != SIZING_ATTN_flash && m->kv_heads < m->attention_heads;
    bool is_view = job->workload->fused_qkv != 0.0 && m->kv_heads == m->attention_heads;
    if (m->mla_kv_lora_rank > 0.0)
        return m->mla_q_lora_rank + m->mla_kv_lora_rank + m->mla_qk_rope_head_dim
               + m->attention_heads * (2.0 * (m->mla_qk_nope_head_dim + m->mla_qk_rope_head_dim) + 2.0 * m->mla_v_head_dim);
    /* v as a view keeps the whole output of the fused matmul alive */
    return 2.0 * query + 2.0 * (is_repeated ? query : key) + (is_view ? query + key : 0.0);
}

static double attention_bytes(const struct job *job)
{
    const struct sizing_model *m = job->model;
    double bytes = job->compute_bytes * attention_elements(job);
    double scores = job->compute_bytes < 4.0 ? job->k->eager_scores : job->k->eager_scores_fp32;
    if (job->workload->attention != SIZING_ATTN_eager)
        return bytes + 4.0 * m->attention_heads; /* logsumexp (arXiv:2307.08691) */
    if (job->plain_bytes == 4.0 && job->compute_bytes < 4.0 && job->is_full)
        scores += 3.0; /* a 16-bit copy and a mask of dropout */
    return bytes + m->attention_heads * job->workload->seq * scores;
}

/* Width of what one token passes through: the experts it is routed to and the shared ones, or the dense MLP. */
static double mlp_width(const struct sizing_model *m)
{
    if (m->moe_experts > 0.0)
        return m->moe_experts_per_token * m->moe_intermediate_size + m->moe_shared_intermediate_size;
    return m->intermediate_size;
}

static double mlp_bytes(const struct job *job, const struct adapter_sums *adapters)
{
    const struct sizing_model *m = job->model;
    double width = mlp_width(m), wide = is_kbit(job) ? 4.0 : job->compute_bytes;
    bool is_down = keeps_inputs(job) || (adapters->is_down && adapter_input_bytes(job) == 0.0);
    double bytes = is_gated(m) ? 3.0 * wide * width : wide * width;
    if (is_down)
        bytes += (is_kbit(job) ? 2.0 : wide) * width;
    if (m->moe_experts > 0.0)
        bytes += wide * m->hidden_size * m->moe_experts_per_token * 2.0 + 4.0 * m->moe_experts;
    if (job->is_post_norm)
        bytes += wide * 4.0 * m->hidden_size + 2.0 * m->hidden_size; /* residual copies of the post-norm and dropout masks */
    return bytes;
}

static double adapter_bytes(const struct job *job, const struct adapter_sums *adapters)
{
    double each = adapter_input_bytes(job), fused = job->model->hidden_size;
    if (job->workload->fused_adapter == 0.0)
        return each * adapters->inputs;
    return job->k->fused_adapter_input * fused + each * job_larger(adapters->inputs - fused, 0.0);
}

void job_set_layer(struct job *job)
{
    struct adapter_sums adapters = sum_adapters(job);
    job->layer.norms = norm_bytes(job, &adapters);
    job->layer.attention = attention_bytes(job);
    job->layer.mlp = mlp_bytes(job, &adapters);
    job->layer.adapters = job->is_adapted ? adapter_bytes(job, &adapters) : 0.0;
}

/* ---- all layers */

static double layer_sum(const struct job *job)
{
    return job->layer.norms + job->layer.attention + job->layer.mlp + job->layer.adapters;
}

/* Share of a layer's activations on this GPU: tensor parallelism leaves norms and dropout (10 h) whole unless the sequence is
   divided too; a compiled layer computes part of them again. */
static double layer_share(const struct job *job)
{
    double ways = job->workload->tensor_parallel, whole = 10.0 * job->model->hidden_size, all = layer_sum(job);
    double share = job->workload->compiled != 0.0 ? job->k->compiled_activations : 1.0;
    if (ways == 1.0)
        return share;
    if (job->workload->sequence_parallel != 0.0)
        return share / ways;
    return (whole + job_larger(all * share - whole, 0.0) / ways) / all;
}

/* Micro-batches whose activations the first stage of a 1F1B pipeline holds (arXiv:2104.04473). */
static double micro_batches(const struct job *job)
{
    const struct sizing_workload *w = job->workload;
    return job->stage == JOB_FIRST && w->layer_split == 0.0 ? job_smaller(w->pipeline_parallel, w->gradient_accumulation) : 1.0;
}

static bool is_gptq(enum sizing_quantisation scheme)
{
    return scheme == SIZING_QUANTISATION_gptq_int4 || scheme == SIZING_QUANTISATION_gptq_int4_g32
           || scheme == SIZING_QUANTISATION_gptq_int4_column || scheme == SIZING_QUANTISATION_gptq_int8;
}

/* 16-bit weights of a layer that autograd keeps because they were dequantised with torch operators. */
static double kept_weights(const struct job *job)
{
    return job->workload->dequantisation == SIZING_DEQUANT_autograd && is_gptq(job->scheme) ? 2.0 * job->layer_params : 0.0;
}

static void set_kept(struct sizing_term *term, const struct job *job)
{
    double layers = job->layers * micro_batches(job);
    double weights = kept_weights(job) * (job->layers - 1.0);
    term->formula = weights > 0.0 ? SIZING_FORMULA_activations_kept : SIZING_FORMULA_activations_kept_plain;
    term->operands[0] = job->tokens;
    term->operands[1] = layers;
    term->operands[2] = job->layer.norms;
    term->operands[3] = job->layer.attention;
    term->operands[4] = job->layer.mlp;
    term->operands[5] = job->layer.adapters;
    term->operands[6] = layer_share(job);
    term->operands[7] = weights;
    term->bytes = job->tokens * layers * layer_sum(job) * term->operands[6] + weights;
}

static void set_token_layers(struct sizing_term *term, const struct job *job, double layers, double each)
{
    term->formula = SIZING_FORMULA_token_layers;
    term->operands[0] = job->tokens;
    term->operands[1] = layers;
    term->operands[2] = each;
    term->bytes = job->tokens * layers * each;
}

/* The input of a layer, in fp32 where the residual stream is. */
static double boundary_bytes(const struct job *job)
{
    double ways = job->workload->sequence_parallel != 0.0 ? job->workload->tensor_parallel : 1.0;
    return (is_kbit(job) ? 4.0 : job->compute_bytes) * job->model->hidden_size / ways;
}

/* Outputs of matmuls and attention that selective checkpointing keeps (torchtitan's policy: every second matmul). */
static double selective_bytes(const struct job *job)
{
    const struct sizing_model *m = job->model;
    double query = m->attention_heads * m->head_dim, key = m->kv_heads * m->head_dim;
    double kept = 3.0 * m->hidden_size + 2.0 * key + 2.0 * mlp_width(m) + 2.0 * query + 2.0 * m->hidden_size;
    return kept / (job->workload->sequence_parallel != 0.0 ? job->workload->tensor_parallel : 1.0);
}

static void set_layers(struct sizing_term *term, const struct job *job)
{
    switch ((enum sizing_ckpt)(int)job->workload->checkpointing) {
    case SIZING_CKPT_none: set_kept(term, job); break;
    case SIZING_CKPT_selective: set_token_layers(term, job, job->layers * micro_batches(job), selective_bytes(job)); break;
    case SIZING_CKPT_offload: set_token_layers(term, job, 2.0, boundary_bytes(job)); break;
    case SIZING_CKPT_full:
    case SIZING_CKPT_absent: set_token_layers(term, job, job->layers * micro_batches(job), boundary_bytes(job)); break;
    }
}

/* Peak of one layer's backward pass over what it saves. */
static double backward_factor(const struct job *job)
{
    if (job->workload->inplace_backward != 0.0)
        return 1.0;
    return has_fp32_adapters(job) && is_cast(job) ? job->k->backward_cast_adapters : job->k->backward_full;
}

/* With checkpointing the layer itself and its gradients; without it the layer is in `activations` already. */
static void set_recomputed(struct sizing_term *term, const struct job *job)
{
    bool is_kept = job->workload->checkpointing == SIZING_CKPT_none;
    double weights = kept_weights(job);
    term->formula = weights > 0.0 ? SIZING_FORMULA_recomputed_layer : SIZING_FORMULA_recomputed_layer_plain;
    term->operands[0] = job->tokens;
    term->operands[1] = job->layer.norms;
    term->operands[2] = job->layer.attention;
    term->operands[3] = job->layer.mlp;
    term->operands[4] = job->layer.adapters;
    term->operands[5] = layer_share(job);
    term->operands[6] = backward_factor(job) - (is_kept ? 1.0 : 0.0);
    term->operands[7] = weights;
    term->bytes = job->tokens * layer_sum(job) * term->operands[5] * term->operands[6] + weights;
}

void job_set_activations(struct sizing_estimate *out, const struct job *job)
{
    struct sizing_term *kept = &out->terms[SIZING_TERM_activations], *layer = &out->terms[SIZING_TERM_recomputed_layer];
    kept->state = layer->state = SIZING_STATE_modelled;
    set_layers(kept, job);
    set_recomputed(layer, job);
}
