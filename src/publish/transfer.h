/* Requests side by side, each tried again when that can help. */
#ifndef PUBLISH_TRANSFER_H
#define PUBLISH_TRANSFER_H

#include <signal.h>
#include <stdbool.h>

#include "base/arena.h"
#include "publish/config.h"
#include "publish/credentials.h"
#include "publish/request.h"
#include "publish/trouble.h"

struct transfer;

/* Where the requests come from and where their answers go. */
struct feed {
    void *of;
    /* Fills in the next request; false: there is none left. Strings may live in `arena`, which is the request's own. */
    bool (*next)(void *of, struct request *r, struct arena *arena);
    /* Called once for each request that succeeded. NULL: the answers do not matter. */
    void (*done)(void *of, struct request *r);
    /* Called now and then while requests run. May be NULL. */
    void (*tick)(void *of);
};

struct transfer_counts {
    long requests, retries;
};

/* `config` and `credentials` stay the caller's and must outlive it. With credentials NULL only addresses outside the
 * bucket can be asked. */
struct transfer *transfer_new(const struct config *config, struct credentials *credentials);
void transfer_free(struct transfer *t);

/* Ends the running requests as soon as *stop is not 0; NULL takes that back. */
void transfer_stop_on(struct transfer *t, const volatile sig_atomic_t *stop);
/* Other numbers of retries than the configuration says: for the last steps of a failed run. */
void transfer_set_retries(struct transfer *t, unsigned retries);

/* Runs all requests of the feed, `jobs` at once, and returns when all succeeded. The first that fails for good ends the
 * others. Tried again are transport errors and the statuses 5xx, 429 and 408, with pauses that double; each try is
 * signed anew. */
bool transfer_run(struct transfer *t, const struct feed *feed, struct trouble *why);

/* One request; the strings of its answer are copied into the arena. */
bool transfer_one(struct transfer *t, struct request *r, struct arena *arena, struct trouble *why);

struct transfer_counts transfer_counts(const struct transfer *t);
/* Seconds that the service's clock is ahead of ours, as learnt from its refusal; 0: not known to differ. */
long transfer_clock_offset(const struct transfer *t);

/* Seconds on a clock that never jumps. */
double transfer_seconds(void);

#endif
