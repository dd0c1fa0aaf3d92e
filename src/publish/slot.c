/* One try of one request on libcurl. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "publish/slot.h"
#include "publish/xml.h"

enum {
    CONNECT_TIMEOUT_S = 10,
    SLOW_BYTES_PER_S = 64 * 1024, /* what the slowest line worth waiting for sends */
    ANSWER_MAX = 16 << 20,
    ROLE_LEFT_S = 300,
};

void slot_take_credentials(struct transfer *t)
{
    t->signer = (struct signer){.key_id = t->credentials->key_id,
                                .secret = t->credentials->secret,
                                .region = t->config->region,
                                .bucket = t->config->bucket};
}

void slot_end(struct slot *s)
{
    if (s->file >= 0)
        close(s->file);
    s->file = -1;
    curl_slist_free_all(s->lines);
    s->lines = NULL;
}

/* ---- what libcurl calls */

static size_t take_answer(char *data, size_t size, size_t count, void *of)
{
    struct slot *s = of;
    if (s->answer.n + size * count > ANSWER_MAX)
        return 0;
    buf_put(&s->answer, (struct str){data, size * count});
    return size * count;
}

static size_t take_header(char *data, size_t size, size_t count, void *of)
{
    struct slot *s = of;
    if (str_starts((struct str){data, size * count},
                   S("HTTP/"))) /* after a proxy's answer, or 100 Continue: only the last counts */
        buf_clear(&s->answer_headers);
    buf_put(&s->answer_headers, (struct str){data, size * count});
    return size * count;
}

static size_t give_body(char *to, size_t size, size_t count, void *of)
{
    struct slot *s = of;
    long long left = s->request.body_bytes - s->sent;
    size_t n = (long long)(size * count) < left ? size * count : (size_t)left;
    ssize_t got = (ssize_t)n;
    if (s->file >= 0)
        got = pread(s->file, to, n, (off_t)s->sent);
    else if (n)
        memcpy(to, s->request.body.p + s->sent, n);
    if (got < 0 || (got == 0 && n > 0)) /* shorter than it was: it changed */
        return CURL_READFUNC_ABORT;
    s->sent += got;
    return (size_t)got;
}

static int rewind_body(void *of, curl_off_t offset, int origin)
{
    struct slot *s = of;
    if (origin != SEEK_SET)
        return CURL_SEEKFUNC_CANTSEEK;
    s->sent = offset;
    return CURL_SEEKFUNC_OK;
}

/* ---- one try */

static void put_address(struct buf *out, const struct transfer *t, const struct request *r)
{
    struct str endpoint = t->config->endpoint;
    size_t host = str_find(endpoint, S("://")) + 3;
    if (r->url.n) {
        buf_put(out, r->url);
        return;
    }
    buf_put(out, str_sub(endpoint, 0, host));
    if (!t->config->cname)
        buf_printf(out, "%" STR_FMT ".", STR_ARG(t->config->bucket));
    buf_printf(out, "%" STR_FMT "/", STR_ARG(str_sub(endpoint, host, endpoint.n)));
    sign_path(out, r->key);
    if (r->query_count)
        buf_putc(out, '?');
    sign_query(out, r->query, r->query_count);
}

static void add_line(struct slot *s, struct buf *b)
{
    s->lines = curl_slist_append(s->lines, b->p);
    buf_clear(b);
}

/* The headers of the request and, inside the bucket, those that sign it. */
static void add_headers(struct slot *s)
{
    struct transfer *t = s->transfer;
    struct request *r = &s->request;
    struct pair all[REQUEST_PAIRS + 3];
    size_t n = r->header_count;
    char when[SIGN_TIME];
    struct buf b = {0};
    memcpy(all, r->headers, n * sizeof *all);
    sign_time(time(NULL) + t->clock_offset, when);
    if (r->url.n == 0) {
        all[n++] = (struct pair){S("x-oss-content-sha256"), S("UNSIGNED-PAYLOAD")};
        all[n++] = (struct pair){S("x-oss-date"), str_from(when)};
        if (t->credentials->token.n)
            all[n++] = (struct pair){S("x-oss-security-token"), t->credentials->token};
    }
    bool typed = false;
    for (size_t i = 0; i < n; i++) {
        typed = typed || str_eq_c(all[i].name, "content-type");
        buf_printf(&b, "%" STR_FMT ": %" STR_FMT, STR_ARG(all[i].name), STR_ARG(all[i].value));
        add_line(s, &b);
    }
    if (r->url.n == 0) {
        buf_puts(&b, "authorization: ");
        sign_authorization(&b, &t->signer,
                           &(struct signed_request){r->method, r->key, r->query, r->query_count, all, n, when});
        add_line(s, &b);
    }
    buf_free(&b);
    s->lines = curl_slist_append(s->lines, "Expect:");
    if (!typed) /* libcurl's own would not be among the signed ones */
        s->lines = curl_slist_append(s->lines, "Content-Type:");
}

