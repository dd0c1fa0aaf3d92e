/* Arenas: memory that is freed all at once. Out of memory aborts, so no caller checks. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *a);
/* Forgets all allocations; keeps the largest block for the next use. */
void arena_reset(struct arena *a);
/* Zeroed memory, aligned for any type. Built with CHIPFIRST_ARENA_SPLIT each allocation is a malloc of its
 * own, so that the sanitizers see every overrun. */
void *arena_alloc(struct arena *a, size_t size);
/* Zeroed memory for `count` items; aborts when the product overflows. */
void *arena_array(struct arena *a, size_t count, size_t size);
/* A NUL-terminated copy. */
char *arena_cstr(struct arena *a, struct str s);
struct str arena_str(struct arena *a, struct str s);
/* What was written to the buffer, which is left empty. */
struct str arena_take(struct arena *a, struct buf *b);
struct str arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
