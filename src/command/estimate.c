/* chipfirst estimate: the GPU memory of one workload, term by term; its time and cost on an instance type. */
#include <stdio.h>

#include "base/escape.h"
#include "base/file.h"
#include "base/number.h"
#include "catalog/strings.h"
#include "command/command.h"
#include "command/estimate_on.h"
#include "command/fields.h"
#include "command/run.h"
#include "command/text.h"
#include "command/workload_options.h"
#include "sizing/memory.h"
#include "sizing/names.h"

static const char help_head[] =
    "usage: chipfirst estimate --model ID [options]\n"
    "\n"
    "Computes the memory of the fullest GPU, term by term, its peak over the phases of the run, and a range:\n"
    "nine of ten measured cases lie below the high end. With --on also the time on machines of an instance type, what\n"
    "binds, what to change first, and what it costs.\n"
    "\n"
    "  --model ID        a model of the catalogue\n"
    "  --on TYPE         an instance type of the catalogue, as many machines as the GPUs need\n"
    "  --stack ID        what a framework really does, a preset of the options below (catalog/stacks.yaml)\n"
    "  --json            for programs, see docs/json.md: bytes are whole numbers, per GPU\n"
    "  --catalog DIR     a catalogue folder; may be given several times (default: catalog)\n"
    "  --templates DIR   where the texts of terms and formulas are (default: templates); without it ids are shown\n"
    "  --help            this text\n"
    "\n"
    "The workload, with what holds when an option is not given; they override the stack:\n"
    "\n"
    "  --zero N, --tp N  short for --zero-stage and --tensor-parallel; without --gpus, --tp sets the GPUs too\n";
static const char help_middle[] =
    "\n"
    "With --on, prices of one machine of that type. Those of the catalogue are used where there are any\n"
    "(catalog/prices/README.md); without prices the answer is in GPU-hours. TYPE=AMOUNT is allowed, too, as recommend\n"
    "takes it:\n"
    "\n"
    PRICE_OPTIONS_HELP
    "  --price AMOUNT    short for --price-hour\n";
static const char help_tail[] =
    "\n"
    "With --token-budget the money is that of the whole job under every way of paying that has a price, spot with\n"
    "checkpoints at the best interval; without it, that of a month, of which --utilisation is used.\n"
    "For inference --seq counts the tokens in the cache of one sequence. --scope says what the total speaks of:\n"
    "device is what nvidia-smi shows, reserved and allocated are torch's. Terms of different phases are not alive\n"
    "at once, so the peak is less than their sum.\n"
    "\n"
    "Exit code: 0 done, 1 the input is wrong, 2 the world is wrong.\n";

/* What is shown. */
struct report {
    const struct model *model;
    struct sizing_workload workload;
    struct sizing_estimate estimate;
    struct strings *strings; /* or NULL: ids */
    const struct estimate_on *on; /* or NULL */
    struct arena *arena;
};

/* ---- texts */

static struct str text_of(const struct report *r, const char *prefix, const char *id)
{
    return r->strings ? string_of(r->strings, LANG_EN, prefix, str_from(id)) : str_from(id);
}

static struct str operand_text(struct arena *arena, double value)
{
    struct buf b = {0};
    number_readable(&b, value, 6);
    return arena_take(arena, &b);
}

/* Without texts: the id and its operands, kv_full(32, 8, …). */
static void put_plain(struct buf *b, enum sizing_formula formula, const struct str *operands, int n)
{
    buf_puts(b, names_formula(formula));
    for (int i = 0; i < n; i++)
        buf_printf(b, "%s%" STR_FMT, i ? ", " : "(", STR_ARG(operands[i]));
    buf_putc(b, ')');
}

static struct str formula_text(const struct report *r, const struct sizing_term *term)
{
    struct str operands[SIZING_OPERANDS_MAX];
    struct buf b = {0};
    int n = names_formula_operands(term->formula);
    if (term->formula == SIZING_FORMULA_none)
        return S("");
    for (int i = 0; i < n; i++)
        operands[i] = operand_text(r->arena, term->operands[i]);
    if (r->strings)
        string_format(&b, text_of(r, "formula.", names_formula(term->formula)), operands, (size_t)n);
    else
        put_plain(&b, term->formula, operands, n);
    return arena_take(r->arena, &b);
}

static bool is_shown(const struct sizing_term *term)
{
    return term->state == SIZING_STATE_not_modelled || (term->state != SIZING_STATE_none && term->bytes > 0);
}

/* ---- the table */

static struct str gib(struct arena *arena, double bytes)
{
    struct buf b = {0};
    number_fixed(&b, bytes / 1073741824.0, 3);
    return arena_take(arena, &b);
}

