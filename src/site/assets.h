/* Styles and scripts; the name of each carries a hash of its bytes. */
#ifndef SITE_ASSETS_H
#define SITE_ASSETS_H

#include "page/page.h"
#include "site/output.h"

/* Adds the files of the folder `templates`/assets and notes their paths in the world. A file that is not known, or one of the
 * known that is missing, is an error. */
void site_add_assets(const char *templates, struct outputs *out, struct world *world);

/* Adds the scripts that are made of catalogue, strings and module, which are loaded. */
void site_add_calculator(struct outputs *out, struct world *world);

#endif
