/* Glossary terms in finished prose: the first use on a page becomes a link. */
#ifndef GUIDE_TERMS_H
#define GUIDE_TERMS_H

#include "guide/book.h"

/* Links the first plain use of every glossary term in `html` that the author has not linked on this page. Text inside links,
 * headings and code is left alone. The result lives in at->arena. */
struct str guide_link_terms(const struct guide_place *at, struct str html);

#endif
