/* Pages that list whole kinds of records: glossary, sources, claims, product facts, measurements, schema, downloads. */
#include "page/backlinks.h"
#include <string.h>

#include "page/cites.h"
#include "page/guides.h"
#include "page/html.h"
#include "page/pages.h"
#include "page/value.h"

static const struct str no_text = {NULL, 0};

static void text_cell(struct page *p, struct tdict *row, struct str text)
{
    html_text(&p->scratch, text);
    table_cell(row, html_take(p->arena, &p->scratch), text, COLUMN_TEXT);
}

static void label_columns(struct page *p, struct tdict *t, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_column_named(p, t, strrchr(keys[i], '.') + 1, page_string(p, keys[i]), no_text, COLUMN_TEXT);
}

void page_glossary(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const columns[] = {"field.term", "field.definition", "field.see"};
    const struct catalog *c = p->w->catalog;
    p->title = page_string(p, "title.glossary");
    p->lead = page_string(p, "lead.glossary");
    struct tdict *t = page_table(p, "terms", page_string(p, "caption.glossary"), TABLE_SORTABLE);
    label_columns(p, t, columns, 3);
    for (size_t i = 0; i < c->terms.n; i++) {
        const struct term *term = &c->terms.at[i];
        struct tdict *row = table_row(t, term->record.id);
        html_text(&p->scratch, page_text(p, term->term));
        for (size_t k = 0; k < term->aliases.n; k++) {
            buf_puts(&p->scratch, k ? ", " : " <span class=\"aliases\">");
            html_text(&p->scratch, term->aliases.at[k]);
        }
        buf_puts(&p->scratch, term->aliases.n ? "</span>" : "");
        table_cell(row, html_take(p->arena, &p->scratch), page_text(p, term->term), COLUMN_TEXT);
        text_cell(p, row, page_text(p, term->definition));
        for (size_t k = 0; k < term->see.n; k++) {
            const struct term *other = term->see.at[k].record;
            buf_puts(&p->scratch, k ? p->lang == LANG_ZH ? "、" : ", " : "");
            html_link(&p->scratch, page_link(p, RECORD_term, other->record.id), page_text(p, other->term));
        }
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}

void page_sources_list(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const columns[] = {"cite.source", "field.source_kind", "field.publisher", "field.read", "field.about", "field.cited_by"};
    const struct catalog *c = p->w->catalog;
    p->title = page_string(p, "title.sources");
    p->lead = page_string(p, "lead.sources");
    page_paragraph(p, page_string(p, "sources.licence"));
    struct tdict *t = page_table(p, "sources", page_string(p, "caption.sources_list"), TABLE_SORTABLE);
    label_columns(p, t, columns, 6);
    for (size_t i = 0; i < c->sources.n; i++) {
        const struct source_record *s = &c->sources.at[i];
        struct tdict *row = table_row(t, s->record.id);
        if (s->url.n)
            html_external(&p->scratch, s->url, s->title);
        else
            html_text(&p->scratch, s->title);
        table_cell(row, html_take(p->arena, &p->scratch), s->title, COLUMN_TEXT);
        source_badge(p, &p->scratch, s);
        table_cell(row, html_take(p->arena, &p->scratch), arena_printf(p->arena, "%d", s->kind), COLUMN_TEXT);
        text_cell(p, row, s->publisher);
        text_cell(p, row, str_eq(s->read, S("undated")) ? page_string(p, "value.undated") : s->read);
        html_text(&p->scratch, page_text(p, s->about));
        if (s->licence.n) {
            buf_puts(&p->scratch, text_empty(s->about) ? "" : " ");
            html_badge(&p->scratch, "badge-licence", s->licence);
        }
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        source_users(p, &p->scratch, s);
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
}

/* The page that treats a claim, when this site has it: "guide/memory", "chips/nvidia-a10". */
static void covers_cell(struct page *p, struct tdict *row, struct str covers)
{
    static const enum record_kind kinds[] = {RECORD_chip, RECORD_family, RECORD_type, RECORD_model, RECORD_scenario};
    static const char *const folders[] = {"chips/", "families/", "types/", "models/", "scenarios/"};
    struct str address = no_text;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct str prefix = str_from(folders[i]);
        if (str_starts(covers, prefix) && catalog_find(p->w->catalog, kinds[i], str_sub(covers, prefix.n, covers.n)))
            address = page_to(p, arena_cstr(p->arena, covers));
    }
    if (guide_has_page(p, covers))
        address = page_to(p, arena_cstr(p->arena, covers));
    if (address.n)
        html_link(&p->scratch, address, covers);
    table_cell(row, html_take(p->arena, &p->scratch), covers, COLUMN_TEXT);
}

void page_claims(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const columns[] = {"field.claim", "field.verdict", "field.right", "field.covers"};
    const struct catalog *c = p->w->catalog;
    const struct field *verdict = schema_find(record_schema(RECORD_claim), S("verdict"));
    p->title = page_string(p, "title.claims");
    p->lead = page_string(p, "lead.claims");
    struct tdict *t = page_table(p, "claims", page_string(p, "caption.claims"), TABLE_SORTABLE);
    label_columns(p, t, columns, 4);
    for (size_t i = 0; i < c->claims.n; i++) {
        const struct claim *claim = &c->claims.at[i];
        struct tdict *row = table_row(t, claim->record.id);
        text_cell(p, row, page_text(p, claim->claim));
        struct str name = field_enum_name(verdict, claim->verdict);
        html_badge(&p->scratch, arena_printf(p->arena, "badge-%" STR_FMT, STR_ARG(name)).p, page_string_of(p, "value.verdict.", name));
        table_cell(row, html_take(p->arena, &p->scratch), arena_printf(p->arena, "%d", claim->verdict), COLUMN_TEXT);
        text_cell(p, row, page_text(p, claim->right));
        covers_cell(p, row, claim->covers);
    }
}

void page_product_facts(struct page *p, const void *subject)
{
    (void)subject;
    const struct catalog *c = p->w->catalog;
    const struct field *topic = schema_find(record_schema(RECORD_fact), S("topic"));
    p->title = page_string(p, "title.facts");
    p->lead = page_string(p, "lead.facts");
    for (int k = 0; topic->names[k]; k++) {
        page_heading(p, topic->names[k], page_string_of(p, "value.topic.", str_from(topic->names[k])));
        struct tdict *t = page_table(p, arena_printf(p->arena, "table-%s", topic->names[k]).p, page_string_of(p, "value.topic.", str_from(topic->names[k])), 0);
        table_column_named(p, t, "fact", page_string(p, "field.fact"), no_text, COLUMN_TEXT);
        table_column_named(p, t, "source", page_string(p, "cite.source"), no_text, COLUMN_TEXT);
        for (size_t i = 0; i < c->facts.n; i++) {
            const struct fact *fact = &c->facts.at[i];
            if (fact->topic != k + 1)
                continue;
            struct tdict *row = table_row(t, fact->record.id);
            text_cell(p, row, page_text(p, fact->fact));
            cites_inline(p, &p->scratch, fact->sources);
            table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        }
    }
}

static void measured_table(struct page *p, enum record_kind kind, const char *id, const char *caption, const char *const *keys, size_t n)
{
    const struct schema *s = record_schema(kind);
    struct object_list list = catalog_list(p->w->catalog, kind);
    struct tdict *t = page_table(p, id, page_string(p, caption), TABLE_SORTABLE);
    for (size_t k = 0; k < n; k++)
        value_column(p, t, s, keys[k]);
    for (size_t i = 0; i < list.n; i++) {
        const void *record = (const char *)list.at + i * s->size;
        struct tdict *row = table_row(t, ((const struct record *)record)->id);
        page_uses(p, kind, record);
        for (size_t k = 0; k < n; k++)
            value_cell(p, row, s, record, keys[k]);
    }
}

void page_measured(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const types[] = {"type", "product", "gpus", "memory", "driver", "ecc", "pcie", "host_to_device", "device_to_host", "peer_to_peer"};
    static const char *const cards[] = {"product", "chip", "memory", "machines", "host_to_device", "host_to_device_max", "device_to_host",
                                        "device_to_host_max", "peer_to_peer", "peer_to_peer_max"};
    p->title = page_string(p, "title.measured");
    p->lead = page_string(p, "lead.measured");
    page_heading(p, "types", page_string(p, "heading.measured_types"));
    measured_table(p, RECORD_measured_type, "types-table", "caption.measured_types", types, sizeof types / sizeof *types);
    page_heading(p, "cards", page_string(p, "heading.measured_cards"));
    measured_table(p, RECORD_measured_card, "cards-table", "caption.measured_cards", cards, sizeof cards / sizeof *cards);
    page_paragraph(p, page_string(p, "sources.licence"));
}

static struct str kind_text(struct page *p, const struct field *f)
{
    static const char *const kinds[] = {"id", "str", "text", "date", "url", "num", "bool", "enum", "ref", "str_list", "text_list",
                                        "num_list", "enum_list", "ref_list", "cites", "object", "objects", "node"};
    struct str kind = page_string_of(p, "kind.", str_from(kinds[f->kind]));
    struct buf b = {0};
    buf_put(&b, kind);
    if ((f->kind == FIELD_ENUM || f->kind == FIELD_ENUM_LIST) && f->names)
        for (int i = 0; f->names[i]; i++)
            buf_printf(&b, "%s%s", i ? " | " : ": ", f->names[i]);
    if (f->schema)
        buf_printf(&b, ": %s", f->schema->name);
    if ((f->kind == FIELD_REF || f->kind == FIELD_REF_LIST) && f->names)
        buf_printf(&b, ": %s", f->names[0]);
    if (f->flags & FIELD_NONE)
        buf_puts(&b, " | none");
    return arena_take(p->arena, &b);
}

static void schema_section(struct page *p, const char *id, const struct schema *s)
{
    page_heading(p, id, str_from(s->name));
    struct tdict *t = page_table(p, arena_printf(p->arena, "table-%s", id).p, PAGE_FORMAT(p, "caption.schema", str_from(s->name)), 0);
    static const char *const columns[] = {"schema.key", "schema.meaning", "schema.kind", "schema.unit", "schema.required"};
    label_columns(p, t, columns, 5);
    for (const struct field *f = s->fields; f->key; f++) {
        struct tdict *row = table_row(t, no_text);
        html_code(&p->scratch, str_from(f->key));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
        text_cell(p, row, field_label(p, s, f));
        text_cell(p, row, kind_text(p, f));
        text_cell(p, row, f->kind == FIELD_NUM ? str_from(unit_name(f->unit)) : no_text);
        text_cell(p, row, f->flags & FIELD_REQUIRED ? page_string(p, "value.yes") : f->flags & FIELD_DERIVED ? page_string(p, "schema.derived") : no_text);
    }
}

enum { SCHEMAS_MAX = 64 };

/* All tables, those of nested mappings after the ones that use them. */
static size_t all_schemas(const struct schema *list[SCHEMAS_MAX])
{
    size_t n = 0;
    for (int kind = 0; kind < RECORD_KIND_COUNT; kind++)
        list[n++] = record_schema((enum record_kind)kind);
    for (size_t i = 0; i < n; i++)
        for (const struct field *f = list[i]->fields; f->key; f++) {
            bool known = f->schema == NULL || n == SCHEMAS_MAX;
            for (size_t k = 0; k < n && !known; k++)
                known = list[k] == f->schema;
            if (!known)
                list[n++] = f->schema;
        }
    return n;
}

void page_schema_list(struct page *p, const void *subject)
{
    (void)subject;
    const struct schema *list[SCHEMAS_MAX];
    size_t n = all_schemas(list);
    p->title = page_string(p, "title.schema");
    p->lead = page_string(p, "lead.schema");
    for (size_t i = 0; i < n; i++) {
        struct buf id = {0};
        for (const char *c = list[i]->name; *c; c++)
            buf_putc(&id, *c == ' ' ? '-' : *c);
        schema_section(p, arena_cstr(p->arena, buf_str(&id)), list[i]);
        buf_free(&id);
    }
}

/* SYNC: export-names, with site/exports.c. */
static struct str export_name(struct page *p, enum record_kind kind, const char *ending)
{
    struct buf b = {0};
    buf_puts(&b, "data/");
    for (const char *c = record_kind_name(kind); *c; c++)
        buf_putc(&b, *c == ' ' ? '-' : *c);
    if (b.p[b.n - 1] == 'y') {
        buf_cut(&b, b.n - 1);
        buf_puts(&b, "ie");
    }
    buf_printf(&b, "s.%s", ending);
    return arena_take(p->arena, &b);
}

void page_data(struct page *p, const void *subject)
{
    (void)subject;
    static const char *const columns[] = {"data.records", "data.count", "data.files"};
    p->title = page_string(p, "title.data");
    p->lead = page_string(p, "lead.data");
    page_paragraph(p, PAGE_FORMAT(p, "data.digest", str_from(p->w->catalog->digest)));
    struct tdict *t = page_table(p, "files", page_string(p, "caption.data"), 0);
    label_columns(p, t, columns, 3);
    for (int i = 0; i < RECORD_KIND_COUNT; i++) {
        enum record_kind kind = (enum record_kind)i;
        struct tdict *row = table_row(t, no_text);
        text_cell(p, row, page_string_of(p, "record.", str_from(record_schema(kind)->name)));
        text_cell(p, row, arena_printf(p->arena, "%zu", catalog_list(p->w->catalog, kind).n));
        struct str json = export_name(p, kind, "json"), csv = export_name(p, kind, "csv");
        html_link(&p->scratch, address_relative(p->arena, p->path, json), S("JSON"));
        buf_putc(&p->scratch, ' ');
        html_link(&p->scratch, address_relative(p->arena, p->path, csv), S("CSV"));
        table_cell(row, html_take(p->arena, &p->scratch), no_text, COLUMN_TEXT);
    }
    page_paragraph(p, page_string(p, "sources.licence"));
}
