/* chipfirst recommend: one workload against every instance type of the catalogue, ranked. */
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/number.h"
#include "catalog/workload.h"
#include "command/command.h"
#include "command/run.h"
#include "command/workload_options.h"
#include "sizing/fit_type.h"
#include "sizing/names.h"

enum { ROWS_SHOWN = 20 };

static const char help_head[] =
    "usage: chipfirst recommend --scenario ID [options]\n"
    "       chipfirst recommend --model ID [options]\n"
    "\n"
    "Which instance types one workload fits, with which layout, what fails on the others and the smallest single\n"
    "change that would make it fit.\n"
    "\n"
    "  --scenario ID     the first workload of a scenario, and what it asks of the type; options below override it\n"
    "  --model ID        a model of the catalogue\n"
    "  --stack ID        what a framework really does, a preset of the options below (catalog/stacks.yaml)\n"
    "  --limit N         the first N types only, 0 for all (default: 20, with --json all)\n"
    "  --json            for programs: bytes are whole numbers, of the fullest single GPU\n"
    "  --catalog DIR     a catalogue folder; may be given several times (default: catalog)\n"
    "  --help            this text\n"
    "\n"
    "The workload, with what holds when an option is not given; they override the stack:\n"
    "\n"
    "  --zero N, --tp N  short for --zero-stage and --tensor-parallel; without --gpus, --tp sets the GPUs too\n";
static const char help_tail[] =
    "\n"
    "More than one GPU asked for: that layout is judged. Otherwise the best one on up to as many GPUs as the type has\n"
    "is found: tensor parallel for inference, data parallel with ZeRO 1 to 3 for training.\n"
    "\n"
    "A workload fits when its likely need does; it is tight when the high end of the range does not.\n"
    "Order: fits, tight, does not fit; then status of the family, GPUs, total GPU memory, vCPUs, id. There are no\n"
    "prices in it. Changes are tried in this order: checkpointing, half the batch, half the sequence, next ZeRO stage,\n"
    "twice the GPUs (on several machines, if need be), 8 or 4 bit; never another method.\n"
    "\n"
    "Exit code: 0 done, 1 the input is wrong, 2 the world is wrong.\n";

/* An instance type and the verdict. has_memory false: none is published, nothing to judge. */
struct row {
    const struct type *type;
    struct sizing_host host;
    bool has_erdma, has_memory;
    struct sizing_type_fit fit;
};

struct report {
    const struct catalog *c;
    const struct scenario *scenario; /* or NULL */
    const struct model *model;       /* NULL: a scenario of requirements only */
    struct sizing_workload workload;
    struct sizing_demand demand;
    struct row *rows;
    size_t n, shown;
    struct arena *arena;
};

/* ---- the question */

static void add_requirements(const struct requirements *q, struct sizing_demand *d)
{
    d->bf16 = q->bf16 == TRI_TRUE;
    d->fp8 = q->fp8 == TRI_TRUE;
    d->erdma = q->erdma == TRI_TRUE;
    d->min_gpus = num_known(q->min_gpus) ? q->min_gpus.value : 0;
    for (size_t i = 0; i < q->interconnect.n; i++)
        d->interconnects |= 1u << (unsigned)q->interconnect.at[i].value;
}

static bool ask_scenario(const struct workload_options *o, struct report *r, const struct sizing_workload **base)
{
    r->scenario = workload_options_find(r->c, RECORD_scenario, "scenario", o->scenario);
    if (!r->scenario)
        return false;
    add_requirements(&r->scenario->requirements, &r->demand);
    if (r->scenario->workloads.n == 0)
        return true;
    const struct workload *first = r->scenario->workloads.at;
    *base = &first->sizing;
    r->model = first->model.record;
    return true;
}

