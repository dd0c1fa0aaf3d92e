/* The little XML that answers of OSS hold: elements without attributes, found by name. */
#ifndef PUBLISH_XML_H
#define PUBLISH_XML_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

/* Cuts *rest behind the next <tag>…</tag> and gives what stands between; false when there is none or it is not closed.
 * Elements of the same name do not nest in these answers. */
bool xml_next(struct str *rest, const char *tag, struct str *inner);

/* What stands in the first <tag> of the text, raw; empty when there is none. */
struct str xml_inner(struct str xml, const char *tag);

/* The same with entities replaced, in the arena. */
struct str xml_text(struct arena *arena, struct str xml, const char *tag);

/* Undoes encoding-type=url, in the arena. */
struct str xml_url_decoded(struct arena *arena, struct str s);

#endif
