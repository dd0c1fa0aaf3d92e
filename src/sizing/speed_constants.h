/* The constants of the speed formulas by id. */
#ifndef SIZING_SPEED_CONSTANTS_H
#define SIZING_SPEED_CONSTANTS_H

enum speed_constant_id {
#define CONSTANT(id, value, points, meaning, source) SPEED_CONSTANT_##id,
#include "speed_constants.def"
    SPEED_CONSTANTS
};

/* One row of speed_constants.def. */
struct speed_constant {
    const char *id, *meaning, *source;
    double value;
    double points; /* measured rows that bear on a fitted value; 0: not fitted */
};

extern const double speed_constant_values[SPEED_CONSTANTS];

/* The constant with that number, for tables of the site; NULL if there is none. Constant data. */
const struct speed_constant *speed_constant(int id);

#define K(id) speed_constant_values[SPEED_CONSTANT_##id]

#endif
