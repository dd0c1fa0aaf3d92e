/* Sources of a record: the section that every record page ends with. */
#ifndef PAGE_CITES_H
#define PAGE_CITES_H

#include "page/page.h"

/* Heading and table: of which values, source with its kind, date, what was read there. Nothing when empty. */
void page_cites(struct page *p, struct cite_list cites);
/* The kind of a source as a badge. */
void source_badge(const struct page *p, struct buf *out, const struct source_record *source);
/* Short form for cells and list items: links with badges, separated by commas. */
void cites_inline(struct page *p, struct buf *out, struct cite_list cites);

#endif
