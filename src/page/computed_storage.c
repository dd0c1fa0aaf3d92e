/* Storage: rates by size, and how long checkpoints and weights take. */
#include "catalog/volume.h"
#include "page/cells.h"
#include "page/computed.h"
#include "page/html.h"
#include "page/value.h"
#include "sizing/memory.h"
#include "sizing/speed.h"

static const struct str no_text = {NULL, 0};

static const char *const disks[] = {"essd-pl0", "essd-pl1", "essd-pl2", "essd-pl3"};
static const char *const systems[] = {"oss-mainland-china", "oss-elsewhere", "cpfs-lingjun", "nas-performance", "nas-capacity"};
enum { DISKS = sizeof disks / sizeof *disks, SYSTEMS = sizeof systems / sizeof *systems };

/* MB/s are the unit of the published formulas. */
#define MB_PER_GB 1000.0

static const struct volume *volume_of(const struct page *p, const char *id)
{
    return catalog_find(p->w->catalog, RECORD_volume, str_from(id));
}

static struct str size_unit(const struct volume *v)
{
    static const char *const names[] = {"", "GiB", "TiB", "GB"};
    return str_from(names[v->size_unit]);
}

static struct str readable(const struct page *p, double value)
{
    return readable_text(p, value, 3);
}

/* ---- the published formulas */

/* "min(120 + 0.5 × S, 350)" */
static struct str rate_formula(const struct page *p, const struct size_rate *rate, double factor)
{
    struct buf b = {0};
    bool is_capped = num_known(rate->max), has_base = num_known(rate->base);
    buf_puts(&b, is_capped ? "min(" : "");
    if (has_base)
        buf_put(&b, readable(p, rate->base.value * factor));
    if (num_known(rate->per_size)) {
        buf_puts(&b, has_base ? " + " : "");
        buf_put(&b, readable(p, rate->per_size.value * factor));
        buf_puts(&b, " × S");
    }
    if (is_capped) {
        buf_puts(&b, ", ");
        buf_put(&b, readable(p, rate->max.value * factor));
        buf_putc(&b, ')');
    }
    return arena_take(p->arena, &b);
}

static void formula_cell(struct page *p, struct tdict *row, const struct size_rate *rate, double factor)
{
    if (num_known(volume_rate(rate, 0))) {
        cell_text(p, row, rate_formula(p, rate, factor));
        return;
    }
    html_span(&p->scratch, "missing", page_string(p, "value.not_published"));
    table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
}

static struct str size_text(struct page *p, const struct volume *v, struct num size)
{
    if (!num_known(size))
        return S("–");
    return arena_printf(p->arena, "%" STR_FMT " %" STR_FMT, STR_ARG(readable(p, size.value)), STR_ARG(size_unit(v)));
}

static void formula_row(struct page *p, struct tdict *t, const struct volume *v)
{
    struct tdict *row = table_row(t, v->record.id);
    cell_text(p, row, page_text(p, v->name));
    formula_cell(p, row, &v->read, MB_PER_GB);
    formula_cell(p, row, &v->write, MB_PER_GB);
    formula_cell(p, row, &v->iops, 1);
    cell_text(p, row, size_text(p, v, v->min_size));
    cell_text(p, row, size_text(p, v, volume_full_size(&v->read)));
    cell_text(p, row, page_text(p, v->note));
}

static void formula_table(struct page *p, const char *id, const char *caption, const char *const *volumes, size_t n)
{
    static const struct { const char *name, *key, *unit; } columns[] = {
        {"read", "storage.read", "MB/s"}, {"write", "storage.write", "MB/s"}, {"iops", "storage.operations", "IOPS"},
        {"smallest", "storage.smallest", ""}, {"full", "storage.full_from", ""}, {"note", "field.note", ""},
    };
    struct tdict *t = page_table(p, id, page_string(p, caption), 0);
    table_column_named(p, t, "volume", page_string(p, "storage.kind"), no_text, COLUMN_TEXT);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column_named(p, t, columns[i].name, page_string(p, columns[i].key), str_from(columns[i].unit), COLUMN_TEXT);
    for (size_t i = 0; i < n; i++)
        if (volume_of(p, volumes[i]))
            formula_row(p, t, volume_of(p, volumes[i]));
}

/* ---- disks by size */

