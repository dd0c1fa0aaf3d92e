/* Parameter counts: one list of block matrices, and beside it the vectors and tables. */
#include <stdbool.h>
#include <stddef.h>

#include "check.h"
#include "params.h"

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* ---- block matrices */

static void add(struct sizing_matrices *list, enum sizing_part part, double inputs, double outputs, double count)
{
    if (count == 0.0)
        return;
    struct sizing_matrix *matrix = &list->item[list->count++];
    matrix->inputs = inputs;
    matrix->outputs = outputs;
    matrix->count = count;
    matrix->max_ways = SIZING_LIMIT;
    matrix->part = part;
    matrix->biased = false;
}

static void bias_last(struct sizing_matrices *list, double biased)
{
    list->item[list->count - 1].biased = biased != 0.0;
}

static void limit_last(struct sizing_matrices *list, double ways)
{
    list->item[list->count - 1].max_ways = ways;
}

static void add_grouped_query(const struct sizing_model *m, double layers, struct sizing_matrices *list)
{
    double width = m->attention_heads * m->head_dim, kv_width = m->kv_heads * m->head_dim;
    if (layers == 0.0)
        return;
    add(list, SIZING_PART_query, m->hidden_size, m->attention_output_gate != 0.0 ? 2.0 * width : width, layers);
    bias_last(list, m->qkv_bias);
    add(list, SIZING_PART_key, m->hidden_size, kv_width, layers);
    bias_last(list, m->qkv_bias);
    limit_last(list, m->kv_heads);
    add(list, SIZING_PART_value, m->hidden_size, kv_width, layers);
    bias_last(list, m->qkv_bias);
    limit_last(list, m->kv_heads);
    add(list, SIZING_PART_attention, width, m->hidden_size, layers);
    bias_last(list, m->attn_out_bias);
}

/* Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434): down to the latents, up to the heads. */
static void add_latent(const struct sizing_model *m, struct sizing_matrices *list)
{
    double query_width = m->attention_heads * (m->mla_qk_nope_head_dim + m->mla_qk_rope_head_dim);
    if (m->mla_q_lora_rank > 0.0) {
        add(list, SIZING_PART_attention, m->hidden_size, m->mla_q_lora_rank, m->layers);
        limit_last(list, 1.0);
    }
    add(list, SIZING_PART_query, m->mla_q_lora_rank > 0.0 ? m->mla_q_lora_rank : m->hidden_size, query_width, m->layers);
    add(list, SIZING_PART_attention, m->hidden_size, m->mla_kv_lora_rank + m->mla_qk_rope_head_dim, m->layers);
    limit_last(list, 1.0);
    add(list, SIZING_PART_value, m->mla_kv_lora_rank, m->attention_heads * (m->mla_qk_nope_head_dim + m->mla_v_head_dim),
        m->layers);
    add(list, SIZING_PART_attention, m->attention_heads * m->mla_v_head_dim, m->hidden_size, m->layers);
}

static void add_gated_deltanet(const struct sizing_model *m, double layers, struct sizing_matrices *list)
{
    double key_width = m->linear_attention_key_heads * m->linear_attention_key_head_dim;
    double value_width = m->linear_attention_value_heads * m->linear_attention_value_head_dim;
    add(list, SIZING_PART_attention, m->hidden_size, 2.0 * key_width + 2.0 * value_width, layers);
    add(list, SIZING_PART_attention, m->hidden_size, 2.0 * m->linear_attention_value_heads, layers);
    add(list, SIZING_PART_attention, value_width, m->hidden_size, layers);
}

static void add_lightning(const struct sizing_model *m, double layers, struct sizing_matrices *list)
{
    double width = m->attention_heads * m->head_dim;
    add(list, SIZING_PART_attention, m->hidden_size, 3.0 * width, layers);
    add(list, SIZING_PART_attention, m->hidden_size, width, layers);
    add(list, SIZING_PART_attention, width, m->hidden_size, layers);
}

static void add_attention(const struct sizing_model *m, struct sizing_matrices *list)
{
    double full = check_attention_layers(m);
    if (m->mla_kv_lora_rank > 0.0) {
        add_latent(m, list);
        return;
    }
    add_grouped_query(m, full, list);
    if (m->linear_attention_kind == SIZING_LINATTN_gated_deltanet)
        add_gated_deltanet(m, m->layers - full, list);
    if (m->linear_attention_kind == SIZING_LINATTN_lightning)
        add_lightning(m, m->layers - full, list);
}

