/* A workload, its run and its prices given on the command line. */
#include "command/workload_options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "catalog/price.h"
#include "command/fields.h"
#include "sizing/check.h"
#include "sizing/names.h"
#include "sizing/speed.h"

enum {
    OPTION_CATALOG = 256, OPTION_MODEL, OPTION_STACK, OPTION_TEMPLATES, OPTION_JSON, OPTION_HELP, OPTION_SCENARIO, OPTION_LIMIT,
    OPTION_MACHINES, OPTION_ON, OPTION_CURRENCY, OPTION_REGION, OPTION_TODAY,
    OPTION_PRICE_DAYS,
    OPTION_FIELD = 1000, OPTION_RUN = 2000, OPTION_PRICE = 3000 /* + slot */
};

static const struct option own_options[] = {
    {"catalog", required_argument, NULL, OPTION_CATALOG},     {"model", required_argument, NULL, OPTION_MODEL},
    {"stack", required_argument, NULL, OPTION_STACK},         {"templates", required_argument, NULL, OPTION_TEMPLATES},
    {"json", no_argument, NULL, OPTION_JSON},                 {"help", no_argument, NULL, OPTION_HELP},
    {"currency", required_argument, NULL, OPTION_CURRENCY},   {"region", required_argument, NULL, OPTION_REGION},
    {"today", required_argument, NULL, OPTION_TODAY},         {"price-days", required_argument, NULL, OPTION_PRICE_DAYS},
    {"zero", required_argument, NULL, OPTION_FIELD + SIZING_WORKLOAD_zero_stage},
    {"tp", required_argument, NULL, OPTION_FIELD + SIZING_WORKLOAD_tensor_parallel},
    {"price", required_argument, NULL, OPTION_PRICE + SIZING_PRICE_price_hour},
};
static const struct option ranking_options[] = {
    {"scenario", required_argument, NULL, OPTION_SCENARIO},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"machines", required_argument, NULL, OPTION_MACHINES},
};
static const struct option estimate_options[] = {
    {"on", required_argument, NULL, OPTION_ON},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
enum { FIELDS = SIZING_WORKLOAD_SLOTS + SIZING_RUN_SLOTS + SIZING_PRICE_SLOTS };

/* Every option, the fields' names with hyphens among them. */
struct table {
    struct option options[FIELDS + COUNT_OF(own_options) + COUNT_OF(ranking_options) + 1];
    char names[FIELDS][FIELD_NAME_MAX];
    size_t n;
};

static void add_fields(struct table *t, enum sizing_group group, int first)
{
    for (int slot = 0; slot < names_field_count(group); slot++) {
        const struct sizing_field *f = names_field(group, slot);
        int argument = f->kind == SIZING_KIND_BOOL ? optional_argument : required_argument;
        field_option_name(t->names[t->n], f->id);
        t->options[t->n] = (struct option){t->names[t->n], argument, NULL, first + slot};
        t->n++;
    }
}

static void add_options(struct table *t, const struct option *options, size_t n)
{
    memcpy(&t->options[t->n], options, n * sizeof *options);
    t->n += n;
}

static void fill_table(struct table *t, bool is_ranking)
{
    memset(t, 0, sizeof *t);
    add_fields(t, SIZING_GROUP_workload, OPTION_FIELD);
    add_fields(t, SIZING_GROUP_run, OPTION_RUN);
    add_fields(t, SIZING_GROUP_prices, OPTION_PRICE);
    add_options(t, own_options, COUNT_OF(own_options));
    if (is_ranking)
        add_options(t, ranking_options, COUNT_OF(ranking_options));
    else
        add_options(t, estimate_options, COUNT_OF(estimate_options));
}

/* ---- fields */

/* A switch alone means true; `--compiled false` is as good as `--compiled=false`. */
static const char *switch_text(int argc, char **argv)
{
    if (optarg)
        return optarg;
    return optind < argc && field_is_switch_word(argv[optind]) ? argv[optind++] : "true";
}

/* `name` lies in the caller's table, which does not live as long as the options: this one does. */
static const char *lasting_name(enum sizing_group group, int slot, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(own_options); i++)
        if (strcmp(name, own_options[i].name) == 0)
            return own_options[i].name;
    return names_field(group, slot)->id;
}

static bool refuse_twice(const char *name)
{
    fprintf(stderr, "chipfirst: --%s is given twice with different values\n", name);
    return false;
}

static bool take_field(enum sizing_group group, int slot, const char *name, int argc, char **argv, const char **given, double *values)
{
    const struct sizing_field *f = names_field(group, slot);
    const char *text = f->kind == SIZING_KIND_BOOL ? switch_text(argc, argv) : optarg;
    double value;
    if (!field_parse(group, slot, name, text, &value))
        return false;
    if (given[slot] && values[slot] != value)
        return refuse_twice(name);
    given[slot] = lasting_name(group, slot, name);
    values[slot] = value;
    return true;
}

