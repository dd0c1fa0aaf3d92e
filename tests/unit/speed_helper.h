/* What the speed tests share: tables of measured GPUs and models, a 7B model, a machine with A100s. */
#ifndef UNIT_SPEED_HELPER_H
#define UNIT_SPEED_HELPER_H

#include "catalog/measured_speed.h"
#include "helper.h"
#include "sizing/names.h"
#include "sizing/speed.h"

#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#endif

#define MEASURED SOURCE_DIR "/catalog/measured"

struct world {
    struct arena *arena;
    struct diag *diag;
    struct speed_tables tables;
};

static inline int speed_setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->arena = arena_new();
    w->diag = diag_new(stderr, DIAG_TEXT, true);
    assert_true(speed_tables_load(MEASURED, w->arena, w->diag, &w->tables));
    *state = w;
    return 0;
}

static inline int speed_teardown(void **state)
{
    struct world *w = *state;
    diag_free(w->diag);
    arena_free(w->arena);
    free(w);
    return 0;
}

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

static inline struct speed_job prepare(const struct sizing_workload *workload, const struct sizing_run *run)
{
    struct sizing_model model = model_7b();
    struct speed_job job;
    struct sizing_error error = speed_prepare(&model, workload, run, &job);
    if (error.reason != SIZING_OK)
        fail_msg("%s at %s", names_reason(error.reason), names_field(error.group, error.slot)->id);
    return job;
}

static inline struct speed_job llama_2_7b(double seq)
{
    struct sizing_workload workload;
    struct sizing_run run;
    sizing_workload_init(&workload);
    sizing_run_init(&run);
    workload.method = SIZING_METHOD_full;
    workload.checkpointing = SIZING_CKPT_none;
    workload.seq = seq;
    return prepare(&workload, &run);
}

static inline struct speed_job serving(double batch, enum sizing_engine engine)
{
    struct sizing_workload workload;
    struct sizing_run run;
    sizing_workload_init(&workload);
    sizing_run_init(&run);
    workload.batch = batch;
    run.engine = engine;
    return prepare(&workload, &run);
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

static inline struct speed_estimate evaluate(const struct speed_job *job, const struct sizing_machine *machine)
{
    struct sizing_gpu gpu = memory_80gb();
    struct speed_estimate out;
    struct sizing_error error = speed_estimate(job, machine, &gpu, &out);
    assert_int_equal(error.reason, SIZING_OK);
    return out;
}

#endif
