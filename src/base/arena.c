/* Arenas: a chain of blocks, bump allocation inside. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { ALIGN = 16, BLOCK = 64 * 1024, LARGE = BLOCK / 8 };

struct block {
    struct block *next;
    size_t used, size; /* bytes after this header */
    size_t unused;     /* keeps the data behind the header aligned to ALIGN */
};

struct arena {
    struct block *blocks; /* the newest first */
};

static void *must_alloc(size_t size)
{
    void *p = calloc(1, size);
    if (!p) {
        fputs("chipfirst: out of memory\n", stderr);
        abort();
    }
    return p;
}

struct arena *arena_new(void)
{
    return must_alloc(sizeof(struct arena));
}

static void free_blocks(struct block *b)
{
    while (b) {
        struct block *next = b->next;
        free(b);
        b = next;
    }
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    free_blocks(a->blocks);
    free(a);
}

void arena_reset(struct arena *a)
{
#ifdef CHIPFIRST_ARENA_SPLIT
    free_blocks(a->blocks);
    a->blocks = NULL;
#else
    struct block *keep = a->blocks;
    for (struct block *b = a->blocks; b; b = b->next)
        if (b->size > keep->size)
            keep = b;
    for (struct block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        if (b != keep)
            free(b);
    }
    a->blocks = keep;
    if (keep) {
        keep->next = NULL;
        memset(keep + 1, 0, keep->used);
        keep->used = 0;
    }
#endif
}

static struct block *add_block(struct arena *a, size_t size)
{
    struct block *b = must_alloc(sizeof *b + size);
    b->size = size;
    b->next = a->blocks;
    a->blocks = b;
    return b;
}

#ifndef CHIPFIRST_ARENA_SPLIT
/* A block of its own for what is large, behind the newest: the rest of that one is still to be used. */
static void *alloc_large(struct arena *a, size_t size)
{
    struct block *newest = a->blocks, *b = add_block(a, size);
    b->used = size;
    if (newest) {
        b->next = newest->next;
        newest->next = b;
        a->blocks = newest;
    }
    return b + 1;
}
#endif

void *arena_alloc(struct arena *a, size_t size)
{
    if (size > SIZE_MAX / 2)
        abort();
#ifdef CHIPFIRST_ARENA_SPLIT
    struct block *b = add_block(a, size ? size : 1);
    return b + 1;
#else
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    struct block *b = a->blocks;
    bool is_full = !b || b->size - b->used < size;
    if (is_full && size > LARGE)
        return alloc_large(a, size);
    if (is_full)
        b = add_block(a, BLOCK);
    void *p = (char *)(b + 1) + b->used;
    b->used += size;
    return p;
#endif
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / 2 / size)
        abort();
    return arena_alloc(a, count * size);
}

char *arena_cstr(struct arena *a, struct str s)
{
    char *p = arena_alloc(a, s.n + 1);
    if (s.n)
        memcpy(p, s.p, s.n);
    return p;
}

struct str arena_str(struct arena *a, struct str s)
{
    return (struct str){arena_cstr(a, s), s.n};
}

struct str arena_take(struct arena *a, struct buf *b)
{
    struct str s = arena_str(a, buf_str(b));
    buf_free(b);
    return s;
}

struct str arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        abort();
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return (struct str){p, (size_t)n};
}
