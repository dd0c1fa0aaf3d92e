/* What the speed formulas read of a model and of a GPU, and the bandwidth between GPUs. */
#ifndef SIZING_SPEED_SHAPE_H
#define SIZING_SPEED_SHAPE_H

#include <stdbool.h>

#include "sizing.h"

/* Formats a matrix product can run in, widest first. */
enum speed_format { SPEED_FORMAT_fp32, SPEED_FORMAT_tf32, SPEED_FORMAT_b16, SPEED_FORMAT_fp8, SPEED_FORMAT_fp4, SPEED_FORMATS };

/* A model: parameters and dimensions.
   weights   all parameters
   active    of them, what one token uses (a dense model: all)
   read      of `active`, what is multiplied with: the input table of an untied model is only looked up
   attention heads × head_dim
   kv        cached K and V elements a token over all layers
   experts, experts_per_token  0 for a dense model */
struct speed_shape {
    double weights, active, read;
    double layers, hidden, attention, kv, vocab;
    double experts, experts_per_token;
};

/* One GPU. Rates are those of the data sheet, dense; 0 = not published (a format the GPU lacks, too).
   peak      FLOP/s by format; bf16 and fp16 are one
   bandwidth bytes/s of its memory
   link      bytes/s to another GPU of the machine, one direction: NVLink, or PCIe without one
   share     of the GPU that a time-sliced vGPU has, else 1 */
struct speed_gpu {
    enum sizing_family family;
    double peak[SPEED_FORMATS];
    double bandwidth, memory, link, share;
    double clock;        /* boost, Hz */
    bool has_nvlink, has_hbm;
    double board_power;  /* W of the board; 0 = not known or a family without tensor cores, which no power limit slows */
    bool is_low_power;   /* a board of at most 150 W: its tensor cores cannot keep their clock */
};

/* The shape of a model whose caches and attention reach `context` tokens: layers with a window or chunks count for the share of
   it that they see, linear attention for nothing. MLA: the latent as K and V, the mean of its key and value widths as attention.
   Encoders: `read` without their tables. Layout none: all 0, not modelled. Errors: those of params_count. */
struct sizing_error speed_shape_of(const struct sizing_model *model, double context, struct speed_shape *out);

/* The GPU of a machine; its usable memory comes from `gpu`. An unpublished boost clock is the usual one of the family.
   The link is 0 when it is not known whether there is NVLink. */
void speed_gpu_of(const struct sizing_machine *machine, const struct sizing_gpu *gpu, struct speed_gpu *out);

/* The GPU with its peaks and bandwidth times its share. */
struct speed_gpu speed_gpu_part(const struct speed_gpu *gpu);

/* Seconds of `work` at `rate`; 0 when the rate is not published. */
static inline double speed_time(double work, double rate)
{
    return rate > 0.0 ? work / rate : 0.0;
}

/* Bytes that each of `ranks` GPUs sends when a ring passes `bytes` around `passes` times: 2 for an all-reduce, 1 for an all-gather
   or a reduce-scatter. */
static inline double speed_ring(double passes, double bytes, double ranks)
{
    return passes * (ranks - 1.0) / ranks * bytes;
}

/* Peak of the format; FP8 and FP4 go back to 16 bits, TF32 and, on GPUs without tensor cores, 16 bits to FP32. 0 when it is not
   published: FP32 says nothing of tensor cores. */
double speed_peak(const struct speed_gpu *gpu, enum speed_format format);

/* Parameters read when `batch` tokens go through the model: a mixture of experts reads those that any token chose,
   E (1 - (1 - k/E)^batch) in expectation. */
double speed_weights_read(const struct speed_shape *shape, double batch);

/* Bus bandwidth of a ring over `ranks` GPUs, bytes/s: the links inside a machine, all network cards of a machine together at
   its edge. `network` is bytes/s of one machine, read only when the ring leaves it. 0: a bandwidth that is needed is not
   published. Source: nccl-tests' definition of bus bandwidth; efficiencies in speed_constants.def. */
double speed_bus(const struct speed_gpu *gpu, double ranks, double gpus_per_node, double network);

#endif
