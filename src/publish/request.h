/* One request to the bucket, and its answer. */
#ifndef PUBLISH_REQUEST_H
#define PUBLISH_REQUEST_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "publish/headers.h"
#include "publish/sign.h"
#include "publish/trouble.h"

enum { REQUEST_PAIRS = HEADERS_MAX + 4 };

struct request {
    const char *method;
    const char *what; /* in words, for messages: "upload", "switch" */
    struct str key;   /* with the prefix; empty: the bucket itself */
    struct str url;   /* instead: an address outside the bucket, asked without a signature */
    struct pair query[REQUEST_PAIRS];
    size_t query_count;
    struct pair headers[REQUEST_PAIRS]; /* lower-case names */
    size_t header_count;
    struct str body;  /* from memory … */
    const char *file; /* … or of a file with exactly body_bytes bytes */
    long long body_bytes;
    long accepts;    /* one status beside 2xx that is an answer and no failure: 404, 409; -1: any */
    bool needs_etag; /* a 2xx without an ETag is no success: OSS may fail after the status was sent (CopyObject) */
    void *of;        /* the caller's */

    /* the answer; strings live until the `done` of the feed returns */
    long status;
    struct str etag; /* without quotes, upper case */
    struct str answer, answer_headers;
    int tries;
};

/* All the methods used are GET, HEAD, PUT, POST and DELETE. */
struct request request_make(const char *method, const char *what, struct str key);
void request_query(struct request *r, struct str name, struct str value);
void request_header(struct request *r, struct str name, struct str value);
/* The body from memory, with its Content-MD5, which lives in the arena. */
void request_body(struct request *r, struct arena *arena, struct str body);

/* The value of a header of the answer; the name in any case. Empty when it is not there. */
struct str request_answered(const struct request *r, const char *name);

/* What the service said in an answer that is no success: class, code, reason, and what to do about it. Always false. */
bool request_refused(const struct request *r, struct arena *arena, struct trouble *why);

#endif
