/* The memory model: the job from the checked input, the terms, pipeline stages, range and warnings. */
#include <stdbool.h>
#include <stdint.h>

#include "check.h"
#include "job.h"

static const double scheme_bits[] = {
    0.0,
#define QUANTISATION_VALUE(id, spelling, bits) bits,
#include "fields.def"
};

double memory_round(double bytes)
{
    return (double)(int64_t)(bytes + 0.5);
}

double memory_bits_per_weight(enum sizing_quantisation scheme)
{
    int known = (int)(sizeof scheme_bits / sizeof scheme_bits[0]);
    return (int)scheme >= 0 && (int)scheme < known ? scheme_bits[scheme] : 0.0;
}

bool memory_is_bitsandbytes(enum sizing_quantisation scheme)
{
    return scheme == SIZING_QUANTISATION_nf4 || scheme == SIZING_QUANTISATION_nf4_double || scheme == SIZING_QUANTISATION_int8;
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

static double precision_bytes(double precision, double native_bytes)
{
    if (precision == SIZING_COMPUTE_absent || precision == SIZING_COMPUTE_native)
        return native_bytes;
    return precision == SIZING_COMPUTE_fp32 ? 4.0 : 2.0;
}

double memory_compute_bytes(const struct sizing_model *model, const struct sizing_workload *workload)
{
    return precision_bytes(workload->precision, model->native_precision == SIZING_PRECISION_fp32 ? 4.0 : 2.0);
}

double memory_plain_bytes(const struct sizing_model *model, const struct sizing_workload *workload)
{
    double compute = memory_compute_bytes(model, workload);
    if (workload->method == SIZING_METHOD_inference)
        return compute;
    enum sizing_quantisation scheme = memory_scheme(model, workload);
    if (scheme != SIZING_QUANTISATION_none)
        return workload->kbit_prepared != 0.0 && memory_is_bitsandbytes(scheme) ? 4.0 : compute;
    return precision_bytes(workload->weight_precision, compute);
}

/* ---- the job */

static double whole_quotient_up(double a, double b)
{
    double down = (double)(int64_t)(a / b);
    return down * b < a ? down + 1.0 : down;
}

/* The first stage has the embedding, the last the head, and a tied head is a copy there. */
static void cut_tables(struct job *job)
{
    struct sizing_params *p = &job->rank;
    double head = p->head > 0.0 ? p->head : p->embedding;
    bool is_first = job->stage == JOB_FIRST, is_whole = job->workload->replicated_embeddings != 0.0;
    p->head = is_first == is_whole ? head : 0.0;
    if (!is_first)
        p->embedding = p->vision = 0.0;
}

/* Layers of a stage are whole. */
static void cut_stage(struct job *job)
{
    struct sizing_params *p = &job->rank;
    double share = job->layers / job->model->layers;
    if (job->stage == JOB_WHOLE)
        return;
    p->norms *= share;
    p->linear *= share;
    p->experts *= share;
    p->other *= share;
    cut_tables(job);
}

static void place_parameters(struct job *job)
{
    const struct sizing_workload *w = job->workload;
    struct sizing_params *p = &job->rank;
    if (w->tensor_parallel == 1.0)
        *p = *job->whole;
    else
        params_on_rank(job->model, job->matrices, w->tensor_parallel, p);
    if (!p->known)
        return;
    if (w->untied_head != 0.0 && job->whole->head == 0.0)
        p->head = p->embedding;
    if (w->expert_parallel > 1.0)
        p->experts = job->whole->experts / w->expert_parallel;
    if (w->replicated_embeddings != 0.0) {
        p->embedding *= w->tensor_parallel;
        p->head *= w->tensor_parallel;
    }
    cut_stage(job);
    p->total = p->embedding + p->head + p->norms + p->linear + p->experts + p->other + p->vision;
}

static void lay_out(struct job *job)
{
    const struct sizing_workload *w = job->workload;
    job->layers = job->stage == JOB_WHOLE ? job->model->layers : whole_quotient_up(job->model->layers, w->pipeline_parallel);
    job->replicas = w->layer_split != 0.0 ? 1.0 : w->gpus / (w->tensor_parallel * w->pipeline_parallel);
    job->expert_replicas = w->expert_parallel > 1.0 ? w->gpus / (w->pipeline_parallel * w->expert_parallel) : job->replicas;
    job->tokens = w->batch * w->seq / w->context_parallel;
}

static void measure_layer(struct job *job)
{
    const struct sizing_model *m = job->model;
    double layers = job->layers > 0.0 ? job->layers : 1.0;
    job->widest = m->moe_experts > 0.0 && m->moe_intermediate_size > m->intermediate_size ? m->moe_intermediate_size
                                                                                          : m->intermediate_size;
    job->layer_params = (job->rank.linear + job->rank.experts) / layers;
}

static void fill_job(struct job *job, enum job_stage stage)
{
    double method = job->workload->method;
    enum sizing_layout layout = check_layout(job->model);
    job->stage = stage;
    job->is_training = method != SIZING_METHOD_inference;
    job->is_full = method == SIZING_METHOD_full;
    job->is_adapted = method == SIZING_METHOD_lora || method == SIZING_METHOD_qlora;
    job->is_post_norm = layout == SIZING_LAYOUT_bert;
    job->compute_bytes = memory_compute_bytes(job->model, job->workload);
    job->plain_bytes = memory_plain_bytes(job->model, job->workload);
    job->scheme = memory_scheme(job->model, job->workload);
    lay_out(job);
    place_parameters(job);
    measure_layer(job);
}

/* ---- all terms */

/* Terms of layouts whose parameters we do not count. */
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
    case SIZING_TERM_kv_cache:
    case SIZING_TERM_prefill: return method == SIZING_METHOD_inference;
    case SIZING_TERM_activations:
    case SIZING_TERM_recomputed_layer:
    case SIZING_TERM_logits: return method != SIZING_METHOD_inference;
    default: return false;
    }
}

