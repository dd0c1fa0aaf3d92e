/* Reading what the author wrote. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/arena.h"
#include "base/diag.h"

/* Reads the whole file at `path`, of at most `max` bytes, into the arena; src->path is set already, as messages shall show
 * it. Reports a file that is too large as an error of the author's, whatever else the system refuses as one of the world's. */
bool source_read(struct source *src, const char *path, size_t max, struct arena *arena, struct diag *diag);

#endif