static void disk_cell(struct page *p, struct tdict *row, const struct volume *v, const struct size_rate *rate, double size, double factor)
{
    struct num value = volume_rate(rate, size);
    if (!volume_has_size(v, size))
        cell_missing(p, row, "value.not_published_short");
    else if (!num_known(value))
        cell_missing(p, row, "value.not_published");
    else
        table_cell(row, readable(p, value.value * factor), arena_printf(p->arena, "%.6g", value.value), COLUMN_NUMBER);
}

static void disk_columns(struct page *p, struct tdict *t, const char *kind, const char *unit)
{
    for (size_t i = 0; i < DISKS; i++)
        if (volume_of(p, disks[i]))
            table_column_named(p, t, arena_printf(p->arena, "%s_%s", disks[i], kind).p, page_text(p, volume_of(p, disks[i])->name),
                               str_from(unit), COLUMN_NUMBER);
}

static void disk_cells(struct page *p, struct tdict *row, double size, bool is_iops)
{
    for (size_t i = 0; i < DISKS; i++) {
        const struct volume *v = volume_of(p, disks[i]);
        if (v)
            disk_cell(p, row, v, is_iops ? &v->iops : &v->read, size, is_iops ? 1 : MB_PER_GB);
    }
}

static void size_table(struct page *p)
{
    static const double sizes[] = {20, 40, 100, 200, 320, 460, 461, 964, 1260, 1261, 2000, 4000, 7760, 19964, 32768};
    struct tdict *t = page_table(p, "essd-sizes", page_string(p, "caption.essd_sizes"), 0);
    computed_column(p, t, "size", "storage.size", "GiB");
    disk_columns(p, t, "throughput", "MB/s");
    disk_columns(p, t, "operations", "IOPS");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct tdict *row = table_row(t, no_text);
        table_cell(row, readable(p, sizes[i]), arena_printf(p->arena, "%.0f", sizes[i]), COLUMN_NUMBER);
        disk_cells(p, row, sizes[i], false);
        disk_cells(p, row, sizes[i], true);
    }
}

/* The formula with one volume of that size, and what is stated elsewhere. */
static void rate_formulas(struct page *p, const char *example, double size, const char *const (*cites)[2], size_t n)
{
    const struct volume *v = volume_of(p, example);
    if (!v)
        return;
    formulas_open(p);
    formulas_add(p, page_string(p, "storage.rate_formula"),
                 PAGE_FORMAT(p, "storage.rate_example", page_text(p, v->name), size_text(p, v, NUM(size)), rate_formula(p, &v->read, MB_PER_GB),
                             readable(p, volume_rate(&v->read, size).value * MB_PER_GB)));
    for (size_t i = 0; i < n; i++)
        formulas_cite(p, page_string(p, cites[i][0]), RECORD_fact, cites[i][1]);
    formulas_close(p);
}

void computed_essd(struct page *p)
{
    static const char *const cites[][2] = {{"storage.essd_fact", "storage-2"}, {"storage.cap_fact", "storage-3"}};
    formula_table(p, "essd-rates", "caption.essd_rates", disks, DISKS);
    size_table(p);
    rate_formulas(p, "essd-pl1", 100, cites, 2);
}

void computed_file_systems(struct page *p)
{
    static const char *const cites[][2] = {{"storage.cpfs_fact", "storage-4"}, {"storage.nas_fact", "storage-5"}, {"storage.oss_fact", "storage-6"}};
    formula_table(p, "file-system-rates", "caption.file_systems", systems, SYSTEMS);
    rate_formulas(p, "cpfs-lingjun", 10, cites, 3);
}

/* ---- times */

/* What is moved: bytes of a checkpoint of full training, and of the weights as released. */
struct load {
    const struct model *model;
    double checkpoint, weights;
};
enum { LOADS = 2 };

static struct load load_of(const struct page *p, const char *id)
{
    struct load load = {catalog_find(p->w->catalog, RECORD_model, str_from(id)), 0, 0};
    struct sizing_workload w;
    struct sizing_run run;
    struct sizing_estimate e;
    struct speed_job job;
    sizing_workload_init(&w);
    sizing_run_init(&run);
    w.method = SIZING_METHOD_full;
    if (load.model && speed_prepare(&load.model->sizing, &w, &run, &job).reason == SIZING_OK)
        load.checkpoint = speed_checkpoint_bytes(&job);
    w.method = SIZING_METHOD_inference;
    if (load.model && memory_estimate(&load.model->sizing, &w, &e).reason == SIZING_OK)
        load.weights = e.terms[SIZING_TERM_weights].bytes;
    return load;
}

