/* After publishing: does the address that readers use show what was published? */
#ifndef PUBLISH_CHECK_H
#define PUBLISH_CHECK_H

#include "publish/bucket.h"
#include "publish/plan.h"

/* Asks the site's address, without credentials, for index.html and some of the files that changed, and compares the
 * bytes; asks also for one of the program's own objects, which must not be readable. A copy that is still the old one
 * is asked for again until config->check_s seconds have passed, as a CDN may keep it for a while. */
bool check_site(struct bucket *b, const struct plan *plan, size_t *checked, struct trouble *why);

/* The public address of a key. */
struct str check_address(struct arena *arena, const struct config *config, struct str key);

#endif
