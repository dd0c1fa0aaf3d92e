/* Scripts and styles as they are sent. */
#ifndef SITE_SQUEEZE_H
#define SITE_SQUEEZE_H

#include "base/buf.h"

enum squeeze_as {
    SQUEEZE_STYLE,
    SQUEEZE_SCRIPT,
};

/* Appends the text without what only its author needs: comments that begin and end a line, indentation, empty lines, spaces beside
 * punctuation and line ends behind it. Everything else, other line ends too, stays: the text means the same as long as no string
 * or template goes over several lines, no comment begins with two slashes, and a backslash before a quote is not itself escaped. */
void squeeze(struct buf *out, struct str text, enum squeeze_as as);

#endif
