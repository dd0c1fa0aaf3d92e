/* Schemas: one generic binder for every record type. */
#include <math.h>
#include <string.h>

#include "base/suggest.h"
#include "data/schema.h"

const char *const lang_name[LANG_COUNT] = {"en", "zh"};

struct binder {
    struct arena *arena;
    struct diag *diag;
};

static bool wrong(const struct binder *b, const struct yaml_node *node, const char *rule)
{
    if (node->kind == YAML_SCALAR)
        diag_error(b->diag, node->at, "%" STR_FMT " \"%" STR_FMT "\" %s", STR_ARG(node->key), STR_ARG(node->text), rule);
    else
        diag_error(b->diag, node->at, "%" STR_FMT " is %s; it %s", STR_ARG(node->key), yaml_kind_name(node->kind), rule);
    return false;
}

static bool want_kind(const struct binder *b, const struct yaml_node *node, enum yaml_kind kind)
{
    if (node->kind != kind) {
        diag_error(b->diag, node->at, "%" STR_FMT " must be %s, not %s", STR_ARG(node->key), yaml_kind_name(kind),
                   yaml_kind_name(node->kind));
        return false;
    }
    if (kind == YAML_SCALAR && node->text.n == 0) {
        diag_error(b->diag, node->at, "%" STR_FMT " has no value; leave the key out when it is not published",
                   STR_ARG(node->key));
        return false;
    }
    return true;
}

bool schema_is_id(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!letter && (i == 0 || (c != '.' && c != '-' && c != '_')))
            return false;
    }
    return s.n > 0 && s.n <= SCHEMA_ID_MAX;
}

