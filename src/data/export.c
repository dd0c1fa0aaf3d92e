/* Records as JSON, CSV and in canonical form. */
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "data/export.h"

void export_key(struct buf *out, const struct field *f)
{
    buf_puts(out, f->key);
    bool is_number = f->kind == FIELD_NUM || f->kind == FIELD_NUM_LIST;
    if (is_number && unit_suffix(f->unit)[0])
        buf_printf(out, "_%s", unit_suffix(f->unit));
}

/* ---- single values as plain text; false when not published */

static bool put_num(struct buf *out, struct num n, enum unit unit)
{
    if (n.state == NUM_NONE)
        buf_puts(out, "none");
    else if (n.state == NUM_KNOWN)
        quantity_number(out, n.value, unit);
    return n.state != NUM_ABSENT;
}

static bool put_plain(struct buf *out, const struct field *f, const void *at)
{
    switch (f->kind) {
    case FIELD_ID:
    case FIELD_STR:
    case FIELD_DATE:
    case FIELD_URL: buf_put(out, *(const struct str *)at); return ((const struct str *)at)->n > 0;
    case FIELD_NUM: return put_num(out, *(const struct num *)at, f->unit);
    case FIELD_BOOL:
        if (*(const enum tri *)at != TRI_ABSENT)
            buf_puts(out, *(const enum tri *)at == TRI_TRUE ? "true" : "false");
        return *(const enum tri *)at != TRI_ABSENT;
    case FIELD_ENUM: buf_put(out, field_enum_name(f, *(const int *)at)); return *(const int *)at != 0;
    case FIELD_REF: buf_put(out, ((const struct ref *)at)->id); return ((const struct ref *)at)->id.n > 0;
    default: return false;
    }
}

static bool is_bare_json(const struct field *f, const void *at)
{
    if (f->kind == FIELD_BOOL)
        return true;
    return f->kind == FIELD_NUM && ((const struct num *)at)->state == NUM_KNOWN;
}

static double fraction_value(const struct field *f, const void *at)
{
    return f->unit == UNIT_SHARE ? ((const struct num *)at)->value : 0;
}

/* ---- items of lists */

struct items {
    const char *at;
    size_t n, size;
    struct field item; /* how one item reads */
};

static struct items items_of(const struct field *f, const void *at)
{
    const struct object_list *list = at; /* all lists are a pointer and a count */
    struct items it = {list->at, list->n, 0, *f};
    switch (f->kind) {
    case FIELD_STR_LIST: it.size = sizeof(struct str); it.item.kind = FIELD_STR; break;
    case FIELD_NUM_LIST: it.size = sizeof(struct num); it.item.kind = FIELD_NUM; break;
    case FIELD_ENUM_LIST: it.size = sizeof(struct num); it.item.kind = FIELD_ENUM_LIST; break;
    case FIELD_REF_LIST: it.size = sizeof(struct ref); it.item.kind = FIELD_REF; break;
    case FIELD_TEXT_LIST: it.size = sizeof(struct text); it.item.kind = FIELD_TEXT; break;
    case FIELD_CITES: it.size = sizeof(struct cite); it.item.kind = FIELD_CITES; break;
    case FIELD_OBJECTS: it.size = f->schema->size; it.item.kind = FIELD_OBJECT; break;
    default: it.n = 0; break;
    }
    return it;
}

static void put_item(struct buf *out, const struct items *it, size_t i)
{
    const void *at = it->at + i * it->size;
    if (it->item.kind == FIELD_ENUM_LIST)
        buf_put(out, field_enum_name(&it->item, (int)((const struct num *)at)->value));
    else
        put_plain(out, &it->item, at);
}

/* ---- JSON */

static void new_line(struct buf *out, unsigned indent)
{
    buf_putc(out, '\n');
    for (unsigned i = 0; i < indent; i++)
        buf_puts(out, "  ");
}

static void json_text(struct buf *out, const struct text *t)
{
    if (text_empty(*t)) {
        buf_puts(out, "null");
        return;
    }
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        buf_printf(out, "%s\"%s\": ", lang ? ", " : "{", lang_name[lang]);
        escape_json_string(out, t->in[lang]);
    }
    buf_putc(out, '}');
}

