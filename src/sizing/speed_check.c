/* Inputs of the speed estimate: slots by their kind, and what follows from them for every machine. */
#include "check.h"
#include "math.h"
#include "memory.h"
#include "speed.h"
#include "speed_check.h"

static struct sizing_error fault(enum sizing_reason reason, enum sizing_group group, int slot)
{
    return (struct sizing_error){reason, group, slot};
}

struct sizing_error speed_check_machine(const struct sizing_machine *machine)
{
    struct sizing_error error = check_slots(SIZING_GROUP_machine, (const double *)machine);
    if (error.reason != SIZING_OK)
        return error;
    if (machine->node_gpus == 0.0)
        return fault(SIZING_REASON_must_be_positive, SIZING_GROUP_machine, SIZING_MACHINE_node_gpus);
    if (machine->gpu_share == 0.0)
        return fault(SIZING_REASON_must_be_positive, SIZING_GROUP_machine, SIZING_MACHINE_gpu_share);
    if (machine->gpu_share > 1.0)
        return fault(SIZING_REASON_above_one, SIZING_GROUP_machine, SIZING_MACHINE_gpu_share);
    return error;
}

static struct sizing_error check_run(const struct sizing_workload *workload, const struct sizing_run *run)
{
    static const int positive[] = {SIZING_RUN_pipeline_chunks, SIZING_RUN_output_tokens};
    struct sizing_error error = check_slots(SIZING_GROUP_run, (const double *)run);
    if (error.reason != SIZING_OK)
        return error;
    for (int i = 0; i < (int)(sizeof positive / sizeof *positive); i++)
        if (((const double *)run)[positive[i]] == 0.0)
            return fault(SIZING_REASON_must_be_positive, SIZING_GROUP_run, positive[i]);
    if (workload->batch == 0.0)
        return fault(SIZING_REASON_must_be_positive, SIZING_GROUP_workload, SIZING_WORKLOAD_batch);
    return error;
}

/* Formats that multiply as they are stored; others are expanded to 16 bits first. */
static enum speed_format stored_format(enum sizing_quantisation scheme)
{
    return scheme == SIZING_QUANTISATION_fp8 || scheme == SIZING_QUANTISATION_int8 ? SPEED_FORMAT_fp8 : SPEED_FORMAT_b16;
}

static void set_weights(const struct sizing_model *model, struct speed_job *job)
{
    enum sizing_quantisation scheme = memory_scheme(model, &job->workload);
    double plain = memory_plain_bytes(model, &job->workload), bits = memory_bits_per_weight(scheme);
    job->weight_bits = bits > 0.0 ? bits : plain * 8.0;
    if (job->workload.method == SIZING_METHOD_inference)
        job->format = bits > 0.0 ? stored_format(scheme) : plain > 2.0 ? SPEED_FORMAT_fp32 : SPEED_FORMAT_b16;
    else
        job->format = job->run.fp8_training > 0.0 ? SPEED_FORMAT_fp8 : plain > 2.0 ? SPEED_FORMAT_fp32 : SPEED_FORMAT_b16;
}

struct sizing_error speed_prepare(const struct sizing_model *model, const struct sizing_workload *workload,
                                  const struct sizing_run *run, struct speed_job *out)
{
    bool is_inference = workload->method == SIZING_METHOD_inference;
    struct sizing_error error = check_pair(model, workload);
    *out = (struct speed_job){.workload = *workload, .run = *run};
    if (error.reason == SIZING_OK)
        error = check_run(workload, run);
    if (error.reason != SIZING_OK)
        return error;
    enum sizing_layout kind = check_layout(model);
    out->is_encoder = kind == SIZING_LAYOUT_bert || kind == SIZING_LAYOUT_modernbert;
    out->is_modelled = kind != SIZING_LAYOUT_none;
    out->prompt = workload->seq;
    out->output = workload->new_tokens > 0.0 ? workload->new_tokens : run->output_tokens;
    set_weights(model, out);
    return speed_shape_of(model, is_inference ? out->prompt + out->output / 2.0 : workload->seq, &out->shape);
}