static bool open_file(struct slot *s, struct trouble *why)
{
    struct stat st;
    s->file = open(s->request.file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (s->file < 0 || fstat(s->file, &st) != 0)
        return trouble_set(why, TROUBLE_INPUT, "cannot read %s: %s", s->request.file, strerror(errno));
    if (st.st_size != s->request.body_bytes)
        return trouble_set(why, TROUBLE_INPUT, "%s changed while it was being published; run it again",
                           s->request.file);
    return true;
}

static void set_method(struct slot *s)
{
    CURL *e = s->easy;
    struct request *r = &s->request;
    curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, r->method);
    if (strcmp(r->method, "HEAD") == 0)
        curl_easy_setopt(e, CURLOPT_NOBODY, 1L);
    if (strcmp(r->method, "PUT") != 0 && strcmp(r->method, "POST") != 0)
        return;
    curl_easy_setopt(e, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(e, CURLOPT_INFILESIZE_LARGE, (curl_off_t)r->body_bytes); /* OSS does not want chunks */
    curl_easy_setopt(e, CURLOPT_READFUNCTION, give_body);
    curl_easy_setopt(e, CURLOPT_READDATA, s);
    curl_easy_setopt(e, CURLOPT_SEEKFUNCTION, rewind_body);
    curl_easy_setopt(e, CURLOPT_SEEKDATA, s);
}

static void set_options(struct slot *s, const char *url)
{
    const struct config *c = s->transfer->config;
    CURL *e = s->easy;
    curl_easy_setopt(e, CURLOPT_URL, url);
    curl_easy_setopt(e, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(e, CURLOPT_PRIVATE, s);
    curl_easy_setopt(e, CURLOPT_HTTPHEADER, s->lines);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(e, CURLOPT_WRITEDATA, s);
    curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(e, CURLOPT_HEADERDATA, s);
    curl_easy_setopt(e, CURLOPT_ERRORBUFFER, s->error);
    curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT,
                     (long)(c->timeout_s < CONNECT_TIMEOUT_S ? c->timeout_s : CONNECT_TIMEOUT_S));
    curl_easy_setopt(e, CURLOPT_TIMEOUT, (long)c->timeout_s + (long)(s->request.body_bytes / SLOW_BYTES_PER_S));
    curl_easy_setopt(e, CURLOPT_CONNECT_TO, s->transfer->connect_to);
    if (c->ca.n)
        curl_easy_setopt(e, CURLOPT_CAINFO, c->ca.p);
}

/* A role's credentials last some hours; a long upload outlives them. */
static bool renew_credentials(struct transfer *t, struct trouble *why)
{
    struct credentials *c = t->credentials;
    if (!c || !c->expires || time(NULL) + t->clock_offset < c->expires - ROLE_LEFT_S)
        return true;
    time_t before = c->expires;
    if (!credentials_of_role(t->arena, t->config, c, why))
        return false;
    if (c->expires ==
        before) /* the service hands out new ones only shortly before the end; do not ask at every request */
        c->expires = 0;
    slot_take_credentials(t);
    return true;
}

bool slot_start(struct slot *s, struct trouble *why)
{
    struct buf url = {0};
    if (!renew_credentials(s->transfer, why) || (s->request.file && !open_file(s, why)))
        return false;
    if (!s->easy && !(s->easy = curl_easy_init()))
        abort();
    curl_easy_reset(s->easy);
    s->sent = 0;
    s->error[0] = '\0';
    buf_clear(&s->answer);
    buf_clear(&s->answer_headers);
    add_headers(s);
    put_address(&url, s->transfer, &s->request);
    set_options(s, url.p);
    set_method(s);
    buf_free(&url);
    s->request.tries++;
    s->transfer->counts.requests++;
    s->state = SLOT_RUNNING;
    if (curl_multi_add_handle(s->transfer->multi, s->easy) != CURLM_OK)
        abort();
    return true;
}

/* ---- the answer */

static struct str clean_etag(struct slot *s, struct str raw)
{
    if (str_starts(raw, S("W/")))
        raw = str_sub(raw, 2, raw.n);
    if (str_starts(raw, S("\"")) && raw.n >= 2)
        raw = str_sub(raw, 1, raw.n - 1);
    char *text = arena_cstr(s->arena, raw);
    for (size_t i = 0; i < raw.n; i++)
        text[i] = (char)toupper((unsigned char)text[i]);
    return (struct str){text, raw.n};
}

void slot_read_answer(struct slot *s)
{
    struct request *r = &s->request;
    curl_easy_getinfo(s->easy, CURLINFO_RESPONSE_CODE, &r->status);
    r->answer = buf_str(&s->answer);
    r->answer_headers = buf_str(&s->answer_headers);
    struct str etag = request_answered(r, "etag");
    if (etag.n == 0 && strcmp(r->method, "PUT") == 0)
        etag = xml_text(s->arena, r->answer, "ETag");
    r->etag = clean_etag(s, etag);
}
