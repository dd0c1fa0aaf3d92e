/* A workload as it stands in an address, model?key=value&…: what is accepted has numbers, and they do not contradict each other. */
#include <math.h>
#include <string.h>

#include "catalog/machine.h"
#include "catalog/workload.h"
#include "sizing/fit_type.h"
#include "sizing/speed.h"
#include "fuzz_catalog.h"

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool in_order(double low, double likely, double high)
{
    return low >= 0 && low <= likely && likely <= high && isfinite(high);
}

static void check_memory(const struct workload_query *q)
{
    struct sizing_estimate e;
    if (memory_estimate(&q->model->sizing, &q->workload, &e).reason != SIZING_OK)
        return;
    for (int i = 0; i < SIZING_TERMS; i++)
        must(e.terms[i].bytes >= 0 && isfinite(e.terms[i].bytes) && e.terms[i].peak_bytes <= e.terms[i].bytes);
    must(isfinite(e.exact_bytes) && in_order(e.low, e.likely, e.high));
}

/* More GPUs never make a workload worse. */
static void check_fit(const struct workload_query *q, const struct sizing_gpu *gpu)
{
    struct sizing_fit own;
    struct sizing_type_fit two, eight;
    struct sizing_host host = {.gpu = *gpu, .gpus = 2};
    if (fit_check(&q->model->sizing, &q->workload, gpu, &own).reason == SIZING_OK) {
        must(own.verdict != SIZING_VERDICT_fits || own.high_bytes <= own.have_bytes);
        must(own.verdict != SIZING_VERDICT_tight || (own.low_bytes <= own.have_bytes && own.high_bytes > own.have_bytes));
    }
    if (fit_type_with_change(&q->model->sizing, &q->workload, &host, NULL, &two).reason != SIZING_OK)
        return;
    host.gpus = 8;
    must(fit_type(&q->model->sizing, &q->workload, &host, NULL, &eight).reason == SIZING_OK);
    must(eight.fit.need_bytes <= two.fit.need_bytes || eight.fit.gpus <= two.fit.gpus);
}

static void check_speed(const struct catalog *c, const struct workload_query *q, const struct sizing_gpu *gpu)
{
    struct sizing_run run;
    struct speed_job job;
    sizing_run_init(&run);
    if (speed_prepare(&q->model->sizing, &q->workload, &run, &job).reason != SIZING_OK)
        return;
    for (size_t i = 0; i < c->types.n; i++) {
        struct sizing_machine machine;
        struct speed_estimate e;
        if (type_chip(&c->types.at[i]) != q->on)
            continue;
        type_to_machine(&c->types.at[i], NULL, &machine);
        if (speed_estimate(&job, &machine, gpu, &e).reason == SIZING_OK && e.has_rate)
            must(in_order(e.low, e.likely, e.high) && isfinite(e.seconds) && e.seconds > 0);
        return;
    }
}

/* An unknown model becomes a known one: that it is refused is the business of fuzz_reference, and the search for a similar id is
 * slow. */
static struct str model_of(const struct catalog *c, struct str id)
{
    return catalog_find(c, RECORD_model, id) ? id : S("qwen2.5-7b");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct catalog *catalog;
    if (!catalog)
        catalog = fuzz_catalog(SOURCE_DIR "/catalog");
    struct fuzz f = fuzz_begin(data, size, DIAG_TEXT);
    struct arena *kept = catalog->arena;
    catalog->arena = f.arena; /* messages are made in it */
    struct str text = f.src.text;
    size_t mark = str_find_char(text, '?');
    struct str query = mark < text.n ? str_sub(text, mark + 1, text.n) : (struct str){NULL, 0};
    struct workload_query q;
    struct sizing_gpu gpu;
    bool ok = workload_query_parse(catalog, model_of(catalog, str_sub(text, 0, mark)), query, (struct place){&f.src, 1, 1, 1}, &q, f.diag);
    must(ok == (diag_errors(f.diag) == 0));
    if (ok)
        check_memory(&q);
    if (ok && q.on && chip_to_gpu(q.on, &gpu)) {
        check_fit(&q, &gpu);
        check_speed(catalog, &q, &gpu);
    }
    catalog->arena = kept;
    fuzz_end(&f);
    return 0;
}
