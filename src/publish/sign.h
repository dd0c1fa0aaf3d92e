/* OSS signatures, version 4, in the Authorization header.
 *
 * The rules: https://help.aliyun.com/zh/oss/developer-reference/recommend-to-use-signature-version-4 */
#ifndef PUBLISH_SIGN_H
#define PUBLISH_SIGN_H

#include <stddef.h>
#include <time.h>

#include "base/buf.h"
#include "base/sha256.h"
#include "base/str.h"

struct pair {
    struct str name, value;
};

/* Who signs, for which bucket. The derived key is kept for the day it is good for: set date to "" after another key_id,
 * secret or region. */
struct signer {
    struct str key_id, secret, region, bucket;
    char date[9];
    unsigned char day_key[SHA256_BYTES];
};

struct signed_request {
    const char *method;
    struct str key; /* of the object, not encoded; empty: the bucket itself */
    const struct pair
        *query; /* not encoded, in the order of the encoded names; an empty value is written as the bare name */
    size_t query_count;
    const struct pair
        *headers; /* lower-case names, in any order; those that count are content-type, content-md5 and x-oss-* */
    size_t header_count;
    const char *time; /* as in x-oss-date */
};

enum { SIGN_TIME = 17, SIGN_HEADERS_MAX = 24 };

/* 20231216T162057Z */
void sign_time(time_t when, char text[SIGN_TIME]);

/* The path of an object as it stands in addresses: all but unreserved characters and '/' is percent-encoded. */
void sign_path(struct buf *out, struct str key);

/* The query as it stands in addresses, without '?'. */
void sign_query(struct buf *out, const struct pair *query, size_t count);

/* The canonical request that the signature is made of; the payload is declared UNSIGNED-PAYLOAD. */
void sign_canonical(struct buf *out, const struct signer *by, const struct signed_request *r);

/* The value of the Authorization header. */
void sign_authorization(struct buf *out, struct signer *by, const struct signed_request *r);

#endif
