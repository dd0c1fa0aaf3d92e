/* The markers of a template, {{…}}, one after the other. */
#ifndef RENDER_SCAN_H
#define RENDER_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum marker_kind {
    MARKER_VARIABLE, /* {{NAME}} {{NAME:modifier}} */
    MARKER_OPEN,     /* {{#NAME}} */
    MARKER_CLOSE,    /* {{/NAME}} */
    MARKER_INCLUDE,  /* {{>NAME}} */
    MARKER_COMMENT,  /* {{! … }} */
    MARKER_PRAGMA,   /* {{%…}} */
};

enum marker_problem {
    MARKER_FINE,
    MARKER_UNCLOSED, /* no }} on the line, or another {{ before it */
    MARKER_BLANKS,   /* {{ NAME }} */
    MARKER_BAD_NAME,
};

struct marker {
    enum marker_kind kind;
    enum marker_problem problem;
    size_t begin, end;         /* from the first '{' to behind the last '}' */
    struct str name, modifier; /* of a comment or pragma: name is the whole inside */
    /* Filled by the lint: */
    struct str section; /* the innermost section it stands in, or empty */
    bool is_address;    /* it is the value of an href, src … */
};

/* The first marker at or behind `from`; false when there is none. */
bool scan_marker(struct str text, size_t from, struct marker *m);
/* Capitals, digits and single underscores between them, a capital first. */
bool scan_is_name(struct str name);
/* The section of which `name` is the separator (ROW for ROW_separator), or empty. */
struct str scan_separated(struct str name);

#endif
