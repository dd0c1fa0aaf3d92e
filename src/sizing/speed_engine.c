/* Decoding is bound by memory traffic or launches, prompts by matrix products. */
#include "math.h"
#include "speed_constants.h"
#include "speed_engine.h"

#define H20_PEAK 150e12 /* an H100 has 989 TFLOPS */

static bool is_wide_hopper(const struct speed_gpu *gpu)
{
    return gpu->family == SIZING_FAMILY_hopper || gpu->family == SIZING_FAMILY_blackwell;
}

static double weight_share(const struct speed_gpu *gpu, enum speed_driver driver)
{
    if (driver != SPEED_DRIVER_ggml)
        return K(weight_share);
    return gpu->has_hbm ? K(ggml_share_hbm) : K(ggml_share_gddr);
}

/* GPTQ, AWQ and FP8 keep the output head in 16 bits, GGUF files do not. Kernels below 7 bits read less well. */
static double weight_bytes(const struct speed_shape *shape, const struct speed_batch *run)
{
    double head = shape->vocab * shape->hidden, read = speed_weights_read(shape, run->batch);
    if (run->driver == SPEED_DRIVER_ggml || run->weight_bits >= 16.0)
        return read * run->weight_bits / 8.0;
    double bytes = (read - head) * run->weight_bits / 8.0 + head * 2.0;
    return run->weight_bits < 7.0 ? bytes / K(int4_share) : bytes;
}

/* transformers concatenates the cache in every step and, with grouped heads, repeats and copies it for each head. */
static double cache_reads(const struct speed_shape *shape, const struct speed_batch *run)
{
    double groups = shape->kv > 0.0 ? 2.0 * shape->layers * shape->attention / shape->kv : 1.0;
    if (run->driver != SPEED_DRIVER_eager)
        return 1.0;
    return groups > 1.01 ? 3.0 + 4.0 * groups : 3.0;
}

static double cache_bytes(const struct speed_shape *shape, const struct speed_batch *run, double context)
{
    return run->batch * context * shape->kv * run->kv_bits / 8.0 * cache_reads(shape, run);
}

/* FP4 and FP8 weights multiply in their own format where the GPU has it. */
static enum speed_format product_format(const struct speed_gpu *gpu, const struct speed_batch *run)
{
    return run->driver != SPEED_DRIVER_ggml && gpu->peak[run->format] > 0.0 ? run->format : SPEED_FORMAT_b16;
}

static double family_share(const struct speed_gpu *gpu, enum speed_driver driver)
{
    if (gpu->family == SIZING_FAMILY_hopper && gpu->peak[SPEED_FORMAT_b16] < H20_PEAK)
        return K(prefill_h20);
    if (is_wide_hopper(gpu) || gpu->family == SIZING_FAMILY_ada)
        return gpu->has_hbm || driver == SPEED_DRIVER_ggml ? K(prefill_hopper) : 1.0;
    return 1.0;
}

static double driver_share(const struct speed_batch *run)
{
    if (run->driver == SPEED_DRIVER_ggml)
        return run->weight_bits >= 16.0 ? K(prefill_ggml16) : K(prefill_ggml);
    return run->driver == SPEED_DRIVER_awq_gemm ? K(prefill_awq) : K(prefill_share);
}

static double layer_seconds(enum speed_driver driver)
{
    switch (driver) {
    case SPEED_DRIVER_eager: return K(layer_eager);
    case SPEED_DRIVER_serving_eager: return K(layer_lite);
    case SPEED_DRIVER_cpp: return K(layer_cpp);
    case SPEED_DRIVER_ggml: return K(layer_ggml);
    default: return K(layer_graph);
    }
}

static double reduce_bytes(const struct speed_shape *shape, double tokens, double ways)
{
    return speed_ring(2.0, 2.0 * shape->layers * tokens * shape->hidden * 2.0, ways);
}

static double bus_of(const struct speed_gpu *gpu, const struct speed_batch *run)
{
    return speed_bus(gpu, run->tensor_parallel, run->gpus_per_node, run->network);
}

/* Two all-reduces a layer; their latency grows with the depth of the tree, measured at 8 ranks. */
static double reduce_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    double ways = run->tensor_parallel, bus = bus_of(gpu, run);
    if (ways <= 1.0)
        return 0.0;
    double latency = gpu->has_nvlink && run->driver != SPEED_DRIVER_cpp ? K(reduce_nvlink) : K(reduce_cpp);
    return 2.0 * shape->layers * latency * math_log2(ways) / 3.0 + speed_time(reduce_bytes(shape, run->batch, ways), bus);
}

static double step_compute(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    enum speed_format format = product_format(gpu, run) == SPEED_FORMAT_fp8 ? SPEED_FORMAT_fp8 : SPEED_FORMAT_b16;
    double share = K(prefill_share) * (is_wide_hopper(gpu) ? K(prefill_hopper) : 1.0);
    if (run->batch <= 1.0)
        return 0.0;
    return speed_time(run->batch * 2.0 * shape->read / run->tensor_parallel, speed_peak(gpu, format) * share);
}

