/* Values of fields as a reader sees them. */
#include "page/value.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "page/html.h"

struct str field_label(const struct page *p, const struct schema *schema, const struct field *f)
{
    char *key = arena_cstr(p->arena, arena_printf(p->arena, "field.%s.%s", schema->name, f->key));
    for (char *c = key; *c; c++)
        if (*c == ' ')
            *c = '_';
    if (string_has(p->w->strings, p->lang, str_from(key)))
        return page_string(p, key);
    return page_string_of(p, "field.", str_from(f->key));
}

static bool put_num(struct page *p, struct buf *out, const struct field *f, struct num n, bool with_unit)
{
    if (n.state == NUM_NONE)
        html_text(out, page_string(p, "value.none"));
    else if (n.state == NUM_KNOWN && f->unit == UNIT_COUNT && n.value >= 100000)
        number_grouped(out, n.value);
    else if (n.state == NUM_KNOWN && f->unit == UNIT_PPS)
        number_grouped(out, n.value);
    else if (n.state == NUM_KNOWN)
        quantity_number(out, n.value, f->unit);
    if (n.state == NUM_KNOWN && with_unit && unit_name(f->unit)[0])
        buf_printf(out, " %s", unit_name(f->unit));
    return n.state != NUM_ABSENT;
}

/* The reader-facing name of an enum value, or the value itself when the strings have none. */
static struct str enum_label(struct page *p, const struct field *f, int value)
{
    struct str name = field_enum_name(f, value);
    struct str key = arena_printf(p->arena, "value.%s.%" STR_FMT, f->key, STR_ARG(name));
    return string_has(p->w->strings, p->lang, key) ? string_get(p->w->strings, p->lang, key.p) : name;
}

/* A reference as a link with the name of its target. */
static void put_ref(struct page *p, struct buf *out, const struct field *f, const struct ref *ref)
{
    enum record_kind kind = record_kind_find(str_from(f->names[0]));
    html_link(out, page_link(p, kind, ref->id), record_title(p, kind, ref->record));
}

static bool put_list(struct page *p, struct buf *out, const struct field *f, const void *at)
{
    const struct object_list *list = at;
    for (size_t i = 0; i < list->n; i++) {
        if (i)
            buf_puts(out, p->lang == LANG_ZH ? "、" : ", ");
        if (f->kind == FIELD_STR_LIST)
            html_text(out, ((const struct str *)list->at)[i]);
        else if (f->kind == FIELD_NUM_LIST)
            put_num(p, out, f, ((const struct num *)list->at)[i], false);
        else if (f->kind == FIELD_REF_LIST)
            put_ref(p, out, f, &((const struct ref *)list->at)[i]);
        else
            html_text(out, enum_label(p, f, (int)((const struct num *)list->at)[i].value));
    }
    return list->n > 0;
}

bool value_html(struct page *p, struct buf *out, const struct field *f, const void *record, bool with_unit)
{
    const void *at = field_at(f, record);
    switch (f->kind) {
    case FIELD_NUM: return put_num(p, out, f, *(const struct num *)at, with_unit);
    case FIELD_TEXT: html_text(out, page_text(p, *(const struct text *)at)); return !text_empty(*(const struct text *)at);
    case FIELD_BOOL:
        if (*(const enum tri *)at == TRI_ABSENT)
            return false;
        html_text(out, page_string(p, *(const enum tri *)at == TRI_TRUE ? "value.yes" : "value.no"));
        return true;
    case FIELD_ENUM:
        if (*(const int *)at == 0)
            return false;
        if (strcmp(f->key, "status") == 0)
            html_badge(out, arena_printf(p->arena, "badge-%" STR_FMT, STR_ARG(field_enum_name(f, *(const int *)at))).p,
                       enum_label(p, f, *(const int *)at));
        else
            html_text(out, enum_label(p, f, *(const int *)at));
        return true;
    case FIELD_REF:
        if (!((const struct ref *)at)->record)
            return false;
        put_ref(p, out, f, at);
        return true;
    case FIELD_STR_LIST:
    case FIELD_NUM_LIST:
    case FIELD_REF_LIST:
    case FIELD_ENUM_LIST: return put_list(p, out, f, at);
    case FIELD_URL: html_external(out, *(const struct str *)at, *(const struct str *)at); return ((const struct str *)at)->n > 0;
    default: html_text(out, *(const struct str *)at); return ((const struct str *)at)->n > 0;
    }
}

