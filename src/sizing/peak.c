/* The peak: the largest of the phases, never a sum of what does not coexist; and what allocator, runtime and libraries add. */
#include "check.h"
#include "job.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))
#define STEPS 4

/* Terms that are there from loading on. */
static const enum sizing_term_id standing[] = {
    SIZING_TERM_weights,           SIZING_TERM_master_weights,    SIZING_TERM_optimizer,   SIZING_TERM_adapter_weights,
    SIZING_TERM_adapter_optimizer, SIZING_TERM_embedding_copies,  SIZING_TERM_cast_copies, SIZING_TERM_unfused_copies,
    SIZING_TERM_rope_tables,       SIZING_TERM_sharding_buffers,  SIZING_TERM_linear_state,
};

/* How much of a term is alive in a phase. */
enum life {
    NO,
    YES,
    KEPT,   /* gradients that accumulate or have a buffer of their own */
    PROMPT, /* the prompt's part of the cache, all of a cache that is allocated for the whole length */
    HELD,   /* logits of the prompt until the next step has its own */
    LIVES
};

struct span {
    enum sizing_term_id term;
    unsigned char life[STEPS]; /* enum life, in the order of the phases */
};

static const enum sizing_phase training_phases[STEPS] = {
    SIZING_PHASE_forward_end,
    SIZING_PHASE_recompute,
    SIZING_PHASE_backward_end,
    SIZING_PHASE_optimizer_step,
};
static const struct span training[] = {
    {SIZING_TERM_gradients, {KEPT, KEPT, YES, YES}},
    {SIZING_TERM_adapter_gradients, {KEPT, KEPT, YES, YES}},
    {SIZING_TERM_embedding_gradients, {KEPT, KEPT, YES, YES}},
    {SIZING_TERM_dequantised, {YES, YES, YES, YES}},
    {SIZING_TERM_activations, {YES, YES, NO, NO}},
    {SIZING_TERM_recomputed_layer, {NO, YES, YES, NO}},
    {SIZING_TERM_logits, {YES, NO, NO, NO}},
    {SIZING_TERM_head_input, {YES, NO, NO, NO}},
    {SIZING_TERM_step_temporaries, {NO, NO, NO, YES}},
};

static const enum sizing_phase inference_phases[STEPS] = {
    SIZING_PHASE_prefill,
    SIZING_PHASE_prompt_end,
    SIZING_PHASE_first_token,
    SIZING_PHASE_decode,
};
static const struct span inference[] = {
    {SIZING_TERM_kv_cache, {PROMPT, PROMPT, PROMPT, YES}},
    {SIZING_TERM_cache_copy, {NO, NO, PROMPT, YES}},
    {SIZING_TERM_prefill, {YES, NO, NO, NO}},
    {SIZING_TERM_logits, {NO, YES, HELD, NO}},
    {SIZING_TERM_head_input, {NO, YES, NO, NO}},
    {SIZING_TERM_next_token_logits, {YES, YES, YES, YES}},
};

static bool keeps_gradients(const struct job *job)
{
    const struct sizing_workload *w = job->workload;
    return w->gradient_accumulation > 1.0 || w->persistent_gradients != 0.0 || w->optimizer_in_backward != 0.0;
}

static double held_logits(const struct job *job)
{
    if (job->workload->prompt_logits == SIZING_PROMPT_all_fp32)
        return 4.0 / (job->compute_bytes + 4.0);
    return job->workload->prompt_logits == SIZING_PROMPT_all ? 1.0 : 0.0;
}

static void set_lives(const struct job *job, double lives[LIVES])
{
    lives[NO] = 0.0;
    lives[YES] = 1.0;
    lives[KEPT] = keeps_gradients(job) ? 1.0 : 0.0;
    lives[PROMPT] = job->workload->cache == SIZING_CACHE_fixed ? 1.0 : job_prompt_share(job);
    lives[HELD] = held_logits(job);
}

static double sum_standing(const struct sizing_estimate *out)
{
    double sum = 0.0;
    for (int i = 0; i < COUNT_OF(standing); i++)
        sum += out->terms[standing[i]].bytes;
    return sum;
}

/* The phase with the largest sum; *bytes is that sum. */
static int largest_step(const struct sizing_estimate *out, const struct span *spans, int count, const double *lives, double *bytes)
{
    double sums[STEPS] = {0.0};
    int largest = 0;
    for (int i = 0; i < count; i++)
        for (int step = 0; step < STEPS; step++)
            sums[step] += lives[spans[i].life[step]] * out->terms[spans[i].term].bytes;
    for (int step = 1; step < STEPS; step++)
        if (sums[step] > sums[largest])
            largest = step;
    *bytes = sums[largest];
    return largest;
}

static void set_peak_bytes(struct sizing_estimate *out, const struct span *spans, int count, const double *lives, int step)
{
    for (int i = 0; i < COUNT_OF(standing); i++)
        out->terms[standing[i]].peak_bytes = out->terms[standing[i]].bytes;
    for (int i = 0; i < count; i++)
        out->terms[spans[i].term].peak_bytes = lives[spans[i].life[step]] * out->terms[spans[i].term].bytes;
}