static bool hides_launches(enum speed_driver driver)
{
    return driver == SPEED_DRIVER_eager || driver == SPEED_DRIVER_serving_eager;
}

void speed_decode_step(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run,
                       double context, struct speed_decode *out)
{
    double rate = gpu->bandwidth * run->tensor_parallel, share = weight_share(gpu, run->driver);
    *out = (struct speed_decode){.weights = 0.0};
    out->weights = speed_time(weight_bytes(shape, run) / share, rate);
    out->cache = speed_time(cache_bytes(shape, run, context) / (K(kv_share) * share), rate);
    out->compute = step_compute(shape, gpu, run);
    out->launch = shape->layers * layer_seconds(run->driver) + (run->driver == SPEED_DRIVER_serving ? K(step_serving) : 0.0);
    out->tensor_parallel = reduce_seconds(shape, gpu, run);
    double body = math_max(out->weights + out->cache, out->compute);
    out->seconds = (hides_launches(run->driver) ? math_max(body, out->launch) : body + out->launch) + out->tensor_parallel;
}

/* Causal attention is halved; only the last position goes through the output head. */
static double prefill_flops(const struct speed_shape *shape, double batch, double tokens)
{
    double head = shape->vocab * shape->hidden;
    double each = 2.0 * (shape->read - head) + 2.0 * shape->layers * shape->attention * tokens;
    return batch * tokens * each + 2.0 * batch * head;
}

/* Without FlashAttention the scores go through the memory. */
static double score_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    double heads = shape->attention / 128.0;
    if (run->driver != SPEED_DRIVER_ggml)
        return 0.0;
    return speed_time(run->batch * run->prompt * run->prompt / 2.0 * shape->layers * heads * K(score_bytes), gpu->bandwidth);
}

double speed_prefill_link(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    double ways = run->tensor_parallel;
    return ways > 1.0 ? speed_time(reduce_bytes(shape, run->batch * run->prompt, ways), bus_of(gpu, run)) : 0.0;
}

double speed_prefill_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    enum speed_format format = product_format(gpu, run);
    double share = driver_share(run) * family_share(gpu, run->driver) * (format > SPEED_FORMAT_b16 ? K(prefill_narrow) : 1.0);
    double ways = run->tensor_parallel;
    double seconds = speed_time(prefill_flops(shape, run->batch, run->prompt) / ways, speed_peak(gpu, format) * share);
    seconds += score_seconds(shape, gpu, run);
    seconds += speed_prefill_link(shape, gpu, run);
    if (run->driver == SPEED_DRIVER_eager)
        return math_max(seconds, shape->layers * K(layer_eager));
    return seconds + shape->layers * (run->driver == SPEED_DRIVER_cpp ? K(layer_cpp) : K(layer_graph));
}

double speed_request_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    struct speed_decode step;
    speed_decode_step(shape, gpu, run, run->prompt + run->output / 2.0, &step);
    return speed_request_time(speed_prefill_seconds(shape, gpu, run), step.seconds, run->output);
}

double speed_full_batch(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    double each = (run->prompt + run->output / 2.0) * shape->kv * run->kv_bits / 8.0;
    double free = K(server_pool) * 0.95 * gpu->memory * run->tensor_parallel - shape->weights * run->weight_bits / 8.0;
    return free <= 0.0 ? -1.0 : math_max(1.0, math_min(free / each, 2048.0));
}

double speed_full_rate(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run)
{
    struct speed_batch one = *run, full = *run;
    struct speed_decode step;
    one.batch = 1.0;
    full.batch = speed_full_batch(shape, gpu, run);
    if (full.batch <= 0.0)
        return 0.0;
    speed_decode_step(shape, gpu, &full, run->prompt + run->output / 2.0, &step);
    return run->output / (speed_prefill_seconds(shape, gpu, &one) + run->output * step.seconds / full.batch);
}

double speed_encode_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run,
                            enum speed_format format, bool is_unfused)
{
    double tokens = run->batch * run->prompt;
    double flops = tokens * (2.0 * shape->read + 4.0 * shape->layers * shape->attention * run->prompt);
    double share = format == SPEED_FORMAT_fp32 ? K(gemm_volta_fp32) : K(prefill_share);
    double bytes = tokens * shape->layers * shape->hidden * K(encoder_elements) * (is_unfused ? K(encoder_tf) : 1.0);
    double width = format < SPEED_FORMAT_b16 ? 2.0 : 1.0;
    return speed_time(flops, speed_peak(gpu, format) * share) + speed_time(bytes * width, gpu->bandwidth)
           + shape->layers * K(layer_encoder);
}
