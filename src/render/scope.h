/* What the engine asks while it renders: names, looked for from the innermost section outwards. */
#ifndef RENDER_SCOPE_H
#define RENDER_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/str.h"
#include "render/dict.h"
#include "render/tpl.h"

enum { SCOPE_REPORTS = 16 };

/* One rendering. */
struct render {
    struct diag *diag;
    bool failed;
    const struct marker *reported[SCOPE_REPORTS]; /* 200 rows without a name give one message */
    size_t n_reported;
};

/* One repetition of a section, or the page as a whole. */
struct scope {
    struct render *render;
    const struct scope *outer; /* the section round it in the template, NULL for the page */
    const struct tdict *dict;
    const struct tpl_file *file; /* page or part */
    struct str section;          /* empty outside of sections and at the top of a part */
    unsigned repetition;         /* from 1 */
};

/* The value of a variable; reports one that is not set, or refused, and returns "". */
struct str scope_value(const struct scope *s, struct str name);
/* The first repetition of a section; NULL when it is hidden. Reports a section that is not set. */
const struct tdict *scope_section(const struct scope *s, struct str name);
/* The part of {{>NAME}}. */
const struct tpl_file *scope_part(const struct scope *s, struct str name);

#endif
