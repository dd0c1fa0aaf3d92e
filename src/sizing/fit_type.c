/* The best layout of a workload on an instance type, and the first limit that fails. */
#include <stddef.h>

#include "check.h"
#include "fit_type.h"

#define EVERY_COUNT_UP_TO 16.0

static const struct sizing_error ok = {SIZING_OK, SIZING_GROUP_model, 0};

static const char *const limit_names[] = {
    NULL, "not_modelled", "memory", "heads", "bf16", "fp8", "interconnect", "erdma", "gpus",
};

const char *fit_limit_name(enum sizing_limit limit)
{
    int count = (int)(sizeof limit_names / sizeof limit_names[0]);
    return (int)limit >= 0 && (int)limit < count ? limit_names[limit] : NULL;
}

/* ---- layouts */

/* What is being searched, and the best so far. */
struct search {
    struct sizing_needs *needs;
    const struct sizing_gpu *gpu;
    struct sizing_fit best;
    bool has_best;
    double refused; /* largest number of GPUs that broke a head rule */
};

static int rank(const struct sizing_fit *fit)
{
    switch (fit->verdict) {
    case SIZING_VERDICT_fits: return 0;
    case SIZING_VERDICT_tight: return fit->headroom_bytes >= 0.0 ? 1 : 3;
    case SIZING_VERDICT_not_modelled: return 2;
    case SIZING_VERDICT_exceeds: break;
    }
    return 3;
}

/* Candidates come with fewer GPUs and lower stages first, so that an equal one does not replace. */
static bool is_better(const struct sizing_fit *fit, const struct sizing_fit *best)
{
    if (rank(fit) != rank(best))
        return rank(fit) < rank(best);
    return rank(fit) == 3 && fit->need_bytes < best->need_bytes;
}

static bool breaks_head_rule(struct sizing_error error)
{
    return error.group == SIZING_GROUP_workload && error.slot == SIZING_WORKLOAD_tensor_parallel
           && (error.reason == SIZING_REASON_must_divide_heads || error.reason == SIZING_REASON_must_match_kv_heads);
}

static struct sizing_error try_layout(struct search *s, double gpus, double stage)
{
    struct sizing_fit fit;
    struct sizing_error error = fit_layout(s->needs, gpus, stage, s->gpu, &fit);
    if (breaks_head_rule(error)) {
        s->refused = gpus;
        return ok;
    }
    if (error.reason == SIZING_OK && (!s->has_best || is_better(&fit, &s->best))) {
        s->best = fit;
        s->has_best = true;
    }
    return error;
}

static struct sizing_error try_count(struct search *s, double gpus)
{
    struct sizing_error error = ok;
    if (s->needs->workload.method == SIZING_METHOD_inference || gpus == 1.0)
        return try_layout(s, gpus, 0.0);
    for (double stage = 1.0; stage <= 3.0 && error.reason == SIZING_OK; stage++)
        error = try_layout(s, gpus, stage);
    return error;
}

static double next_count(double gpus)
{
    return gpus < EVERY_COUNT_UP_TO ? gpus + 1.0 : gpus * 2.0;
}

static struct sizing_error search_layouts(struct search *s, double most)
{
    struct sizing_error error = check_gpu(s->gpu);
    for (double gpus = 1.0; error.reason == SIZING_OK && gpus <= most && gpus < SIZING_LIMIT; gpus = next_count(gpus)) {
        error = try_count(s, gpus);
        if (s->has_best && rank(&s->best) == 0)
            break;
    }
    return error;
}

/* ---- limits */

bool fit_lacks_bf16(const struct sizing_workload *workload, const struct sizing_fit *fit)
{
    return fit->bf16 == 0.0 && (workload->method != SIZING_METHOD_inference || workload->precision == SIZING_COMPUTE_bf16);
}

static enum sizing_limit memory_limit(const struct search *s, double most)
{
    const struct sizing_fit *fit = &s->best;
    if (rank(fit) < 2)
        return SIZING_LIMIT_none;
    if (rank(fit) == 2)
        return SIZING_LIMIT_not_modelled;
    bool is_refused = s->refused > fit->gpus && s->refused <= most;
    if (is_refused && fit->need_bytes * fit->gpus <= fit->have_bytes * s->refused)
        return SIZING_LIMIT_heads;
    return SIZING_LIMIT_memory;
}

static bool has_link(const struct sizing_host *host, unsigned wanted)
{
    return wanted == 0 || (host->interconnect > 0.0 && host->interconnect < 32.0 && (wanted >> (int)host->interconnect & 1u));
}

enum sizing_limit fit_demand(const struct sizing_host *host, const struct sizing_demand *demand)
{
    if (demand->bf16 && host->gpu.bf16 != 1.0)
        return SIZING_LIMIT_bf16;
    if (demand->fp8 && host->gpu.fp8 != 1.0)
        return SIZING_LIMIT_fp8;
    if (!has_link(host, demand->interconnects))
        return SIZING_LIMIT_interconnect;
    if (demand->erdma && !demand->has_erdma)
        return SIZING_LIMIT_erdma;
    return host->gpus < demand->min_gpus ? SIZING_LIMIT_gpus : SIZING_LIMIT_none;
}

static enum sizing_limit other_limit(const struct sizing_workload *workload, const struct sizing_host *host,
                                     const struct sizing_demand *demand, const struct sizing_fit *fit)
{
    if (fit_lacks_bf16(workload, fit))
        return SIZING_LIMIT_bf16;
    if (fit->fp8 == 0.0)
        return SIZING_LIMIT_fp8;
    enum sizing_limit limit = fit_demand(host, demand);
    if (limit == SIZING_LIMIT_none && host->gpus < fit->gpus && fit->gpus > 1.0)
        return SIZING_LIMIT_gpus;
    return limit;
}

/* ---- questions */

void fit_question_init(struct fit_question *question, const struct sizing_model *model, const struct sizing_workload *workload)
{
    struct sizing_workload searched = *workload;
    searched.pipeline_parallel = searched.context_parallel = searched.expert_parallel = 1.0;
    searched.layer_split = 0.0;
    question->model = model;
    question->workload = workload;
    needs_init(&question->needs, model, &searched);
}

struct sizing_error fit_ask(struct fit_question *question, const struct sizing_host *host, const struct sizing_demand *demand,
                            struct sizing_type_fit *out)
{
    static const struct sizing_demand nothing;
    const struct sizing_demand *asked = demand ? demand : &nothing;
    struct search s = {.needs = &question->needs, .gpu = &host->gpu};
    double most = host->gpus > 1.0 ? host->gpus : 1.0;
    struct sizing_error error;
    *out = (struct sizing_type_fit){.change = {.slot = -1}};
    if (asked->own_layout)
        error = fit_check(question->model, question->workload, &host->gpu, &s.best);
    else
        error = search_layouts(&s, most);
    if (error.reason != SIZING_OK)
        return error;
    out->fit = s.best;
    out->limit = memory_limit(&s, most);
    if (out->limit == SIZING_LIMIT_none)
        out->limit = other_limit(question->workload, host, asked, &out->fit);
    return ok;
}

struct sizing_error fit_type(const struct sizing_model *model, const struct sizing_workload *workload,
                             const struct sizing_host *host, const struct sizing_demand *demand, struct sizing_type_fit *out)
{
    struct fit_question question;
    fit_question_init(&question, model, workload);
    return fit_ask(&question, host, demand, out);
}