struct str value_sort(struct page *p, const struct field *f, const void *record)
{
    const void *at = field_at(f, record);
    struct buf words = {0};
    switch (f->kind) {
    case FIELD_NUM: {
        struct num n = *(const struct num *)at;
        return n.state == NUM_ABSENT ? (struct str){NULL, 0} : arena_printf(p->arena, "%.12g", n.value);
    }
    case FIELD_ENUM: return *(const int *)at ? arena_printf(p->arena, "%d", *(const int *)at) : (struct str){NULL, 0};
    case FIELD_REF: return ((const struct ref *)at)->id;
    case FIELD_TEXT: return page_text(p, *(const struct text *)at);
    case FIELD_BOOL:
    case FIELD_NUM_LIST:
    case FIELD_ENUM_LIST: value_html(p, &words, f, record, false); return arena_take(p->arena, &words); /* words of ours, without markup */
    case FIELD_ID:
    case FIELD_STR:
    case FIELD_DATE:
    case FIELD_URL: return *(const struct str *)at;
    default: return (struct str){NULL, 0}; /* nothing sorts by lists of these */
    }
}

void value_disputes(struct page *p, struct buf *out, struct object_list disputed, struct str field)
{
    const struct dispute *d = disputed.at;
    for (size_t i = 0; i < disputed.n; i++) {
        if (!str_eq(d[i].field, field))
            continue;
        const struct source_record *source = d[i].source.record;
        buf_puts(out, " <span class=\"disputed\">");
        html_badge(out, "badge-disputed", page_string(p, "value.disputed"));
        buf_putc(out, ' ');
        html_text(out, d[i].value);
        buf_puts(out, " (");
        html_link(out, page_link(p, RECORD_source_record, d[i].source.id), source->title);
        buf_puts(out, ")");
        if (!text_empty(d[i].note)) {
            buf_puts(out, " ");
            html_text(out, page_text(p, d[i].note));
        }
        buf_puts(out, "</span>");
    }
}

/* The list of disputed values of a record; empty when its kind has none. */
static struct object_list disputes_of(const struct schema *schema, const void *record)
{
    const struct field *f = schema_find(schema, S("disputed"));
    return f ? *(const struct object_list *)field_at(f, record) : (struct object_list){NULL, 0};
}

static void add_fact(struct page *p, struct tdict *facts, const struct schema *schema, const void *record,
                     const char *key, bool always)
{
    const struct field *f = schema_find(schema, str_from(key));
    struct buf *b = &p->scratch;
    bool known = value_html(p, b, f, record, true);
    if (!known && !always) {
        buf_clear(b);
        return;
    }
    if (!known)
        html_span(b, "missing", page_string(p, "value.not_published"));
    value_disputes(p, b, disputes_of(schema, record), str_from(key));
    fact_html(p, facts, field_label(p, schema, f), html_take(p->arena, b));
}

void value_fact(struct page *p, struct tdict *facts, const struct schema *schema, const void *record, const char *key)
{
    add_fact(p, facts, schema, record, key, true);
}

void value_fact_if(struct page *p, struct tdict *facts, const struct schema *schema, const void *record, const char *key)
{
    add_fact(p, facts, schema, record, key, false);
}

void value_column(struct page *p, struct tdict *table, const struct schema *schema, const char *key)
{
    const struct field *f = schema_find(schema, str_from(key));
    table_column_named(p, table, f->key, field_label(p, schema, f), str_from(unit_name(f->unit)), f->kind == FIELD_NUM ? COLUMN_NUMBER : COLUMN_TEXT);
}

void value_cell(struct page *p, struct tdict *row, const struct schema *schema, const void *record, const char *key)
{
    const struct field *f = schema_find(schema, str_from(key));
    if (!value_html(p, &p->scratch, f, record, false))
        html_span(&p->scratch, "missing", page_string(p, "value.not_published_short"));
    table_cell(row, html_take(p->arena, &p->scratch), value_sort(p, f, record), f->kind == FIELD_NUM ? COLUMN_NUMBER : COLUMN_TEXT);
}

struct str number_text(const struct page *p, double value, int decimals)
{
    struct buf b = {0};
    number_fixed(&b, value, decimals);
    return arena_take(p->arena, &b);
}

struct str bytes_number(const struct page *p, double bytes)
{
    struct buf b = {0};
    number_gib(&b, bytes);
    return arena_take(p->arena, &b);
}

struct str bytes_text(const struct page *p, double bytes)
{
    return arena_printf(p->arena, "%" STR_FMT " GiB", STR_ARG(bytes_number(p, bytes)));
}

struct str params_text(const struct page *p, double params)
{
    bool billions = params >= 999.5e6; /* what would read 1000 M */
    double value = params / (billions ? 1e9 : 1e6);
    struct buf b = {0};
    number_trimmed(&b, value, value < 10 ? 2 : value < 100 ? 1 : 0);
    struct str s = arena_printf(p->arena, "%" STR_FMT " %s", STR_ARG(buf_str(&b)), billions ? "B" : "M");
    buf_free(&b);
    return s;
}
