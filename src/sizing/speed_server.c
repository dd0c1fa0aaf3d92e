/* Continuous batching: every GPU second is shared by decoding and prompts. Fitted on vLLM 0.22 runs of rented machines. */
#include "math.h"
#include "speed_constants.h"
#include "speed_server.h"

#define MOST_SEQUENCES 256.0 /* vLLM's max_num_seqs */

static double read_share(const struct speed_gpu *gpu)
{
    return gpu->has_hbm ? K(server_read_hbm) : K(server_read_gddr);
}

/* A power limit slows the tensor cores: they get what the rest of the board leaves, and from full_power on keep their clock. */
static double power_share(const struct speed_gpu *gpu)
{
    double cores = gpu->board_power - K(server_rest_power), full = K(server_full_power) - K(server_rest_power);
    return gpu->board_power > 0.0 ? math_min(1.0, math_max(cores, 0.1 * full) / full) : 1.0;
}

/* vLLM was not measured on Volta; llama.cpp was, with 16-bit products of the same library. */
static double product_share(const struct speed_gpu *gpu)
{
    if (gpu->family == SIZING_FAMILY_volta)
        return K(llama_product_volta);
    return gpu->has_hbm ? K(server_product_hbm) : K(server_product_gddr) * power_share(gpu);
}

/* Volta has no FlashAttention. */
static double attention_share(const struct speed_gpu *gpu)
{
    return gpu->family == SIZING_FAMILY_volta ? K(llama_attention_old) : 1.0;
}

/* FLOP/s of matrix products. */
static double product_rate(const struct speed_gpu *gpu, enum speed_format format)
{
    double share = product_share(gpu);
    bool is_narrow = format > SPEED_FORMAT_b16 && gpu->peak[format] > 0.0;
    return is_narrow ? gpu->peak[format] * share * K(prefill_narrow) : speed_peak(gpu, SPEED_FORMAT_b16) * share;
}

static double layer_weights(const struct speed_shape *shape)
{
    return shape->read - shape->vocab * shape->hidden;
}

/* Two all-reduces a layer. */
static double reduce_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                             double tokens)
{
    double ways = run->tensor_parallel, bytes = tokens * shape->hidden * 2.0;
    double latency = gpu->has_nvlink ? K(server_reduce_nvlink) : K(server_reduce_pcie);
    double bus = speed_bus(gpu, ways, run->gpus_per_node, run->network);
    if (ways <= 1.0)
        return 0.0;
    return 2.0 * shape->layers * (latency * math_log2(ways) + speed_time(speed_ring(2.0, bytes, ways), bus));
}

/* The output head stays in 16 bits; kernels for GPTQ and AWQ read less well, those of bitsandbytes have a term of their own. */
static double weight_bytes(const struct speed_shape *shape, const struct speed_server *run, double batch)
{
    double head = shape->vocab * shape->hidden, read = speed_weights_read(shape, batch);
    if (run->weight_bits >= 16.0)
        return read * run->weight_bits / 8.0;
    double bytes = (read - head) * run->weight_bits / 8.0 + 2.0 * head;
    return run->weight_bits < 7.0 && !run->is_bitsandbytes ? bytes / K(int4_share) : bytes;
}

static void set_step(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run, double context,
                     struct speed_service *out)
{
    double ways = run->tensor_parallel * gpu->share, batch = out->batch;
    double cache = batch * context * shape->kv * run->kv_bits / 8.0;
    out->weights = speed_time(weight_bytes(shape, run, batch) / read_share(gpu), gpu->bandwidth) / ways;
    out->cache = speed_time(cache / K(server_read_hbm), gpu->bandwidth) / ways;
    out->compute = speed_time(2.0 * shape->read * batch, product_rate(gpu, run->format)) / ways;
    if (run->is_bitsandbytes)
        out->unpack = speed_time(layer_weights(shape) * K(bitsandbytes_unpack), gpu->peak[SPEED_FORMAT_fp32]) / ways;
    out->launch = shape->layers * K(server_cycles) / gpu->clock;
    out->host = run->host_factor * (K(server_step_seconds) + batch * K(server_sequence_seconds));
    out->tensor_parallel = reduce_seconds(shape, gpu, run, batch);
    out->step = math_max(out->weights + out->cache, out->compute) + out->unpack + out->launch + out->host + out->tensor_parallel;
}

/* Without the exchange between the GPUs. */
static double prefill_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run)
{
    double tokens = run->prompt, ways = run->tensor_parallel * gpu->share;
    double flops = 2.0 * layer_weights(shape) * tokens + 2.0 * shape->vocab * shape->hidden
                   + 2.0 * shape->layers * shape->attention * tokens * tokens / attention_share(gpu);
    double compute = speed_time(flops, product_rate(gpu, run->format));
    double read = speed_time(speed_weights_read(shape, tokens) * run->weight_bits / 8.0, gpu->bandwidth * read_share(gpu));
    return math_max(compute, read) / ways;
}

static double most_sequences(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                             double context)
{
    double free = K(server_pool) * gpu->memory * run->memory_gpus - shape->weights * run->weight_bits / 8.0;
    return math_max(1.0, math_min(free / (context * shape->kv * run->kv_bits / 8.0), MOST_SEQUENCES));
}

static double first_token_seconds(const struct speed_server *run, const struct speed_service *s)
{
    double host = run->host_factor, alone = host * (K(server_first_seconds) + run->prompt * K(server_token_seconds)) + s->prefill;
    double waiting = math_max(0.0, run->concurrency - s->batch) / s->requests;
    if (s->batch <= 1.2)
        return alone + waiting;
    alone += 0.5 * s->step + host * s->batch * K(server_queue_seconds) + waiting;
    if (run->is_burst)
        alone += s->batch * (K(server_burst_share) * s->prefill + host * K(server_burst_seconds));
    return alone;
}

void speed_serve(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                 struct speed_service *out)
{
    double context = run->prompt + run->output / 2.0, host = run->host_factor;
    *out = (struct speed_service){.batch = 0.0};
    out->batch = math_max(1.0, math_min(run->concurrency, most_sequences(shape, gpu, run, context)));
    set_step(shape, gpu, run, context, out);
    out->prefill_link = reduce_seconds(shape, gpu, run, run->prompt);
    out->prefill = prefill_seconds(shape, gpu, run) + out->prefill_link;
    double load = 1.0 - 1.0 / out->batch; /* alone, a prompt has no decoding step to share */
    double each = out->prefill + (run->output * out->step + host * (1.0 - load) * K(server_first_seconds)) / out->batch;
    out->requests = 1.0 / each;
    out->first_token = first_token_seconds(run, out);
    out->request = math_max(run->concurrency, 1.0) * each;
    out->between_tokens = out->step; /* a second token would take that long */
    if (run->output > 1.0)
        out->between_tokens = math_max(1e-6, (out->request - out->first_token) / (run->output - 1.0));
    out->rate = out->requests * run->output * math_min(1.0, run->concurrency);
}
