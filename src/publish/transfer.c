/* Requests side by side, on libcurl's multi interface. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <curl/curl.h>

#include "publish/transfer.h"
#include "publish/xml.h"

enum {
    CONNECT_TIMEOUT_S = 10,
    SLOW_BYTES_PER_S = 64 * 1024, /* what the slowest line worth waiting for sends */
    TICK_MS = 100,
    SKEW_WORTH_S = 60,
    ANSWER_MAX = 16 << 20,
    ROLE_LEFT_S = 300,
};

enum slot_state { SLOT_FREE, SLOT_WAITING, SLOT_RUNNING };

/* A place for one request at a time; its curl handle keeps what it can reuse. */
struct slot {
    enum slot_state state;
    struct request request;
    struct arena *arena;
    struct transfer *transfer;
    CURL *easy;
    struct curl_slist *lines;
    struct buf answer, answer_headers;
    int file;              /* open while it is sent, else -1 */
    long long sent;
    double not_before;     /* of a try that waits */
    char error[CURL_ERROR_SIZE];
};

struct transfer {
    const struct config *config;
    struct credentials *credentials;
    struct arena *arena;
    struct signer signer;
    CURLM *multi;
    struct slot *slots;
    struct curl_slist *connect_to;
    const volatile sig_atomic_t *stop;
    unsigned retries, seed;
    long clock_offset;
    bool skew_told;
    struct transfer_counts counts;
};

double transfer_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- making and ending */

static void make_slots(struct transfer *t)
{
    t->slots = ARENA_ARRAY(t->arena, t->config->jobs, struct slot);
    for (unsigned i = 0; i < t->config->jobs; i++)
        t->slots[i] = (struct slot){.transfer = t, .arena = arena_new(), .file = -1};
}

static void take_credentials(struct transfer *t)
{
    t->signer = (struct signer){.key_id = t->credentials->key_id, .secret = t->credentials->secret, .region = t->config->region, .bucket = t->config->bucket};
}

struct transfer *transfer_new(const struct config *config, struct credentials *credentials)
{
    struct transfer *t = calloc(1, sizeof *t);
    if (!t || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || !(t->multi = curl_multi_init()))
        abort();
    t->config = config;
    t->credentials = credentials;
    t->arena = arena_new();
    t->retries = config->retries;
    t->seed = (unsigned)time(NULL) ^ (unsigned)getpid();
    curl_multi_setopt(t->multi, CURLMOPT_MAXCONNECTS, (long)config->jobs);
    if (config->connect_to.n)
        t->connect_to = curl_slist_append(NULL, arena_printf(t->arena, "::%" STR_FMT, STR_ARG(config->connect_to)).p);
    if (credentials)
        take_credentials(t);
    make_slots(t);
    return t;
}

static void end_try(struct slot *s)
{
    if (s->file >= 0)
        close(s->file);
    s->file = -1;
    curl_slist_free_all(s->lines);
    s->lines = NULL;
}

void transfer_free(struct transfer *t)
{
    if (!t)
        return;
    for (unsigned i = 0; i < t->config->jobs; i++) {
        struct slot *s = &t->slots[i];
        end_try(s);
        if (s->easy)
            curl_easy_cleanup(s->easy);
        buf_free(&s->answer);
        buf_free(&s->answer_headers);
        arena_free(s->arena);
    }
    curl_multi_cleanup(t->multi);
    curl_slist_free_all(t->connect_to);
    arena_free(t->arena);
    free(t);
    curl_global_cleanup();
}

void transfer_stop_on(struct transfer *t, const volatile sig_atomic_t *stop)
{
    t->stop = stop;
}

void transfer_set_retries(struct transfer *t, unsigned retries)
{
    t->retries = retries;
}

struct transfer_counts transfer_counts(const struct transfer *t)
{
    return t->counts;
}

long transfer_clock_offset(const struct transfer *t)
{
    return t->clock_offset;
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
    if (str_starts((struct str){data, size * count}, S("HTTP/"))) /* after a proxy's answer, or 100 Continue: only the last counts */
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
        sign_authorization(&b, &t->signer, &(struct signed_request){r->method, r->key, r->query, r->query_count, all, n, when});
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
        return trouble_set(why, TROUBLE_INPUT, "%s changed while it was being published; run it again", s->request.file);
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
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT, (long)(c->timeout_s < CONNECT_TIMEOUT_S ? c->timeout_s : CONNECT_TIMEOUT_S));
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
    if (c->expires == before) /* the service hands out new ones only shortly before the end; do not ask at every request */
        c->expires = 0;
    take_credentials(t);
    return true;
}

