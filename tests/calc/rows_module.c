/* The formulas of tests/data/speed-cases.txt as a WebAssembly module of their own, on the same objects as the calculator's. */
#include "../unit/speed_rows.h"

#define EXPORT(name) __attribute__((export_name(name)))

struct speed_row *rows_row(void);
int rows_size(void);
double rows_value(void);

static struct speed_row row;

EXPORT("row") struct speed_row *rows_row(void)
{
    return &row;
}

EXPORT("size") int rows_size(void)
{
    return (int)sizeof row;
}

EXPORT("value") double rows_value(void)
{
    return speed_row_value(&row);
}
