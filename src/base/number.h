/* Numbers as text. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/buf.h"

/* Append what the functions of the same name in digits.h write. */
void number_fixed(struct buf *out, double value, int decimals);
void number_trimmed(struct buf *out, double value, int decimals);
void number_grouped(struct buf *out, double value);
void number_readable(struct buf *out, double value, int decimals);
void number_rounded(struct buf *out, double value);
void number_gib(struct buf *out, double bytes);
/* Parses a plain decimal number (digits, optionally a point with digits, optionally a minus in front) that
 * takes up all of s. No exponent, no grouping, no blanks. */
bool number_parse(struct str s, double *value);

#endif
