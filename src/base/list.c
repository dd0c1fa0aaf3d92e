/* Growing arrays in an arena. */
#include <string.h>

#include "base/list.h"

void *list_grow(struct arena *arena, const void *items, size_t *cap, size_t size)
{
    size_t grown = *cap ? *cap * 2 : 8;
    void *copy = arena_array(arena, grown, size);
    if (*cap)
        memcpy(copy, items, *cap * size);
    *cap = grown;
    return copy;
}
