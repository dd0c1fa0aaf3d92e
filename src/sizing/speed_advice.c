/* What to change first: single changes are tried against the resource that binds, and the one that gains most is named. */
#include "math.h"
#include "speed.h"

#define CANDIDATES 6

/* What can help against a resource: in training, in inference. */
static const enum sizing_advice training_changes[SIZING_RESOURCES][CANDIDATES] = {
    [SIZING_RESOURCE_compute] = {SIZING_ADVICE_b16_products, SIZING_ADVICE_fp8_products, SIZING_ADVICE_less_recomputation,
                                 SIZING_ADVICE_fused_trainer},
    [SIZING_RESOURCE_memory] = {SIZING_ADVICE_b16_products, SIZING_ADVICE_less_recomputation, SIZING_ADVICE_more_micro_batches},
    [SIZING_RESOURCE_host] = {SIZING_ADVICE_fused_trainer, SIZING_ADVICE_larger_micro_batch, SIZING_ADVICE_lower_zero_stage},
    [SIZING_RESOURCE_link] = {SIZING_ADVICE_lower_zero_stage, SIZING_ADVICE_larger_micro_batch, SIZING_ADVICE_more_micro_batches,
                              SIZING_ADVICE_less_tensor_parallel, SIZING_ADVICE_nvlink},
    [SIZING_RESOURCE_network] = {SIZING_ADVICE_lower_zero_stage, SIZING_ADVICE_larger_micro_batch,
                                 SIZING_ADVICE_more_micro_batches, SIZING_ADVICE_less_tensor_parallel,
                                 SIZING_ADVICE_faster_network},
    [SIZING_RESOURCE_bubble] = {SIZING_ADVICE_interleaved_pipeline, SIZING_ADVICE_more_micro_batches},
    [SIZING_RESOURCE_data_loading] = {SIZING_ADVICE_more_vcpus, SIZING_ADVICE_prepared_samples},
    [SIZING_RESOURCE_storage] = {SIZING_ADVICE_faster_storage, SIZING_ADVICE_smaller_samples},
    [SIZING_RESOURCE_checkpoint] = {SIZING_ADVICE_async_checkpoint, SIZING_ADVICE_rarer_checkpoints},
};
static const enum sizing_advice inference_changes[SIZING_RESOURCES][CANDIDATES] = {
    [SIZING_RESOURCE_compute] = {SIZING_ADVICE_b16_products, SIZING_ADVICE_fp8_products, SIZING_ADVICE_batching_engine},
    [SIZING_RESOURCE_memory] = {SIZING_ADVICE_quantised_weights, SIZING_ADVICE_fp8_cache, SIZING_ADVICE_larger_batch,
                                SIZING_ADVICE_batching_engine},
    [SIZING_RESOURCE_host] = {SIZING_ADVICE_larger_batch, SIZING_ADVICE_batching_engine},
    [SIZING_RESOURCE_link] = {SIZING_ADVICE_less_tensor_parallel, SIZING_ADVICE_nvlink, SIZING_ADVICE_larger_batch},
    [SIZING_RESOURCE_network] = {SIZING_ADVICE_less_tensor_parallel, SIZING_ADVICE_faster_network},
};

static bool is_training(const struct speed_job *job)
{
    return job->workload.method != SIZING_METHOD_inference;
}

/* ---- single changes; false when there is nothing to change */

static bool double_it(double *value)
{
    *value *= 2.0;
    return *value > 0.0;
}

static bool narrow(struct speed_job *job, const struct sizing_machine *machine, enum speed_format format)
{
    bool has = format != SPEED_FORMAT_fp8 || machine->peak_fp8 > 0.0;
    if (!has || job->format >= format)
        return false;
    job->format = format;
    if (!is_training(job))
        job->weight_bits = format == SPEED_FORMAT_fp8 ? 8.0 : 16.0;
    return true;
}

static bool recompute_less(struct speed_job *job)
{
    bool can = job->workload.checkpointing != SIZING_CKPT_none;
    job->workload.checkpointing = SIZING_CKPT_none;
    return can;
}

static bool fuse_trainer(struct speed_job *job)
{
    bool is_fused = job->run.trainer == SIZING_TRAINER_tuned
                    || (job->run.trainer == SIZING_TRAINER_absent && job->workload.method == SIZING_METHOD_full);
    job->run.trainer = SIZING_TRAINER_tuned;
    return !is_fused;
}

/* Stage 2 keeps the weights whole and moves the gradients once a step. */
static bool lower_stage(struct speed_job *job)
{
    bool can = job->workload.zero_stage == 3.0;
    job->workload.zero_stage = 2.0;
    return can;
}

static bool halve_tensor(struct speed_job *job)
{
    double half = job->workload.tensor_parallel / 2.0;
    job->workload.tensor_parallel = half;
    return half >= 1.0 && math_whole(half) == half;
}

