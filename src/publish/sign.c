/* OSS signatures, version 4. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "publish/sign.h"

void sign_time(time_t when, char text[SIGN_TIME])
{
    struct tm tm;
    if (!gmtime_r(&when, &tm) || strftime(text, SIGN_TIME, "%Y%m%dT%H%M%SZ", &tm) != SIGN_TIME - 1)
        abort();
}

void sign_path(struct buf *out, struct str key)
{
    struct str part;
    for (bool first = true; str_next(&key, '/', &part); first = false) {
        if (!first)
            buf_putc(out, '/');
        escape_url_part(out, part);
        if (key.p && key.n == 0) /* the key ends in '/' */
            buf_putc(out, '/');
    }
}

void sign_query(struct buf *out, const struct pair *query, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_putc(out, '&');
        escape_url_part(out, query[i].name);
        if (query[i].value.n == 0)
            continue;
        buf_putc(out, '=');
        escape_url_part(out, query[i].value);
    }
}

static bool is_signed(struct str header)
{
    return str_starts(header, S("x-oss-")) || str_eq_c(header, "content-type") || str_eq_c(header, "content-md5");
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const struct pair *)a)->name, ((const struct pair *)b)->name);
}

static void put_headers(struct buf *out, const struct signed_request *r)
{
    struct pair sorted[SIGN_HEADERS_MAX];
    size_t n = 0;
    for (size_t i = 0; i < r->header_count; i++) {
        if (!is_signed(r->headers[i].name))
            continue;
        assert(n < SIGN_HEADERS_MAX);
        sorted[n++] = r->headers[i];
    }
    qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%" STR_FMT ":%" STR_FMT "\n", STR_ARG(sorted[i].name), STR_ARG(str_trim(sorted[i].value)));
}

void sign_canonical(struct buf *out, const struct signer *by, const struct signed_request *r)
{
    buf_printf(out, "%s\n/%" STR_FMT "/", r->method, STR_ARG(by->bucket));
    sign_path(out, r->key);
    buf_putc(out, '\n');
    sign_query(out, r->query, r->query_count);
    buf_putc(out, '\n');
    put_headers(out, r);
    buf_puts(out, "\n\nUNSIGNED-PAYLOAD"); /* between the line ends: no additional headers */
}

static void hmac_next(unsigned char key[SHA256_BYTES], struct str text)
{
    sha256_hmac((struct str){(const char *)key, SHA256_BYTES}, text, key);
}

static void derive_day_key(struct signer *by, const char *time)
{
    if (strncmp(by->date, time, 8) == 0)
        return;
    memcpy(by->date, time, 8);
    by->date[8] = '\0';
    struct buf first = {0};
    buf_printf(&first, "aliyun_v4%" STR_FMT, STR_ARG(by->secret));
    sha256_hmac(buf_str(&first), str_from(by->date), by->day_key);
    memset(first.p, 0, first.n);
    buf_free(&first);
    hmac_next(by->day_key, by->region);
    hmac_next(by->day_key, S("oss"));
    hmac_next(by->day_key, S("aliyun_v4_request"));
}

void sign_authorization(struct buf *out, struct signer *by, const struct signed_request *r)
{
    struct buf text = {0};
    char hash[2 * SHA256_BYTES + 1];
    unsigned char mac[SHA256_BYTES];
    derive_day_key(by, r->time);
    sign_canonical(&text, by, r);
    sha256_hex(buf_str(&text), hash, (size_t)2 * SHA256_BYTES);
    buf_clear(&text);
    buf_printf(&text, "OSS4-HMAC-SHA256\n%s\n%s/%" STR_FMT "/oss/aliyun_v4_request\n%s", r->time, by->date,
               STR_ARG(by->region), hash);
    sha256_hmac((struct str){(const char *)by->day_key, SHA256_BYTES}, buf_str(&text), mac);
    buf_free(&text);
    sha256_mac_hex(mac, hash);
    buf_printf(out, "OSS4-HMAC-SHA256 Credential=%" STR_FMT "/%s/%" STR_FMT "/oss/aliyun_v4_request,Signature=%s",
               STR_ARG(by->key_id), by->date, STR_ARG(by->region), hash);
}
