/* What training and inference share: shapes, peaks, experts touched, bandwidth between GPUs. */
#include "check.h"
#include "math.h"
#include "params.h"
#include "speed_constants.h"
#include "speed_shape.h"

/* ---- shapes */

/* Layers that see the whole context; those with a window or chunks count for the share they see. */
static double seeing_layers(const struct sizing_model *m, double context)
{
    double limited = m->sliding_window_layers, limit = m->sliding_window;
    if (m->attention_chunk_layers > 0.0) {
        limited = m->attention_chunk_layers;
        limit = m->attention_chunk_size;
    }
    return check_attention_layers(m) - limited + limited * (limit < context ? limit / context : 1.0);
}

static double attention_width(const struct sizing_model *m)
{
    if (m->mla_kv_lora_rank > 0.0)
        return m->attention_heads * (m->mla_qk_nope_head_dim + m->mla_qk_rope_head_dim + m->mla_v_head_dim) / 2.0;
    return m->attention_heads * m->head_dim;
}

static void set_decoder(const struct sizing_model *m, double context, struct speed_shape *out)
{
    double share = seeing_layers(m, context);
    out->kv = params_kv_elements(m) / check_attention_layers(m) * share;
    out->attention = attention_width(m) * share / m->layers;
    out->vocab = m->vocab_size;
    out->experts = m->moe_experts;
    out->experts_per_token = m->moe_experts_per_token;
    out->read = out->active - (m->tied_embeddings > 0.0 ? 0.0 : m->vocab_size * m->hidden_size);
}

struct sizing_error speed_shape_of(const struct sizing_model *model, double context, struct speed_shape *out)
{
    struct sizing_params params;
    struct sizing_error error = params_count(model, &params);
    *out = (struct speed_shape){.weights = 0.0};
    if (error.reason != SIZING_OK || !params.known)
        return error;
    out->weights = params.total;
    out->active = params.active;
    out->layers = model->layers;
    out->hidden = model->hidden_size;
    if (check_layout(model) == SIZING_LAYOUT_decoder) {
        set_decoder(model, context, out);
    } else {
        out->attention = attention_width(model);
        out->read = params.active - params.embedding;
    }
    return error;
}

/* ---- GPUs */

/* Boards of at most this power cannot keep the clock of their tensor cores; before Turing there are none to slow down. */
#define LOW_POWER 150.0

static double usual_clock(enum sizing_family family)
{
    switch (family) {
    case SIZING_FAMILY_maxwell: return 1.1e9;
    case SIZING_FAMILY_pascal: return 1.3e9;
    case SIZING_FAMILY_volta: return 1.5e9;
    case SIZING_FAMILY_ada: return 2.5e9;
    case SIZING_FAMILY_hopper:
    case SIZING_FAMILY_blackwell: return 1.9e9;
    default: return 1.6e9;
    }
}

static double link_rate(const struct sizing_machine *machine)
{
    if (machine->has_nvlink < 0.0)
        return 0.0;
    return machine->has_nvlink > 0.0 ? machine->nvlink_bandwidth * 0.5e9 : machine->pcie_bandwidth * 1e9;
}

void speed_gpu_of(const struct sizing_machine *machine, const struct sizing_gpu *gpu, struct speed_gpu *out)
{
    *out = (struct speed_gpu){.family = (enum sizing_family)(int)machine->family};
    out->peak[SPEED_FORMAT_fp32] = machine->peak_fp32 * 1e12;
    out->peak[SPEED_FORMAT_tf32] = machine->peak_tf32 * 1e12;
    out->peak[SPEED_FORMAT_b16] = machine->peak_b16 * 1e12;
    out->peak[SPEED_FORMAT_fp8] = machine->peak_fp8 * 1e12;
    out->peak[SPEED_FORMAT_fp4] = machine->peak_fp4 * 1e12;
    out->bandwidth = machine->memory_bandwidth * 1e9;
    out->memory = gpu->memory_bytes * gpu->gpu_fraction;
    out->link = link_rate(machine);
    out->share = machine->gpu_share;
    out->clock = machine->boost_clock > 0.0 ? machine->boost_clock * 1e9 : usual_clock(out->family);
    out->has_nvlink = machine->has_nvlink > 0.0;
    out->has_hbm = machine->hbm > 0.0;
    out->board_power = out->family >= SIZING_FAMILY_turing ? machine->board_power : 0.0;
    out->is_low_power = out->board_power > 0.0 && out->board_power <= LOW_POWER;
}

struct speed_gpu speed_gpu_part(const struct speed_gpu *gpu)
{
    struct speed_gpu part = *gpu;
    for (int format = 0; format < SPEED_FORMATS; format++)
        part.peak[format] *= gpu->share;
    part.bandwidth *= gpu->share;
    return part;
}

static bool has_tensor_cores(enum sizing_family family)
{
    return family != SIZING_FAMILY_maxwell && family != SIZING_FAMILY_pascal;
}

double speed_peak(const struct speed_gpu *gpu, enum speed_format format)
{
    if (gpu->peak[format] > 0.0)
        return gpu->peak[format];
    if (format > SPEED_FORMAT_b16 && gpu->peak[SPEED_FORMAT_b16] > 0.0)
        return gpu->peak[SPEED_FORMAT_b16];
    return format >= SPEED_FORMAT_b16 && has_tensor_cores(gpu->family) ? 0.0 : gpu->peak[SPEED_FORMAT_fp32];
}

double speed_weights_read(const struct speed_shape *shape, double batch)
{
    double idle = shape->weights - shape->active;
    if (shape->experts <= 0.0 || idle <= 0.0)
        return shape->read;
    double chosen = shape->experts_per_token / shape->experts;
    double all_experts = idle / (1.0 - chosen);
    return shape->read - all_experts * chosen - all_experts * math_expm1(batch * math_log(1.0 - chosen));
}

double speed_bus(const struct speed_gpu *gpu, double ranks, double gpus_per_node, double network)
{
    double inside = gpu->link * (gpu->has_nvlink ? K(nvlink_share) : K(pcie_share));
    if (ranks <= gpus_per_node)
        return inside;
    double edge = K(network_share) * network;
    return inside < edge ? inside : edge;
}
