/* Scripts and styles as they are sent. */
#ifndef SITE_SQUEEZE_H
#define SITE_SQUEEZE_H

#include "base/buf.h"

/* Appends the text without what only its author needs: comments that begin and end a line, indentation, empty lines. Everything
 * else, line ends too, stays: the text means the same as long as no string or template goes over several lines. */
void squeeze(struct buf *out, struct str text);

#endif
