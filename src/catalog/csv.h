/* Reading CSV after RFC 4180: a header line, quoted fields, lines of CRLF or LF. */
#ifndef CATALOG_CSV_H
#define CATALOG_CSV_H

#include "base/arena.h"
#include "base/diag.h"
#include "data/schema.h"

struct csv {
    struct arena *arena;
    const struct source *src; /* path as shown, whole text */
    struct str rest;
    unsigned line, last_line; /* of the row that csv_next gave, one-based; a quoted field may hold line ends */
    struct str_list header;
    struct str_list row;      /* as many fields as the header */
};

/* Reads a file of at most 64 MiB and its header; `shown` is its path in messages. Reports what is wrong (no file: fatal; an
 * empty or broken header, bad UTF-8: an error) and returns false. Everything lives in `arena`. */
bool csv_open(struct csv *csv, struct arena *arena, const char *path, struct str shown, struct diag *diag);
/* The next row, in csv->row; false at the end. A row with too few or too many fields and a quote that does not end are reported,
 * and the row is passed over. Empty lines are passed over. */
bool csv_next(struct csv *csv, struct diag *diag);
/* Index of a column, or header.n when there is none. */
size_t csv_column(const struct csv *csv, const char *name);
/* Index of a column; reports a missing one at the file's first line. */
size_t csv_need_column(const struct csv *csv, const char *name, struct diag *diag);

#endif