/* ---- loading: every rank reads the whole checkpoint and keeps its share */

static void set_load_peak(struct sizing_estimate *out)
{
    for (int i = 0; i < SIZING_TERMS; i++)
        out->terms[i].peak_bytes = 0.0;
    out->terms[SIZING_TERM_weights].peak_bytes = out->terms[SIZING_TERM_weights].bytes;
    out->terms[SIZING_TERM_load_copy].peak_bytes = out->terms[SIZING_TERM_load_copy].bytes;
    out->phase = SIZING_PHASE_load;
}

static void set_load_copy(struct sizing_estimate *out, const struct job *job)
{
    double shard = out->terms[SIZING_TERM_weights].bytes, ways = job->workload->zero_stage >= 3.0 ? job->replicas : 1.0;
    struct sizing_term *term = job_term(out, SIZING_TERM_load_copy, SIZING_FORMULA_load_copy, SIZING_STATE_modelled);
    term->operands[0] = job->k->load_slack;
    term->operands[1] = shard * ways;
    term->operands[2] = shard;
    term->bytes = job->k->load_slack * (shard * ways + shard) - shard;
}

/* ---- allocator, runtime, libraries */

static void set_bytes(struct sizing_estimate *out, enum sizing_term_id id, double bytes)
{
    struct sizing_term *term = job_term(out, id, SIZING_FORMULA_bytes, SIZING_STATE_modelled);
    term->operands[0] = term->bytes = term->peak_bytes = bytes;
}

/* Static tensors are allocated once and do not fragment; what each step allocates does, and logits whose size changes from step
   to step find no block that fits. */
static void set_slack(struct sizing_estimate *out, const struct job *job, double moving)
{
    bool is_variable = job->is_training && job->workload->variable_length != 0.0;
    double bytes = is_variable ? out->terms[SIZING_TERM_logits].bytes : moving;
    double factor = is_variable ? job->k->slack_logits_variable : job->k->slack;
    struct sizing_term *term = job_term(out, SIZING_TERM_allocator_slack, SIZING_FORMULA_slack, SIZING_STATE_modelled);
    term->operands[0] = bytes;
    term->operands[1] = factor;
    term->bytes = term->peak_bytes = bytes * (factor - 1.0);
}

static void set_overhead(struct sizing_estimate *out, const struct job *job)
{
    const struct sizing_workload *w = job->workload;
    set_bytes(out, SIZING_TERM_runtime, w->runtime_bytes > 0.0 ? w->runtime_bytes : job->k->runtime_bytes);
    if (w->gpus > 1.0 && w->layer_split == 0.0)
        set_bytes(out, SIZING_TERM_communication, job->k->communication_bytes);
}

/* An engine takes its share of the card whatever it needs; what is beyond the need is cache space it may use. */
static void set_pool(struct sizing_estimate *out, const struct job *job)
{
    double share = job->workload->engine_utilisation, need = out->gpu.device;
    if (share == 0.0 || job->is_training)
        return;
    struct sizing_term *term = job_term(out, SIZING_TERM_engine_pool, SIZING_FORMULA_engine_pool, SIZING_STATE_modelled);
    term->operands[0] = share;
    term->operands[1] = job->workload->card_bytes;
    term->operands[2] = job_smaller(need, share * job->workload->card_bytes);
    term->bytes = term->peak_bytes = share * job->workload->card_bytes - term->operands[2];
}

static void set_totals(struct sizing_estimate *out, const struct job *job, double allocated)
{
    out->gpu.allocated = allocated + out->terms[SIZING_TERM_workspace].bytes;
    out->gpu.reserved = out->gpu.allocated + out->terms[SIZING_TERM_allocator_slack].bytes;
    out->gpu.device = out->gpu.reserved + out->terms[SIZING_TERM_runtime].bytes + out->terms[SIZING_TERM_communication].bytes;
    set_pool(out, job);
}

void job_set_peak(struct sizing_estimate *out, const struct job *job)
{
    const struct span *spans = job->is_training ? training : inference;
    int count = job->is_training ? COUNT_OF(training) : COUNT_OF(inference);
    double lives[LIVES], moving, fixed = sum_standing(out);
    set_lives(job, lives);
    int step = largest_step(out, spans, count, lives, &moving);
    set_peak_bytes(out, spans, count, lives, step);
    out->phase = (job->is_training ? training_phases : inference_phases)[step];
    if (job->workload->load_whole != 0.0 && job->workload->zero_stage >= 3.0 && job->replicas > 1.0)
        set_load_copy(out, job);
    double load = out->terms[SIZING_TERM_weights].bytes + out->terms[SIZING_TERM_load_copy].bytes;
    if (load > fixed + moving) {
        set_load_peak(out);
        moving = load - load / job->k->load_slack;
        fixed = load - moving;
    }
    set_bytes(out, SIZING_TERM_workspace, job->k->workspace_bytes);
    set_slack(out, job, moving);
    set_overhead(out, job);
    set_totals(out, job, fixed + moving);
}