static bool start_try(struct slot *s, struct trouble *why)
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

static void read_answer(struct slot *s)
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

static bool is_success(const struct request *r)
{
    if (r->accepts == -1 || r->status == r->accepts)
        return true;
    return r->status >= 200 && r->status < 300 && (!r->needs_etag || r->etag.n);
}

/* The service says that our clock is wrong: its own is in the same answer. */
static bool adopt_clock(struct slot *s)
{
    struct transfer *t = s->transfer;
    struct str code = xml_text(s->arena, s->request.answer, "Code"), date = request_answered(&s->request, "date");
    if (s->request.status != 403 || !str_eq_c(code, "RequestTimeTooSkewed") || date.n == 0)
        return false;
    time_t theirs = curl_getdate(arena_cstr(s->arena, date), NULL);
    long offset = (long)(theirs - time(NULL));
    if (theirs < 0 || labs(offset - t->clock_offset) < SKEW_WORTH_S)
        return s->request.tries < 3; /* learnt from another request meanwhile */
    t->clock_offset = offset;
    t->signer.date[0] = '\0';
    return true;
}

/* A refusal of TLS or an address that is none will be the same the next time. */
static bool may_pass(CURLcode code)
{
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_ABORTED_BY_CALLBACK:
    case CURLE_WRITE_ERROR:
        return false;
    default:
        return code != CURLE_OK;
    }
}

static bool helps_to_retry(const struct slot *s, CURLcode code)
{
    const struct request *r = &s->request;
    if (code != CURLE_OK)
        return may_pass(code);
    return r->status >= 500 || r->status == 429 || r->status == 408 || (r->status >= 200 && r->status < 300);
}

/* Doubling, with a random part, so that parallel requests do not come back in step. */
static double pause_s(struct transfer *t, int tries)
{
    double base = (double)t->config->retry_ms / 1000 * (double)(1 << (tries < 7 ? tries - 1 : 6));
    t->seed = t->seed * 1103515245u + 12345u;
    return base * (0.5 + (double)(t->seed >> 16 & 1023) / 1024);
}

static bool not_sent(const struct slot *s, CURLcode code, struct trouble *why)
{
    const struct request *r = &s->request;
    if (code == CURLE_ABORTED_BY_CALLBACK && r->file)
        return trouble_set(why, TROUBLE_INPUT, "%s changed while it was being published; run it again", r->file);
    const char *hint = code == CURLE_PEER_FAILED_VERIFICATION ? "\n  the certificate of the endpoint is not trusted; the setting ca names other authorities" : "";
    if (r->url.n)
        return trouble_set(why, TROUBLE_SERVICE, "%s of %" STR_FMT ": %s%s", r->what, STR_ARG(r->url), s->error[0] ? s->error : curl_easy_strerror(code), hint);
    return trouble_set(why, TROUBLE_SERVICE, "%s of /%" STR_FMT " at %" STR_FMT ": %s (%d tr%s)%s", r->what, STR_ARG(r->key),
                       STR_ARG(s->transfer->config->endpoint), s->error[0] ? s->error : curl_easy_strerror(code), r->tries, r->tries == 1 ? "y" : "ies", hint);
}

static void free_slot(struct slot *s)
{
    s->state = SLOT_FREE;
    arena_reset(s->arena);
}

static bool take_result(struct slot *s, CURLcode code, const struct feed *feed, struct trouble *why)
{
    end_try(s);
    read_answer(s);
    if (code == CURLE_OK && is_success(&s->request)) {
        if (feed->done)
            feed->done(feed->of, &s->request);
        free_slot(s);
        return true;
    }
    bool skewed = code == CURLE_OK && adopt_clock(s);
    if (skewed || (helps_to_retry(s, code) && s->request.tries <= (int)s->transfer->retries)) {
        s->transfer->counts.retries++;
        s->not_before = transfer_seconds() + (skewed ? 0 : pause_s(s->transfer, s->request.tries));
        s->state = SLOT_WAITING;
        return true;
    }
    bool never = code == CURLE_OK ? request_refused(&s->request, s->arena, why) : not_sent(s, code, why);
    free_slot(s);
    return never;
}

