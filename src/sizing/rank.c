/* Judging all types, sharing what is the same case, and sorting them. */
#include <stddef.h>

#include "math.h"
#include "rank.h"

static const struct sizing_error ok = {SIZING_OK, SIZING_GROUP_model, 0};

/* ---- memory */

static bool is_same_gpu(const struct sizing_gpu *a, const struct sizing_gpu *b)
{
    const double *x = (const double *)a, *y = (const double *)b;
    for (int slot = 0; slot < SIZING_GPU_SLOTS; slot++)
        if (x[slot] != y[slot])
            return false;
    return true;
}

static bool is_same_case(const struct rank_candidate *a, const struct rank_candidate *b)
{
    return a->has_memory == b->has_memory && a->gpus == b->gpus && a->interconnect == b->interconnect
           && a->has_erdma == b->has_erdma && is_same_gpu(&a->gpu, &b->gpu);
}

static struct sizing_error judge_fit(const struct rank_question *q, struct fit_question *asked, const struct rank_candidate *c,
                                     struct sizing_type_fit *out)
{
    struct sizing_host host = {.gpu = c->gpu, .gpus = c->gpus, .interconnect = c->interconnect};
    struct sizing_demand demand = q->demand;
    struct sizing_error error = ok;
    demand.own_layout = q->workload.gpus > 1.0 || q->by_weights; /* shares of what is not modelled are not known */
    demand.has_erdma = c->has_erdma == 1.0;
    if (c->gpus >= 1.0 && q->machines > 1.0)
        host.gpus *= q->machines;
    bool is_small = c->gpus < q->demand.min_gpus; /* asked of one machine; no change of the workload helps */
    *out = (struct sizing_type_fit){.change = {.slot = -1}};
    if (!q->model || c->has_memory == 0.0)
        out->limit = fit_demand(&host, &demand);
    else if (q->with_changes && !is_small)
        error = fit_ask_with_change(asked, &host, &demand, out);
    else
        error = fit_ask(asked, &host, &demand, out);
    if (out->limit == SIZING_LIMIT_not_modelled && q->by_weights)
        out->limit = fit_lacks_bf16(&q->workload, &out->fit) ? SIZING_LIMIT_bf16 : fit_demand(&host, &demand);
    if (out->limit == SIZING_LIMIT_none && is_small)
        out->limit = SIZING_LIMIT_gpus;
    return error;
}

/* ---- speed */

static bool holds(const struct sizing_model *model, const struct sizing_workload *layout, const struct sizing_gpu *gpu)
{
    struct sizing_fit fit;
    return fit_check(model, layout, gpu, &fit).reason == SIZING_OK && fit.is_total && fit.headroom_bytes >= 0.0;
}

/* Smallest divisor of `all` from `least` on. */
static double divisor_from(double least, double all)
{
    while (least < all && math_whole(all / least) * least != all)
        least++;
    return least;
}

/* Machines are paid whole. Training shares its states among all of their GPUs; inference answers in replicas of as many as divide
   them. Where that breaks a rule of the heads, the fewest that hold it, as often as there is room. */
static void occupy(const struct rank_question *q, const struct rank_candidate *c, const struct sizing_fit *fit,
                   struct sizing_workload *out)
{
    double all = math_ceiling(fit->gpus / c->gpus) * c->gpus;
    struct sizing_workload wide = *out;
    wide.gpus = all;
    if (q->workload.method == SIZING_METHOD_inference)
        wide.tensor_parallel = divisor_from(fit->gpus, all);
    if (holds(q->model, &wide, &c->gpu))
        *out = wide;
    else
        out->gpus = fit->gpus * math_whole(all / fit->gpus);
}

static void lay_out(const struct rank_question *q, const struct rank_candidate *c, const struct sizing_fit *fit,
                    struct sizing_workload *out)
{
    *out = q->workload;
    if (q->workload.gpus > 1.0)
        return;
    out->tensor_parallel = fit->tensor_parallel;
    out->zero_stage = fit->zero_stage;
    out->pipeline_parallel = out->context_parallel = out->expert_parallel = 1.0;
    out->layer_split = 0.0;
    out->gpus = fit->gpus;
    if (c->gpus > 1.0)
        occupy(q, c, fit, out);
}

/* False: no rate is known. */
static bool prepare(const struct rank_question *q, const struct rank_candidate *c, const struct sizing_workload *layout,
                    struct speed_job *job)
{
    return c->is_gpu == 1.0 && c->gpus > 0.0 && c->machine.node_gpus >= 1.0 && c->machine.gpu_share > 0.0 && c->machine.gpu_share <= 1.0
           && speed_prepare(q->model, layout, &q->run, job).reason == SIZING_OK && job->is_modelled;
}

