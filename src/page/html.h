/* A small writer of HTML fragments: table cells, values, list items. Everything it writes is escaped. */
#ifndef PAGE_HTML_H
#define PAGE_HTML_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

void html_text(struct buf *out, struct str text);
/* A link; names of instance families and types look like identifiers. */
void html_link(struct buf *out, struct str address, struct str text);
/* A link to another site. */
void html_external(struct buf *out, struct str url, struct str text);
/* A small outlined label; css_class is a literal such as "badge-official". */
void html_badge(struct buf *out, const char *css_class, struct str text);
/* <span class="…">text</span> */
void html_span(struct buf *out, const char *css_class, struct str text);
/* Opens a second line of a table's cell, smaller, which breaks where it has to; closed by </span>. */
#define HTML_BELOW "<span class=\"below\">"
/* <code>text</code> */
void html_code(struct buf *out, struct str text);
/* Moves the fragment into the arena and empties the buffer. */
struct str html_take(struct arena *arena, struct buf *b);

#endif
