/* A file of the site as the bucket knows it: from the folder, or from the list of a generation. */
#ifndef PUBLISH_ITEM_H
#define PUBLISH_ITEM_H

#include "base/list.h"
#include "base/map.h"
#include "base/str.h"
#include "publish/config.h"
#include "publish/digest.h"
#include "publish/headers.h"

struct item {
    struct str key;  /* without the prefix */
    struct str file; /* path on disk, NUL-terminated; empty when it comes from a generation */
    long long bytes;
    enum item_kind kind;
    char md5[MD5_HEX];             /* of the contents, upper case as in ETags */
    char headers_id[HEADERS_ID];   /* which headers it is stored with */
    const struct headers *headers; /* those headers; NULL when it comes from a generation */
    struct str etag;               /* what OSS said when it was stored; empty: not known */
};

/* Sorted by key. */
struct items {
    LIST(struct item) list;
    struct map by_key; /* to struct item */
};

/* Sorts and indexes; to be called once, after the last item. */
void items_finish(struct items *items, struct arena *arena);
struct item *items_find(const struct items *items, struct str key);

#endif