/* Of those that the rate counts: an encoder reads, others write. */
static double tokens_of_request(const struct speed_job *job)
{
    return job->is_encoder ? job->prompt : job->output;
}

double rank_tokens(const struct sizing_run *run)
{
    return run->token_budget > 0.0 ? run->token_budget : 1e6;
}

void rank_rate(const struct rank_question *q, const struct rank_candidate *c, struct rank_answer *a)
{
    struct speed_job job;
    if (!prepare(q, c, &a->layout, &job))
        return;
    speed_evaluate(&job, &c->machine, &c->gpu, &a->speed);
    if (!a->speed.has_rate)
        return;
    a->machines = speed_machines(&job, &c->machine);
    a->machine_hours = a->machines * rank_tokens(&q->run) / a->speed.likely / 3600.0;
    a->gpu_hours = a->machine_hours * c->gpus;
    if (q->run.request_rate > 0.0 && a->speed.request > 0.0)
        a->service_machines = a->machines * math_ceiling(q->run.request_rate * tokens_of_request(&job) / a->speed.likely);
}

/* ---- why not */

const char *rank_reason(const struct rank_question *q, const struct rank_candidate *c, const struct rank_answer *a)
{
    if (a->fits)
        return NULL;
    if (q->model && c->has_memory == 0.0)
        return "memory_not_published";
    return fit_limit_name(a->fit.limit);
}

const char *rank_no_rate(const struct rank_candidate *c, const struct speed_estimate *speed)
{
    if (speed->has_rate)
        return NULL;
    if (c->is_gpu == 0.0)
        return "other_chip";
    if (c->gpus == 0.0)
        return "no_share";
    switch (speed->use[SIZING_RESOURCE_compute].state) {
    case SPEED_STATE_none: return "not_modelled";
    case SPEED_STATE_not_published: return "no_peak";
    case SPEED_STATE_known: break;
    }
    return "no_bandwidth";
}

/* ---- what to change first */

/* Tokens/s with the change over those without; 0 when it does not apply or does not fit. */
static double gain_of(const struct sizing_model *model, const struct speed_job *job, const struct sizing_machine *machine,
                      const struct sizing_gpu *gpu, enum sizing_advice advice, double rate)
{
    struct speed_job changed = *job;
    struct sizing_machine other = *machine;
    struct speed_estimate estimate;
    if (!speed_change(advice, &changed, &other) || !holds(model, &changed.workload, gpu))
        return 0.0;
    speed_evaluate(&changed, &other, gpu, &estimate);
    return estimate.has_rate ? estimate.likely / rate : 0.0;
}

void rank_advise_job(const struct sizing_model *model, const struct speed_job *job, const struct sizing_machine *machine,
                     const struct sizing_gpu *gpu, struct speed_estimate *estimate)
{
    struct speed_job changed = *job;
    struct sizing_machine other = *machine;
    speed_advise(job, machine, gpu, estimate);
    if (!speed_change(estimate->advice, &changed, &other) || holds(model, &changed.workload, gpu))
        return;
    estimate->advice = SIZING_ADVICE_faster_gpu;
    estimate->gain = 1.0;
    for (int i = SIZING_ADVICE_none + 1; i < SIZING_ADVICES; i++) {
        double gain = gain_of(model, job, machine, gpu, (enum sizing_advice)i, estimate->likely);
        if (gain < SPEED_LEAST_GAIN || gain <= estimate->gain)
            continue;
        estimate->advice = (enum sizing_advice)i;
        estimate->gain = gain;
    }
}

void rank_advise(const struct rank_question *q, const struct rank_candidate *c, struct rank_answer *a)
{
    struct speed_job job;
    if (a->speed.has_rate && prepare(q, c, &a->layout, &job))
        rank_advise_job(q->model, &job, &c->machine, &c->gpu, &a->speed);
}

/* ---- money */

static void judge_cost(const struct rank_question *q, const struct sizing_prices *prices, struct rank_answer *a)
{
    a->service_hour = a->service_machines * prices->price_hour;
    struct cost_job job = {.machines = a->machines, .hours = a->speed.hours, .tokens = q->run.token_budget};
    if (q->run.token_budget > 0.0) {
        if (cost_estimate(prices, &job, &a->cost).reason == SIZING_OK && a->cost.has_cheapest)
            a->money = a->cost.ways[a->cost.cheapest].money;
    } else if (prices->price_hour > 0.0) {
        a->money = cost_per_million(prices->price_hour * a->machines + prices->extra_hour, a->speed.likely, prices->utilisation);
    }
}

