/* Everything the site consists of, in memory, before a byte of it is written. */
#ifndef SITE_OUTPUT_H
#define SITE_OUTPUT_H

#include "base/diag.h"
#include "base/list.h"
#include "base/map.h"

struct output {
    struct str path;   /* from the root of the site: lower-case ASCII */
    struct str bytes;
    struct str origin; /* what it was made from, for messages: "chip nvidia-a10" */
};

struct outputs {
    struct arena *arena;
    LIST(struct output) list;
    struct map by_path; /* to 1 + index */
};

void outputs_init(struct outputs *o, struct arena *arena);
/* Adds a file; path and bytes are copied. Two outputs of one path are an error naming both origins, and so is a path
 * that is not lower-case ASCII (two paths that differ only in case would be one file on some systems). */
void outputs_add(struct outputs *o, struct str path, struct str bytes, struct str origin, struct diag *diag);
/* Sorts by path; to be called once all are there. */
void outputs_sort(struct outputs *o);
const struct output *outputs_find(const struct outputs *o, struct str path);

#endif
