/* Growing byte buffers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static void grow(struct buf *b, size_t more)
{
    if (b->cap - b->n > more)
        return;
    size_t cap = b->cap ? b->cap : 256;
    while (cap - b->n <= more)
        cap *= 2;
    char *p = realloc(b->p, cap);
    if (!p) {
        fputs("chipfirst: out of memory\n", stderr);
        abort();
    }
    b->p = p;
    b->cap = cap;
}

void buf_free(struct buf *b)
{
    free(b->p);
    *b = (struct buf){0};
}

void buf_clear(struct buf *b)
{
    buf_cut(b, 0);
}

void buf_cut(struct buf *b, size_t n)
{
    if (n >= b->n)
        return;
    b->n = n;
    b->p[n] = '\0';
}

void buf_putc(struct buf *b, char c)
{
    buf_put(b, (struct str){&c, 1});
}

void buf_put(struct buf *b, struct str s)
{
    grow(b, s.n);
    if (s.n)
        memcpy(b->p + b->n, s.p, s.n);
    b->n += s.n;
    b->p[b->n] = '\0';
}

void buf_puts(struct buf *b, const char *cstr)
{
    buf_put(b, str_from(cstr));
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(b, fmt, ap);
    va_end(ap);
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0)
        abort();
    grow(b, (size_t)n);
    vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
    va_end(again);
    b->n += (size_t)n;
}

struct str buf_str(const struct buf *b)
{
    return (struct str){b->p, b->n};
}
