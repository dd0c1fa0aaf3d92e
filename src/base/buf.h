/* Growing byte buffers. Writers return nothing: out of memory aborts. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

#include "base/str.h"

struct buf {
    char *p; /* NUL-terminated once something was put; {0} is an empty buffer */
    size_t n, cap;
};

void buf_free(struct buf *b);
/* Empties the buffer and keeps its memory. */
void buf_clear(struct buf *b);
/* Cuts the buffer back to its first n bytes. */
void buf_cut(struct buf *b, size_t n);
void buf_putc(struct buf *b, char c);
void buf_put(struct buf *b, struct str s);
void buf_puts(struct buf *b, const char *cstr);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* A view of the contents, valid until the next write. */
struct str buf_str(const struct buf *b);

#endif