static void json_plain(struct buf *out, const struct field *f, const void *at)
{
    struct buf value = {0};
    if (!put_plain(&value, f, at))
        buf_puts(out, "null");
    else if (fraction_value(f, at) > 0)
        buf_printf(out, "%.17g", fraction_value(f, at));
    else if (is_bare_json(f, at))
        buf_put(out, buf_str(&value));
    else
        escape_json_string(out, buf_str(&value));
    buf_free(&value);
}

static void json_cite(struct buf *out, const struct cite *c)
{
    buf_puts(out, "{\"source\": ");
    escape_json_string(out, c->source.id);
    if (c->group.n) {
        buf_puts(out, ", \"of\": ");
        escape_json_string(out, c->group);
    }
    if (c->date.n) {
        buf_puts(out, ", \"date\": ");
        escape_json_string(out, c->date);
    }
    if (!text_empty(c->what)) {
        buf_puts(out, ", \"what\": ");
        json_text(out, &c->what);
    }
    buf_putc(out, '}');
}

static void json_list(struct buf *out, const struct field *f, const void *at, unsigned indent)
{
    struct items it = items_of(f, at);
    bool lines = it.item.kind == FIELD_OBJECT || it.item.kind == FIELD_CITES || it.item.kind == FIELD_TEXT;
    buf_putc(out, '[');
    for (size_t i = 0; i < it.n; i++) {
        const void *item = it.at + i * it.size;
        buf_puts(out, i ? lines ? "," : ", " : "");
        if (lines)
            new_line(out, indent + 1);
        if (it.item.kind == FIELD_OBJECT)
            export_json(out, f->schema, item, indent + 1);
        else if (it.item.kind == FIELD_CITES)
            json_cite(out, item);
        else if (it.item.kind == FIELD_TEXT)
            json_text(out, item);
        else if (it.item.kind == FIELD_ENUM_LIST)
            escape_json_string(out, field_enum_name(f, (int)((const struct num *)item)->value));
        else
            json_plain(out, &it.item, item);
    }
    if (lines && it.n)
        new_line(out, indent);
    buf_putc(out, ']');
}

static bool is_list(const struct field *f)
{
    return f->kind == FIELD_STR_LIST || f->kind == FIELD_NUM_LIST || f->kind == FIELD_ENUM_LIST ||
           f->kind == FIELD_REF_LIST || f->kind == FIELD_TEXT_LIST || f->kind == FIELD_CITES || f->kind == FIELD_OBJECTS;
}

static bool object_is_absent(const struct field *f, const void *at)
{
    return !f->schema->is_plain && ((const struct record *)at)->node == NULL;
}

/* Objects nest only as deep as their tables do. */
void export_json(struct buf *out, const struct schema *schema, const void *record, unsigned indent)
{
    buf_putc(out, '{');
    bool first = true;
    for (const struct field *f = schema->fields; f->key; f++) {
        const void *at = field_at(f, record);
        if (f->kind == FIELD_NODE)
            continue;
        buf_puts(out, first ? "" : ",");
        first = false;
        new_line(out, indent + 1);
        buf_putc(out, '"');
        export_key(out, f);
        buf_puts(out, "\": ");
        if (is_list(f))
            json_list(out, f, at, indent + 1);
        else if (f->kind == FIELD_TEXT)
            json_text(out, at);
        else if (f->kind == FIELD_OBJECT && object_is_absent(f, at))
            buf_puts(out, "null");
        else if (f->kind == FIELD_OBJECT)
            export_json(out, f->schema, at, indent + 1);
        else
            json_plain(out, f, at);
    }
    new_line(out, indent);
    buf_putc(out, '}');
}

/* ---- CSV */

/* Calls of one column: the header with its prefix, or the value. */
struct csv {
    struct buf *out;
    const void *record; /* NULL: write the header */
    const char *prefix;
    bool first;
};

static void csv_field(struct csv *csv, struct str text)
{
    if (!csv->first)
        buf_putc(csv->out, ',');
    csv->first = false;
    escape_csv_field(csv->out, text);
}

static void csv_name(struct csv *csv, const struct field *f, const char *ending)
{
    struct buf name = {0};
    buf_puts(&name, csv->prefix);
    export_key(&name, f);
    buf_puts(&name, ending);
    csv_field(csv, buf_str(&name));
    buf_free(&name);
}

