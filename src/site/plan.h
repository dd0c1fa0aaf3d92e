/* The plan: every page of the site, what it is about, and how it is made. */
#ifndef SITE_PLAN_H
#define SITE_PLAN_H

#include "page/page.h"
#include "render/template.h"
#include "site/output.h"

/* Makes every page in both languages into `out`. Errors go to the world's diag. */
void site_make_pages(const struct world *w, const struct template_set *templates, struct outputs *out);

#endif
