/* Front matter: the YAML between two lines "---" at the start of a Markdown file. */
#ifndef GUIDE_FRONT_H
#define GUIDE_FRONT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

/* Line numbers are one-based and count from the start of the file. */
struct guide_front {
    struct str yaml;    /* a view into the source, the two fences left out */
    unsigned yaml_line; /* the line that yaml starts at */
    size_t body;        /* byte offset of the first line behind the front matter */
    unsigned body_line;
};

/* Finds the front matter and checks the file's encoding (guide/encoding.h). A byte order mark, CRLF and
 * blanks behind a fence are accepted. False, with a message, when there is none or its end is missing. */
bool guide_front(const struct source *src, struct guide_front *out, struct diag *diag);

#endif
