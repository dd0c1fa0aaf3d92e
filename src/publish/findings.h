/* What the doctor found: a verdict for each thing it looked at, and what to do about it. */
#ifndef PUBLISH_FINDINGS_H
#define PUBLISH_FINDINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/list.h"
#include "base/str.h"

enum verdict {
    VERDICT_OK,
    VERDICT_NOTE,    /* works, and worth knowing */
    VERDICT_UNKNOWN, /* could not be looked at: usually a right that publishing does not need */
    VERDICT_BAD,
};

struct finding {
    enum verdict verdict;
    const char *what;      /* "region" */
    struct str found, fix; /* fix may be empty */
};

struct findings {
    struct arena *arena;
    LIST(struct finding) list;
    size_t bad;
};

/* Formats what was found; `fix` is copied and may be "". */
void findings_add(struct findings *f, enum verdict verdict, const char *what, const char *fix, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

void findings_print(FILE *out, const struct findings *f, bool json);

#endif
