/* Tables of measured GPUs and models, and rows of training and of inference with one batch. */
#include "catalog/measured_speed.h"

#include <math.h>
#include <string.h>

#include "catalog/measured_speed_rows.h"
#include "data/csv.h"
#include "sizing/names.h"

/* ---- tables */

static void add_names(struct map *map, const struct csv *csv, void *value)
{
    struct str names = csv_field(csv, "names"), name;
    map_add(map, csv_field(csv, "name"), value);
    while (str_next(&names, '|', &name))
        map_add(map, name, value);
}

static double positive(const struct csv *csv, const char *column, double unit)
{
    return csv_number(csv, column, 0) * unit;
}

/* Boards above this power hold the clock of their tensor cores; cards before Turing have none to hold. */
enum { LOW_POWER_WATT = 150 };

static void read_gpu(const struct csv *csv, struct speed_gpu *gpu)
{
    struct str family = csv_field(csv, "family"), nvlink = csv_field(csv, "nvlink_gb_s");
    double watt = csv_number(csv, "board_w", 0);
    gpu->family = (enum sizing_family)names_value_index(SIZING_KIND_FAMILY, family.p, family.n);
    gpu->peak[SPEED_FORMAT_fp32] = positive(csv, "fp32_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_tf32] = positive(csv, "tf32_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_b16] = positive(csv, "b16_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_fp8] = positive(csv, "fp8_tflops", 1e12);
    gpu->peak[SPEED_FORMAT_fp4] = positive(csv, "fp4_tflops", 1e12);
    gpu->memory = positive(csv, "memory_gb", 1e9);
    gpu->bandwidth = positive(csv, "bandwidth_gb_s", 1e9);
    gpu->has_nvlink = nvlink.n && !str_eq_c(nvlink, "none");
    gpu->link = gpu->has_nvlink ? positive(csv, "nvlink_gb_s", 0.5e9) : positive(csv, "pcie_gb_s", 1e9);
    gpu->has_hbm = str_eq_c(csv_field(csv, "memory"), "hbm");
    gpu->clock = positive(csv, "boost_ghz", 1e9);
    gpu->share = 1;
    gpu->is_low_power = watt > 0 && watt <= LOW_POWER_WATT && gpu->family >= SIZING_FAMILY_turing;
}

static void read_model(const struct csv *csv, struct speed_shape *shape)
{
    shape->weights = csv_number(csv, "params", 0);
    shape->active = csv_number(csv, "params_active", shape->weights);
    shape->layers = csv_number(csv, "layers", 0);
    shape->hidden = csv_number(csv, "hidden", 0);
    shape->attention = csv_number(csv, "attention", 0);
    shape->kv = csv_number(csv, "kv_elements", 0);
    shape->vocab = csv_number(csv, "vocab", 0);
    shape->experts = csv_number(csv, "experts", 0);
    shape->experts_per_token = csv_number(csv, "experts_per_token", 0);
    shape->read = shape->active - (csv_number(csv, "tied", 0) > 0 ? 0 : shape->vocab * shape->hidden);
}

static bool open_table(struct csv *csv, const char *folder, const char *name, struct arena *arena, struct diag *diag)
{
    return csv_open(csv, arena_printf(arena, "%s/%s", folder, name).p, arena, diag);
}

bool speed_tables_load(const char *folder, struct arena *arena, struct diag *diag, struct speed_tables *out)
{
    struct csv csv;
    size_t errors = diag_errors(diag);
    map_init(&out->gpus, arena);
    map_init(&out->models, arena);
    map_init(&out->chips, arena);
    if (!open_table(&csv, folder, "gpus.csv", arena, diag))
        return false;
    while (csv_next(&csv)) {
        struct speed_gpu *gpu = ARENA_NEW(arena, struct speed_gpu);
        read_gpu(&csv, gpu);
        add_names(&out->gpus, &csv, gpu);
        if (csv_field(&csv, "chip").n)
            map_add(&out->chips, csv_field(&csv, "chip"), gpu);
    }
    if (!open_table(&csv, folder, "speed-models.csv", arena, diag))
        return false;
    while (csv_next(&csv)) {
        struct speed_shape *shape = ARENA_NEW(arena, struct speed_shape);
        read_model(&csv, shape);
        add_names(&out->models, &csv, shape);
    }
    return diag_errors(diag) == errors;
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

static bool has_columns(const struct csv *csv, enum speed_file kind)
{
    bool ok = true;
    for (const char *const *column = needed[kind]; *column; column++)
        if (!csv_has(csv, *column)) {
            diag_error(csv->diag, (struct place){.src = csv->src, .line = 1, .col = 1}, "there is no column %s", *column);
            ok = false;
        }
    return ok;
}

bool speed_points_read(const char *path, enum speed_file kind, const struct speed_tables *tables, struct arena *arena,
                       struct diag *diag, struct speed_points *out)
{
    static bool (*const read_row[])(const struct csv *, const struct speed_tables *, struct speed_point *) = {
        [SPEED_FILE_training] = speed_row_training,
        [SPEED_FILE_inference] = speed_row_inference,
        [SPEED_FILE_llama] = speed_row_llama,
        [SPEED_FILE_serving] = speed_row_serving,
    };
    struct csv csv;
    size_t errors = diag_errors(diag);
    if (!csv_open(&csv, path, arena, diag) || !has_columns(&csv, kind))
        return false;
    while (csv_next(&csv)) {
        struct speed_point point = {.path = path, .line = csv.row_line, .kind = kind};
        if (read_row[kind](&csv, tables, &point))
            *LIST_ADD(&out->list, arena) = point;
    }
    return diag_errors(diag) == errors;
}
