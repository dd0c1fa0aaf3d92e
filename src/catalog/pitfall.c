/* Pitfalls: advice with a rule that says where it holds. */
#include "catalog/pitfall.h"

enum scope { SCOPE_TYPE, SCOPE_FAMILY, SCOPE_CHIP, SCOPE_WORKLOAD, SCOPE_COUNT };

static const char *const scope_names[SCOPE_COUNT] = {"type.", "family.", "chip.", "workload."};

/* A field that a rule may name: where to find it in the subject. */
struct located {
    enum scope scope;
    const struct field *field; /* NULL for the derived ones */
    enum { DERIVED_NONE, DERIVED_VCPUS_PER_GPU, DERIVED_MEMORY_PER_GPU } derived;
};

static const struct schema *scope_schema(enum scope scope)
{
    switch (scope) {
    case SCOPE_TYPE: return &type_schema;
    case SCOPE_FAMILY: return record_schema(RECORD_family);
    case SCOPE_CHIP: return record_schema(RECORD_chip);
    default: return &workload_schema;
    }
}

static bool locate(struct str name, struct located *out)
{
    *out = (struct located){0};
    if (str_eq(name, S("type.vcpus_per_gpu")) || str_eq(name, S("type.memory_per_gpu"))) {
        out->derived = str_eq(name, S("type.vcpus_per_gpu")) ? DERIVED_VCPUS_PER_GPU : DERIVED_MEMORY_PER_GPU;
        return true;
    }
    for (int i = 0; i < SCOPE_COUNT; i++) {
        struct str prefix = str_from(scope_names[i]);
        if (!str_starts(name, prefix))
            continue;
        out->scope = (enum scope)i;
        out->field = schema_find(scope_schema(out->scope), str_sub(name, prefix.n, name.n));
        return out->field && (out->field->kind == FIELD_NUM || out->field->kind == FIELD_ENUM || out->field->kind == FIELD_BOOL ||
                              out->field->kind == FIELD_REF);
    }
    return false;
}

static const void *subject_record(const struct pitfall_subject *s, enum scope scope)
{
    switch (scope) {
    case SCOPE_TYPE: return s->type;
    case SCOPE_FAMILY: return s->type ? s->type->family : NULL;
    case SCOPE_CHIP: return s->chip;
    default: return s->workload;
    }
}

static const char *const operators[] = {"=", "!=", "<", "<=", ">", ">="};
enum { OP_EQUAL, OP_UNEQUAL, OP_LESS, OP_AT_MOST, OP_MORE, OP_AT_LEAST, OP_COUNT };

static int find_operator(struct str op)
{
    int i = 0;
    while (i < OP_COUNT && !str_eq_c(op, operators[i]))
        i++;
    return i;
}

static bool compare(int op, double has, double wanted)
{
    switch (op) {
    case OP_EQUAL: return has == wanted;
    case OP_UNEQUAL: return has != wanted;
    case OP_LESS: return has < wanted;
    case OP_AT_MOST: return has <= wanted;
    case OP_MORE: return has > wanted;
    default: return has >= wanted;
    }
}

static bool derived_value(const struct pitfall_subject *s, const struct located *l, double *value)
{
    const struct type *t = s->type;
    if (!t || !num_known(t->gpus) || t->gpus.value <= 0)
        return false;
    struct num n = l->derived == DERIVED_VCPUS_PER_GPU ? t->vcpus : t->memory;
    *value = n.value / t->gpus.value;
    return num_known(n);
}

static int enum_index(const struct field *f, struct str name)
{
    for (int i = 0; f->names[i]; i++)
        if (str_eq_c(name, f->names[i]))
            return i + 1;
    return 0;
}

static bool number_holds(const struct condition *c, struct num n, int op)
{
    if (str_eq(c->value, S("none")))
        return n.state != NUM_ABSENT && (n.state == NUM_NONE) == (op == OP_EQUAL);
    return num_known(n) && compare(op, n.value, c->number);
}

static bool condition_holds(const struct condition *c, const struct pitfall_subject *s)
{
    struct located l;
    double value;
    int op = find_operator(c->op);
    if (!locate(c->field, &l))
        return false;
    if (l.derived)
        return derived_value(s, &l, &value) && number_holds(c, NUM(value), op);
    const void *record = subject_record(s, l.scope);
    if (!record)
        return false;
    const void *at = field_at(l.field, record);
    switch (l.field->kind) {
    case FIELD_NUM: return number_holds(c, *(const struct num *)at, op);
    case FIELD_ENUM: return *(const int *)at && compare(op, *(const int *)at, enum_index(l.field, c->value));
    case FIELD_BOOL:
        return *(const enum tri *)at != TRI_ABSENT && compare(op, *(const enum tri *)at == TRI_TRUE, str_eq(c->value, S("true")));
    default: return ((const struct ref *)at)->id.n && str_eq(((const struct ref *)at)->id, c->value) == (op == OP_EQUAL);
    }
}

