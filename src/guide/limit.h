/* Limits that must hold before cmark sees a body: some short inputs cost it minutes or gigabytes. */
#ifndef GUIDE_LIMIT_H
#define GUIDE_LIMIT_H

#include <stdbool.h>

#include "base/diag.h"
#include "guide/lines.h"

bool limit_check(const struct lines *lines, struct diag *diag);

#endif