static int days_of(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

bool schema_is_date(struct str s)
{
    if (str_eq(s, S("undated")))
        return true;
    if (s.n != 4 && s.n != 7 && s.n != 10)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        bool dash = i == 4 || i == 7;
        if (dash ? s.p[i] != '-' : s.p[i] < '0' || s.p[i] > '9')
            return false;
    }
    int year = ((s.p[0] - '0') * 10 + s.p[1] - '0') * 100 + (s.p[2] - '0') * 10 + s.p[3] - '0';
    int month = s.n >= 7 ? (s.p[5] - '0') * 10 + s.p[6] - '0' : 1, day = s.n == 10 ? (s.p[8] - '0') * 10 + s.p[9] - '0' : 1;
    return month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

static bool bind_id(const struct binder *b, const struct yaml_node *node, struct str *out)
{
    if (!want_kind(b, node, YAML_SCALAR))
        return false;
    if (!schema_is_id(node->text))
        return wrong(b, node, "is not an id; use lower-case letters, digits, '.', '-' and '_', at most 80");
    *out = node->text;
    return true;
}

static bool bind_line(const struct binder *b, const struct yaml_node *node, struct str *out)
{
    if (!want_kind(b, node, YAML_SCALAR))
        return false;
    if (str_find_char(node->text, '\n') < node->text.n)
        return wrong(b, node, "must be one line");
    *out = node->text;
    return true;
}

static bool bind_date(const struct binder *b, const struct yaml_node *node, struct str *out)
{
    if (!want_kind(b, node, YAML_SCALAR))
        return false;
    if (!schema_is_date(node->text))
        return wrong(b, node, "is not a date; write YYYY, YYYY-MM, YYYY-MM-DD or undated");
    *out = node->text;
    return true;
}

static bool bind_url(const struct binder *b, const struct yaml_node *node, struct str *out)
{
    if (!bind_line(b, node, out))
        return false;
    if (!str_starts(*out, S("https://")) && !str_starts(*out, S("http://")))
        return wrong(b, node, "is not an http or https address");
    return true;
}

static bool bind_text(const struct binder *b, const struct yaml_node *node, struct text *out)
{
    if (!want_kind(b, node, YAML_MAP)) {
        if (node->kind == YAML_SCALAR)
            diag_note(b->diag, node->at, "texts exist in both languages; write {en: …, zh: …}");
        return false;
    }
    bool ok = true;
    for (const struct yaml_node *c = node->first; c; c = c->next) {
        size_t lang = 0;
        while (lang < LANG_COUNT && !str_eq_c(c->key, lang_name[lang]))
            lang++;
        if (lang == LANG_COUNT) {
            diag_error(b->diag, c->key_at, "\"%" STR_FMT "\" is no language of the site; a text has en and zh",
                       STR_ARG(c->key));
            ok = false;
        } else {
            ok = bind_line(b, c, &out->in[lang]) && ok;
        }
    }
    for (size_t lang = 0; lang < LANG_COUNT; lang++)
        if (out->in[lang].n == 0 && !yaml_get(node, lang_name[lang])) {
            diag_error(b->diag, node->at, "%" STR_FMT " has no text in %s", STR_ARG(node->key),
                       lang == LANG_EN ? "English (en)" : "Chinese (zh)");
            ok = false;
        }
    return ok;
}

static bool bind_num(const struct binder *b, const struct field *f, const struct yaml_node *node, struct num *out)
{
    if (!want_kind(b, node, YAML_SCALAR))
        return false;
    if (str_eq(node->text, S("none"))) {
        if (!(f->flags & FIELD_NONE))
            return wrong(b, node, "is not allowed here; leave the key out when it is not published");
        *out = (struct num){0, NUM_NONE};
        return true;
    }
    struct str why;
    double value;
    if (!quantity_parse(b->arena, node->text, f->unit, &value, &why)) {
        diag_error(b->diag, node->at, "%" STR_FMT " \"%" STR_FMT "\" %" STR_FMT, STR_ARG(node->key),
                   STR_ARG(node->text), STR_ARG(why));
        return false;
    }
    if (value < 0)
        return wrong(b, node, "is negative");
    if (value > 1e18)
        return wrong(b, node, "is too large");
    if ((f->flags & FIELD_WHOLE) && value != floor(value))
        return wrong(b, node, "is not a whole number");
    *out = NUM(value);
    return true;
}

static bool bind_bool(const struct binder *b, const struct yaml_node *node, enum tri *out)
{
    if (!want_kind(b, node, YAML_SCALAR))
        return false;
    if (str_eq(node->text, S("true")))
        *out = TRI_TRUE;
    else if (str_eq(node->text, S("false")))
        *out = TRI_FALSE;
    else
        return wrong(b, node, "is neither true nor false");
    return true;
}

static bool bind_enum(const struct binder *b, const struct field *f, const struct yaml_node *node, int *out)
{
    if (!want_kind(b, node, YAML_SCALAR))
        return false;
    struct suggestion near = suggest_begin(node->text);
    for (int i = 0; f->names[i]; i++) {
        if (str_eq_c(node->text, f->names[i])) {
            *out = i + 1;
            return true;
        }
        suggest_offer(&near, str_from(f->names[i]));
    }
    struct str all = {NULL, 0};
    for (int i = 0; f->names[i]; i++)
        all = arena_printf(b->arena, "%" STR_FMT "%s%s", STR_ARG(all), i ? ", " : "", f->names[i]);
    diag_error(b->diag, node->at, "%" STR_FMT " \"%" STR_FMT "\" is not one of: %" STR_FMT, STR_ARG(node->key),
               STR_ARG(node->text), STR_ARG(all));
    if (near.best.n)
        diag_note(b->diag, node->at, "did you mean \"%" STR_FMT "\"?", STR_ARG(near.best));
    return false;
}

static bool bind_ref(const struct binder *b, const struct yaml_node *node, struct ref *out)
{
    out->at = node->at;
    return bind_id(b, node, &out->id);
}

static bool bind_cite(const struct binder *b, const struct yaml_node *node, struct str group, struct cite *out)
{
    out->group = group;
    if (node->kind == YAML_SCALAR) {
        struct yaml_node named = *node;
        named.key = S("sources"); /* so that messages name the key of the list */
        return bind_ref(b, &named, &out->source);
    }
    static const struct field cite_fields[] = {
        {"id", FIELD_REF, 0, FIELD_REQUIRED, offsetof(struct cite, source), NULL, NULL},
        {"what", FIELD_TEXT, 0, 0, offsetof(struct cite, what), NULL, NULL},
        {"date", FIELD_DATE, 0, 0, offsetof(struct cite, date), NULL, NULL},
        {0},
    };
    static const struct schema cite_schema = {"citation", sizeof(struct cite), cite_fields, true};
    return schema_bind(&cite_schema, node, out, b->arena, b->diag);
}

static size_t count_cites(const struct yaml_node *node)
{
    if (node->kind == YAML_LIST)
        return node->count;
    size_t n = 0;
    for (const struct yaml_node *g = node->first; g; g = g->next)
        n += g->count;
    return n;
}

/* A list (for the whole record) or a mapping from a group of values to a list. */
static bool bind_cites(const struct binder *b, const struct yaml_node *node, struct cite_list *out)
{
    if (node->kind == YAML_SCALAR)
        return want_kind(b, node, YAML_LIST);
    out->at = ARENA_ARRAY(b->arena, count_cites(node), struct cite);
    bool ok = true;
    if (node->kind == YAML_LIST) {
        for (const struct yaml_node *c = node->first; c; c = c->next)
            ok = bind_cite(b, c, (struct str){NULL, 0}, &out->at[out->n++]) && ok;
        return ok;
    }
    for (const struct yaml_node *g = node->first; g; g = g->next) {
        if (!want_kind(b, g, YAML_LIST))
            return false;
        for (const struct yaml_node *c = g->first; c; c = c->next) {
            out->at[out->n].group_at = g->key_at;
            ok = bind_cite(b, c, g->key, &out->at[out->n++]) && ok;
        }
    }
    return ok;
}

static bool bind_value(const struct binder *b, const struct field *f, const struct yaml_node *node, void *out);

struct list_shape {
    enum field_kind list, item;
    size_t size;
};

static const struct list_shape list_shapes[] = {
    {FIELD_STR_LIST, FIELD_STR, sizeof(struct str)},  {FIELD_TEXT_LIST, FIELD_TEXT, sizeof(struct text)},
    {FIELD_NUM_LIST, FIELD_NUM, sizeof(struct num)},  {FIELD_REF_LIST, FIELD_REF, sizeof(struct ref)},
    {FIELD_OBJECTS, FIELD_OBJECT, 0},
};

/* All list structs are a pointer and a count, like object_list. */
static bool bind_list(const struct binder *b, const struct field *f, const struct list_shape *shape,
                      const struct yaml_node *node, struct object_list *out)
{
    if (!want_kind(b, node, YAML_LIST))
        return false;
    size_t size = shape->size ? shape->size : f->schema->size;
    struct field item = *f;
    item.kind = shape->item;
    out->at = arena_array(b->arena, node->count, size);
    bool ok = true;
    for (struct yaml_node *c = node->first; c; c = c->next) {
        struct yaml_node named = *c;
        named.key = node->key; /* so that messages name the list's key */
        ok = bind_value(b, &item, item.kind == FIELD_OBJECT ? c : &named, (char *)out->at + out->n * size) && ok;
        out->n++;
    }
    return ok;
}

static bool bind_enum_list(const struct binder *b, const struct field *f, const struct yaml_node *node,
                           struct num_list *out)
{
    if (!want_kind(b, node, YAML_LIST))
        return false;
    out->at = ARENA_ARRAY(b->arena, node->count, struct num);
    bool ok = true;
    for (const struct yaml_node *c = node->first; c; c = c->next) {
        struct yaml_node named = *c;
        named.key = node->key;
        int value = 0;
        ok = bind_enum(b, f, &named, &value) && ok;
        out->at[out->n++] = NUM(value);
    }
    return ok;
}

static bool bind_value(const struct binder *b, const struct field *f, const struct yaml_node *node, void *out)
{
    for (size_t i = 0; i < sizeof list_shapes / sizeof *list_shapes; i++)
        if (f->kind == list_shapes[i].list)
            return bind_list(b, f, &list_shapes[i], node, out);
    switch (f->kind) {
    case FIELD_ID: return bind_id(b, node, out);
    case FIELD_STR: return bind_line(b, node, out);
    case FIELD_TEXT: return bind_text(b, node, out);
    case FIELD_DATE: return bind_date(b, node, out);
    case FIELD_URL: return bind_url(b, node, out);
    case FIELD_NUM: return bind_num(b, f, node, out);
    case FIELD_BOOL: return bind_bool(b, node, out);
    case FIELD_ENUM: return bind_enum(b, f, node, out);
    case FIELD_ENUM_LIST: return bind_enum_list(b, f, node, out);
    case FIELD_REF: return bind_ref(b, node, out);
    case FIELD_CITES: return bind_cites(b, node, out);
    case FIELD_OBJECT: return schema_bind(f->schema, node, out, b->arena, b->diag);
    case FIELD_NODE: memcpy(out, &node, sizeof node); return true;
    default: return false;
    }
}

const struct field *schema_find(const struct schema *schema, struct str key)
{
    for (const struct field *f = schema->fields; f->key; f++)
        if (str_eq_c(key, f->key))
            return f;
    return NULL;
}

static const char *article(const char *noun)
{
    return strchr("aeio", noun[0]) ? "an" : "a";
}

static void unknown_key(const struct binder *b, const struct schema *schema, const struct yaml_node *node)
{
    struct suggestion near = suggest_begin(node->key);
    for (const struct field *f = schema->fields; f->key; f++)
        suggest_offer(&near, str_from(f->key));
    diag_error(b->diag, node->key_at, "%s %s has no key \"%" STR_FMT "\"", article(schema->name), schema->name, STR_ARG(node->key));
    if (near.best.n)
        diag_note(b->diag, node->key_at, "did you mean \"%" STR_FMT "\"?", STR_ARG(near.best));
}

static bool check_required(const struct binder *b, const struct schema *schema, const struct yaml_node *node)
{
    bool ok = true;
    for (const struct field *f = schema->fields; f->key; f++) {
        if (!(f->flags & FIELD_REQUIRED) || yaml_get(node, f->key))
            continue;
        struct str id = yaml_get_text(node, "id");
        if (id.n)
            diag_error(b->diag, node->at, "%s %" STR_FMT " has no %s, which is required", schema->name, STR_ARG(id), f->key);
        else
            diag_error(b->diag, node->at, "this %s has no %s, which is required", schema->name, f->key);
        ok = false;
    }
    return ok;
}

/* Objects nest only as deep as their tables do, so this recursion is bounded by the code, not by the input. */
bool schema_bind(const struct schema *schema, const struct yaml_node *node, void *out, struct arena *arena,
                 struct diag *diag)
{
    struct binder b = {arena, diag};
    if (!schema->is_plain)
        ((struct record *)out)->node = node;
    if (node->kind != YAML_MAP) {
        diag_error(diag, node->at, "%s %s must be a mapping of keys, not %s", article(schema->name), schema->name,
                   yaml_kind_name(node->kind));
        return false;
    }
    bool ok = true;
    for (const struct yaml_node *c = node->first; c; c = c->next) {
        const struct field *f = schema_find(schema, c->key);
        if (!f) {
            unknown_key(&b, schema, c);
            ok = false;
        } else if (f->flags & FIELD_DERIVED) {
            diag_error(diag, c->key_at, "%s is derived by the generator; remove it", f->key);
            ok = false;
        } else {
            ok = bind_value(&b, f, c, (char *)out + f->offset) && ok;
        }
    }
    return check_required(&b, schema, node) && ok;
}

struct place record_place(const struct record *r, const char *key)
{
    const struct yaml_node *node = yaml_get(r->node, key);
    if (node)
        return node->at;
    return r->node ? r->node->at : (struct place){0};
}

const void *field_at(const struct field *f, const void *record)
{
    return (const char *)record + f->offset;
}

struct str field_enum_name(const struct field *f, int value)
{
    return value > 0 ? str_from(f->names[value - 1]) : (struct str){NULL, 0};
}
