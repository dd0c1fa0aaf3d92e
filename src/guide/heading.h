/* Headings: levels, ids of any script, one id table for a page. */
#ifndef GUIDE_HEADING_H
#define GUIDE_HEADING_H

#include "guide/work.h"

/* At a heading's start, the locator set to its text: checks the level, takes {#id} out of the text. */
void heading_open(struct work *w, cmark_node *node);
/* At its end: takes its text. */
void heading_close(struct work *w, cmark_node *node);
/* When all are known: gives ids to those that have none and reports clashes. */
void heading_assign_ids(struct work *w);

/* The id made of a text: NFC, case folded; letters and digits of any script; '-' for blanks and '_'. */
struct str heading_slug(struct arena *arena, struct str text);

#endif
