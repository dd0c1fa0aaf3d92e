/* The text of a decision page against the choices of its scenario. */
#ifndef SITE_CHOICES_H
#define SITE_CHOICES_H

#include "base/diag.h"
#include "catalog/decision.h"
#include "guide/book.h"

/* Reports choices that the text of a language does not name with a link, and types that its section `second-choice` names although
   the page's table has no row for them. */
void site_check_choices(const struct catalog *catalog, const struct decision *decisions, const struct guide_book *book, struct diag *diag);

#endif
