/* SHA-256 of a text. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

#include "base/str.h"

/* Writes `digits` (at most 64) lower-case hexadecimal digits and a NUL. */
void sha256_hex(struct str text, char *hex, size_t digits);

#endif
