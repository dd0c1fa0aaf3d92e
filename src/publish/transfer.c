/* Requests side by side, on libcurl's multi interface. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "publish/slot.h"
#include "publish/xml.h"

enum { TICK_MS = 100, SKEW_WORTH_S = 60 };

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
        slot_take_credentials(t);
    make_slots(t);
    return t;
}

void transfer_free(struct transfer *t)
{
    if (!t)
        return;
    for (unsigned i = 0; i < t->config->jobs; i++) {
        struct slot *s = &t->slots[i];
        slot_end(s);
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

/* ---- the answer */

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
    case CURLE_WRITE_ERROR: return false;
    default: return code != CURLE_OK;
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
    const char *hint =
        code == CURLE_PEER_FAILED_VERIFICATION
            ? "\n  the certificate of the endpoint is not trusted; the setting ca names other authorities"
            : "";
    if (r->url.n)
        return trouble_set(why, TROUBLE_SERVICE, "%s of %" STR_FMT ": %s%s", r->what, STR_ARG(r->url),
                           s->error[0] ? s->error : curl_easy_strerror(code), hint);
    return trouble_set(why, TROUBLE_SERVICE, "%s of /%" STR_FMT " at %" STR_FMT ": %s (%d tr%s)%s", r->what,
                       STR_ARG(r->key), STR_ARG(s->transfer->config->endpoint),
                       s->error[0] ? s->error : curl_easy_strerror(code), r->tries, r->tries == 1 ? "y" : "ies", hint);
}

static void free_slot(struct slot *s)
{
    s->state = SLOT_FREE;
    arena_reset(s->arena);
}

static bool take_result(struct slot *s, CURLcode code, const struct feed *feed, struct trouble *why)
{
    slot_end(s);
    slot_read_answer(s);
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
static bool start_due(struct transfer *t, const struct feed *feed, bool *more, size_t *busy, double *wait,
                      struct trouble *why)
{
    double now = transfer_seconds();
    *busy = 0;
    *wait = TICK_MS / 1000.0;
    for (unsigned i = 0; i < t->config->jobs; i++) {
        struct slot *s = &t->slots[i];
        if (s->state == SLOT_FREE)
            fill(s, feed, more);
        if (s->state == SLOT_WAITING && s->not_before <= now && !slot_start(s, why))
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

/* What was under way when another request failed; its effect is unknown, as after a kill, and the next run sorts that
 * out. */
static void drop_all(struct transfer *t)
{
    for (unsigned i = 0; i < t->config->jobs; i++) {
        struct slot *s = &t->slots[i];
        if (s->state == SLOT_RUNNING)
            curl_multi_remove_handle(t->multi, s->easy);
        slot_end(s);
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
