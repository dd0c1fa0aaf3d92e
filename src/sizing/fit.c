/* Does it fit, and on how many. */
#include <stdbool.h>

#include "check.h"
#include "fit.h"

static bool needs_bf16(const struct sizing_model *model, const struct sizing_workload *workload)
{
    bool native = workload->precision == SIZING_COMPUTE_native || workload->precision == SIZING_COMPUTE_absent;
    return workload->precision == SIZING_COMPUTE_bf16 || (native && model->native_precision == SIZING_PRECISION_bf16);
}

static enum sizing_verdict judge(const struct sizing_estimate *estimate, double have)
{
    if (estimate->has_total && estimate->low <= have)
        return estimate->high <= have ? SIZING_VERDICT_fits : SIZING_VERDICT_tight;
    if (estimate->has_total || estimate->exact_bytes > have)
        return SIZING_VERDICT_exceeds;
    return SIZING_VERDICT_not_modelled;
}

static void set_bytes(const struct sizing_estimate *estimate, const struct sizing_gpu *gpu, struct sizing_fit *out)
{
    out->is_total = estimate->has_total;
    out->low_bytes = estimate->low;
    out->likely_bytes = estimate->likely;
    out->high_bytes = estimate->high;
    out->need_bytes = estimate->has_total ? estimate->likely : estimate->exact_bytes;
    out->have_bytes = gpu->memory_bytes * gpu->gpu_fraction;
    out->headroom_bytes = out->have_bytes - out->need_bytes;
    out->verdict = judge(estimate, out->have_bytes);
}

struct sizing_error fit_check(const struct sizing_model *model, const struct sizing_workload *workload,
                              const struct sizing_gpu *gpu, struct sizing_fit *out)
{
    struct sizing_estimate estimate;
    struct sizing_workload on_device = *workload;
    struct sizing_error error = check_gpu(gpu);
    *out = (struct sizing_fit){.gpus = 0.0};
    if (workload->scope == SIZING_SCOPE_reserved || workload->scope == SIZING_SCOPE_allocated)
        on_device.scope = SIZING_SCOPE_device;
    if (error.reason == SIZING_OK)
        error = memory_estimate(model, &on_device, &estimate);
    if (error.reason != SIZING_OK)
        return error;
    out->gpus = workload->gpus;
    out->tensor_parallel = workload->tensor_parallel;
    out->zero_stage = workload->zero_stage;
    out->bf16 = needs_bf16(model, workload) ? gpu->bf16 : 1.0;
    out->fp8 = estimate.scheme == SIZING_QUANTISATION_fp8 ? gpu->fp8 : 1.0;
    set_bytes(&estimate, gpu, out);
    return error;
}

static void lay_out(struct sizing_workload *workload, double gpus)
{
    bool is_inference = workload->method == SIZING_METHOD_inference;
    workload->gpus = gpus;
    workload->tensor_parallel = is_inference ? gpus : 1.0;
    workload->zero_stage = is_inference || gpus == 1.0 ? 0.0 : 3.0;
}

static bool breaks_head_rule(struct sizing_error error)
{
    return error.reason != SIZING_OK && error.group == SIZING_GROUP_workload && error.slot == SIZING_WORKLOAD_tensor_parallel;
}

struct sizing_error fit_smallest(const struct sizing_model *model, const struct sizing_workload *workload,
                                 const struct sizing_gpu *gpu, double max_gpus, struct sizing_fit *out)
{
    struct sizing_workload trial = *workload;
    struct sizing_fit fit;
    struct sizing_error error;
    lay_out(&trial, 1.0);
    error = fit_check(model, &trial, gpu, out);
    for (double gpus = 2.0; out->verdict == SIZING_VERDICT_exceeds && gpus <= max_gpus && gpus < SIZING_LIMIT; gpus *= 2.0) {
        if (error.reason != SIZING_OK || gpu->gpu_fraction < 1.0)
            break;
        lay_out(&trial, gpus);
        error = fit_check(model, &trial, gpu, &fit);
        if (error.reason == SIZING_OK)
            *out = fit;
        else if (breaks_head_rule(error))
            error.reason = SIZING_OK;
    }
    if (error.reason != SIZING_OK)
        *out = (struct sizing_fit){.gpus = 0.0};
    else if (out->verdict == SIZING_VERDICT_exceeds)
        out->gpus = 0.0;
    return error;
}
