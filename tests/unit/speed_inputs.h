/* Inputs of the speed estimate that several tests use: a 7B model, its full training, a machine with A100s. Freestanding. */
#ifndef UNIT_SPEED_INPUTS_H
#define UNIT_SPEED_INPUTS_H

#include "sizing/speed.h"

static inline struct sizing_model model_7b(void)
{
    struct sizing_model m;
    sizing_model_init(&m);
    m.architecture = SIZING_ARCH_dense;
    m.layers = 32;
    m.hidden_size = 4096;
    m.attention_heads = m.kv_heads = 32;
    m.head_dim = 128;
    m.intermediate_size = 11008;
    m.mlp = SIZING_MLP_swiglu;
    m.vocab_size = 32000;
    m.norm = SIZING_NORM_rmsnorm;
    m.norms_per_layer = 2;
    m.native_precision = SIZING_PRECISION_fp16;
    return m;
}

static inline struct sizing_workload full_training(double seq)
{
    struct sizing_workload workload;
    sizing_workload_init(&workload);
    workload.method = SIZING_METHOD_full;
    workload.checkpointing = SIZING_CKPT_none;
    workload.seq = seq;
    return workload;
}

static inline struct sizing_machine a100s(double gpus)
{
    struct sizing_machine m;
    sizing_machine_init(&m);
    m.family = SIZING_FAMILY_ampere;
    m.peak_fp32 = 19.5;
    m.peak_tf32 = 156;
    m.peak_b16 = 312;
    m.memory_bandwidth = 2039;
    m.hbm = 1;
    m.boost_clock = 1.41;
    m.board_power = 400;
    m.has_nvlink = 1;
    m.nvlink_bandwidth = 600;
    m.node_gpus = gpus;
    m.network_bandwidth = 200;
    m.vcpus = 16 * gpus;
    m.disk_bandwidth = 2;
    m.is_measured = 1;
    return m;
}

static inline struct sizing_gpu memory_80gb(void)
{
    struct sizing_gpu gpu;
    sizing_gpu_init(&gpu);
    gpu.memory_bytes = 80e9;
    return gpu;
}

#endif
