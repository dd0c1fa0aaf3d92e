/* chipfirst accuracy: the sizing core against published measurements. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/number.h"
#include "catalog/accuracy_speed.h"
#include "catalog/measured.h"
#include "catalog/workload.h"
#include "command/command.h"
#include "command/run.h"

enum { CATALOGS_MAX = 16 };

static const char help[] =
    "usage: chipfirst accuracy [options]\n"
    "\n"
    "Compares what the sizing core computes with published measurements.\n"
    "\n"
    "  --measured FILE   measured points as CSV (default: measured/memory.csv of the first catalogue)\n"
    "  --models FILE     the models they name (default: measured/models.csv of the first catalogue)\n"
    "  --speed-training FILE, --speed-inference FILE, --speed-llamacpp FILE, --speed-serving FILE\n"
    "                    measured rates of that kind, compared with the speed model; each may be given several times\n"
    "  --catalog DIR     a catalogue folder, for the stacks; may be given several times (default: catalog)\n"
    "  --theory          with the constants that follow from reading implementations, nothing fitted\n"
    "  --rows            every memory point with its measured and computed value\n"
    "  --json            for programs: groups, and with --rows the points; bytes are whole numbers, errors percent\n"
    "  --help            this text\n"
    "\n"
    "Errors are |computed - measured| / measured: median, 90th percentile, median with its sign (below 0:\n"
    "computed too small), share of points computed more than 5 % too small. A point with a token or model\n"
    "that is not known is skipped with its reason; usable=0 is ignored.\n"
    "\n"
    "Exit code: 0 done, points skipped or not; 1 the input is wrong, 2 the world is wrong.\n";

struct arguments {
    const char *catalogs[CATALOGS_MAX];
    size_t catalog_count;
    const char *measured, *models;
    struct speed_files speed;
    bool theory, rows, json, help;
};

/* Options of speed files come last, in the order of enum speed_file. */
enum choice { OPTION_CATALOG = 256, OPTION_MEASURED, OPTION_MODELS, OPTION_THEORY, OPTION_ROWS, OPTION_JSON, OPTION_HELP, OPTION_SPEED };

static const struct option options[] = {
    {"catalog", required_argument, NULL, OPTION_CATALOG}, {"measured", required_argument, NULL, OPTION_MEASURED},
    {"models", required_argument, NULL, OPTION_MODELS},   {"theory", no_argument, NULL, OPTION_THEORY},
    {"rows", no_argument, NULL, OPTION_ROWS},             {"json", no_argument, NULL, OPTION_JSON},
    {"help", no_argument, NULL, OPTION_HELP},
    {"speed-training", required_argument, NULL, OPTION_SPEED + SPEED_FILE_training},
    {"speed-inference", required_argument, NULL, OPTION_SPEED + SPEED_FILE_inference},
    {"speed-llamacpp", required_argument, NULL, OPTION_SPEED + SPEED_FILE_llama},
    {"speed-serving", required_argument, NULL, OPTION_SPEED + SPEED_FILE_serving},
    {NULL, 0, NULL, 0},
};

static bool take_speed(struct arguments *a, int option)
{
    size_t max = sizeof a->speed.at / sizeof *a->speed.at;
    if (option < OPTION_SPEED)
        return false;
    if (a->speed.n == max) {
        fprintf(stderr, "chipfirst: at most %zu files of rates\n", max);
        return false;
    }
    a->speed.at[a->speed.n].path = optarg;
    a->speed.at[a->speed.n++].kind = (enum speed_file)(option - OPTION_SPEED);
    return true;
}

static bool take(struct arguments *a, int option)
{
    switch (option) {
    case OPTION_CATALOG:
        if (a->catalog_count == CATALOGS_MAX) {
            fprintf(stderr, "chipfirst: at most %d --catalog folders\n", CATALOGS_MAX);
            return false;
        }
        a->catalogs[a->catalog_count++] = optarg;
        return true;
    case OPTION_MEASURED: a->measured = optarg; return true;
    case OPTION_MODELS: a->models = optarg; return true;
    case OPTION_THEORY: a->theory = true; return true;
    case OPTION_ROWS: a->rows = true; return true;
    case OPTION_JSON: a->json = true; return true;
    case OPTION_HELP: a->help = true; return true;
    default: return take_speed(a, option);
    }
}