static bool is_gated(const struct sizing_model *m)
{
    return m->mlp == SIZING_MLP_swiglu || m->mlp == SIZING_MLP_geglu;
}

static void add_mlp(const struct sizing_model *m, enum sizing_part part, double width, double count, double biased,
                    struct sizing_matrices *list)
{
    if (count == 0.0)
        return;
    add(list, part, m->hidden_size, width, is_gated(m) ? 2.0 * count : count);
    bias_last(list, biased);
    add(list, part, width, m->hidden_size, count);
    bias_last(list, biased);
}

static void add_decoder(const struct sizing_model *m, struct sizing_matrices *list)
{
    double moe = check_moe_layers(m);
    add_attention(m, list);
    add_mlp(m, SIZING_PART_mlp, m->intermediate_size, m->layers - moe, m->mlp_bias, list);
    add_mlp(m, SIZING_PART_expert, m->moe_intermediate_size, moe * m->moe_experts, m->moe_expert_bias, list);
    add_mlp(m, SIZING_PART_mlp, m->moe_shared_intermediate_size, m->moe_shared_experts > 0.0 ? moe : 0.0, 0.0, list);
}

static void add_bert(const struct sizing_model *m, struct sizing_matrices *list)
{
    static const enum sizing_part parts[] = {SIZING_PART_query, SIZING_PART_key, SIZING_PART_value, SIZING_PART_attention};
    for (int i = 0; i < 4; i++) {
        add(list, parts[i], m->hidden_size, m->hidden_size, m->layers);
        bias_last(list, 1.0);
    }
    add_mlp(m, SIZING_PART_mlp, m->intermediate_size, m->layers, 1.0, list);
}

static void add_modernbert(const struct sizing_model *m, struct sizing_matrices *list)
{
    add(list, SIZING_PART_query, m->hidden_size, 3.0 * m->hidden_size, m->layers);
    add(list, SIZING_PART_attention, m->hidden_size, m->hidden_size, m->layers);
    add(list, SIZING_PART_mlp, m->hidden_size, 2.0 * m->intermediate_size, m->layers);
    add(list, SIZING_PART_mlp, m->intermediate_size, m->hidden_size, m->layers);
}

void params_matrices(const struct sizing_model *model, struct sizing_matrices *out)
{
    out->count = 0;
    switch (check_layout(model)) {
    case SIZING_LAYOUT_decoder: add_decoder(model, out); break;
    case SIZING_LAYOUT_bert: add_bert(model, out); break;
    case SIZING_LAYOUT_modernbert: add_modernbert(model, out); break;
    case SIZING_LAYOUT_none: break;
    }
}

/* ---- vectors and tables */

static double norm_size(const struct sizing_model *m)
{
    return m->norm == SIZING_NORM_layernorm ? 2.0 * m->hidden_size : m->hidden_size;
}

static void count_decoder_embedding(const struct sizing_model *m, struct sizing_params *p)
{
    double width = m->embedding_proj_dim > 0.0 ? m->embedding_proj_dim : m->hidden_size;
    p->embedding = m->vocab_size * width + m->learned_positions * m->hidden_size;
    if (m->embedding_proj_dim > 0.0)
        p->embedding += 2.0 * m->embedding_proj_dim * m->hidden_size;
    p->head = m->tied_embeddings != 0.0 ? 0.0 : m->vocab_size * m->hidden_size;
    if (m->lm_head_bias != 0.0)
        p->head += m->vocab_size;
}

static double attention_norms(const struct sizing_model *m)
{
    double full = check_attention_layers(m), linear = m->layers - full;
    double norms = 0.0;
    if (m->mla_kv_lora_rank > 0.0)
        return m->layers * (m->mla_q_lora_rank + m->mla_kv_lora_rank);
    if (m->qk_norm == SIZING_QKNORM_per_head)
        norms = full * 2.0 * m->head_dim;
    if (m->qk_norm == SIZING_QKNORM_per_layer)
        norms = full * (m->attention_heads + m->kv_heads) * m->head_dim;
    if (m->linear_attention_kind == SIZING_LINATTN_gated_deltanet)
        norms += linear * m->linear_attention_value_head_dim;
    if (m->linear_attention_kind == SIZING_LINATTN_lightning)
        norms += linear * m->attention_heads * m->head_dim;
    return norms;
}

