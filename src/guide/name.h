/* Names of instance types and families inside a text: ecs.gn7i-c16g1.4xlarge, gn7i, ebmgn8v. */
#ifndef GUIDE_NAME_H
#define GUIDE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Finds the next name in `text` from byte `from`: what follows "ecs.", or a family's letters (gn, vgn, sgn,
 * ebmgn, ebmga, sccgn, ebmgp, gp, hfgn, ga, gi) with a number and all that hangs on it. Large and small
 * letters alike, but with large ones only numbers of two digits: GA7 is a family, GA100 a chip. Host names
 * (….com) and what belongs to an address with :// are passed over. In program text (`code`) names behind
 * "ecs." need a digit: ecs.models is a module. */
bool name_next(struct str text, size_t from, bool code, size_t *start, size_t *end);

/* Does a reference to `target` (ecs.gn7i-c16g1.4xlarge) stand for `name` (gn7i, gn7i-c16g1.4xlarge)? */
bool name_is_covered(struct str name, struct str target);

#endif
