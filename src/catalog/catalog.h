/* The catalogue: all records, references resolved, rules checked, what follows from them filled in. */
#ifndef CATALOG_CATALOG_H
#define CATALOG_CATALOG_H

#include "base/map.h"
#include "catalog/records.h"

enum { DIGEST_DIGITS = 12 };

struct catalog {
    struct arena *arena;
#define X(member, type, name) struct { struct type *at; size_t n; } member;
    RECORD_KINDS(X)
#undef X
    struct map by_id[RECORD_KIND_COUNT];
    char digest[DIGEST_DIGITS + 1]; /* of all facts */
    /* Digests of single records, in the order of the lists: 64 hex digits each. */
    char (*record_digests[RECORD_KIND_COUNT])[65];
};

/* Loads any number of catalogue folders; later ones add records or override fields by id. Every record is sorted
 * by id, numbers inside ids by value. Reports all errors; returns NULL if there was any. Everything lives in
 * `arena`. */
struct catalog *catalog_load(const char *const *folders, size_t count, struct arena *arena, struct diag *diag);

/* The record with this id, or NULL. */
const void *catalog_find(const struct catalog *c, enum record_kind kind, struct str id);
/* All records of a kind, as items of record_schema(kind)->size bytes. */
struct object_list catalog_list(const struct catalog *c, enum record_kind kind);
/* The nearest id of that kind for "did you mean", or an empty view. */
struct str catalog_suggest(const struct catalog *c, enum record_kind kind, struct str id);

/* What the chip is called in the language. */
static inline struct str chip_name(const struct chip *chip, enum lang lang)
{
    return lang == LANG_ZH && chip->name_zh.n ? chip->name_zh : chip->name;
}

static inline const struct chip *type_chip(const struct type *t)
{
    return t->family->chip.record;
}

/* Sold size less this share of it is what sizing counts with when no reading was published. All readings of the
 * catalogue lie above it (a test checks that): the smallest is 98.4 % of the sold size read as 10^9 bytes. */
#define SOLD_SIZE_MARGIN 0.02
#define MIB_PER_GB (1e9 / 1048576.0)
#define MIB_PER_GIB 1024.0

/* True when a family that can still be ordered (sold, limited or in preview) carries the chip. */
bool chip_is_offered(const struct chip *chip);

/* True when the listing has the value (enum listing, enum interconnect …). */
bool num_list_has(struct num_list list, int value);

#endif
