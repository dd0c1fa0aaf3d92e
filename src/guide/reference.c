/* References of the guidance language. */
#include "guide/reference.h"

#include <string.h>

#include "base/number.h"
#include "base/suggest.h"
#include "catalog/address.h"
#include "catalog/calculator.h"
#include "catalog/workload.h"
#include "guide/assertion.h"

static const struct record *find(const struct guide_place *at, const struct guide_ref *ref, enum record_kind kind)
{
    const struct record *r = catalog_find(at->book->catalog, kind, ref->target);
    if (r)
        return r;
    diag_error(at->diag, ref->at, "there is no %s %" STR_FMT " in the catalogue", record_kind_name(kind), STR_ARG(ref->target));
    struct str near = catalog_suggest(at->book->catalog, kind, ref->target);
    if (near.n)
        diag_note(at->diag, ref->at, "did you mean %" STR_FMT "?", STR_ARG(near));
    return NULL;
}

static struct str with_fragment(const struct guide_place *at, struct str address, struct str fragment)
{
    if (fragment.n == 0)
        return address;
    return arena_printf(at->arena, "%" STR_FMT "#%" STR_FMT, STR_ARG(address), STR_ARG(fragment));
}

static struct str link_to(const struct guide_place *at, enum record_kind kind, struct str id, struct str fragment)
{
    struct str to = with_fragment(at, address_of(at->arena, kind, id, at->lang), fragment);
    return address_relative(at->arena, at->path, to);
}

/* What a record is called when the author gave no text. */
static struct str name_of(const struct guide_place *at, enum record_kind kind, const void *record)
{
    switch (kind) {
    case RECORD_chip: return chip_name(record, at->lang);
    case RECORD_model: return ((const struct model *)record)->name;
    case RECORD_scenario: return ((const struct scenario *)record)->title.in[at->lang];
    case RECORD_term: return ((const struct term *)record)->term.in[at->lang];
    case RECORD_claim: return ((const struct claim *)record)->claim.in[at->lang];
    default: return ((const struct record *)record)->id;
    }
}

static bool refuse_query(const struct guide_place *at, const struct guide_ref *ref)
{
    if (ref->query.n == 0)
        return false;
    diag_error(at->diag, ref->at, "a %" STR_FMT ": reference takes no query", STR_ARG(ref->scheme));
    return true;
}

static bool resolve_record(const struct guide_place *at, const struct guide_ref *ref, enum record_kind kind, struct guide_target *out)
{
    const struct record *r = find(at, ref, kind);
    if (!r || refuse_query(at, ref))
        return false;
    out->address = link_to(at, kind, r->id, ref->fragment);
    out->text = name_of(at, kind, r);
    if (kind == RECORD_term)
        out->title = ((const struct term *)(const void *)r)->definition.in[at->lang];
    out->css_class = kind == RECORD_term ? S("term") : kind == RECORD_claim ? S("claim") : (struct str){NULL, 0};
    return true;
}

static bool resolve_guide(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *out)
{
    struct str name = arena_printf(at->arena, "guide/%" STR_FMT, STR_ARG(ref->target));
    const struct guide_pair *pair = guide_book_find(at->book, name);
    if (pair && !refuse_query(at, ref)) {
        struct str to = with_fragment(at, address_page(at->arena, at->lang, name.p), ref->fragment);
        out->address = address_relative(at->arena, at->path, to);
        out->text = pair->in[at->lang].title;
        return true;
    }
    if (pair)
        return false;
    struct suggestion near = suggest_begin(ref->target);
    for (size_t i = 0; i < at->book->n; i++)
        if (str_starts(at->book->at[i].name, S("guide/")))
            suggest_offer(&near, str_sub(at->book->at[i].name, strlen("guide/"), at->book->at[i].name.n));
    diag_error(at->diag, ref->at, "there is no guide page %" STR_FMT, STR_ARG(ref->target));
    if (near.best.n)
        diag_note(at->diag, ref->at, "did you mean %" STR_FMT "?", STR_ARG(near.best));
    return false;
}

static bool resolve_vram(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *out)
{
    struct workload_query q;
    struct sizing_estimate e;
    if (!workload_query_parse(at->book->catalog, ref->target, ref->query, ref->at, &q, at->diag))
        return false;
    if (memory_estimate(&q.model->sizing, &q.workload, &e).reason != SIZING_OK || !e.has_total) {
        diag_error(at->diag, ref->at, "the memory of %" STR_FMT " is not modelled for this workload", STR_ARG(ref->target));
        return false;
    }
    struct buf b = {0};
    number_gib(&b, e.likely);
    buf_puts(&b, " GiB");
    out->text = arena_take(at->arena, &b);
    out->address = address_relative(at->arena, at->path, calculator_address_of_query(at->arena, at->lang, ref->target, ref->query));
    out->css_class = S("computed");
    at->book->assertions++;
    return true;
}

/* The block itself is made by the page; here only its name counts. */
static bool resolve_computed(const struct guide_place *at, const struct guide_ref *ref, struct guide_target *out)
{
    struct suggestion near = suggest_begin(ref->target);
    if (refuse_query(at, ref))
        return false;
    for (size_t i = 0; at->book->computed && at->book->computed[i]; i++) {
        out->text = str_from(at->book->computed[i]);
        if (str_eq(out->text, ref->target))
            return true;
        suggest_offer(&near, out->text);
    }
    diag_error(at->diag, ref->at, "there is no computed block %" STR_FMT, STR_ARG(ref->target));
    if (near.best.n)
        diag_note(at->diag, ref->at, "did you mean %" STR_FMT "?", STR_ARG(near.best));
    return false;
}

/* SYNC: reference-schemes, with guide/link.c. */
bool reference_resolve(void *ctx, const struct guide_ref *ref, struct guide_target *target)
{
    const struct guide_place *at = ctx;
    static const struct {
        const char *scheme;
        enum record_kind kind;
    } records[] = {
        {"chip", RECORD_chip},         {"family", RECORD_family}, {"type", RECORD_type},   {"model", RECORD_model},
        {"scenario", RECORD_scenario}, {"term", RECORD_term},     {"claim", RECORD_claim}, {"name", RECORD_name},
    };
    *target = (struct guide_target){0};
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (str_eq_c(ref->scheme, records[i].scheme))
            return resolve_record(at, ref, records[i].kind, target);
    if (str_eq(ref->scheme, S("guide")))
        return resolve_guide(at, ref, target);
    if (str_eq(ref->scheme, S("vram")))
        return resolve_vram(at, ref, target);
    if (str_eq(ref->scheme, S("computed")))
        return resolve_computed(at, ref, target);
    if (str_eq(ref->scheme, S("fits")) || str_eq(ref->scheme, S("nofit")))
        return assertion_fits(at, ref, target);
    if (str_eq(ref->scheme, S("has")) || str_eq(ref->scheme, S("hasnot")))
        return assertion_has(at, ref, target);
    diag_error(at->diag, ref->at, "unknown kind of reference \"%" STR_FMT ":\"", STR_ARG(ref->scheme));
    return false;
}

bool reference_is_known_name(void *ctx, struct str name)
{
    const struct guide_place *at = ctx;
    struct str id = str_starts(name, S("ecs.")) ? name : arena_printf(at->arena, "ecs.%" STR_FMT, STR_ARG(name));
    return catalog_find(at->book->catalog, RECORD_family, id) || catalog_find(at->book->catalog, RECORD_type, id);
}
