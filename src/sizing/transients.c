/* What is alive for a moment: logits and loss, the prompt's own peak, dequantised weights, gathered layers. */
#include "check.h"
#include "job.h"

/* ---- logits and loss */

static double loss_bytes(const struct job *job)
{
    const struct sizing_constants *k = job->k;
    switch ((enum sizing_loss)(int)job->workload->loss) {
    case SIZING_LOSS_absent:
    case SIZING_LOSS_native:
    case SIZING_LOSS_upcast: return k->loss_upcast;
    case SIZING_LOSS_autocast: return k->loss_autocast;
    case SIZING_LOSS_kept: return k->loss_kept;
    case SIZING_LOSS_compiled: return k->loss_compiled;
    case SIZING_LOSS_compiled_kept: return k->loss_compiled_kept;
    case SIZING_LOSS_compiled_fused: return k->loss_compiled_fused;
    case SIZING_LOSS_bits16: return k->loss_16bit;
    case SIZING_LOSS_bits16_kept: return k->loss_16bit_kept;
    case SIZING_LOSS_chunked: return k->loss_chunked;
    case SIZING_LOSS_chunked_litgpt: return k->loss_chunked_litgpt;
    case SIZING_LOSS_chunked_compiled: return k->loss_chunked_compiled;
    case SIZING_LOSS_vocabulary_parallel: return k->loss_vocabulary_parallel;
    case SIZING_LOSS_fused_linear: return k->loss_chunk_bytes;
    case SIZING_LOSS_none: break;
    }
    return 0.0;
}

static void set_logits(struct sizing_term *term, double tokens, double vocabulary, double each)
{
    term->formula = SIZING_FORMULA_logits;
    term->state = SIZING_STATE_modelled;
    term->operands[0] = tokens;
    term->operands[1] = vocabulary;
    term->operands[2] = each;
    term->bytes = tokens * vocabulary * each;
}

static void set_vectors(struct sizing_term *term, const struct job *job, double each)
{
    term->formula = SIZING_FORMULA_token_vectors;
    term->state = SIZING_STATE_modelled;
    term->operands[0] = job->tokens;
    term->operands[1] = job->model->hidden_size;
    term->operands[2] = each;
    term->bytes = job->tokens * job->model->hidden_size * each;
}

/* Chunks of 1,024 tokens, and the head's gradient made in the forward pass (arXiv:2410.10989). */
static void set_fused_loss(struct sizing_term *term, const struct job *job)
{
    double chunk = job_smaller(job->tokens, 1024.0), vocabulary = job->model->vocab_size;
    term->formula = SIZING_FORMULA_logits_fused;
    term->state = SIZING_STATE_modelled;
    term->operands[0] = chunk;
    term->operands[1] = vocabulary;
    term->operands[2] = job->k->loss_chunk_bytes;
    term->operands[3] = job->is_full ? 2.0 * vocabulary * job->model->hidden_size : 0.0;
    term->bytes = chunk * vocabulary * job->k->loss_chunk_bytes + term->operands[3];
}

static void set_loss(struct sizing_estimate *out, const struct job *job)
{
    struct sizing_term *term = &out->terms[SIZING_TERM_logits];
    double loss = job->workload->loss;
    bool is_native = loss == SIZING_LOSS_native || loss == SIZING_LOSS_absent;
    bool has_none = job->stage == JOB_FIRST || (is_native && check_layout(job->model) != SIZING_LAYOUT_decoder);
    if (loss == SIZING_LOSS_fused_linear && !has_none)
        set_fused_loss(term, job);
    else
        set_logits(term, job->tokens, job->model->vocab_size / job->workload->tensor_parallel, has_none ? 0.0 : loss_bytes(job));
    set_vectors(&out->terms[SIZING_TERM_head_input], job, 8.0);
}

static void set_prompt_logits(struct sizing_estimate *out, const struct job *job)
{
    double ways = job->workload->tensor_parallel, vocabulary = job->model->vocab_size / ways, p = job->compute_bytes;
    bool is_all = job->workload->prompt_logits == SIZING_PROMPT_all || job->workload->prompt_logits == SIZING_PROMPT_all_fp32;
    bool is_last_stage = job->stage != JOB_FIRST && check_layout(job->model) == SIZING_LAYOUT_decoder;
    double each = job->workload->prompt_logits == SIZING_PROMPT_all ? p : p + 4.0;
    double tokens = job->workload->without_prefill != 0.0 ? 0.0 : is_all ? job->tokens : job->workload->batch;
    set_logits(&out->terms[SIZING_TERM_logits], is_last_stage ? tokens : 0.0, vocabulary, each);
    set_logits(&out->terms[SIZING_TERM_next_token_logits], is_last_stage ? job->workload->batch : 0.0, vocabulary,
               job->k->next_token_logits);
    set_vectors(&out->terms[SIZING_TERM_head_input], job, tokens > 0.0 ? 2.0 / ways : 0.0);
}