/* GB/s for one machine. */
static struct num client_rate(const struct volume *v, const struct size_rate *rate, double size)
{
    struct num value = volume_rate(rate, size);
    if (num_known(value) && num_known(v->client_max) && value.value > v->client_max.value)
        value.value = v->client_max.value;
    return value;
}

static void rate_cell(struct page *p, struct tdict *row, struct num rate)
{
    if (num_known(rate))
        table_cell(row, readable(p, rate.value * MB_PER_GB), arena_printf(p->arena, "%.6g", rate.value), COLUMN_NUMBER);
    else
        cell_missing(p, row, "value.not_published");
}

static void time_cell(struct page *p, struct tdict *row, double bytes, struct num rate)
{
    if (bytes > 0 && num_known(rate))
        cell_rounded(p, row, bytes / (rate.value * 1e9));
    else
        cell_missing(p, row, bytes > 0 ? "value.not_published" : "verdict.not_modelled");
}

static void time_row(struct page *p, struct tdict *t, const struct volume *v, double size, const struct load *loads)
{
    struct num read = client_rate(v, &v->read, size), write = client_rate(v, &v->write, size);
    struct tdict *row = table_row(t, no_text);
    cell_text(p, row, page_text(p, v->name));
    cell_text(p, row, size_text(p, v, v->size_unit ? NUM(size) : (struct num){0, NUM_ABSENT}));
    rate_cell(p, row, write);
    rate_cell(p, row, read);
    for (size_t i = 0; i < LOADS; i++)
        time_cell(p, row, loads[i].checkpoint, write);
    for (size_t i = 0; i < LOADS; i++)
        time_cell(p, row, loads[i].weights, read);
}

static void time_columns(struct page *p, struct tdict *t, const struct load *loads)
{
    static const char *const names[] = {"checkpoint_small", "checkpoint_large", "weights_small", "weights_large"};
    table_column_named(p, t, "volume", page_string(p, "storage.kind"), no_text, COLUMN_TEXT);
    table_column_named(p, t, "size", page_string(p, "storage.size"), no_text, COLUMN_TEXT);
    computed_column(p, t, "write", "storage.write", "MB/s");
    computed_column(p, t, "read", "storage.read", "MB/s");
    for (size_t i = 0; i < 2 * LOADS; i++) {
        const struct load *load = &loads[i % LOADS];
        double bytes = i < LOADS ? load->checkpoint : load->weights;
        struct str name = load->model ? load->model->name : no_text, gb = number_text(p, bytes / 1e9, bytes < 1e11 ? 1 : 0);
        table_column_named(p, t, names[i], PAGE_FORMAT(p, i < LOADS ? "storage.checkpoint" : "storage.weights", name, gb), S("s"), COLUMN_NUMBER);
    }
}

static void time_formulas(struct page *p, const struct load *load)
{
    const struct volume *v = volume_of(p, "essd-pl2");
    if (!v || !load->model)
        return;
    double size = volume_full_size(&v->write).value, rate = volume_rate(&v->write, size).value;
    formulas_open(p);
    formulas_add(p, page_string(p, "storage.checkpoint_formula"),
                 PAGE_FORMAT(p, "storage.checkpoint_example", readable(p, load->model->sizing.params_total), number_text(p, load->checkpoint / 1e9, 1)));
    formulas_add(p, page_string(p, "storage.time_formula"),
                 PAGE_FORMAT(p, "storage.time_example", number_text(p, load->checkpoint / 1e9, 1), readable(p, rate),
                             rounded_text(p, load->checkpoint / (rate * 1e9))));
    formulas_close(p);
}

void computed_storage_times(struct page *p)
{
    static const struct { const char *id; double size; } rows[] = {
        {"essd-pl0", 320}, {"essd-pl1", 100}, {"essd-pl1", 460}, {"essd-pl2", 1260}, {"essd-pl3", 7760}, {"oss-elsewhere", 0},
        {"oss-mainland-china", 0}, {"cpfs-lingjun", 10}, {"cpfs-lingjun", 100}, {"nas-capacity", 10000}, {"nas-performance", 10000},
    };
    struct load loads[LOADS] = {load_of(p, "qwen2.5-7b"), load_of(p, "qwen2.5-72b")};
    struct tdict *t = page_table(p, "storage-times-table", page_string(p, "caption.storage_times"), 0);
    time_columns(p, t, loads);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (volume_of(p, rows[i].id))
            time_row(p, t, volume_of(p, rows[i].id), rows[i].size, loads);
    time_formulas(p, &loads[0]);
}
