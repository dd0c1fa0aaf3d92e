/* Links: references with a scheme, addresses on the web, fragments of the page. */
#ifndef GUIDE_LINK_H
#define GUIDE_LINK_H

#include "guide/work.h"

/* At a link's start: reads its address. */
void link_open(struct work *w, cmark_node *node);
/* At its end, the locator having just passed it: checks and resolves it. */
void link_close(struct work *w, cmark_node *node);
/* Does it ask for a computed block, [](computed:NAME)? link_close has seen to it that such a link is all of its paragraph. */
bool link_is_computed(const struct link *link);
/* When the page's ids are known: checks the links to them. */
void link_check_fragments(struct work *w);

#endif