static bool ask(const struct workload_options *o, struct report *r)
{
    const struct sizing_workload *base = NULL;
    if (o->scenario && !ask_scenario(o, r, &base))
        return false;
    if (o->model) {
        r->model = workload_options_find(r->c, RECORD_model, "model", o->model);
        if (!r->model)
            return false;
    }
    if (!workload_options_apply(o, r->c, base, r->model, &r->workload))
        return false;
    r->demand.own_layout = r->workload.gpus > 1;
    return true;
}

/* ---- the answers */

static bool is_same_case(const struct row *a, const struct row *b)
{
    const struct sizing_gpu *x = &a->host.gpu, *y = &b->host.gpu;
    return b->has_memory && x->memory_bytes == y->memory_bytes && x->bf16 == y->bf16 && x->fp8 == y->fp8
           && a->host.gpus == b->host.gpus && a->host.interconnect == b->host.interconnect && a->has_erdma == b->has_erdma;
}

static struct row row_of(const struct type *t)
{
    struct row row = {.type = t, .has_erdma = t->family->erdma == TRI_TRUE, .fit = {.change = {.slot = -1}}};
    row.has_memory = type_to_gpu(t, &row.host.gpu);
    row.host.gpus = num_known(t->gpus) ? t->gpus.value : 1;
    row.host.interconnect = t->family->interconnect;
    return row;
}

static struct sizing_error judge(const struct report *r, struct row *row)
{
    struct sizing_demand demand = r->demand;
    struct sizing_error none = {SIZING_OK, SIZING_GROUP_model, 0};
    demand.has_erdma = row->has_erdma;
    if (!r->model)
        row->fit.limit = fit_demand(&row->host, &demand);
    else if (row->has_memory)
        return fit_type_with_change(&r->model->sizing, &r->workload, &row->host, &demand, &row->fit);
    return none;
}

/* Many types are the same case of card, number and links. */
static bool judge_all(const struct workload_options *o, struct report *r)
{
    r->rows = ARENA_ARRAY(r->arena, r->c->types.n, struct row);
    for (; r->n < r->c->types.n; r->n++) {
        struct row *row = &r->rows[r->n];
        size_t same = 0;
        *row = row_of(&r->c->types.at[r->n]);
        while (same < r->n && !(row->has_memory && is_same_case(row, &r->rows[same])))
            same++;
        if (same < r->n) {
            row->fit = r->rows[same].fit;
            continue;
        }
        struct sizing_error error = judge(r, row);
        if (error.reason != SIZING_OK) {
            workload_options_refuse(o, r->model, error);
            return false;
        }
    }
    return true;
}

static bool does_fit(const struct report *r, const struct row *row)
{
    return row->fit.limit == SIZING_LIMIT_none && (row->has_memory || !r->model);
}

/* ---- ranking */

static int fit_rank(const struct row *row)
{
    if (row->fit.limit != SIZING_LIMIT_none || !row->has_memory)
        return 2;
    return row->fit.fit.verdict == SIZING_VERDICT_tight;
}

static int by_number(double a, double b)
{
    return (a > b) - (a < b);
}

/* What is not published sorts last. */
static int by_num(struct num a, struct num b)
{
    if (num_known(a) && num_known(b))
        return by_number(a.value, b.value);
    return num_known(b) - num_known(a);
}

static int by_merit(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = fit_rank(x) - fit_rank(y);
    if (order == 0)
        order = x->type->family->status - y->type->family->status;
    if (order == 0)
        order = by_num(x->type->gpus, y->type->gpus);
    if (order == 0)
        order = by_num(x->type->gpu_memory_total, y->type->gpu_memory_total);
    if (order == 0)
        order = by_num(x->type->vcpus, y->type->vcpus);
    return order ? order : str_cmp(x->type->record.id, y->type->record.id);
}

/* ---- texts */

static const char *verdict_name(const struct report *r, const struct row *row)
{
    static const char *const names[] = {"exceeds", "fits", "not_modelled", "tight"};
    if (!r->model || !row->has_memory)
        return NULL;
    return names[row->fit.fit.verdict];
}

