/* How far the sizing core is from measured points. */
#include <stdlib.h>
#include <string.h>

#include "catalog/measured.h"

static double value_of(const struct measured_point *p, const struct sizing_constants *k, const struct sizing_estimate *e)
{
    const struct sizing_totals *totals = p->is_sum ? &e->all_gpus : &e->gpu;
    double gpus = p->is_sum ? p->workload.gpus : 1;
    if (p->part == MEASURED_WEIGHTS)
        return e->terms[SIZING_TERM_weights].bytes;
    if (p->part == MEASURED_KV)
        return e->terms[SIZING_TERM_kv_cache].bytes;
    if (p->workload.scope == SIZING_SCOPE_allocated)
        return totals->allocated;
    if (p->workload.scope == SIZING_SCOPE_device)
        return totals->device;
    return p->is_stated ? totals->reserved : totals->reserved + k->unstated_runtime * e->terms[SIZING_TERM_runtime].bytes * gpus;
}

bool measured_predict(const struct measured_point *point, const struct sizing_constants *constants, double *bytes,
                      struct sizing_error *err)
{
    struct sizing_estimate e;
    *err = memory_estimate_with(constants, &point->sizing, &point->workload, &e);
    if (err->reason != SIZING_OK || !e.has_total)
        return false;
    *bytes = value_of(point, constants, &e);
    return true;
}

/* ---- statistics */

struct errors {
    double *signed_errors, *absolute;
    size_t n;
    size_t under, within;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Linear between the two nearest ranks. */
static double quantile(const double *sorted, size_t n, double share)
{
    if (n == 0)
        return 0;
    double at = (double)(n - 1) * share;
    size_t below = (size_t)at;
    double upper = sorted[below + 1 < n ? below + 1 : below];
    return sorted[below] + (upper - sorted[below]) * (at - (double)below);
}

/* A point is in its own group, and in the one whose name its group begins with: lora_1gpu in lora. */
static bool is_in(const struct measured_point *p, const char *group)
{
    size_t n = strlen(group);
    if (strcmp(group, "all") == 0)
        return true;
    if (strcmp(group, "training") == 0)
        return p->is_training;
    if (strcmp(group, "inference") == 0)
        return !p->is_training;
    return strncmp(group, p->group, n) == 0 && (p->group[n] == '\0' || p->group[n] == '_');
}

static void add_error(struct errors *e, const struct measured_point *p, const struct sizing_constants *k)
{
    double bytes, high = p->is_training ? k->training_high : k->inference_high;
    struct sizing_error err;
    if (!measured_predict(p, k, &bytes, &err))
        return;
    double error = (bytes - p->bytes) / p->bytes;
    e->signed_errors[e->n] = error;
    e->absolute[e->n++] = error < 0 ? -error : error;
    e->under += error < -0.05;
    e->within += p->bytes <= bytes * high;
}

static double percent(double part, size_t n)
{
    return n ? 100 * part / (double)n : 0;
}

static void measure(const struct measured_points *points, const struct sizing_constants *k, const char *group,
                    struct errors *e, struct measured_error *out)
{
    e->n = e->under = e->within = 0;
    *out = (struct measured_error){.name = group};
    for (size_t i = 0; i < points->n; i++)
        if (is_in(&points->at[i], group))
            add_error(e, &points->at[i], k);
    if (e->n) {
        qsort(e->signed_errors, e->n, sizeof *e->signed_errors, ascending);
        qsort(e->absolute, e->n, sizeof *e->absolute, ascending);
    }
    out->n = e->n;
    out->median_ape = 100 * quantile(e->absolute, e->n, 0.5);
    out->p90_ape = 100 * quantile(e->absolute, e->n, 0.9);
    out->median_signed = 100 * quantile(e->signed_errors, e->n, 0.5);
    out->under_5pct_share = percent((double)e->under, e->n);
    out->within_high_share = percent((double)e->within, e->n);
}

static size_t count_skipped(const struct measured_points *points, const char *group)
{
    size_t n = 0;
    bool is_all = strcmp(group, "all") == 0;
    for (size_t i = 0; i < points->skipped_n; i++)
        n += is_all || strcmp(group, points->skipped[i].is_training ? "training" : "inference") == 0;
    return n;
}

size_t measured_errors(const struct measured_points *points, const struct sizing_constants *constants, struct arena *arena,
                       struct measured_error out[MEASURED_GROUPS])
{
    static const char *const groups[] = {
        "all",   "training",   "inference",       "full",            "full_1gpu",      "full_multi_gpu", "lora",
        "lora_1gpu", "lora_multi_gpu", "qlora", "qlora_1gpu", "qlora_multi_gpu", "inference_16bit", "inference_8bit",
        "inference_4bit", "inference_components",
    };
    struct errors e = {ARENA_ARRAY(arena, points->n, double), ARENA_ARRAY(arena, points->n, double), 0, 0, 0};
    size_t n = 0;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        measure(points, constants, groups[i], &e, &out[n]);
        out[n].skipped = count_skipped(points, groups[i]);
        n += out[n].n > 0 || out[n].skipped > 0 || i == 0;
    }
    return n;
}
