/* Writing the site: all of it or nothing.
 *
 * The new site is put together beside the old one (unchanged files are the same files, by hard link) and the two change places
 * in one step. Whatever happens before, the old site stands; a reader never sees a mix. */
#ifndef SITE_WRITE_H
#define SITE_WRITE_H

#include "site/output.h"

struct write_result {
    size_t written, removed, unchanged; /* files */
};

/* Writes to the folder `root`. It must be missing, empty, or a site that this program wrote (it then holds a list of its
 * files, .chipfirst); files it does not know stop it. Names that begin with '.' are kept. When all bytes are there already,
 * nothing is touched. Reports what the system refuses through diag_fatal and returns false. */
bool site_write(const struct outputs *out, const char *root, struct write_result *result, struct diag *diag);

#endif
