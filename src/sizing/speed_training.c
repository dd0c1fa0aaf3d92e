/* The training step: compute, traffic, waiting. */
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

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

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
    case SIZING_FAMILY_hopper: return K(gemm_hopper_b16);
    case SIZING_FAMILY_blackwell: return K(gemm_blackwell_b16);
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

/* FLOPs a token and parameter: forward 2, input gradients 2, weight gradients 2 (not of a frozen base); once more forward. */
static double gemm_flops(const struct speed_training *run)
{
    double flops = run->task == SPEED_TASK_full ? 6.0 : run->task == SPEED_TASK_lora_embedding ? K(lora_embedding_flops) : 4.0;
    return flops + (run->recompute == SPEED_RECOMPUTE_full ? 2.0 : 0.0);
}

static double attention_flops(const struct speed_training *run)
{
    return (run->bidirectional ? 12.0 : 6.0) * (run->recompute == SPEED_RECOMPUTE_none ? 1.0 : 4.0 / 3.0);
}

static double gemm_seconds(const struct rank *r)
{
    return r->tokens * gemm_flops(r->run) * r->shape->read / r->shards / (speed_peak(r->gpu, r->run->format) * r->efficiency);
}

/* Attention stays in 16 bits when the products go to 8. */
static double attention_seconds(const struct rank *r)
{
    double work = r->tokens * attention_flops(r->run) * r->shape->layers * r->shape->attention * r->run->seq / r->shards;
    if (is_wide(r->run->format))
        return work / (speed_peak(r->gpu, r->run->format) * r->efficiency);
    return work / (speed_peak(r->gpu, SPEED_FORMAT_b16) * smaller(r->efficiency, K(gemm_ampere_b16)) * K(attention_share));
}

static double element_seconds(const struct rank *r)
{
    double bytes = r->tokens * r->shape->layers / r->shards * r->shape->hidden * K(element_bytes) * r->run->element_factor;
    double again = r->run->recompute == SPEED_RECOMPUTE_full ? 4.0 / 3.0 : 1.0, width = is_wide(r->run->format) ? 2.0 : 1.0;
    return bytes * again * width / r->gpu->bandwidth;
}

static double dequantisation_seconds(const struct rank *r)
{
    return r->run->task == SPEED_TASK_qlora ? r->shape->weights * K(dequantisation_bytes) / r->gpu->bandwidth : 0.0;
}

/* Python launches the kernels; ZeRO-3 hooks every module a second time. */
static double launch_floor(const struct rank *r)
{
    if (r->run->stack != SPEED_STACK_transformers)
        return 0.0;
    return r->shape->layers * K(transformers_layer_seconds) * (r->run->zero_stage == 3.0 ? 2.0 : 1.0);
}

/* Two all-reduces a layer forward and two backward, two more when the forward pass is repeated. */
static double tensor_seconds(const struct rank *r, struct speed_step *out)
{
    double ways = r->run->tensor_parallel, passes = r->run->recompute == SPEED_RECOMPUTE_full ? 6.0 : 4.0;
    if (ways <= 1.0)
        return 0.0;
    double bus = speed_bus(r->gpu, ways, r->run->gpus_per_node, r->run->network);
    double bytes = passes * r->shape->layers / r->run->pipeline_parallel * r->tokens * r->shape->hidden * 2.0;
    out->lacks_link |= r->gpu->link <= 0.0;
    out->lacks_network |= ways > r->run->gpus_per_node && r->run->network <= 0.0;
    return bus > 0.0 ? bytes * 2.0 * (ways - 1.0) / ways / bus * K(tensor_exposed) : 0.0;
}

/* Bytes a rank moves in one step: ZeRO-3 gathers the weights forward and backward and scatters the gradients in every
   micro-batch, the others reduce the gradients once. */