static void set_not_modelled(struct sizing_estimate *out, double method, int from)
{
    for (int term = from; term < SIZING_TERMS; term++)
        if (has_term(method, (enum sizing_term_id)term))
            out->terms[term].state = SIZING_STATE_not_modelled;
}

/* Layers of linear attention have no formula for what they keep and allocate. */
static bool has_modelled_layers(const struct job *job)
{
    return job->model->linear_attention_kind == SIZING_LINATTN_absent;
}

static void set_training(struct sizing_estimate *out, struct job *job)
{
    job_set_states(out, job);
    job_set_step(out, job);
    job_set_logits(out, job);
    if (has_modelled_layers(job)) {
        job_set_layer(job);
        job_set_activations(out, job);
    } else {
        out->terms[SIZING_TERM_activations].state = SIZING_STATE_not_modelled;
        out->terms[SIZING_TERM_recomputed_layer].state = SIZING_STATE_not_modelled;
    }
}

static void set_inference(struct sizing_estimate *out, const struct job *job)
{
    if (check_layout(job->model) == SIZING_LAYOUT_decoder)
        job_set_cache(out, job);
    job_set_logits(out, job);
    if (has_modelled_layers(job))
        job_set_prefill(out, job);
    else
        out->terms[SIZING_TERM_prefill].state = SIZING_STATE_not_modelled;
}

static void set_terms(struct sizing_estimate *out, struct job *job)
{
    job_set_weights(out, job);
    if (!job->rank.known) {
        set_not_modelled(out, job->workload->method, SIZING_TERM_weights + 1);
        return;
    }
    job_set_weight_copies(out, job);
    job_set_dequantised(out, job);
    if (job->is_training)
        set_training(out, job);
    else
        set_inference(out, job);
    job_set_buffers(out, job);
}

/* ---- sums */

