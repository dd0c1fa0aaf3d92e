/* The checked nodes as HTML. */
#ifndef GUIDE_HTML_H
#define GUIDE_HTML_H

#include "base/buf.h"
#include "guide/work.h"

/* Every heading has its id and every link its target by now. */
void html_write(struct buf *out, const struct guide_labels *labels, cmark_node *document);

#endif
