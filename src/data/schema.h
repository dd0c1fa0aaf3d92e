/* Schemas: tables that say which keys a record has, of what kind and unit, and where in the C struct they live.
 *
 * One table serves the loader (schema_bind), the exports (data/export.h), the digest of the facts and the
 * generated schema page. */
#ifndef DATA_SCHEMA_H
#define DATA_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "data/quantity.h"
#include "data/yaml.h"

enum lang { LANG_EN, LANG_ZH, LANG_COUNT };
extern const char *const lang_name[LANG_COUNT]; /* "en", "zh" */

/* A text in both languages; both are there, or neither. */
struct text {
    struct str in[LANG_COUNT];
};

enum tri { TRI_ABSENT, TRI_FALSE, TRI_TRUE };

/* A reference to another record by its id; `record` is filled in by the catalogue. */
struct ref {
    struct str id;
    const void *record;
    struct place at;
};

/* A source of a group of values: `memory: [alibaba-gpu-family-en, {id: …, what: {en: …, zh: …}}]`. */
struct cite {
    struct ref source;
    struct text what; /* what was read there; may be empty */
    struct str date;  /* of what was read, where it differs from the source's own */
    struct str group; /* which values rest on it; empty: the whole record */
    struct place group_at; /* the key of the group */
};

struct str_list { struct str *at; size_t n; };
struct text_list { struct text *at; size_t n; };
struct num_list { struct num *at; size_t n; };
struct ref_list { struct ref *at; size_t n; };
struct cite_list { struct cite *at; size_t n; };
struct object_list { void *at; size_t n; }; /* items of schema->size bytes */

enum field_kind {
    FIELD_ID,        /* struct str: lower-case ASCII letters, digits, '.', '-', '_' */
    FIELD_STR,       /* struct str: one line, the same in both languages (names, codes) */
    FIELD_TEXT,      /* struct text: prose in both languages */
    FIELD_DATE,      /* struct str: YYYY, YYYY-MM, YYYY-MM-DD or the word undated */
    FIELD_URL,       /* struct str: http or https */
    FIELD_NUM,       /* struct num */
    FIELD_BOOL,      /* enum tri: true or false, nothing else */
    FIELD_ENUM,      /* int: 0 absent, else 1 + index into names */
    FIELD_REF,       /* struct ref */
    FIELD_STR_LIST,  /* struct str_list */
    FIELD_TEXT_LIST, /* struct text_list */
    FIELD_NUM_LIST,  /* struct num_list */
    FIELD_ENUM_LIST, /* struct num_list of 1 + index */
    FIELD_REF_LIST,  /* struct ref_list */
    FIELD_CITES,     /* struct cite_list */
    FIELD_OBJECT,    /* the struct of `schema`, in place */
    FIELD_OBJECTS,   /* struct object_list */
    FIELD_NODE       /* const struct yaml_node *: kept as written, for the owner to interpret */
};

enum field_flag {
    FIELD_REQUIRED = 1,
    FIELD_NONE = 2,   /* a number may be the word `none`: known to be absent */
    FIELD_WHOLE = 4,  /* a whole number */
    FIELD_DERIVED = 8 /* filled in by the catalogue and exported; an error in YAML */
};

struct field {
    const char *key;
    enum field_kind kind;
    enum unit unit;
    unsigned flags;
    size_t offset;
    const struct schema *schema;    /* FIELD_OBJECT, FIELD_OBJECTS */
    const char *const *names;       /* FIELD_ENUM: NULL-terminated; FIELD_REF: names[0] is the record kind */
};

struct schema {
    const char *name;  /* "chip": used in messages and as the key of its texts */
    size_t size;       /* of the C struct */
    const struct field *fields; /* ends with a NULL key */
    bool is_plain;     /* the struct does not begin with a struct record */
};

/* Every struct that is loaded by a schema begins with this, unless the schema is plain. */
struct record {
    struct str id; /* empty for nested objects without one */
    const struct yaml_node *node;
};

enum { SCHEMA_ID_MAX = 80 }; /* bytes */

/* The rules of FIELD_ID and FIELD_DATE. */
bool schema_is_id(struct str s);
bool schema_is_date(struct str s);

/* Fills *out (zeroed, schema->size bytes) from a mapping. Reports every wrong, unknown and missing key; returns
 * false if there was any. */
bool schema_bind(const struct schema *schema, const struct yaml_node *node, void *out, struct arena *arena,
                 struct diag *diag);

/* The place of a key's value in a record's YAML, or of the record when the key is not there. */
struct place record_place(const struct record *r, const char *key);

const struct field *schema_find(const struct schema *schema, struct str key);
/* Address of a field inside a record. */
const void *field_at(const struct field *f, const void *record);
/* The name of an enum field's value; empty when absent. */
struct str field_enum_name(const struct field *f, int value);

static inline bool text_empty(struct text t)
{
    return t.in[LANG_EN].n == 0;
}

#endif
