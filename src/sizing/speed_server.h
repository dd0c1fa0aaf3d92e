/* A server that batches requests as they come (vLLM), from one user to saturation. */
#ifndef SIZING_SPEED_SERVER_H
#define SIZING_SPEED_SERVER_H

#include "speed_shape.h"

/* One replica under a steady load. */
struct speed_server {
    double concurrency;      /* mean number of requests in the system, running and waiting */
    double prompt, output;   /* tokens of a request */
    double tensor_parallel;
    double memory_gpus;      /* GPUs whose memory holds weights and cache; tensor_parallel unless layers are split too */
    double weight_bits, kv_bits;
    double host_factor;      /* 1; more for slow host CPUs */
    bool is_burst;           /* all requests arrive at once */
    bool is_bitsandbytes;    /* 4-bit weights without kernels for batches */
};

struct speed_service {
    double batch;            /* sequences that run */
    double weights, cache, compute, unpack, launch, host, tensor_parallel, step; /* seconds of one decoding step */
    double prefill;          /* of one prompt */
    double first_token, between_tokens, request; /* seconds, mean */
    double requests;         /* a second */
    double rate;             /* output tokens/s of the replica */
};

void speed_serve(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_server *run,
                 struct speed_service *out);

#endif
