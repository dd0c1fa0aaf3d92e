/* Continuous batching: every GPU second is shared by decoding and prompts. Fitted on vLLM 0.22 runs of rented machines. */
#include "math.h"
#include "speed_constants.h"
#include "speed_server.h"

#define MOST_SEQUENCES 256.0 /* vLLM's max_num_seqs */

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double read_share(const struct speed_gpu *gpu)
{
    return gpu->has_hbm ? K(server_read_hbm) : K(server_read_gddr);
}

static double product_share(const struct speed_gpu *gpu, const struct speed_server *run)
{
    double share = K(server_product_ampere);
    if (!gpu->has_hbm)
        share = K(server_product_gddr);
    else if (gpu->family == SIZING_FAMILY_hopper)
        share = K(server_product_hopper);
    else if (gpu->family == SIZING_FAMILY_blackwell)
        share = K(server_product_blackwell);
    return share * (run->is_bitsandbytes ? K(bitsandbytes_product) : 1.0) * (gpu->is_low_power ? K(server_low_power) : 1.0);
}

static double layer_weights(const struct speed_shape *shape)
{
    return shape->read - shape->vocab * shape->hidden;
}

static double reduce_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, double ways, double tokens)
{
    double bytes = tokens * shape->hidden * 2.0;
    double latency = gpu->has_nvlink ? K(server_reduce_nvlink) : K(server_reduce_pcie);
    double share = gpu->has_nvlink ? K(server_nvlink_share) : K(server_pcie_share);
    if (ways <= 1.0 || gpu->link <= 0.0)
        return 0.0;
    return 2.0 * shape->layers * (latency * math_log2(ways) + 2.0 * (ways - 1.0) / ways * bytes / (gpu->link * share));
}

/* The output head stays in 16 bits. */
static double weight_bytes(const struct speed_shape *shape, const struct speed_server *run)
{
    double head = shape->vocab * shape->hidden;
    if (run->weight_bits >= 16.0)
        return shape->read * run->weight_bits / 8.0;
    return (speed_weights_read(shape, 1.0) - head) * run->weight_bits / 8.0 + 2.0 * head;
}

static void set_step(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run, double context,
                     struct speed_service *out)
{
    double ways = run->tensor_parallel, batch = out->batch, share = gpu->share;
    double rate = gpu->peak[SPEED_FORMAT_b16] * product_share(gpu, run);
    out->weights = weight_bytes(shape, run) / read_share(gpu) / gpu->bandwidth / ways / share;
    out->cache = batch * context * shape->kv * run->kv_bits / 8.0 / K(server_read_kv) / gpu->bandwidth / ways / share;
    out->compute = 2.0 * shape->read * batch / rate / ways / share;
    out->unpack = run->is_bitsandbytes ? layer_weights(shape) * K(bitsandbytes_unpack) / gpu->peak[SPEED_FORMAT_fp32] / ways / share : 0.0;
    out->launch = shape->layers * K(server_cycles) / gpu->clock;
    out->host = run->host_factor * (K(server_step_seconds) + batch * K(server_sequence_seconds));
    out->tensor_parallel = reduce_seconds(shape, gpu, ways, batch);
    out->step = larger(out->weights + out->cache, out->compute) + out->unpack + out->launch + out->host + out->tensor_parallel;
}

static double prefill_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run)
{
    double tokens = run->prompt, rate = gpu->peak[SPEED_FORMAT_b16] * product_share(gpu, run);
    double flops = 2.0 * layer_weights(shape) * tokens + 2.0 * shape->vocab * shape->hidden
                   + 2.0 * shape->layers * shape->attention * tokens * tokens / K(server_attention);
    double read = shape->read * run->weight_bits / 8.0 / (gpu->bandwidth * read_share(gpu));
    return larger(flops / rate, read) / run->tensor_parallel / gpu->share + reduce_seconds(shape, gpu, run->tensor_parallel, tokens);
}

static double most_sequences(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                             double context)
{
    double free = K(server_pool) * gpu->memory * run->memory_gpus - shape->weights * run->weight_bits / 8.0;
    return larger(1.0, smaller(free / (context * shape->kv * run->kv_bits / 8.0), MOST_SEQUENCES));
}

static double first_token_seconds(const struct speed_server *run, const struct speed_service *s)
{
    double host = run->host_factor, alone = host * (K(server_first_seconds) + run->prompt * K(server_token_seconds)) + s->prefill;
    double waiting = larger(0.0, run->concurrency - s->batch) / s->requests;
    if (s->batch <= 1.2)
        return alone + waiting;
    alone += K(server_wait_steps) * s->step + host * s->batch * K(server_queue_seconds) + waiting;
    if (run->is_burst)
        alone += s->batch * (K(server_burst_share) * s->prefill + host * K(server_burst_seconds));
    return alone;
}

void speed_serve(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                 struct speed_service *out)
{
    double context = run->prompt + run->output / 2.0, host = run->host_factor;
    *out = (struct speed_service){.batch = 0.0};
    out->batch = larger(1.0, smaller(run->concurrency, most_sequences(shape, gpu, run, context)));
    set_step(shape, gpu, run, context, out);
    out->prefill = prefill_seconds(shape, gpu, run);
    double load = 1.0 - 1.0 / out->batch; /* alone, a prompt has no decoding step to share */
    double each = out->prefill + host * load * K(server_request_seconds)
                  + (run->output * out->step + host * (1.0 - load) * K(server_first_seconds)) / out->batch;
    out->requests = 1.0 / each;
    out->first_token = first_token_seconds(run, out);
    out->request = larger(run->concurrency, 1.0) * each;
    out->between_tokens = larger(1e-6, (out->request - out->first_token) / (run->output - 1.0));
    out->rate = out->requests * run->output * smaller(1.0, run->concurrency);
}
