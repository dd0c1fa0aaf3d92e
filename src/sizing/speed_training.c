/* The training step: compute, traffic, waiting. */
#include "math.h"
#include "speed_constants.h"
#include "speed_training.h"

/* What the parts share: one micro-batch on one rank. */
struct rank {
    const struct speed_shape *shape;
    const struct speed_gpu *gpu;
    const struct speed_training *run;
    double tokens;     /* a micro-batch */
    double shards;     /* GPUs that share one copy of the layers */
    double replicas;   /* ranks that hold the same shard: data- and context-parallel */
    double efficiency; /* share of the peak that the matrix products reach */
};

static bool is_adapter(const struct speed_training *run)
{
    return run->task != SPEED_TASK_full;
}

static bool is_wide(enum speed_format format)
{
    return format == SPEED_FORMAT_fp32 || format == SPEED_FORMAT_tf32;
}

static double narrow_efficiency(enum sizing_family family, enum speed_format format)
{
    if (family == SIZING_FAMILY_hopper)
        return K(gemm_hopper_fp8);
    return format == SPEED_FORMAT_fp4 ? K(gemm_blackwell_fp4) : K(gemm_blackwell_fp8);
}

/* Families that no source measured take Ampere's, and their narrow formats Blackwell's. */
static double family_efficiency(enum sizing_family family, enum speed_format format)
{
    if (is_wide(format))
        return family == SIZING_FAMILY_volta ? K(gemm_volta_fp32) : K(gemm_tf32);
    if (format >= SPEED_FORMAT_fp8)
        return narrow_efficiency(family, format);
    switch (family) {
    case SIZING_FAMILY_volta: return K(gemm_volta_b16);
    case SIZING_FAMILY_hopper:
    case SIZING_FAMILY_blackwell: return K(gemm_hopper_b16);
    default: return K(gemm_ampere_b16);
    }
}

static double stack_factor(enum speed_stack stack)
{
    if (stack == SPEED_STACK_transformers)
        return K(transformers_factor);
    return stack == SPEED_STACK_dated ? K(dated_factor) : 1.0;
}

static double gemm_efficiency(const struct rank *r)
{
    double e = family_efficiency(r->gpu->family, r->run->format) * stack_factor(r->run->stack);
    return r->shape->weights > r->shape->active ? e * K(moe_factor) : e;
}

/* FLOPs a token: forward 2 a parameter, input gradients 2, weight gradients 2 (of what is trained); once more forward. */
static double gemm_flops(const struct speed_shape *shape, const struct speed_training *run)
{
    double each = (run->task == SPEED_TASK_full ? 6.0 : 4.0) + (run->recompute == SPEED_RECOMPUTE_full ? 2.0 : 0.0);
    double head = run->task == SPEED_TASK_lora_embedding ? 2.0 * shape->vocab * shape->hidden : 0.0;
    return each * shape->read + head;
}

/* Parameters that get gradients; an adapter has about 1 % of the model's. */
static double trained(const struct speed_shape *shape, const struct speed_training *run)
{
    if (run->task == SPEED_TASK_full)
        return shape->weights;
    return 0.01 * shape->weights + (run->task == SPEED_TASK_lora_embedding ? 2.0 * shape->vocab * shape->hidden : 0.0);
}

static double attention_flops(const struct speed_training *run)
{
    return (run->bidirectional ? 12.0 : 6.0) * (run->recompute == SPEED_RECOMPUTE_none ? 1.0 : 4.0 / 3.0);
}

static double gemm_seconds(const struct rank *r)
{
    return speed_time(r->tokens * gemm_flops(r->shape, r->run) / r->shards, speed_peak(r->gpu, r->run->format) * r->efficiency);
}

/* Attention stays in 16 bits when the products go to 8. */
static double attention_seconds(const struct rank *r)
{
    double work = r->tokens * attention_flops(r->run) * r->shape->layers * r->shape->attention * r->run->seq / r->shards;
    if (is_wide(r->run->format))
        return speed_time(work, speed_peak(r->gpu, r->run->format) * r->efficiency);
    double share = math_min(r->efficiency, K(gemm_ampere_b16)) * K(attention_share);
    return speed_time(work, speed_peak(r->gpu, SPEED_FORMAT_b16) * share);
}

static double element_seconds(const struct rank *r)
{
    double bytes = r->tokens * r->shape->layers / r->shards * r->shape->hidden * K(element_bytes) * r->run->element_factor;
    double again = r->run->recompute == SPEED_RECOMPUTE_full ? 4.0 / 3.0 : 1.0, width = is_wide(r->run->format) ? 2.0 : 1.0;
    return speed_time(bytes * again * width, r->gpu->bandwidth);
}

static double dequantisation_seconds(const struct rank *r)
{
    return r->run->task == SPEED_TASK_qlora ? speed_time(r->shape->weights * K(dequantisation_bytes), r->gpu->bandwidth) : 0.0;
}

/* Python launches the kernels; ZeRO-3 hooks every module a second time. */
static double launch_floor(const struct rank *r)
{
    if (r->run->stack != SPEED_STACK_transformers)
        return 0.0;
    return r->shape->layers * K(transformers_layer_seconds) * (r->run->zero_stage == 3.0 ? 2.0 : 1.0);
}

