/* CSV files with a header line (RFC 4180): rows of named fields with their places. */
#ifndef DATA_CSV_H
#define DATA_CSV_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"

enum { CSV_COLUMNS_MAX = 64 };

/* A file being read, one row at a time. */
struct csv {
    struct arena *arena;
    struct diag *diag;
    const struct source *src;
    size_t offset;                      /* of the rest of the text */
    unsigned line, row_line;            /* of the rest, of the row at hand; one-based */
    size_t columns;
    struct str names[CSV_COLUMNS_MAX];
    struct str fields[CSV_COLUMNS_MAX]; /* of the row at hand */
};

/* Reads `path` into the arena and its header. Reports a file that cannot be read (fatal), an empty one and a header with more
 * than CSV_COLUMNS_MAX names; returns false then. */
bool csv_open(struct csv *csv, const char *path, struct arena *arena, struct diag *diag);

/* Goes to the next row; empty lines are passed over. False at the end. A row with another number of fields than the header is
 * reported and passed over. Fields live in the arena. */
bool csv_next(struct csv *csv);

/* True when the header has the column. */
bool csv_has(const struct csv *csv, const char *column);

/* The field of the row at hand; empty when the header has no such column. */
struct str csv_field(const struct csv *csv, const char *column);

/* The field as a plain decimal number, with exponent or not; `initial` when it is empty. Reports what is no number and returns
 * `initial`. */
double csv_number(const struct csv *csv, const char *column, double initial);

/* The line of the row at hand. */
struct place csv_place(const struct csv *csv);

#endif