static bool parse(struct arguments *a, int argc, char **argv)
{
    optind = 1;
    opterr = 0; /* getopt would name the command where the program's name belongs */
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;)
        if (option == '?') {
            fprintf(stderr, "chipfirst: unknown option or missing value: %s\n", argv[optind - 1]);
            return false;
        } else if (!take(a, option)) {
            return false;
        }
    if (optind < argc) {
        fprintf(stderr, "chipfirst: unexpected argument \"%s\"\n", argv[optind]);
        return false;
    }
    if (a->catalog_count == 0)
        a->catalogs[a->catalog_count++] = "catalog";
    return true;
}

/* ---- results */

struct report {
    const struct arguments *a;
    const struct sizing_constants *constants;
    struct arena *arena;
    struct measured_points points;
    struct measured_error groups[MEASURED_GROUPS];
    size_t group_count;
    struct speed_groups speed;
};

static void put_row(const struct report *r, const struct measured_point *p)
{
    double bytes;
    struct sizing_error err;
    printf("%-8" STR_FMT " %-18" STR_FMT " %-20" STR_FMT " %-20s ", STR_ARG(p->id), STR_ARG(p->source), STR_ARG(p->model),
           p->group);
    if (measured_predict(p, r->constants, &bytes, &err))
        printf("%10.3f %10.3f %+8.1f\n", p->bytes / 1e9, bytes / 1e9, 100 * (bytes - p->bytes) / p->bytes);
    else
        printf("%10.3f %10s %8s\n", p->bytes / 1e9, "-", "-");
}

static void put_skipped(const struct report *r)
{
    for (size_t i = 0; i < r->points.skipped_n; i++) {
        const struct measured_skip *s = &r->points.skipped[i];
        printf("line %u, %" STR_FMT ": skipped, %" STR_FMT "\n", s->line, STR_ARG(s->id), STR_ARG(s->reason));
    }
}

static void put_group(const char *name, size_t n, size_t skipped, double median, double p90, double sign, double under)
{
    printf("%-36s %6zu %8zu %7.1f%% %7.1f%% %+7.1f%% %7.0f%%\n", name, n, skipped, median, p90, sign, under);
}

static void put_table(const struct report *r)
{
    if (r->a->rows) {
        printf("%-8s %-18s %-20s %-20s %10s %10s %8s\n", "id", "source", "model", "group", "measured", "computed", "error");
        printf("%-8s %-18s %-20s %-20s %10s %10s %8s\n", "", "", "", "", "GB", "GB", "%");
        for (size_t i = 0; i < r->points.n; i++)
            put_row(r, &r->points.at[i]);
        putchar('\n');
    }
    printf("%-36s %6s %8s %8s %8s %8s %8s\n", "group", "n", "skipped", "median", "p90", "signed", "under 5");
    for (size_t i = 0; i < r->group_count; i++) {
        const struct measured_error *g = &r->groups[i];
        put_group(g->name, g->n, g->skipped, g->median_ape, g->p90_ape, g->median_signed, g->under_5pct_share);
    }
    for (size_t i = 0; i < r->speed.n; i++) {
        const struct speed_group *g = &r->speed.at[i];
        put_group(g->name, g->n, g->skipped, g->median_ape, g->p90_ape, g->median_signed, g->under_5pct_share);
    }
    if (r->points.skipped_n)
        putchar('\n');
    put_skipped(r);
}

/* ---- JSON */

static void key_string(struct buf *b, const char *key, struct str value)
{
    buf_printf(b, "\"%s\": ", key);
    escape_json_string(b, value);
}

static void key_percent(struct buf *b, const char *key, double value)
{
    buf_printf(b, ", \"%s\": ", key);
    number_trimmed(b, value, 3);
}

static void json_memory_group(struct buf *b, const struct measured_error *g)
{
    key_string(b, "name", str_from(g->name));
    buf_printf(b, ", \"n\": %zu, \"skipped\": %zu", g->n, g->skipped);
    key_percent(b, "median_ape", g->median_ape);
    key_percent(b, "p90_ape", g->p90_ape);
    key_percent(b, "median_signed", g->median_signed);
    key_percent(b, "under_5pct_share", g->under_5pct_share);
    key_percent(b, "within_high_share", g->within_high_share);
}

