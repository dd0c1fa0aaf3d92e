/* What a publication has to do: what we want against what is there. Pure: asks nobody, changes nothing. */
#ifndef PUBLISH_PLAN_H
#define PUBLISH_PLAN_H

#include "publish/bucket.h"
#include "publish/generations.h"
#include "publish/item.h"

enum step_reason {
    REASON_UNCHANGED,
    REASON_NEW,     /* the bucket has no such object */
    REASON_CONTENT, /* other bytes than the live generation */
    REASON_HEADERS, /* the same bytes with other headers */
    REASON_DRIFT,   /* somebody else changed the object since it was published */
};

struct step {
    struct item *item;
    enum step_reason reason;
    bool uploads;  /* its bytes have to be sent: assets to their place, others to where bodies wait */
    bool switches; /* a page or data file that goes live by a copy */
};

struct plan {
    LIST(struct step) steps;   /* one an item, by key */
    struct key_list deletes;   /* vanished pages and data */
    struct key_list collected; /* what only generations need that are dropped */
    size_t unchanged, uploads, switches, headers_only;
    long long upload_bytes;
    size_t superseded;        /* assets kept for older pages */
    size_t foreign;           /* objects that are not ours; left alone */
    size_t live;              /* pages and data of the live generation */
    struct str folder_object; /* an object like "docs/" that may hide docs/index.html; empty: none */
};

struct plan_input {
    struct items *wanted;
    const struct objects *objects;
    const struct generations *generations;
    bool rollback; /* `wanted` is an old generation: nothing can be uploaded */
    unsigned keep;
};

/* Unchanged is what the live generation names with the same contents and headers, and what the bucket lists with the
 * ETag that OSS gave when it was stored; no time plays a part. False when a rollback lacks a stored body. An unchanged
 * item takes over the ETag that is known. */
bool plan_make(const struct plan_input *in, struct arena *arena, struct plan *plan, struct trouble *why);

/* Nothing to send, switch or delete. */
bool plan_is_empty(const struct plan *plan);

/* Pages and data that vanish, in per cent of those that are live. */
double plan_delete_percent(const struct plan *plan);

#endif
