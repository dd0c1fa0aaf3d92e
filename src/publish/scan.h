/* The folder of the site as items: every file with its digest, class and headers. */
#ifndef PUBLISH_SCAN_H
#define PUBLISH_SCAN_H

#include "publish/item.h"
#include "publish/trouble.h"

/* Names that begin with '.' are not published. Refuses an empty folder, one without index.html, links and other things
 * that are no plain files, keys that OSS does not take, files with an unknown extension or over 1 GB, and keys that
 * differ in case only. */
bool scan_site(struct arena *arena, const struct config *config, struct items *items, struct trouble *why);

#endif