static struct sizing_error too_large(enum sizing_term_id term)
{
    struct sizing_error error = {SIZING_REASON_too_large, SIZING_GROUP_model, SIZING_MODEL_params_total};
    switch (term) {
    case SIZING_TERM_kv_cache:
    case SIZING_TERM_activations:
    case SIZING_TERM_recomputed_layer:
    case SIZING_TERM_logits:
    case SIZING_TERM_head_input:
    case SIZING_TERM_prefill:
    case SIZING_TERM_cache_copy: error.slot = SIZING_WORKLOAD_seq; break;
    case SIZING_TERM_linear_state:
    case SIZING_TERM_next_token_logits: error.slot = SIZING_WORKLOAD_batch; break;
    case SIZING_TERM_adapter_weights:
    case SIZING_TERM_adapter_gradients:
    case SIZING_TERM_adapter_optimizer: error.slot = SIZING_WORKLOAD_lora_rank; break;
    default: return error;
    }
    error.group = SIZING_GROUP_workload;
    return error;
}

/* Sums the exact terms and refuses what no double counts exactly. */
static struct sizing_error add_up(struct sizing_estimate *out)
{
    struct sizing_error ok = {SIZING_OK, SIZING_GROUP_model, 0};
    double all = 0.0;
    out->complete = out->has_total = true;
    for (int id = 0; id < SIZING_TERMS; id++) {
        const struct sizing_term *term = &out->terms[id];
        bool is_missing = term->state == SIZING_STATE_not_modelled;
        out->has_total = out->has_total && !is_missing;
        out->complete = out->complete && !(is_missing && id <= SIZING_TERM_linear_state);
        if (term->state == SIZING_STATE_exact)
            out->exact_bytes += term->bytes;
        all += term->bytes;
        if (!(all <= SIZING_LIMIT))
            return too_large((enum sizing_term_id)id);
    }
    return ok;
}

static struct sizing_error estimate_stage(struct job *job, enum job_stage stage, struct sizing_estimate *out)
{
    *out = (struct sizing_estimate){.exact_bytes = 0.0};
    fill_job(job, stage);
    set_terms(out, job);
    out->scheme = job->scheme;
    struct sizing_error error = add_up(out);
    if (error.reason == SIZING_OK && out->has_total)
        job_set_peak(out, job);
    return error;
}

/* The stage that needs more decides. */
static struct sizing_error estimate_fullest(struct job *job, struct sizing_estimate *out)
{
    struct sizing_estimate last;
    if (job->workload->pipeline_parallel == 1.0)
        return estimate_stage(job, JOB_WHOLE, out);
    struct sizing_error error = estimate_stage(job, JOB_LAST, &last);
    if (error.reason == SIZING_OK)
        error = estimate_stage(job, JOB_FIRST, out);
    bool is_larger = last.has_total ? last.gpu.device > out->gpu.device : last.exact_bytes > out->exact_bytes;
    if (error.reason == SIZING_OK && is_larger)
        *out = last;
    return error;
}

/* ---- results */

static void scale_totals(struct sizing_totals *out, const struct sizing_totals *one, double factor)
{
    out->allocated = one->allocated * factor;
    out->reserved = one->reserved * factor;
    out->device = one->device * factor;
}

/* A model split by layers: as on one GPU, with everyone's workspace and runtime, and one layer's transient on each GPU, because
   the GPUs' peaks are summed although they happen one after another. */
static struct sizing_error sum_split(struct job *job, struct sizing_estimate *out)
{
    struct sizing_estimate all;
    struct sizing_error error = estimate_stage(job, JOB_WHOLE, &all);
    double others = job->workload->gpus - 1.0, transient = all.terms[SIZING_TERM_prefill].bytes;
    if (error.reason != SIZING_OK)
        return error;
    double workspace = all.terms[SIZING_TERM_workspace].bytes, runtime = all.terms[SIZING_TERM_runtime].bytes;
    out->all_gpus.allocated = all.gpu.allocated + others * (workspace + transient);
    out->all_gpus.reserved = all.gpu.reserved + others * (workspace + transient * job->k->slack);
    out->all_gpus.device = out->all_gpus.reserved + (others + 1.0) * runtime;
    return error;
}

