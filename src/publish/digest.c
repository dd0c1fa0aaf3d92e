/* MD5 as OSS uses it, by libcrypto. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/evp.h>

#include "publish/digest.h"

enum { MD5_BYTES = 16 };

static void put_hex(const unsigned char *md, char hex[MD5_HEX])
{
    for (size_t i = 0; i < (size_t)2 * MD5_BYTES; i++)
        hex[i] = "0123456789ABCDEF"[i % 2 ? md[i / 2] & 15u : md[i / 2] >> 4];
    hex[2 * MD5_BYTES] = '\0';
}

void md5_text(struct str text, char hex[MD5_HEX])
{
    unsigned char md[EVP_MAX_MD_SIZE];
    if (!EVP_Digest(text.n ? text.p : "", text.n, md, NULL, EVP_md5(), NULL))
        abort();
    put_hex(md, hex);
}

static bool add_file(int fd, EVP_MD_CTX *ctx, long long *bytes)
{
    static char chunk[256 * 1024];
    *bytes = 0;
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        if (!EVP_DigestUpdate(ctx, chunk, (size_t)n))
            abort();
        *bytes += n;
    }
}

bool md5_file(const char *path, char hex[MD5_HEX], long long *bytes, struct file_error *err)
{
    unsigned char md[EVP_MAX_MD_SIZE];
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    if (!ctx || !EVP_DigestInit_ex(ctx, EVP_md5(), NULL))
        abort();
    bool ok = fd >= 0 && add_file(fd, ctx, bytes);
    if (!ok)
        snprintf(err->message, sizeof err->message, "cannot read %s: %s", path, strerror(errno));
    if (!EVP_DigestFinal_ex(ctx, md, NULL))
        abort();
    put_hex(md, hex);
    EVP_MD_CTX_free(ctx);
    if (fd >= 0)
        close(fd);
    return ok;
}

static unsigned nibble(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'A' + 10);
}

void md5_base64(const char hex[MD5_HEX], char base64[25])
{
    unsigned char md[MD5_BYTES];
    for (size_t i = 0; i < MD5_BYTES; i++)
        md[i] = (unsigned char)(nibble(hex[2 * i]) << 4 | nibble(hex[2 * i + 1]));
    EVP_EncodeBlock((unsigned char *)base64, md, MD5_BYTES);
}
