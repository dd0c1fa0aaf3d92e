/* The generations that the bucket remembers: for each one the list of its files, so that a run knows what it stored and
 * can go back.
 *
 * A list is text: a first line with the version of the format, then a line an item of md5, headers, bytes, class, ETag
 * and key, parted by tabs. Its name is the time of the publication in UTC, so that names sort by time. */
#ifndef PUBLISH_GENERATIONS_H
#define PUBLISH_GENERATIONS_H

#include <time.h>

#include "base/buf.h"
#include "publish/bucket.h"
#include "publish/item.h"

struct generation {
    struct str name;
    struct items items;
};

struct generations {
    LIST(struct generation) list;     /* the oldest first */
    const struct generation *current; /* what is live; NULL before the first publication */
    struct generation pending; /* what a run that did not end was about to publish; without items: there is none */
};

void generation_write(struct buf *out, const struct items *items);

/* False, with the line, when the text is no list of this format. Strings are views of the text. */
bool generation_parse(struct arena *arena, struct str text, struct items *items, struct trouble *why);

/* The list of what is about to be published, to be stored before anything else: with it the next run knows what a
 * killed one may have left behind. Names of an earlier killed run are kept in it. */
void generation_write_pending(struct buf *out, const struct items *wanted, const struct generation *pending,
                              struct arena *arena);

/* A name for a generation of now that no object in the listing has. */
struct str generation_name(struct arena *arena, time_t now, const struct objects *objects);

/* Reads the lists of all generations in the listing, side by side, and that of a run that did not end. */
bool generations_read(struct bucket *b, const struct objects *objects, struct generations *g);

const struct generation *generations_find(const struct generations *g, struct str name);

/* Where the body of a page or data file waits for its turn: key of the object, without the prefix. */
struct str generation_body_key(struct arena *arena, const struct item *item);

struct key_list {
    LIST(struct str) list;
};

/* What no generation needs any more once `fresh` is live and only the `keep` newest (fresh among them) are kept: their
 * lists, the bodies nobody names, and the assets that only they, or a run that did not end, name. */
void generations_collect(const struct generations *g, const struct items *fresh, const struct objects *objects,
                         unsigned keep, struct arena *arena, struct key_list *dead);

#endif
