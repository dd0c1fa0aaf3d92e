/* Numbers as decimal digits: the one place that rounds, in the generator and, compiled to WebAssembly, in the calculator.
   Freestanding: no libc, no allocation. */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <stddef.h>

/* Room for every text below: sign, 18 digits, 5 commas or a point with 9 digits. */
enum { DIGITS_MAX = 32 };

/* All write ASCII to out[0..DIGITS_MAX), without a terminator, and return how many. The value is finite and below 1e18, decimals
   are 0 to 9. */

/* `decimals` digits after the point, halves rounded up (away from zero) of the exact binary value: 1.125 gives 1.13, 2.675 (a
   double just below it) gives 2.67. No grouping, and no sign before a zero. */
size_t digits_fixed(char *out, double value, int decimals);
/* The same without trailing zeros and a trailing point: 62.50 becomes 62.5, 24.0 becomes 24. */
size_t digits_trimmed(char *out, double value, int decimals);
/* A whole number with a comma between groups of three: 671,026,419,200. */
size_t digits_grouped(char *out, double value);
/* For reading: from 10,000 as digits_grouped, below as digits_trimmed. */
size_t digits_readable(char *out, double value, int decimals);
/* Three significant digits of a value that is not negative, at most nine after the point: 12,300, 45.7, 0.0123. */
size_t digits_rounded(char *out, double value);
/* Bytes in GiB: 96.4, 2.13, 0.047. */
size_t digits_gib(char *out, double bytes);

#endif
