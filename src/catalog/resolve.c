/* References: every id that names another record is pointed at it. */
#include <string.h>

#include "catalog/internal.h"

struct resolver {
    struct catalog *c;
    const bool *incomplete;
    struct diag *diag;
};

static void resolve_ref(const struct resolver *r, const char *kind_name, struct ref *ref)
{
    if (ref->id.n == 0)
        return;
    enum record_kind kind = record_kind_find(str_from(kind_name));
    ref->record = catalog_find(r->c, kind, ref->id);
    if (ref->record || r->incomplete[kind])
        return;
    diag_error(r->diag, ref->at, "there is no %s %" STR_FMT " in the catalogue", kind_name, STR_ARG(ref->id));
    struct str near = catalog_suggest(r->c, kind, ref->id);
    if (near.n)
        diag_note(r->diag, ref->at, "did you mean %" STR_FMT "?", STR_ARG(near));
}

static void resolve_cites(const struct resolver *r, struct cite_list *cites)
{
    for (size_t i = 0; i < cites->n; i++)
        resolve_ref(r, "source", &cites->at[i].source);
}

/* Nests only as deep as the tables do. */
static void resolve_record(const struct resolver *r, const struct schema *schema, char *record)
{
    for (const struct field *f = schema->fields; f->key; f++) {
        char *at = record + f->offset;
        if (f->kind == FIELD_REF)
            resolve_ref(r, f->names[0], (struct ref *)(void *)at);
        else if (f->kind == FIELD_CITES)
            resolve_cites(r, (struct cite_list *)(void *)at);
        else if (f->kind == FIELD_OBJECT)
            resolve_record(r, f->schema, at);
        else if (f->kind == FIELD_REF_LIST) {
            struct ref_list *list = (struct ref_list *)(void *)at;
            for (size_t i = 0; i < list->n; i++)
                resolve_ref(r, f->names[0], &list->at[i]);
        } else if (f->kind == FIELD_OBJECTS) {
            struct object_list *list = (struct object_list *)(void *)at;
            for (size_t i = 0; i < list->n; i++)
                resolve_record(r, f->schema, (char *)list->at + i * f->schema->size);
        }
    }
}

void catalog_resolve(struct catalog *c, const bool incomplete[RECORD_KIND_COUNT], struct diag *diag)
{
    struct resolver r = {c, incomplete, diag};
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++) {
        if (kind == RECORD_type)
            continue; /* their references live in lists that they share with their family's records */
        struct object_list list = catalog_list(c, (enum record_kind)kind);
        const struct schema *schema = record_schema((enum record_kind)kind);
        for (size_t i = 0; i < list.n; i++)
            resolve_record(&r, schema, (char *)list.at + i * schema->size);
    }
}
