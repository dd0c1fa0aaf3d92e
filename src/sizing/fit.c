/* Does it fit, and on how many. */
#include <stdbool.h>

#include "check.h"
#include "fit.h"

static const char *const verdict_names[] = {"exceeds", "fits", "not_modelled", "tight"};

const char *fit_verdict_name(enum sizing_verdict verdict)
{
    int count = (int)(sizeof verdict_names / sizeof verdict_names[0]);
    return (int)verdict >= 0 && (int)verdict < count ? verdict_names[verdict] : 0;
}

static bool needs_bf16(const struct sizing_model *model, const struct sizing_workload *workload)
{
    bool native = workload->precision == SIZING_COMPUTE_native || workload->precision == SIZING_COMPUTE_absent;
    return workload->precision == SIZING_COMPUTE_bf16 || (native && model->native_precision == SIZING_PRECISION_bf16);
}

static enum sizing_verdict judge(const struct sizing_need *need, double have)
{
    if (need->has_total && need->low <= have)
        return need->high <= have ? SIZING_VERDICT_fits : SIZING_VERDICT_tight;
    if (need->has_total || need->exact > have)
        return SIZING_VERDICT_exceeds;
    return SIZING_VERDICT_not_modelled;
}

static void set_bytes(const struct sizing_need *need, const struct sizing_gpu *gpu, struct sizing_fit *out)
{
    out->is_total = need->has_total;
    out->low_bytes = need->low;
    out->likely_bytes = need->likely;
    out->high_bytes = need->high;
    out->need_bytes = need->has_total ? need->likely : need->exact;
    out->have_bytes = gpu->memory_bytes * gpu->gpu_fraction;
    out->headroom_bytes = out->have_bytes - out->need_bytes;
    out->verdict = judge(need, out->have_bytes);
}

static void compare(const struct sizing_model *model, const struct sizing_workload *workload, const struct sizing_need *need,
                    const struct sizing_gpu *gpu, struct sizing_fit *out)
{
    out->gpus = workload->gpus;
    out->tensor_parallel = workload->tensor_parallel;
    out->zero_stage = workload->zero_stage;
    out->bf16 = needs_bf16(model, workload) ? gpu->bf16 : 1.0;
    out->fp8 = need->scheme == SIZING_QUANTISATION_fp8 ? gpu->fp8 : 1.0;
    set_bytes(need, gpu, out);
}

struct sizing_error fit_check(const struct sizing_model *model, const struct sizing_workload *workload,
                              const struct sizing_gpu *gpu, struct sizing_fit *out)
{
    struct sizing_error error = check_gpu(gpu);
    *out = (struct sizing_fit){.gpus = 0.0};
    if (error.reason != SIZING_OK)
        return error;
    struct sizing_need need = needs_of_workload(model, workload);
    if (need.error.reason == SIZING_OK)
        compare(model, workload, &need, gpu, out);
    return need.error;
}

struct sizing_error fit_layout(struct sizing_needs *needs, double gpus, double stage, const struct sizing_gpu *gpu,
                               struct sizing_fit *out)
{
    const struct sizing_need *need = needs_of(needs, gpus, stage);
    if (need->error.reason == SIZING_OK)
        compare(needs->counted.model, &needs->workload, need, gpu, out);
    return need->error;
}

static bool breaks_head_rule(struct sizing_error error)
{
    return error.reason != SIZING_OK && error.group == SIZING_GROUP_workload && error.slot == SIZING_WORKLOAD_tensor_parallel;
}

struct sizing_error fit_smallest_of(struct sizing_needs *needs, const struct sizing_gpu *gpu, double max_gpus, struct sizing_fit *out)
{
    struct sizing_error error = check_gpu(gpu);
    *out = (struct sizing_fit){.gpus = 0.0};
    if (error.reason == SIZING_OK)
        error = fit_layout(needs, 1.0, 0.0, gpu, out);
    for (double gpus = 2.0; out->verdict == SIZING_VERDICT_exceeds && gpus <= max_gpus && gpus < SIZING_LIMIT; gpus *= 2.0) {
        if (error.reason != SIZING_OK || gpu->gpu_fraction < 1.0)
            break;
        error = fit_layout(needs, gpus, 3.0, gpu, out);
        if (breaks_head_rule(error))
            error.reason = SIZING_OK;
    }
    if (error.reason != SIZING_OK)
        *out = (struct sizing_fit){.gpus = 0.0};
    else if (out->verdict == SIZING_VERDICT_exceeds)
        out->gpus = 0.0;
    return error;
}

struct sizing_error fit_smallest(const struct sizing_model *model, const struct sizing_workload *workload,
                                 const struct sizing_gpu *gpu, double max_gpus, struct sizing_fit *out)
{
    struct sizing_needs needs;
    needs_init(&needs, model, workload);
    return fit_smallest_of(&needs, gpu, max_gpus, out);
}
