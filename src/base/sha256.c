/* SHA-256 of a text, by libcrypto. */
#include <stdio.h>
#include <stdlib.h>

#include <openssl/evp.h>

#include "base/sha256.h"

void sha256_hex(struct str text, char *hex, size_t digits)
{
    unsigned char md[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    if (!EVP_Digest(text.p, text.n, md, &n, EVP_sha256(), NULL))
        abort();
    for (size_t i = 0; i < digits; i++) {
        unsigned nibble = i % 2 ? md[i / 2] & 15u : md[i / 2] >> 4;
        hex[i] = "0123456789abcdef"[nibble];
    }
    hex[digits] = '\0';
}
