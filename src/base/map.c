/* A hash map from string to pointer: open addressing, FNV-1a. */
#include <assert.h>
#include <stdint.h>

#include "base/map.h"

struct map_slot {
    struct str key;
    void *value; /* NULL: free */
};

void map_init(struct map *m, struct arena *arena)
{
    *m = (struct map){.arena = arena};
}

static uint64_t hash(struct str key)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < key.n; i++)
        h = (h ^ (unsigned char)key.p[i]) * 1099511628211u;
    return h;
}

static struct map_slot *slot_of(const struct map *m, struct str key)
{
    size_t i = (size_t)hash(key) & (m->cap - 1);
    while (m->slots[i].value && !str_eq(m->slots[i].key, key))
        i = (i + 1) & (m->cap - 1);
    return &m->slots[i];
}

void *map_get(const struct map *m, struct str key)
{
    return m->cap ? slot_of(m, key)->value : NULL;
}

static void grow(struct map *m)
{
    struct map old = *m;
    m->cap = old.cap ? old.cap * 2 : 64;
    m->slots = ARENA_ARRAY(m->arena, m->cap, struct map_slot);
    for (size_t i = 0; i < old.cap; i++)
        if (old.slots[i].value)
            *slot_of(m, old.slots[i].key) = old.slots[i];
}

void *map_add(struct map *m, struct str key, void *value)
{
    assert(value);
    if ((m->used + 1) * 2 > m->cap)
        grow(m);
    struct map_slot *s = slot_of(m, key);
    if (s->value)
        return s->value;
    *s = (struct map_slot){key, value};
    m->used++;
    return NULL;
}