/* AMOUNT or TYPE=AMOUNT. */
static bool take_price(struct workload_options *o, int slot, const char *name)
{
    const char *equals = strrchr(optarg, '=');
    struct given_price p = {.slot = slot, .name = lasting_name(SIZING_GROUP_prices, slot, name)};
    if (!field_parse(SIZING_GROUP_prices, slot, name, equals ? equals + 1 : optarg, &p.amount))
        return false;
    if (equals)
        p.type = (struct str){optarg, (size_t)(equals - optarg)};
    for (size_t i = 0; i < o->price_count; i++) {
        const struct given_price *before = &o->prices[i];
        if (before->slot == slot && str_eq(before->type, p.type) && before->amount != p.amount)
            return refuse_twice(name);
    }
    if (o->price_count == WORKLOAD_PRICES_MAX) {
        fprintf(stderr, "chipfirst: at most %d prices\n", WORKLOAD_PRICES_MAX);
        return false;
    }
    o->prices[o->price_count++] = p;
    return true;
}

/* ---- arguments */

static bool parse_whole(const char *name, double least, double *value)
{
    bool is_whole = number_parse(str_from(optarg), value) && *value >= least && *value < 1e6 && *value == (double)(size_t)*value;
    if (!is_whole)
        fprintf(stderr, "chipfirst: --%s \"%s\" is not a whole number from %.0f\n", name, optarg, least);
    return is_whole;
}

static bool take_limit(struct workload_options *o)
{
    double value;
    o->has_limit = parse_whole("limit", 0, &value);
    if (o->has_limit)
        o->limit = (size_t)value;
    return o->has_limit;
}

static bool take_days(struct workload_options *o)
{
    double value;
    if (!parse_whole("price-days", 0, &value))
        return false;
    o->price_days = (int)value;
    return true;
}

static bool take_today(struct workload_options *o)
{
    o->today = optarg;
    if (price_is_day(str_from(optarg)))
        return true;
    fprintf(stderr, "chipfirst: --today \"%s\" is not a day; write YYYY-MM-DD\n", optarg);
    return false;
}

static bool take_catalog(struct workload_options *o)
{
    if (o->catalog_count == WORKLOAD_CATALOGS_MAX) {
        fprintf(stderr, "chipfirst: at most %d --catalog folders\n", WORKLOAD_CATALOGS_MAX);
        return false;
    }
    o->catalogs[o->catalog_count++] = optarg;
    return true;
}

static bool take(struct workload_options *o, const struct option *option, int argc, char **argv)
{
    int value = option->val;
    switch (value) {
    case OPTION_CATALOG: return take_catalog(o);
    case OPTION_MODEL: o->model = optarg; return true;
    case OPTION_STACK: o->stack = optarg; return true;
    case OPTION_TEMPLATES: o->templates = optarg; return true;
    case OPTION_JSON: o->json = true; return true;
    case OPTION_HELP: o->help = true; return true;
    case OPTION_SCENARIO: o->scenario = optarg; return true;
    case OPTION_ON: o->on = optarg; return true;
    case OPTION_LIMIT: return take_limit(o);
    case OPTION_MACHINES: return parse_whole("machines", 1, &o->machines);
    case OPTION_CURRENCY: o->currency = optarg; return true;
    case OPTION_REGION: o->region = optarg; return true;
    case OPTION_TODAY: return take_today(o);
    case OPTION_PRICE_DAYS: return take_days(o);
    default: break;
    }
    if (value >= OPTION_PRICE)
        return take_price(o, value - OPTION_PRICE, option->name);
    if (value >= OPTION_RUN)
        return take_field(SIZING_GROUP_run, value - OPTION_RUN, option->name, argc, argv, o->run_given, o->run_values);
    return take_field(SIZING_GROUP_workload, value - OPTION_FIELD, option->name, argc, argv, o->given, o->values);
}

static void refuse_option(const struct table *t, const char *argument)
{
    struct str name = str_from(argument);
    while (name.n && *name.p == '-')
        name = str_sub(name, 1, name.n);
    name = str_sub(name, 0, str_find_char(name, '='));
    struct suggestion near = suggest_begin(name);
    for (const struct option *o = t->options; o->name; o++) {
        if (str_eq_c(name, o->name)) {
            fprintf(stderr, o->has_arg == no_argument ? "chipfirst: --%s takes no value\n" : "chipfirst: --%s needs a value\n", o->name);
            return;
        }
        suggest_offer(&near, str_from(o->name));
    }
    fprintf(stderr, "chipfirst: unknown option %s", argument);
    if (near.best.n)
        fprintf(stderr, "; did you mean --%" STR_FMT "?", STR_ARG(near.best));
    fputc('\n', stderr);
}