/* What the family has on its boards with NVLink, both directions together. */
static bool add_nvlink(const struct speed_job *job, struct sizing_machine *machine)
{
    bool can = machine->has_nvlink == 0.0 && machine->node_gpus > 1.0 && job->workload.gpus > 1.0;
    machine->has_nvlink = 1.0;
    double older = machine->family == SIZING_FAMILY_ampere ? 600.0 : 300.0;
    machine->nvlink_bandwidth = machine->family > SIZING_FAMILY_ampere ? 900.0 : older;
    return can && machine->family >= SIZING_FAMILY_volta;
}

static bool quantise(struct speed_job *job)
{
    bool can = job->weight_bits > 8.5;
    job->weight_bits = 4.16;
    return can;
}

static bool shrink_cache(struct speed_job *job)
{
    bool can = job->workload.kv_precision == SIZING_KV_bits16 && job->run.engine != SIZING_ENGINE_transformers;
    job->workload.kv_precision = SIZING_KV_fp8;
    return can;
}

static bool change_engine(struct speed_job *job)
{
    bool can = job->run.engine != SIZING_ENGINE_vllm && job->run.engine != SIZING_ENGINE_absent && !job->is_encoder;
    job->run.engine = SIZING_ENGINE_vllm;
    return can;
}

static bool write_beside(struct speed_job *job)
{
    bool can = job->run.checkpoint_async == 0.0;
    job->run.checkpoint_async = 1.0;
    return can;
}

static bool speed_storage(struct speed_job *job, struct sizing_machine *machine)
{
    return job->run.storage_bandwidth > 0.0 ? double_it(&job->run.storage_bandwidth) : double_it(&machine->disk_bandwidth);
}

bool speed_change(enum sizing_advice advice, struct speed_job *job, struct sizing_machine *machine)
{
    switch (advice) {
    case SIZING_ADVICE_b16_products: return narrow(job, machine, SPEED_FORMAT_b16);
    case SIZING_ADVICE_fp8_products: return narrow(job, machine, SPEED_FORMAT_fp8);
    case SIZING_ADVICE_less_recomputation: return recompute_less(job);
    case SIZING_ADVICE_fused_trainer: return fuse_trainer(job);
    case SIZING_ADVICE_larger_micro_batch: return double_it(&job->workload.batch);
    case SIZING_ADVICE_larger_batch: return job->run.engine != SIZING_ENGINE_llama_cpp && double_it(&job->workload.batch);
    case SIZING_ADVICE_more_micro_batches: return double_it(&job->workload.gradient_accumulation);
    case SIZING_ADVICE_lower_zero_stage: return lower_stage(job);
    case SIZING_ADVICE_faster_network: machine->network_bandwidth *= 4.0; return machine->network_bandwidth > 0.0;
    case SIZING_ADVICE_nvlink: return add_nvlink(job, machine);
    case SIZING_ADVICE_less_tensor_parallel: return halve_tensor(job);
    case SIZING_ADVICE_interleaved_pipeline: return double_it(&job->run.pipeline_chunks);
    case SIZING_ADVICE_more_vcpus: return double_it(&machine->vcpus);
    case SIZING_ADVICE_prepared_samples: return double_it(&job->run.loader_rate);
    case SIZING_ADVICE_faster_storage: return speed_storage(job, machine);
    case SIZING_ADVICE_smaller_samples: job->run.sample_bytes /= 2.0; return true;
    case SIZING_ADVICE_async_checkpoint: return write_beside(job);
    case SIZING_ADVICE_rarer_checkpoints: return double_it(&job->run.checkpoint_interval);
    case SIZING_ADVICE_quantised_weights: return quantise(job);
    case SIZING_ADVICE_fp8_cache: return shrink_cache(job);
    case SIZING_ADVICE_batching_engine: return change_engine(job);
    default: return false;
    }
}

static void try_change(enum sizing_advice advice, const struct speed_job *job, const struct sizing_machine *machine,
                       const struct sizing_gpu *gpu, struct speed_estimate *best)
{
    struct speed_job changed = *job;
    struct sizing_machine other = *machine;
    struct speed_estimate tried;
    if (advice == SIZING_ADVICE_none || !speed_change(advice, &changed, &other))
        return;
    speed_evaluate(&changed, &other, gpu, &tried);
    double gain = tried.has_rate ? tried.likely / best->likely : 0.0;
    if (gain > math_max(best->gain, SPEED_LEAST_GAIN)) {
        best->advice = advice;
        best->gain = gain;
    }
}

void speed_advise(const struct speed_job *job, const struct sizing_machine *machine, const struct sizing_gpu *gpu,
                  struct speed_estimate *estimate)
{
    enum sizing_resource binding = estimate->binding;
    const enum sizing_advice *changes = is_training(job) ? training_changes[binding] : inference_changes[binding];
    bool is_gpu = binding == SIZING_RESOURCE_compute || binding == SIZING_RESOURCE_memory;
    estimate->gain = 1.0;
    for (int i = 0; i < CANDIDATES; i++)
        try_change(changes[i], job, machine, gpu, estimate);
    if (estimate->advice == SIZING_ADVICE_none && is_gpu)
        estimate->advice = SIZING_ADVICE_faster_gpu;
}
