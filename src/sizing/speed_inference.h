/* A job of inference on its engine: one cycle, in which every sequence of a replica's batch is served once. */
#ifndef SIZING_SPEED_INFERENCE_H
#define SIZING_SPEED_INFERENCE_H

#include "speed.h"

/* Seconds of one cycle by resource; they add up to its length. Traffic and products of a step overlap: the longer one counts. */
struct speed_cycle {
    double compute, memory, host, link;
    double tokens;   /* generated in one replica; an encoder: read */
    double flops;    /* of the model in one cycle */
    double batch, cards; /* sequences and GPUs of a replica */
    double first_token, between_tokens, request;
};

void speed_inference_cycle(const struct speed_job *job, const struct speed_gpu *gpu, const struct sizing_machine *machine,
                           struct speed_cycle *out);

#endif