static void put_term(const struct report *r, enum sizing_term_id id)
{
    const struct sizing_term *term = &r->estimate.terms[id];
    text_put(text_of(r, "term.", names_term(id)), 40, false);
    if (term->state == SIZING_STATE_not_modelled) {
        printf("%12s\n", "not modelled");
        return;
    }
    printf("%9" STR_FMT " ", STR_ARG(gib(r->arena, term->bytes)));
    if (r->estimate.has_total)
        printf("%9" STR_FMT "  ", STR_ARG(gib(r->arena, term->peak_bytes)));
    else
        printf("%9s  ", "");
    printf("%" STR_FMT "\n", STR_ARG(formula_text(r, term)));
}

static void put_workload(const struct report *r)
{
    const struct sizing_workload *w = &r->workload;
    printf("%" STR_FMT ": %s, %.0f token%s × %.0f sequence%s, %.0f GPU%s", STR_ARG(r->model->record.id),
           names_value(SIZING_KIND_METHOD, (int)w->method), w->seq, w->seq == 1 ? "" : "s", w->batch, w->batch == 1 ? "" : "s",
           w->gpus, w->gpus == 1 ? "" : "s");
    if (w->tensor_parallel > 1)
        printf(", tensor parallel %.0f", w->tensor_parallel);
    if (w->zero_stage > 0)
        printf(", ZeRO stage %.0f", w->zero_stage);
    fputs("\n\n", stdout);
}

static void put_total(const struct report *r)
{
    const struct sizing_estimate *e = &r->estimate;
    if (!e->has_total) {
        printf("\nNo total: a term is not modelled. The exact terms alone need %" STR_FMT " GiB.\n",
               STR_ARG(gib(r->arena, e->exact_bytes)));
        return;
    }
    printf("\nPeak: %" STR_FMT "\n", STR_ARG(text_of(r, "phase.", names_phase(e->phase))));
    printf("Total per GPU (%s): %" STR_FMT " GiB, low %" STR_FMT ", high %" STR_FMT "\n",
           names_value(SIZING_KIND_SCOPE, r->workload.scope > 0 ? (int)r->workload.scope : SIZING_SCOPE_device),
           STR_ARG(gib(r->arena, e->likely)), STR_ARG(gib(r->arena, e->low)), STR_ARG(gib(r->arena, e->high)));
}

static void put_table(const struct report *r)
{
    put_workload(r);
    printf("%-40s %9s %9s  %s\n", "term", "GiB", r->estimate.has_total ? "at peak" : "", "formula");
    for (int id = 0; id < SIZING_TERMS; id++)
        if (is_shown(&r->estimate.terms[id]))
            put_term(r, (enum sizing_term_id)id);
    put_total(r);
    for (int i = 0; i < SIZING_WARNINGS; i++)
        if (r->estimate.warnings[i])
            printf("Warning: %" STR_FMT "\n", STR_ARG(text_of(r, "warning.", names_warning((enum sizing_warning)i))));
    if (r->on)
        estimate_on_table(r->on, r->strings);
}

/* ---- JSON */

static void key_bytes(struct buf *b, const char *key, double bytes)
{
    buf_printf(b, "\"%s\": %.0f", key, memory_round(bytes));
}

static void json_term(struct buf *b, const struct report *r, enum sizing_term_id id)
{
    const struct sizing_term *term = &r->estimate.terms[id];
    buf_printf(b, "{\"id\": \"%s\", ", names_term(id));
    if (term->state == SIZING_STATE_not_modelled) {
        buf_puts(b, "\"bytes\": null, \"formula\": null}");
        return;
    }
    key_bytes(b, "bytes", term->bytes);
    buf_puts(b, ", ");
    key_bytes(b, "peak_bytes", term->peak_bytes);
    buf_puts(b, ", \"formula\": ");
    escape_json_string(b, formula_text(r, term));
    buf_putc(b, '}');
}

static void json_terms(struct buf *b, const struct report *r)
{
    const char *separator = "\n  ";
    buf_puts(b, ",\n \"terms\": [");
    for (int id = 0; id < SIZING_TERMS; id++)
        if (is_shown(&r->estimate.terms[id])) {
            buf_puts(b, separator);
            json_term(b, r, (enum sizing_term_id)id);
            separator = ",\n  ";
        }
    buf_putc(b, ']');
}

static void json_total(struct buf *b, const struct report *r)
{
    const struct sizing_estimate *e = &r->estimate;
    buf_puts(b, ",\n \"total\": ");
    if (!e->has_total) {
        buf_puts(b, "null");
        return;
    }
    buf_putc(b, '{');
    key_bytes(b, "low", e->low);
    buf_puts(b, ", ");
    key_bytes(b, "likely", e->likely);
    buf_puts(b, ", ");
    key_bytes(b, "high", e->high);
    buf_putc(b, '}');
}

