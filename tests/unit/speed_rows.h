/* A row of tests/data/speed-cases.txt and what the sizing core says to it. Freestanding, and without pointers, so that the row can
   be copied into the memory of a WebAssembly module as it is. */
#ifndef UNIT_SPEED_ROWS_H
#define UNIT_SPEED_ROWS_H

#include "sizing/speed_shape.h"

enum { SPEED_ROW_KEYS = 24, SPEED_ROW_NAME = 32 };

struct speed_row {
    char formula[SPEED_ROW_NAME];
    char keys[SPEED_ROW_KEYS][SPEED_ROW_NAME];
    double values[SPEED_ROW_KEYS];
    int n;
    struct speed_gpu gpu; /* the one that the row names; "bubble" takes any */
};

/* NaN when the row names no formula or lacks a key of it. */
double speed_row_value(const struct speed_row *row);

#endif