static void csv_value(struct csv *csv, const struct field *f, const void *at)
{
    struct buf value = {0};
    if (is_list(f)) {
        struct items it = items_of(f, at);
        for (size_t i = 0; i < it.n; i++) {
            buf_puts(&value, i ? "; " : "");
            put_item(&value, &it, i);
        }
    } else {
        put_plain(&value, f, at);
    }
    csv_field(csv, buf_str(&value));
    buf_free(&value);
}

static void csv_text(struct csv *csv, const struct field *f, const void *at)
{
    static const char *const endings[LANG_COUNT] = {"_en", "_zh"};
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        if (at)
            csv_field(csv, ((const struct text *)at)->in[lang]);
        else
            csv_name(csv, f, endings[lang]);
    }
}

static void csv_columns(struct csv *csv, const struct schema *schema)
{
    for (const struct field *f = schema->fields; f->key; f++) {
        const void *at = csv->record ? field_at(f, csv->record) : NULL;
        if (f->kind == FIELD_OBJECTS || f->kind == FIELD_CITES || f->kind == FIELD_TEXT_LIST || f->kind == FIELD_NODE)
            continue;
        if (f->kind == FIELD_OBJECT) {
            char prefix[64];
            struct csv inner = {csv->out, at, prefix, csv->first};
            strcpy(prefix, csv->prefix);
            strncat(prefix, f->key, sizeof prefix - strlen(prefix) - 2);
            strcat(prefix, "_");
            csv_columns(&inner, f->schema);
            csv->first = inner.first;
        } else if (f->kind == FIELD_TEXT) {
            csv_text(csv, f, at);
        } else if (at) {
            csv_value(csv, f, at);
        } else {
            csv_name(csv, f, "");
        }
    }
}

void export_csv_header(struct buf *out, const struct schema *schema)
{
    struct csv csv = {out, NULL, "", true};
    csv_columns(&csv, schema);
    buf_puts(out, "\r\n");
}

void export_csv_row(struct buf *out, const struct schema *schema, const void *record)
{
    struct csv csv = {out, record, "", true};
    csv_columns(&csv, schema);
    buf_puts(out, "\r\n");
}

/* ---- canonical form */

/* What says where a fact comes from or words it, but is none. */
static bool is_prose(const struct field *f)
{
    return f->kind == FIELD_TEXT || f->kind == FIELD_TEXT_LIST || f->kind == FIELD_CITES || f->kind == FIELD_NODE ||
           (f->kind == FIELD_REF && strcmp(f->names[0], "source") == 0);
}

/* A line an item, so that [a, b] and ["a; b"] differ. */
static void canonical_list(struct buf *out, const struct field *f, const void *at)
{
    struct items it = items_of(f, at);
    for (size_t i = 0; i < it.n; i++) {
        buf_printf(out, "%s[]=", f->key);
        put_item(out, &it, i);
        buf_putc(out, '\n');
    }
}

static int by_contents(const void *a, const void *b)
{
    return str_cmp(buf_str(a), buf_str(b));
}

/* In order of their contents: in which order a file has them is no fact. */
static void canonical_objects(struct buf *out, const struct field *f, const void *at)
{
    struct items it = items_of(f, at);
    struct buf *items = calloc(it.n + 1, sizeof *items);
    if (!items)
        abort();
    for (size_t i = 0; i < it.n; i++)
        export_canonical(&items[i], f->schema, it.at + i * it.size);
    qsort(items, it.n, sizeof *items, by_contents);
    for (size_t i = 0; i < it.n; i++) {
        buf_printf(out, "%s{\n%" STR_FMT "}\n", f->key, STR_ARG(buf_str(&items[i])));
        buf_free(&items[i]);
    }
    free(items);
}

void export_canonical(struct buf *out, const struct schema *schema, const void *record)
{
    for (const struct field *f = schema->fields; f->key; f++) {
        const void *at = field_at(f, record);
        if (is_prose(f))
            continue;
        if (f->kind == FIELD_OBJECT) {
            buf_printf(out, "%s{\n", f->key);
            export_canonical(out, f->schema, at);
            buf_puts(out, "}\n");
        } else if (f->kind == FIELD_OBJECTS) {
            canonical_objects(out, f, at);
        } else if (is_list(f)) {
            canonical_list(out, f, at);
        } else {
            buf_printf(out, "%s=", f->key);
            put_plain(out, f, at);
            buf_putc(out, '\n');
        }
    }
}
