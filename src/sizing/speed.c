/* From parts to resources: what a period costs each of them, which one binds, what rate remains. */
#include "math.h"
#include "speed.h"
#include "speed_check.h"
#include "speed_constants.h"
#include "speed_inference.h"

double speed_machines(const struct speed_job *job, const struct sizing_machine *machine)
{
    return math_ceiling(job->workload.gpus / machine->node_gpus);
}

static void use(struct speed_estimate *out, enum sizing_resource resource, double seconds, bool is_published)
{
    struct speed_use *u = &out->use[resource];
    if (u->state != SPEED_STATE_not_published)
        u->state = is_published ? SPEED_STATE_known : SPEED_STATE_not_published;
    u->seconds += is_published ? seconds : 0.0;
}

/* A ring that leaves the machine needs both bandwidths, and waits at the edge unless the links inside are slower. */
static void use_ring(struct speed_estimate *out, const struct speed_gpu *gpu, const struct sizing_machine *machine, double ranks,
                     double seconds)
{
    double network = machine->network_bandwidth / 8.0 * 1e9, inside = speed_bus(gpu, 1.0, 1.0, 0.0);
    bool is_edge = ranks > machine->node_gpus && !(network > 0.0 && inside > 0.0 && inside < K(network_share) * network);
    if (gpu->link <= 0.0)
        use(out, SIZING_RESOURCE_link, 0.0, false);
    if (ranks > machine->node_gpus && network <= 0.0)
        use(out, SIZING_RESOURCE_network, 0.0, false);
    if (seconds > 0.0)
        use(out, is_edge ? SIZING_RESOURCE_network : SIZING_RESOURCE_link, seconds, true);
}

/* ---- training */

static enum speed_stack stack_of(const struct speed_job *job)
{
    bool is_adapter = job->workload.method != SIZING_METHOD_full;
    if (job->run.trainer == SIZING_TRAINER_absent)
        return is_adapter ? SPEED_STACK_transformers : SPEED_STACK_tuned;
    return job->run.trainer == SIZING_TRAINER_transformers ? SPEED_STACK_transformers : SPEED_STACK_tuned;
}

static enum speed_recompute recompute_of(double checkpointing)
{
    if (checkpointing == SIZING_CKPT_none)
        return SPEED_RECOMPUTE_none;
    return checkpointing == SIZING_CKPT_selective ? SPEED_RECOMPUTE_selective : SPEED_RECOMPUTE_full;
}

static enum speed_task task_of(const struct sizing_workload *workload)
{
    if (workload->method == SIZING_METHOD_full)
        return SPEED_TASK_full;
    if (workload->method == SIZING_METHOD_qlora)
        return SPEED_TASK_qlora;
    return workload->train_embeddings > 0.0 ? SPEED_TASK_lora_embedding : SPEED_TASK_lora;
}

void speed_training_of(const struct speed_job *job, const struct sizing_machine *machine, struct speed_training *run)
{
    *run = (struct speed_training){.format = job->format, .recompute = recompute_of(job->workload.checkpointing)};
    run->task = task_of(&job->workload);
    run->stack = stack_of(job);
    run->bidirectional = job->is_encoder;
    run->element_factor = job->is_encoder ? K(bert_elements) : 1.0;
    run->micro_batch = job->workload.batch;
    run->seq = job->workload.seq;
    run->micro_batches = job->workload.gradient_accumulation;
    run->gpus = job->workload.gpus;
    run->tensor_parallel = job->workload.tensor_parallel;
    run->pipeline_parallel = job->workload.pipeline_parallel;
    run->pipeline_chunks = job->run.pipeline_chunks;
    run->context_parallel = job->workload.context_parallel;
    run->zero_stage = job->workload.zero_stage;
    run->gpus_per_node = machine->node_gpus;
    run->network = machine->network_bandwidth / 8.0 * 1e9;
}

static void use_step(const struct speed_step *step, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                     const struct speed_training *run, struct speed_estimate *out)
{
    double replicas = run->gpus / (run->tensor_parallel * run->pipeline_parallel);
    use(out, SIZING_RESOURCE_compute, step->gemm + step->attention, speed_peak(gpu, run->format) > 0.0);
    use(out, SIZING_RESOURCE_memory, step->elementwise + step->dequantisation + step->optimizer, gpu->bandwidth > 0.0);
    if (step->launch > 0.0)
        use(out, SIZING_RESOURCE_host, step->launch, true);
    if (run->tensor_parallel > 1.0)
        use_ring(out, gpu, machine, run->tensor_parallel, step->tensor_parallel);
    if (replicas > 1.0)
        use_ring(out, gpu, machine, replicas * run->tensor_parallel, step->exposed);
    if (run->pipeline_parallel > 1.0)
        use(out, SIZING_RESOURCE_bubble, step->bubble, true);
}

