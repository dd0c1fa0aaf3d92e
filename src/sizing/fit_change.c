/* The smallest single change that makes a workload fit an instance type. */
#include <stddef.h>

#include "fit_type.h"
#include "math.h"

/* What is asked of which type. */
struct question {
    struct fit_question *of;
    const struct sizing_model *model;
    const struct sizing_workload *workload;
    const struct sizing_host *host;
    const struct sizing_demand *demand;
    bool own_layout;
};

void fit_apply(const struct sizing_change *change, bool own_layout, struct sizing_workload *workload, struct sizing_host *host)
{
    double *slots = (double *)workload;
    if (change->slot < 0)
        return;
    if (change->slot != SIZING_WORKLOAD_gpus) {
        slots[change->slot] = change->value;
        return;
    }
    host->gpus = math_max(host->gpus, change->value);
    if (!own_layout)
        return;
    if (workload->method == SIZING_METHOD_inference)
        workload->tensor_parallel *= change->value / workload->gpus;
    workload->gpus = change->value;
}

/* A change the rest of the workload does not allow is no answer. More GPUs are the same question to a larger type, except that an
   own layout changes with them. */
static bool is_enough(const struct question *q, struct sizing_change change)
{
    struct sizing_workload workload = *q->workload;
    struct sizing_host host = *q->host;
    struct sizing_type_fit fit;
    struct sizing_error error;
    fit_apply(&change, q->own_layout, &workload, &host);
    if (change.slot == SIZING_WORKLOAD_gpus && !q->own_layout)
        error = fit_ask(q->of, &host, q->demand, &fit);
    else
        error = fit_type(q->model, &workload, &host, q->demand, &fit);
    return error.reason == SIZING_OK && fit.limit == SIZING_LIMIT_none;
}

static bool set_if_enough(const struct question *q, int slot, double value, struct sizing_change *out)
{
    struct sizing_change change = {slot, value};
    if (!is_enough(q, change))
        return false;
    *out = change;
    return true;
}

static bool more_checkpointing(const struct question *q, struct sizing_change *out)
{
    double now = q->workload->checkpointing;
    bool is_none = now == SIZING_CKPT_none;
    if (q->workload->method == SIZING_METHOD_inference || (!is_none && now != SIZING_CKPT_selective))
        return false;
    return (is_none && set_if_enough(q, SIZING_WORKLOAD_checkpointing, SIZING_CKPT_selective, out))
           || set_if_enough(q, SIZING_WORKLOAD_checkpointing, SIZING_CKPT_full, out);
}

static double half(double whole)
{
    return math_whole(whole / 2.0);
}

/* Memory grows with both: when the least is not enough, nothing between is. */
static bool halved(const struct question *q, int slot, double least, struct sizing_change *out)
{
    double now = ((const double *)q->workload)[slot], last = now;
    while (half(last) >= least)
        last = half(last);
    if (last == now || !is_enough(q, (struct sizing_change){slot, last}))
        return false;
    for (double value = half(now); value >= last; value = half(value))
        if (set_if_enough(q, slot, value, out))
            return true;
    return false;
}

static bool higher_stage(const struct question *q, struct sizing_change *out)
{
    if (q->workload->method == SIZING_METHOD_inference || !q->own_layout)
        return false;
    for (double stage = q->workload->zero_stage + 1.0; stage <= 3.0; stage++)
        if (set_if_enough(q, SIZING_WORKLOAD_zero_stage, stage, out))
            return true;
    return false;
}

/* With an own layout that the type is too small for, its number of GPUs on several machines is the first step. A search on more
   GPUs includes the layouts on fewer, so that its last step tells whether any is enough. */
static bool more_gpus(const struct question *q, struct sizing_change *out)
{
    double now = q->own_layout ? q->workload->gpus : q->host->gpus, first = now > q->host->gpus ? now : 2.0 * now, last = first;
    if (!(q->host->gpus >= 1.0) || first > FIT_GPUS_MAX)
        return false;
    while (last * 2.0 <= FIT_GPUS_MAX)
        last *= 2.0;
    if (!q->own_layout && !is_enough(q, (struct sizing_change){SIZING_WORKLOAD_gpus, last}))
        return false;
    for (double gpus = first; gpus <= last; gpus *= 2.0)
        if (set_if_enough(q, SIZING_WORKLOAD_gpus, gpus, out))
            return true;
    return false;
}

static double weight_bits(const struct question *q)
{
    double bits = memory_bits_per_weight(memory_scheme(q->model, q->workload));
    return bits > 0.0 ? bits : 8.0 * memory_plain_bytes(q->model, q->workload);
}

/* FP8 where the GPU has it; bitsandbytes' schemes in training, because others have no backward pass of their own. */
static bool fewer_bits(const struct question *q, struct sizing_change *out)
{
    bool is_inference = q->workload->method == SIZING_METHOD_inference;
    enum sizing_quantisation steps[] = {
        is_inference && q->host->gpu.fp8 == 1.0 ? SIZING_QUANTISATION_fp8 : SIZING_QUANTISATION_int8,
        is_inference ? SIZING_QUANTISATION_awq_int4 : SIZING_QUANTISATION_nf4_double,
    };
    double now = weight_bits(q);
    if (q->workload->method == SIZING_METHOD_full)
        return false;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (memory_bits_per_weight(steps[i]) < now && set_if_enough(q, SIZING_WORKLOAD_quantisation, steps[i], out))
            return true;
    return false;
}

/* Limits that no change of the workload or of the number of GPUs lifts. */
static bool is_hopeless(enum sizing_limit limit)
{
    return limit == SIZING_LIMIT_interconnect || limit == SIZING_LIMIT_erdma || limit == SIZING_LIMIT_bf16
           || limit == SIZING_LIMIT_not_modelled;
}

struct sizing_error fit_ask_with_change(struct fit_question *question, const struct sizing_host *host,
                                        const struct sizing_demand *demand, struct sizing_type_fit *out)
{
    struct question q = {question, question->model, question->workload, host, demand, demand && demand->own_layout};
    struct sizing_error error = fit_ask(question, host, demand, out);
    if (error.reason != SIZING_OK || out->limit == SIZING_LIMIT_none || is_hopeless(out->limit))
        return error;
    (void)(more_checkpointing(&q, &out->change) || halved(&q, SIZING_WORKLOAD_batch, 1.0, &out->change)
           || halved(&q, SIZING_WORKLOAD_seq, FIT_SEQ_MIN, &out->change) || higher_stage(&q, &out->change)
           || more_gpus(&q, &out->change) || fewer_bits(&q, &out->change));
    return error;
}

struct sizing_error fit_type_with_change(const struct sizing_model *model, const struct sizing_workload *workload,
                                         const struct sizing_host *host, const struct sizing_demand *demand,
                                         struct sizing_type_fit *out)
{
    struct fit_question question;
    fit_question_init(&question, model, workload);
    return fit_ask_with_change(&question, host, demand, out);
}