static double replica_bytes(const struct rank *r)
{
    double ring = (r->replicas - 1.0) / r->replicas, trained = is_adapter(r->run) ? 0.01 : 1.0;
    if (r->run->zero_stage == 3.0)
        return ring * r->shape->weights / r->shards * 2.0 * ((is_adapter(r->run) ? 2.0 : 3.0) * r->run->micro_batches);
    return ring * 2.0 * (r->shape->weights * trained) / r->shards * 2.0;
}

/* Tensor-parallel ranks of a machine each have their own ring, and share its network cards. */
static double rings_at_edge(const struct rank *r, double bus)
{
    const struct speed_training *run = r->run;
    bool is_edge = run->gpus > run->gpus_per_node && run->network > 0.0
                   && speed_bus(r->gpu, run->gpus, run->gpus_per_node, run->network) == bus;
    return is_edge ? run->tensor_parallel : 1.0;
}

static double replica_seconds(const struct rank *r, struct speed_step *out)
{
    double ranks = r->replicas * r->run->tensor_parallel;
    if (r->replicas <= 1.0)
        return 0.0;
    double bus = speed_bus(r->gpu, ranks, r->run->gpus_per_node, r->run->network);
    out->lacks_link |= r->gpu->link <= 0.0;
    out->lacks_network |= ranks > r->run->gpus_per_node && r->run->network <= 0.0;
    return bus > 0.0 ? replica_bytes(r) / bus * rings_at_edge(r, bus) : 0.0;
}

/* Adam's states and the weights, read and written. */
static double optimizer_seconds(const struct rank *r)
{
    double trained = r->shape->weights * (is_adapter(r->run) ? 0.01 : 1.0) / r->shards;
    double ways = r->run->zero_stage == 0.0 ? 1.0 : r->replicas;
    return trained / ways * 28.0 / (0.8 * r->gpu->bandwidth);
}

static void set_compute(const struct rank *r, struct speed_step *out)
{
    double times = r->run->micro_batches;
    if (speed_peak(r->gpu, r->run->format) > 0.0) {
        out->gemm = gemm_seconds(r) * times;
        out->attention = attention_seconds(r) * times;
    } else {
        out->lacks_peak = true;
    }
    if (r->gpu->bandwidth > 0.0) {
        out->elementwise = element_seconds(r) * times;
        out->dequantisation = dequantisation_seconds(r) * times;
        out->optimizer = optimizer_seconds(r);
    } else {
        out->lacks_bandwidth = true;
    }
    out->launch = larger(launch_floor(r) * times - out->gemm - out->attention - out->elementwise - out->dequantisation, 0.0);
}

/* ZeRO-3's transfers run beside the whole pass, a gradient all-reduce beside the last backward pass. */
static void set_traffic(const struct rank *r, double compute, struct speed_step *out)
{
    const struct speed_training *run = r->run;
    double micro = (compute + out->tensor_parallel) / run->micro_batches;
    out->bubble = micro * (run->pipeline_parallel - 1.0) / run->pipeline_chunks;
    out->data_parallel = replica_seconds(r, out);
    double window = run->zero_stage == 3.0 ? compute + out->tensor_parallel + out->bubble : compute / run->micro_batches * (2.0 / 3.0);
    out->exposed = larger(out->data_parallel - window, (1.0 - K(overlap)) * out->data_parallel);
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
    out->tensor_parallel = tensor_seconds(&r, out) * run->micro_batches;
    double compute = out->gemm + out->attention + out->elementwise + out->dequantisation + out->launch;
    set_traffic(&r, compute, out);
    out->seconds = compute + out->tensor_parallel + out->bubble + out->exposed + out->optimizer;
}

double speed_training_tokens(const struct speed_training *run)
{
    double replicas = run->gpus / (run->tensor_parallel * run->pipeline_parallel * run->context_parallel);
    return run->micro_batch * run->seq * run->micro_batches * replicas;
}

double speed_training_flops(const struct speed_shape *shape, const struct speed_training *run)
{
    struct speed_training useful = *run;
    useful.recompute = SPEED_RECOMPUTE_none;
    return gemm_flops(&useful) * shape->read + attention_flops(&useful) * shape->layers * shape->attention * run->seq;
}
