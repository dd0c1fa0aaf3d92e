/* The rows of each kind of table, a file each kind of engine. */
#ifndef CATALOG_MEASURED_SPEED_ROWS_H
#define CATALOG_MEASURED_SPEED_ROWS_H

#include "catalog/measured_speed.h"
#include "data/csv.h"

/* Fills the point of the row at hand; false when the row is no measurement that we compare (a percentile, a count). */
bool speed_row_training(const struct csv *csv, const struct speed_tables *tables, struct speed_point *out);
bool speed_row_inference(const struct csv *csv, const struct speed_tables *tables, struct speed_point *out);
bool speed_row_llama(const struct csv *csv, const struct speed_tables *tables, struct speed_point *out);
bool speed_row_serving(const struct csv *csv, const struct speed_tables *tables, struct speed_point *out);

#endif
