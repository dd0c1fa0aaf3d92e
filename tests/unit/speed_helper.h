/* What the speed tests share: tables of measured GPUs and models, a 7B model, a machine with A100s. */
#ifndef UNIT_SPEED_HELPER_H
#define UNIT_SPEED_HELPER_H

#include "catalog/measured_speed.h"
#include "helper.h"
#include "sizing/names.h"
#include "sizing/speed.h"
#include "speed_inputs.h"

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
    struct sizing_workload workload = full_training(seq);
    struct sizing_run run;
    sizing_run_init(&run);
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

static inline struct speed_estimate evaluate(const struct speed_job *job, const struct sizing_machine *machine)
{
    struct sizing_gpu gpu = memory_80gb();
    struct speed_estimate out;
    struct sizing_error error = speed_estimate(job, machine, &gpu, &out);
    assert_int_equal(error.reason, SIZING_OK);
    return out;
}

#endif
