/* Which class a file belongs to and which headers it is stored with. */
#ifndef PUBLISH_HEADERS_H
#define PUBLISH_HEADERS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "publish/config.h"
#include "publish/sign.h"

enum { HEADERS_ID = 9, HEADERS_MAX = 12 };

struct headers {
    struct pair at[HEADERS_MAX]; /* lower-case names, sorted; content-type is always among them */
    size_t n;
    char id[HEADERS_ID]; /* eight hexadecimal digits: a digest of names and values */
};

struct header_rules {
    const struct config *config;
    struct arena *arena;
    struct map known; /* text of a set to struct headers: files share them */
};

void header_rules_init(struct header_rules *rules, const struct config *config, struct arena *arena);

/* The first `class` line of the configuration whose pattern fits. Without one: an asset has a digest of at least 8
 * hexadecimal digits between two points of its name and is no page, *.html are pages, those without a folder root
 * pages, the rest is data. */
enum item_kind headers_kind(const struct header_rules *rules, struct str key);

/* The set for a file; NULL when its extension is unknown. The same set is the same address. */
const struct headers *headers_of(struct header_rules *rules, struct str key, enum item_kind kind);

#endif
