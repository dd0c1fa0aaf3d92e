/* The constants of the memory model as a struct and as a table. */
#ifndef SIZING_CONSTANTS_H
#define SIZING_CONSTANTS_H

enum sizing_constant_id {
#define CONSTANT(id, value, theory, points, meaning, source) SIZING_CONSTANT_##id,
#include "constants.def"
    SIZING_CONSTANTS
};

/* One double a row of constants.def, so that it can be read as an array by id. */
struct sizing_constants {
#define CONSTANT(id, value, theory, points, meaning, source) double id;
#include "constants.def"
};

/* What estimates use, and the same with nothing fitted. */
extern const struct sizing_constants constants_fitted;
extern const struct sizing_constants constants_theory;

/* A row of constants.def, for those who show the table. */
struct sizing_constant {
    const char *id;
    double value, theory;
    double points; /* measured points that bear on a fitted value; 0: not fitted */
    const char *meaning, *source;
};

/* NULL if there is none. Constant data. */
const struct sizing_constant *constants_entry(int id);

#endif
