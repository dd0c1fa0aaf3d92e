/* Assertions: sentences that the build checks. */
#include "guide/assertion.h"

#include "base/number.h"
#include "base/suggest.h"
#include "catalog/address.h"
#include "catalog/workload.h"

static void put_gib(struct buf *b, double bytes)
{
    number_fixed(b, bytes / 1073741824.0, 2);
    buf_puts(b, " GiB");
}

static void report_fit(const struct guide_place *at, const struct guide_ref *ref, const struct workload_query *q,
                       const struct sizing_fit *fit, const char *what)
{
    struct buf b = {0};
    buf_puts(&b, "each GPU needs ");
    put_gib(&b, fit->need_bytes);
    if (fit->is_total) {
        buf_puts(&b, " (");
        put_gib(&b, fit->low_bytes);
        buf_puts(&b, " to ");
        put_gib(&b, fit->high_bytes);
        buf_puts(&b, ")");
    }
    buf_printf(&b, ", %" STR_FMT " has ", STR_ARG(q->on->record.id));
    put_gib(&b, fit->have_bytes);
    diag_error(at->diag, ref->at, "%s: %" STR_FMT, what, STR_ARG(buf_str(&b)));
    buf_free(&b);
}

static bool judge(const struct guide_place *at, const struct guide_ref *ref, const struct workload_query *q,
                  const struct sizing_fit *fit)
{
    bool wants_fit = str_eq(ref->scheme, S("fits"));
    if (fit->verdict == SIZING_VERDICT_not_modelled) {
        diag_error(at->diag, ref->at, "the memory of %" STR_FMT " is not modelled for this workload, so nothing can be asserted",
                   STR_ARG(ref->target));
        return false;
    }
    if (fit->verdict != (wants_fit ? SIZING_VERDICT_fits : SIZING_VERDICT_exceeds)) {
        const char *what = fit->verdict == SIZING_VERDICT_tight ? "neither fits nor exceeds for certain" : wants_fit ? "this does not fit" : "this fits";
        report_fit(at, ref, q, fit, what);
        return false;
    }
    if (wants_fit && (fit->bf16 == 0 || fit->fp8 == 0)) {
        diag_error(at->diag, ref->at, "%" STR_FMT " has no %s, which this workload computes in; say precision=fp16 or take another chip",
                   STR_ARG(q->on->record.id), fit->bf16 == 0 ? "BF16" : "FP8");
        return false;
    }
    return true;
}

bool assertion_fits(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *target)
{
    struct workload_query q;
    struct sizing_gpu gpu;
    struct sizing_fit fit;
    if (!workload_query_parse(at->book->catalog, ref->target, ref->query, ref->at, &q, at->diag))
        return false;
    if (!q.on) {
        diag_error(at->diag, ref->at, "%" STR_FMT ": needs the chip it speaks of; add on=<chip id>", STR_ARG(ref->scheme));
        return false;
    }
    if (!chip_to_gpu(q.on, &gpu)) {
        diag_error(at->diag, ref->at, "the memory of %" STR_FMT " is not published, so nothing can be asserted", STR_ARG(q.on->record.id));
        return false;
    }
    struct sizing_error err = fit_check(&q.model->sizing, &q.workload, &gpu, &fit);
    if (err.reason != SIZING_OK) {
        diag_error(at->diag, ref->at, "%" STR_FMT, STR_ARG(sizing_error_text(at->arena, err)));
        return false;
    }
    if (!judge(at, ref, &q, &fit))
        return false;
    target->address = address_relative(at->arena, at->path, arena_printf(at->arena, "%" STR_FMT "#chips", STR_ARG(address_of(at->arena, RECORD_model, q.model->record.id, at->lang))));
    target->text = q.model->name;
    target->css_class = S("asserted");
    at->book->assertions++;
    return true;
}

/* ---- fields */

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNPUBLISHED, TRUTH_ERROR };

static enum truth compare_num(const struct guide_place *at, const struct guide_ref *ref, const struct field *f, struct num n,
                              struct str value)
{
    double wanted;
    struct str why;
    if (n.state == NUM_ABSENT)
        return TRUTH_UNPUBLISHED;
    if (str_eq(value, S("none")))
        return n.state == NUM_NONE ? TRUTH_YES : TRUTH_NO;
    if (!quantity_parse(at->arena, value, f->unit, &wanted, &why)) {
        diag_error(at->diag, ref->at, "%s \"%" STR_FMT "\" %" STR_FMT, f->key, STR_ARG(value), STR_ARG(why));
        return TRUTH_ERROR;
    }
    return n.state == NUM_KNOWN && n.value == wanted ? TRUTH_YES : TRUTH_NO;
}

static enum truth compare_enum(const struct guide_place *at, const struct guide_ref *ref, const struct field *f, int has, struct str value)
{
    struct suggestion near = suggest_begin(value);
    for (int i = 0; f->names[i]; i++) {
        if (str_eq_c(value, f->names[i]))
            return has == 0 ? TRUTH_UNPUBLISHED : has == i + 1 ? TRUTH_YES : TRUTH_NO;
        suggest_offer(&near, str_from(f->names[i]));
    }
    diag_error(at->diag, ref->at, "%s has no value \"%" STR_FMT "\"", f->key, STR_ARG(value));
    if (near.best.n)
        diag_note(at->diag, ref->at, "did you mean \"%" STR_FMT "\"?", STR_ARG(near.best));
    return TRUTH_ERROR;
}

static enum truth compare_bool(const struct guide_place *at, const struct guide_ref *ref, const struct field *f, enum tri has, struct str value)
{
    if (!str_eq(value, S("true")) && !str_eq(value, S("false"))) {
        diag_error(at->diag, ref->at, "%s \"%" STR_FMT "\" is neither true nor false", f->key, STR_ARG(value));
        return TRUTH_ERROR;
    }
    if (has == TRI_ABSENT)
        return TRUTH_UNPUBLISHED;
    return (has == TRI_TRUE) == str_eq(value, S("true")) ? TRUTH_YES : TRUTH_NO;
}

