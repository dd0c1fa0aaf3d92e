/* Times the sizing core on the real catalogue: one estimate, one workload against all instance types, the same with the smallest
 * changes, and the whole ranking by memory, speed and cost; the fastest of several runs counts.
 *
 *     measure_sizing [CATALOG]        exit 1 when a number is above its bound
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "catalog/candidate.h"
#include "catalog/workload.h"
#include "sizing/fit_type.h"

enum { RUNS = 15, ESTIMATES = 2000 };

#define ESTIMATE_US 0.5
#define TYPES_MS 0.5
#define CHANGES_MS 15.0
#define RANKING_MS 3.0

static const struct {
    const char *model, *query;
} cases[] = {
    {"qwen2.5-7b", "method=inference&seq=8192"},        {"qwen2.5-72b", "method=inference&seq=8192&batch=4"},
    {"llama-3.1-8b", "method=lora&seq=2048"},           {"qwen2.5-72b", "method=qlora&seq=2048"},
    {"llama-3.1-8b", "method=full&seq=2048"},           {"llama-3.1-405b", "method=full&seq=4096&batch=8"},
    {"deepseek-v3", "method=inference&seq=65536"},
};

struct hosts {
    struct sizing_host *at;
    size_t n;
    const struct rank_candidate *candidates; /* all types, those without a memory size too */
    int types;
    struct sizing_prices *prices;
    struct rank_answer *answers;
    int *order;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct hosts hosts_of(const struct catalog *c, struct arena *arena)
{
    struct hosts hosts = {.at = ARENA_ARRAY(arena, c->types.n, struct sizing_host)};
    for (size_t i = 0; i < c->types.n; i++) {
        const struct type *t = &c->types.at[i];
        struct sizing_host *h = &hosts.at[hosts.n];
        h->gpus = num_known(t->gpus) ? t->gpus.value : 1;
        h->interconnect = t->family->interconnect;
        hosts.n += type_to_gpu(t, &h->gpu);
    }
    return hosts;
}

/* Every type has a price under every way of paying, made up: the time is the same for all prices. */
static bool set_candidates(const struct catalog *c, const char *folder, struct arena *arena, struct diag *diag, struct hosts *hosts)
{
    struct speed_tables tables;
    const char *measured = arena_printf(arena, "%s/measured", folder).p;
    if (!speed_tables_load(measured, arena, diag, &tables))
        return false;
    hosts->candidates = candidates_of(c, &tables, arena);
    hosts->types = (int)c->types.n;
    hosts->prices = ARENA_ARRAY(arena, c->types.n, struct sizing_prices);
    hosts->answers = ARENA_ARRAY(arena, c->types.n, struct rank_answer);
    hosts->order = ARENA_ARRAY(arena, c->types.n, int);
    for (int i = 0; i < hosts->types; i++) {
        struct sizing_prices *p = &hosts->prices[i];
        sizing_prices_init(p);
        p->price_hour = 10 + i;
        p->subscription_month = p->reserved_month = 400 * p->price_hour;
        p->plan_hour = 0.5 * p->price_hour;
        p->plan_discount = 0.4;
        p->spot_hour = 0.3 * p->price_hour;
        p->spot_interval = 50;
    }
    return true;
}

static double time_ranking(const struct workload_query *q, const struct hosts *hosts)
{
    struct rank_question question = {.model = &q->model->sizing, .workload = q->workload};
    double start = seconds();
    sizing_run_init(&question.run);
    question.run.token_budget = 1e9;
    rank_judge(&question, hosts->candidates, hosts->types, hosts->prices, hosts->answers);
    rank_order(hosts->candidates, hosts->answers, hosts->types, hosts->order);
    return (seconds() - start) * 1e3;
}

static double time_estimate(const struct workload_query *q, const struct hosts *hosts)
{
    struct sizing_estimate e;
    double start = seconds();
    (void)hosts;
    for (int i = 0; i < ESTIMATES; i++)
        memory_estimate(&q->model->sizing, &q->workload, &e);
    return (seconds() - start) * 1e6 / ESTIMATES;
}

static double time_types(const struct workload_query *q, const struct hosts *hosts)
{
    struct sizing_type_fit fit;
    double start = seconds();
    for (size_t i = 0; i < hosts->n; i++)
        fit_type(&q->model->sizing, &q->workload, &hosts->at[i], NULL, &fit);
    return (seconds() - start) * 1e3;
}

static double time_changes(const struct workload_query *q, const struct hosts *hosts)
{
    struct sizing_type_fit fit;
    double start = seconds();
    for (size_t i = 0; i < hosts->n; i++)
        fit_type_with_change(&q->model->sizing, &q->workload, &hosts->at[i], NULL, &fit);
    return (seconds() - start) * 1e3;
}

/* All types as one question: what is asked by those who judge them all. */
static double time_question(const struct workload_query *q, const struct hosts *hosts)
{
    struct sizing_type_fit fit;
    struct fit_question question;
    double start = seconds();
    fit_question_init(&question, &q->model->sizing, &q->workload);
    for (size_t i = 0; i < hosts->n; i++)
        fit_ask(&question, &hosts->at[i], NULL, &fit);
    return (seconds() - start) * 1e3;
}

static double fastest(double (*timed)(const struct workload_query *, const struct hosts *), const struct workload_query *q,
                      const struct hosts *hosts)
{
    double best = timed(q, hosts);
    for (int i = 1; i < RUNS; i++) {
        double again = timed(q, hosts);
        best = again < best ? again : best;
    }
    return best;
}

/* False: above a bound. */
static bool time_case(const struct workload_query *q, const char *query, const struct hosts *hosts)
{
    double estimate = fastest(time_estimate, q, hosts), types = fastest(time_types, q, hosts);
    double question = fastest(time_question, q, hosts), changes = fastest(time_changes, q, hosts);
    double ranking = fastest(time_ranking, q, hosts);
    printf("%-16.*s %-36s %9.3f us %9.3f ms %9.3f ms %9.2f ms %9.3f ms\n", (int)q->model->record.id.n, q->model->record.id.p, query,
           estimate, types, question, changes, ranking);
    return estimate <= ESTIMATE_US && types <= TYPES_MS && question <= TYPES_MS && changes <= CHANGES_MS && ranking <= RANKING_MS;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "catalog";
    struct arena *arena = arena_new();
    struct diag *diag = diag_new(stderr, DIAG_TEXT, false);
    struct catalog *c = catalog_load(&folder, 1, arena, diag);
    bool is_fast = true;
    if (!c)
        return diag_exit_code(diag);
    struct hosts hosts = hosts_of(c, arena);
    if (!set_candidates(c, folder, arena, diag, &hosts))
        return diag_exit_code(diag);
    printf("%-53s %12s %12s %12s %12s %12s\n", "", "one estimate", "all types", "one question", "with changes", "ranking");
    printf("%-53s %9.1f us %9.1f ms %9.1f ms %9.0f ms %9.1f ms\n", "bound", ESTIMATE_US, TYPES_MS, TYPES_MS, CHANGES_MS, RANKING_MS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct workload_query q;
        if (!workload_query_parse(c, str_from(cases[i].model), str_from(cases[i].query), (struct place){0}, &q, diag))
            return diag_exit_code(diag);
        is_fast = time_case(&q, cases[i].query, &hosts) && is_fast;
    }
    diag_finish(diag);
    arena_free(arena);
    return is_fast ? 0 : 1;
}
