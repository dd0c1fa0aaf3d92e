/* One publication at a time: an object in the bucket that only one run can make. */
#ifndef PUBLISH_LOCK_H
#define PUBLISH_LOCK_H

#include "publish/bucket.h"

struct lock {
    struct str text; /* what we wrote into it */
    struct str note; /* empty, or what is worth telling: a dead lock was taken over */
    bool held;
};

/* Takes the lock. One whose process on this machine has ended is taken over, as is any with `break_it`; else
 * TROUBLE_LOCKED says who holds it and since when. `listed`: the listing shows a lock (in a bucket with versioning the
 * exclusive write alone would not find it). */
bool lock_take(struct bucket *b, struct lock *lock, bool listed, bool break_it);

/* Gives it back if we hold it. What stands in the bucket's trouble stays; a lock that cannot be removed is only worth a
 * note. */
void lock_release(struct bucket *b, struct lock *lock);

/* True when the text of a lock names a process of this machine that has ended. */
bool lock_is_dead(struct str text, const char *this_host);

#endif