static const char *reason_of(const struct report *r, const struct row *row)
{
    if (r->model && !row->has_memory)
        return "memory_not_published";
    return fit_limit_name(row->fit.limit);
}

/* "batch=4", as an option of the command is written without its hyphens. */
static void put_change(struct buf *b, const struct sizing_change *change)
{
    buf_printf(b, "%s=", names_field(SIZING_GROUP_workload, change->slot)->id);
    workload_value_text(b, change->slot, change->value);
}

static struct str status_of(const struct type *t)
{
    return field_enum_name(schema_find(record_schema(RECORD_family), S("status")), t->family->status);
}

/* ---- the table */

static void put_gib(double bytes)
{
    struct buf b = {0};
    number_fixed(&b, bytes / 1073741824.0, 1);
    printf(" %8s", b.p);
    buf_free(&b);
}

static void put_layout(const struct sizing_fit *fit)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%.0f GPU%s", fit->gpus, fit->gpus == 1 ? "" : "s");
    if (fit->tensor_parallel > 1)
        snprintf(text + n, sizeof text - (size_t)n, ", tp %.0f", fit->tensor_parallel);
    else if (fit->zero_stage > 0)
        snprintf(text + n, sizeof text - (size_t)n, ", ZeRO %.0f", fit->zero_stage);
    printf(" %-16s", text);
}

static void put_numbers(const struct row *row)
{
    put_layout(&row->fit.fit);
    if (row->fit.fit.need_bytes > 0)
        put_gib(row->fit.fit.need_bytes);
    else
        printf(" %8s", "-");
    put_gib(row->fit.fit.have_bytes);
}

static void put_row(const struct report *r, const struct row *row)
{
    struct str status = status_of(row->type);
    const struct chip *chip = type_chip(row->type);
    const char *reason = reason_of(r, row);
    bool fits = does_fit(r, row), is_tight = r->model && row->has_memory && row->fit.fit.verdict == SIZING_VERDICT_tight;
    struct buf change = {0};
    if (row->fit.change.slot >= 0)
        put_change(&change, &row->fit.change);
    printf("%-30" STR_FMT " %-22" STR_FMT " %-7s", STR_ARG(row->type->record.id), STR_ARG(chip ? chip->record.id : S("-")),
           fits ? is_tight ? "tight" : "fits" : "no");
    if (r->model && row->has_memory)
        put_numbers(row);
    else
        printf(" %-16s %8s %8s", "-", "-", "-");
    printf("  %" STR_FMT, STR_ARG(status));
    if (reason)
        printf("%*s %-13s", (int)(status.n < 15 ? 15 - status.n : 0), "", reason);
    if (change.n)
        printf(" %s", change.p);
    putchar('\n');
    buf_free(&change);
}

static void put_question(const struct report *r)
{
    if (r->scenario)
        printf("Scenario %" STR_FMT "\n", STR_ARG(r->scenario->record.id));
    if (r->model)
        printf("%" STR_FMT ", %s, %.0f tokens × %.0f sequences a replica\n", STR_ARG(r->model->record.id),
               names_value(SIZING_KIND_METHOD, (int)r->workload.method), r->workload.seq, r->workload.batch);
    else
        puts("Requirements only: this scenario has no workload to compute");
    putchar('\n');
}

static void put_table(const struct report *r)
{
    put_question(r);
    printf("%-30s %-22s %-7s %-16s %8s %8s  %-15s %-13s %s\n", "type", "chip", "", "layout", "need", "have", "status", "reason",
           "would fit with");
    printf("%-30s %-22s %-7s %-16s %8s %8s\n", "", "", "", "", "GiB", "GiB");
    for (size_t i = 0; i < r->shown; i++)
        put_row(r, &r->rows[i]);
    if (r->shown < r->n)
        printf("\n%zu more types; --limit 0 shows all\n", r->n - r->shown);
}

/* ---- JSON */

