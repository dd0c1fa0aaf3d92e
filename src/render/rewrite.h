/* From the template as written to the one the engine gets. */
#ifndef RENDER_REWRITE_H
#define RENDER_REWRITE_H

#include "base/buf.h"
#include "render/tpl.h"

/* Appends the engine's text of a checked file:
 * - without the list of names and without comments, and without the lines that hold only sections, parts and
 *   comments, so that these leave no empty line;
 * - with :p on variables in HTML. ctemplate's own choice, :h, turns line ends and tabs into blanks, :p escapes the
 *   same characters and keeps them;
 * - with an empty comment before parts, which stops ctemplate from indenting every line of the part. */
void rewrite(const struct tpl_file *file, struct buf *out);

#endif