/* Two all-reduces a layer forward and two backward, two more when the forward pass is repeated. */
static double tensor_seconds(const struct rank *r)
{
    double ways = r->run->tensor_parallel, passes = r->run->recompute == SPEED_RECOMPUTE_full ? 6.0 : 4.0;
    if (ways <= 1.0)
        return 0.0;
    double bus = speed_bus(r->gpu, ways, r->run->gpus_per_node, r->run->network);
    double bytes = passes * r->shape->layers / r->run->pipeline_parallel * r->tokens * r->shape->hidden * 2.0;
    return speed_time(speed_ring(2.0, bytes, ways), bus) * K(tensor_exposed);
}

/* Bytes a rank moves in one step: ZeRO-3 gathers the weights forward and backward and scatters the gradients in every
   micro-batch, the others reduce the gradients once. */
static double replica_bytes(const struct rank *r)
{
    double shard = 2.0 / r->shards, passes = (is_adapter(r->run) ? 2.0 : 3.0) * r->run->micro_batches;
    if (r->run->zero_stage == 3.0)
        return speed_ring(passes, r->shape->weights * shard, r->replicas);
    return speed_ring(2.0, trained(r->shape, r->run) * shard, r->replicas);
}

/* Tensor-parallel ranks of a machine each have their own ring, and share its network cards. */
static double rings_at_edge(const struct rank *r, double bus)
{
    const struct speed_training *run = r->run;
    bool is_edge = run->gpus > run->gpus_per_node && run->network > 0.0
                   && speed_bus(r->gpu, run->gpus, run->gpus_per_node, run->network) == bus;
    return is_edge ? run->tensor_parallel : 1.0;
}

static double replica_seconds(const struct rank *r)
{
    double ranks = r->replicas * r->run->tensor_parallel;
    if (r->replicas <= 1.0)
        return 0.0;
    double bus = speed_bus(r->gpu, ranks, r->run->gpus_per_node, r->run->network);
    return speed_time(replica_bytes(r), bus) * rings_at_edge(r, bus);
}

/* Adam's states and the weights, read and written. */
static double optimizer_seconds(const struct rank *r)
{
    double ways = r->run->zero_stage == 0.0 ? 1.0 : r->replicas;
    return speed_time(trained(r->shape, r->run) / r->shards / ways * 28.0, 0.8 * r->gpu->bandwidth);
}

static void set_compute(const struct rank *r, struct speed_step *out)
{
    double times = r->run->micro_batches;
    out->gemm = gemm_seconds(r) * times;
    out->attention = attention_seconds(r) * times;
    out->elementwise = element_seconds(r) * times;
    out->dequantisation = dequantisation_seconds(r) * times;
    out->optimizer = optimizer_seconds(r);
    out->launch = math_max(launch_floor(r) * times - out->gemm - out->attention - out->elementwise - out->dequantisation, 0.0);
}

/* ZeRO-3's transfers run beside the whole pass, a gradient all-reduce beside the last backward pass. */
static void set_traffic(const struct rank *r, double compute, struct speed_step *out)
{
    const struct speed_training *run = r->run;
    double micro = (compute + out->tensor_parallel) / run->micro_batches;
    out->bubble = micro * (run->pipeline_parallel - 1.0) / run->pipeline_chunks;
    out->data_parallel = replica_seconds(r);
    double whole = compute + out->tensor_parallel + out->bubble, backward = compute / run->micro_batches * (2.0 / 3.0);
    double window = run->zero_stage == 3.0 ? whole : backward;
    out->exposed = math_max(out->data_parallel - window, (1.0 - K(overlap)) * out->data_parallel);
}

void speed_training_step(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_training *run,
                         struct speed_step *out)
{
    struct rank r = {.shape = shape, .gpu = gpu, .run = run};
    *out = (struct speed_step){.gemm = 0.0};
    r.tokens = run->micro_batch * run->seq / run->context_parallel;
    r.shards = run->tensor_parallel * run->pipeline_parallel;
    r.replicas = run->gpus / r.shards;
    r.efficiency = gemm_efficiency(&r);
    set_compute(&r, out);
    out->tensor_parallel = tensor_seconds(&r) * run->micro_batches;
    double compute = out->gemm + out->attention + out->elementwise + out->dequantisation + out->launch;
    set_traffic(&r, compute, out);
    out->seconds = compute + out->tensor_parallel + out->bubble + out->exposed + out->optimizer;
}

double speed_training_tokens(const struct speed_training *run)
{
    double replicas = run->gpus / (run->tensor_parallel * run->pipeline_parallel * run->context_parallel);
    return run->micro_batch * run->seq * run->micro_batches * replicas;
}

double speed_training_work(const struct speed_shape *shape, const struct speed_training *run)
{
    return gemm_flops(shape, run) + attention_flops(run) * shape->layers * shape->attention * run->seq;
}

double speed_training_flops(const struct speed_shape *shape, const struct speed_training *run)
{
    struct speed_training useful = *run;
    useful.recompute = SPEED_RECOMPUTE_none;
    return speed_training_work(shape, &useful);
}
