/* Numbers as text: the one place that rounds. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/buf.h"

/* `decimals` digits (0 to 9) after the point, halves rounded up (away from zero) of the exact binary value: 1.125 gives
 * 1.13, 2.675 (a double just below it) gives 2.67. No grouping. The value is finite and below 1e18. */
void number_fixed(struct buf *out, double value, int decimals);
/* As number_fixed, without trailing zeros and a trailing point: 62.50 becomes 62.5, 24.0 becomes 24. */
void number_trimmed(struct buf *out, double value, int decimals);
/* For reading: from 10,000 as number_grouped, below as number_trimmed. */
void number_readable(struct buf *out, double value, int decimals);
/* A whole number with a comma between groups of three: 671,026,419,200. */
void number_grouped(struct buf *out, double value);
/* For reading what is no more exact: three significant digits, at most nine after the point; whole numbers above 1,000 keep three
 * and zeros: 1,230,000. The value is finite and not below 0. */
void number_rounded(struct buf *out, double value);
/* Parses a plain decimal number (digits, optionally a point with digits, optionally a minus in front) that
 * takes up all of s. No exponent, no grouping, no blanks. */
bool number_parse(struct str s, double *value);

#endif
