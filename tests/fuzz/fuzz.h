/* What the harnesses share: an input as a source, messages thrown away. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"

struct fuzz {
    struct arena *arena;
    struct diag *diag;
    FILE *null;
    struct source src;
};

static inline struct fuzz fuzz_begin(const uint8_t *data, size_t size, enum diag_format format)
{
    struct fuzz f = {.arena = arena_new(), .null = fopen("/dev/null", "w")};
    f.diag = diag_new(f.null, format, false);
    f.src = (struct source){S("input"), arena_str(f.arena, (struct str){(const char *)data, size})};
    return f;
}

static inline void fuzz_end(struct fuzz *f)
{
    diag_finish(f->diag);
    diag_free(f->diag);
    fclose(f->null);
    arena_free(f->arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