/* ---- what works beside the GPUs */

static void use_beside(struct speed_estimate *out, enum sizing_resource resource, double work, double rate)
{
    use(out, resource, speed_time(work, rate), rate > 0.0);
    out->use[resource].is_beside = true;
}

static double storage_rate(const struct speed_job *job, const struct sizing_machine *machine)
{
    double shared = job->run.storage_bandwidth, disks = machine->disk_bandwidth * speed_machines(job, machine);
    return (shared > 0.0 ? shared : disks) * 1e9;
}

double speed_checkpoint_bytes(const struct speed_job *job)
{
    return 14.0 * job->shape.weights * (job->workload.method == SIZING_METHOD_full ? 1.0 : 0.01);
}

static void use_samples(const struct speed_job *job, const struct sizing_machine *machine, struct speed_estimate *out)
{
    double samples = out->tokens / job->workload.seq, vcpus = machine->vcpus * speed_machines(job, machine);
    if (job->run.loader_rate > 0.0)
        use_beside(out, SIZING_RESOURCE_data_loading, samples, vcpus * job->run.loader_rate);
    if (job->run.sample_bytes > 0.0)
        use_beside(out, SIZING_RESOURCE_storage, samples * job->run.sample_bytes, storage_rate(job, machine));
}

/* A checkpoint falls due every so many seconds of training; one that is written beside it may take that long for nothing. */
static void use_checkpoint(const struct speed_job *job, const struct sizing_machine *machine, double period,
                           struct speed_estimate *out)
{
    double rate = storage_rate(job, machine), interval = job->run.checkpoint_interval;
    if (interval <= 0.0)
        return;
    use(out, SIZING_RESOURCE_checkpoint, speed_time(speed_checkpoint_bytes(job), rate) * period / interval, rate > 0.0);
    out->use[SIZING_RESOURCE_checkpoint].is_beside = job->run.checkpoint_async > 0.0;
}

/* ---- the verdict */

static double sum_serial(const struct speed_estimate *out)
{
    double sum = 0.0;
    for (int r = 0; r < SIZING_RESOURCES; r++)
        if (!out->use[r].is_beside)
            sum += out->use[r].seconds;
    return sum;
}

static enum sizing_resource longest(const struct speed_estimate *out, bool is_beside)
{
    enum sizing_resource found = SIZING_RESOURCE_compute;
    double most = -1.0;
    for (int r = 0; r < SIZING_RESOURCES; r++)
        if (out->use[r].state == SPEED_STATE_known && out->use[r].is_beside == is_beside && out->use[r].seconds > most) {
            most = out->use[r].seconds;
            found = (enum sizing_resource)r;
        }
    return found;
}

static void set_verdict(struct speed_estimate *out)
{
    enum sizing_resource beside = longest(out, true);
    double serial = sum_serial(out), slowest = out->use[beside].is_beside ? out->use[beside].seconds : 0.0;
    out->seconds = math_max(serial, slowest);
    out->binding = slowest > serial ? beside : longest(out, false);
    out->is_complete = true;
    for (int r = 0; r < SIZING_RESOURCES; r++)
        out->is_complete = out->is_complete && out->use[r].state != SPEED_STATE_not_published;
    out->has_rate = out->use[SIZING_RESOURCE_compute].state != SPEED_STATE_not_published
                    && out->use[SIZING_RESOURCE_memory].state != SPEED_STATE_not_published && out->seconds > 0.0;
}

/* Dense models on data-center GPUs with HBM up to Hopper are what most published runs trained. */
static bool is_usual_case(const struct speed_job *job, const struct speed_gpu *gpu)
{
    bool is_moe = job->shape.experts > 0.0 && job->shape.weights > job->shape.active;
    bool is_newer = gpu->family == SIZING_FAMILY_ampere || gpu->family == SIZING_FAMILY_hopper;
    return !is_moe && gpu->has_hbm && (is_newer || gpu->family == SIZING_FAMILY_volta);
}

static double training_range(const struct speed_job *job, const struct speed_gpu *gpu)
{
    if (job->is_encoder)
        return K(range_encoder);
    if (stack_of(job) == SPEED_STACK_transformers)
        return K(range_trainer);
    return is_usual_case(job, gpu) ? K(range_training) : K(range_training_wide);
}

/* vLLM was measured on Ampere and newer; of the boards that a power limit slows, on one of 72 W alone. */
static bool is_served(const struct speed_gpu *gpu, const struct sizing_machine *machine)
{
    bool keeps_clock = gpu->has_hbm || gpu->board_power <= 0.0 || gpu->board_power >= K(server_full_power);
    return machine->is_measured > 0.0 && gpu->family >= SIZING_FAMILY_ampere && keeps_clock;
}

