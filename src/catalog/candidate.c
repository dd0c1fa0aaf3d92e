/* Types as candidates, requirements as demands. */
#include "catalog/candidate.h"

#include <math.h>
#include <stdlib.h>

#include "catalog/machine.h"
#include "catalog/workload.h"

static void fill(const struct type *type, const struct speed_tables *tables, struct rank_candidate *out)
{
    const struct chip *chip = type_chip(type);
    out->has_memory = type_to_gpu(type, &out->gpu);
    out->gpus = type_gpus(type);
    out->interconnect = type->family->interconnect;
    out->has_erdma = type->family->erdma == TRI_TRUE;
    out->is_gpu = chip && (chip->kind == CHIP_GPU || chip->kind == CHIP_VGPU);
    out->status = type->family->status;
    out->memory_total = num_or_zero(type->gpu_memory_total);
    type_to_machine(type, tables, &out->machine);
}

static int by_id(const void *a, const void *b)
{
    const struct type *const *x = a, *const *y = b;
    return str_cmp((*x)->record.id, (*y)->record.id);
}

const struct rank_candidate *candidates_of(const struct catalog *c, const struct speed_tables *tables, struct arena *arena)
{
    struct rank_candidate *out = ARENA_ARRAY(arena, c->types.n, struct rank_candidate);
    const struct type **sorted = ARENA_ARRAY(arena, c->types.n, const struct type *);
    for (size_t i = 0; i < c->types.n; i++) {
        fill(&c->types.at[i], tables, &out[i]);
        sorted[i] = &c->types.at[i];
    }
    if (c->types.n)
        qsort(sorted, c->types.n, sizeof *sorted, by_id);
    for (size_t i = 0; i < c->types.n; i++)
        out[sorted[i] - c->types.at].order = (double)i;
    return out;
}

struct sizing_demand scenario_demand(const struct scenario *scenario)
{
    const struct requirements *q = &scenario->requirements;
    struct sizing_demand d = {.bf16 = q->bf16 == TRI_TRUE, .fp8 = q->fp8 == TRI_TRUE, .erdma = q->erdma == TRI_TRUE};
    d.min_gpus = num_or_zero(q->min_gpus);
    for (size_t i = 0; i < q->interconnect.n; i++)
        d.interconnects |= 1u << (unsigned)q->interconnect.at[i].value;
    return d;
}

/* Links and the number of GPUs are asked for the scenario's first workload; one that runs on a single GPU does without. */
static void ask_for_one_gpu(struct sizing_demand *demand)
{
    demand->interconnects = 0;
    demand->min_gpus = fmin(demand->min_gpus, 1);
}

struct rank_question scenario_question(const struct scenario *scenario, const struct workload *workload)
{
    struct rank_question q = {.demand = scenario_demand(scenario), .by_weights = scenario->need == NEED_WEIGHTS_ONLY};
    sizing_workload_init(&q.workload);
    sizing_run_init(&q.run);
    if (!workload && scenario->need != NEED_REQUIREMENTS && scenario->workloads.n)
        workload = scenario->workloads.at;
    if (!workload)
        return q;
    q.model = &((const struct model *)workload->model.record)->sizing;
    q.workload = workload->sizing;
    if (q.demand.min_gpus > 0)
        q.machines = ceil(q.workload.gpus / q.demand.min_gpus);
    if (workload != scenario->workloads.at && q.workload.gpus <= 1)
        ask_for_one_gpu(&q.demand);
    return q;
}
