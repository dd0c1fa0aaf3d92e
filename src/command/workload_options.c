/* A workload given on the command line: what estimate and recommend share. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command/workload_options.h"

#include "base/escape.h"
#include "base/number.h"
#include "base/suggest.h"
#include "sizing/check.h"
#include "sizing/names.h"

enum {
    OPTION_CATALOG = 256, OPTION_MODEL, OPTION_STACK, OPTION_TEMPLATES, OPTION_JSON, OPTION_HELP, OPTION_SCENARIO, OPTION_LIMIT,
    OPTION_FIELD /* + slot */
};
enum { NAME_MAX_BYTES = 48 };

static const struct option own_options[] = {
    {"catalog", required_argument, NULL, OPTION_CATALOG},     {"model", required_argument, NULL, OPTION_MODEL},
    {"stack", required_argument, NULL, OPTION_STACK},         {"templates", required_argument, NULL, OPTION_TEMPLATES},
    {"json", no_argument, NULL, OPTION_JSON},                 {"help", no_argument, NULL, OPTION_HELP},
    {"zero", required_argument, NULL, OPTION_FIELD + SIZING_WORKLOAD_zero_stage},
    {"tp", required_argument, NULL, OPTION_FIELD + SIZING_WORKLOAD_tensor_parallel},
};
static const struct option scenario_options[] = {
    {"scenario", required_argument, NULL, OPTION_SCENARIO},
    {"limit", required_argument, NULL, OPTION_LIMIT},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Every option, the fields' names with hyphens among them. */
struct table {
    struct option options[SIZING_WORKLOAD_SLOTS + COUNT_OF(own_options) + COUNT_OF(scenario_options) + 1];
    char names[SIZING_WORKLOAD_SLOTS][NAME_MAX_BYTES];
};

static void put_hyphens(char *name, const char *id)
{
    snprintf(name, NAME_MAX_BYTES, "%s", id);
    for (; *name; name++)
        if (*name == '_')
            *name = '-';
}

static void fill_table(struct table *t, bool takes_scenario)
{
    size_t n = 0;
    memset(t, 0, sizeof *t);
    for (int slot = 0; slot < SIZING_WORKLOAD_SLOTS; slot++) {
        const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
        put_hyphens(t->names[slot], f->id);
        t->options[n++] = (struct option){t->names[slot], f->kind == SIZING_KIND_BOOL ? optional_argument : required_argument,
                                          NULL, OPTION_FIELD + slot};
    }
    for (size_t i = 0; i < COUNT_OF(own_options); i++)
        t->options[n++] = own_options[i];
    for (size_t i = 0; takes_scenario && i < COUNT_OF(scenario_options); i++)
        t->options[n++] = scenario_options[i];
}

/* ---- values */

static bool is_bool_word(const char *text)
{
    return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 || strcmp(text, "1") == 0 || strcmp(text, "0") == 0;
}

static bool parse_bool(const char *text, double *value)
{
    *value = text[0] == 't' || text[0] == '1';
    return is_bool_word(text);
}

static void list_values(const struct sizing_field *f, struct buf *out)
{
    for (int i = 1; i <= names_value_count(f->kind); i++)
        buf_printf(out, "%s%s", i > 1 ? ", " : "", names_value(f->kind, i));
}

static bool refuse_value(const struct sizing_field *f, const char *name, const char *text)
{
    struct buf values = {0};
    struct suggestion near = suggest_begin(str_from(text));
    for (int i = 1; i <= names_value_count(f->kind); i++)
        suggest_offer(&near, str_from(names_value(f->kind, i)));
    list_values(f, &values);
    fprintf(stderr, "chipfirst: --%s has no value \"%s\"; ", name, text);
    if (near.best.n)
        fprintf(stderr, "did you mean \"%" STR_FMT "\"?\n", STR_ARG(near.best));
    else
        fprintf(stderr, "write one of %" STR_FMT "\n", STR_ARG(buf_str(&values)));
    buf_free(&values);
    return false;
}

static bool parse_value(int slot, const char *name, const char *text, double *value)
{
    const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
    if (names_value_count(f->kind)) {
        *value = names_value_index(f->kind, text, strlen(text));
        return *value > 0 || refuse_value(f, name, text);
    }
    if (f->kind == SIZING_KIND_BOOL) {
        if (parse_bool(text, value))
            return true;
        fprintf(stderr, "chipfirst: --%s is true or false, not \"%s\"\n", name, text);
        return false;
    }
    if (number_parse(str_from(text), value))
        return true;
    fprintf(stderr, "chipfirst: --%s \"%s\" is not a number\n", name, text);
    return false;
}

/* A switch alone means true; `--compiled false` is as good as `--compiled=false`. */
static const char *switch_text(int argc, char **argv)
{
    if (optarg)
        return optarg;
    return optind < argc && is_bool_word(argv[optind]) ? argv[optind++] : "true";
}

static bool take_field(struct workload_options *o, int slot, const char *name, int argc, char **argv)
{
    const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
    const char *text = f->kind == SIZING_KIND_BOOL ? switch_text(argc, argv) : optarg;
    double value;
    if (!parse_value(slot, name, text, &value))
        return false;
    if (o->given[slot] && o->values[slot] != value) {
        fprintf(stderr, "chipfirst: --%s is given twice with different values\n", name);
        return false;
    }
    /* `name` lies in the caller's table, which does not live as long as the options. */
    o->given[slot] = strcmp(name, "tp") == 0 ? "tp" : strcmp(name, "zero") == 0 ? "zero" : f->id;
    o->values[slot] = value;
    return true;
}

/* ---- arguments */

static bool take_limit(struct workload_options *o)
{
    double value;
    o->has_limit = number_parse(str_from(optarg), &value) && value >= 0 && value < 1e6 && value == (double)(size_t)value;
    if (o->has_limit)
        o->limit = (size_t)value;
    else
        fprintf(stderr, "chipfirst: --limit \"%s\" is not a whole number from 0\n", optarg);
    return o->has_limit;
}

static bool take(struct workload_options *o, const struct option *option, int argc, char **argv)
{
    switch (option->val) {
    case OPTION_CATALOG:
        if (o->catalog_count == WORKLOAD_CATALOGS_MAX) {
            fprintf(stderr, "chipfirst: at most %d --catalog folders\n", WORKLOAD_CATALOGS_MAX);
            return false;
        }
        o->catalogs[o->catalog_count++] = optarg;
        return true;
    case OPTION_MODEL: o->model = optarg; return true;
    case OPTION_STACK: o->stack = optarg; return true;
    case OPTION_TEMPLATES: o->templates = optarg; return true;
    case OPTION_JSON: o->json = true; return true;
    case OPTION_HELP: o->help = true; return true;
    case OPTION_SCENARIO: o->scenario = optarg; return true;
    case OPTION_LIMIT: return take_limit(o);
    default: return take_field(o, option->val - OPTION_FIELD, option->name, argc, argv);
    }
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
    fill_table(&t, o->takes_scenario);
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

const void *workload_options_find(const struct catalog *c, enum record_kind kind, const char *option, const char *id)
{
    const void *record = catalog_find(c, kind, str_from(id));
    if (record)
        return record;
    struct str near = catalog_suggest(c, kind, str_from(id));
    fprintf(stderr, "chipfirst: --%s: there is no %s \"%s\" in the catalogue", option, record_kind_name(kind), id);
    if (near.n)
        fprintf(stderr, "; did you mean %" STR_FMT "?", STR_ARG(near));
    fputc('\n', stderr);
    return NULL;
}

void workload_options_refuse(const struct workload_options *o, const struct model *model, struct sizing_error error)
{
    const struct sizing_field *f = names_field(error.group, error.slot);
    char name[NAME_MAX_BYTES], reason[NAME_MAX_BYTES];
    bool is_option = error.group == SIZING_GROUP_workload;
    put_hyphens(name, is_option && o->given[error.slot] ? o->given[error.slot] : f->id);
    snprintf(reason, sizeof reason, "%s", names_reason(error.reason));
    for (char *p = reason; *p; p++)
        if (*p == '_')
            *p = ' ';
    struct str id = model ? model->record.id : S("");
    if (is_option)
        fprintf(stderr, "chipfirst: --%s: %s\n", name, reason);
    else
        fprintf(stderr, "chipfirst: model %" STR_FMT ", %s: %s\n", STR_ARG(id), f->id, reason);
}

bool workload_options_apply(const struct workload_options *o, const struct catalog *c, const struct sizing_workload *base,
                            const struct model *model, struct sizing_workload *out)
{
    double *slots = (double *)out;
    sizing_workload_init(out);
    if (base)
        *out = *base;
    if (o->stack) {
        const struct stack *stack = workload_options_find(c, RECORD_stack, "stack", o->stack);
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

/* ---- texts */

void workload_value_text(struct buf *out, int slot, double value)
{
    const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
    const char *spelling = names_value(f->kind, (int)value);
    if (spelling)
        buf_puts(out, spelling);
    else if (f->kind == SIZING_KIND_BOOL)
        buf_puts(out, value != 0 ? "true" : "false");
    else
        number_trimmed(out, value, 6);
}

void workload_json(struct buf *out, const struct sizing_workload *workload)
{
    const double *slots = (const double *)workload;
    for (int slot = 0; slot < SIZING_WORKLOAD_SLOTS; slot++) {
        const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
        bool is_word = names_value_count(f->kind) > 0;
        buf_printf(out, "%s\"%s\": %s", slot ? ", " : "", f->id, is_word ? "\"" : "");
        workload_value_text(out, slot, slots[slot]);
        buf_puts(out, is_word ? "\"" : "");
    }
}

static void put_field_help(struct buf *out, int slot)
{
    const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
    char name[NAME_MAX_BYTES];
    put_hyphens(name, f->id);
    buf_printf(out, "  --%s", name);
    if (names_value_count(f->kind)) {
        buf_puts(out, " WORD\n        ");
        list_values(f, out);
    } else {
        buf_puts(out, f->kind == SIZING_KIND_BOOL ? " [true|false]" : " N");
        if (f->unit[0])
            buf_printf(out, " %s", f->unit);
    }
    buf_puts(out, " (");
    workload_value_text(out, slot, f->initial);
    buf_puts(out, ")\n");
}

void workload_options_help(const char *head, const char *tail)
{
    struct buf fields = {0};
    for (int slot = 0; slot < SIZING_WORKLOAD_SLOTS; slot++)
        put_field_help(&fields, slot);
    fputs(head, stdout);
    fwrite(fields.p, 1, fields.n, stdout);
    fputs(tail, stdout);
    buf_free(&fields);
}
