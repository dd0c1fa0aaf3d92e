/* What a publication does with a bucket. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "publish/bucket.h"
#include "publish/xml.h"

enum { BATCH = 1000 };

const struct object *objects_find(const struct objects *objects, struct str key)
{
    return map_get(&objects->by_key, key);
}

struct str bucket_key(const struct bucket *b, struct arena *arena, struct str key)
{
    return arena_printf(arena, "%" STR_FMT "%" STR_FMT, STR_ARG(b->config->prefix), STR_ARG(key));
}

/* ---- listing */

static struct str bare_etag(struct arena *arena, struct str etag)
{
    char *text = arena_alloc(arena, etag.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < etag.n; i++)
        if (etag.p[i] != '"')
            text[n++] = (char)toupper((unsigned char)etag.p[i]);
    return (struct str){text, n};
}

static bool take_object(struct bucket *b, struct objects *objects, struct str xml, struct arena *scratch)
{
    struct str key = xml_url_decoded(b->arena, xml_text(scratch, xml, "Key"));
    if (!str_starts(key, b->config->prefix))
        return trouble_set(b->why, TROUBLE_SERVICE, "the listing holds a key outside the prefix: %" STR_FMT,
                           STR_ARG(key));
    struct object *o = LIST_ADD(&objects->list, b->arena);
    o->key = str_sub(key, b->config->prefix.n, key.n);
    o->etag = bare_etag(b->arena, xml_text(scratch, xml, "ETag"));
    o->bytes = strtoll(arena_cstr(scratch, xml_inner(xml, "Size")), NULL, 10);
    return true;
}

/* One page of at most 1,000; *token becomes empty after the last. */
static bool list_page(struct bucket *b, struct objects *objects, struct str *token, struct arena *scratch)
{
    struct request r = request_make("GET", "listing", (struct str){NULL, 0});
    request_query(&r, S("list-type"), S("2"));
    request_query(&r, S("max-keys"), S("1000"));
    request_query(&r, S("encoding-type"), S("url"));
    if (b->config->prefix.n)
        request_query(&r, S("prefix"), b->config->prefix);
    if (token->n)
        request_query(&r, S("continuation-token"), *token);
    if (!transfer_one(b->transfer, &r, scratch, b->why))
        return false;
    struct str page = xml_inner(r.answer, "ListBucketResult"), one;
    bool more = str_eq_c(xml_inner(page, "IsTruncated"), "true");
    if (page.n == 0)
        return trouble_set(b->why, TROUBLE_SERVICE,
                           "the answer to a listing is none; is the endpoint that of OSS? %" STR_FMT,
                           STR_ARG(b->config->endpoint));
    *token = arena_str(b->arena, xml_text(scratch, page, "NextContinuationToken"));
    if (more && token->n == 0)
        return trouble_set(b->why, TROUBLE_SERVICE, "the listing says that it goes on, and not where");
    if (!more)
        token->n = 0;
    while (xml_next(&page, "Contents", &one))
        if (!take_object(b, objects, one, scratch))
            return false;
    return true;
}

bool bucket_list(struct bucket *b, struct objects *objects)
{
    struct arena *scratch = arena_new();
    struct str token = {NULL, 0};
    bool ok;
    *objects = (struct objects){0};
    do {
        arena_reset(scratch);
        ok = list_page(b, objects, &token, scratch);
    } while (ok && token.n);
    arena_free(scratch);
    map_init(&objects->by_key, b->arena);
    for (size_t i = 0; i < objects->list.n; i++)
        map_add(&objects->by_key, objects->list.at[i].key, &objects->list.at[i]);
    return ok;
}

/* ---- single objects */

bool bucket_get(struct bucket *b, struct str key, struct str *text, bool *found)
{
    struct request r = request_make("GET", "reading", bucket_key(b, b->arena, key));
    r.accepts = 404;
    *text = (struct str){NULL, 0};
    *found = false;
    if (!transfer_one(b->transfer, &r, b->arena, b->why))
        return false;
    /* 404 also means that there is no bucket */
    if (r.status == 404 && str_find(r.answer, S("NoSuchBucket")) < r.answer.n)
        return request_refused(&r, b->arena, b->why);
    *found = r.status != 404;
    if (*found)
        *text = r.answer;
    return true;
}

bool bucket_put_private(struct bucket *b, struct str key, struct str text, bool exclusive, bool *exists)
{
    struct request r = request_make("PUT", "writing", bucket_key(b, b->arena, key));
    request_header(&r, S("content-type"), S("text/plain; charset=utf-8"));
    request_header(&r, S("x-oss-object-acl"), S("private"));
    if (exclusive)
        request_header(&r, S("x-oss-forbid-overwrite"), S("true"));
    request_body(&r, b->arena, text);
    r.accepts = exclusive ? 409 : 0;
    if (!transfer_one(b->transfer, &r, b->arena, b->why))
        return false;
    if (exists)
        *exists = r.status == 409;
    return true;
}

bool bucket_delete_one(struct bucket *b, struct str key)
{
    struct request r = request_make("DELETE", "deleting", bucket_key(b, b->arena, key));
    r.accepts = 404;
    return transfer_one(b->transfer, &r, b->arena, b->why);
}

/* ---- batches */

static bool delete_batch(struct bucket *b, const struct str *keys, size_t count)
{
    struct buf xml = {0};
    struct arena *scratch = arena_new();
    buf_puts(&xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Delete><Quiet>true</Quiet>");
    for (size_t i = 0; i < count; i++) {
        buf_puts(&xml, "<Object><Key>");
        escape_html(&xml, bucket_key(b, scratch, keys[i]));
        buf_puts(&xml, "</Key></Object>");
    }
    buf_puts(&xml, "</Delete>");
    struct request r = request_make("POST", "deleting", (struct str){NULL, 0});
    request_query(&r, S("delete"), (struct str){NULL, 0});
    request_header(&r, S("content-type"), S("application/xml"));
    request_body(&r, scratch, buf_str(&xml));
    bool ok = transfer_one(b->transfer, &r, scratch, b->why);
    buf_free(&xml);
    arena_free(scratch);
    return ok;
}

bool bucket_delete(struct bucket *b, const struct str *keys, size_t count)
{
    for (size_t i = 0; i < count; i += BATCH)
        if (!delete_batch(b, keys + i, count - i < BATCH ? count - i : BATCH))
            return false;
    return true;
}

struct request bucket_copy(const struct bucket *b, struct arena *arena, struct str from, struct str to)
{
    struct request r = request_make("PUT", "switch", bucket_key(b, arena, to));
    struct buf source = {0};
    buf_printf(&source, "/%" STR_FMT "/", STR_ARG(b->config->bucket));
    sign_path(&source, bucket_key(b, arena, from));
    request_header(&r, S("x-oss-copy-source"), arena_str(arena, buf_str(&source)));
    buf_free(&source);
    r.needs_etag = true;
    return r;
}
