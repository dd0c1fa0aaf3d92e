/* One optimizer step of training a transformer, part by part. */
#ifndef SIZING_SPEED_TRAINING_H
#define SIZING_SPEED_TRAINING_H

#include "speed_shape.h"

enum speed_task { SPEED_TASK_full, SPEED_TASK_lora, SPEED_TASK_lora_embedding, SPEED_TASK_qlora };
enum speed_recompute { SPEED_RECOMPUTE_none, SPEED_RECOMPUTE_selective, SPEED_RECOMPUTE_full };

/* tuned: Megatron, FSDP and the like with fused kernels; dated: the same of 2021 and 2022, before FlashAttention;
   transformers: the Hugging Face trainer, which launches every kernel from Python. */
enum speed_stack { SPEED_STACK_tuned, SPEED_STACK_dated, SPEED_STACK_transformers };

/* How a model is trained. All counts are at least 1; sequences and tokens may be fractions. */
struct speed_training {
    enum speed_task task;
    enum speed_format format;   /* of the matrix products */
    enum speed_recompute recompute;
    enum speed_stack stack;
    bool bidirectional;         /* attention without the causal half */
    double element_factor;      /* 1; more for blocks without fused kernels (speed_constants.def, bert_elements) */
    double micro_batch, seq;    /* sequences of a data-parallel rank and micro-batch, tokens each */
    double micro_batches;       /* a step and data-parallel rank */
    double gpus, tensor_parallel, pipeline_parallel, pipeline_chunks, context_parallel;
    double zero_stage;          /* 0 to 3 */
    double gpus_per_node;
    double network;             /* bytes/s of one machine; 0 = not published */
};

/* Seconds of the parts of one step. gemm to dequantisation, tensor_parallel: of all micro-batches. */
struct speed_step {
    double gemm, attention, elementwise, dequantisation;
    double launch;           /* what the Python launches take beyond the GPU's work */
    double tensor_parallel;
    double bubble;           /* waiting in the pipeline */
    double data_parallel;    /* gradients and sharded weights on the links and networks */
    double exposed;          /* of data_parallel, what computing does not hide */
    double optimizer;
    double seconds;          /* gemm … bubble + exposed + optimizer */
};

/* The step of one model on GPUs of one kind; a part whose rate is not published is 0. Sources of the formulas: FLOPs
   arXiv:2104.04473, selective recomputation arXiv:2205.05198, ZeRO traffic arXiv:1910.02054, pipeline bubble arXiv:2104.04473
   §2.2; constants speed_constants.def. */
void speed_training_step(const struct speed_shape *shape, const struct speed_gpu *gpu, const struct speed_training *run,
                         struct speed_step *out);

/* Tokens of one step, all GPUs together. */
double speed_training_tokens(const struct speed_training *run);

/* FLOPs a token that the GPUs execute: (forward 2, backward 4 or, with a frozen base, 2, repeated forward 2) × N, and attention
   6 L a s, 12 without the causal half, × 4/3 when it is repeated. */
double speed_training_work(const struct speed_shape *shape, const struct speed_training *run);

/* FLOPs of the model a token, as MFU counts them: 6 N + 6 L a s, half of that for the parts of a frozen base that are not
   computed; recomputation is not useful work. Bidirectional attention counts twice. */
double speed_training_flops(const struct speed_shape *shape, const struct speed_training *run);

#endif