bool pitfall_holds(const struct pitfall *p, const struct pitfall_subject *s)
{
    const struct condition *all = p->when.all.at, *any = p->when.any.at;
    for (size_t i = 0; i < p->when.all.n; i++)
        if (!condition_holds(&all[i], s))
            return false;
    for (size_t i = 0; i < p->when.any.n; i++)
        if (condition_holds(&any[i], s))
            return true;
    return p->when.any.n == 0;
}

/* ---- rules that make no sense */

static void check_value(const struct catalog *cat, struct condition *c, const struct field *f, struct diag *diag)
{
    struct place at = record_place(&c->record, "value");
    struct str why;
    if (f && f->kind == FIELD_ENUM && !enum_index(f, c->value))
        diag_error(diag, at, "%s has no value \"%" STR_FMT "\"", f->key, STR_ARG(c->value));
    else if (f && f->kind == FIELD_BOOL && !str_eq(c->value, S("true")) && !str_eq(c->value, S("false")))
        diag_error(diag, at, "%s is true or false, not \"%" STR_FMT "\"", f->key, STR_ARG(c->value));
    else if ((!f || f->kind == FIELD_NUM) && !str_eq(c->value, S("none")) &&
             !quantity_parse(cat->arena, c->value, f ? f->unit : UNIT_COUNT, &c->number, &why))
        diag_error(diag, at, "value \"%" STR_FMT "\" %" STR_FMT, STR_ARG(c->value), STR_ARG(why));
}

static bool check_condition(const struct catalog *cat, struct condition *c, struct diag *diag)
{
    struct located l;
    size_t errors = diag_errors(diag);
    int op = find_operator(c->op);
    if (!locate(c->field, &l)) {
        diag_error(diag, record_place(&c->record, "field"),
                   "a rule has no field %" STR_FMT "; write type., family., chip. or workload. and a key with a number, a choice or true/false",
                   STR_ARG(c->field));
        return false;
    }
    bool ordered = l.derived || l.field->kind == FIELD_NUM;
    if (op == OP_COUNT)
        diag_error(diag, record_place(&c->record, "op"), "\"%" STR_FMT "\" is no operator; there are =, !=, <, <=, >, >=", STR_ARG(c->op));
    else if (op > OP_UNEQUAL && (!ordered || str_eq(c->value, S("none"))))
        diag_error(diag, record_place(&c->record, "op"), "%" STR_FMT " has no order, so only = and != make sense", STR_ARG(c->field));
    else
        check_value(cat, c, l.field, diag);
    return diag_errors(diag) == errors;
}

static bool check_conditions(const struct catalog *cat, struct object_list list, struct diag *diag)
{
    struct condition *c = list.at;
    bool ok = true;
    for (size_t i = 0; i < list.n; i++)
        ok = check_condition(cat, &c[i], diag) && ok;
    return ok;
}

struct tally {
    size_t held, tried;
};

static void try_subject(struct tally *t, const struct pitfall *p, const struct pitfall_subject *s)
{
    t->tried++;
    t->held += pitfall_holds(p, s);
}

static bool names_workload(struct object_list conditions)
{
    const struct condition *c = conditions.at;
    for (size_t i = 0; i < conditions.n; i++)
        if (str_starts(c[i].field, S("workload.")))
            return true;
    return false;
}

static void count_uses(const struct catalog *c, const struct pitfall *p, struct tally *t)
{
    bool of_workload = names_workload(p->when.all) || names_workload(p->when.any);
    for (size_t i = 0; i < c->types.n; i++) {
        struct pitfall_subject s = {&c->types.at[i], type_chip(&c->types.at[i]), NULL};
        try_subject(t, p, &s);
        for (size_t k = 0; of_workload && k < c->scenarios.n; k++) {
            const struct workload *w = c->scenarios.at[k].workloads.at;
            for (size_t j = 0; j < c->scenarios.at[k].workloads.n; j++) {
                s.workload = &w[j];
                try_subject(t, p, &s);
            }
        }
    }
}

void pitfall_check(const struct catalog *c, struct diag *diag)
{
    for (size_t i = 0; i < c->pitfalls.n; i++) {
        const struct pitfall *p = &c->pitfalls.at[i];
        struct tally t = {0};
        if (p->when.all.n + p->when.any.n == 0) {
            diag_error(diag, record_place(&p->record, "when"), "the rule of pitfall %" STR_FMT " has no condition", STR_ARG(p->record.id));
            continue;
        }
        if (!check_conditions(c, p->when.all, diag) || !check_conditions(c, p->when.any, diag))
            continue;
        count_uses(c, p, &t);
        if (t.tried && t.held == 0)
            diag_error(diag, record_place(&p->record, "when"), "pitfall %" STR_FMT " holds for no type and no workload; correct its rule or remove it",
                       STR_ARG(p->record.id));
        else if (t.tried && t.held == t.tried)
            diag_error(diag, record_place(&p->record, "when"), "pitfall %" STR_FMT " holds always; make it a checklist item", STR_ARG(p->record.id));
    }
}
