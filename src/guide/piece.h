/* A page's prose and the computed blocks in it: a paragraph [](computed:NAME) asks for the block NAME, which the page makes. */
#ifndef GUIDE_PIECE_H
#define GUIDE_PIECE_H

#include <stdbool.h>

#include "base/buf.h"

/* Prose as HTML, which may be empty, and the block that follows it; no name: the page ends here. */
struct guide_piece {
    struct str prose, computed;
};

/* Takes the next piece off the HTML of a page (struct guide_page). False when nothing is left. */
bool guide_next_piece(struct str *html, struct guide_piece *out);

/* Appends what stands for a block in the HTML. Internal to guide/. */
void piece_mark(struct buf *out, struct str name);

#endif
