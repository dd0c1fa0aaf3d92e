/* llama.cpp with one user: quantised weights, layers split over the cards. */
#ifndef SIZING_SPEED_LLAMA_H
#define SIZING_SPEED_LLAMA_H

#include "speed_shape.h"

/* One user of one model. `file` is the size of the weights file in bytes, `cards` at least 1. */
struct speed_llama {
    double file;
    double cards;
};

/* Seconds of the parts of one token, or of one prompt. */
struct speed_llama_parts {
    double weights, cache;   /* memory traffic */
    double unpack;           /* decoding: unpacking the blocks on the CUDA cores, beside nothing */
    double compute;          /* prompts: matrix products; beside `weights`, the longer one counts */
    double attention;
    double launch;
    double hops;             /* copies from card to card */
    double seconds;
};

/* One token with `context` tokens in the cache. Cards take turns: more of them do not make it faster. A part whose rate is not
   published is 0. */
void speed_llama_decode(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_llama *run,
                        double context, struct speed_llama_parts *out);

/* A prompt of `tokens`, in pieces of 512 that flow through the cards. */
void speed_llama_prefill(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_llama *run,
                         double tokens, struct speed_llama_parts *out);

#endif
