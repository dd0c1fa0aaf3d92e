/* What kind of value each slot holds, without the names: all that checks ask, so that the WebAssembly module carries no text. */
#ifndef SIZING_KINDS_H
#define SIZING_KINDS_H

#include "sizing.h"

/* Kinds (enum sizing_kind) of a group's fields in the order of its slots. Constant data. */
struct sizing_kinds {
    const unsigned char *at;
    int n;
};

/* n 0 for a group that there is not. */
struct sizing_kinds kinds_of(enum sizing_group group);

/* Largest number of a kind; for an enum, whose values have the indexes from 1 on, how many there are. */
extern const double kinds_most[SIZING_KINDS];

#endif
