/* SHA-256 of a text, plain and with a key. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

#include "base/str.h"

enum { SHA256_BYTES = 32 };

/* Writes `digits` (at most 64) lower-case hexadecimal digits and a NUL. */
void sha256_hex(struct str text, char *hex, size_t digits);

/* HMAC-SHA-256 (RFC 2104) of the text under the key. `mac` may be the memory of the key. */
void sha256_hmac(struct str key, struct str text, unsigned char mac[SHA256_BYTES]);

/* Writes 64 lower-case hexadecimal digits and a NUL. */
void sha256_mac_hex(const unsigned char mac[SHA256_BYTES], char hex[2 * SHA256_BYTES + 1]);

#endif
