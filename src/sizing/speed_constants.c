/* The table of speed_constants.def. */
#include <stddef.h>

#include "speed_constants.h"

const double speed_constant_values[SPEED_CONSTANTS] = {
#define CONSTANT(id, value, points, meaning, source) value,
#include "speed_constants.def"
};

static const struct speed_constant table[SPEED_CONSTANTS] = {
#define CONSTANT(id, value, points, meaning, source) {#id, meaning, source, value, points},
#include "speed_constants.def"
};

const struct speed_constant *speed_constant(int id)
{
    return id >= 0 && id < SPEED_CONSTANTS ? &table[id] : NULL;
}
