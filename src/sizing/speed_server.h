/* A server that batches requests as they come (vLLM), from one user to saturation. */
#ifndef SIZING_SPEED_SERVER_H
#define SIZING_SPEED_SERVER_H

#include "speed_shape.h"

/* One replica under a steady load. */
struct speed_server {
    double concurrency;      /* mean number of requests in the system, running and waiting */
    double prompt, output;   /* tokens of a request */
    double tensor_parallel;
    double gpus_per_node, network; /* as in struct speed_training */
    double memory_gpus;      /* GPUs whose memory holds weights and cache; tensor_parallel unless layers are split too */
    double weight_bits, kv_bits;
    enum speed_format format; /* of the weights in products, if the GPU has it, else 16 bits */
    double host_factor;      /* 1; more for slow host CPUs */
    bool is_burst;           /* all requests arrive at once */
    bool is_bitsandbytes;    /* 4-bit weights without kernels for batches */
};

struct speed_service {
    double batch;            /* sequences that run */
    double weights, cache, compute, unpack, launch, host, tensor_parallel, step; /* seconds of one decoding step */
    double prefill;          /* of one prompt */
    double prefill_link;     /* what of it the exchange between the GPUs takes */
    double first_token, between_tokens, request; /* seconds, mean */
    double requests;         /* a second */
    double rate;             /* output tokens/s of the replica */
};

/* Little's law: requests in the system at `requests` a second that take `seconds` each. */
static inline double speed_concurrency(double requests, double seconds)
{
    return requests * seconds;
}

/* The steady state; a part whose rate is not published is 0. Little's law ties requests, their time and the concurrency. */
void speed_serve(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                 struct speed_service *out);

#endif