static void json_word(struct buf *b, const char *key, const char *word)
{
    buf_printf(b, ", \"%s\": ", key);
    if (word)
        buf_printf(b, "\"%s\"", word);
    else
        buf_puts(b, "null");
}

static void json_bytes(struct buf *b, const char *key, double bytes)
{
    if (bytes > 0)
        buf_printf(b, ", \"%s\": %.0f", key, memory_round(bytes));
    else
        buf_printf(b, ", \"%s\": null", key);
}

static void json_layout(struct buf *b, const struct report *r, const struct row *row)
{
    const struct sizing_fit *fit = &row->fit.fit;
    if (!r->model || !row->has_memory)
        buf_puts(b, ", \"layout\": null");
    else
        buf_printf(b, ", \"layout\": {\"gpus\": %.0f, \"zero_stage\": %.0f, \"tensor_parallel\": %.0f}", fit->gpus, fit->zero_stage,
                   fit->tensor_parallel);
}

static void json_row(struct buf *b, const struct report *r, const struct row *row)
{
    struct buf change = {0};
    if (row->fit.change.slot >= 0)
        put_change(&change, &row->fit.change);
    buf_puts(b, "{\"id\": ");
    escape_json_string(b, row->type->record.id);
    buf_printf(b, ", \"fits\": %s", does_fit(r, row) ? "true" : "false");
    json_word(b, "verdict", verdict_name(r, row));
    json_layout(b, r, row);
    json_bytes(b, "need_bytes", row->fit.fit.need_bytes);
    json_bytes(b, "high_bytes", row->fit.fit.high_bytes);
    json_bytes(b, "have_bytes", row->has_memory ? row->host.gpu.memory_bytes * row->host.gpu.gpu_fraction : 0);
    json_word(b, "reason", reason_of(r, row));
    json_word(b, "smallest_change", change.n ? change.p : NULL);
    buf_putc(b, '}');
    buf_free(&change);
}

static void put_json(const struct report *r)
{
    struct buf b = {0};
    buf_puts(&b, "{\"workload\": {\"model\": ");
    if (r->model) {
        escape_json_string(&b, r->model->record.id);
        buf_puts(&b, ", ");
        workload_json(&b, &r->workload);
    } else {
        buf_puts(&b, "null");
    }
    buf_puts(&b, "},\n \"types\": [");
    for (size_t i = 0; i < r->shown; i++) {
        buf_puts(&b, i ? ",\n  " : "\n  ");
        json_row(&b, r, &r->rows[i]);
    }
    buf_puts(&b, "]}\n");
    fwrite(b.p, 1, b.n, stdout);
    buf_free(&b);
}

/* ---- the command */

static void set_shown(const struct workload_options *o, struct report *r)
{
    size_t limit = o->has_limit ? o->limit : o->json ? 0 : ROWS_SHOWN;
    r->shown = limit && limit < r->n ? limit : r->n;
}

static bool report(const void *arguments, struct arena *arena, struct diag *diag)
{
    const struct workload_options *o = arguments;
    struct report r = {.arena = arena, .c = catalog_load(o->catalogs, o->catalog_count, arena, diag)};
    if (!r.c || !ask(o, &r) || !judge_all(o, &r))
        return false;
    if (r.n)
        qsort(r.rows, r.n, sizeof *r.rows, by_merit);
    set_shown(o, &r);
    if (o->json)
        put_json(&r);
    else
        put_table(&r);
    return true;
}

int command_recommend(int argc, char **argv)
{
    struct workload_options o = {.takes_scenario = true};
    bool is_right = workload_options_read(&o, argc, argv);
    if (is_right && o.help) {
        workload_options_help(help_head, help_tail);
        return 0;
    }
    if (is_right && !o.model && !o.scenario) {
        fprintf(stderr, "chipfirst: --scenario or --model is missing\n");
        is_right = false;
    }
    if (!is_right) {
        fprintf(stderr, "chipfirst: see chipfirst recommend --help\n");
        return 1;
    }
    return command_run(report, &o);
}
