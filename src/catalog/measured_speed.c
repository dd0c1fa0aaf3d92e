/* Tables of measured GPUs and models, and rows of training and of inference with one batch. */
#include "catalog/measured_speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/measured_speed_rows.h"
#include "sizing/names.h"

struct str speed_field(const struct speed_rows *rows, const char *column)
{
    size_t i = csv_column(&rows->csv, column);
    return i < rows->csv.header.n ? rows->csv.row.at[i] : (struct str){0};
}

double speed_number(const struct speed_rows *rows, const char *column, double initial)
{
    struct str field = speed_field(rows, column);
    char text[64] = "", *end = text;
    if (field.n == 0)
        return initial;
    if (field.n < sizeof text)
        memcpy(text, field.p, field.n);
    double value = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(value))
        return value;
    struct place at = {.src = rows->csv.src, .line = rows->csv.line, .col = 1};
    diag_error(rows->diag, at, "%s \"%" STR_FMT "\" is not a number", column, STR_ARG(field));
    return initial;
}

/* ---- tables */

static void add_names(struct map *map, const struct speed_rows *rows, void *value)
{
    struct str names = speed_field(rows, "names"), name;
    map_add(map, speed_field(rows, "name"), value);
    while (str_next(&names, '|', &name))
        map_add(map, name, value);
}

static double positive(const struct speed_rows *rows, const char *column, double unit)
{
    return speed_number(rows, column, 0) * unit;
}

/* Boards above this power hold the clock of their tensor cores; cards before Turing have none to hold. */
enum { LOW_POWER_WATT = 150 };

static void read_gpu(const struct speed_rows *rows, struct speed_gpu *gpu)
{
    struct str family = speed_field(rows, "family"), nvlink = speed_field(rows, "nvlink_gb_s");
    double watt = speed_number(rows, "board_w", 0);
    gpu->family = (enum sizing_family)names_value_index(SIZING_KIND_FAMILY, family.p, family.n);
    gpu->peak[SPEED_FORMAT_fp32] = positive(rows, "fp32_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_tf32] = positive(rows, "tf32_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_b16] = positive(rows, "b16_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_fp8] = positive(rows, "fp8_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_fp4] = positive(rows, "fp4_tflops", 1e12);
    gpu->memory = positive(rows, "memory_gb", 1e9);
    gpu->bandwidth = positive(rows, "bandwidth_gb_s", 1e9);
    gpu->has_nvlink = nvlink.n && !str_eq_c(nvlink, "none");
    gpu->link = gpu->has_nvlink ? positive(rows, "nvlink_gb_s", 0.5e9) : positive(rows, "pcie_gb_s", 1e9);
    gpu->has_hbm = str_eq_c(speed_field(rows, "memory"), "hbm");
    gpu->clock = positive(rows, "boost_ghz", 1e9);
    gpu->share = 1;
    gpu->board_power = gpu->family >= SIZING_FAMILY_turing ? watt : 0;
    gpu->is_low_power = gpu->board_power > 0 && watt <= LOW_POWER_WATT;
}

static void read_model(const struct speed_rows *rows, struct speed_shape *shape)
{
    shape->weights = speed_number(rows, "params", 0);
    shape->active = speed_number(rows, "params_active", shape->weights);
    shape->layers = speed_number(rows, "layers", 0);
    shape->hidden = speed_number(rows, "hidden", 0);
    shape->attention = speed_number(rows, "attention", 0);
    shape->kv = speed_number(rows, "kv_elements", 0);
    shape->vocab = speed_number(rows, "vocab", 0);
    shape->experts = speed_number(rows, "experts", 0);
    shape->experts_per_token = speed_number(rows, "experts_per_token", 0);
    shape->read = shape->active - (speed_number(rows, "tied", 0) > 0 ? 0 : shape->vocab * shape->hidden);
}

static bool open_rows(struct speed_rows *rows, const char *path, struct arena *arena, struct diag *diag)
{
    rows->diag = diag;
    return csv_open(&rows->csv, arena, path, arena_str(arena, str_from(path)), diag);
}

static bool next_row(struct speed_rows *rows)
{
    return csv_next(&rows->csv, rows->diag);
}

