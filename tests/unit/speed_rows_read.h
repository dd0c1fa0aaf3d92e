/* Reading tests/data/speed-cases.txt. */
#ifndef UNIT_SPEED_ROWS_READ_H
#define UNIT_SPEED_ROWS_READ_H

#include <stdio.h>

#include "catalog/measured_speed.h"
#include "speed_rows.h"

struct speed_case_text {
    char id[8], expected[32];
};

/* The next row of the file; false at its end. Aborts on a line that is no row and on a GPU that the tables do not have. */
bool speed_row_read(FILE *file, const struct speed_tables *tables, struct speed_row *row, struct speed_case_text *text);

#endif
