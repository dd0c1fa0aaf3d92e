/* The layout of the module's arrays as tables, from which the generator tells the browser script where everything is. */
#ifndef CALC_LAYOUT_H
#define CALC_LAYOUT_H

#include <stddef.h>

/* Names in the order of the doubles that they stand for, or of the numbers of an op, a style, a verdict … */
struct calc_names {
    const char *list;
    const char *const *names;
    int n;
};

/* A place: doubles from the start of its array, or the size of a thing in doubles. */
struct calc_place {
    const char *name;
    size_t doubles;
};

/* Both end with a NULL name. */
extern const struct calc_names calc_names[];
extern const struct calc_place calc_places[];

#endif
