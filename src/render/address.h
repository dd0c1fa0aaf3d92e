/* Addresses for href, src and the like: relative, http or https, in a form that every context takes. */
#ifndef RENDER_ADDRESS_H
#define RENDER_ADDRESS_H

#include "base/arena.h"
#include "base/str.h"

/* Why the address is refused, to follow `the address "…" `; NULL when it is fine. */
const char *address_problem(struct str address);
/* The address with all that a URL may not contain percent-encoded; it is returned itself when there is nothing to
 * do. Encoding twice changes nothing. */
struct str address_encode(struct arena *arena, struct str address);

#endif
