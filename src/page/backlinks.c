/* Links back. */
#include "page/backlinks.h"

#include "page/html.h"

static bool refers(const struct ref *ref, const void *record)
{
    return ref->record == record;
}

static bool refers_to_type(const struct ref *ref, const void *record)
{
    const struct type *t = ref->record;
    return t == record || t->family == record;
}

static bool any_refers_to_type(const struct ref_list *list, const void *record)
{
    for (size_t i = 0; i < list->n; i++)
        if (refers_to_type(&list->at[i], record))
            return true;
    return false;
}

/* As its author wrote it: what the ranking adds to its table changes with the catalogue. */
static bool scenario_speaks_of(const struct scenario *s, const void *record)
{
    if (refers(&s->answer.chip, record) || refers_to_type(&s->answer.type, record))
        return true;
    const struct second_choice *second = s->second_choices.at;
    for (size_t i = 0; i < s->second_choices.n; i++)
        if (refers_to_type(&second[i].type, record))
            return true;
    if (any_refers_to_type(&s->also, record) || any_refers_to_type(&s->counter_examples, record))
        return true;
    const struct workload *w = s->workloads.at;
    for (size_t i = 0; i < s->workloads.n; i++)
        if (refers(&w[i].model, record))
            return true;
    return false;
}

/* "chips/nvidia-a10": how a claim names the page that treats it. */
static struct str covers_name(const struct page *p, enum record_kind kind, struct str id)
{
    struct str path = address_of(p->arena, kind, id, p->lang);
    return str_sub(path, sizeof "en/" - 1, path.n - (sizeof ".html" - 1));
}

static void add_item(struct page *p, struct tdict **list)
{
    if (!*list) {
        page_heading(p, "mentioned", page_string(p, "heading.mentioned"));
        *list = page_list(p);
    }
    list_item(*list, html_take(p->arena, &p->scratch));
}

static void add_claim(struct page *p, struct tdict **list, const struct claim *claim)
{
    const struct field *f = schema_find(record_schema(RECORD_claim), S("verdict"));
    struct str verdict = field_enum_name(f, claim->verdict);
    html_link(&p->scratch, page_link(p, RECORD_claim, claim->record.id), page_text(p, claim->claim));
    buf_putc(&p->scratch, ' ');
    html_badge(&p->scratch, arena_printf(p->arena, "badge-%" STR_FMT, STR_ARG(verdict)).p, page_string_of(p, "value.verdict.", verdict));
    if (!text_empty(claim->right)) {
        buf_putc(&p->scratch, ' ');
        html_text(&p->scratch, page_text(p, claim->right));
    }
    add_item(p, list);
}

void page_backlinks(struct page *p, enum record_kind kind, const void *record)
{
    const struct catalog *c = p->w->catalog;
    struct tdict *list = NULL;
    for (size_t i = 0; i < c->scenarios.n; i++) {
        const struct scenario *s = &c->scenarios.at[i];
        if (!scenario_speaks_of(s, record))
            continue;
        html_link(&p->scratch, page_link(p, RECORD_scenario, s->record.id), page_text(p, s->title));
        add_item(p, &list);
    }
    struct str name = covers_name(p, kind, ((const struct record *)record)->id);
    for (size_t i = 0; i < c->claims.n; i++)
        if (str_eq(c->claims.at[i].covers, name))
            add_claim(p, &list, &c->claims.at[i]);
}

static bool cites_source(struct cite_list cites, const struct source_record *source)
{
    for (size_t i = 0; i < cites.n; i++)
        if (cites.at[i].source.record == source)
            return true;
    return false;
}

void source_users(struct page *p, struct buf *out, const struct source_record *source)
{
    static const enum record_kind kinds[] = {RECORD_chip, RECORD_family, RECORD_model, RECORD_scenario, RECORD_fact};
    bool first = true;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct schema *schema = record_schema(kinds[k]);
        const struct field *f = schema_find(schema, S("sources"));
        struct object_list list = catalog_list(p->w->catalog, kinds[k]);
        for (size_t i = 0; i < list.n; i++) {
            const struct record *r = (const void *)((const char *)list.at + i * schema->size);
            if (!cites_source(*(const struct cite_list *)field_at(f, r), source))
                continue;
            buf_puts(out, first ? "" : " ");
            first = false;
            html_link(out, page_link(p, kinds[k], r->id), r->id);
        }
    }
}
