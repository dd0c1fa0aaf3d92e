/* Workloads written as text, and catalogue records as inputs of the sizing core. */
#include "catalog/workload.h"

#include "base/number.h"
#include "base/suggest.h"
#include "sizing/check.h"
#include "sizing/names.h"

struct query_reader {
    const struct catalog *c;
    struct place at;
    struct diag *diag;
    struct workload_query *out;
};

static bool set_enum(const struct query_reader *r, const struct sizing_field *f, struct str value, double *slot)
{
    int index = names_value_index(f->kind, value.p, value.n);
    if (index) {
        *slot = index;
        return true;
    }
    struct suggestion near = suggest_begin(value);
    for (int i = 1; i <= names_value_count(f->kind); i++)
        suggest_offer(&near, str_from(names_value(f->kind, i)));
    diag_error(r->diag, r->at, "%s has no value \"%" STR_FMT "\"", f->id, STR_ARG(value));
    if (near.best.n)
        diag_note(r->diag, r->at, "did you mean \"%" STR_FMT "\"?", STR_ARG(near.best));
    return false;
}

static bool set_field(const struct query_reader *r, struct str key, struct str value)
{
    int slot = names_slot(SIZING_GROUP_workload, key.p, key.n);
    if (slot < 0) {
        struct suggestion near = suggest_begin(key);
        for (int i = 0; i < names_field_count(SIZING_GROUP_workload); i++)
            suggest_offer(&near, str_from(names_field(SIZING_GROUP_workload, i)->id));
        diag_error(r->diag, r->at, "a workload has no key \"%" STR_FMT "\"", STR_ARG(key));
        if (near.best.n)
            diag_note(r->diag, r->at, "did you mean \"%" STR_FMT "\"?", STR_ARG(near.best));
        return false;
    }
    const struct sizing_field *f = names_field(SIZING_GROUP_workload, slot);
    double *at = (double *)&r->out->workload + slot;
    if (names_value_count(f->kind))
        return set_enum(r, f, value, at);
    if (!number_parse(value, at)) {
        diag_error(r->diag, r->at, "%s \"%" STR_FMT "\" is not a number", f->id, STR_ARG(value));
        return false;
    }
    return true;
}

static const void *find_record(const struct query_reader *r, enum record_kind kind, struct str id)
{
    const void *record = catalog_find(r->c, kind, id);
    if (record)
        return record;
    diag_error(r->diag, r->at, "there is no %s %" STR_FMT " in the catalogue", record_kind_name(kind), STR_ARG(id));
    struct str near = catalog_suggest(r->c, kind, id);
    if (near.n)
        diag_note(r->diag, r->at, "did you mean %" STR_FMT "?", STR_ARG(near));
    return NULL;
}

/* The stack comes first, wherever it stands: other keys override it. */
static bool set_stack(const struct query_reader *r, struct str query)
{
    struct str pair;
    while (str_next(&query, '&', &pair)) {
        if (!str_starts(pair, S("stack=")))
            continue;
        const struct stack *stack = find_record(r, RECORD_stack, str_sub(pair, sizeof "stack=" - 1, pair.n));
        if (!stack)
            return false;
        workload_overlay(&stack->switches.fields, &r->out->workload);
    }
    return true;
}

static bool set_pair(const struct query_reader *r, struct str pair)
{
    size_t equals = str_find_char(pair, '=');
    if (equals == pair.n) {
        diag_error(r->diag, r->at, "\"%" STR_FMT "\" is not key=value", STR_ARG(pair));
        return false;
    }
    struct str key = str_sub(pair, 0, equals), value = str_sub(pair, equals + 1, pair.n);
    if (str_eq(key, S("stack")))
        return true;
    if (!str_eq(key, S("on")))
        return set_field(r, key, value);
    r->out->on = find_record(r, RECORD_chip, value);
    return r->out->on != NULL;
}

bool workload_query_parse(const struct catalog *c, struct str target, struct str query, struct place at,
                          struct workload_query *out, struct diag *diag)
{
    struct query_reader r = {c, at, diag, out};
    *out = (struct workload_query){0};
    sizing_workload_init(&out->workload);
    out->model = find_record(&r, RECORD_model, target);
    if (!out->model)
        return false;
    if (!set_stack(&r, query))
        return false;
    struct str pair;
    while (str_next(&query, '&', &pair))
        if (!set_pair(&r, pair))
            return false;
    struct sizing_error err = check_pair(&out->model->sizing, &out->workload);
    if (err.reason != SIZING_OK) {
        diag_error(diag, at, "%" STR_FMT, STR_ARG(sizing_error_text(c->arena, err)));
        return false;
    }
    return true;
}

static double format_flag(enum tri has)
{
    return has == TRI_ABSENT ? -1 : has == TRI_TRUE;
}

bool chip_to_gpu(const struct chip *chip, struct sizing_gpu *out)
{
    sizing_gpu_init(out);
    if (!num_known(chip->usable))
        return false;
    out->memory_bytes = chip->usable.value * 1048576.0;
    out->bf16 = format_flag(chip->bf16);
    out->fp8 = format_flag(chip->fp8);
    return true;
}

bool type_to_gpu(const struct type *type, struct sizing_gpu *out)
{
    const struct chip *chip = type_chip(type);
    sizing_gpu_init(out);
    if (chip) {
        out->bf16 = format_flag(chip->bf16);
        out->fp8 = format_flag(chip->fp8);
    }
    if (!num_known(type->usable))
        return false;
    out->memory_bytes = type->usable.value * 1048576.0; /* of a share already, so gpu_fraction stays 1 */
    return true;
}

double type_gpu_count(const struct type *type)
{
    return num_known(type->gpus) && type->gpus.value > 1 ? type->gpus.value : 1;
}

struct str sizing_error_text(struct arena *arena, struct sizing_error err)
{
    const struct sizing_field *f = names_field(err.group, err.slot);
    struct buf words = {0};
    for (const char *p = names_reason(err.reason); p && *p; p++)
        buf_putc(&words, *p == '_' ? ' ' : *p);
    struct str text = arena_printf(arena, "%s: %" STR_FMT, f ? f->id : "workload", STR_ARG(buf_str(&words)));
    buf_free(&words);
    return text;
}
