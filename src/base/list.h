/* Growing arrays in an arena; for items collected before their number is known. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stddef.h>

#include "base/arena.h"

/* Declares a list of T: LIST(struct chip) chips; */
#define LIST(T) struct { T *at; size_t n, cap; }

/* Appends a zeroed item and evaluates to its address. Earlier addresses become stale when the list grows. */
#define LIST_ADD(list, arena) \
    ((void)((list)->n == (list)->cap && \
            ((list)->at = list_grow((arena), (list)->at, &(list)->cap, sizeof *(list)->at), 1)), \
     &(list)->at[(list)->n++])

/* Doubles the capacity (8 at first) and copies the items. */
void *list_grow(struct arena *arena, const void *items, size_t *cap, size_t size);

#endif
