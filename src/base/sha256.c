/* SHA-256 of a text, by libcrypto. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/sha256.h"

static void put_hex(const unsigned char *bytes, char *hex, size_t digits)
{
    for (size_t i = 0; i < digits; i++) {
        unsigned nibble = i % 2 ? bytes[i / 2] & 15u : bytes[i / 2] >> 4;
        hex[i] = "0123456789abcdef"[nibble];
    }
    hex[digits] = '\0';
}

void sha256_hex(struct str text, char *hex, size_t digits)
{
    unsigned char md[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    if (!EVP_Digest(text.p, text.n, md, &n, EVP_sha256(), NULL))
        abort();
    put_hex(md, hex, digits);
}

void sha256_hmac(struct str key, struct str text, unsigned char mac[SHA256_BYTES])
{
    unsigned char md[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    if (key.n > INT_MAX ||
        !HMAC(EVP_sha256(), key.n ? key.p : "", (int)key.n, (const unsigned char *)text.p, text.n, md, &n))
        abort();
    memcpy(mac, md, SHA256_BYTES);
}

void sha256_mac_hex(const unsigned char mac[SHA256_BYTES], char hex[2 * SHA256_BYTES + 1])
{
    put_hex(mac, hex, (size_t)2 * SHA256_BYTES);
}