static enum truth compare_text(struct str has, struct str value)
{
    return has.n == 0 ? TRUTH_UNPUBLISHED : str_eq(has, value) ? TRUTH_YES : TRUTH_NO;
}

static enum truth compare_list(const struct guide_place *at, const struct guide_ref *ref, const struct field *f, struct num_list list, struct str value)
{
    if (list.n == 0)
        return TRUTH_UNPUBLISHED;
    for (size_t i = 0; i < list.n; i++) {
        enum truth t = compare_enum(at, ref, f, (int)list.at[i].value, value);
        if (t != TRUTH_NO)
            return t;
    }
    return TRUTH_NO;
}

static enum truth compare(const struct guide_place *at, const struct guide_ref *ref, const struct field *f, const void *record, struct str value)
{
    const void *has = field_at(f, record);
    switch (f->kind) {
    case FIELD_NUM: return compare_num(at, ref, f, *(const struct num *)has, value);
    case FIELD_BOOL: return compare_bool(at, ref, f, *(const enum tri *)has, value);
    case FIELD_ENUM: return compare_enum(at, ref, f, *(const int *)has, value);
    case FIELD_ENUM_LIST: return compare_list(at, ref, f, *(const struct num_list *)has, value);
    case FIELD_REF: return compare_text(((const struct ref *)has)->id, value);
    case FIELD_ID:
    case FIELD_STR:
    case FIELD_DATE: return compare_text(*(const struct str *)has, value);
    default: diag_error(at->diag, ref->at, "nothing can be asserted about %s", f->key); return TRUTH_ERROR;
    }
}

/* "family/ecs.gn7e" to the record. */
static const struct record *find_target(const struct guide_place *at, const struct guide_ref *ref, enum record_kind *kind)
{
    size_t slash = str_find_char(ref->target, '/');
    *kind = record_kind_find(str_sub(ref->target, 0, slash));
    if (slash == ref->target.n || *kind == RECORD_KIND_COUNT || !address_is_page(*kind)) {
        diag_error(at->diag, ref->at, "%" STR_FMT ": is followed by kind/id, such as family/ecs.gn7e", STR_ARG(ref->scheme));
        return NULL;
    }
    struct str id = str_sub(ref->target, slash + 1, ref->target.n);
    const struct record *r = catalog_find(at->book->catalog, *kind, id);
    if (r)
        return r;
    diag_error(at->diag, ref->at, "there is no %s %" STR_FMT " in the catalogue", record_kind_name(*kind), STR_ARG(id));
    struct str near = catalog_suggest(at->book->catalog, *kind, id);
    if (near.n)
        diag_note(at->diag, ref->at, "did you mean %" STR_FMT "?", STR_ARG(near));
    return NULL;
}

static const struct field *find_field(const struct guide_place *at, const struct guide_ref *ref, enum record_kind kind, const void **record, struct str key)
{
    const struct schema *schema = record_schema(kind);
    struct str part;
    const struct field *f = NULL;
    for (struct str rest = key; str_next(&rest, '.', &part);) {
        f = schema ? schema_find(schema, part) : NULL;
        if (!f)
            break;
        if (f->kind == FIELD_OBJECT && rest.n) {
            *record = field_at(f, *record);
            schema = f->schema;
        }
    }
    if (f)
        return f;
    struct suggestion near = suggest_begin(key);
    for (const struct field *g = record_schema(kind)->fields; g->key; g++)
        suggest_offer(&near, str_from(g->key));
    diag_error(at->diag, ref->at, "a %s has no field %" STR_FMT, record_kind_name(kind), STR_ARG(key));
    if (near.best.n)
        diag_note(at->diag, ref->at, "did you mean %" STR_FMT "?", STR_ARG(near.best));
    return NULL;
}

static bool judge_field(const struct guide_place *at, const struct guide_ref *ref, const struct record *r, const char *key, enum truth truth,
                        struct place defined)
{
    bool wanted = str_eq(ref->scheme, S("has"));
    if (truth == TRUTH_ERROR)
        return false;
    if (truth == TRUTH_UNPUBLISHED) {
        diag_error(at->diag, ref->at, "%s of %" STR_FMT " is not published, so nothing can be asserted about it", key, STR_ARG(r->id));
        return false;
    }
    if ((truth == TRUTH_YES) == wanted)
        return true;
    diag_error(at->diag, ref->at, "the catalogue says otherwise about %s of %" STR_FMT, key, STR_ARG(r->id));
    diag_note(at->diag, defined, "it is set here");
    return false;
}

bool assertion_has(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *target)
{
    enum record_kind kind;
    const struct record *r = find_target(at, ref, &kind);
    size_t equals = str_find_char(ref->fragment, '=');
    if (!r)
        return false;
    if (equals == ref->fragment.n) {
        diag_error(at->diag, ref->at, "%" STR_FMT ": needs #field=value", STR_ARG(ref->scheme));
        return false;
    }
    struct str key = str_sub(ref->fragment, 0, equals), value = str_sub(ref->fragment, equals + 1, ref->fragment.n);
    const void *holder = r;
    const struct field *f = find_field(at, ref, kind, &holder, key);
    if (!f || !judge_field(at, ref, r, f->key, compare(at, ref, f, holder, value), record_place(holder, f->key)))
        return false;
    target->address = address_relative(at->arena, at->path, address_of(at->arena, kind, r->id, at->lang));
    target->text = r->id;
    target->css_class = S("asserted");
    at->book->assertions++;
    return true;
}