bool workload_options_read(struct workload_options *o, int argc, char **argv)
{
    struct table t;
    int index = 0;
    fill_table(&t, o->is_ranking);
    o->price_days = PRICE_DAYS_MAX;
    optind = 1;
    opterr = 0; /* getopt would name the command where the program's name belongs */
    for (int option; (option = getopt_long(argc, argv, "", t.options, &index)) != -1;) {
        if (option == '?') {
            refuse_option(&t, argv[optind - 1]);
            return false;
        }
        if (!take(o, &t.options[index], argc, argv))
            return false;
    }
    if (optind < argc) {
        fprintf(stderr, "chipfirst: unexpected argument \"%s\"\n", argv[optind]);
        return false;
    }
    if (o->catalog_count == 0)
        o->catalogs[o->catalog_count++] = "catalog";
    if (!o->templates)
        o->templates = "templates";
    return true;
}

/* ---- the workload */

const void *workload_options_find(const struct catalog *c, enum record_kind kind, const char *option, struct str id)
{
    const void *record = catalog_find(c, kind, id);
    if (record)
        return record;
    struct str near = catalog_suggest(c, kind, id);
    fprintf(stderr, "chipfirst: --%s: there is no %s \"%" STR_FMT "\" in the catalogue", option, record_kind_name(kind), STR_ARG(id));
    if (near.n)
        fprintf(stderr, "; did you mean %" STR_FMT "?", STR_ARG(near));
    fputc('\n', stderr);
    return NULL;
}

/* What the option of a field was called; NULL when it was not given. */
static const char *given_name(const struct workload_options *o, struct sizing_error error)
{
    if (error.group == SIZING_GROUP_workload)
        return o->given[error.slot];
    return error.group == SIZING_GROUP_run ? o->run_given[error.slot] : NULL;
}

void workload_options_refuse(const struct workload_options *o, const struct model *model, struct sizing_error error)
{
    const struct sizing_field *f = names_field(error.group, error.slot);
    const char *given = given_name(o, error);
    char name[FIELD_NAME_MAX];
    field_option_name(name, given ? given : f->id);
    if (error.group != SIZING_GROUP_model) {
        field_refuse(name, error.reason);
        return;
    }
    struct str id = model ? model->record.id : S("");
    struct buf reason = {0};
    for (const char *p = names_reason(error.reason); *p; p++)
        buf_putc(&reason, *p == '_' ? ' ' : *p);
    fprintf(stderr, "chipfirst: model %" STR_FMT ", %s: %" STR_FMT "\n", STR_ARG(id), f->id, STR_ARG(buf_str(&reason)));
    buf_free(&reason);
}

bool workload_options_apply(const struct workload_options *o, const struct catalog *c, const struct sizing_workload *base,
                            const struct model *model, struct sizing_workload *out)
{
    double *slots = (double *)out;
    sizing_workload_init(out);
    if (base)
        *out = *base;
    if (o->stack) {
        const struct stack *stack = workload_options_find(c, RECORD_stack, "stack", str_from(o->stack));
        if (!stack)
            return false;
        workload_overlay(&stack->switches.fields, out);
    }
    for (int slot = 0; slot < SIZING_WORKLOAD_SLOTS; slot++)
        if (o->given[slot])
            slots[slot] = o->values[slot];
    double product = out->tensor_parallel * out->pipeline_parallel * out->context_parallel;
    if (!o->given[SIZING_WORKLOAD_gpus] && product > out->gpus)
        out->gpus = product;
    struct sizing_error error = model ? check_pair(&model->sizing, out) : check_workload(out);
    if (error.reason != SIZING_OK)
        workload_options_refuse(o, model, error);
    return error.reason == SIZING_OK;
}

/* A workload that the speed model refuses by itself (batch 0) is refused there only when a speed is asked for. */
bool workload_options_apply_run(const struct workload_options *o, const struct model *model, const struct sizing_workload *workload,
                                struct sizing_run *out)
{
    struct speed_job job;
    sizing_run_init(out);
    for (int slot = 0; slot < SIZING_RUN_SLOTS; slot++)
        if (o->run_given[slot])
            ((double *)out)[slot] = o->run_values[slot];
    if (!model)
        return true;
    struct sizing_error error = speed_prepare(&model->sizing, workload, out, &job);
    if (error.reason == SIZING_OK || error.group != SIZING_GROUP_run)
        return true;
    workload_options_refuse(o, model, error);
    return false;
}

/* ---- help */

void workload_options_help(const char *head, const char *middle, const char *amount, const char *tail)
{
    struct buf fields = {0};
    fputs(head, stdout);
    fields_help(&fields, SIZING_GROUP_workload, "N");
    buf_puts(&fields, "\nThe run, for its speed:\n\n");
    fields_help(&fields, SIZING_GROUP_run, "N");
    buf_puts(&fields, middle);
    fields_help(&fields, SIZING_GROUP_prices, amount);
    fwrite(fields.p, 1, fields.n, stdout);
    fputs(tail, stdout);
    buf_free(&fields);
}
