/* Addresses: the only place that maps records and pages to paths. */
#ifndef CATALOG_ADDRESS_H
#define CATALOG_ADDRESS_H

#include "catalog/records.h"

/* True when a record of this kind has a page of its own; the others are rows of a page, with their id as anchor. */
bool address_is_page(enum record_kind kind);
/* Path of the page that shows the record, from the root of the site: "en/chips/nvidia-a10.html"; for rows with
 * the anchor: "en/glossary.html#kv-cache". In the arena. */
struct str address_of(struct arena *arena, enum record_kind kind, struct str id, enum lang lang);
/* A page that is no record: address_page(arena, LANG_EN, "guide/memory") is "en/guide/memory.html". */
struct str address_page(struct arena *arena, enum lang lang, const char *name);
/* How to get from one page to another: from "en/chips/a.html" to "en/types/b.html#x" is "../types/b.html#x". */
struct str address_relative(struct arena *arena, struct str from, struct str to);
/* The same page in the other language. */
struct str address_other(struct arena *arena, struct str path, enum lang lang);

#endif
