/* Weights, gradients, optimizer states and adapters: parameters × bytes, divided as the layout says. */
#include "check.h"
#include "job.h"

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

static double ways_from(const struct job *job, double stage)
{
    return job->workload->zero_stage >= stage && job->is_training ? job->replicas : 1.0;
}

static bool is_offloaded(const struct job *job)
{
    return job->is_training && job->workload->cpu_offload != 0.0;
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

/* Expert parallelism: experts have fewer replicas than the rest. */
static void set_expert_parameters(struct sizing_term *term, const struct job *job, double each, double expert_ways, double ways)
{
    term->state = SIZING_STATE_exact;
    term->formula = SIZING_FORMULA_parameter_bytes_experts;
    term->operands[0] = job->rank.experts;
    term->operands[1] = expert_ways;
    term->operands[2] = job->rank.total - job->rank.experts;
    term->operands[3] = ways;
    term->operands[4] = each;
    term->bytes = (job->rank.experts / expert_ways + term->operands[2] / ways) * each;
}

/* Something of every parameter on this GPU, sharded from a ZeRO stage on. */
static void set_all_parameters(struct sizing_term *term, const struct job *job, double each, double stage)
{
    double ways = ways_from(job, stage);
    if (ways > 1.0 && job->expert_replicas != job->replicas)
        set_expert_parameters(term, job, each, job->expert_replicas, ways);
    else
        set_parameters(term, job->rank.total, each, ways);
}

/* ---- weights */

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

void job_set_weights(struct sizing_estimate *out, const struct job *job)
{
    struct sizing_term *term = &out->terms[SIZING_TERM_weights];
    bool is_plain = job->scheme == SIZING_QUANTISATION_none;
    if (!job->rank.known && (!is_plain || job->workload->tensor_parallel > 1.0 || job->workload->pipeline_parallel > 1.0))
        term->state = SIZING_STATE_not_modelled;
    else if (is_offloaded(job))
        set_parameters(term, 0.0, job->plain_bytes, 1.0);
    else if (is_plain)
        set_all_parameters(term, job, job->plain_bytes, 3.0);
    else
        set_quantised(term, job, job->rank.experts + (has_plain_linears(job) ? 0.0 : job->rank.linear), ways_from(job, 3.0));
}

/* ---- full training */

double job_largest_matrix(const struct job *job)
{
    return job_larger(job->rank.embedding, job->model->hidden_size * job->widest);
}

static double state_bytes(const struct job *job, double width)
{
    int optimizer = (int)job->workload->optimizer;
    double each = optimizer_state_bytes[optimizer];
    return optimizer_states[optimizer] * (each > 0.0 ? each : width);
}

static double compute_bytes(double precision, double native_bytes)
{
    if (precision == SIZING_COMPUTE_absent || precision == SIZING_COMPUTE_native)
        return native_bytes;
    return precision == SIZING_COMPUTE_fp32 ? 4.0 : 2.0;
}

static bool has_master(const struct job *job)
{
    return job->plain_bytes < 4.0 && job->workload->master_weights != 0.0;
}

static void set_gradients(struct sizing_term *term, const struct job *job, double each)
{
    if (job->workload->optimizer_in_backward == 0.0) {
        set_all_parameters(term, job, each, 2.0);
        return;
    }
    term->state = SIZING_STATE_exact;
    term->formula = SIZING_FORMULA_largest_matrix;
    term->operands[0] = job_largest_matrix(job);
    term->operands[1] = each;
    term->operands[2] = 1.0;
    term->bytes = term->operands[0] * each;
}

static void set_full(struct sizing_estimate *out, const struct job *job)
{
    double width = has_master(job) ? 4.0 : job->plain_bytes;
    double states = job->workload->paged_optimizer != 0.0 ? 0.0 : state_bytes(job, width);
    double gradient = compute_bytes(job->workload->gradient_precision, job->plain_bytes);
    if (is_offloaded(job)) {
        set_parameters(&out->terms[SIZING_TERM_gradients], 0.0, gradient, 1.0);
        set_parameters(&out->terms[SIZING_TERM_optimizer], 0.0, states, 1.0);
        return;
    }
    if (has_master(job))
        set_all_parameters(&out->terms[SIZING_TERM_master_weights], job, 4.0, 1.0);
    set_gradients(&out->terms[SIZING_TERM_gradients], job, gradient);
    set_all_parameters(&out->terms[SIZING_TERM_optimizer], job, states, 1.0);
}

/* ---- adapters */

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

static double adapter_widths(const struct job *job)
{
    const struct sizing_model *m = job->model;
    double widths = params_adapter_widths(job->matrices, job->workload->lora_targets, job->workload->fused_qkv != 0.0);
    widths *= job->layers / m->layers;
    return job->workload->lora_head != 0.0 && job->stage != JOB_FIRST ? widths + m->hidden_size + m->vocab_size : widths;
}

static void set_adapters(struct sizing_estimate *out, const struct job *job)
{
    double widths = adapter_widths(job);
    double each = compute_bytes(job->workload->adapter_precision, job->compute_bytes);
    double master = job->workload->adapter_master_weights != 0.0 && each < 4.0 ? 4.0 : 0.0;
    double states = job->workload->paged_optimizer != 0.0 ? 0.0 : state_bytes(job, master > 0.0 ? 4.0 : each);
    double weights = is_offloaded(job) ? 0.0 : each;
    set_adapter(&out->terms[SIZING_TERM_adapter_weights], job, widths, weights, ways_from(job, 3.0));
    set_adapter(&out->terms[SIZING_TERM_adapter_gradients], job, widths, each, ways_from(job, 2.0));
    set_adapter(&out->terms[SIZING_TERM_adapter_optimizer], job, widths, master + states, ways_from(job, 1.0));
}

/* Parameters of embedding and head that LoRA trains whole on this GPU. */
static double trained_embeddings(const struct job *job)
{
    return job->is_adapted && job->workload->train_embeddings != 0.0 ? job->rank.embedding + job->rank.head : 0.0;
}

/* Copies in 16 bits, gradients 2 B, AdamW states 4 B (PEFT, modules_to_save). */
static void set_trained_embeddings(struct sizing_estimate *out, const struct job *job)
{
    double params = trained_embeddings(job);
    if (params == 0.0)
        return;
    double each = 2.0 / ways_from(job, 3.0) + 4.0 / ways_from(job, 1.0);
    set_parameters(&out->terms[SIZING_TERM_embedding_copies], params, each, 1.0);
    set_parameters(&out->terms[SIZING_TERM_embedding_gradients], params, 2.0, ways_from(job, 2.0));
}

void job_set_states(struct sizing_estimate *out, const struct job *job)
{
    if (job->is_full)
        set_full(out, job);
    if (job->is_adapted) {
        set_adapters(out, job);
        set_trained_embeddings(out, job);
    }
}

/* ---- what stands beside the weights */

static void set_copy(struct sizing_estimate *out, enum sizing_term_id id, double params, double each)
{
    set_parameters(&out->terms[id], params, each, 1.0);
    out->terms[id].state = SIZING_STATE_modelled;
}

/* Autocast keeps a 16-bit copy of each fp32 matrix for the pass; after PEFT's k-bit preparation that is the head. */
static void set_cast_copies(struct sizing_estimate *out, const struct job *job)
{
    bool is_cast = job->workload->autocast != 0.0 && job->compute_bytes < 4.0;
    bool is_sharded = job->workload->zero_stage >= 3.0;
    if (is_cast && job->is_training && job->plain_bytes == 4.0 && job->scheme == SIZING_QUANTISATION_none && !is_sharded)
        set_copy(out, SIZING_TERM_cast_copies, job->rank.linear + job->rank.experts, 2.0);
    bool is_kbit = job->workload->kbit_prepared != 0.0 && memory_is_bitsandbytes(job->scheme);
    if (is_cast && job->is_training && is_kbit && job->stage != JOB_FIRST)
        set_copy(out, SIZING_TERM_cast_copies, job->model->vocab_size * job->model->hidden_size, 2.0);
}

static void set_unfused_copies(struct sizing_estimate *out, const struct job *job)
{
    double bits = job->scheme == SIZING_QUANTISATION_none ? 8.0 * job->plain_bytes : memory_bits_per_weight(job->scheme);
    double params = 0.0;
    for (int i = 0; i < job->matrices->count; i++) {
        const struct sizing_matrix *m = &job->matrices->item[i];
        if (m->part == SIZING_PART_query || m->part == SIZING_PART_key || m->part == SIZING_PART_value)
            params += m->inputs * m->outputs * m->count / job_smaller(job->workload->tensor_parallel, m->max_ways);
    }
    struct sizing_term *term = job_term(out, SIZING_TERM_unfused_copies, SIZING_FORMULA_parameter_bits, SIZING_STATE_modelled);
    term->operands[0] = params * job->layers / job->model->layers;
    term->operands[1] = bits;
    term->bytes = term->operands[0] * bits / 8.0;
}

static void set_rope_tables(struct sizing_estimate *out, const struct job *job)
{
    const struct sizing_model *m = job->model;
    struct sizing_term *term = job_term(out, SIZING_TERM_rope_tables, SIZING_FORMULA_rope_tables, SIZING_STATE_modelled);
    term->operands[0] = job->layers;
    term->operands[1] = m->max_context;
    term->operands[2] = m->head_dim;
    term->operands[3] = 2.0;
    term->bytes = job->layers * 2.0 * m->max_context * m->head_dim * 2.0;
}

void job_set_weight_copies(struct sizing_estimate *out, const struct job *job)
{
    set_cast_copies(out, job);
    if (!job->is_training && job->workload->unfused_copies != 0.0)
        set_unfused_copies(out, job);
    if (!job->is_training && job->workload->rope_tables != 0.0)
        set_rope_tables(out, job);
}

/* ---- the optimizer step */

/* Bytes of temporaries per parameter that an update of `width` bytes with or without a master copy allocates. */
static double step_bytes(const struct job *job, bool has_copy, double width)
{
    double step = job->workload->step_temporaries;
    if (job->workload->optimizer_in_backward != 0.0 || step == SIZING_STEP_none)
        return 0.0;
    if (step == SIZING_STEP_fp32_gradient || (step != SIZING_STEP_foreach && has_copy))
        return 4.0;
    return job->workload->optimizer == SIZING_OPTIMIZER_adamw ? (has_copy ? 4.0 : width) : 0.0;
}

static void set_full_step(struct sizing_estimate *out, const struct job *job)
{
    struct sizing_term *term = &out->terms[SIZING_TERM_step_temporaries];
    if (job->workload->optimizer != SIZING_OPTIMIZER_adafactor) {
        set_all_parameters(term, job, is_offloaded(job) ? 0.0 : step_bytes(job, has_master(job), job->plain_bytes), 1.0);
        return;
    }
    term->formula = SIZING_FORMULA_largest_matrix; /* two temporaries as large as the matrix that is updated */
    term->operands[0] = job_largest_matrix(job);
    term->operands[1] = job->plain_bytes;
    term->operands[2] = 2.0;
    term->bytes = 2.0 * term->operands[0] * job->plain_bytes;
}

/* Adapters, and embeddings with temporaries of 4 B. */
static void set_adapter_step(struct sizing_estimate *out, const struct job *job)
{
    double each = compute_bytes(job->workload->adapter_precision, job->compute_bytes);
    bool has_copy = job->workload->adapter_master_weights != 0.0 && each < 4.0;
    double adapters = job->workload->lora_rank * adapter_widths(job);
    double embeddings = trained_embeddings(job), bytes = step_bytes(job, has_copy, each);
    struct sizing_term *term = &out->terms[SIZING_TERM_step_temporaries];
    if (embeddings > 0.0)
        set_parameters(term, embeddings + adapters * bytes / 4.0, 4.0, ways_from(job, 1.0));
    else
        set_parameters(term, adapters, bytes, ways_from(job, 1.0));
}

void job_set_step(struct sizing_estimate *out, const struct job *job)
{
    if (job->is_full)
        set_full_step(out, job);
    else
        set_adapter_step(out, job);
    out->terms[SIZING_TERM_step_temporaries].state = SIZING_STATE_modelled;
}