void job_set_logits(struct sizing_estimate *out, const struct job *job)
{
    if (job->is_training)
        set_loss(out, job);
    else
        set_prompt_logits(out, job);
}

/* ---- dequantised weights */

static double copies_of_matrices(const struct job *job)
{
    switch ((enum sizing_dequant)(int)job->workload->dequantisation) {
    case SIZING_DEQUANT_fused: return 0.0;
    case SIZING_DEQUANT_matrix: return 1.0;
    case SIZING_DEQUANT_pair: return 2.0;
    case SIZING_DEQUANT_autograd:
    case SIZING_DEQUANT_native:
    case SIZING_DEQUANT_absent: break;
    }
    if (job->is_training)
        return 1.0;
    return memory_is_bitsandbytes(job->scheme) ? 1.0 : 0.0;
}

void job_set_dequantised(struct sizing_estimate *out, const struct job *job)
{
    double h = job->model->hidden_size;
    struct sizing_term *term = job_term(out, SIZING_TERM_dequantised, SIZING_FORMULA_largest_matrix, SIZING_STATE_modelled);
    if (job->scheme == SIZING_QUANTISATION_none)
        return;
    term->operands[0] = h * job_larger(h, job->widest);
    term->operands[1] = job->compute_bytes;
    term->operands[2] = copies_of_matrices(job);
    term->bytes = term->operands[0] * term->operands[1] * term->operands[2];
}

/* ---- the prompt, one layer at a time */

static double score_bytes(const struct job *job)
{
    if (job->workload->attention == SIZING_ATTN_eager_fused)
        return job->k->prefill_eager_fused;
    if (job->workload->attention == SIZING_ATTN_eager)
        return job->k->prefill_eager;
    return job->workload->attention == SIZING_ATTN_eager_chunked ? 0.25 * job->k->prefill_eager : 0.0;
}

/* Prompt tokens that one forward pass handles: engines cut long prompts into chunks. */
static double pass_tokens(const struct job *job)
{
    double most = job->workload->prefill_tokens;
    return most > 0.0 ? job_smaller(job->tokens, most) : job->tokens;
}

static void set_prefill_attention(struct sizing_term *term, const struct job *job)
{
    const struct sizing_model *m = job->model;
    double query = m->attention_heads * m->head_dim, key = m->kv_heads * m->head_dim, seq = job->workload->seq;
    double ways = job->workload->tensor_parallel, each = score_bytes(job);
    double columns = job->workload->attention == SIZING_ATTN_eager_chunked ? job_smaller(seq, 2048.0) : seq;
    if (m->mla_kv_lora_rank > 0.0) {
        query = m->attention_heads * (m->mla_qk_nope_head_dim + m->mla_qk_rope_head_dim);
        key = query;
    }
    term->formula = SIZING_FORMULA_prefill_attention;
    term->operands[0] = pass_tokens(job);
    term->operands[1] = (2.0 * query + 4.0 * key + 2.0 * m->hidden_size) / ways;
    term->operands[2] = job->compute_bytes;
    term->operands[3] = m->attention_heads / ways;
    term->operands[4] = each > 0.0 ? job->workload->batch * seq * columns : 0.0;
    term->operands[5] = each;
    term->bytes = pass_tokens(job) * term->operands[1] * job->compute_bytes + term->operands[3] * term->operands[4] * each;
}

static void set_prefill_mlp(struct sizing_term *term, const struct job *job)
{
    const struct sizing_model *m = job->model;
    double ways = job->workload->tensor_parallel;
    bool is_gated = m->mlp == SIZING_MLP_swiglu || m->mlp == SIZING_MLP_geglu;
    double width = m->moe_experts > 0.0 ? m->moe_experts_per_token * m->moe_intermediate_size + m->moe_shared_intermediate_size
                                        : m->intermediate_size;
    term->formula = SIZING_FORMULA_prefill_mlp;
    term->operands[0] = pass_tokens(job);
    term->operands[1] = is_gated ? 3.0 : 2.0;
    term->operands[2] = width / ways;
    term->operands[3] = job->k->prefill_hidden;
    term->operands[4] = m->hidden_size / ways;
    term->operands[5] = job->compute_bytes;
    term->bytes = pass_tokens(job) * (term->operands[1] * term->operands[2] + term->operands[3] * term->operands[4])
                  * job->compute_bytes;
}