static void json_warnings(struct buf *b, const struct report *r)
{
    const char *separator = "";
    buf_puts(b, ",\n \"warnings\": [");
    for (int i = 0; i < SIZING_WARNINGS; i++)
        if (r->estimate.warnings[i]) {
            buf_printf(b, "%s\"%s\"", separator, names_warning((enum sizing_warning)i));
            separator = ", ";
        }
    buf_puts(b, "]");
}

static void put_json(const struct report *r)
{
    struct buf b = {0};
    double scope = r->workload.scope > 0 ? r->workload.scope : SIZING_SCOPE_device;
    buf_puts(&b, "{\"model\": ");
    escape_json_string(&b, r->model->record.id);
    buf_printf(&b, ", \"method\": \"%s\"", names_value(SIZING_KIND_METHOD, (int)r->workload.method));
    buf_printf(&b, ", \"scope\": \"%s\"", names_value(SIZING_KIND_SCOPE, (int)scope));
    if (r->estimate.has_total)
        buf_printf(&b, ", \"phase\": \"%s\"", names_phase(r->estimate.phase));
    else
        buf_puts(&b, ", \"phase\": null");
    json_terms(&b, r);
    json_total(&b, r);
    buf_puts(&b, ",\n ");
    key_bytes(&b, "exact_bytes", r->estimate.exact_bytes);
    json_warnings(&b, r);
    buf_puts(&b, ",\n \"workload\": {");
    fields_json(&b, SIZING_GROUP_workload, (const double *)&r->workload);
    buf_putc(&b, '}');
    if (r->on) {
        buf_puts(&b, ",\n \"on\": ");
        estimate_on_json(&b, r->on);
    }
    buf_puts(&b, "}\n");
    fwrite(b.p, 1, b.n, stdout);
    buf_free(&b);
}

/* ---- the command */

static bool load_strings(const struct workload_options *o, struct report *r, struct diag *diag)
{
    const char *file = arena_printf(r->arena, "%s/strings.en.yaml", o->templates).p;
    if (file_kind(file) == FILE_MISSING)
        return true;
    r->strings = strings_load(o->templates, r->arena, diag);
    return r->strings != NULL;
}

static bool report(const void *arguments, struct arena *arena, struct diag *diag)
{
    const struct workload_options *o = arguments;
    struct report r = {.arena = arena};
    struct estimate_on on;
    const struct catalog *c = catalog_load(o->catalogs, o->catalog_count, arena, diag);
    if (!c || !load_strings(o, &r, diag))
        return false;
    r.model = workload_options_find(c, RECORD_model, "model", str_from(o->model));
    if (!r.model || !workload_options_apply(o, c, NULL, r.model, &r.workload))
        return false;
    struct sizing_error error = memory_estimate(&r.model->sizing, &r.workload, &r.estimate);
    if (error.reason != SIZING_OK) {
        workload_options_refuse(o, r.model, error);
        return false;
    }
    if (o->on && !estimate_on_fill(o, c, r.model, &r.workload, arena, diag, &on))
        return false;
    r.on = o->on ? &on : NULL;
    if (o->json)
        put_json(&r);
    else
        put_table(&r);
    return true;
}

/* What only speed and cost need is of no use without a machine. */
static bool check_without_type(const struct workload_options *o)
{
    char name[FIELD_NAME_MAX];
    for (int slot = 0; slot < SIZING_RUN_SLOTS; slot++) {
        if (!o->run_given[slot])
            continue;
        field_option_name(name, o->run_given[slot]);
        fprintf(stderr, "chipfirst: --%s says how the machine is used, but no --on TYPE which one\n", name);
        return false;
    }
    if (o->price_count)
        fprintf(stderr, "chipfirst: a price is given, but no --on TYPE to pay for\n");
    return o->price_count == 0;
}

int command_estimate(int argc, char **argv)
{
    struct workload_options o = {.catalog_count = 0};
    bool is_right = workload_options_read(&o, argc, argv);
    if (is_right && o.help) {
        workload_options_help(help_head, help_middle, "AMOUNT", help_tail);
        return 0;
    }
    if (is_right && !o.model) {
        fprintf(stderr, "chipfirst: --model is missing\n");
        is_right = false;
    }
    is_right = is_right && (o.on || check_without_type(&o));
    if (!is_right) {
        fprintf(stderr, "chipfirst: see chipfirst estimate --help\n");
        return 1;
    }
    return command_run(report, &o);
}
