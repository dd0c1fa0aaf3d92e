/* Is a text file what the rest can rely on: UTF-8, no control characters, lines that end in LF or CRLF? */
#ifndef GUIDE_ENCODING_H
#define GUIDE_ENCODING_H

#include <stdbool.h>

#include "base/diag.h"

/* Reports the first byte that is wrong, with its offset in the file; false when there is one. A byte order
 * mark at the start is allowed. */
bool guide_encoding(const struct source *src, struct diag *diag);

#endif
