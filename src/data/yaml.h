/* YAML to a strict tree with positions.
 *
 * Strict: duplicate keys, anchors, aliases, tags, keys that are not scalars, a second document, nesting deeper
 * than YAML_MAX_DEPTH, bad UTF-8 and control characters are errors. Scalars are text until a schema asks for
 * something else: `no`, `on` and `0123` stay what was written. */
#ifndef DATA_YAML_H
#define DATA_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"

enum { YAML_MAX_DEPTH = 32, YAML_MAX_BYTES = 8 << 20 };

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

struct yaml_node {
    enum yaml_kind kind;
    bool quoted;          /* a scalar that was written in quotes or as a block */
    struct str text;      /* of a scalar */
    struct place at;
    struct str key;       /* set when the parent is a map */
    struct place key_at;
    struct yaml_node *first, *last, *next; /* children in file order; the next sibling */
    size_t count;         /* children */
};

/* Parses `yaml`, a part of src->text that begins on line `first_line` (1 for a whole file). Returns NULL after
 * reporting an error. An empty document is an error. */
struct yaml_node *yaml_parse(struct arena *arena, const struct source *src, struct str yaml, unsigned first_line,
                             struct diag *diag);

/* Reads and parses a file; the source it makes lives in the arena. `shown` is its path in messages. */
struct yaml_node *yaml_read(struct arena *arena, const char *path, struct str shown, struct diag *diag);

/* The child with this key, or NULL; map may be NULL. */
const struct yaml_node *yaml_get(const struct yaml_node *map, const char *key);
/* The text of the scalar child with this key, or an empty view. */
struct str yaml_get_text(const struct yaml_node *map, const char *key);

/* Lays `over` onto `base`: maps key by key, lists of maps that have an `id` item by item, all else replaced.
 * Nodes keep their own places, so each value still knows its file. */
void yaml_overlay(struct yaml_node *base, struct yaml_node *over);

/* "a mapping", "a list" or "a value", for messages. */
const char *yaml_kind_name(enum yaml_kind kind);

#endif
