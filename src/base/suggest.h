/* "did you mean": the nearest of a list of names. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include "base/str.h"

struct suggestion {
    struct str name;   /* wanted */
    struct str best;   /* nearest so far; n 0 when none is near enough */
    size_t distance;
};

struct suggestion suggest_begin(struct str name);
/* Offers a candidate. Near enough: at most a third of the wanted name's length in edits (at least 1). The
 * first of equally near candidates wins. */
void suggest_offer(struct suggestion *s, struct str candidate);

#endif
