/* Where in the file does an inline node stand? cmark's own columns are wrong behind line breaks, indentation,
 * escaped pipes and links over two lines. So we walk the source of a block beside its nodes: every event of
 * cmark's iterator moves a cursor over the characters that made it. */
#ifndef GUIDE_LOCATE_H
#define GUIDE_LOCATE_H

#include <cmark-gfm.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/list.h"
#include "guide/lines.h"

enum locate_link {
    LOCATE_INLINE,    /* [text](address) */
    LOCATE_AUTOMATIC, /* <address> */
    LOCATE_DEFINED,   /* [text][label] and the like */
};

/* Two offsets that mean the same character. */
struct segment {
    size_t content, source;
};

struct locator {
    const struct lines *lines;
    struct arena *arena;
    struct buf content;            /* the block's lines without what its containers put before them */
    LIST(struct segment) segments; /* where each line starts in the content and in the file */
    size_t at;                     /* the cursor: an offset in the content */
    bool in_table;
    /* of the node read last: */
    size_t from;           /* start of a text, a code span or an opening mark */
    bool in_code;          /* that was a code span */
    struct segment known;  /* how far its literal (.source) was followed in the content */
    enum locate_link link; /* and these three, of the link closed last */
    size_t address, address_end;
};

void locator_init(struct locator *l, const struct lines *lines, struct arena *arena);
void locator_free(struct locator *l);

/* Starts a block of the lines first to last, whose text begins at `column` (bytes, one-based) of the first
 * and which lies in `quotes` block quotes. */
void locate_block(struct locator *l, int first, int last, int column, size_t quotes);
/* Starts a table's cell: the bytes from `from` to `to` of the file. */
void locate_cell(struct locator *l, size_t from, size_t to);

/* Moves over one event of an inline node of the block. */
void locate_step(struct locator *l, cmark_event_type event, cmark_node *node);

/* The place of an offset in the content. */
struct place locate_place(const struct locator *l, size_t content, size_t width);
/* Where the byte `offset` of the literal of the text or code span read last stands in the content. Cheap when
 * asked for rising offsets. */
size_t locate_literal(struct locator *l, struct str literal, size_t offset);

#endif