/* ---- the loop */

static bool fill(struct slot *s, const struct feed *feed, bool *more)
{
    if (!*more)
        return false;
    s->request = (struct request){0};
    *more = feed->next(feed->of, &s->request, s->arena);
    if (!*more)
        return false;
    s->state = SLOT_WAITING;
    s->not_before = 0;
    return true;
}

/* Starts what can start; *busy counts what is under way, *wait the seconds until the next try is due. */
static bool start_due(struct transfer *t, const struct feed *feed, bool *more, size_t *busy, double *wait, struct trouble *why)
{
    double now = transfer_seconds();
    *busy = 0;
    *wait = TICK_MS / 1000.0;
    for (unsigned i = 0; i < t->config->jobs; i++) {
        struct slot *s = &t->slots[i];
        if (s->state == SLOT_FREE)
            fill(s, feed, more);
        if (s->state == SLOT_WAITING && s->not_before <= now && !start_try(s, why))
            return false;
        if (s->state == SLOT_WAITING && s->not_before - now < *wait)
            *wait = s->not_before - now;
        *busy += s->state != SLOT_FREE;
    }
    return true;
}

static bool take_results(struct transfer *t, const struct feed *feed, size_t *taken, struct trouble *why)
{
    int left;
    for (CURLMsg *m; (m = curl_multi_info_read(t->multi, &left)) != NULL;) {
        struct slot *s = NULL;
        CURLcode code = m->data.result;
        curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&s);
        curl_multi_remove_handle(t->multi, m->easy_handle);
        ++*taken;
        if (!take_result(s, code, feed, why))
            return false;
    }
    return true;
}

static bool run(struct transfer *t, const struct feed *feed, struct trouble *why)
{
    bool more = true;
    size_t busy;
    double wait;
    for (;;) {
        int running;
        size_t taken = 0;
        if (t->stop && *t->stop)
            return trouble_set(why, TROUBLE_INTERRUPTED, "stopped by a signal; run it again to go on");
        if (!start_due(t, feed, &more, &busy, &wait, why))
            return false;
        if (busy == 0)
            return true;
        curl_multi_perform(t->multi, &running);
        if (!take_results(t, feed, &taken, why))
            return false;
        if (feed->tick)
            feed->tick(feed->of);
        if (taken == 0)
            curl_multi_poll(t->multi, NULL, 0, wait > 0.001 ? (int)(wait * 1000) : 1, NULL);
    }
}

/* What was under way when another request failed; its effect is unknown, as after a kill, and the next run sorts that out. */
static void drop_all(struct transfer *t)
{
    for (unsigned i = 0; i < t->config->jobs; i++) {
        struct slot *s = &t->slots[i];
        if (s->state == SLOT_RUNNING)
            curl_multi_remove_handle(t->multi, s->easy);
        end_try(s);
        if (s->state != SLOT_FREE)
            free_slot(s);
    }
}

bool transfer_run(struct transfer *t, const struct feed *feed, struct trouble *why)
{
    bool ok = run(t, feed, why);
    drop_all(t);
    return ok;
}

/* ---- one request */

struct single {
    struct request *request;
    struct arena *arena;
    bool given;
};

static bool give_single(void *of, struct request *r, struct arena *arena)
{
    struct single *one = of;
    (void)arena;
    if (one->given)
        return false;
    one->given = true;
    *r = *one->request;
    return true;
}

static void keep_single(void *of, struct request *r)
{
    struct single *one = of;
    *one->request = *r;
    one->request->etag = arena_str(one->arena, r->etag);
    one->request->answer = arena_str(one->arena, r->answer);
    one->request->answer_headers = arena_str(one->arena, r->answer_headers);
}

bool transfer_one(struct transfer *t, struct request *r, struct arena *arena, struct trouble *why)
{
    struct single one = {.request = r, .arena = arena};
    return transfer_run(t, &(struct feed){.of = &one, .next = give_single, .done = keep_single}, why);
}