/* ---- all types */

struct sizing_error rank_judge(const struct rank_question *q, const struct rank_candidate *candidates, int n,
                               const struct sizing_prices *prices, struct rank_answer *answers)
{
    struct fit_question asked;
    if (q->model)
        fit_question_init(&asked, q->model, &q->workload);
    for (int i = 0; i < n; i++) {
        const struct rank_candidate *c = &candidates[i];
        struct rank_answer *a = &answers[i];
        int same = 0;
        *a = (struct rank_answer){.fits = false};
        while (same < i && !is_same_case(c, &candidates[same]))
            same++;
        if (same < i)
            a->fit = answers[same].fit;
        else {
            struct sizing_error error = judge_fit(q, &asked, c, &a->fit);
            if (error.reason != SIZING_OK)
                return error;
        }
        a->fits = a->fit.limit == SIZING_LIMIT_none && (!q->model || c->has_memory != 0.0);
        if (a->fits && q->model && !q->without_speed) {
            lay_out(q, c, &a->fit.fit, &a->layout);
            rank_rate(q, c, a);
        }
        if (a->machines > 0.0 && prices)
            judge_cost(q, &prices[i], a);
    }
    return ok;
}

/* ---- order */

static int by_number(double a, double b)
{
    return (a > b) - (a < b);
}

/* 0 = not known, and last. */
static int by_known(double a, double b)
{
    if (a > 0.0 && b > 0.0)
        return by_number(a, b);
    return (b > 0.0) - (a > 0.0);
}

static double verdict_rank(const struct rank_candidate *c, const struct rank_answer *a)
{
    if (!a->fits)
        return c->has_memory != 0.0 ? 2.0 : 3.0;
    return a->fit.fit.verdict == SIZING_VERDICT_tight;
}

/* Several machines wait for the network between them: one before several, and of those the GPU-hours tell, not the number of GPUs. */
static int by_machines(const struct rank_candidate *c, const struct rank_candidate *d, const struct rank_answer *a,
                       const struct rank_answer *b)
{
    bool is_several = c->gpus >= 1.0 && a->fit.fit.gpus > c->gpus, is_other_several = d->gpus >= 1.0 && b->fit.fit.gpus > d->gpus;
    if (is_several && is_other_several)
        return by_known(a->gpu_hours, b->gpu_hours);
    return is_several - is_other_several;
}

static int compare_merit(const struct rank_candidate *c, const struct rank_candidate *d, const struct rank_answer *a,
                         const struct rank_answer *b)
{
    int order = by_number(verdict_rank(c, a), verdict_rank(d, b));
    if (order == 0)
        order = by_number(c->status, d->status);
    if (order == 0)
        order = by_known(a->money, b->money);
    if (order == 0)
        order = by_machines(c, d, a, b);
    if (order == 0)
        order = by_known(c->gpus, d->gpus);
    if (order == 0)
        order = by_known(c->memory_total, d->memory_total);
    return order;
}

bool rank_is_equal(const struct rank_candidate *c, const struct rank_answer *a, const struct rank_candidate *d, const struct rank_answer *b)
{
    return compare_merit(c, d, a, b) == 0;
}

static int compare(const struct rank_candidate *c, const struct rank_candidate *d, const struct rank_answer *a,
                   const struct rank_answer *b)
{
    int order = compare_merit(c, d, a, b);
    if (order == 0)
        order = by_known(c->machine.vcpus, d->machine.vcpus);
    return order ? order : by_number(c->order, d->order);
}

/* Heapsort: the worst child of `root` rises while it is worse. */
static void sift(const struct rank_candidate *candidates, const struct rank_answer *answers, int *order, int root, int n)
{
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n
            && compare(&candidates[order[child]], &candidates[order[child + 1]], &answers[order[child]], &answers[order[child + 1]]) < 0)
            child++;
        if (compare(&candidates[order[root]], &candidates[order[child]], &answers[order[root]], &answers[order[child]]) >= 0)
            return;
        int worse = order[child];
        order[child] = order[root];
        order[root] = worse;
    }
}

void rank_order(const struct rank_candidate *candidates, const struct rank_answer *answers, int n, int *order)
{
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int root = n / 2; root-- > 0;)
        sift(candidates, answers, order, root, n);
    for (int end = n; end-- > 1;) {
        int worst = order[0];
        order[0] = order[end];
        order[end] = worst;
        sift(candidates, answers, order, 0, end);
    }
}
