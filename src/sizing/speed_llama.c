/* llama.cpp, build of 2024-12 with FlashAttention: formulas fitted on llama-bench runs of rented machines. */
#include "math.h"
#include "speed_constants.h"
#include "speed_llama.h"

static bool is_old(enum sizing_family family)
{
    return family == SIZING_FAMILY_maxwell || family == SIZING_FAMILY_pascal || family == SIZING_FAMILY_volta;
}

/* FLOPs of the CUDA cores a weight: cards without fast 8-bit dot products need more; on Volta nothing shows. */
static double unpack_flops(enum sizing_family family)
{
    switch (family) {
    case SIZING_FAMILY_maxwell:
    case SIZING_FAMILY_pascal: return K(llama_unpack_pascal);
    case SIZING_FAMILY_volta: return 0.0;
    case SIZING_FAMILY_turing: return K(llama_unpack_turing);
    default: return K(llama_unpack);
    }
}

static double product_share(const struct speed_gpu *gpu)
{
    switch (gpu->family) {
    case SIZING_FAMILY_maxwell: return K(llama_product_maxwell);
    case SIZING_FAMILY_pascal: return K(llama_product_pascal);
    case SIZING_FAMILY_volta:
    case SIZING_FAMILY_turing: return K(llama_product_volta);
    case SIZING_FAMILY_ada: return K(llama_product_ada);
    case SIZING_FAMILY_hopper: return K(llama_product_hopper);
    case SIZING_FAMILY_blackwell: return gpu->has_hbm ? K(llama_product_b200) : K(llama_product_blackwell);
    default: return gpu->has_hbm ? K(llama_product_a100) : K(llama_product_ampere);
    }
}

/* Graphs need one card, of Ampere or newer. */
static bool has_graphs(const struct speed_gpu *gpu, double cards)
{
    return cards <= 1.0 && !is_old(gpu->family) && gpu->family != SIZING_FAMILY_turing;
}

static double vgpu_share(const struct speed_gpu *gpu)
{
    return gpu->share < 1.0 ? gpu->share * K(llama_vgpu) : 1.0;
}

void speed_llama_decode(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_llama *run,
                        double context, struct speed_llama_parts *out)
{
    double cycles = has_graphs(gpu, run->cards) ? K(llama_cycles_graph) : K(llama_cycles_plain), share = vgpu_share(gpu);
    *out = (struct speed_llama_parts){.weights = 0.0};
    out->weights = speed_time(run->file * shape->read / shape->weights, gpu->bandwidth * K(llama_read)) / share;
    out->cache = speed_time(context * shape->kv * 2.0, gpu->bandwidth * K(llama_read)) / share;
    out->unpack = speed_time(shape->read * unpack_flops(gpu->family), gpu->peak[SPEED_FORMAT_fp32]) / share;
    out->launch = shape->layers * cycles / gpu->clock / share;
    out->attention = context * shape->layers * K(llama_attention_seconds) / share;
    out->hops = (run->cards - 1.0) * K(llama_hop_seconds) / share;
    out->seconds = out->weights + out->cache + out->unpack + out->launch + out->attention + out->hops;
}

/* Four pieces of a batch of 2048 tokens flow through the cards; what of the ideal gain arrives falls with their number. */
static double pipeline_gain(double pieces, double cards)
{
    double flowing = math_min(pieces, 4.0), ideal = cards * flowing / (flowing + cards - 1.0);
    if (cards <= 1.0 || cards > 4.0 || pieces <= 1.0)
        return 1.0;
    return 1.0 + (ideal - 1.0) * (cards <= 2.0 ? K(llama_pipeline_2) : K(llama_pipeline_4));
}

/* Volta unpacks the weights to 16 bits, writes and reads them again, for each piece. */
static double unpacking_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_llama *run,
                                double tokens, double pieces)
{
    double layers = shape->read - shape->vocab * shape->hidden;
    if (gpu->family != SIZING_FAMILY_volta || tokens <= 32.0)
        return 0.0;
    return speed_time(pieces * layers * (run->file / shape->weights + 4.0), gpu->bandwidth);
}

static double prompt_cycles(enum sizing_family family, double tokens)
{
    double piece = math_min(tokens, 512.0);
    double each = family == SIZING_FAMILY_volta ? K(llama_prompt_cycles_volta) : K(llama_prompt_cycles);
    return K(llama_cycles_plain) + each * piece / (piece + K(llama_prompt_half));
}

static double attention_share(enum sizing_family family)
{
    return is_old(family) ? K(llama_attention_old) : K(llama_attention);
}

void speed_llama_prefill(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_llama *run,
                         double tokens, struct speed_llama_parts *out)
{
    double pieces = math_ceiling(tokens / 512.0), layers = shape->read - shape->vocab * shape->hidden;
    bool is_pascal = gpu->family == SIZING_FAMILY_pascal || gpu->family == SIZING_FAMILY_maxwell;
    double rate = gpu->peak[SPEED_FORMAT_b16] * product_share(gpu) * (gpu->is_low_power ? K(llama_low_power) : 1.0);
    double padding = is_pascal ? K(llama_padding_pascal) : K(llama_padding);
    double faster = pipeline_gain(pieces, run->cards) * vgpu_share(gpu);
    *out = (struct speed_llama_parts){.weights = 0.0};
    out->weights = speed_time(pieces * run->file * shape->read / shape->weights, gpu->bandwidth * K(llama_read)) / faster;
    out->compute = speed_time(2.0 * layers * (tokens + pieces * padding), rate) / faster;
    double scores = 2.0 * shape->layers * shape->attention * tokens * tokens;
    out->attention = speed_time(scores, rate * attention_share(gpu->family)) / faster;
    out->launch = pieces * shape->layers * prompt_cycles(gpu->family, tokens) / gpu->clock / faster;
    out->hops = run->cards * K(llama_hop_seconds) / faster;
    out->unpack = unpacking_seconds(shape, gpu, run, tokens, pieces) / faster;
    out->seconds = math_max(out->weights, out->compute) + out->attention + out->launch + out->hops + out->unpack;
}