/* The formula without the parts that are 0. */
static void shorten(struct sizing_term *term)
{
    if (term->formula == SIZING_FORMULA_prefill_mlp) {
        term->formula = SIZING_FORMULA_prefill_mlp_plain;
    } else if (term->operands[5] == 0.0) {
        term->formula = SIZING_FORMULA_prefill_attention_plain;
        term->operands[3] = term->operands[4] = 0.0;
    }
}

void job_set_prefill(struct sizing_estimate *out, const struct job *job)
{
    struct sizing_term attention = {.bytes = 0.0}, *term = &out->terms[SIZING_TERM_prefill];
    double weights = out->terms[SIZING_TERM_dequantised].bytes;
    if (job->workload->without_prefill != 0.0)
        return;
    set_prefill_attention(&attention, job);
    set_prefill_mlp(term, job);
    if (attention.bytes > term->bytes)
        *term = attention;
    term->operands[6] = weights;
    term->bytes += weights;
    term->state = SIZING_STATE_modelled;
    if (weights == 0.0)
        shorten(term);
}

/* ---- gathered layers and communication buckets */

static bool is_fsdp(const struct job *job)
{
    return job->workload->sharding == SIZING_SHARDING_fsdp || job->workload->sharding == SIZING_SHARDING_fsdp2;
}

static double stored_bytes(const struct job *job)
{
    return job->scheme == SIZING_QUANTISATION_none ? 2.0 : memory_bits_per_weight(job->scheme) / 8.0;
}

/* The layer at work and the one fetched ahead. */
static double gathered_layers(const struct job *job)
{
    bool is_offloaded = job->workload->cpu_offload != 0.0;
    double layers = 0.0;
    if (job->workload->zero_stage >= 3.0 && is_fsdp(job))
        layers = 2.0 * job->layer_params * stored_bytes(job);
    else if (job->workload->zero_stage >= 3.0)
        layers = 2.0 * job_smaller(job_larger(job->layer_params, job->k->gathered_min), job->k->gathered_max);
    return is_offloaded ? layers + 2.0 * job->layer_params * stored_bytes(job) : layers;
}

/* FSDP2's recipes shard embedding and head as units of their own; elsewhere they are gathered together. */
static double gathered_root(const struct job *job)
{
    double embedding = job->rank.embedding, head = job->rank.head;
    double each = job->scheme != SIZING_QUANTISATION_none ? job->plain_bytes : 2.0;
    if (job->workload->zero_stage < 3.0)
        return 0.0;
    return (job->workload->sharding == SIZING_SHARDING_fsdp2 ? job_larger(embedding, head) : embedding + head) * each;
}

static double layer_gradient(const struct job *job)
{
    if (!job->is_full || job->workload->zero_stage < 3.0 || !is_fsdp(job))
        return 0.0;
    return job->layer_params * job->plain_bytes;
}

/* 16-bit gradients that ZeRO stages 1 and 2 hold beside the parameters' own: the flat partition, and the sum of the micro-batches
   (DeepSpeed runtime/zero/stage_1_and_2.py: grads_in_partition, averaged_gradients). */
static double partition_gradients(const struct job *job, const struct sizing_estimate *out)
{
    double own = out->terms[SIZING_TERM_gradients].bytes + out->terms[SIZING_TERM_adapter_gradients].bytes;
    double copies = job->workload->gradient_accumulation > 1.0 ? 2.0 : 1.0;
    if (job->workload->zero_stage >= 3.0)
        return 0.0;
    return copies * own;
}

/* DeepSpeed: two 16-bit reduce buckets, and two to gather when there is someone to gather from. DDP: a copy of the gradients. */
static double buckets(const struct job *job, const struct sizing_estimate *out)
{
    if (job->workload->sharding == SIZING_SHARDING_deepspeed && job->workload->zero_stage >= 1.0)
        return 2.0 * 2.0 * job->k->bucket_elements * (job->replicas > 1.0 ? 2.0 : 1.0) + partition_gradients(job, out);
    return job->workload->sharding == SIZING_SHARDING_ddp && job->is_full ? 2.0 * job->rank.total : 0.0;
}

void job_set_buffers(struct sizing_estimate *out, const struct job *job)
{
    struct sizing_term *term = job_term(out, SIZING_TERM_sharding_buffers, SIZING_FORMULA_sharding_buffers, SIZING_STATE_modelled);
    term->operands[0] = gathered_layers(job);
    term->operands[1] = gathered_root(job);
    term->operands[2] = layer_gradient(job);
    term->operands[3] = buckets(job, out);
    for (int i = 0; i < 4; i++)
        term->bytes += term->operands[i];
}
