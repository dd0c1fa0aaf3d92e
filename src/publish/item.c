/* Lists of items. */
#include <stdlib.h>

#include "publish/item.h"

static int by_key(const void *a, const void *b)
{
    return str_cmp(((const struct item *)a)->key, ((const struct item *)b)->key);
}

void items_finish(struct items *items, struct arena *arena)
{
    if (items->list.n)
        qsort(items->list.at, items->list.n, sizeof *items->list.at, by_key);
    map_init(&items->by_key, arena);
    for (size_t i = 0; i < items->list.n; i++)
        map_add(&items->by_key, items->list.at[i].key, &items->list.at[i]);
}

struct item *items_find(const struct items *items, struct str key)
{
    return map_get(&items->by_key, key);
}
