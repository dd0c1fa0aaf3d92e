/* The rows of each kind of table, a file each kind of engine. */
#ifndef CATALOG_MEASURED_SPEED_ROWS_H
#define CATALOG_MEASURED_SPEED_ROWS_H

#include "catalog/csv.h"
#include "catalog/measured_speed.h"

/* A table being read, and where its faults go. */
struct speed_rows {
    struct csv csv;
    struct diag *diag;
};

/* The field of the row at hand; empty when the header has no such column. */
struct str speed_field(const struct speed_rows *rows, const char *column);

/* The field as a number, with exponent or not; `initial` when it is empty. Reports what is no number and returns `initial`. */
double speed_number(const struct speed_rows *rows, const char *column, double initial);

/* Fills the point of the row at hand; false when the row is no measurement that we compare (a percentile, a count). */
bool speed_row_training(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out);
bool speed_row_inference(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out);
bool speed_row_llama(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out);
bool speed_row_serving(const struct speed_rows *rows, const struct speed_tables *tables, struct speed_point *out);

#endif