static void count_decoder_norms(const struct sizing_model *m, struct sizing_params *p)
{
    double whole = m->layers * m->norms_per_layer + (m->final_norm != 0.0) + (m->embedding_norm != 0.0);
    p->norms = whole * norm_size(m) + attention_norms(m);
}

/* Gated DeltaNet: a depth-wise convolution over q, k, v without bias, dt_bias and A_log. */
static double deltanet_vectors(const struct sizing_model *m)
{
    double key_width = m->linear_attention_key_heads * m->linear_attention_key_head_dim;
    double value_width = m->linear_attention_value_heads * m->linear_attention_value_head_dim;
    return (2.0 * key_width + value_width) * m->linear_attention_conv_kernel + 2.0 * m->linear_attention_value_heads;
}

static double router_size(const struct sizing_model *m)
{
    double biases = (m->moe_router_bias != 0.0) + (m->moe_score_correction_bias != 0.0);
    double gate = m->moe_shared_experts > 0.0 && m->moe_shared_expert_gate != 0.0 ? m->hidden_size : 0.0;
    return m->hidden_size * m->moe_experts + biases * m->moe_experts + gate;
}

static void count_decoder_other(const struct sizing_model *m, struct sizing_params *p)
{
    double full = check_attention_layers(m);
    if (m->attention_sinks != 0.0)
        p->other += full * m->attention_heads;
    if (m->linear_attention_kind == SIZING_LINATTN_gated_deltanet)
        p->other += (m->layers - full) * deltanet_vectors(m);
    p->other += check_moe_layers(m) * router_size(m);
}

static void count_bert(const struct sizing_model *m, struct sizing_params *p)
{
    p->embedding = (m->vocab_size + m->learned_positions + m->token_types) * m->hidden_size;
    p->norms = (1.0 + 2.0 * m->layers) * 2.0 * m->hidden_size;
    if (m->pooler != 0.0)
        p->other += m->hidden_size * m->hidden_size + m->hidden_size;
}

/* The first layer has no attention norm; there is an embedding norm and a final norm. */
static void count_modernbert(const struct sizing_model *m, struct sizing_params *p)
{
    p->embedding = m->vocab_size * m->hidden_size;
    p->norms = (2.0 * m->layers + 1.0) * m->hidden_size;
}

static void count_tables(const struct sizing_model *m, struct sizing_params *p)
{
    switch (check_layout(m)) {
    case SIZING_LAYOUT_decoder:
        count_decoder_embedding(m, p);
        count_decoder_norms(m, p);
        count_decoder_other(m, p);
        break;
    case SIZING_LAYOUT_bert: count_bert(m, p); break;
    case SIZING_LAYOUT_modernbert: count_modernbert(m, p); break;
    case SIZING_LAYOUT_none: break;
    }
}

/* ---- sums */

static void count_matrices(const struct sizing_matrices *list, double ways, struct sizing_params *p)
{
    for (int i = 0; i < list->count; i++) {
        const struct sizing_matrix *matrix = &list->item[i];
        double *sum = matrix->part == SIZING_PART_expert ? &p->experts : &p->linear;
        *sum += matrix->inputs * matrix->outputs * matrix->count / smaller(ways, matrix->max_ways);
        if (matrix->biased)
            p->other += matrix->outputs * matrix->count;
    }
}

/* Routed experts that one token does not read, with their biases. */
static double idle_experts(const struct sizing_model *m, double experts)
{
    double share, matrices, bias = 0.0;
    if (m->moe_experts == 0.0)
        return 0.0;
    share = (m->moe_experts - m->moe_experts_per_token) * check_moe_layers(m);
    matrices = experts / (m->moe_experts * check_moe_layers(m));
    if (m->moe_expert_bias != 0.0)
        bias = (is_gated(m) ? 2.0 : 1.0) * m->moe_intermediate_size + m->hidden_size;
    return share * (matrices + bias);
}

static void add_up(const struct sizing_model *m, struct sizing_params *p)
{
    p->total = p->embedding + p->head + p->norms + p->linear + p->experts + p->other + p->vision;
    p->active = p->total - p->vision;
    if (check_moe_layers(m) > 0.0)
        p->active -= idle_experts(m, p->experts);
}

