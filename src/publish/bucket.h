/* What a publication does with a bucket, one function an operation. Keys here are without the configured prefix. */
#ifndef PUBLISH_BUCKET_H
#define PUBLISH_BUCKET_H

#include <stdbool.h>

#include "base/map.h"
#include "publish/item.h"
#include "publish/transfer.h"

/* The program's own objects; private, and never among the pages. */
#define CONTROL ".publish/"
#define CONTROL_MARKER CONTROL "marker"
#define CONTROL_LOCK CONTROL "lock"
#define CONTROL_CURRENT CONTROL "current"
#define CONTROL_PENDING CONTROL "pending"
#define CONTROL_GENERATIONS CONTROL "gen/"
#define CONTROL_BODIES CONTROL "blob/"

struct bucket {
    struct transfer *transfer;
    const struct config *config;
    struct arena *arena; /* of all that is returned */
    struct trouble *why; /* what stopped an operation */
};

struct object {
    struct str key;
    struct str etag; /* without quotes, upper case */
    long long bytes;
};

/* Sorted by key, as OSS lists them. */
struct objects {
    LIST(struct object) list;
    struct map by_key;
};

const struct object *objects_find(const struct objects *objects, struct str key);

/* The key with the prefix, in the arena. */
struct str bucket_key(const struct bucket *b, struct arena *arena, struct str key);

/* Everything under the prefix. */
bool bucket_list(struct bucket *b, struct objects *objects);

/* *text is empty and *found false when there is no such object. */
bool bucket_get(struct bucket *b, struct str key, struct str *text, bool *found);

/* A private object. With `exclusive` an object that is there already is left alone and *exists set; OSS ignores that in
 * a bucket that has or had versioning. */
bool bucket_put_private(struct bucket *b, struct str key, struct str text, bool exclusive, bool *exists);

bool bucket_delete_one(struct bucket *b, struct str key);

/* Deletes in batches of 1,000. */
bool bucket_delete(struct bucket *b, const struct str *keys, size_t count);

/* A request that copies one object of the bucket onto another, for a feed. The strings live in the arena. */
struct request bucket_copy(const struct bucket *b, struct arena *arena, struct str from, struct str to);

#endif
