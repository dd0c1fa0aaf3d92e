/* The one walk over a page's nodes in which everything is checked. */
#ifndef GUIDE_WALK_H
#define GUIDE_WALK_H

#include "guide/work.h"

void walk_nodes(struct work *w, cmark_node *document);

#endif
