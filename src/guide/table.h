/* Table rows as cmark-gfm splits them, read from the source: cmark drops surplus cells and fills up missing
 * ones without a word. */
#ifndef GUIDE_TABLE_H
#define GUIDE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct table_cell {
    size_t from, to; /* bytes of the row, without blanks around */
    size_t pipe;     /* the pipe before the cell; the cell's start when there is none */
};

/* Splits a row into at most `max` cells and returns how many there are (which may be more). A pipe behind a
 * backslash does not split, in code spans neither; one without splits even there (the rule of GFM). */
size_t table_split(struct str row, struct table_cell *cells, size_t max);

/* The pipe to blame in a row split into `have` cells, more than `want`: the first one inside a code span, else
 * the one before the first surplus cell. */
size_t table_extra_pipe(struct str row, const struct table_cell *cells, size_t have, size_t want);

/* Is it a line of cells like --- or :--: with a pipe, as must stand under a table's header? */
bool table_is_ruler(struct str line);

#endif