static void set_range(struct sizing_estimate *out, const struct job *job)
{
    const struct sizing_constants *k = job->k;
    double scope = job->workload->scope;
    out->likely = scope == SIZING_SCOPE_allocated  ? out->gpu.allocated
                  : scope == SIZING_SCOPE_reserved ? out->gpu.reserved
                                                   : out->gpu.device;
    out->low = out->likely * (job->is_training ? k->training_low : k->inference_low);
    out->high = out->likely * (job->is_training ? k->training_high : k->inference_high);
}

/* Case D22: long sequences without checkpointing. */
static bool do_activations_dominate(const struct sizing_estimate *out, const struct job *job)
{
    double activations = out->terms[SIZING_TERM_activations].bytes;
    if (!job->is_training || job->workload->checkpointing != SIZING_CKPT_none || job->workload->seq < 8192.0)
        return false;
    for (int id = 0; id < SIZING_TERMS; id++)
        if (out->terms[id].bytes > activations)
            return false;
    return true;
}

static void set_warnings(struct sizing_estimate *out, const struct job *job)
{
    double tokens = job->workload->seq + (job->is_training ? 0.0 : job->workload->new_tokens);
    out->is_beyond_context = job->model->max_context > 0.0 && tokens > job->model->max_context;
    out->warnings[SIZING_WARNING_beyond_context] = out->is_beyond_context;
    out->warnings[SIZING_WARNING_activations_dominate] = do_activations_dominate(out, job);
    out->warnings[SIZING_WARNING_total_not_modelled] = !out->has_total;
}

static struct sizing_error set_results(struct job *job, struct sizing_estimate *out)
{
    struct sizing_error error = estimate_fullest(job, out);
    if (error.reason != SIZING_OK)
        return error;
    if (out->has_total) {
        scale_totals(&out->all_gpus, &out->gpu, job->workload->gpus);
        set_range(out, job);
        if (job->workload->layer_split != 0.0)
            error = sum_split(job, out);
    }
    set_warnings(out, job);
    return error;
}

struct sizing_error memory_count(const struct sizing_model *model, struct sizing_counted *out)
{
    struct sizing_error error = check_model(model);
    out->model = model;
    if (error.reason == SIZING_OK)
        out->error = params_count_checked(model, &out->whole, &out->matrices);
    return error;
}

struct sizing_error memory_estimate_checked(const struct sizing_constants *constants, const struct sizing_counted *counted,
                                            const struct sizing_workload *workload, struct sizing_estimate *out)
{
    struct job job = {.model = counted->model, .workload = workload, .k = constants};
    struct sizing_error error = counted->error;
    job.whole = &counted->whole;
    job.matrices = &counted->matrices;
    if (error.reason == SIZING_OK)
        error = set_results(&job, out);
    if (error.reason != SIZING_OK)
        *out = (struct sizing_estimate){.exact_bytes = 0.0};
    return error;
}

struct sizing_error memory_estimate_with(const struct sizing_constants *constants, const struct sizing_model *model,
                                         const struct sizing_workload *workload, struct sizing_estimate *out)
{
    struct sizing_counted counted;
    struct sizing_error error = memory_count(model, &counted);
    if (error.reason == SIZING_OK)
        error = check_workload_values(workload);
    if (error.reason == SIZING_OK)
        error = check_rules(model, workload);
    if (error.reason == SIZING_OK)
        return memory_estimate_checked(constants, &counted, workload, out);
    *out = (struct sizing_estimate){.exact_bytes = 0.0};
    return error;
}

struct sizing_error memory_estimate(const struct sizing_model *model, const struct sizing_workload *workload,
                                    struct sizing_estimate *out)
{
    return memory_estimate_with(&constants_fitted, model, workload, out);
}
