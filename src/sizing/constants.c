/* The table of constants.def. */
#include <stddef.h>

#include "constants.h"

const struct sizing_constants constants_fitted = {
#define CONSTANT(id, value, theory, points, meaning, source) value,
#include "constants.def"
};

const struct sizing_constants constants_theory = {
#define CONSTANT(id, value, theory, points, meaning, source) theory,
#include "constants.def"
};

static const struct sizing_constant entries[] = {
#define CONSTANT(id, value, theory, points, meaning, source) {#id, value, theory, points, meaning, source},
#include "constants.def"
};

const struct sizing_constant *constants_entry(int id)
{
    return id >= 0 && id < SIZING_CONSTANTS ? &entries[id] : NULL;
}