void params_on_rank(const struct sizing_model *model, const struct sizing_matrices *matrices, double ways,
                    struct sizing_params *out)
{
    *out = (struct sizing_params){.known = check_layout(model) != SIZING_LAYOUT_none};
    if (!out->known) {
        out->total = model->params_total;
        return;
    }
    count_tables(model, out);
    count_matrices(matrices, ways, out);
    out->embedding /= ways;
    out->head /= ways;
    out->vision = model->vision_params;
    add_up(model, out);
}

/* One MTP layer (DeepSeek-V3 report, arXiv:2412.19437): a block of the main model's last kind, two input norms, the projection
   of both inputs, and the norm before the shared head. */
static void count_mtp(const struct sizing_model *model, struct sizing_params *out)
{
    struct sizing_model block = *model;
    struct sizing_params one = {.known = true};
    struct sizing_matrices matrices;
    if (model->mtp_layers == 0.0)
        return;
    block.layers = 1.0;
    block.linear_attention_kind = SIZING_LINATTN_absent;
    block.moe_first_dense_layers = 0.0;
    block.moe_layer_step = 0.0;
    block.final_norm = 0.0;
    block.embedding_norm = 0.0;
    count_decoder_norms(&block, &one);
    count_decoder_other(&block, &one);
    params_matrices(&block, &matrices);
    count_matrices(&matrices, 1.0, &one);
    out->mtp = model->mtp_layers * (one.norms + one.linear + one.experts + one.other + 3.0 * norm_size(model)
                                    + 2.0 * model->hidden_size * model->hidden_size);
    if (model->mtp_stores_embedding_and_head != 0.0)
        out->mtp_copies = model->mtp_layers * 2.0 * model->vocab_size * model->hidden_size;
}

struct sizing_error params_count_checked(const struct sizing_model *model, struct sizing_params *out,
                                         struct sizing_matrices *matrices)
{
    struct sizing_error error = {SIZING_OK, SIZING_GROUP_model, 0};
    params_matrices(model, matrices);
    params_on_rank(model, matrices, 1.0, out);
    if (check_layout(model) == SIZING_LAYOUT_decoder)
        count_mtp(model, out);
    if (!(out->total + out->mtp + out->mtp_copies <= SIZING_LIMIT)) {
        *out = (struct sizing_params){.known = false};
        error.reason = SIZING_REASON_too_large;
        error.slot = SIZING_MODEL_params_total;
    }
    return error;
}

struct sizing_error params_count(const struct sizing_model *model, struct sizing_params *out)
{
    struct sizing_matrices matrices;
    struct sizing_error error = check_model(model);
    *out = (struct sizing_params){.known = false};
    return error.reason == SIZING_OK ? params_count_checked(model, out, &matrices) : error;
}

bool params_is_adapted(enum sizing_part part, double targets)
{
    bool is_narrow = targets == SIZING_LORA_attention_qv;
    bool is_mlp_only = targets == SIZING_LORA_mlp;
    switch (part) {
    case SIZING_PART_query:
    case SIZING_PART_value: return !is_mlp_only;
    case SIZING_PART_key: return !is_mlp_only && !is_narrow;
    case SIZING_PART_attention:
        return targets == SIZING_LORA_attention || targets == SIZING_LORA_all_linear || targets == SIZING_LORA_absent;
    case SIZING_PART_mlp:
    case SIZING_PART_expert: break;
    }
    return !is_narrow && targets != SIZING_LORA_attention && targets != SIZING_LORA_attention_qkv;
}

double params_adapter_widths(const struct sizing_matrices *matrices, double targets, bool is_fused)
{
    double widths = 0.0;
    for (int i = 0; i < matrices->count; i++) {
        const struct sizing_matrix *m = &matrices->item[i];
        bool shares_input = is_fused && (m->part == SIZING_PART_key || m->part == SIZING_PART_value);
        if (params_is_adapted(m->part, targets))
            widths += ((shares_input ? 0.0 : m->inputs) + m->outputs) * m->count;
    }
    return widths;
}

double params_kv_elements(const struct sizing_model *model)
{
    if (check_layout(model) != SIZING_LAYOUT_decoder)
        return 0.0;
    if (model->mla_kv_lora_rank > 0.0)
        return model->layers * (model->mla_kv_lora_rank + model->mla_qk_rope_head_dim);
    return 2.0 * check_attention_layers(model) * model->kv_heads * model->head_dim;
}