static bool load_gpus(const char *path, struct arena *arena, struct diag *diag, struct speed_tables *out)
{
    struct speed_rows rows;
    if (!open_rows(&rows, path, arena, diag))
        return false;
    while (next_row(&rows)) {
        struct speed_gpu *gpu = ARENA_NEW(arena, struct speed_gpu);
        read_gpu(&rows, gpu);
        add_names(&out->gpus, &rows, gpu);
        if (speed_field(&rows, "chip").n)
            map_add(&out->chips, speed_field(&rows, "chip"), gpu);
    }
    return true;
}

static bool load_models(const char *path, struct arena *arena, struct diag *diag, struct speed_tables *out)
{
    struct speed_rows rows;
    if (!open_rows(&rows, path, arena, diag))
        return false;
    while (next_row(&rows)) {
        struct speed_shape *shape = ARENA_NEW(arena, struct speed_shape);
        read_model(&rows, shape);
        add_names(&out->models, &rows, shape);
    }
    return true;
}

bool speed_tables_load(const char *folder, struct arena *arena, struct diag *diag, struct speed_tables *out)
{
    size_t errors = diag_errors(diag);
    map_init(&out->gpus, arena);
    map_init(&out->models, arena);
    map_init(&out->chips, arena);
    return load_gpus(arena_printf(arena, "%s/gpus.csv", folder).p, arena, diag, out) &&
           load_models(arena_printf(arena, "%s/speed-models.csv", folder).p, arena, diag, out) && diag_errors(diag) == errors;
}

/* "NVIDIA L4-12Q" is 12 GB of a card that "NVIDIA L4" names: a vGPU profile of that frame buffer. */
static bool find_share(const struct speed_tables *tables, struct str name, struct speed_gpu *out)
{
    size_t dash = name.n;
    double gigabytes = 0;
    while (dash > 0 && name.p[dash - 1] != '-')
        dash--;
    if (dash == 0 || name.p[name.n - 1] != 'Q')
        return false;
    for (size_t i = dash; i + 1 < name.n; i++)
        gigabytes = gigabytes * 10 + (name.p[i] - '0');
    const struct speed_gpu *card = map_get(&tables->gpus, str_sub(name, 0, dash - 1));
    if (!card || !(gigabytes > 0 && gigabytes * 1e9 <= card->memory))
        return false;
    *out = *card;
    out->share = gigabytes * 1e9 / card->memory;
    out->memory = gigabytes * 1e9;
    return true;
}

bool speed_tables_gpu(const struct speed_tables *tables, struct str name, struct speed_gpu *out)
{
    const struct speed_gpu *gpu = map_get(&tables->gpus, name);
    if (gpu)
        *out = *gpu;
    return gpu || find_share(tables, name, out);
}

/* ---- rows */

static const char *const needed[][8] = {
    [SPEED_FILE_training] = {"model", "gpu", "gpus", "precision", "seq", "tokens_s_gpu", "engine", NULL},
    [SPEED_FILE_inference] = {"model", "gpu", "phase", "engine", "weight_bits", "input_len", "tokens_s", NULL},
    [SPEED_FILE_llama] = {"gpu", "model_file", "model_bytes", "n_prompt", "n_gen", "tokens_s", NULL},
    [SPEED_FILE_serving] = {"gpu_model", "model_id", "strategy", "concurrency", "measurement", "score", "unit", NULL},
};

static bool has_columns(const struct speed_rows *rows, enum speed_file kind)
{
    bool ok = true;
    for (const char *const *column = needed[kind]; *column; column++)
        ok = csv_need_column(&rows->csv, *column, rows->diag) < rows->csv.header.n && ok;
    return ok;
}

bool speed_points_read(const char *path, enum speed_file kind, const struct speed_tables *tables, struct arena *arena,
                       struct diag *diag, struct speed_points *out)
{
    static bool (*const read_row[])(const struct speed_rows *, const struct speed_tables *, struct speed_point *) = {
        [SPEED_FILE_training] = speed_row_training,
        [SPEED_FILE_inference] = speed_row_inference,
        [SPEED_FILE_llama] = speed_row_llama,
        [SPEED_FILE_serving] = speed_row_serving,
    };
    struct speed_rows rows;
    size_t errors = diag_errors(diag);
    if (!open_rows(&rows, path, arena, diag) || !has_columns(&rows, kind))
        return false;
    while (next_row(&rows)) {
        struct speed_point point = {.path = path, .line = rows.csv.line, .kind = kind};
        if (read_row[kind](&rows, tables, &point))
            *LIST_ADD(&out->list, arena) = point;
    }
    return diag_errors(diag) == errors;
}
