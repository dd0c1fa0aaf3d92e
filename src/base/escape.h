/* Escaping by context: HTML text and attributes, addresses, JSON, CSV. */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

/* For HTML text and double- or single-quoted attribute values alike: & < > " ' are replaced. */
void escape_html(struct buf *out, struct str s);
/* Percent-encodes all but RFC 3986 unreserved characters: for one path segment, query key or value. */
void escape_url_part(struct buf *out, struct str s);
/* Whether %XX stands at the offset: a percent sign and two hexadecimal digits of either case. */
bool url_is_escaped(struct str s, size_t at);
/* Undoes the percent-encoding; a % without two hexadecimal digits stays. Returns s itself when there is none. */
struct str unescape_url(struct arena *arena, struct str s);
/* A JSON string with its quotes. < > & and U+2028/2029 are written \uXXXX, so that the result may stand
 * in a <script> element. */
void escape_json_string(struct buf *out, struct str s);
/* One CSV field after RFC 4180: quoted only when it must be. */
void escape_csv_field(struct buf *out, struct str s);

#endif
