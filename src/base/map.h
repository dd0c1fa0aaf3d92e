/* A hash map from string to pointer. Never iterated, so that hash order cannot reach the output. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/arena.h"
#include "base/str.h"

struct map {
    struct arena *arena; /* owns the slots; the keys are not copied */
    struct map_slot *slots;
    size_t used, cap;
};

void map_init(struct map *m, struct arena *arena);
/* NULL when the key is not there. */
void *map_get(const struct map *m, struct str key);
/* Returns the value that was there before, or NULL; the old value stays in that case. value is not NULL. */
void *map_add(struct map *m, struct str key, void *value);

#endif
