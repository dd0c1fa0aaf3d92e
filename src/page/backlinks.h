/* Links back: scenarios, claims and records that speak of the record at hand. */
#ifndef PAGE_BACKLINKS_H
#define PAGE_BACKLINKS_H

#include "page/page.h"

/* Heading and list of the scenarios and claims that speak of this record; nothing when there are none. */
void page_backlinks(struct page *p, enum record_kind kind, const void *record);
/* Links to the records that cite a source, for its row on the sources page. */
void source_users(struct page *p, struct buf *out, const struct source_record *source);

#endif
