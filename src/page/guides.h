/* Prose of the guide on pages that have more than prose. */
#ifndef PAGE_GUIDES_H
#define PAGE_GUIDES_H

#include "guide/book.h"
#include "page/page.h"

struct guide_pairs {
    const struct guide_pair **at;
    size_t n;
};

/* Where the page stands, for the guide's links. */
struct guide_place guide_place_of(const struct page *p);
/* Adds the rendered Markdown and its headings; false after an error. */
bool guide_body(struct page *p, const struct guide_pair *pair);
/* The same in its sections of level 2: `after` is called behind each, with its id. */
typedef void guide_after(struct page *p, struct str section, void *context);
bool guide_sections(struct page *p, const struct guide_pair *pair, guide_after *after, void *context);
/* The related pages of the front matter. */
void guide_related(struct page *p, const struct guide_doc *doc);
/* All pages of the guide in their order. */
struct guide_pairs guide_pages(const struct page *p);

/* Is there a page of this name ("guide/memory")? */
bool guide_has_page(const struct page *p, struct str name);

#endif
