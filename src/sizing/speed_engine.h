/* Inference with one batch that starts and ends together: a decoding step, a prompt, a whole request, a full server. */
#ifndef SIZING_SPEED_ENGINE_H
#define SIZING_SPEED_ENGINE_H

#include "speed_shape.h"

/* What drives the GPU, as far as its rate depends on it. */
enum speed_driver {
    SPEED_DRIVER_eager,        /* Python launches every kernel (Hugging Face transformers) */
    SPEED_DRIVER_graph,        /* compiled, or replayed from CUDA graphs, nothing else between the steps */
    SPEED_DRIVER_serving,      /* the same under a server's scheduler (vLLM and SGLang of 2024) */
    SPEED_DRIVER_serving_eager,/* the server without graphs (vLLM 0.4 beyond 8192 tokens) */
    SPEED_DRIVER_cpp,          /* C++ without graphs (FasterTransformer, TensorRT-LLM up to 0.x) */
    SPEED_DRIVER_ggml,         /* llama.cpp of 2024, without FlashAttention */
    SPEED_DRIVER_awq_gemm      /* AutoAWQ: graph-like, with a slow matrix product for prompts */
};

/* One batch on one model replica. Counts are at least 1; batch and context may be fractions (means). */
struct speed_batch {
    enum speed_driver driver;
    double batch;
    double prompt, output;              /* tokens of one sequence */
    double weight_bits, kv_bits;        /* of the layers and of the cache */
    enum speed_format format;           /* of the weights in products, if the GPU has it, else 16 bits */
    double tensor_parallel;
    double pipeline_parallel;           /* llama.cpp's split by layers */
    double gpus_per_node, network;      /* as in struct speed_training */
};

/* Seconds of one decoding step at a mean context. */
struct speed_decode {
    double weights, cache;     /* memory traffic */
    double compute;            /* matrix products; beside the traffic, the longer one counts */
    double launch;             /* kernel launches and scheduler */
    double tensor_parallel;
    double seconds;
};

/* A part whose rate is not published is 0. One token for every sequence with `context` tokens in the cache. */
void speed_decode_step(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run,
                       double context, struct speed_decode *out);

/* Seconds until the prompts of the batch are processed, and what of them the exchange between the GPUs takes. */
double speed_prefill_link(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run);
double speed_prefill_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run);

/* The prompt gives the first token, a step each further one. */
static inline double speed_request_time(double prefill, double step, double output)
{
    return prefill + (output - 1.0) * step;
}

/* Seconds of a whole request: the prompt, then output - 1 steps at the mean context. */
double speed_request_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run);

/* Sequences that fit beside the weights, at the mean length, at most 2048; below 0 when the weights alone do not fit. */
double speed_full_batch(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run);

/* Output tokens/s of a replica that always has requests waiting; 0 when the weights do not fit. */
double speed_full_rate(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run);

/* Seconds of an encoder over batch × prompt tokens. `is_unfused`: element-wise operations as separate kernels. */
double speed_encode_seconds(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_batch *run,
                            enum speed_format format, bool is_unfused);

#endif
