/* Errors of predicted rows: medians and the ninetieth percentile by group. */
#include "catalog/accuracy_speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Groups in the order they are shown. */
static const struct {
    const char *name;
    bool is_whole; /* holds every row of its table, the skipped ones too */
} order[] = {
    {"speed_training", true},
    {"speed_inference", true},
    {"speed_decode", false},
    {"speed_prefill", false},
    {"speed_request", false},
    {"speed_request_total", false},
    {"speed_first_token", false},
    {"speed_full_load", false},
    {"speed_encoder", false},
    {"speed_llamacpp", true},
    {"speed_llamacpp_decode", false},
    {"speed_llamacpp_prefill", false},
    {"speed_serving", false},
    {"speed_serving_first_token", false},
    {"speed_serving_between_tokens", false},
    {"speed_serving_request", false},
    {"speed_serving_token", false},
    {"speed_serving_alone", false},
    {"speed_serving_first_token_alone", false},
    {"speed_serving_between_tokens_alone", false},
    {"speed_serving_request_alone", false},
    {"speed_serving_token_alone", false},
    {"speed_serving_all", true},
};

static const char *whole_group(enum speed_file kind)
{
    static const char *const names[] = {
        [SPEED_FILE_training] = "speed_training",
        [SPEED_FILE_inference] = "speed_inference",
        [SPEED_FILE_llama] = "speed_llamacpp",
        [SPEED_FILE_serving] = "speed_serving_all",
    };
    return names[kind];
}

static bool is_in(const struct speed_point *point, const char *group, bool is_whole)
{
    return strcmp(is_whole ? whole_group(point->kind) : point->group, group) == 0;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *sorted, size_t n)
{
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* The value at rank floor(0.9 n), counted from 0: at least nine tenths of the rows lie at or below it. */
static double ninetieth(const double *sorted, size_t n)
{
    return sorted[(size_t)(0.9 * (double)n)];
}

static double share_below(const double *sorted, size_t n, double limit)
{
    size_t k = 0;
    while (k < n && sorted[k] < limit)
        k++;
    return 100.0 * (double)k / (double)n;
}

static void measure(double *errors, size_t n, struct speed_group *out)
{
    out->n = n;
    if (n == 0)
        return;
    qsort(errors, n, sizeof *errors, by_value);
    out->median_signed = median(errors, n);
    out->under_5pct_share = share_below(errors, n, -5.0);
    for (size_t i = 0; i < n; i++)
        errors[i] = fabs(errors[i]);
    qsort(errors, n, sizeof *errors, by_value);
    out->median_ape = median(errors, n);
    out->p90_ape = ninetieth(errors, n);
}

static void fill_group(const struct speed_points *points, bool is_whole, struct arena *arena, struct speed_group *out)
{
    double *errors = ARENA_ARRAY(arena, points->list.n, double);
    size_t n = 0;
    for (size_t i = 0; i < points->list.n; i++) {
        const struct speed_point *p = &points->list.at[i];
        if (!is_in(p, out->name, is_whole))
            continue;
        if (p->skipped)
            out->skipped += is_whole;
        else
            errors[n++] = (p->predicted / p->measured - 1) * 100;
    }
    measure(errors, n, out);
}

static void add_shipped(const char *folder, const char *name, enum speed_file kind, struct arena *arena, struct speed_files *files)
{
    files->at[files->n].path = arena_printf(arena, "%s/speed/%s.csv", folder, name).p;
    files->at[files->n++].kind = kind;
}

void speed_files_shipped(const char *folder, struct arena *arena, struct speed_files *files)
{
    static const struct {
        const char *name;
        enum speed_file kind;
    } shipped[] = {
        {"training", SPEED_FILE_training},         {"inference", SPEED_FILE_inference},  {"alibaba", SPEED_FILE_llama},
        {"llamacpp-clouds", SPEED_FILE_llama},     {"vllm-serving", SPEED_FILE_serving},
    };
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        add_shipped(folder, shipped[i].name, shipped[i].kind, arena, files);
}

void speed_files_of_this_cloud(const char *folder, struct arena *arena, struct speed_files *files)
{
    add_shipped(folder, "alibaba", SPEED_FILE_llama, arena, files);
}

bool speed_accuracy(const char *folder, const struct speed_files *files, struct arena *arena, struct diag *diag,
                    struct speed_groups *groups, struct speed_points *points)
{
    struct speed_tables tables;
    struct speed_points rows = {0};
    bool ok = speed_tables_load(folder, arena, diag, &tables);
    for (size_t i = 0; ok && i < files->n; i++)
        ok = speed_points_read(files->at[i].path, files->at[i].kind, &tables, arena, diag, &rows);
    *groups = (struct speed_groups){0};
    for (size_t i = 0; ok && i < sizeof order / sizeof *order; i++) {
        struct speed_group group = {.name = order[i].name};
        fill_group(&rows, order[i].is_whole, arena, &group);
        if (group.n + group.skipped > 0)
            groups->at[groups->n++] = group;
    }
    if (points)
        *points = rows;
    return ok;
}
