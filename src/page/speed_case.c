/* Finding the layout of a typical workload, and its speed. */
#include "page/speed_case.h"

#include "sizing/check.h"
#include "sizing/rank.h"
#include "sizing/speed_check.h"

struct variant {
    const char *id;
    enum sizing_method method;
    enum sizing_quantisation quantisation;
};
static const struct variant training[] = {
    {"full", SIZING_METHOD_full, SIZING_QUANTISATION_native},
    {"lora", SIZING_METHOD_lora, SIZING_QUANTISATION_native},
    {"qlora", SIZING_METHOD_qlora, SIZING_QUANTISATION_native},
};
static const struct variant serving[] = {
    {"native", SIZING_METHOD_inference, SIZING_QUANTISATION_native},
    {"int4", SIZING_METHOD_inference, SIZING_QUANTISATION_awq_int4},
};

bool speed_case_holds(const struct model *model, const struct sizing_workload *w, const struct sizing_gpu *gpu)
{
    struct sizing_fit fit;
    return fit_check(&model->sizing, w, gpu, &fit).reason == SIZING_OK && fit.is_total && fit.headroom_bytes >= 0;
}

static bool lay_out_training(const struct model *model, const struct sizing_gpu *gpu, struct sizing_workload *w)
{
    w->seq = SPEED_CASE_SEQ;
    w->zero_stage = 0;
    if (speed_case_holds(model, w, gpu))
        return true;
    w->zero_stage = 3;
    return w->gpus > 1 && speed_case_holds(model, w, gpu);
}

static bool lay_out_serving(const struct model *model, const struct sizing_gpu *gpu, struct sizing_workload *w)
{
    int gpus = (int)w->gpus;
    w->seq = SPEED_CASE_PROMPT;
    w->new_tokens = SPEED_CASE_OUTPUT;
    w->batch = SPEED_CASE_BATCH;
    w->cache = SIZING_CACHE_paged;
    for (int ways = 1; ways <= gpus; ways *= 2) {
        w->tensor_parallel = ways;
        if (gpus % ways == 0 && speed_case_holds(model, w, gpu))
            return true;
    }
    return false;
}

static bool lay_out(const struct model *model, const struct variant *variant, double gpus, const struct sizing_gpu *gpu,
                    struct sizing_workload *w)
{
    sizing_workload_init(w);
    w->method = variant->method;
    w->quantisation = variant->quantisation;
    w->gpus = gpus;
    return variant->method == SIZING_METHOD_inference ? lay_out_serving(model, gpu, w) : lay_out_training(model, gpu, w);
}

static enum speed_case_outcome evaluate(const struct model *model, const struct sizing_workload *w, struct speed_case *out)
{
    struct sizing_run run;
    bool has_share = out->machine.gpu_share > 0;
    sizing_run_init(&run);
    out->machine.gpu_share = has_share ? out->machine.gpu_share : 1; /* of a whole GPU, to see what else is not published */
    if (speed_prepare(&model->sizing, w, &run, &out->job).reason != SIZING_OK || !out->job.is_modelled ||
        speed_check_machine(&out->machine).reason != SIZING_OK)
        return SPEED_CASE_not_modelled;
    speed_evaluate(&out->job, &out->machine, &out->gpu, &out->estimate);
    if (!out->estimate.has_rate)
        return out->estimate.use[SIZING_RESOURCE_compute].state == SPEED_STATE_not_published ? SPEED_CASE_no_peak : SPEED_CASE_no_bandwidth;
    return has_share ? SPEED_CASE_rate : SPEED_CASE_no_share;
}

static enum speed_case_outcome choose(const struct model *model, const struct type *type, enum speed_case_kind kind, struct speed_case *out)
{
    const struct chip *chip = type_chip(type);
    const struct variant *variants = kind == SPEED_CASE_training ? training : serving;
    size_t n = kind == SPEED_CASE_training ? sizeof training / sizeof *training : sizeof serving / sizeof *serving;
    if (chip && chip->kind != CHIP_GPU)
        return SPEED_CASE_other_chip;
    if (!type_to_gpu(type, &out->gpu))
        return SPEED_CASE_no_memory;
    if (check_layout(&model->sizing) != SIZING_LAYOUT_decoder)
        return SPEED_CASE_not_modelled;
    for (size_t i = 0; i < n; i++) {
        struct sizing_workload w;
        if (!lay_out(model, &variants[i], type_gpu_count(type), &out->gpu, &w))
            continue;
        out->variant = variants[i].id;
        return evaluate(model, &w, out);
    }
    return SPEED_CASE_exceeds;
}

void speed_case(const struct model *model, const struct type *type, enum speed_case_kind kind, const struct speed_tables *tables,
                struct speed_case *out)
{
    *out = (struct speed_case){.outcome = SPEED_CASE_rate};
    type_to_machine(type, tables, &out->machine);
    out->outcome = choose(model, type, kind, out);
}

void speed_case_advise(const struct model *model, struct speed_case *c)
{
    rank_advise_job(&model->sizing, &c->job, &c->machine, &c->gpu, &c->estimate);
}
