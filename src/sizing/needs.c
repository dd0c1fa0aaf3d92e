/* Needs by layout. */
#include "check.h"
#include "needs.h"

#define EVERY_COUNT_UP_TO 16

/* Place of a layout in the table; the last place when the number of GPUs has none. */
static int place_of(double gpus, double stage)
{
    int at = 0;
    double count = 1.0;
    while (at < NEEDS_COUNTS && count < gpus)
        count = ++at < EVERY_COUNT_UP_TO ? count + 1.0 : count * 2.0;
    if (at == NEEDS_COUNTS || count != gpus)
        return NEEDS_COUNTS * NEEDS_STAGES;
    return at * NEEDS_STAGES + (stage > 1.0 ? (int)stage - 1 : 0);
}

static void set_scope(struct sizing_workload *workload)
{
    if (workload->scope == SIZING_SCOPE_reserved || workload->scope == SIZING_SCOPE_allocated)
        workload->scope = SIZING_SCOPE_device;
}

static struct sizing_need need_of_estimate(const struct sizing_estimate *e)
{
    return (struct sizing_need){
        .low = e->low, .likely = e->likely, .high = e->high, .exact = e->exact_bytes, .has_total = e->has_total, .scheme = e->scheme,
    };
}

static struct sizing_need estimate_need(const struct sizing_counted *counted, const struct sizing_workload *workload)
{
    struct sizing_estimate estimate;
    struct sizing_error error = check_rules(counted->model, workload);
    if (error.reason == SIZING_OK)
        error = memory_estimate_checked(&constants_fitted, counted, workload, &estimate);
    if (error.reason != SIZING_OK)
        return (struct sizing_need){.error = error};
    return need_of_estimate(&estimate);
}

void needs_init(struct sizing_needs *needs, const struct sizing_model *model, const struct sizing_workload *workload)
{
    struct sizing_workload *w = &needs->workload;
    *w = *workload;
    w->gpus = w->tensor_parallel = 1.0;
    w->zero_stage = 0.0;
    set_scope(w);
    needs->known = 0;
    needs->error = memory_count(model, &needs->counted);
    if (needs->error.reason == SIZING_OK)
        needs->error = check_workload_values(w);
}

const struct sizing_need *needs_of(struct sizing_needs *needs, double gpus, double stage)
{
    int place = place_of(gpus, stage);
    struct sizing_need *need = &needs->at[place];
    struct sizing_workload *w = &needs->workload;
    bool is_inference = w->method == SIZING_METHOD_inference;
    w->gpus = gpus;
    w->tensor_parallel = is_inference ? gpus : 1.0;
    w->zero_stage = is_inference ? 0.0 : stage;
    if (needs->known >> place & 1)
        return need;
    if (needs->error.reason == SIZING_OK)
        *need = estimate_need(&needs->counted, w);
    else
        *need = (struct sizing_need){.error = needs->error};
    if (place < NEEDS_COUNTS * NEEDS_STAGES)
        needs->known |= (uint64_t)1 << place;
    return need;
}

struct sizing_need needs_of_workload(const struct sizing_model *model, const struct sizing_workload *workload)
{
    struct sizing_workload on_device = *workload;
    struct sizing_estimate estimate;
    set_scope(&on_device);
    struct sizing_error error = memory_estimate(model, &on_device, &estimate);
    if (error.reason != SIZING_OK)
        return (struct sizing_need){.error = error};
    return need_of_estimate(&estimate);
}
