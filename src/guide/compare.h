/* Two languages, one truth: the same line of both must hold the same facts. */
#ifndef GUIDE_COMPARE_H
#define GUIDE_COMPARE_H

#include "guide/book.h"

/* Compares title, summary and the bodies line by line (blank lines aside): numbers with their units (5 minutes, 5分钟), links with
 * their targets and names with digits (gn7i, BF16) must correspond; the order inside a line is free, since the languages put words
 * differently. Reports the first difference of a line with both places. */
void guide_compare_bodies(const struct guide_pair *pair, struct arena *arena, struct diag *diag);

#endif
