/* The words of a page: plain text of nodes, and what would look wrong to a reader. */
#ifndef GUIDE_TEXT_H
#define GUIDE_TEXT_H

#include "guide/work.h"

/* The text of a node as a reader sees it, links without text by their target's name; breaks are blanks, and
 * nothing between two Chinese characters. */
struct str text_plain(struct arena *arena, cmark_node *node);

/* Does a line break go without a blank: Chinese (or a quotation mark) on both sides of it? */
bool text_joins(cmark_node *line_break);

/* Checks a text node, the locator having just passed it: marks that did not become emphasis or a link, names
 * of instances. */
void text_check(struct work *w, cmark_node *node);
/* Checks a code span likewise: names only. */
void text_check_code(struct work *w, cmark_node *node);
/* Checks a code block's names. */
void text_check_block(struct work *w, cmark_node *node);
/* Reports emphasis inside the same emphasis: marks that paired with the wrong partner. */
void text_check_nesting(struct work *w, const char *mark);

#endif