static double inference_range(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine)
{
    bool is_measured = machine->is_measured > 0.0;
    if (job->is_encoder)
        return K(range_encoder);
    if (job->run.engine == SIZING_ENGINE_llama_cpp)
        return is_measured ? K(range_llama) : K(range_llama_new);
    if (job->run.engine == SIZING_ENGINE_vllm)
        return is_served(gpu, machine) ? K(range_server) : K(range_server_new);
    return K(range_engine);
}

/* A prediction p is off by at most r of the measured value's own prediction: p / m - 1 within ±r. */
static void set_range(struct speed_estimate *out, double r, double token_budget)
{
    out->likely = out->tokens / out->seconds;
    out->low = out->likely / (1.0 + r);
    out->high = out->likely / (1.0 - r);
    if (token_budget > 0.0) {
        out->hours = token_budget / out->likely / 3600.0;
        out->hours_low = token_budget / out->high / 3600.0;
        out->hours_high = token_budget / out->low / 3600.0;
    }
}

static void set_mfu(struct speed_estimate *out, double flops, double peak)
{
    out->mfu = speed_time(flops / out->seconds, peak);
}

static void evaluate_training(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                              struct speed_estimate *out)
{
    struct speed_training run;
    struct speed_step step;
    speed_training_of(job, machine, &run);
    speed_training_step(&job->shape, gpu, &run, &step);
    out->tokens = speed_training_tokens(&run);
    out->batch = run.micro_batch;
    use_step(&step, gpu, machine, &run, out);
    use_samples(job, machine, out);
    use_checkpoint(job, machine, sum_serial(out), out);
    if (job->workload.cpu_offload > 0.0) /* transfers to and from host memory, for which there is no formula */
        use(out, SIZING_RESOURCE_host, 0.0, false);
    set_verdict(out);
    if (!out->has_rate)
        return;
    set_range(out, training_range(job, gpu), job->run.token_budget);
    set_mfu(out, speed_training_flops(&job->shape, &run) * out->tokens / run.gpus, speed_peak(gpu, run.format));
}

/* llama.cpp unpacks weights with the FP32 units. */
static bool has_peaks(const struct speed_job *job, const struct speed_gpu *gpu)
{
    bool needs_fp32 = job->run.engine == SIZING_ENGINE_llama_cpp && !job->is_encoder;
    return speed_peak(gpu, SPEED_FORMAT_b16) > 0.0 && (!needs_fp32 || gpu->peak[SPEED_FORMAT_fp32] > 0.0);
}

static void evaluate_inference(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                               struct speed_estimate *out)
{
    struct speed_cycle cycle;
    double ways = job->workload.tensor_parallel;
    speed_inference_cycle(job, gpu, machine, &cycle);
    out->batch = cycle.batch;
    out->tokens = cycle.tokens * (job->workload.gpus / cycle.cards);
    use(out, SIZING_RESOURCE_compute, cycle.compute, has_peaks(job, gpu));
    use(out, SIZING_RESOURCE_memory, cycle.memory, gpu->bandwidth > 0.0);
    if (cycle.host > 0.0)
        use(out, SIZING_RESOURCE_host, cycle.host, true);
    if (ways > 1.0)
        use_ring(out, gpu, machine, ways, cycle.link);
    else if (cycle.link > 0.0)
        use(out, SIZING_RESOURCE_link, cycle.link, true);
    set_verdict(out);
    if (!out->has_rate)
        return;
    out->first_token = cycle.first_token;
    out->first_token_low = cycle.first_token / (1.0 + K(range_first_token));
    out->first_token_high = cycle.first_token / (1.0 - K(range_first_token));
    out->between_tokens = cycle.between_tokens;
    out->request = cycle.request;
    set_range(out, inference_range(job, gpu, machine), job->run.token_budget);
    set_mfu(out, cycle.flops / cycle.cards, speed_peak(gpu, job->format));
}

void speed_evaluate(const struct speed_job *job, const struct sizing_machine *machine, const struct sizing_gpu *gpu,
                    struct speed_estimate *out)
{
    struct speed_gpu g;
    *out = (struct speed_estimate){.seconds = 0.0};
    if (!job->is_modelled)
        return;
    speed_gpu_of(machine, gpu, &g);
    struct speed_gpu part = speed_gpu_part(&g);
    if (job->workload.method == SIZING_METHOD_inference)
        evaluate_inference(job, &g, machine, out);
    else
        evaluate_training(job, &part, machine, out);
}

struct sizing_error speed_estimate(const struct speed_job *job, const struct sizing_machine *machine,
                                   const struct sizing_gpu *gpu, struct speed_estimate *out)
{
    struct sizing_error error = speed_check_machine(machine);
    *out = (struct speed_estimate){.seconds = 0.0};
    if (error.reason != SIZING_OK)
        return error;
    speed_evaluate(job, machine, gpu, out);
    if (out->has_rate)
        speed_advise(job, machine, gpu, out);
    return error;
}