static void json_speed_group(struct buf *b, const struct speed_group *g)
{
    key_string(b, "name", str_from(g->name));
    buf_printf(b, ", \"n\": %zu, \"skipped\": %zu", g->n, g->skipped);
    key_percent(b, "median_ape", g->median_ape);
    key_percent(b, "p90_ape", g->p90_ape);
    key_percent(b, "median_signed", g->median_signed);
    key_percent(b, "under_5pct_share", g->under_5pct_share);
}

static void json_groups(struct buf *b, const struct report *r)
{
    for (size_t i = 0; i < r->group_count + r->speed.n; i++) {
        buf_puts(b, i ? ",\n  {" : "\n  {");
        if (i < r->group_count)
            json_memory_group(b, &r->groups[i]);
        else
            json_speed_group(b, &r->speed.at[i - r->group_count]);
        buf_puts(b, "}");
    }
}

static void json_row(struct buf *b, const struct report *r, const struct measured_point *p)
{
    double bytes;
    struct sizing_error err;
    buf_puts(b, "{");
    key_string(b, "id", p->id);
    buf_puts(b, ", ");
    key_string(b, "source", p->source);
    buf_puts(b, ", ");
    key_string(b, "model", p->model);
    buf_puts(b, ", ");
    key_string(b, "group", str_from(p->group));
    buf_printf(b, ", \"measured_bytes\": %.0f, \"computed_bytes\": ", memory_round(p->bytes));
    if (measured_predict(p, r->constants, &bytes, &err))
        buf_printf(b, "%.0f}", memory_round(bytes));
    else
        buf_puts(b, "null}");
}

static void json_skip(struct buf *b, const struct measured_skip *s)
{
    buf_printf(b, "{\"line\": %u, ", s->line);
    key_string(b, "id", s->id);
    buf_puts(b, ", ");
    key_string(b, "reason", s->reason);
    buf_puts(b, "}");
}

static void put_json(const struct report *r)
{
    struct buf b = {0};
    buf_puts(&b, "{\"groups\": [");
    json_groups(&b, r);
    buf_puts(&b, "]");
    if (r->a->rows) {
        buf_puts(&b, ",\n \"rows\": [");
        for (size_t i = 0; i < r->points.n; i++) {
            buf_puts(&b, i ? ",\n  " : "\n  ");
            json_row(&b, r, &r->points.at[i]);
        }
        buf_puts(&b, "]");
    }
    buf_puts(&b, ",\n \"skipped\": [");
    for (size_t i = 0; i < r->points.skipped_n; i++) {
        buf_puts(&b, i ? ",\n  " : "\n  ");
        json_skip(&b, &r->points.skipped[i]);
    }
    buf_puts(&b, "]}\n");
    fwrite(b.p, 1, b.n, stdout);
    buf_free(&b);
}

static bool report(const void *arguments, struct arena *arena, struct diag *diag)
{
    const struct arguments *a = arguments;
    struct report r = {.a = a, .constants = a->theory ? &constants_theory : &constants_fitted, .arena = arena};
    const struct catalog *c = catalog_load(a->catalogs, a->catalog_count, arena, diag);
    const char *measured = a->measured ? a->measured : arena_printf(arena, "%s/measured/memory.csv", a->catalogs[0]).p;
    const char *models = a->models ? a->models : arena_printf(arena, "%s/measured/models.csv", a->catalogs[0]).p;
    if (!c || !measured_read(c, measured, models, arena, &r.points, diag))
        return false;
    r.group_count = measured_errors(&r.points, r.constants, arena, r.groups);
    const char *folder = arena_printf(arena, "%s/measured", a->catalogs[0]).p;
    if (a->speed.n && !speed_accuracy(folder, &a->speed, arena, diag, &r.speed, NULL))
        return false;
    if (a->json)
        put_json(&r);
    else
        put_table(&r);
    return true;
}

int command_accuracy(int argc, char **argv)
{
    struct arguments a = {.catalog_count = 0};
    if (!parse(&a, argc, argv)) {
        fprintf(stderr, "chipfirst: see chipfirst accuracy --help\n");
        return 1;
    }
    if (a.help) {
        fputs(help, stdout);
        return 0;
    }
    return command_run(report, &a);
}
